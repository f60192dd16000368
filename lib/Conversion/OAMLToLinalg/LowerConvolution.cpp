//===- LowerConvolution.cpp - Convolutions --------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All three forms are one loop nest over batch, groups, channels, a spatial
// axis of the result and one that is summed. `left` is the operand that windows
// are in. Where they move over it in whole steps, its places are affine in the
// loops and the nest is a contraction: places in the padding are read as stored
// zeros, and a condition on the loops' indices keeps their products out. Else
// (dilated inputs, transposed convolutions with strides) places are computed,
// and terms that do not exist leave the accumulator as it is.
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/ConvolutionOps.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

namespace {
/// The loops of a convolution: those of the result in its order, then those
/// that are summed.
struct Nest {
  Nest(ConvolutionTarget target, unsigned numAxes, bool hasGroups);

  std::optional<unsigned> group;
  unsigned batch = 0, outputChannel = 0, inputChannel = 0;
  /// By axis; one of the three follows from the others and is empty.
  SmallVector<unsigned> cells, taps, windows;
  unsigned numKept = 0, numLoops = 0;
};

/// Along one spatial axis: places in `left` for the steps of two loops.
struct Place {
  /// The loops, and what is added per step and before all.
  unsigned first = 0, second = 0;
  int64_t firstStep = 1, secondStep = 1, start = 0;
  /// Places are divided by this; those with a rest lead nowhere.
  int64_t divisor = 1;
  /// How many elements there are, and how many zeros are stored before them.
  Value extent;
  int64_t stored = 0;
  /// Whether places outside of the extent occur.
  bool isGuarded = false;
};
} // namespace

Nest::Nest(ConvolutionTarget target, unsigned numAxes, bool hasGroups) {
  auto take = [&](SmallVector<unsigned> &loops) {
    for (unsigned axis = 0; axis < numAxes; ++axis)
      loops.push_back(numLoops++);
  };
  if (target != ConvolutionTarget::Weight)
    batch = numLoops++;
  if (hasGroups)
    group = numLoops++;
  if (target != ConvolutionTarget::Input)
    outputChannel = numLoops++;
  if (target != ConvolutionTarget::Output)
    inputChannel = numLoops++;
  take(target == ConvolutionTarget::Output  ? windows
       : target == ConvolutionTarget::Input ? cells
                                            : taps);
  numKept = numLoops;
  // The innermost of these is the one that is worth a block.
  if (target == ConvolutionTarget::Weight) {
    batch = numLoops++;
    take(windows);
    return;
  }
  take(taps);
  (target == ConvolutionTarget::Output ? inputChannel : outputChannel) =
      numLoops++;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// How far the last tap of `axis` is from the first, if that is known.
static std::optional<int64_t> getReach(ConvolutionOp op, unsigned axis) {
  auto weight = cast<RankedTensorType>(
      (op.getTarget() == ConvolutionTarget::Weight ? op.getResult()
                                                   : op.getRight())
          .getType());
  if (weight.isDynamicDim(axis + 2))
    return std::nullopt;
  return (weight.getDimSize(axis + 2) - 1) * op.getSpatialAxes()[axis].dilation;
}

/// The place along `axis`; pads `left` where zeros have to be stored.
static Place makePlace(ImplicitLocOpBuilder &b, ConvolutionOp op,
                       const Nest &nest, unsigned axis, int64_t &low,
                       int64_t &high, Value left) {
  ConvolutionOp::Axis window = op.getSpatialAxes()[axis];
  bool isInput = op.getTarget() == ConvolutionTarget::Input;
  std::optional<int64_t> reach = getReach(op, axis);
  Place place;
  place.second = nest.taps[axis];
  if (isInput) {
    place.first = nest.cells[axis];
    place.firstStep = window.inputDilation;
    place.secondStep = -window.dilation;
    place.start = window.low;
    place.divisor = window.stride;
    low = reach ? std::max<int64_t>(*reach - window.low, 0) : 0;
    high = reach ? std::max<int64_t>(*reach - window.high, 0) : 0;
    place.isGuarded = !reach || low > 0 || high > 0;
  } else {
    place.first = nest.windows[axis];
    place.firstStep = window.stride;
    place.secondStep = window.dilation;
    place.start = -window.low;
    place.divisor = window.inputDilation;
    low = window.low;
    high = window.high;
    place.isGuarded = low > 0 || high > 0;
  }
  Value stored =
      asValue(b, tensor::getMixedSize(b, b.getLoc(), left, axis + 2));
  place.extent = stored;
  if (op.getPadded()) {
    Value padding = arith::ConstantIndexOp::create(b, low + high);
    place.extent = b.createOrFold<arith::SubIOp>(stored, padding);
  }
  place.stored = low;
  return place;
}

/// The place, and whether there is an element, in the body of an op.
static std::pair<Value, Value> getPlace(ImplicitLocOpBuilder &b,
                                        const Place &place) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  auto scale = [&](unsigned loop, int64_t step) -> Value {
    Value index = linalg::IndexOp::create(b, loop);
    return b.createOrFold<arith::MulIOp>(index, constant(step));
  };
  // What is added and what is taken off, both positive.
  Value above = scale(place.first, place.firstStep);
  Value below = constant(0);
  if (place.secondStep < 0)
    below = scale(place.second, -place.secondStep);
  else
    above = b.createOrFold<arith::AddIOp>(
        above, scale(place.second, place.secondStep));
  Value &side = place.start < 0 ? below : above;
  side = b.createOrFold<arith::AddIOp>(side, constant(std::abs(place.start)));
  Value where = b.createOrFold<arith::SubIOp>(above, below);
  Value isInside;
  if (place.divisor != 1) {
    Value divisor = constant(place.divisor);
    Value rest = arith::RemUIOp::create(b, where, divisor);
    isInside = arith::AndIOp::create(
        b, arith::CmpIOp::create(b, arith::CmpIPredicate::uge, above, below),
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, constant(0)));
    where = arith::DivUIOp::create(b, where, divisor);
  }
  // What lies before the first element wraps around to a large number.
  Value isBefore =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, where, place.extent);
  isInside = isInside ? arith::AndIOp::create(b, isInside, isBefore).getResult()
                      : isBefore;
  return {where, isInside};
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static AffineExpr getLoop(ImplicitLocOpBuilder &b, unsigned loop) {
  return getAffineDimExpr(loop, b.getContext());
}

/// The channels of a tensor: `perGroup` of each group.
static AffineExpr getChannel(ImplicitLocOpBuilder &b, const Nest &nest,
                             unsigned loop, int64_t perGroup) {
  AffineExpr channel = getLoop(b, loop);
  return nest.group ? getLoop(b, *nest.group) * perGroup + channel : channel;
}

/// The extents of the result of `op`.
static SmallVector<OpFoldResult> getResultSizes(ImplicitLocOpBuilder &b,
                                                ConvolutionOp op,
                                                ConvolutionOp::Adaptor adaptor,
                                                ArrayRef<Place> places) {
  Value left = adaptor.getLeft(), right = adaptor.getRight();
  auto getSize = [&](Value tensor, int64_t axis) {
    return tensor::getMixedSize(b, b.getLoc(), tensor, axis);
  };
  SmallVector<OpFoldResult> sizes;
  switch (op.getTarget()) {
  case ConvolutionTarget::Output:
    sizes = {getSize(left, 0), getSize(right, 0)};
    break;
  case ConvolutionTarget::Input:
    sizes = {getSize(left, 0), getSize(right, 1)};
    break;
  case ConvolutionTarget::Weight:
    sizes = {getSize(right, 1), getSize(left, 1)};
    break;
  }
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  if (op.getTarget() != ConvolutionTarget::Output)
    llvm::append_range(
        sizes, getMixedValues(b, op.getShape(), adaptor.getDynamicShape()));
  else
    for (auto [i, axis] : llvm::enumerate(op.getSpatialAxes())) {
      // ((I - 1) input_dilation + low + high - (K - 1) dilation) / stride + 1
      Value cells = b.createOrFold<arith::MulIOp>(
          b.createOrFold<arith::SubIOp>(places[i].extent, constant(1)),
          constant(axis.inputDilation));
      Value reach = b.createOrFold<arith::MulIOp>(
          b.createOrFold<arith::SubIOp>(asValue(b, getSize(right, i + 2)),
                                        constant(1)),
          constant(axis.dilation));
      Value room = b.createOrFold<arith::SubIOp>(
          b.createOrFold<arith::AddIOp>(cells, constant(axis.low + axis.high)),
          reach);
      sizes.push_back(getAsOpFoldResult(b.createOrFold<arith::AddIOp>(
          b.createOrFold<arith::DivUIOp>(room, constant(axis.stride)),
          constant(1))));
    }
  // What the type knows.
  auto type = cast<RankedTensorType>(op.getResult().getType());
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!type.isDynamicDim(axis))
      size = b.getIndexAttr(type.getDimSize(axis));
  return sizes;
}

Results ConvolutionOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                     ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value left = adaptor.getLeft(), right = adaptor.getRight();
  ConvolutionTarget target = getTarget();
  bool isWeight = target == ConvolutionTarget::Weight;
  bool isInput = target == ConvolutionTarget::Input;
  auto groups = static_cast<int64_t>(getGroups());
  int64_t numAxes = getNumSpatialAxes();
  Nest nest(target, numAxes, groups > 1);

  // Channels in a group.
  auto getExtent = [&](Value tensor, int64_t axis) {
    return cast<RankedTensorType>(tensor.getType()).getDimSize(axis);
  };
  int64_t outputs = isInput    ? getExtent(left, 1)
                    : isWeight ? getExtent(right, 1)
                               : getExtent(right, 0);
  int64_t inputs = isWeight ? getExtent(left, 1) : getExtent(right, 1);
  if (groups > 1) {
    if (ShapedType::isDynamic(outputs) || ShapedType::isDynamic(inputs))
      return emitOpError("has no lowering: with 'groups' above 1 the channels "
                         "must be known");
    outputs /= groups;
    if (isWeight)
      inputs /= groups;
  }

  // Places in the left operand, which is padded here if it is not yet.
  SmallVector<Place> places;
  SmallVector<OpFoldResult> low(2, b.getIndexAttr(0)), high(low);
  bool isAffine = true, needsPadding = false;
  for (int64_t axis = 0; axis < numAxes; ++axis) {
    int64_t before = 0, behind = 0;
    places.push_back(makePlace(b, *this, nest, axis, before, behind, left));
    low.push_back(b.getIndexAttr(before));
    high.push_back(b.getIndexAttr(behind));
    needsPadding |= before > 0 || behind > 0;
    isAffine &= places.back().divisor == 1 &&
                (!isInput || getReach(*this, axis).has_value());
  }
  Type elementType = cast<RankedTensorType>(left.getType()).getElementType();
  if (isAffine && needsPadding && !getPadded()) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(elementType));
    left =
        tensor::PadOp::create(b, /*resultType=*/Type(), left, low, high, zero);
  }

  // Where the loops are in each tensor.
  AffineExpr input = getChannel(b, nest, nest.inputChannel, inputs);
  AffineExpr output = getChannel(b, nest, nest.outputChannel, outputs);
  SmallVector<AffineExpr> leftExprs = {getLoop(b, nest.batch),
                                       isInput ? output : input};
  SmallVector<AffineExpr> rightExprs;
  if (isWeight)
    rightExprs = {getLoop(b, nest.batch), output};
  else
    rightExprs = {output, getLoop(b, nest.inputChannel)};
  for (auto [axis, place] : llvm::enumerate(places)) {
    leftExprs.push_back(getLoop(b, place.first) * place.firstStep +
                        getLoop(b, place.second) * place.secondStep +
                        (place.start + place.stored));
    rightExprs.push_back(
        getLoop(b, isWeight ? nest.windows[axis] : nest.taps[axis]));
  }
  SmallVector<Value> inputsOfOp;
  SmallVector<AffineMap> maps;
  auto addInput = [&](Value tensor, ArrayRef<AffineExpr> exprs) {
    inputsOfOp.push_back(tensor);
    maps.push_back(AffineMap::get(nest.numLoops, 0, exprs, b.getContext()));
  };
  if (isAffine)
    addInput(left, leftExprs);
  addInput(right, rightExprs);
  // A loop that is no axis by itself takes its extent from a tensor that
  // nothing reads.
  if (isInput && nest.group)
    addInput(
        tensor::EmptyOp::create(b, ArrayRef<int64_t>{outputs}, b.getF32Type()),
        {getLoop(b, nest.outputChannel)});

  // The result, with groups as an axis.
  SmallVector<OpFoldResult> sizes = getResultSizes(b, *this, adaptor, places);
  SmallVector<ReassociationIndices> reassociation;
  if (nest.group) {
    unsigned split = isWeight ? 0 : 1;
    sizes[split] = b.getIndexAttr(isInput ? inputs : outputs);
    sizes.insert(sizes.begin() + split, b.getIndexAttr(groups));
    for (unsigned axis = 0, place = 0; axis < numAxes + 2u; ++axis) {
      reassociation.push_back({place++});
      if (axis == split)
        reassociation.back().push_back(place++);
    }
  }
  Value zeros = createFilled(b, sizes, b.getF32FloatAttr(0.0f));
  maps.push_back(
      b.getMultiDimIdentityMap(nest.numLoops).getMajorSubMap(nest.numKept));
  SmallVector<utils::IteratorType> iterators(nest.numLoops,
                                             utils::IteratorType::reduction);
  std::fill_n(iterators.begin(), nest.numKept, utils::IteratorType::parallel);

  auto makeBody = [&](OpBuilder &builder, Location location,
                      ValueRange arguments) {
    ImplicitLocOpBuilder b(location, builder);
    Value x, y = extend(b, arguments[isAffine ? 1 : 0]);
    Value total = arguments.back(), isInside;
    SmallVector<Value> where;
    for (const Place &place : places) {
      if (isAffine && !place.isGuarded)
        continue;
      auto [index, inside] = getPlace(b, place);
      where.push_back(index);
      isInside = isInside
                     ? arith::AndIOp::create(b, isInside, inside).getResult()
                     : inside;
    }
    if (isAffine) {
      x = extend(b, arguments[0]);
    } else {
      Value zero = arith::ConstantIndexOp::create(b, 0);
      SmallVector<Value> indices = {linalg::IndexOp::create(b, nest.batch)};
      Value channel = linalg::IndexOp::create(b, isInput ? nest.outputChannel
                                                         : nest.inputChannel);
      if (nest.group) {
        Value first = b.createOrFold<arith::MulIOp>(
            linalg::IndexOp::create(b, *nest.group).getResult(),
            arith::ConstantIndexOp::create(b, isInput ? outputs : inputs)
                .getResult());
        channel = arith::AddIOp::create(b, first, channel);
      }
      indices.push_back(channel);
      for (Value index : where)
        indices.push_back(arith::SelectOp::create(b, isInside, index, zero));
      x = extend(b, tensor::ExtractOp::create(b, left, indices));
    }
    // In a weight's adjoint the places are summed over: what meets the padding
    // becomes 0. Else whole sums stay as they are.
    bool selectsTerm = isWeight && isAffine;
    if (isInside && selectsTerm)
      y = arith::SelectOp::create(b, isInside, y, createFloat(b, 0.0));
    Value term = arith::MulFOp::create(b, x, y, contractible);
    Value sum = arith::AddFOp::create(b, total, term, contractible);
    if (isInside && !selectsTerm)
      sum = arith::SelectOp::create(b, isInside, sum, total);
    linalg::YieldOp::create(b, sum);
  };
  auto op = linalg::GenericOp::create(b, zeros.getType(), inputsOfOp, zeros,
                                      maps, iterators, makeBody);
  Value result = op.getResult(0);
  if (nest.group)
    result = tensor::CollapseShapeOp::create(b, result, reassociation);
  return SmallVector<Value>{truncateElements(b, result, elementType)};
}
