//===- LossOps.cpp - Rules of losses and scores ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/LossOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/LossOps.cpp.inc"

namespace oaml {
void registerLossOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/LossOps.cpp.inc"
      >();
}
} // namespace oaml

LogicalResult
CrossEntropyOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  NamedTensor logits = {"logits", adaptor.getLogits()};
  NamedTensor targets = {"targets", adaptor.getTargets()};
  if (failed(requireRank(context, logits, 2)) ||
      failed(requireRank(context, targets, 1)) ||
      failed(requireNonEmpty(context, {logits, targets})) ||
      failed(context.requireEqual(context.getShape(targets.value)[0],
                                  context.getShape(logits.value)[0],
                                  "one element of targets per row of logits")))
    return failure();
  results.push_back(
      {{context.getConstant(1)}, Float32Type::get(context.getContext())});
  return success();
}

LogicalResult
AccuracyCountOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  NamedTensor logits = {"logits", adaptor.getLogits()};
  SmallVector<NamedTensor> perRow = {{"labels", adaptor.getLabels()}};
  if (Value mask = adaptor.getMask())
    perRow.push_back({"mask", mask});
  if (failed(requireRankAtLeast(context, logits, 2)) ||
      failed(requireRankAtLeast(context, perRow.front(), 1)) ||
      failed(requireNonEmpty(context, {logits})) ||
      failed(requireNonEmpty(context, perRow)))
    return failure();
  AffineExpr rows =
      multiplyExtents(ArrayRef(context.getShape(logits.value)).drop_back(),
                      context.getContext());
  for (const NamedTensor &tensor : perRow)
    if (failed(
            context.requireEqual(multiplyExtents(context.getShape(tensor.value),
                                                 context.getContext()),
                                 rows,
                                 formatMessage("one element of ", tensor.name,
                                               " per row of logits"))))
      return failure();
  results.push_back(
      {{context.getConstant(1)}, IntegerType::get(context.getContext(), 32)});
  return success();
}
