//===- InterpretSsm.cpp - Preprocessing of state-space models -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/SsmOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

static double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

static double softplus(double x) {
  return std::fmax(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

namespace {
/// Where the slices of a packed row begin.
struct PackedRow {
  explicit PackedRow(Mamba3PreprocessConfigAttr config) {
    z = 0;
    x = z + config.getInnerSize();
    b = x + config.getInnerSize();
    c = b + config.getBcWidth();
    dt = c + config.getBcWidth();
    a = dt + config.getNumHeads();
    trap = a + config.getNumHeads();
    angle = trap + config.getNumHeads();
    width = angle + config.getNumRopeAngles();
  }
  int64_t z, x, b, c, dt, a, trap, angle, width;
};

/// One head of a row.
struct Bounded {
  Bounded(Mamba3PreprocessConfigAttr config, double rawDt, double rawA) {
    low = config.getDtMin().convertToDouble();
    high = config.getDtMax().convertToDouble();
    unbounded = softplus(rawDt);
    // A NaN is in no order and stays.
    dt = unbounded < low ? low : unbounded > high ? high : unbounded;
    magnitude = rawA >= 0.0 ? 1.0 + rawA : 1.0 / (1.0 - rawA);
    floor = config.getAFloor().convertToDouble();
    rate = magnitude <= floor ? floor : magnitude;
  }
  double low, high, unbounded, dt, magnitude, floor, rate;
};
} // namespace

LogicalResult Mamba3PreprocessOp::interpret(InterpreterContext &context,
                                            ArrayRef<HostTensor> operands,
                                            Results &results) {
  const HostTensor &packed = operands[0], &bias = operands[1];
  Mamba3PreprocessConfigAttr config = getConfig();
  PackedRow at(config);
  int64_t rows = packed.getShape()[0];
  auto make = [&](int64_t width) {
    return context.makeTensor({rows, width}, packed.getElementType());
  };
  auto copySlice = [&](int64_t begin, int64_t width) {
    HostTensor result = make(width);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < width; ++j)
        result.setFloat(i * width + j,
                        packed.getFloat(i * at.width + begin + j));
    return result;
  };
  auto normalize = [&](int64_t begin) {
    HostTensor result = copySlice(begin, config.getBcWidth());
    int64_t n = config.getStateSize();
    for (int64_t run = 0, e = result.getNumElements() / n; run < e; ++run) {
      double square = 0.0;
      for (int64_t i = run * n; i < (run + 1) * n; ++i)
        square += result.getFloat(i) * result.getFloat(i);
      double root =
          std::sqrt(square / double(n) + config.getEpsilon().convertToDouble());
      for (int64_t i = run * n; i < (run + 1) * n; ++i)
        result.setFloat(i, result.getFloat(i) / root);
    }
    return result;
  };
  int64_t heads = config.getNumHeads();
  HostTensor dt = make(heads), adt = make(heads);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t h = 0; h < heads; ++h) {
      const int64_t row = i * at.width;
      Bounded head(config, packed.getFloat(row + at.dt + h) + bias.getFloat(h),
                   packed.getFloat(row + at.a + h));
      dt.setFloat(i * heads + h, head.dt);
      adt.setFloat(i * heads + h, -head.rate * head.dt);
    }
  results.push_back(copySlice(at.x, config.getInnerSize()));
  results.push_back(copySlice(at.z, config.getInnerSize()));
  results.push_back(normalize(at.b));
  results.push_back(normalize(at.c));
  results.push_back(std::move(dt));
  results.push_back(std::move(adt));
  results.push_back(copySlice(at.trap, heads));
  results.push_back(copySlice(at.angle, config.getNumRopeAngles()));
  return success();
}

LogicalResult
Mamba3PreprocessBackwardOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  const HostTensor &packed = operands[0], &bias = operands[1];
  ArrayRef<HostTensor> gradients = operands.drop_front(2);
  Mamba3PreprocessConfigAttr config = getConfig();
  PackedRow at(config);
  int64_t rows = packed.getShape()[0], heads = config.getNumHeads();
  HostTensor result =
      context.makeTensor(packed.getShape(), packed.getElementType());
  HostTensor biasResult =
      context.makeTensor(bias.getShape(), bias.getElementType());
  auto copySlice = [&](int64_t begin, const HostTensor &gradient) {
    int64_t width = gradient.getShape()[1];
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < width; ++j)
        result.setFloat(i * at.width + begin + j,
                        gradient.getFloat(i * width + j));
  };
  auto normalize = [&](int64_t begin, const HostTensor &gradient) {
    int64_t n = config.getStateSize(), width = config.getBcWidth();
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t run = 0; run < width; run += n) {
        double square = 0.0, product = 0.0;
        auto v = [&](int64_t k) {
          return packed.getFloat(i * at.width + begin + run + k);
        };
        auto w = [&](int64_t k) {
          return gradient.getFloat(i * width + run + k);
        };
        for (int64_t k = 0; k < n; ++k) {
          square += v(k) * v(k);
          product += v(k) * w(k);
        }
        double rho = 1.0 / std::sqrt(square / double(n) +
                                     config.getEpsilon().convertToDouble());
        for (int64_t k = 0; k < n; ++k)
          result.setFloat(i * at.width + begin + run + k,
                          rho * w(k) -
                              v(k) * rho * rho * rho * product / double(n));
      }
  };
  copySlice(at.x, gradients[0]);
  copySlice(at.z, gradients[1]);
  normalize(at.b, gradients[2]);
  normalize(at.c, gradients[3]);
  copySlice(at.trap, gradients[6]);
  copySlice(at.angle, gradients[7]);
  for (int64_t h = 0; h < heads; ++h) {
    double total = 0.0;
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t row = i * at.width;
      double rawDt = packed.getFloat(row + at.dt + h) + bias.getFloat(h);
      double rawA = packed.getFloat(row + at.a + h);
      Bounded head(config, rawDt, rawA);
      double dDt = gradients[4].getFloat(i * heads + h);
      double dAdt = gradients[5].getFloat(i * heads + h);
      bool passes =
          !(head.unbounded < head.low) && !(head.unbounded > head.high);
      double e = passes ? (dDt - dAdt * head.rate) * sigmoid(rawDt) : 0.0;
      double growth = rawA >= 0.0 ? 1.0 : 1.0 / ((1.0 - rawA) * (1.0 - rawA));
      result.setFloat(row + at.dt + h, e);
      result.setFloat(row + at.a + h, head.magnitude > head.floor
                                          ? -dAdt * head.dt * growth
                                          : 0.0);
      total += e;
    }
    biasResult.setFloat(h, total);
  }
  results.push_back(std::move(result));
  results.push_back(std::move(biasResult));
  return success();
}
