//===- InterpretRandom.cpp - Random numbers and initial values ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/RandomOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <array>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

LogicalResult ResolveSeedOp::interpret(InterpreterContext &context,
                                       ArrayRef<HostTensor> operands,
                                       Results &results) {
  HostTensor result = operands[0];
  uint32_t hash = static_cast<uint32_t>(operands[1].getInt(0)) ^
                  static_cast<uint32_t>(getSalt()) * 0x9E3779B9u;
  hash = (hash ^ (hash >> 16)) * 0x85EBCA6Bu;
  hash = (hash ^ (hash >> 13)) * 0xC2B2AE35u;
  hash = hash ^ (hash >> 16);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
    if (result.getInt(i) == 0)
      result.setInt(i, hash == 0 ? 1 : hash);
  results.push_back(std::move(result));
  return success();
}

/// Philox4x32-10 (Salmon and others, SC 2011).
static std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter,
                                      std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t p0 = uint64_t(0xD2511F53) * counter[0];
    uint64_t p1 = uint64_t(0xCD9E8D57) * counter[2];
    counter = {static_cast<uint32_t>(p1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(p1),
               static_cast<uint32_t>(p0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(p0)};
    key = {key[0] + 0x9E3779B9u, key[1] + 0xBB67AE85u};
  }
  return counter;
}

static float toFloat(double x) { return static_cast<float>(x); }

/// A word as a number from 0 to 1.
static float getUnit(uint32_t word) {
  return toFloat(std::ldexp(toFloat(word), -32));
}

/// Uniform numbers. The mapping is one of f32 in wide mode, too: it is part of
/// what the op means. Each step is rounded by a cast, since a compiler could
/// fuse the product and the sum.
static HostTensor makeUniform(InterpreterContext &context,
                              ArrayRef<int64_t> shape, Type f32, double low,
                              double high, uint32_t seed) {
  constexpr uint32_t uniformKey = 0x12345678;
  float bottom = toFloat(low);
  float range = toFloat(double(toFloat(high)) - bottom);
  HostTensor result = context.makeTensor(shape, f32);
  std::array<uint32_t, 4> words;
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    if (i % 4 == 0)
      words =
          philox({static_cast<uint32_t>(i / 4), 0, 0, 0}, {seed, uniformKey});
    float unit = getUnit(words[i % 4]);
    float product = toFloat(double(unit) * range);
    result.setFloat(i, toFloat(double(product) + bottom));
  }
  return result;
}

/// Normal numbers; the words become f32, the rest is in double.
static HostTensor makeNormal(InterpreterContext &context,
                             ArrayRef<int64_t> shape, Type f32, double mean,
                             double deviation, uint32_t seed) {
  constexpr uint32_t normalKey = 0x87654321;
  HostTensor result = context.makeTensor(shape, f32);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i) {
    std::array<uint32_t, 4> words =
        philox({static_cast<uint32_t>(i / 2), 0, 0, 0}, {seed, normalKey});
    double radius =
        std::sqrt(-2.0 * std::log(toFloat(double(getUnit(words[0])) + 1e-10f)));
    double angle = 2.0 * M_PI * getUnit(words[1]);
    double normal = radius * (i % 2 == 0 ? std::cos(angle) : std::sin(angle));
    result.setFloat(i, normal * deviation + mean);
  }
  return result;
}

/// The low 32 bits of a seed given as attribute or operand.
static uint32_t getSeedBits(Operation *op, ArrayRef<HostTensor> operands,
                            Value value, IntegerAttr attribute) {
  if (value)
    return static_cast<uint32_t>(findOperand(op, operands, value)->getInt(0));
  return static_cast<uint32_t>(attribute.getInt());
}

LogicalResult PhiloxUniformOp::interpret(InterpreterContext &context,
                                         ArrayRef<HostTensor> operands,
                                         Results &results) {
  Operation *op = getOperation();
  results.push_back(makeUniform(
      context, getMixedExtents(context, getShape(), getDynamicShape()),
      Float32Type::get(getContext()),
      getScalar(op, operands, getLowValue(), getLowAttr()),
      getScalar(op, operands, getHighValue(), getHighAttr()),
      getSeedBits(op, operands, getSeedValue(), getSeedAttr())));
  return success();
}

LogicalResult PhiloxNormalOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  Operation *op = getOperation();
  results.push_back(makeNormal(
      context, getMixedExtents(context, getShape(), getDynamicShape()),
      Float32Type::get(getContext()),
      getScalar(op, operands, getMeanValue(), getMeanAttr()),
      getScalar(op, operands, getDeviationValue(), getDeviationAttr()),
      getSeedBits(op, operands, getSeedValue(), getSeedAttr())));
  return success();
}

//===----------------------------------------------------------------------===//
// Initial values
//===----------------------------------------------------------------------===//

/// Uniform in [-bound, bound); the attribute wins over `bound(shape)`.
template <typename Op>
static LogicalResult
interpretBounded(InterpreterContext &context, Op op,
                 ArrayRef<HostTensor> operands, Results &results,
                 function_ref<double(ArrayRef<int64_t>)> getBound) {
  SmallVector<int64_t> shape =
      getMixedExtents(context, op.getShape(), op.getDynamicShape());
  double bound = shape.size() == 2 ? getBound(shape) : 0.1;
  if (FloatAttr attribute = op.getBoundAttr())
    bound = attribute.getValueAsDouble();
  results.push_back(makeUniform(
      context, shape, Float32Type::get(op.getContext()), -bound, bound,
      getSeedBits(op, operands, op.getSeedValue(), op.getSeedAttr())));
  return success();
}

LogicalResult RandXavierOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  return interpretBounded(
      context, *this, operands, results,
      [](ArrayRef<int64_t> shape) { return std::sqrt(1.0 / shape[1]); });
}

LogicalResult RandGlorotUniformOp::interpret(InterpreterContext &context,
                                             ArrayRef<HostTensor> operands,
                                             Results &results) {
  return interpretBounded(context, *this, operands, results,
                          [](ArrayRef<int64_t> shape) {
                            return std::sqrt(6.0 / (shape[0] + shape[1]));
                          });
}

LogicalResult RandKaimingUniformOp::interpret(InterpreterContext &context,
                                              ArrayRef<HostTensor> operands,
                                              Results &results) {
  return interpretBounded(
      context, *this, operands, results,
      [](ArrayRef<int64_t> shape) { return std::sqrt(6.0 / shape[1]); });
}

LogicalResult RandOp::interpret(InterpreterContext &context,
                                ArrayRef<HostTensor> operands,
                                Results &results) {
  results.push_back(makeUniform(
      context, getMixedExtents(context, getShape(), getDynamicShape()),
      Float32Type::get(getContext()), 0.0, 1.0,
      getSeedBits(getOperation(), operands, getSeedValue(), getSeedAttr())));
  return success();
}

LogicalResult RandNOp::interpret(InterpreterContext &context,
                                 ArrayRef<HostTensor> operands,
                                 Results &results) {
  SmallVector<int64_t> shape =
      getMixedExtents(context, getShape(), getDynamicShape());
  double deviation = shape.size() == 2 ? std::sqrt(2.0 / shape[1]) : 0.02;
  results.push_back(makeNormal(
      context, shape, Float32Type::get(getContext()), 0.0, deviation,
      getSeedBits(getOperation(), operands, getSeedValue(), getSeedAttr())));
  return success();
}

//===----------------------------------------------------------------------===//
// dropout
//===----------------------------------------------------------------------===//

LogicalResult DropoutOp::interpret(InterpreterContext &context,
                                   ArrayRef<HostTensor> operands,
                                   Results &results) {
  const HostTensor &x = operands[0];
  HostTensor uniform = makeUniform(
      context, x.getShape(), Float32Type::get(getContext()), 0.0, 1.0,
      getSeedBits(getOperation(), operands, getSeedValue(), getSeedAttr()));
  // What is compared with numbers of f32 is one.
  float probability = toFloat(getScalar(
      getOperation(), operands, getProbabilityValue(), getProbabilityAttr()));
  if (!(probability >= 0.0f && probability < 1.0f))
    probability = std::numeric_limits<float>::quiet_NaN();
  HostTensor result = x;
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i) {
    double kept = uniform.getFloat(i) < probability ? 0.0 : 1.0;
    result.setFloat(i, x.getFloat(i) * kept / (1.0 - probability));
  }
  results.push_back(std::move(result));
  return success();
}
