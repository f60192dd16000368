//===- LowerAttention.cpp - Attention -------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/AttentionOps.h"

#include <limits>

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

namespace {
/// Attention as a program of one kernel. Tiles of the scores are computed where
/// they are needed; nothing of `[N, S, S]` is ever in memory.
class AttentionLowering {
public:
  AttentionLowering(ImplicitLocOpBuilder &b, Value query, Value key, Value mask,
                    double scale, bool causal)
      : b(b), query(query), key(key), mask(mask), scale(scale), causal(causal) {
    OpFoldResult planes = tensor::getMixedSize(b, b.getLoc(), query, 0);
    OpFoldResult length = tensor::getMixedSize(b, b.getLoc(), query, 1);
    rows = {planes, length};
    scores = {planes, length, length};
    products = createContraction(
        b, query, key,
        {getMap({0, 1, 3}), getMap({0, 2, 3}), getMap({0, 1, 2})});
  }

  /// A map of the loops n, q, k, d to some of them.
  AffineMap getMap(ArrayRef<unsigned> dims, unsigned numLoops = 4) {
    return AffineMap::getMultiDimMapWithTargets(numLoops, dims, b.getContext());
  }

  /// Elements `[N, S, S]` of `body`, which gets the logit and the elements of
  /// `inputs`, `[N, S, S]` or `[N, S]`; hidden places are `hidden`.
  Value createScores(ValueRange inputs, double hidden, ScalarBody body) {
    SmallVector<Value> all{products};
    SmallVector<AffineMap> maps{getMap({0, 1, 2}, 3)};
    auto addInput = [&](Value input, ArrayRef<unsigned> dims) {
      all.push_back(input);
      maps.push_back(getMap(dims, 3));
    };
    for (Value input : inputs)
      addInput(input, getRank(input) == 2 ? ArrayRef<unsigned>{0, 1}
                                          : ArrayRef<unsigned>{0, 1, 2});
    if (mask)
      addInput(mask, getRank(mask) == 2 ? ArrayRef<unsigned>{1, 2}
                                        : ArrayRef<unsigned>{0, 1, 2});
    return createMapped(
        b, all, maps, scores, b.getF32Type(),
        [&](ImplicitLocOpBuilder &b, ArrayRef<Value> elements) -> Value {
          Value logit = arith::MulFOp::create(
              b, elements[0], createFloat(b, scale), contractible);
          if (mask) {
            logit = arith::AddFOp::create(b, logit, extend(b, elements.back()),
                                          contractible);
            elements = elements.drop_back();
          }
          SmallVector<Value> arguments(elements);
          arguments[0] = logit;
          Value result = body(b, arguments);
          if (!causal)
            return result;
          Value isHidden = arith::CmpIOp::create(b, arith::CmpIPredicate::ugt,
                                                 linalg::IndexOp::create(b, 2),
                                                 linalg::IndexOp::create(b, 1));
          return arith::SelectOp::create(b, isHidden, createFloat(b, hidden),
                                         result);
        });
  }

  /// Combines rows of `[N, S, S]` to `[N, S]`.
  template <typename Combiner>
  Value createRows(Value x, double neutral) {
    Value init = createFilled(b, rows, b.getF32FloatAttr(neutral));
    using Iterator = utils::IteratorType;
    auto reduction = linalg::GenericOp::create(
        b, init.getType(), x, init,
        ArrayRef<AffineMap>{getMap({0, 1, 2}, 3), getMap({0, 1}, 3)},
        ArrayRef<Iterator>{Iterator::parallel, Iterator::parallel,
                           Iterator::reduction},
        [](OpBuilder &builder, Location location, ValueRange arguments) {
          Value next = Combiner::create(builder, location, arguments[1],
                                        arguments[0], contractible);
          linalg::YieldOp::create(builder, location, next);
        });
    return reduction.getResult(0);
  }

  /// Sums of products over the keys or, with `overQueries`, over the queries.
  Value createProduct(Value weights, Value values, bool overQueries = false) {
    unsigned summed = overQueries ? 1 : 2, kept = overQueries ? 2 : 1;
    return createContraction(
        b, weights, values,
        {getMap({0, 1, 2}), getMap({0, summed, 3}), getMap({0, kept, 3})});
  }

  ArrayRef<OpFoldResult> getRows() const { return rows; }

private:
  static int64_t getRank(Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getRank();
  }

  ImplicitLocOpBuilder &b;
  Value query, key, mask, products;
  double scale;
  bool causal;
  SmallVector<OpFoldResult> rows, scores;
};
} // namespace

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

Results AttentionOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                   ValueRange operands) {
  Adaptor adaptor(operands, *this);
  AttentionLowering attention(b, adaptor.getQuery(), adaptor.getKey(),
                              adaptor.getAdditiveMask(),
                              getScale().convertToDouble(), getCausal());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Value logits = attention.createScores(
      {}, -infinity, [](ImplicitLocOpBuilder &, ArrayRef<Value> arguments) {
        return arguments[0];
      });
  Value largest = attention.createRows<arith::MaximumFOp>(logits, -infinity);
  // A row of -inf only gives -inf - -inf, which is the NaN that is wanted.
  SmallVector<OpFoldResult> scores(attention.getRows());
  scores.push_back(scores.back());
  Value weights = createMapped(
      b, {logits, largest},
      {attention.getMap({0, 1, 2}, 3), attention.getMap({0, 1}, 3)}, scores,
      b.getF32Type(), [](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        return math::ExpOp::create(b, arith::SubFOp::create(b, x[0], x[1]));
      });
  Value sum = attention.createRows<arith::AddFOp>(weights, 0.0);
  Value total = attention.createProduct(weights, adaptor.getValue());

  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), adaptor.getQuery());
  Type type = getElement(adaptor.getQuery());
  Value result = createMapped(
      b, {total, sum},
      {attention.getMap({0, 1, 2}, 3), attention.getMap({0, 1}, 3)}, sizes,
      type, [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        return truncate(b, arith::DivFOp::create(b, x[0], x[1]), type);
      });
  Value lambda = createElementwise(
      b, {largest, sum}, b.getF32Type(),
      [](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        return arith::AddFOp::create(b, x[0], math::LogOp::create(b, x[1]));
      });
  return SmallVector<Value>{result, lambda};
}

Results AttentionBackwardOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                           ValueRange operands) {
  Adaptor adaptor(operands, *this);
  double scale = getScale().convertToDouble();
  AttentionLowering attention(b, adaptor.getQuery(), adaptor.getKey(),
                              adaptor.getAdditiveMask(), scale, getCausal());
  auto getWeight = [](ImplicitLocOpBuilder &b, Value logit,
                      Value lambda) -> Value {
    return math::ExpOp::create(b, arith::SubFOp::create(b, logit, lambda));
  };
  Value gradient = adaptor.getOutputGradient();
  Value slopes = createContraction(b, gradient, adaptor.getValue(),
                                   {attention.getMap({0, 1, 3}),
                                    attention.getMap({0, 2, 3}),
                                    attention.getMap({0, 1, 2})});
  Value weights = attention.createScores(
      adaptor.getLambda(), 0.0,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        return getWeight(b, x[0], x[1]);
      });
  Value scores = attention.createScores(
      {adaptor.getLambda(), slopes, adaptor.getDelta()}, 0.0,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        Value slope = arith::SubFOp::create(b, x[2], x[3]);
        slope = arith::MulFOp::create(b, slope, createFloat(b, scale));
        return arith::MulFOp::create(b, getWeight(b, x[0], x[1]), slope);
      });
  Type type = getElement(adaptor.getQuery());
  SmallVector<Value> results = {
      attention.createProduct(scores, adaptor.getKey()),
      attention.createProduct(scores, adaptor.getQuery(), /*overQueries=*/true),
      attention.createProduct(weights, gradient, /*overQueries=*/true)};
  for (Value &result : results)
    result = truncateElements(b, result, type);
  return results;
}

//===----------------------------------------------------------------------===//
// Rotation
//===----------------------------------------------------------------------===//

Results TurnCosineOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                    ValueRange operands) {
  return SmallVector<Value>{createElementwise(
      b, operands, b.getF32Type(),
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
        // In units of 2^-32 turns, modulo one turn; less than one is dropped.
        Value high = arith::MulUIExtendedOp::create(b, x[0], x[2]).getHigh();
        Value turns = arith::AddIOp::create(
            b, arith::MulIOp::create(b, x[0], x[1]), high);
        // The nearest quarter, and the rest from -1/8 to 1/8 of a turn.
        Value middle =
            arith::AddIOp::create(b, turns, createInt(b, int64_t(1) << 29));
        Value quarter = arith::ShRUIOp::create(b, middle, createInt(b, 30));
        Value rest = arith::SubIOp::create(
            b, turns, arith::ShLIOp::create(b, quarter, createInt(b, 30)));
        rest = arith::MulFOp::create(
            b, arith::SIToFPOp::create(b, b.getF32Type(), rest),
            createFloat(b, 0x1p-32));
        quarter =
            b.createOrFold<arith::AddIOp>(quarter, createInt(b, getQuarters()));
        return createCosineOfTurns(b, quarter, rest);
      })};
}
