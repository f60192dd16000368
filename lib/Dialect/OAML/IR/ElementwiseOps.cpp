//===- ElementwiseOps.cpp - Arithmetic, functions, comparison, casts ------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"

#include "Scalars.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

/// An op whose result is 1 or 0 in the type of `x`, in f32 for integers.
static LogicalResult inferMask(ShapeContext &context, Value x,
                               SmallVectorImpl<ResultShape> &results) {
  Type element = cast<RankedTensorType>(x.getType()).getElementType();
  if (!isa<FloatType>(element))
    element = Float32Type::get(context.getContext());
  results.push_back({context.getShape(x), element});
  return success();
}

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ElementwiseOps.cpp.inc"

namespace oaml {
void registerElementwiseOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ElementwiseOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

LogicalResult CastOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  Type dtype = adaptor.getDtype();
  if (!dtype.isF32() && !dtype.isF16() && !dtype.isBF16() &&
      !dtype.isSignlessInteger(32) && !dtype.isSignlessInteger(8) &&
      !dtype.isUnsignedInteger(8))
    return context.emitError(formatMessage("requires 'dtype' f32, f16, bf16, "
                                           "i32, i8 or ui8, found ",
                                           dtype));
  results.push_back({context.getShape(adaptor.getX()), dtype});
  return success();
}

LogicalResult SelectOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  Value onTrue = adaptor.getOnTrue(), onFalse = adaptor.getOnFalse();
  if (failed(requireSameElementType(
          context, {{"on_true", onTrue}, {"on_false", onFalse}})))
    return failure();
  FailureOr<SymbolicShape> shape =
      inferBroadcast(context,
                     {context.getShape(adaptor.getCondition()),
                      context.getShape(onTrue), context.getShape(onFalse)},
                     {"condition", "on_true", "on_false"});
  if (failed(shape))
    return failure();
  results.push_back({*shape, getElement(onTrue)});
  return success();
}
