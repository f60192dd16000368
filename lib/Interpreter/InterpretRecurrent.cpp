//===- InterpretRecurrent.cpp - Recurrent networks ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/RecurrentOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

static void copyElement(HostTensor &to, int64_t i, const HostTensor &from,
                        int64_t j) {
  if (to.isFloat())
    to.setFloat(i, from.getFloat(j));
  else
    to.setInt(i, from.getInt(j));
}

LogicalResult ScanOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  int64_t axis = getAxis();
  size_t numCarried = getInits().size(), numScanned = getScanned().size();
  int64_t length = operands[numCarried].getShape()[axis];
  SmallVector<HostTensor> carried(operands.take_front(numCarried));
  for (int64_t step = 0; step < length; ++step) {
    int64_t place = getReverse() ? length - 1 - step : step;
    SmallVector<HostTensor> arguments(carried);
    for (const HostTensor &tensor : operands.slice(numCarried, numScanned)) {
      SmallVector<int64_t> shape(tensor.getShape());
      shape.erase(shape.begin() + axis);
      HostTensor slice = context.makeTensor(shape, tensor.getElementType());
      AxisView view(tensor.getShape(), axis);
      for (int64_t o = 0; o < view.outer; ++o)
        for (int64_t n = 0; n < view.inner; ++n)
          copyElement(slice, o * view.inner + n, tensor, view(o, place, n));
      arguments.push_back(slice);
    }
    llvm::append_range(arguments, operands.drop_front(numCarried + numScanned));
    FailureOr<SmallVector<HostTensor>> yielded =
        context.runBlock(getBody().front(), arguments);
    if (failed(yielded))
      return failure();
    for (auto [i, value] : llvm::enumerate(*yielded)) {
      if (step == 0) {
        SmallVector<int64_t> shape(value.getShape());
        shape.insert(shape.begin() + axis, length);
        results.push_back(context.makeTensor(shape, value.getElementType()));
      }
      AxisView view(results[i].getShape(), axis);
      for (int64_t o = 0; o < view.outer; ++o)
        for (int64_t n = 0; n < view.inner; ++n)
          copyElement(results[i], view(o, place, n), value, o * view.inner + n);
    }
    carried.assign(yielded->begin(), yielded->begin() + numCarried);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Cells and networks
//===----------------------------------------------------------------------===//

static double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

namespace {
/// The operands of a cell. Rows of gates begin at `gatesBegin`, `hidden` is the
/// state before.
struct Cell {
  const HostTensor &gates, &weight;
  const HostTensor *bias;
  int64_t size;

  /// Element `m` of `hidden weight^T + bias`.
  double getHiddenGate(ArrayRef<double> hidden, int64_t m) const {
    double sum = bias ? bias->getFloat(m) : 0.0;
    for (int64_t j = 0; j < size; ++j)
      sum += weight.getFloat(m * size + j) * hidden[j];
    return sum;
  }

  SmallVector<double> runRnn(int64_t begin, ArrayRef<double> hidden) const {
    SmallVector<double> next;
    for (int64_t j = 0; j < size; ++j)
      next.push_back(
          std::tanh(gates.getFloat(begin + j) + getHiddenGate(hidden, j)));
    return next;
  }

  SmallVector<double> runGru(int64_t begin, ArrayRef<double> hidden) const {
    SmallVector<double> next;
    for (int64_t j = 0; j < size; ++j) {
      int64_t u = size + j, c = 2 * size + j;
      double reset =
          sigmoid(gates.getFloat(begin + j) + getHiddenGate(hidden, j));
      double update =
          sigmoid(gates.getFloat(begin + u) + getHiddenGate(hidden, u));
      double candidate = std::tanh(gates.getFloat(begin + c) +
                                   reset * getHiddenGate(hidden, c));
      next.push_back((1.0 - update) * candidate + update * hidden[j]);
    }
    return next;
  }
};

using RunCell = SmallVector<double> (Cell::*)(int64_t, ArrayRef<double>) const;
} // namespace

template <typename Op>
static Cell getCell(Op op, ArrayRef<HostTensor> operands) {
  const HostTensor &weight =
      *findOperand(op.getOperation(), operands, op.getWeightHh());
  return {operands[0], weight,
          findOperand(op.getOperation(), operands, op.getBiasHh()),
          weight.getShape()[1]};
}

template <typename Op>
static LogicalResult interpretCell(Op op, InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results, RunCell run) {
  Cell cell = getCell(op, operands);
  const HostTensor &hidden = operands[1];
  HostTensor result =
      context.makeTensor(hidden.getShape(), hidden.getElementType());
  int64_t width = cell.gates.getShape()[1];
  for (int64_t b = 0, e = hidden.getShape()[0]; b < e; ++b) {
    SmallVector<double> before;
    for (int64_t j = 0; j < cell.size; ++j)
      before.push_back(hidden.getFloat(b * cell.size + j));
    for (auto [j, value] : llvm::enumerate((cell.*run)(b * width, before)))
      result.setFloat(b * cell.size + j, value);
  }
  results.push_back(std::move(result));
  return success();
}

template <typename Op>
static LogicalResult interpretNetwork(Op op, InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results, RunCell run) {
  Cell cell = getCell(op, operands);
  ArrayRef<int64_t> shape = cell.gates.getShape();
  HostTensor result = context.makeTensor({shape[0], shape[1], cell.size},
                                         cell.gates.getElementType());
  for (int64_t b = 0; b < shape[0]; ++b) {
    SmallVector<double> hidden(cell.size, 0.0);
    for (int64_t t = 0; t < shape[1]; ++t) {
      int64_t row = b * shape[1] + t;
      hidden = (cell.*run)(row * shape[2], hidden);
      for (auto [j, value] : llvm::enumerate(hidden)) {
        result.setFloat(row * cell.size + j, value);
        // What the next step reads is what was stored.
        value = result.getFloat(row * cell.size + j);
      }
    }
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult RnnCellOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  return interpretCell(*this, context, operands, results, &Cell::runRnn);
}

LogicalResult GruCellOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  return interpretCell(*this, context, operands, results, &Cell::runGru);
}

LogicalResult RnnScanOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  return interpretNetwork(*this, context, operands, results, &Cell::runRnn);
}

LogicalResult GruScanOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  return interpretNetwork(*this, context, operands, results, &Cell::runGru);
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

namespace {
/// Adds up the gradients of a cell over rows and steps.
struct CellAdjoint {
  CellAdjoint(const Cell &cell, bool isGru)
      : cell(cell), isGru(isGru), gates(cell.gates.getNumElements()),
        weight(cell.weight.getNumElements()), bias(cell.weight.getShape()[0]) {}

  /// Gives the gradient of the state before the step; `w` is that of the state
  /// after, `begin` where the step's gates are.
  SmallVector<double> run(int64_t begin, ArrayRef<double> hidden,
                          ArrayRef<double> w);

  const Cell &cell;
  bool isGru;
  std::vector<double> gates, weight, bias;
};
} // namespace

SmallVector<double> CellAdjoint::run(int64_t begin, ArrayRef<double> hidden,
                                     ArrayRef<double> w) {
  int64_t size = cell.size;
  SmallVector<double> before(size, 0.0), recurrent(bias.size(), 0.0);
  for (int64_t j = 0; j < size; ++j) {
    if (!isGru) {
      double after = std::tanh(cell.gates.getFloat(begin + j) +
                               cell.getHiddenGate(hidden, j));
      recurrent[j] = w[j] * (1.0 - after * after);
      gates[begin + j] += recurrent[j];
      continue;
    }
    int64_t u = size + j, c = 2 * size + j;
    double product = cell.getHiddenGate(hidden, c);
    double reset =
        sigmoid(cell.gates.getFloat(begin + j) + cell.getHiddenGate(hidden, j));
    double update =
        sigmoid(cell.gates.getFloat(begin + u) + cell.getHiddenGate(hidden, u));
    double candidate =
        std::tanh(cell.gates.getFloat(begin + c) + reset * product);
    double dCandidate = w[j] * (1.0 - update) * (1.0 - candidate * candidate);
    double dUpdate = w[j] * (hidden[j] - candidate) * update * (1.0 - update);
    double dReset = dCandidate * product * reset * (1.0 - reset);
    gates[begin + j] += recurrent[j] = dReset;
    gates[begin + u] += recurrent[u] = dUpdate;
    gates[begin + c] += dCandidate;
    recurrent[c] = dCandidate * reset;
    before[j] += w[j] * update;
  }
  for (auto [m, value] : llvm::enumerate(recurrent)) {
    bias[m] += value;
    for (int64_t j = 0; j < size; ++j) {
      before[j] += cell.weight.getFloat(m * size + j) * value;
      weight[m * size + j] += value * hidden[j];
    }
  }
  return before;
}

static void addResult(InterpreterContext &context, ArrayRef<double> values,
                      const HostTensor &like, Results &results) {
  HostTensor result =
      context.makeTensor(like.getShape(), like.getElementType());
  for (auto [i, value] : llvm::enumerate(values))
    result.setFloat(i, value);
  results.push_back(std::move(result));
}

static SmallVector<double> getRow(const HostTensor &tensor, int64_t begin,
                                  int64_t size) {
  SmallVector<double> row;
  for (int64_t j = 0; j < size; ++j)
    row.push_back(tensor.getFloat(begin + j));
  return row;
}

static LogicalResult interpretCellBackward(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results, bool isGru) {
  const HostTensor &gradient = operands[0];
  ArrayRef<HostTensor> forward = operands.drop_front();
  const HostTensor &hidden = forward[1], &weight = forward[2];
  const HostTensor *bias = forward.size() > 3 ? &forward[3] : nullptr;
  Cell cell{forward[0], weight, bias, weight.getShape()[1]};
  CellAdjoint adjoint(cell, isGru);
  SmallVector<double> dHidden;
  for (int64_t b = 0, e = hidden.getShape()[0]; b < e; ++b)
    llvm::append_range(dHidden,
                       adjoint.run(b * cell.gates.getShape()[1],
                                   getRow(hidden, b * cell.size, cell.size),
                                   getRow(gradient, b * cell.size, cell.size)));
  addResult(context, adjoint.gates, forward[0], results);
  addResult(context, dHidden, hidden, results);
  addResult(context, adjoint.weight, weight, results);
  if (bias)
    addResult(context, adjoint.bias, *bias, results);
  return success();
}

static LogicalResult interpretScanBackward(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results, bool isGru) {
  const HostTensor &gradient = operands[0];
  ArrayRef<HostTensor> forward = operands.drop_front();
  const HostTensor &weight = forward[1];
  const HostTensor *bias = forward.size() > 2 ? &forward[2] : nullptr;
  Cell cell{forward[0], weight, bias, weight.getShape()[1]};
  CellAdjoint adjoint(cell, isGru);
  ArrayRef<int64_t> shape = cell.gates.getShape();
  RunCell run = isGru ? &Cell::runGru : &Cell::runRnn;
  for (int64_t b = 0; b < shape[0]; ++b) {
    SmallVector<SmallVector<double>> states = {
        SmallVector<double>(cell.size, 0.0)};
    for (int64_t t = 0; t + 1 < shape[1]; ++t)
      states.push_back(
          (cell.*run)((b * shape[1] + t) * shape[2], states.back()));
    SmallVector<double> behind(cell.size, 0.0);
    for (int64_t t = shape[1]; t-- > 0;) {
      int64_t row = b * shape[1] + t;
      SmallVector<double> w = getRow(gradient, row * cell.size, cell.size);
      for (auto [value, later] : llvm::zip(w, behind))
        value += later;
      behind = adjoint.run(row * shape[2], states[t], w);
    }
  }
  addResult(context, adjoint.gates, forward[0], results);
  addResult(context, adjoint.weight, weight, results);
  if (bias)
    addResult(context, adjoint.bias, *bias, results);
  return success();
}

LogicalResult RnnCellBackwardOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  return interpretCellBackward(context, operands, results, /*isGru=*/false);
}

LogicalResult RnnScanBackwardOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  return interpretScanBackward(context, operands, results, /*isGru=*/false);
}

LogicalResult GruCellBackwardOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  return interpretCellBackward(context, operands, results, /*isGru=*/true);
}

LogicalResult GruScanBackwardOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  return interpretScanBackward(context, operands, results, /*isGru=*/true);
}
