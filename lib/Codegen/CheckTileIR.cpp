//===- CheckTileIR.cpp - The contract between tiling and distribution -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace oaml {
#define GEN_PASS_DEF_CHECKTILEIR
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

static LogicalResult checkBuffer(Operation *op, Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (argument && isa<gpu::GPUFuncOp>(argument.getOwner()->getParentOp()))
    return success();
  return op->emitOpError("in tile IR must access an argument of the kernel");
}

static LogicalResult checkOp(Operation *op) {
  if (isa<kernel::WorkgroupIdOp, kernel::ConvertLayoutOp, scf::ForOp, scf::IfOp,
          scf::YieldOp, gpu::BarrierOp, gpu::ReturnOp,
          vector::MultiDimReductionOp, vector::BroadcastOp, vector::TransposeOp,
          vector::StepOp>(op) ||
      isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return success();
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op)) {
    if (transfer.getMask())
      return op->emitOpError("in tile IR must have no mask");
    return checkBuffer(op, transfer.getBase());
  }
  if (auto shapeCast = dyn_cast<vector::ShapeCastOp>(op)) {
    auto isUnit = [](int64_t extent) { return extent == 1; };
    SmallVector<int64_t> from(shapeCast.getSourceVectorType().getShape());
    SmallVector<int64_t> to(shapeCast.getResultVectorType().getShape());
    llvm::erase_if(from, isUnit);
    llvm::erase_if(to, isUnit);
    if (from != to)
      return op->emitOpError("in tile IR must only add or drop unit "
                             "dimensions, found ")
             << shapeCast.getSourceVectorType() << " to "
             << shapeCast.getResultVectorType();
    return success();
  }
  if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
    if (extract.getSourceVectorType().getNumElements() == 1 &&
        !isa<VectorType>(extract.getType()))
      return success();
    return op->emitOpError("in tile IR must make a scalar of a vector of one "
                           "element, found ")
           << extract.getSourceVectorType();
  }
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return checkBuffer(op, gather.getBase());
  if (auto contract = dyn_cast<vector::ContractionOp>(op)) {
    if (contract.getKind() != vector::CombiningKind::ADD)
      return op->emitOpError("in tile IR must add its products");
    return success();
  }
  return op->emitOpError("is not allowed in tile IR");
}

namespace {
struct CheckTileIRPass : public oaml::impl::CheckTileIRBase<CheckTileIRPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (!func.isKernel())
        continue;
      if (failed(KernelSignature::get(func)))
        return signalPassFailure();
      WalkResult result = func.getBody().walk([](Operation *op) {
        return failed(checkOp(op)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      });
      if (result.wasInterrupted())
        return signalPassFailure();
    }
  }
};
} // namespace
