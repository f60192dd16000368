//===- ActivationOps.cpp - Rules of activations ---------------------------===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ActivationOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ActivationOps.cpp.inc"

namespace oaml {
void registerActivationOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ActivationOps.cpp.inc"
      >();
}
} // namespace oaml

LogicalResult SwigluOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {{"gate", adaptor.getGate()},
                                      {"up", adaptor.getUp()}};
  if (failed(requireSameElementType(context, tensors)) ||
      failed(requireSameShape(context, tensors)))
    return failure();
  return inferUnary(context, adaptor.getGate(), results);
}

LogicalResult SiluMulOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  int64_t size = adaptor.getIntermediateSize();
  if (failed(requireRankAtLeast(context, input, 1)))
    return failure();
  if (size < 1 || size > (int64_t(1) << 31))
    return context.emitError(formatMessage(
        "requires 'intermediate_size' from 1 to 2^31, found ", size));
  SymbolicShape shape = context.getShape(input.value);
  if (failed(context.requireEqual(
          shape.back(), context.getConstant(2 * size),
          "a last extent of input of twice 'intermediate_size'")))
    return failure();
  if (failed(inferUnary(context, input.value, results)))
    return failure();
  results[0].extents.back() = context.getConstant(size);
  return success();
}
