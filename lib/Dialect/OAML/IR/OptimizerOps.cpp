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

LogicalResult AdamWStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {{"param", adaptor.getParam()},
                                      {"m", adaptor.getM()},
                                      {"v", adaptor.getV()},
                                      {"grad", adaptor.getGrad()}};
  if (failed(requireNonEmpty(context, tensors)) ||
      failed(requireSameShape(context, tensors)))
    return failure();
  for (int i = 0; i < 3; ++i)
    if (failed(inferUnary(context, tensors[i].value, results)))
      return failure();
  return success();
}

LogicalResult AdamWStepOp::verify() {
  ScalarRange notNegative = {/*minimum=*/0.0};
  ScalarRange positive = {/*minimum=*/0.0, /*open=*/true};
  ScalarRange fraction = {/*minimum=*/0.0, /*open=*/false, /*limit=*/1.0};
  return success(
      succeeded(verifyScalar(*this, "lr", getLrScalar(), notNegative)) &&
      succeeded(verifyScalar(*this, "beta1", getBeta1Scalar(), fraction)) &&
      succeeded(verifyScalar(*this, "beta2", getBeta2Scalar(), fraction)) &&
      succeeded(verifyScalar(*this, "epsilon", getEpsilonScalar(), positive)) &&
      succeeded(verifyScalar(*this, "weight_decay", getWeightDecayScalar(),
                             notNegative)) &&
      succeeded(verifyIntegerScalar(*this, "step", getStepScalar(),
                                    /*minimum=*/1, /*allowFloat=*/true)));
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
  ScalarRange notNegative = {/*minimum=*/0.0};
  return success(
      succeeded(verifyScalar(*this, "lr", getLrScalar(), notNegative)) &&
      succeeded(
          verifyScalar(*this, "momentum_factor", getMomentumFactorScalar(),
                       {/*minimum=*/0.0, /*open=*/false, /*limit=*/1.0})) &&
      succeeded(verifyScalar(*this, "weight_decay", getWeightDecayScalar(),
                             notNegative)));
}
