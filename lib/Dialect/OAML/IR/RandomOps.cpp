//===- RandomOps.cpp - Rules of random numbers ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "oaml/Dialect/OAML/IR/RandomOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

/// A generator of f32: a shape of rank 1 or more without empty extents.
static LogicalResult inferRandom(ShapeContext &context,
                                 ArrayRef<int64_t> staticExtents,
                                 ValueRange dynamicExtents,
                                 SmallVectorImpl<ResultShape> &results) {
  if (staticExtents.empty())
    return context.emitError(
        "requires 'shape' of rank 1 or more, found rank 0");
  FailureOr<SymbolicShape> shape = inferRequestedShape(
      context, staticExtents, dynamicExtents, "shape", /*minimum=*/1);
  if (failed(shape))
    return failure();
  results.push_back({*shape, Float32Type::get(context.getContext())});
  return success();
}

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/RandomOps.cpp.inc"

namespace oaml {
void registerRandomOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/RandomOps.cpp.inc"
      >();
}
} // namespace oaml

LogicalResult
ResolveSeedOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  for (NamedTensor tensor : {NamedTensor{"seed", adaptor.getSeed()},
                             NamedTensor{"run_seed", adaptor.getRunSeed()}}) {
    auto type = cast<RankedTensorType>(tensor.value.getType());
    if (type.getRank() > 1 || (type.getRank() == 1 && type.getDimSize(0) != 1))
      return context.emitError(formatMessage(
          "requires ", tensor.name, " of rank 0 or shape [1], found ", type));
  }
  return inferUnary(context, adaptor.getSeed(), results);
}

LogicalResult
PhiloxUniformOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  return inferRandom(context, adaptor.getShape(), adaptor.getDynamicShape(),
                     results);
}

LogicalResult PhiloxUniformOp::verify() {
  return success(
      succeeded(verifyScalar(*this, "low", getLowScalar(), {})) &&
      succeeded(verifyScalar(*this, "high", getHighScalar(), {})) &&
      succeeded(verifyIntegerScalar(*this, "seed", getSeedScalar())));
}

LogicalResult
PhiloxNormalOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  return inferRandom(context, adaptor.getShape(), adaptor.getDynamicShape(),
                     results);
}

LogicalResult PhiloxNormalOp::verify() {
  return success(
      succeeded(verifyScalar(*this, "mean", getMeanScalar(), {})) &&
      succeeded(verifyScalar(*this, "deviation", getDeviationScalar(), {})) &&
      succeeded(verifyIntegerScalar(*this, "seed", getSeedScalar())));
}

//===----------------------------------------------------------------------===//
// Initial values
//===----------------------------------------------------------------------===//

template <typename Op>
static LogicalResult verifyBounded(Op op) {
  if (FloatAttr bound = op.getBoundAttr())
    if (failed(verifyScalar(op, "bound", {Value(), bound}, nonNegative)))
      return failure();
  return verifyIntegerScalar(op, "seed", op.getSeedScalar());
}

LogicalResult RandOp::verify() {
  return verifyIntegerScalar(*this, "seed", getSeedScalar());
}

LogicalResult RandNOp::verify() {
  return verifyIntegerScalar(*this, "seed", getSeedScalar());
}

LogicalResult RandXavierOp::verify() { return verifyBounded(*this); }

LogicalResult RandGlorotUniformOp::verify() { return verifyBounded(*this); }

LogicalResult RandKaimingUniformOp::verify() { return verifyBounded(*this); }

//===----------------------------------------------------------------------===//
// dropout
//===----------------------------------------------------------------------===//

LogicalResult DropoutOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  NamedTensor x = {"x", adaptor.getX()};
  if (failed(requireRankAtLeast(context, x, 1)) ||
      failed(requireNonEmpty(context, {x})))
    return failure();
  return inferUnary(context, x.value, results);
}

LogicalResult DropoutOp::verify() {
  if (failed(
          verifyScalar(*this, "probability", getProbabilityScalar(), fraction)))
    return failure();
  return verifyIntegerScalar(*this, "seed", getSeedScalar());
}
