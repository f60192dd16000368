//===- OptimizerOps.cpp - Rules of optimizer steps ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/OptimizerOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/OptimizerOps.cpp.inc"

namespace oaml {
void registerOptimizerOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/OptimizerOps.cpp.inc"
      >();
}
} // namespace oaml

/// Tensors of one shape that is not empty; `numResults` results like them.
static LogicalResult inferStep(ShapeContext &context,
                               ArrayRef<NamedTensor> tensors,
                               unsigned numResults,
                               SmallVectorImpl<ResultShape> &results) {
  if (failed(requireNonEmpty(context, tensors)) ||
      failed(requireSameShape(context, tensors)))
    return failure();
  for (const NamedTensor &tensor : tensors.take_front(numResults))
    if (failed(inferUnary(context, tensor.value, results)))
      return failure();
  return success();
}

LogicalResult AdamWStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  return inferStep(context,
                   {{"param", adaptor.getParam()},
                    {"m", adaptor.getM()},
                    {"v", adaptor.getV()},
                    {"grad", adaptor.getGrad()}},
                   3, results);
}

LogicalResult AdamStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  return inferStep(context,
                   {{"param", adaptor.getParam()},
                    {"m", adaptor.getM()},
                    {"v", adaptor.getV()},
                    {"grad", adaptor.getGrad()}},
                   3, results);
}

/// The scalars that both forms of Adam have.
template <typename Op>
static LogicalResult verifyAdam(Op op) {
  return success(
      succeeded(verifyScalar(op, "lr", op.getLrScalar(), nonNegative)) &&
      succeeded(verifyScalar(op, "beta1", op.getBeta1Scalar(), fraction)) &&
      succeeded(verifyScalar(op, "beta2", op.getBeta2Scalar(), fraction)) &&
      succeeded(verifyScalar(op, "epsilon", op.getEpsilonScalar(), positive)) &&
      succeeded(verifyIntegerScalar(op, "step", op.getStepScalar(),
                                    /*minimum=*/1, /*allowFloat=*/true)));
}

LogicalResult AdamWStepOp::verify() {
  if (failed(verifyAdam(*this)))
    return failure();
  return verifyScalar(*this, "weight_decay", getWeightDecayScalar(),
                      nonNegative);
}

LogicalResult AdamStepOp::verify() { return verifyAdam(*this); }

LogicalResult MuonStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  return inferStep(context,
                   {{"param", adaptor.getParam()},
                    {"momentum", adaptor.getMomentum()},
                    {"grad", adaptor.getGrad()}},
                   2, results);
}

LogicalResult MuonStepOp::verify() {
  if (failed(verifyScalar(*this, "lr", getLrScalar(), nonNegative)) ||
      failed(verifyScalar(*this, "beta", getBetaScalar(), fraction)) ||
      failed(verifyScalar(*this, "weight_decay", getWeightDecayScalar(),
                          nonNegative)) ||
      failed(verifyScalar(*this, "epsilon", getEpsilonScalar(), nonNegative)))
    return failure();
  // Iterations are written out one by one.
  constexpr int64_t most = 100;
  auto iterations = static_cast<int64_t>(getIterations());
  if (iterations >= 0 && iterations <= most)
    return success();
  return emitOpError() << "requires 'iterations' from 0 to " << most
                       << ", found " << iterations;
}

LogicalResult
ClipGradNormOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  if (adaptor.getGrads().empty())
    return context.emitError("requires at least one gradient, found none");
  for (auto [i, grad] : llvm::enumerate(adaptor.getGrads())) {
    std::string name = "grads[" + std::to_string(i) + "]";
    if (failed(requireNonEmpty(context, {{name, grad}})) ||
        failed(inferUnary(context, grad, results)))
      return failure();
  }
  return success();
}

LogicalResult ClipGradNormOp::verify() {
  return verifyScalar(*this, "max_norm", getMaxNormScalar(), positive);
}

LogicalResult SgdStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {{"param", adaptor.getParam()},
                                      {"grad", adaptor.getGrad()}};
  Value momentum = adaptor.getMomentum();
  if (momentum)
    tensors.push_back({"momentum", momentum});
  if (failed(requireNonEmpty(context, tensors)) ||
      failed(requireSameShape(context, tensors)))
    return failure();
  if (momentum && failed(inferUnary(context, adaptor.getParam(), results)))
    return failure();
  return inferUnary(context, momentum ? momentum : adaptor.getParam(), results);
}

LogicalResult SgdStepOp::verify() {
  return success(
      succeeded(verifyScalar(*this, "lr", getLrScalar(), nonNegative)) &&
      succeeded(verifyScalar(*this, "momentum_factor",
                             getMomentumFactorScalar(), fraction)) &&
      succeeded(verifyScalar(*this, "weight_decay", getWeightDecayScalar(),
                             nonNegative)));
}
