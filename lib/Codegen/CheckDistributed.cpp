//===- CheckDistributed.cpp - The contract between lanes and SPIR-V -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/AccessWidth.h"
#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace oaml {
#define GEN_PASS_DEF_CHECKDISTRIBUTED
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

static LogicalResult checkTypes(Operation *op) {
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    if (type.isIntOrIndexOrFloat())
      continue;
    if (auto memref = dyn_cast<MemRefType>(type))
      if (memref.getRank() == 1 && memref.getLayout().isIdentity())
        continue;
    if (auto vector = dyn_cast<VectorType>(type))
      if (vector.getRank() == 1 &&
          vector.getNumElements() <= kMaxVectorElements)
        continue;
    return op->emitOpError("in distributed code must work on scalars, "
                           "one-dimensional buffers and vectors of at most ")
           << kMaxVectorElements << " elements, found " << type;
  }
  return success();
}

static LogicalResult checkOp(Operation *op, kernel::DeviceAttr device) {
  if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op)) {
    if (getConstantIntValue(shuffle.getWidth()) != device.getSubgroupSize())
      return op->emitOpError("must be over the whole subgroup of ")
             << device.getSubgroupSize() << " lanes";
    return checkTypes(op);
  }
  if (isa<kernel::AdvanceOp>(op) && !device.getPointerViews())
    return op->emitOpError("is not allowed: device '")
           << device.getName() << "' has no pointer views";
  if (isa<kernel::WorkgroupIdOp, kernel::AdvanceOp, gpu::LaneIdOp,
          gpu::BarrierOp, gpu::ReturnOp, scf::ForOp, scf::IfOp, scf::YieldOp,
          memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp,
          vector::ExtractOp, vector::FromElementsOp, vector::BroadcastOp>(op) ||
      isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return checkTypes(op);
  return op->emitOpError("is not allowed in distributed code");
}

namespace {
struct CheckDistributedPass
    : public oaml::impl::CheckDistributedBase<CheckDistributedPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (!func.isKernel())
        continue;
      auto device =
          func->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName);
      if (!device) {
        func.emitOpError("needs the attribute '")
            << kernel::deviceAttrName << "' (#kernel.device)";
        return signalPassFailure();
      }
      WalkResult walk = func.getBody().walk([&](Operation *op) {
        return failed(checkOp(op, device)) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      });
      if (walk.wasInterrupted())
        return signalPassFailure();
    }
  }
};
} // namespace
