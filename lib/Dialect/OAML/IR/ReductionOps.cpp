//===- ReductionOps.cpp - Rules of reductions -----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ReductionOps.cpp.inc"

namespace oaml {
void registerReductionOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ReductionOps.cpp.inc"
      >();
}
} // namespace oaml

LogicalResult ReduceOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  auto type = cast<RankedTensorType>(x.getType());
  ArrayRef<int64_t> axes = adaptor.getAxes();
  if (!llvm::is_sorted(axes, std::less_equal<int64_t>()))
    return context.emitError(
        formatMessage("requires 'axes' that are distinct and rising, found [",
                      llvm::interleaved(axes), "]"));
  SymbolicShape shape = context.getShape(x);
  for (int64_t axis : axes) {
    if (failed(requireAxis(context, axis, type.getRank(), "axes")))
      return failure();
    shape[axis] = context.getConstant(1);
  }
  if (adaptor.getKind() != ReductionKind::Sum &&
      failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  results.push_back({shape, type.getElementType()});
  return success();
}

/// An op along one axis that keeps the shape.
static LogicalResult inferAlongAxis(ShapeContext &context, Value x,
                                    int64_t axis,
                                    SmallVectorImpl<ResultShape> &results) {
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  if (failed(requireAxis(context, axis, rank, "axis")) ||
      failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  return inferUnary(context, x, results);
}

LogicalResult SoftmaxOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  return inferAlongAxis(context, adaptor.getX(), adaptor.getAxis(), results);
}

LogicalResult
LogSoftmaxOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  return inferAlongAxis(context, adaptor.getX(), adaptor.getAxis(), results);
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  auto type = cast<RankedTensorType>(x.getType());
  int64_t k = adaptor.getK();
  if (type.getRank() != 1 && type.getRank() != 2)
    return context.emitError(
        formatMessage("requires x of rank 1 or 2, found ", type));
  if (k < 1)
    return context.emitError(
        formatMessage("requires 'k' of at least 1, found ", k));
  if (failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  SymbolicShape shape = context.getShape(x);
  // No extent says "the smaller of both".
  if (auto extent = dyn_cast<AffineConstantExpr>(shape.back()))
    k = std::min(k, extent.getValue());
  else if (failed(context.require(
               context.getConstant(k), ExtentRelation::LessEqual, shape.back(),
               "a dynamic last extent of x of at least 'k'")))
    return failure();
  shape.back() = context.getConstant(k);
  results.push_back({shape, type.getElementType()});
  results.push_back({shape, IntegerType::get(context.getContext(), 32)});
  return success();
}

LogicalResult TopKMaskOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  NamedTensor indices = {"indices", adaptor.getIndices()};
  int64_t count = adaptor.getNumExperts();
  if (failed(requireRank(context, indices, 2)) ||
      failed(requireNonEmpty(context, {indices})))
    return failure();
  if (count < 1)
    return context.emitError(
        formatMessage("requires 'num_experts' of at least 1, found ", count));
  SymbolicShape shape = context.getShape(indices.value);
  shape[1] = context.getConstant(count);
  results.push_back({shape, Float32Type::get(context.getContext())});
  return success();
}
