//===- AttentionOps.cpp - Rules of attention ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/AttentionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/AttentionOps.cpp.inc"

namespace oaml {
void registerAttentionOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/AttentionOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(NamedTensor tensor) {
  return cast<RankedTensorType>(tensor.value.getType()).getElementType();
}

/// Rejects an attribute that is below `minimum` or does not fit 32 bits.
static LogicalResult requireCount(ShapeContext &context, StringRef name,
                                  int64_t value, int64_t minimum = 1) {
  if (value >= minimum && value <= std::numeric_limits<uint32_t>::max())
    return success();
  return context.emitError(formatMessage("requires '", name, "' from ", minimum,
                                         " to 2^32-1, found ", value));
}

//===----------------------------------------------------------------------===//
// softmax_scaled_masked
//===----------------------------------------------------------------------===//

LogicalResult
SoftmaxScaledMaskedOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                    SmallVectorImpl<ResultShape> &results) {
  NamedTensor scores = {"scores", adaptor.getScores()};
  NamedTensor mask = {"mask", adaptor.getMask()};
  if (failed(requireSameElementType(context, {scores, mask})) ||
      failed(requireRankAtLeast(context, scores, 1)) ||
      failed(requireRankAtLeast(context, mask, 1)) ||
      failed(requireNonEmpty(context, {scores, mask})))
    return failure();
  SymbolicShape shape = context.getShape(scores.value);
  SymbolicShape part = context.getShape(mask.value);
  if (part.size() > shape.size())
    return context.emitError(
        formatMessage("requires a mask of at most the rank of scores, found ",
                      "ranks ", part.size(), " and ", shape.size()));
  size_t leading = shape.size() - part.size();
  for (auto [axis, extent] : llvm::enumerate(part))
    if (failed(context.requireEqual(
            shape[leading + axis], extent,
            formatMessage("a mask with the trailing extents of scores (axis ",
                          leading + axis, " of scores and ", axis,
                          " of mask)"))))
      return failure();
  return inferUnary(context, scores.value, results);
}

bool SoftmaxScaledMaskedOp::isDifferentiableOperand(unsigned operand) {
  return operand == 0;
}

//===----------------------------------------------------------------------===//
// Heads
//===----------------------------------------------------------------------===//

/// Attributes of split_heads and merge_heads: counts whose products fit 32
/// bits.
template <typename Adaptor>
static LogicalResult checkHeads(ShapeContext &context, Adaptor adaptor) {
  auto batch = static_cast<int64_t>(adaptor.getBatch());
  for (auto [name, value] :
       {std::pair("batch", batch),
        std::pair("sequence_length",
                  static_cast<int64_t>(adaptor.getSequenceLength())),
        std::pair("num_heads", static_cast<int64_t>(adaptor.getNumHeads()))}) {
    if (failed(requireCount(context, name, value)))
      return failure();
    constexpr int64_t most = std::numeric_limits<uint32_t>::max();
    if (value != batch && value > most / batch)
      return context.emitError(formatMessage("requires 'batch' times '", name,
                                             "' up to 2^32-1, found ", batch,
                                             " and ", value));
  }
  return success();
}

LogicalResult
SplitHeadsOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  if (failed(checkHeads(context, adaptor)) ||
      failed(requireRank(context, input, 2)) ||
      failed(requireNonEmpty(context, {input})))
    return failure();
  SymbolicShape shape = context.getShape(input.value);
  int64_t batch = adaptor.getBatch(), length = adaptor.getSequenceLength(),
          heads = adaptor.getNumHeads();
  if (failed(context.requireEqual(
          shape[0], context.getConstant(batch * length),
          "'batch' times 'sequence_length' rows of input")) ||
      failed(context.requireEqual(normalizeExtent(shape[1] % heads),
                                  context.getConstant(0),
                                  "a width of input that 'num_heads' divides")))
    return failure();
  results.push_back(
      {{context.getConstant(batch * heads), context.getConstant(length),
        normalizeExtent(shape[1].floorDiv(heads))},
       getElement(input)});
  return success();
}

LogicalResult
MergeHeadsOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  if (failed(checkHeads(context, adaptor)) ||
      failed(requireRank(context, input, 3)) ||
      failed(requireNonEmpty(context, {input})))
    return failure();
  SymbolicShape shape = context.getShape(input.value);
  int64_t batch = adaptor.getBatch(), length = adaptor.getSequenceLength(),
          heads = adaptor.getNumHeads();
  if (failed(
          context.requireEqual(shape[0], context.getConstant(batch * heads),
                               "'batch' times 'num_heads' planes of input")) ||
      failed(context.requireEqual(shape[1], context.getConstant(length),
                                  "'sequence_length' rows in planes of input")))
    return failure();
  results.push_back(
      {{context.getConstant(batch * length), normalizeExtent(shape[2] * heads)},
       getElement(input)});
  return success();
}

//===----------------------------------------------------------------------===//
// Rotation
//===----------------------------------------------------------------------===//

LogicalResult
TurnCosineOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  auto quarters = static_cast<int64_t>(adaptor.getQuarters());
  if (quarters < 0 || quarters > 3)
    return context.emitError(
        formatMessage("requires 'quarters' from 0 to 3, found ", quarters));
  FailureOr<SymbolicShape> shape =
      inferBroadcast(context,
                     {context.getShape(adaptor.getPosition()),
                      context.getShape(adaptor.getWhole()),
                      context.getShape(adaptor.getFraction())},
                     {"position", "whole", "fraction"});
  if (failed(shape))
    return failure();
  results.push_back({*shape, Float32Type::get(context.getContext())});
  return success();
}

LogicalResult RopeOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  NamedTensor input = {"input", adaptor.getInput()};
  int64_t heads = adaptor.getNumHeads(), width = adaptor.getHeadDim();
  if (failed(requireCount(context, "num_heads", heads)) ||
      failed(requireCount(context, "head_dim", width)) ||
      failed(requireRank(context, input, 2)) ||
      failed(requireNonEmpty(context, {input})))
    return failure();
  if (width % 2 != 0)
    return context.emitError(
        formatMessage("requires an even 'head_dim', found ", width));
  double base = adaptor.getThetaBase().convertToDouble();
  if (!std::isfinite(base) || base <= 0.0)
    return context.emitError(
        formatMessage("requires a finite 'theta_base' above 0, found ", base));
  SymbolicShape shape = context.getShape(input.value);
  // A product that leaves 64 bits is the width of no tensor.
  int64_t product = 0;
  if (llvm::MulOverflow(heads, width, product))
    product = std::numeric_limits<int64_t>::max();
  if (failed(context.requireEqual(
          shape[1], context.getConstant(product),
          "a width of input of 'num_heads' times 'head_dim'")))
    return failure();
  IntegerAttr offset = adaptor.getPositionOffsetAttr();
  if (offset &&
      (failed(requireCount(context, "position_offset", offset.getInt(),
                           /*minimum=*/0)) ||
       failed(context.require(
           normalizeExtent(shape[0] + offset.getInt()),
           ExtentRelation::LessEqual, context.getConstant(int64_t(1) << 32),
           "'position_offset' plus rows of input up to 2^32"))))
    return failure();
  return inferUnary(context, input.value, results);
}

LogicalResult RopeOp::verify() {
  return verifyIntegerScalar(*this, "position_offset",
                             getPositionOffsetScalar(), /*minimum=*/0);
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

bool AttentionOp::isDifferentiableOperand(unsigned operand) {
  return operand < 3;
}

bool AttentionBackwardOp::isDifferentiableOperand(unsigned operand) {
  return operand < 6;
}

/// query, key and value of one shape of `rank`; the result is like them.
static LogicalResult inferAttention(ShapeContext &context, Value query,
                                    Value key, Value value, int64_t rank,
                                    SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {
      {"query", query}, {"key", key}, {"value", value}};
  if (failed(requireSameElementType(context, tensors)) ||
      failed(requireRank(context, tensors.front(), rank)) ||
      failed(requireSameShape(context, tensors)) ||
      failed(requireNonEmpty(context, tensors)))
    return failure();
  return inferUnary(context, query, results);
}

/// The forms of a mask for query [N, S, P]: [N S, S], [N, S, S] or [S, S].
static LogicalResult checkMask(ShapeContext &context, NamedTensor query,
                               NamedTensor mask) {
  if (failed(requireSameElementType(context, {query, mask})) ||
      failed(requireNonEmpty(context, {mask})))
    return failure();
  SymbolicShape shape = context.getShape(query.value);
  SymbolicShape found = context.getShape(mask.value);
  AffineExpr planes = shape[0], length = shape[1];
  if (found.size() != 2 && found.size() != 3)
    return context.emitError(formatMessage("requires ", mask.name,
                                           " of rank 2 or 3, found ",
                                           mask.value.getType()));
  if (failed(context.requireEqual(
          found.back(), length,
          formatMessage("one column of ", mask.name, " per key"))))
    return failure();
  if (found.size() == 3)
    return success(
        succeeded(context.requireEqual(found[0], planes,
                                       formatMessage("one plane of ", mask.name,
                                                     " per plane of query"))) &&
        succeeded(context.requireEqual(
            found[1], length,
            formatMessage("one row of ", mask.name, " per query"))));
  AffineExpr all = multiplyExtents({planes, length}, context.getContext());
  if (decideRelation(found[0], ExtentRelation::Equal, all).value_or(false))
    return success();
  // Where it is not known, the mask is that of one plane.
  return context.requireEqual(
      found[0], length,
      formatMessage("one row of ", mask.name,
                    " per query of one plane (or of all)"));
}

LogicalResult ScaledDotProductAttentionOp::inferResults(
    ShapeContext &context, Adaptor adaptor,
    SmallVectorImpl<ResultShape> &results) {
  if (failed(inferAttention(context, adaptor.getQuery(), adaptor.getKey(),
                            adaptor.getValue(), 3, results)))
    return failure();
  if (!adaptor.getAdditiveMask())
    return success();
  return checkMask(context, {"query", adaptor.getQuery()},
                   {"additive_mask", adaptor.getAdditiveMask()});
}

/// A mask of the core ops: [N, S, S] or [S, S].
static LogicalResult checkCoreMask(ShapeContext &context, NamedTensor query,
                                   Value mask) {
  if (!mask)
    return success();
  NamedTensor named = {"additive_mask", mask};
  if (failed(checkMask(context, query, named)))
    return failure();
  SymbolicShape found = context.getShape(mask);
  if (found.size() == 3)
    return success();
  return context.requireEqual(found[0], found[1],
                              "a square additive_mask where it has rank 2");
}

LogicalResult AttentionOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  NamedTensor query = {"query", adaptor.getQuery()};
  if (failed(inferAttention(context, query.value, adaptor.getKey(),
                            adaptor.getValue(), 3, results)) ||
      failed(checkCoreMask(context, query, adaptor.getAdditiveMask())))
    return failure();
  SymbolicShape rows = context.getShape(query.value);
  rows.pop_back();
  results.push_back({rows, Float32Type::get(context.getContext())});
  return success();
}

LogicalResult
AttentionBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                  SmallVectorImpl<ResultShape> &results) {
  NamedTensor query = {"query", adaptor.getQuery()};
  NamedTensor gradient = {"output_gradient", adaptor.getOutputGradient()};
  if (failed(inferAttention(context, query.value, adaptor.getKey(),
                            adaptor.getValue(), 3, results)) ||
      failed(checkCoreMask(context, query, adaptor.getAdditiveMask())) ||
      failed(requireSameElementType(context, {query, gradient})) ||
      failed(requireSameShape(context, {query, gradient})))
    return failure();
  SymbolicShape shape = context.getShape(query.value);
  for (NamedTensor rows : {NamedTensor{"lambda", adaptor.getLambda()},
                           NamedTensor{"delta", adaptor.getDelta()}}) {
    if (failed(requireRank(context, rows, 2)))
      return failure();
    SymbolicShape found = context.getShape(rows.value);
    for (unsigned axis : {0u, 1u})
      if (failed(context.requireEqual(
              found[axis], shape[axis],
              formatMessage("one element of ", rows.name,
                            " per row of query (axis ", axis, ")"))))
        return failure();
  }
  ResultShape like = results.front();
  results.append({like, like});
  return success();
}

LogicalResult
FlashAttentionCausalOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  return inferAttention(context, adaptor.getQuery(), adaptor.getKey(),
                        adaptor.getValue(), 3, results);
}

LogicalResult ScaledDotProductAttentionCausalOp::inferResults(
    ShapeContext &context, Adaptor adaptor,
    SmallVectorImpl<ResultShape> &results) {
  int64_t length = adaptor.getSequenceLength(), heads = adaptor.getNumHeads();
  if (failed(requireCount(context, "sequence_length", length)) ||
      failed(requireCount(context, "num_heads", heads)) ||
      failed(inferAttention(context, adaptor.getQuery(), adaptor.getKey(),
                            adaptor.getValue(), 2, results)))
    return failure();
  SymbolicShape shape = context.getShape(adaptor.getQuery());
  AffineExpr zero = context.getConstant(0);
  return success(succeeded(context.requireEqual(
                     normalizeExtent(shape[0] % length), zero,
                     "rows of query that 'sequence_length' divides")) &&
                 succeeded(context.requireEqual(
                     normalizeExtent(shape[1] % heads), zero,
                     "a width of query that 'num_heads' divides")));
}
