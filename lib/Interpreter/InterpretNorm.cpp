//===- InterpretNorm.cpp - Normalizations ---------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/NormOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

namespace {
/// Flat indices of the elements that one mean is taken over.
using Group = SmallVector<int64_t>;

/// A tensor's elements in groups.
struct Groups {
  SmallVector<Group> groups;
  /// Which element of weight and bias belongs to a flat index.
  SmallVector<int64_t> affine;
};

struct Statistics {
  double mean = 0.0, variance = 0.0, inverse = 0.0;
};
} // namespace

/// A group per channel (axis 1).
static Groups groupByChannel(ArrayRef<int64_t> shape) {
  AxisView view(shape, 1);
  Groups result;
  result.affine.resize(view.outer * view.extent * view.inner);
  for (int64_t c = 0; c < view.extent; ++c) {
    Group &group = result.groups.emplace_back();
    for (int64_t o = 0; o < view.outer; ++o)
      for (int64_t n = 0; n < view.inner; ++n) {
        group.push_back(view(o, c, n));
        result.affine[group.back()] = c;
      }
  }
  return result;
}

/// A group per place, of its channels (axis 1).
static Groups groupByPlace(ArrayRef<int64_t> shape) {
  AxisView view(shape, 1);
  Groups result;
  result.affine.resize(view.outer * view.extent * view.inner);
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t n = 0; n < view.inner; ++n) {
      Group &group = result.groups.emplace_back();
      for (int64_t c = 0; c < view.extent; ++c) {
        group.push_back(view(o, c, n));
        result.affine[group.back()] = c;
      }
    }
  return result;
}

/// A group per row; row i belongs to row i mod `affineRows` of weight and bias.
static Groups groupByRow(ArrayRef<int64_t> shape, int64_t affineRows = 1) {
  AxisView view(shape, shape.size() - 1);
  Groups result;
  for (int64_t o = 0; o < view.outer; ++o) {
    Group &group = result.groups.emplace_back();
    for (int64_t i = 0; i < view.extent; ++i) {
      group.push_back(view(o, i, 0));
      result.affine.push_back(o % affineRows * view.extent + i);
    }
  }
  return result;
}

static Statistics getStatistics(const HostTensor &x, const Group &group,
                                double epsilon, bool isCentred) {
  Statistics result;
  auto count = static_cast<double>(group.size());
  if (isCentred) {
    for (int64_t i : group)
      result.mean += x.getFloat(i);
    result.mean /= count;
  }
  for (int64_t i : group) {
    double difference = x.getFloat(i) - result.mean;
    result.variance += difference * difference;
  }
  result.variance /= count;
  result.inverse = 1.0 / std::sqrt(result.variance + epsilon);
  return result;
}

/// Normalized elements times weight plus bias (null: none), then `finish` of
/// the flat index and that.
static HostTensor
interpretNorm(InterpreterContext &context, const HostTensor &x,
              const HostTensor &weight, const HostTensor *bias,
              const Groups &groups, double epsilon, bool isCentred,
              function_ref<double(int64_t, double)> finish,
              SmallVectorImpl<Statistics> *statistics = nullptr) {
  HostTensor result = context.makeTensor(x.getShape(), x.getElementType());
  for (const Group &group : groups.groups) {
    Statistics s = getStatistics(x, group, epsilon, isCentred);
    if (statistics)
      statistics->push_back(s);
    for (int64_t i : group) {
      double y = (x.getFloat(i) - s.mean) * s.inverse *
                 weight.getFloat(groups.affine[i]);
      if (bias)
        y += bias->getFloat(groups.affine[i]);
      result.setFloat(i, finish(i, y));
    }
  }
  return result;
}

static double identity(int64_t, double y) { return y; }

namespace {
struct NormAdjoints {
  HostTensor x, weight, bias;
};
} // namespace

/// Adjoints for the cotangent `g` (of flat indices) of the normalized elements
/// after weight and bias.
static NormAdjoints interpretNormBackward(InterpreterContext &context,
                                          const HostTensor &x,
                                          const HostTensor &weight,
                                          const Groups &groups, double epsilon,
                                          bool isCentred,
                                          function_ref<double(int64_t)> g) {
  NormAdjoints result{
      context.makeTensor(x.getShape(), x.getElementType()),
      context.makeTensor(weight.getShape(), weight.getElementType()),
      context.makeTensor(weight.getShape(), weight.getElementType())};
  std::vector<double> weights(weight.getNumElements()), biases(weights);
  for (const Group &group : groups.groups) {
    Statistics s = getStatistics(x, group, epsilon, isCentred);
    auto getUnit = [&](int64_t i) {
      return (x.getFloat(i) - s.mean) * s.inverse;
    };
    double meanOfQ = 0.0, meanOfProduct = 0.0;
    for (int64_t i : group) {
      double q = g(i) * weight.getFloat(groups.affine[i]);
      meanOfQ += q;
      meanOfProduct += q * getUnit(i);
      weights[groups.affine[i]] += g(i) * getUnit(i);
      biases[groups.affine[i]] += g(i);
    }
    auto count = static_cast<double>(group.size());
    meanOfQ = isCentred ? meanOfQ / count : 0.0;
    meanOfProduct /= count;
    for (int64_t i : group) {
      double q = g(i) * weight.getFloat(groups.affine[i]);
      result.x.setFloat(i,
                        s.inverse * (q - meanOfQ - getUnit(i) * meanOfProduct));
    }
  }
  for (auto [i, values] : llvm::enumerate(llvm::zip_equal(weights, biases))) {
    result.weight.setFloat(i, std::get<0>(values));
    result.bias.setFloat(i, std::get<1>(values));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Over batch and plane, over channels
//===----------------------------------------------------------------------===//

LogicalResult BatchNorm2dOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  const HostTensor &x = operands[0];
  SmallVector<Statistics> statistics;
  results.push_back(interpretNorm(context, x, operands[1], &operands[2],
                                  groupByChannel(x.getShape()),
                                  getEpsilon().convertToDouble(),
                                  /*isCentred=*/true, identity, &statistics));
  Type f32 = Float32Type::get(getContext());
  HostTensor mean = context.makeTensor({x.getShape()[1]}, f32);
  HostTensor variance = context.makeTensor({x.getShape()[1]}, f32);
  for (auto [c, s] : llvm::enumerate(statistics)) {
    mean.setFloat(c, s.mean);
    variance.setFloat(c, s.variance);
  }
  results.push_back(std::move(mean));
  results.push_back(std::move(variance));
  return success();
}

LogicalResult BatchNorm2dWithStatsOp::interpret(InterpreterContext &context,
                                                ArrayRef<HostTensor> operands,
                                                Results &results) {
  const HostTensor &x = operands[0], &mean = operands[1],
                   &variance = operands[2], &weight = operands[3],
                   &bias = operands[4];
  double epsilon = getEpsilon().convertToDouble();
  HostTensor result = context.makeTensor(x.getShape(), x.getElementType());
  AxisView view(x.getShape(), 1);
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t c = 0; c < view.extent; ++c)
      for (int64_t n = 0; n < view.inner; ++n) {
        int64_t i = view(o, c, n);
        double scale =
            weight.getFloat(c) / std::sqrt(variance.getFloat(c) + epsilon);
        result.setFloat(i, (x.getFloat(i) - mean.getFloat(c)) * scale +
                               bias.getFloat(c));
      }
  results.push_back(std::move(result));
  return success();
}

LogicalResult ChannelNormOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  results.push_back(interpretNorm(
      context, operands[0], operands[1], &operands[2],
      groupByPlace(operands[0].getShape()), getEpsilon().convertToDouble(),
      /*isCentred=*/true, identity));
  return success();
}

LogicalResult ChannelNormReluOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  // NaN stays NaN.
  results.push_back(interpretNorm(
      context, operands[0], operands[1], &operands[2],
      groupByPlace(operands[0].getShape()), getEpsilon().convertToDouble(),
      /*isCentred=*/true,
      [](int64_t, double y) { return y <= 0.0 ? 0.0 : y; }));
  return success();
}

static void append(NormAdjoints &&adjoints, Results &results) {
  results.push_back(std::move(adjoints.x));
  results.push_back(std::move(adjoints.weight));
  results.push_back(std::move(adjoints.bias));
}

LogicalResult ChannelNormBackwardOp::interpret(InterpreterContext &context,
                                               ArrayRef<HostTensor> operands,
                                               Results &results) {
  append(
      interpretNormBackward(context, operands[0], operands[1],
                            groupByPlace(operands[0].getShape()),
                            getEpsilon().convertToDouble(), /*isCentred=*/true,
                            [&](int64_t i) { return operands[2].getFloat(i); }),
      results);
  return success();
}

LogicalResult
ChannelNormReluBackwardOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  append(interpretNormBackward(context, operands[0], operands[1],
                               groupByPlace(operands[0].getShape()),
                               getEpsilon().convertToDouble(),
                               /*isCentred=*/true,
                               [&](int64_t i) {
                                 return operands[2].getFloat(i) > 0.0
                                            ? operands[3].getFloat(i)
                                            : 0.0;
                               }),
         results);
  return success();
}

//===----------------------------------------------------------------------===//
// Over the last axis
//===----------------------------------------------------------------------===//

LogicalResult LayerNormOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  results.push_back(interpretNorm(
      context, operands[0], operands[1], &operands[2],
      groupByRow(operands[0].getShape()), getEpsilon().convertToDouble(),
      /*isCentred=*/true, identity));
  return success();
}

LogicalResult RmsNormOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  results.push_back(interpretNorm(
      context, operands[0], operands[1], /*bias=*/nullptr,
      groupByRow(operands[0].getShape()), getEpsilon().convertToDouble(),
      /*isCentred=*/false, identity));
  return success();
}

LogicalResult ResidualRmsNormOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  const HostTensor &a = operands[0], &b = operands[1];
  HostTensor residual = context.makeTensor(a.getShape(), a.getElementType());
  for (int64_t i = 0, e = residual.getNumElements(); i < e; ++i)
    residual.setFloat(i, a.getFloat(i) + b.getFloat(i));
  results.push_back(interpretNorm(context, residual, operands[2],
                                  /*bias=*/nullptr, groupByRow(a.getShape()),
                                  getEpsilon().convertToDouble(),
                                  /*isCentred=*/false, identity));
  results.push_back(std::move(residual));
  return success();
}

static double sigmoid(double z) { return 1.0 / (1.0 + std::exp(-z)); }

static Groups groupGated(const HostTensor &x, const HostTensor &weight) {
  return groupByRow(x.getShape(),
                    weight.getNumElements() / weight.getShape().back());
}

LogicalResult RmsNormGatedOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  const HostTensor *bias = findOperand(*this, operands, getBias());
  const HostTensor &gate = operands.back();
  results.push_back(interpretNorm(
      context, operands[0], operands[1], bias,
      groupGated(operands[0], operands[1]), getEpsilon().convertToDouble(),
      /*isCentred=*/false, [&](int64_t i, double y) {
        double z = gate.getFloat(i);
        return y * (z * sigmoid(z));
      }));
  return success();
}

LogicalResult RmsNormGatedBackwardOp::interpret(InterpreterContext &context,
                                                ArrayRef<HostTensor> operands,
                                                Results &results) {
  const HostTensor &x = operands[0], &weight = operands[1];
  const HostTensor *bias = findOperand(*this, operands, getBias());
  const HostTensor &g = operands.back(), &gate = operands[operands.size() - 2];
  Groups groups = groupGated(x, weight);
  double epsilon = getEpsilon().convertToDouble();
  NormAdjoints adjoints = interpretNormBackward(
      context, x, weight, groups, epsilon, /*isCentred=*/false, [&](int64_t i) {
        double z = gate.getFloat(i);
        return g.getFloat(i) * (z * sigmoid(z));
      });
  HostTensor gateAdjoint =
      interpretNorm(context, x, weight, bias, groups, epsilon,
                    /*isCentred=*/false, [&](int64_t i, double affine) {
                      double z = gate.getFloat(i), s = sigmoid(z);
                      return g.getFloat(i) * affine * s * (1.0 + z * (1.0 - s));
                    });
  results.push_back(std::move(adjoints.x));
  results.push_back(std::move(adjoints.weight));
  if (bias)
    results.push_back(std::move(adjoints.bias));
  results.push_back(std::move(gateAdjoint));
  return success();
}
