//===- LowerPooling.cpp - Pooling and resampling --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each result element visits what it is made of in a fixed number of steps per
// axis; steps that lead nowhere leave the accumulators as they are. All indices
// are unsigned: what lies before a plane wraps around to a large number, which
// the one comparison with the extent finds.
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/PoolingOps.h"

#include <limits>

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

//===----------------------------------------------------------------------===//
// Arithmetic on indices
//===----------------------------------------------------------------------===//

namespace {
/// Builds arithmetic on indices and bits of an op's body.
struct Indices {
  explicit Indices(ImplicitLocOpBuilder &b) : b(b) {}

  Value get(int64_t value) { return arith::ConstantIndexOp::create(b, value); }
  Value add(Value x, Value y) { return b.createOrFold<arith::AddIOp>(x, y); }
  Value sub(Value x, Value y) { return b.createOrFold<arith::SubIOp>(x, y); }
  Value mul(Value x, Value y) { return b.createOrFold<arith::MulIOp>(x, y); }
  Value div(Value x, Value y) { return b.createOrFold<arith::DivUIOp>(x, y); }
  Value rem(Value x, Value y) { return b.createOrFold<arith::RemUIOp>(x, y); }
  Value min(Value x, Value y) { return b.createOrFold<arith::MinUIOp>(x, y); }
  Value max(Value x, Value y) { return b.createOrFold<arith::MaxUIOp>(x, y); }
  /// ceil(x / y).
  Value divideUp(Value x, Value y) { return div(add(x, sub(y, get(1))), y); }
  Value isBelow(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
  }
  Value isEqual(Value x, Value y) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
  }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// A small index as f32.
  Value toFloat(Value x) {
    Value number = arith::IndexCastOp::create(b, b.getI32Type(), x);
    return arith::SIToFPOp::create(b, b.getF32Type(), number);
  }
  /// An index as i32, of which all bits count.
  Value toInt(Value x) {
    return arith::IndexCastUIOp::create(b, b.getI32Type(), x);
  }

  ImplicitLocOpBuilder &b;
};
} // namespace

/// Accumulates over `steps[0]` by `steps[1]` steps for each element of a tensor
/// of `sizes` (rank 4): from the constants `starts`, by `body` of the indices
/// (four, then those of the steps) and the accumulators.
static SmallVector<Value>
accumulate(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
           ArrayRef<OpFoldResult> steps, ArrayRef<TypedAttr> starts,
           function_ref<SmallVector<Value>(ImplicitLocOpBuilder &,
                                           ArrayRef<Value>, ArrayRef<Value>)>
               body) {
  // Nothing reads this tensor; it says how far the loops go.
  Value extents = tensor::EmptyOp::create(b, steps, b.getF32Type());
  SmallVector<Value> inits;
  SmallVector<AffineMap> maps = {
      AffineMap::getMultiDimMapWithTargets(6, {4, 5}, b.getContext())};
  for (TypedAttr start : starts) {
    inits.push_back(createFilled(b, sizes, start));
    maps.push_back(
        AffineMap::getMultiDimMapWithTargets(6, {0, 1, 2, 3}, b.getContext()));
  }
  SmallVector<utils::IteratorType> iterators(6, utils::IteratorType::parallel);
  iterators[4] = iterators[5] = utils::IteratorType::reduction;
  auto op = linalg::GenericOp::create(
      b, TypeRange(ValueRange(inits)), extents, inits, maps, iterators,
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        SmallVector<Value> indices, accumulators(arguments.drop_front());
        for (int64_t loop = 0; loop < 6; ++loop)
          indices.push_back(linalg::IndexOp::create(inner, loop));
        linalg::YieldOp::create(inner, body(inner, indices, accumulators));
      });
  return SmallVector<Value>(op.getResults());
}

/// The number of windows along `extent` (an index).
static Value countWindows(Indices &i, Value extent, int64_t kernel,
                          int64_t stride, int64_t padding) {
  Value room = i.sub(i.add(extent, i.get(2 * padding)), i.get(kernel));
  return i.add(i.div(room, i.get(stride)), i.get(1));
}

/// Extents of the planes of `tensor`, as values.
static SmallVector<Value> getPlanes(ImplicitLocOpBuilder &b, Value tensor) {
  return {asValue(b, tensor::getMixedSize(b, b.getLoc(), tensor, 2)),
          asValue(b, tensor::getMixedSize(b, b.getLoc(), tensor, 3))};
}

/// Batch and channels of `tensor`, then `planes`.
static SmallVector<OpFoldResult>
withPlanes(ImplicitLocOpBuilder &b, Value tensor, ArrayRef<Value> planes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), tensor);
  sizes[2] = getAsOpFoldResult(planes[0]);
  sizes[3] = getAsOpFoldResult(planes[1]);
  return sizes;
}

static Value extractAt(ImplicitLocOpBuilder &b, Value tensor,
                       ArrayRef<Value> indices) {
  return extend(b, tensor::ExtractOp::create(b, tensor, indices));
}

/// An index that is inside where `isInside` holds; else the first, where
/// nothing comes of it.
static Value hold(Indices &i, Value isInside, Value index) {
  return i.select(isInside, index, i.get(0));
}

//===----------------------------------------------------------------------===//
// resample
//===----------------------------------------------------------------------===//

namespace {
/// One axis of a resample: `cells` become `positions`.
struct Axis {
  ResampleMode mode;
  int64_t kernel, stride, padding, factor;
  Value cells, positions;

  /// A step from a position to a cell, or from a cell to a position.
  struct Step {
    Value target;
    /// Whether there is such a target.
    Value isInside;
    /// f32.
    Value weight;
  };

  Value countSteps(Indices &i, bool transposed) const;
  Step getStep(Indices &i, bool transposed, Value from, Value step) const;

private:
  /// One over the number of cells of a position, for the modes with equal
  /// weights.
  Value getShare(Indices &i, Value position) const;
  /// For bilinear: the first cell of a position, and the weight of the second.
  std::pair<Value, Value> getCellAndFraction(Indices &i, Value position) const;
};
} // namespace

Value Axis::countSteps(Indices &i, bool transposed) const {
  switch (mode) {
  case ResampleMode::Window:
    return i.get(transposed ? llvm::divideCeil(kernel, stride) : kernel);
  case ResampleMode::Adaptive: {
    Value from = transposed ? cells : positions;
    Value to = transposed ? positions : cells;
    // A bin begins and ends within a cell, unless all bins are of one size.
    std::optional<int64_t> count = getConstantIntValue(from);
    std::optional<int64_t> total = getConstantIntValue(to);
    if (count && total && *total % *count == 0)
      return i.get(*total / *count);
    return i.add(i.divideUp(to, from), i.get(1));
  }
  case ResampleMode::Nearest:
    return i.get(transposed ? factor : 1);
  case ResampleMode::Bilinear:
    return i.get(transposed ? 2 * factor : 2);
  }
  llvm_unreachable("unknown mode");
}

Value Axis::getShare(Indices &i, Value position) const {
  Value begin, end;
  if (mode == ResampleMode::Window) {
    // In positions of the padded axis.
    begin = i.mul(position, i.get(stride));
    end = i.min(i.add(begin, i.get(kernel)), i.add(cells, i.get(padding)));
    begin = i.max(begin, i.get(padding));
  } else {
    begin = i.div(i.mul(position, cells), positions);
    end = i.divideUp(i.mul(i.add(position, i.get(1)), cells), positions);
  }
  return arith::DivFOp::create(i.b, createFloat(i.b, 1.0),
                               i.toFloat(i.sub(end, begin)));
}

std::pair<Value, Value> Axis::getCellAndFraction(Indices &i,
                                                 Value position) const {
  // 2 factor u = 2 position + 1 - factor, held in 0 … 2 factor (cells - 1).
  Value twice = i.get(2 * factor), least = i.get(factor);
  Value place = i.add(i.mul(position, i.get(2)), i.get(1));
  place = i.sub(i.max(place, least), least);
  place = i.min(place, i.mul(twice, i.sub(cells, i.get(1))));
  Value cell = i.div(place, twice);
  Value rest = i.toFloat(i.rem(place, twice));
  return {cell, arith::DivFOp::create(i.b, rest, i.toFloat(twice))};
}

Axis::Step Axis::getStep(Indices &i, bool transposed, Value from,
                         Value step) const {
  ImplicitLocOpBuilder &b = i.b;
  Value one = createFloat(b, 1.0);
  switch (mode) {
  case ResampleMode::Window: {
    if (!transposed) {
      Value cell =
          i.sub(i.add(i.mul(from, i.get(stride)), step), i.get(padding));
      return {cell, i.isBelow(cell, cells), getShare(i, from)};
    }
    // From the last window that begins at the cell or before it.
    Value place = i.add(from, i.get(padding));
    Value window = i.sub(i.div(place, i.get(stride)), step);
    Value isInside = i.both(
        i.isBelow(window, positions),
        i.isBelow(i.sub(place, i.mul(window, i.get(stride))), i.get(kernel)));
    return {window, isInside, getShare(i, window)};
  }
  case ResampleMode::Adaptive: {
    // The bins that hold cell i are those that i would get as a bin.
    Value given = transposed ? cells : positions;
    Value other = transposed ? positions : cells;
    Value target = i.add(i.div(i.mul(from, other), given), step);
    Value end = i.divideUp(i.mul(i.add(from, i.get(1)), other), given);
    return {target, i.isBelow(target, end),
            getShare(i, transposed ? target : from)};
  }
  case ResampleMode::Nearest: {
    Value target = transposed ? i.add(i.mul(from, i.get(factor)), step)
                              : i.div(from, i.get(factor));
    return {target, i.isBelow(target, transposed ? positions : cells), one};
  }
  case ResampleMode::Bilinear: {
    Value last = i.sub(cells, i.get(1));
    if (!transposed) {
      auto [cell, fraction] = getCellAndFraction(i, from);
      Value isFirst = i.isEqual(step, i.get(0));
      Value target = i.min(i.add(cell, step), last);
      Value weight =
          i.select(isFirst, arith::SubFOp::create(b, one, fraction), fraction);
      return {target, i.isBelow(target, cells), weight};
    }
    Value position =
        i.sub(i.add(i.mul(from, i.get(factor)), step), i.get(factor / 2));
    Value isInside = i.isBelow(position, positions);
    auto [cell, fraction] = getCellAndFraction(i, position);
    Value next = i.min(i.add(cell, i.get(1)), last);
    Value zero = createFloat(b, 0.0);
    Value first = i.select(i.isEqual(cell, from),
                           arith::SubFOp::create(b, one, fraction), zero);
    Value second = i.select(i.isEqual(next, from), fraction, zero);
    Value weight = arith::AddFOp::create(b, first, second);
    Value counts =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, weight, zero);
    return {position, i.both(isInside, counts), weight};
  }
  }
  llvm_unreachable("unknown mode");
}

Results ResampleOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                  ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value input = adaptor.getInput();
  bool transposed = getTransposed();
  Indices outer(b);
  SmallVector<Value> given = ::getPlanes(b, input), wanted;
  for (OpFoldResult extent :
       getMixedValues(b, getShape(), adaptor.getDynamicShape()))
    wanted.push_back(asValue(b, extent));
  if (wanted.empty())
    for (Value extent : given)
      wanted.push_back(getMode() == ResampleMode::Window
                           ? countWindows(outer, extent, getKernelSize(),
                                          getStride(), getPadding())
                           : outer.mul(extent, outer.get(getScaleFactor())));
  SmallVector<Axis> axes;
  SmallVector<OpFoldResult> steps;
  for (auto [from, to] : llvm::zip_equal(given, wanted)) {
    axes.push_back({getMode(), static_cast<int64_t>(getKernelSize()),
                    static_cast<int64_t>(getStride()),
                    static_cast<int64_t>(getPadding()),
                    static_cast<int64_t>(getScaleFactor()),
                    transposed ? to : from, transposed ? from : to});
    steps.push_back(
        getAsOpFoldResult(axes.back().countSteps(outer, transposed)));
  }

  Value sums = accumulate(
      b, withPlanes(b, input, wanted), steps, {b.getF32FloatAttr(0.0f)},
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> indices,
          ArrayRef<Value> accumulators) -> SmallVector<Value> {
        Indices i(b);
        Axis::Step y = axes[0].getStep(i, transposed, indices[2], indices[4]);
        Axis::Step x = axes[1].getStep(i, transposed, indices[3], indices[5]);
        Value isInside = i.both(y.isInside, x.isInside);
        Value element =
            extractAt(b, input,
                      {indices[0], indices[1], hold(i, isInside, y.target),
                       hold(i, isInside, x.target)});
        Value weight = arith::MulFOp::create(b, y.weight, x.weight);
        Value term = arith::MulFOp::create(b, element, weight, contractible);
        Value sum =
            arith::AddFOp::create(b, accumulators[0], term, contractible);
        return {i.select(isInside, sum, accumulators[0])};
      })[0];
  return SmallVector<Value>{truncateElements(
      b, sums, cast<RankedTensorType>(getType()).getElementType())};
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// `((n C + c) H + y) W + x`.
static Value getFlat(Indices &i, ArrayRef<Value> place, Value channels,
                     ArrayRef<Value> planes) {
  Value plane = i.add(i.mul(place[0], channels), place[1]);
  return i.add(i.mul(i.add(i.mul(plane, planes[0]), place[2]), planes[1]),
               place[3]);
}

static Value getChannels(ImplicitLocOpBuilder &b, Value tensor) {
  return asValue(b, tensor::getMixedSize(b, b.getLoc(), tensor, 1));
}

Results MaxPool2dOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                   ValueRange operands) {
  Value input = operands[0], channels = getChannels(b, input);
  SmallVector<Value> planes = ::getPlanes(b, input), windows;
  Indices outer(b);
  for (Value extent : planes)
    windows.push_back(countWindows(outer, extent, getKernelSize(), getStride(),
                                   getPadding()));
  OpFoldResult steps = b.getIndexAttr(getKernelSize());

  // No flat position is 2^32-1: it stands for none.
  constexpr int64_t none = -1;
  SmallVector<Value> best = accumulate(
      b, withPlanes(b, input, windows), {steps, steps},
      {b.getF32FloatAttr(0.0f), b.getI32IntegerAttr(none)},
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> indices,
          ArrayRef<Value> accumulators) -> SmallVector<Value> {
        Indices i(b);
        SmallVector<Value> place = {indices[0], indices[1]};
        Value isInside;
        for (unsigned axis : {0, 1}) {
          Value start = i.mul(indices[2 + axis], i.get(getStride()));
          Value cell =
              i.sub(i.add(start, indices[4 + axis]), i.get(getPadding()));
          Value inside = i.isBelow(cell, planes[axis]);
          isInside = isInside ? i.both(isInside, inside) : inside;
          place.push_back(cell);
        }
        for (unsigned axis : {2, 3})
          place[axis] = hold(i, isInside, place[axis]);
        Value x = extractAt(b, input, place);
        Value top = accumulators[0], where = accumulators[1];
        // The first cell is taken whatever it is, a NaN given up for any
        // number.
        auto isNaN = [&](Value value) -> Value {
          return arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value,
                                       value);
        };
        Value isNumber =
            arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, x, x);
        Value wins = arith::OrIOp::create(
            b, arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, top),
            i.both(isNaN(top), isNumber));
        wins =
            arith::OrIOp::create(b, wins, i.isEqual(where, createInt(b, none)));
        wins = i.both(wins, isInside);
        Value flat = i.toInt(getFlat(i, place, channels, planes));
        return {i.select(wins, x, top), i.select(wins, flat, where)};
      });

  Type elementType =
      cast<RankedTensorType>(getOutput().getType()).getElementType();
  auto finish = [&](Value values, Type type,
                    function_ref<Value(ImplicitLocOpBuilder &)> makeDefault) {
    return createElementwise(
        b, {values, best[1]}, type,
        [&](ImplicitLocOpBuilder &b, ArrayRef<Value> x) -> Value {
          Value isNone = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                               x[1], createInt(b, none));
          Value y = arith::SelectOp::create(b, isNone, makeDefault(b), x[0]);
          return isa<FloatType>(type) ? truncate(b, y, type) : y;
        });
  };
  return SmallVector<Value>{
      finish(best[0], elementType,
             [](ImplicitLocOpBuilder &b) {
               return createFloat(b, std::numeric_limits<float>::lowest());
             }),
      finish(best[1], b.getI32Type(),
             [](ImplicitLocOpBuilder &b) { return createInt(b, 0); })};
}

Results WindowGatherOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                      ValueRange operands) {
  Value input = operands[0], channels = getChannels(b, input);
  SmallVector<Value> planes = ::getPlanes(b, input);
  Type elementType = cast<RankedTensorType>(input.getType()).getElementType();
  return SmallVector<Value>{createElementwise(
      b, operands[1], elementType,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        Indices i(b);
        SmallVector<Value> place;
        for (int64_t loop : {0, 1})
          place.push_back(linalg::IndexOp::create(b, loop));
        Value index =
            arith::IndexCastUIOp::create(b, b.getIndexType(), arguments[0]);
        // Where in the plane the index leads.
        Value zero = i.get(0);
        Value start =
            getFlat(i, {place[0], place[1], zero, zero}, channels, planes);
        Value rest = i.sub(index, start);
        Value isInside = i.isBelow(rest, i.mul(planes[0], planes[1]));
        const std::array<Value, 2> cells = {i.div(rest, planes[1]),
                                            i.rem(rest, planes[1])};
        for (auto [axis, cell] : llvm::enumerate(cells)) {
          Value window = linalg::IndexOp::create(b, 2 + axis);
          Value offset = i.sub(i.add(cell, i.get(getPadding())),
                               i.mul(window, i.get(getStride())));
          isInside =
              i.both(isInside, i.isBelow(offset, i.get(getKernelSize())));
          place.push_back(cell);
        }
        for (unsigned axis : {2, 3})
          place[axis] = hold(i, isInside, place[axis]);
        Value element = tensor::ExtractOp::create(b, input, place);
        Value nothing =
            arith::ConstantOp::create(b, b.getZeroAttr(elementType));
        return i.select(isInside, element, nothing);
      })};
}

Results WindowScatterOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                       ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value source = adaptor.getSource(), indices = adaptor.getIndices();
  Value channels = getChannels(b, source);
  SmallVector<Value> windows = ::getPlanes(b, source), planes;
  for (OpFoldResult extent :
       getMixedValues(b, getShape(), adaptor.getDynamicShape()))
    planes.push_back(asValue(b, extent));
  OpFoldResult steps =
      b.getIndexAttr(llvm::divideCeil(getKernelSize(), getStride()));
  Value sums = accumulate(
      b, withPlanes(b, source, planes), {steps, steps},
      {b.getF32FloatAttr(0.0f)},
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> loops,
          ArrayRef<Value> accumulators) -> SmallVector<Value> {
        Indices i(b);
        // Windows from the last one that begins at the cell or before it.
        SmallVector<Value> window = {loops[0], loops[1]};
        Value isInside;
        for (unsigned axis : {0, 1}) {
          Value place = i.add(loops[2 + axis], i.get(getPadding()));
          Value number =
              i.sub(i.div(place, i.get(getStride())), loops[4 + axis]);
          Value inside = i.isBelow(number, windows[axis]);
          Value offset = i.sub(place, i.mul(number, i.get(getStride())));
          inside = i.both(inside, i.isBelow(offset, i.get(getKernelSize())));
          isInside = isInside ? i.both(isInside, inside) : inside;
          window.push_back(number);
        }
        for (unsigned axis : {2, 3})
          window[axis] = hold(i, isInside, window[axis]);
        Value index = tensor::ExtractOp::create(b, indices, window);
        Value flat = i.toInt(getFlat(i, loops.take_front(4), channels, planes));
        Value wins = i.both(isInside, i.isEqual(index, flat));
        Value sum = arith::AddFOp::create(
            b, accumulators[0], extractAt(b, source, window), contractible);
        return {i.select(wins, sum, accumulators[0])};
      })[0];
  return SmallVector<Value>{truncateElements(
      b, sums, cast<RankedTensorType>(getType()).getElementType())};
}
