//===- LowerRandom.cpp - Seeds and random numbers -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/RandomOps.h"
using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

Results ResolveSeedOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                     ValueRange operands) {
  // The finaliser of MurmurHash3 (Austin Appleby, public domain) on the run's
  // seed and the salt, which 2^32 / golden ratio spreads over the word.
  auto salt = static_cast<uint32_t>(getSalt()) * 0x9E3779B9u;
  return SmallVector<Value>{createElementwise(
      b, operands, b.getI32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        auto shiftXor = [&](Value h, int64_t distance) -> Value {
          return arith::XOrIOp::create(
              b, h, arith::ShRUIOp::create(b, h, createInt(b, distance)));
        };
        Value h = arith::XOrIOp::create(b, x[1], createInt(b, salt));
        h = shiftXor(h, 16);
        h = arith::MulIOp::create(b, h, createInt(b, 0x85EBCA6B));
        h = shiftXor(h, 13);
        h = arith::MulIOp::create(b, h, createInt(b, 0xC2B2AE35));
        h = shiftXor(h, 16);
        Value zero = createInt(b, 0);
        Value isZero =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, h, zero);
        h = arith::SelectOp::create(b, isZero, createInt(b, 1), h);
        Value isDrawn =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x[0], zero);
        return arith::SelectOp::create(b, isDrawn, h, x[0]);
      })};
}

//===----------------------------------------------------------------------===//
// Philox
//===----------------------------------------------------------------------===//

/// Philox4x32-10 (J. K. Salmon et al., "Parallel random numbers: as easy as 1,
/// 2, 3", SC 2011): the four words of counter `(block, 0, 0, 0)` under the key
/// `(seed, secondKey)`.
static std::array<Value, 4> createPhilox(ImplicitLocOpBuilder &b, Value block,
                                         Value seed, uint32_t secondKey) {
  constexpr uint32_t firstMultiplier = 0xD2511F53, firstStep = 0x9E3779B9;
  constexpr uint32_t secondMultiplier = 0xCD9E8D57, secondStep = 0xBB67AE85;
  Value zero = createInt(b, 0);
  std::array<Value, 4> words{block, zero, zero, zero};
  Value multipliers[] = {createInt(b, firstMultiplier),
                         createInt(b, secondMultiplier)};
  for (uint32_t round = 0; round < 10; ++round) {
    Value keys[] = {
        b.createOrFold<arith::AddIOp>(seed, createInt(b, round * firstStep)),
        createInt(b, secondKey + round * secondStep)};
    // Product 0 is of word 0, product 1 of word 2 (zero in the first round).
    std::array<Value, 4> next;
    for (unsigned i : {0u, 1u}) {
      Value low = zero, high = zero;
      if (words[2 * i] != zero) {
        auto product =
            arith::MulUIExtendedOp::create(b, multipliers[i], words[2 * i]);
        low = product.getLow();
        high = product.getHigh();
      }
      unsigned other = 2 * (1 - i);
      next[other] = b.createOrFold<arith::XOrIOp>(
          b.createOrFold<arith::XOrIOp>(high, words[other + 1]), keys[1 - i]);
      next[other + 1] = low;
    }
    words = next;
  }
  return words;
}

/// One of `words`, chosen by the low two bits of `index`.
static Value createChoice(ImplicitLocOpBuilder &b,
                          const std::array<Value, 4> &words, Value index) {
  auto hasBit = [&](int64_t bit) -> Value {
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne,
        arith::AndIOp::create(b, index, createInt(b, bit)), createInt(b, 0));
  };
  Value odd = hasBit(1);
  Value low = arith::SelectOp::create(b, odd, words[1], words[0]);
  Value high = arith::SelectOp::create(b, odd, words[3], words[2]);
  return arith::SelectOp::create(b, hasBit(2), high, low);
}

/// `bits` as an unsigned number, rounded to f32, times 2^-32. Made of two
/// halves, which convert exactly: the sum rounds once. Devices convert unsigned
/// words by two roundings (SwiftShader) or at length.
static Value createUnit(ImplicitLocOpBuilder &b, Value bits) {
  auto scale = [&](Value half, double factor) -> Value {
    return arith::MulFOp::create(
        b, arith::SIToFPOp::create(b, b.getF32Type(), half),
        createFloat(b, factor));
  };
  Value high = arith::ShRUIOp::create(b, bits, createInt(b, 16));
  Value low = arith::AndIOp::create(b, bits, createInt(b, 0xFFFF));
  high = scale(high, 0x1p-16);
  low = scale(low, 0x1p-32);
  return arith::AddFOp::create(b, high, low);
}

namespace {
/// Two float parameters, each an attribute or the next of `scalars`, and the
/// seed.
struct RandomParameters {
  std::optional<APFloat> first, second;
  std::optional<uint64_t> seed;
  SmallVector<Value> scalars;
};
} // namespace

/// Makes a number of the words that `number`, its place in row-major order,
/// belongs to.
using RandomBody =
    llvm::function_ref<Value(ImplicitLocOpBuilder &b, Value number, Value first,
                             Value second, Value seed)>;

/// A tensor of `sizes` each of whose elements is `body` of its number.
static Value createRandom(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                          const RandomParameters &parameters, RandomBody body) {
  auto getFloat = [&](ImplicitLocOpBuilder &b, std::optional<APFloat> attribute,
                      ArrayRef<Value> &values) -> Value {
    if (attribute)
      return createFloat(b, attribute->convertToDouble());
    Value value = values.front();
    values = values.drop_front();
    if (isa<FloatType>(value.getType()))
      return value;
    return arith::SIToFPOp::create(b, b.getF32Type(), value);
  };

  // The number of an element in row-major order, at most 2^32.
  SmallVector<Value> extents;
  for (OpFoldResult size : sizes.drop_front(!sizes.empty()))
    extents.push_back(asValue(b, size));

  return createElementwise(
      b, parameters.scalars, sizes, b.getF32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> values) -> Value {
        Value first = getFloat(b, parameters.first, values);
        Value second = getFloat(b, parameters.second, values);
        Value seed =
            values.empty() ? createInt(b, *parameters.seed) : values.front();
        Value number;
        for (size_t axis = 0; axis < sizes.size(); ++axis) {
          Value index = linalg::IndexOp::create(b, axis);
          if (number)
            index = arith::AddIOp::create(
                b, arith::MulIOp::create(b, number, extents[axis - 1]), index);
          number = index;
        }
        number = number ? arith::IndexCastOp::create(b, b.getI32Type(), number)
                              .getResult()
                        : createInt(b, 0);
        return body(b, number, first, second, seed);
      });
}

/// An error where a seed still stands for one that each run draws.
static LogicalResult checkSeed(Operation *op, Value value,
                               std::optional<uint64_t> attribute) {
  if (value || attribute != 0)
    return success();
  return op->emitOpError(
      "with seed 0 has no lowering: 'oaml.resolve_seed' must "
      "have replaced the seed, found attribute 'seed' 0");
}

/// The values that are there.
static SmallVector<Value> getPresent(ArrayRef<Value> values) {
  return llvm::filter_to_vector(values,
                                [](Value value) { return bool(value); });
}

Results PhiloxUniformOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                       ValueRange operands) {
  if (failed(checkSeed(*this, getSeedValue(), getSeed())))
    return failure();
  constexpr uint32_t key = 0x12345678;
  Adaptor adaptor(operands, *this);
  return SmallVector<Value>{createRandom(
      b, getMixedValues(b, getShape(), adaptor.getDynamicShape()),
      {getLow(), getHigh(), getSeed(),
       getPresent({adaptor.getLowValue(), adaptor.getHighValue(),
                   adaptor.getSeedValue()})},
      [](ImplicitLocOpBuilder &b, Value number, Value low, Value high,
         Value seed) -> Value {
        Value block = arith::ShRUIOp::create(b, number, createInt(b, 2));
        Value bits = createChoice(b, createPhilox(b, block, seed, key), number);
        // Without `contractible`: the product is rounded before the sum.
        Value range = b.createOrFold<arith::SubFOp>(high, low);
        Value unit = createUnit(b, bits);
        return arith::AddFOp::create(b, arith::MulFOp::create(b, unit, range),
                                     low);
      })};
}

Results PhiloxNormalOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                      ValueRange operands) {
  if (failed(checkSeed(*this, getSeedValue(), getSeed())))
    return failure();
  constexpr uint32_t key = 0x87654321;
  Adaptor adaptor(operands, *this);
  return SmallVector<Value>{createRandom(
      b, getMixedValues(b, getShape(), adaptor.getDynamicShape()),
      {getMean(), getDeviation(), getSeed(),
       getPresent({adaptor.getMeanValue(), adaptor.getDeviationValue(),
                   adaptor.getSeedValue()})},
      [](ImplicitLocOpBuilder &b, Value number, Value mean, Value deviation,
         Value seed) -> Value {
        Value one = createInt(b, 1);
        Value pair = arith::ShRUIOp::create(b, number, one);
        std::array<Value, 4> words = createPhilox(b, pair, seed, key);
        Value u = arith::AddFOp::create(b, createUnit(b, words[0]),
                                        createFloat(b, 1e-10));
        Value radius = math::SqrtOp::create(
            b, arith::MulFOp::create(b, createFloat(b, -2.0),
                                     math::LogOp::create(b, u)));
        // The second of a pair is a sine: three quarters of a turn more.
        Value angle = createUnit(b, words[1]);
        Value quarter = arith::FPToSIOp::create(
            b, b.getI32Type(),
            arith::AddFOp::create(
                b, arith::MulFOp::create(b, angle, createFloat(b, 4.0)),
                createFloat(b, 0.5)));
        Value rest = arith::SubFOp::create(
            b, angle,
            arith::MulFOp::create(
                b, arith::SIToFPOp::create(b, b.getF32Type(), quarter),
                createFloat(b, 0.25)));
        Value isSecond = arith::AndIOp::create(b, number, one);
        quarter = arith::AddIOp::create(
            b, quarter, arith::MulIOp::create(b, isSecond, createInt(b, 3)));
        Value normal = arith::MulFOp::create(
            b, radius, createCosineOfTurns(b, quarter, rest));
        return arith::AddFOp::create(
            b, arith::MulFOp::create(b, normal, deviation, contractible), mean,
            contractible);
      })};
}
