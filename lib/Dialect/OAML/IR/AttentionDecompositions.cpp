//===- AttentionDecompositions.cpp - Attention in terms of core ops -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/AttentionOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

/// Softmax along the last axis.
static TensorExpr buildSoftmax(TensorBuilder &builder, TensorExpr x) {
  return builder(SoftmaxOp::create(builder, Value(x), x.getRank() - 1));
}

SmallVector<Value> SoftmaxScaledMaskedOp::decompose(TensorBuilder &builder) {
  Type f32 = builder.getF32Type();
  TensorExpr scores = builder(getScores());
  TensorExpr logits = builder.cast(scores, f32) * getScale().convertToDouble() +
                      builder.cast(builder(getMask()), f32);
  TensorExpr result = builder.cast(buildSoftmax(builder, logits),
                                   scores.getType().getElementType());
  return {builder.conform(result, scores)};
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

namespace {
/// The extents of `[batch length, heads width]` and of
/// `[batch heads, length, width]`.
struct HeadExtents {
  OpFoldResult batch, length, heads, width;
};
} // namespace

static TensorExpr splitHeads(TensorBuilder &builder, TensorExpr x,
                             const HeadExtents &extents) {
  auto [batch, length, heads, width] = extents;
  x = builder.reshape(x, {batch, length, heads, width});
  return builder.reshape(builder.transpose(x, 1, 2),
                         {builder.mulExtents(batch, heads), length, width});
}

static TensorExpr mergeHeads(TensorBuilder &builder, TensorExpr x,
                             const HeadExtents &extents) {
  auto [batch, length, heads, width] = extents;
  x = builder.reshape(x, {batch, heads, length, width});
  return builder.reshape(
      builder.transpose(x, 1, 2),
      {builder.mulExtents(batch, length), builder.mulExtents(heads, width)});
}

SmallVector<Value> SplitHeadsOp::decompose(TensorBuilder &builder) {
  TensorExpr input = builder(getInput());
  OpFoldResult heads = builder.getIndexAttr(getNumHeads());
  HeadExtents extents = {builder.getIndexAttr(getBatch()),
                         builder.getIndexAttr(getSequenceLength()), heads,
                         builder.divExtents(builder.extent(input, 1), heads)};
  return {builder.conform(splitHeads(builder, input, extents),
                          builder(getResult()))};
}

SmallVector<Value> MergeHeadsOp::decompose(TensorBuilder &builder) {
  TensorExpr input = builder(getInput());
  HeadExtents extents = {builder.getIndexAttr(getBatch()),
                         builder.getIndexAttr(getSequenceLength()),
                         builder.getIndexAttr(getNumHeads()),
                         builder.extent(input, 2)};
  return {builder.conform(mergeHeads(builder, input, extents),
                          builder(getResult()))};
}

//===----------------------------------------------------------------------===//
// rope
//===----------------------------------------------------------------------===//

/// A constant [words.size()] of i32.
static TensorExpr getWords(TensorBuilder &builder, ArrayRef<int32_t> words) {
  auto type = RankedTensorType::get({static_cast<int64_t>(words.size())},
                                    builder.getI32Type());
  return builder(
      oaml::ConstantOp::create(builder, DenseElementsAttr::get(type, words)));
}

/// `number` modulo 2^32 as the i32 of the same bits.
static int32_t getWord(uint64_t number) {
  return static_cast<int32_t>(static_cast<uint32_t>(number));
}

SmallVector<Value> RopeOp::decompose(TensorBuilder &builder) {
  // theta^(-2i/P) / (2 pi), a fraction of a turn, in fixed point of 64 bits;
  // whole turns do nothing.
  constexpr long double pi = 3.14159265358979323846264338327950288L;
  auto width = static_cast<int64_t>(getHeadDim()), half = width / 2;
  long double base = getThetaBase().convertToDouble();
  SmallVector<int32_t> whole, fraction;
  for (int64_t i = 0; i < half; ++i) {
    long double power = -2.0L * static_cast<long double>(i) / width;
    long double turns = std::pow(base, power) / (2.0L * pi);
    long double words = std::ldexp(turns - std::floor(turns), 32);
    long double high = std::floor(words);
    whole.push_back(getWord(static_cast<uint64_t>(high)));
    fraction.push_back(
        getWord(static_cast<uint64_t>(std::ldexp(words - high, 32))));
  }

  Type f32 = builder.getF32Type(), i32 = builder.getI32Type();
  TensorExpr input = builder(getInput());
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1),
               two = builder.getIndexAttr(2), rows = builder.extent(input, 0);
  TensorExpr position = builder.iota({rows, one, one, one}, 0);
  if (Value offset = getPositionOffsetValue()) {
    TensorExpr x = builder.reshape(builder(offset), {});
    TensorExpr none = builder.scalar(0.0, i32);
    TensorExpr isNegative = builder.compare(Comparison::Less, x, none);
    position = position + builder.select(isNegative, none, x);
  } else if (uint64_t offset = *getPositionOffset()) {
    // Positions are unsigned; the bits are those of the wrapped sum.
    position = position + builder.scalar(getWord(offset), i32);
  }
  TensorExpr high = getWords(builder, whole), low = getWords(builder, fraction);
  auto getCosine = [&](int64_t quarters) {
    return builder(TurnCosineOp::create(builder, Value(position), Value(high),
                                        Value(low), quarters));
  };
  TensorExpr cosine = getCosine(0), sine = getCosine(3);

  // [T, H, 2, P/2]: the third axis is the pair.
  TensorExpr x = builder.reshape(builder.cast(input, f32),
                                 {rows, builder.getIndexAttr(getNumHeads()),
                                  two, builder.getIndexAttr(half)});
  TensorExpr a = builder.slice(x, 2, zero, one);
  TensorExpr b = builder.slice(x, 2, one, two);
  // Each half is widened by zeros: side by side they are the sum.
  TensorExpr first =
      builder.pad(a * cosine - b * sine, {zero, zero, zero, zero},
                  {zero, zero, one, zero}, /*value=*/0.0);
  TensorExpr second =
      builder.pad(a * sine + b * cosine, {zero, zero, one, zero},
                  {zero, zero, zero, zero}, /*value=*/0.0);
  TensorExpr y = builder.cast(builder.reshapeLike(first + second, input),
                              input.getType().getElementType());
  return {builder.conform(y, input)};
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// Can heads of `width` elements, which is their static extent or dynamic, be a
/// kernel that holds no scores? A row of the result stays in registers.
static bool isAttentionKernel(int64_t width) {
  constexpr int64_t most = 128;
  return !ShapedType::isDynamic(width) && width <= most;
}

/// Attention of query, key and value `[N, S, P]`; `mask`, if not null, is
/// `[N, S, S]` or `[S, S]`.
static TensorExpr buildAttention(TensorBuilder &builder, TensorExpr query,
                                 TensorExpr key, TensorExpr value,
                                 TensorExpr mask, double scale, bool causal) {
  if (isAttentionKernel(query.getType().getDimSize(2))) {
    auto attention = AttentionOp::create(
        builder, Value(query), Value(key), Value(value),
        mask ? Value(mask) : Value(), builder.getF64FloatAttr(scale),
        builder.getBoolAttr(causal));
    return builder.conform(builder(attention.getResult()), query);
  }
  Type f32 = builder.getF32Type(), type = query.getType().getElementType();
  TensorExpr logits = builder.contract(builder.cast(query, f32),
                                       builder.cast(key, f32), "nqd,nkd->nqk") *
                      scale;
  if (mask)
    logits = logits + builder.detach(builder.cast(mask, f32));
  if (causal) {
    OpFoldResult one = builder.getIndexAttr(1);
    OpFoldResult length = builder.extent(query, 1);
    TensorExpr isHidden =
        builder.compare(Comparison::Greater, builder.iota({one, length}, 1),
                        builder.iota({length, one}, 0));
    logits = builder.select(
        isHidden, builder.scalar(-std::numeric_limits<double>::infinity(), f32),
        logits);
  }
  TensorExpr result = builder.contract(
      buildSoftmax(builder, logits), builder.cast(value, f32), "nqk,nkd->nqd");
  return builder.conform(builder.cast(result, type), query);
}

SmallVector<Value>
ScaledDotProductAttentionOp::decompose(TensorBuilder &builder) {
  TensorExpr query = builder(getQuery()), mask;
  if (getAdditiveMask()) {
    mask = builder(getAdditiveMask());
    int64_t rows = mask.getType().getDimSize(0),
            length = query.getType().getDimSize(1);
    bool isOnePlane = ShapedType::isDynamic(rows) || rows == length;
    if (mask.getRank() == 2 && !isOnePlane) {
      OpFoldResult s = builder.extent(query, 1);
      mask = builder.reshape(mask, {builder.extent(query, 0), s, s});
    }
  }
  return {buildAttention(builder, query, builder(getKey()), builder(getValue()),
                         mask, getScale().convertToDouble(), getCausal())};
}

SmallVector<Value> FlashAttentionCausalOp::decompose(TensorBuilder &builder) {
  return {buildAttention(builder, builder(getQuery()), builder(getKey()),
                         builder(getValue()), /*mask=*/{},
                         getScale().convertToDouble(), /*causal=*/true)};
}

SmallVector<Value>
ScaledDotProductAttentionCausalOp::decompose(TensorBuilder &builder) {
  TensorExpr query = builder(getQuery());
  OpFoldResult length = builder.getIndexAttr(getSequenceLength());
  OpFoldResult heads = builder.getIndexAttr(getNumHeads());
  HeadExtents extents = {builder.divExtents(builder.extent(query, 0), length),
                         length, heads,
                         builder.divExtents(builder.extent(query, 1), heads)};
  TensorExpr q = splitHeads(builder, query, extents);
  // The scale is an attribute; a width that is not known scales the query.
  double scale = 1.0;
  if (std::optional<int64_t> known = getConstantIntValue(extents.width)) {
    // A number of f32, so that kernels and adjoints scale alike.
    scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(*known)));
  } else {
    Type f32 = builder.getF32Type();
    TensorExpr root = builder.sqrt(builder.extentScalar(extents.width, f32));
    q = builder.cast(builder.cast(q, f32) / root,
                     query.getType().getElementType());
  }
  TensorExpr y = buildAttention(
      builder, q, splitHeads(builder, builder(getKey()), extents),
      splitHeads(builder, builder(getValue()), extents),
      /*mask=*/{}, scale, /*causal=*/true);
  return {builder.conform(mergeHeads(builder, y, extents), query)};
}
