//===- InterpretContraction.cpp - Matrix products -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

LogicalResult ContractionOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  // Extents of the iteration space, and strides of each tensor along it.
  unsigned numDims = getMap(0).getNumDims();
  SmallVector<int64_t> extents(numDims, 1);
  SmallVector<SmallVector<int64_t>> strides(2,
                                            SmallVector<int64_t>(numDims, 0));
  for (auto [operand, strides, number] :
       llvm::zip_equal(operands, strides, llvm::seq(2u))) {
    AffineMap map = getMap(number);
    for (auto [axis, stride] :
         llvm::enumerate(getStrides(operand.getShape()))) {
      unsigned dim = map.getDimPosition(axis);
      extents[dim] = operand.getShape()[axis];
      strides[dim] = stride;
    }
  }

  // Dimensions of the result in its order, then those that are summed.
  SmallVector<int64_t> shape, summed;
  SmallVector<SmallVector<int64_t>> outer(2), inner(2);
  auto append = [&](unsigned dim, SmallVector<int64_t> &list,
                    SmallVector<SmallVector<int64_t>> &lists) {
    list.push_back(extents[dim]);
    lists[0].push_back(strides[0][dim]);
    lists[1].push_back(strides[1][dim]);
  };
  for (AffineExpr expr : getMap(2).getResults())
    append(cast<AffineDimExpr>(expr).getPosition(), shape, outer);
  for (unsigned dim = 0; dim < numDims; ++dim)
    if (!getMap(2).isFunctionOfDim(dim))
      append(dim, summed, inner);

  HostTensor result = context.makeTensor(shape, operands[0].getElementType());
  int64_t index = 0;
  forEachPosition(shape, outer, [&](ArrayRef<int64_t> start) {
    double total = 0.0;
    forEachPosition(summed, inner, [&](ArrayRef<int64_t> offset) {
      total += operands[0].getFloat(start[0] + offset[0]) *
               operands[1].getFloat(start[1] + offset[1]);
    });
    result.setFloat(index++, total);
  });
  results.push_back(std::move(result));
  return success();
}

/// `finish(x weight^T + bias)` for x `[..., K]`, weight `[N, K]`, bias `[N]` or
/// null.
static LogicalResult interpretLinear(InterpreterContext &context,
                                     const HostTensor &x,
                                     const HostTensor &weight,
                                     const HostTensor *bias, Results &results,
                                     function_ref<double(double)> finish) {
  int64_t depth = x.getShape().back(), width = weight.getShape()[0];
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = width;
  HostTensor result = context.makeTensor(shape, x.getElementType());
  int64_t rows = width == 0 ? 0 : result.getNumElements() / width;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < width; ++column) {
      double total = 0.0;
      for (int64_t k = 0; k < depth; ++k)
        total +=
            x.getFloat(row * depth + k) * weight.getFloat(column * depth + k);
      if (bias)
        total += bias->getFloat(column);
      result.setFloat(row * width + column, finish(total));
    }
  results.push_back(std::move(result));
  return success();
}

static double identity(double y) { return y; }

LogicalResult MatmulNTOp::interpret(InterpreterContext &context,
                                    ArrayRef<HostTensor> operands,
                                    Results &results) {
  return interpretLinear(context, operands[0], operands[1], nullptr, results,
                         identity);
}

LogicalResult LinearOp::interpret(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  Results &results) {
  return interpretLinear(context, operands[0], operands[1],
                         getBias() ? &operands[2] : nullptr, results, identity);
}

LogicalResult LinearReluOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  // NaN stays NaN.
  return interpretLinear(context, operands[0], operands[1], &operands[2],
                         results, [](double y) { return y <= 0.0 ? 0.0 : y; });
}

LogicalResult LinearGeluOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  return interpretLinear(
      context, operands[0], operands[1], &operands[2], results, [](double y) {
        double inner = std::sqrt(2.0 / M_PI) * (y + 0.044715 * y * y * y);
        return 0.5 * y * (1.0 + std::tanh(inner));
      });
}

LogicalResult PackedLinearOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  SmallVector<HostTensor> parts;
  int64_t width = 0;
  for (auto [i, weight] : llvm::enumerate(getWeights())) {
    const HostTensor *bias =
        getBiases().empty()
            ? nullptr
            : findOperand(getOperation(), operands, getBiases()[i]);
    if (failed(interpretLinear(context, operands[0], operands[1 + i], bias,
                               parts, identity)))
      return failure();
    width += parts.back().getShape()[1];
  }
  int64_t rows = operands[0].getShape()[0], start = 0;
  HostTensor result =
      context.makeTensor({rows, width}, operands[0].getElementType());
  for (const HostTensor &part : parts) {
    int64_t columns = part.getShape()[1];
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        result.setFloat(row * width + start + column,
                        part.getFloat(row * columns + column));
    start += columns;
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult BiasAddOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  HostTensor result = operands[0];
  int64_t width = operands[1].getNumElements();
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
    result.setFloat(i, result.getFloat(i) + operands[1].getFloat(i % width));
  results.push_back(std::move(result));
  return success();
}

/// A batched product; `leftInner` and `rightInner`, 1 or 2, are the axes that
/// are summed.
static LogicalResult interpretBmm(InterpreterContext &context,
                                  ArrayRef<HostTensor> operands,
                                  unsigned leftInner, unsigned rightInner,
                                  Results &results) {
  const HostTensor &left = operands[0], &right = operands[1];
  int64_t batches = left.getShape()[0], rows = left.getShape()[3 - leftInner],
          depth = left.getShape()[leftInner],
          columns = right.getShape()[3 - rightInner];
  HostTensor result =
      context.makeTensor({batches, rows, columns}, left.getElementType());
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) {
        double total = 0.0;
        for (int64_t k = 0; k < depth; ++k) {
          int64_t leftPlace = leftInner == 2 ? i * depth + k : k * rows + i;
          int64_t rightPlace =
              rightInner == 2 ? j * depth + k : k * columns + j;
          total += left.getFloat(b * rows * depth + leftPlace) *
                   right.getFloat(b * depth * columns + rightPlace);
        }
        result.setFloat((b * rows + i) * columns + j, total);
      }
  results.push_back(std::move(result));
  return success();
}

LogicalResult BmmOp::interpret(InterpreterContext &context,
                               ArrayRef<HostTensor> operands,
                               Results &results) {
  return interpretBmm(context, operands, 2, 1, results);
}

LogicalResult BmmNTOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  return interpretBmm(context, operands, 2, 2, results);
}

LogicalResult BmmTNOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  return interpretBmm(context, operands, 1, 1, results);
}
