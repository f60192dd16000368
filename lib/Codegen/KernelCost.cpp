//===- KernelCost.cpp - What a kernel costs -------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/KernelCost.h"

#include "TileProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

//===----------------------------------------------------------------------===//
// Floating-point operations
//===----------------------------------------------------------------------===//

static int64_t countFlops(Operation *op) {
  if (op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
    return 0;
  if (isa<math::FmaOp>(op))
    return 2;
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::RemFOp, arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
          arith::MaxNumFOp, arith::MinNumFOp>(op))
    return 1;
  return isa<math::MathDialect>(op->getDialect());
}

AffineExpr tile::countFlops(TileProgram &program) {
  AffineExpr total = getAffineConstantExpr(0, program.getContext());
  WalkResult result = program.getFunction()->walk([&](linalg::GenericOp op) {
    int64_t perElement = 0;
    op.getBody()->walk(
        [&](Operation *inner) { perElement += ::countFlops(inner); });
    if (perElement == 0)
      return WalkResult::advance();
    FailureOr<ArrayRef<AffineExpr>> extents = program.getLoopExtents(op);
    if (failed(extents))
      return WalkResult::interrupt();
    AffineExpr work = getAffineConstantExpr(perElement, program.getContext());
    for (AffineExpr extent : *extents)
      work = work * extent;
    total = total + work;
    return WalkResult::advance();
  });
  return result.wasInterrupted() ? AffineExpr() : total;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static int64_t getNumElements(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? vector.getNumElements() : 1;
}

/// The most values made in `block`, its arguments included, that are needed at
/// the same time. Each value is counted where it is made: a region inside adds
/// its own to those of the blocks around it.
static int64_t getPeak(Block &block) {
  DenseSet<Value> live;
  int64_t held = 0, peak = 0;
  auto use = [&](Value value) {
    if (value.getParentBlock() != &block ||
        value.getDefiningOp<arith::ConstantOp>())
      return;
    if (live.insert(value).second)
      held += getNumElements(value);
  };
  for (Operation &op : llvm::reverse(block)) {
    for (Value result : op.getResults())
      if (live.erase(result))
        held -= getNumElements(result);
    op.walk(
        [&](Operation *inner) { llvm::for_each(inner->getOperands(), use); });
    int64_t inside = 0;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        inside = std::max(inside, getPeak(inner));
    peak = std::max(peak, held + inside);
  }
  return peak;
}

int64_t oaml::countRegisters(gpu::GPUFuncOp kernel) {
  int64_t peak = 0;
  for (Block &block : kernel.getBody())
    peak = std::max(peak, getPeak(block));
  return peak;
}
