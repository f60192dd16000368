//===- IndexingOps.cpp - Rules of gather, scatter, selection --------------===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/IndexingOps.cpp.inc"

namespace oaml {
void registerIndexingOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/IndexingOps.cpp.inc"
      >();
}
} // namespace oaml

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

LogicalResult EmbeddingOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  NamedTensor table = {"table", adaptor.getTable()};
  NamedTensor indices = {"indices", adaptor.getIndices()};
  if (failed(requireRank(context, table, 2)) ||
      failed(requireNonEmpty(context, {table, indices})))
    return failure();
  AffineExpr count =
      multiplyExtents(context.getShape(indices.value), context.getContext());
  results.push_back({{count, context.getShape(table.value)[1]},
                     getTensorType(table.value).getElementType()});
  return success();
}

/// Checks two tensors of rank 2 with equal first extents and elements.
static LogicalResult requireRowPairs(ShapeContext &context, NamedTensor left,
                                     NamedTensor right) {
  if (failed(requireRank(context, left, 2)) ||
      failed(requireRank(context, right, 2)) ||
      failed(requireNonEmpty(context, {left, right})))
    return failure();
  return context.requireEqual(
      context.getShape(left.value)[0], context.getShape(right.value)[0],
      formatMessage("equal first extents of ", left.name, " and ", right.name));
}

LogicalResult
GatherLastDimOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX(), indices = adaptor.getIndices();
  if (failed(requireRowPairs(context, {"x", x}, {"indices", indices})))
    return failure();
  results.push_back(
      {context.getShape(indices), getTensorType(x).getElementType()});
  return success();
}

/// The extent that an op asks for by an attribute or an operand.
static FailureOr<AffineExpr> inferExtent(ShapeContext &context, int64_t extent,
                                         Value dynamic, StringRef name) {
  SmallVector<Value, 1> values;
  if (dynamic)
    values.push_back(dynamic);
  FailureOr<SymbolicShape> wanted =
      context.getMixedExtents(extent, values, name);
  if (failed(wanted) ||
      failed(context.require(context.getConstant(1), ExtentRelation::LessEqual,
                             wanted->front(),
                             formatMessage("'", name, "' of at least 1"))))
    return failure();
  return wanted->front();
}

/// The rule of ops that add up rows.
template <typename Adaptor>
static LogicalResult inferRowSums(ShapeContext &context, Adaptor adaptor,
                                  SmallVectorImpl<ResultShape> &results) {
  NamedTensor source = {"source", adaptor.getSource()};
  NamedTensor indices = {"indices", adaptor.getIndices()};
  if (failed(requireRank(context, source, 2)) ||
      failed(requireRank(context, indices, 1)) ||
      failed(requireNonEmpty(context, {source, indices})))
    return failure();
  SymbolicShape shape = context.getShape(source.value);
  if (failed(context.requireEqual(shape[0], context.getShape(indices.value)[0],
                                  "one index per row of source")))
    return failure();
  FailureOr<AffineExpr> rows =
      inferExtent(context, adaptor.getRows(), adaptor.getDynamicRows(), "rows");
  if (failed(rows))
    return failure();
  shape[0] = *rows;
  results.push_back({shape, getTensorType(source.value).getElementType()});
  return success();
}

LogicalResult
ScatterAddRowsOp::inferResults(ShapeContext &context, Adaptor adaptor,
                               SmallVectorImpl<ResultShape> &results) {
  return inferRowSums(context, adaptor, results);
}

LogicalResult
AccumulateRowsOp::inferResults(ShapeContext &context, Adaptor adaptor,
                               SmallVectorImpl<ResultShape> &results) {
  return inferRowSums(context, adaptor, results);
}

LogicalResult
AccumulateLastDimOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                  SmallVectorImpl<ResultShape> &results) {
  Value source = adaptor.getSource(), indices = adaptor.getIndices();
  if (failed(
          requireRowPairs(context, {"source", source}, {"indices", indices})))
    return failure();
  SymbolicShape shape = context.getShape(source);
  if (failed(context.requireEqual(shape[1], context.getShape(indices)[1],
                                  "one index per element of source")))
    return failure();
  FailureOr<AffineExpr> size =
      inferExtent(context, adaptor.getSize(), adaptor.getDynamicSize(), "size");
  if (failed(size))
    return failure();
  shape[1] = *size;
  results.push_back({shape, getTensorType(source).getElementType()});
  return success();
}
