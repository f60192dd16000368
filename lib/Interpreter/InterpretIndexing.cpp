//===- InterpretIndexing.cpp - Gathers and sums by index ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// Element `from` of `source`, or 0 where `isInside` is false, as element `to`
/// of `result`, which is of one type with it.
static void copyOrZero(HostTensor &result, int64_t to, const HostTensor &source,
                       int64_t from, bool isInside) {
  if (result.isFloat())
    result.setFloat(to, isInside ? source.getFloat(from) : 0.0);
  else
    result.setInt(to, isInside ? source.getInt(from) : 0);
}

LogicalResult EmbeddingOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &table = operands[0], &indices = operands[1];
  int64_t rows = table.getShape()[0], width = table.getShape()[1];
  int64_t count = indices.getNumElements();
  HostTensor result =
      context.makeTensor({count, width}, table.getElementType());
  for (int64_t i = 0; i < count; ++i) {
    int64_t row = indices.getInt(i);
    for (int64_t d = 0; d < width; ++d)
      copyOrZero(result, i * width + d, table, row * width + d,
                 row >= 0 && row < rows);
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult GatherLastDimOp::interpret(InterpreterContext &context,
                                         ArrayRef<HostTensor> operands,
                                         Results &results) {
  const HostTensor &x = operands[0], &indices = operands[1];
  int64_t width = x.getShape()[1], count = indices.getShape()[1];
  HostTensor result =
      context.makeTensor(indices.getShape(), x.getElementType());
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    int64_t column = indices.getInt(i);
    copyOrZero(result, i, x, i / count * width + column,
               column >= 0 && column < width);
  }
  results.push_back(std::move(result));
  return success();
}

/// An extent that an op has as an attribute or as an operand of type index.
static int64_t getExtent(InterpreterContext &context, Value dynamic,
                         int64_t extent) {
  return dynamic ? context.getIndex(dynamic) : extent;
}

/// The rows of `source` added up by index, in rising order.
static LogicalResult addRows(InterpreterContext &context,
                             ArrayRef<HostTensor> operands, int64_t rows,
                             Results &results) {
  const HostTensor &source = operands[0], &indices = operands[1];
  int64_t width = source.getShape()[1];
  std::vector<double> sums(rows * width);
  for (int64_t r = 0; r < indices.getNumElements(); ++r) {
    int64_t row = indices.getInt(r);
    if (row < 0 || row >= rows)
      continue;
    for (int64_t d = 0; d < width; ++d)
      sums[row * width + d] += source.getFloat(r * width + d);
  }
  HostTensor result =
      context.makeTensor({rows, width}, source.getElementType());
  for (auto [i, sum] : llvm::enumerate(sums))
    result.setFloat(i, sum);
  results.push_back(std::move(result));
  return success();
}

LogicalResult ScatterAddRowsOp::interpret(InterpreterContext &context,
                                          ArrayRef<HostTensor> operands,
                                          Results &results) {
  return addRows(context, operands,
                 getExtent(context, getDynamicRows(), getRows()), results);
}

LogicalResult AccumulateRowsOp::interpret(InterpreterContext &context,
                                          ArrayRef<HostTensor> operands,
                                          Results &results) {
  return addRows(context, operands,
                 getExtent(context, getDynamicRows(), getRows()), results);
}

LogicalResult AccumulateLastDimOp::interpret(InterpreterContext &context,
                                             ArrayRef<HostTensor> operands,
                                             Results &results) {
  const HostTensor &source = operands[0], &indices = operands[1];
  int64_t size = getExtent(context, getDynamicSize(), getSize());
  int64_t rows = source.getShape()[0], count = source.getShape()[1];
  std::vector<double> sums(rows * size);
  for (int64_t i = 0, e = source.getNumElements(); i < e; ++i) {
    int64_t column = indices.getInt(i);
    if (column >= 0 && column < size)
      sums[i / count * size + column] += source.getFloat(i);
  }
  HostTensor result = context.makeTensor({rows, size}, source.getElementType());
  for (auto [i, sum] : llvm::enumerate(sums))
    result.setFloat(i, sum);
  results.push_back(std::move(result));
  return success();
}
