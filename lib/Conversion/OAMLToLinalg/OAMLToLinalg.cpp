//===- OAMLToLinalg.cpp - Lowering of a function to linalg ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Conversion/OAMLToLinalg/OAMLToLinalg.h"

#include "LinalgUtils.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

namespace oaml {
#define GEN_PASS_DEF_LOWERTOLINALG
#include "oaml/Conversion/OAMLToLinalg/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

/// Builds the results of `op` from the values that replace its operands.
static Results lowerOp(OpBuilder &builder, Operation *op, ValueRange operands) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  if (auto dim = dyn_cast<DimOp>(op))
    return SmallVector<Value>{b.createOrFold<tensor::DimOp>(
        operands[0], static_cast<int64_t>(dim.getAxis()))};
  if (auto lowerable = dyn_cast<LinalgLowerableOpInterface>(op)) {
    Results results = lowerable.lowerToLinalg(b, operands);
    if (failed(results))
      return failure();
    for (auto [value, type] : llvm::zip_equal(*results, op->getResultTypes()))
      value = castShape(b, value, getSignlessType(type));
    return results;
  }
  if (isa<OAMLDialect>(op->getDialect())) {
    if (isa<DecomposableOpInterface>(op))
      return op->emitOpError(
          "has no lowering to linalg: composite ops must be decomposed before");
    return op->emitOpError("has no lowering to linalg");
  }
  Operation *copy = b.clone(*op);
  copy->setOperands(operands);
  for (Value result : copy->getResults())
    result.setType(getSignlessType(result.getType()));
  return SmallVector<Value>(copy->getResults());
}

LogicalResult lowering::lowerOps(OpBuilder &builder,
                                 llvm::iterator_range<Block::iterator> ops,
                                 IRMapping &mapping) {
  for (Operation &op : ops) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(mapping.lookup(operand));
    Results results = lowerOp(builder, &op, operands);
    if (failed(results))
      return failure();
    mapping.map(op.getResults(), *results);
  }
  return success();
}

LogicalResult oaml::lowerToLinalg(FunctionOpInterface func) {
  Region &region = func.getFunctionBody();
  if (!region.hasOneBlock())
    return func->emitOpError("must have one block to be lowered to linalg, "
                             "found ")
           << region.getBlocks().size();

  // The new body is built in a block of its own: until it is complete, the ops
  // of the old one keep their types, whose signs the lowerings read.
  Block &body = region.front();
  Block *lowered = new Block();
  region.push_back(lowered);
  IRMapping mapping;
  for (BlockArgument argument : body.getArguments())
    mapping.map(argument,
                lowered->addArgument(getSignlessType(argument.getType()),
                                     argument.getLoc()));
  OpBuilder builder = OpBuilder::atBlockEnd(lowered);
  if (failed(lowerOps(builder, {body.begin(), body.end()}, mapping))) {
    lowered->dropAllReferences();
    lowered->erase();
    return failure();
  }
  body.dropAllReferences();
  body.erase();

  auto getTypes = [](TypeRange types) {
    return llvm::map_to_vector(types, getSignlessType);
  };
  func.setType(func.cloneTypeWith(getTypes(func.getArgumentTypes()),
                                  getTypes(func.getResultTypes())));
  return success();
}

namespace {
struct LowerToLinalgPass
    : public oaml::impl::LowerToLinalgBase<LowerToLinalgPass> {
  void runOnOperation() override {
    FunctionOpInterface func = getOperation();
    if (!func.isExternal() && failed(lowerToLinalg(func)))
      signalPassFailure();
  }
};
} // namespace
