//===- LowerRecurrent.cpp - Scans as loops over steps ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/RecurrentOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

namespace {
/// Extents of values in a scan's body, told outside of it: they do not differ
/// from step to step.
class OuterExtents {
public:
  OuterExtents(ImplicitLocOpBuilder &b, ScanOp scan, ValueRange operands)
      : b(b), scan(scan), operands(operands) {}

  OpFoldResult get(Value tensor, int64_t axis) {
    TracedExtent traced = traceExtent(tensor, axis);
    if (traced.known)
      return get(traced.known);
    auto argument = cast<BlockArgument>(traced.tensor);
    int64_t place = traced.axis;
    if (scan.isSlice(argument) && place >= static_cast<int64_t>(scan.getAxis()))
      ++place;
    return tensor::getMixedSize(b, b.getLoc(),
                                operands[argument.getArgNumber()], place);
  }

private:
  OpFoldResult get(OpFoldResult index) {
    if (std::optional<int64_t> constant = getConstantIntValue(index))
      return b.getIndexAttr(*constant);
    Operation *op = cast<Value>(index).getDefiningOp();
    if (auto dim = dyn_cast<DimOp>(op))
      return get(dim.getX(), dim.getAxis());
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, asValue(b, get(operand)));
    return b.clone(*op, mapping)->getResult(0);
  }

  ImplicitLocOpBuilder &b;
  ScanOp scan;
  ValueRange operands;
};
} // namespace

/// The box of extent 1 at `place` along `axis` of a tensor whose extents in
/// other dimensions are `sizes`.
static void getSliceBox(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                        int64_t axis, Value place,
                        SmallVectorImpl<OpFoldResult> &offsets,
                        SmallVectorImpl<OpFoldResult> &boxSizes,
                        SmallVectorImpl<OpFoldResult> &strides) {
  offsets.assign(sizes.size() + 1, b.getIndexAttr(0));
  strides.assign(sizes.size() + 1, b.getIndexAttr(1));
  boxSizes.assign(sizes.begin(), sizes.end());
  boxSizes.insert(boxSizes.begin() + axis, b.getIndexAttr(1));
  offsets[axis] = place;
}

/// The slice of `tensor` at `place`, as a tensor of `type`.
static Value extractSlice(ImplicitLocOpBuilder &b, Value tensor, int64_t axis,
                          Value place, RankedTensorType type) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), tensor);
  sizes.erase(sizes.begin() + axis);
  SmallVector<OpFoldResult> offsets, boxSizes, strides;
  getSliceBox(b, sizes, axis, place, offsets, boxSizes, strides);
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  Value slice = tensor::ExtractSliceOp::create(
      b, RankedTensorType::get(shape, type.getElementType()), tensor, offsets,
      boxSizes, strides);
  return castShape(b, slice, type);
}

Results ScanOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  int64_t axis = getAxis();
  size_t numCarried = getInits().size(), numScanned = getScanned().size();
  Block &body = getBody().front();
  OpFoldResult length =
      tensor::getMixedSize(b, b.getLoc(), operands[numCarried], axis);
  OuterExtents extents(b, *this, operands);
  SmallVector<Value> stacks;
  SmallVector<SmallVector<OpFoldResult>> stepSizes;
  for (auto [i, value] : llvm::enumerate(getYielded())) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<OpFoldResult> &sizes = stepSizes.emplace_back();
    // Of the carried tensors, the initial ones know the extents.
    if (i < numCarried)
      sizes = tensor::getMixedSizes(b, b.getLoc(), operands[i]);
    else
      for (int64_t d = 0; d < type.getRank(); ++d)
        sizes.push_back(extents.get(value, d));
    SmallVector<OpFoldResult> stackSizes(sizes);
    stackSizes.insert(stackSizes.begin() + axis, length);
    stacks.push_back(tensor::EmptyOp::create(
        b, stackSizes, getSignlessType(type.getElementType())));
  }

  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value end = asValue(b, length);
  LogicalResult lowered = success();
  auto loop = scf::ForOp::create(
      b, zero, end, one, stacks,
      [&](OpBuilder &builder, Location location, Value step,
          ValueRange carried) {
        ImplicitLocOpBuilder inner(location, builder);
        // Where this step and the one before stand. The first has none before;
        // it reads its own place, which counts for nothing.
        Value isFirst =
            arith::CmpIOp::create(inner, arith::CmpIPredicate::eq, step, zero);
        Value number = arith::MaxUIOp::create(inner, step, one);
        Value place = step, before;
        if (getReverse()) {
          place = arith::SubIOp::create(
              inner, arith::SubIOp::create(inner, end, one), step);
          before = arith::MinUIOp::create(
              inner, arith::SubIOp::create(inner, end, number),
              arith::SubIOp::create(inner, end, one));
        } else {
          before = arith::SubIOp::create(inner, number, one);
        }
        IRMapping mapping;
        for (BlockArgument argument : body.getArguments()) {
          unsigned i = argument.getArgNumber();
          auto type =
              cast<RankedTensorType>(getSignlessType(argument.getType()));
          if (i < numCarried) {
            Value state = extractSlice(inner, carried[i], axis, before, type);
            mapping.map(argument,
                        createElementwise(
                            inner, {operands[i], state}, type.getElementType(),
                            [&](ImplicitLocOpBuilder &b,
                                ArrayRef<Value> values) -> Value {
                              return arith::SelectOp::create(
                                  b, isFirst, values[0], values[1]);
                            }));
          } else if (i < numCarried + numScanned) {
            mapping.map(argument,
                        extractSlice(inner, operands[i], axis, place, type));
          } else {
            mapping.map(argument, operands[i]);
          }
        }
        lowered = lowerOps(inner, body.without_terminator(), mapping);
        SmallVector<Value> next;
        for (auto [i, value] : llvm::enumerate(getYielded())) {
          if (failed(lowered)) {
            next.push_back(carried[i]);
            continue;
          }
          SmallVector<OpFoldResult> offsets, sizes, strides;
          getSliceBox(inner, stepSizes[i], axis, place, offsets, sizes,
                      strides);
          next.push_back(tensor::InsertSliceOp::create(
              inner, mapping.lookup(value), carried[i], offsets, sizes,
              strides));
        }
        scf::YieldOp::create(inner, next);
      });
  if (failed(lowered))
    return failure();
  return SmallVector<Value>(loop.getResults());
}
