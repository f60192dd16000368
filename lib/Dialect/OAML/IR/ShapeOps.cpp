//===- ShapeOps.cpp - Rules of ops that make, shape and move elements -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallString.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ShapeOps.cpp.inc"

namespace oaml {
void registerShapeOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ShapeOps.cpp.inc"
      >();
}
} // namespace oaml

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// constant, dim, iota
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getValue().getType());
  if (!type)
    return context.emitError(
        formatMessage("requires 'value' of ranked tensor type, found ",
                      adaptor.getValue().getType()));
  SymbolicShape shape;
  for (int64_t extent : type.getShape())
    shape.push_back(context.getConstant(extent));
  results.push_back({shape, type.getElementType()});
  return success();
}

LogicalResult DimOp::verify() {
  int64_t axis = getAxis(), rank = getTensorType(getX()).getRank();
  if (axis >= 0 && axis < rank)
    return success();
  return emitOpError() << "requires 'axis' from 0 to rank-1, found " << axis
                       << " and rank " << rank;
}

Value DimOp::getShapedValue() { return getX(); }

OpFoldResult DimOp::getDimension() { return getAxisAttr(); }

LogicalResult IotaOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  FailureOr<SymbolicShape> shape =
      inferRequestedShape(context, adaptor.getShape(),
                          adaptor.getDynamicShape(), "shape", /*minimum=*/0);
  if (failed(shape) ||
      failed(requireAxis(context, adaptor.getAxis(), shape->size(), "axis")))
    return failure();
  results.push_back({*shape, IntegerType::get(context.getContext(), 32)});
  return success();
}

//===----------------------------------------------------------------------===//
// broadcast_to, reshape, transpose
//===----------------------------------------------------------------------===//

LogicalResult
BroadcastToOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  FailureOr<SymbolicShape> shape =
      inferRequestedShape(context, adaptor.getShape(),
                          adaptor.getDynamicShape(), "shape", /*minimum=*/0);
  if (failed(shape))
    return failure();
  SymbolicShape from = context.getShape(adaptor.getX());
  if (from.size() > shape->size())
    return context.emitError(
        formatMessage("requires 'shape' of at least the rank of x, found rank ",
                      shape->size(), " and ", adaptor.getX().getType()));
  size_t offset = shape->size() - from.size();
  for (auto [axis, extent] : llvm::enumerate(from)) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    if (constant && constant.getValue() == 1)
      continue;
    if (failed(context.requireEqual(
            extent, (*shape)[axis + offset],
            formatMessage(
                "an extent of x that is 1 or that of 'shape' at axis ", axis,
                " of x"))))
      return failure();
  }
  results.push_back({*shape, getTensorType(adaptor.getX()).getElementType()});
  return success();
}

LogicalResult ReshapeOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  // The shape with 1 in place of -1.
  SmallVector<int64_t> entries(adaptor.getShape());
  std::optional<size_t> inferred;
  for (auto [axis, entry] : llvm::enumerate(entries)) {
    if (entry != -1)
      continue;
    if (inferred)
      return context.emitError(formatMessage(
          "requires 'shape' with at most one -1, found it at axes ", *inferred,
          " and ", axis));
    inferred = axis;
    entry = 1;
  }
  FailureOr<SymbolicShape> shape = inferRequestedShape(
      context, entries, adaptor.getDynamicShape(), "shape", /*minimum=*/0);
  if (failed(shape))
    return failure();

  AffineExpr count =
      multiplyExtents(context.getShape(adaptor.getX()), context.getContext());
  AffineExpr known = multiplyExtents(*shape, context.getContext());
  if (inferred) {
    if (failed(context.require(context.getConstant(1),
                               ExtentRelation::LessEqual, known,
                               "a product of at least 1 of the extents beside "
                               "the -1 of 'shape'")))
      return failure();
    AffineExpr extent = normalizeExtent(count.floorDiv(known));
    (*shape)[*inferred] = extent;
    known = multiplyExtents({known, extent}, context.getContext());
  }
  if (failed(context.requireEqual(count, known,
                                  "as many elements in x as in 'shape'")))
    return failure();
  results.push_back({*shape, getTensorType(adaptor.getX()).getElementType()});
  return success();
}

LogicalResult TransposeOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  int64_t rank = getTensorType(x).getRank();
  if (failed(requireAxis(context, adaptor.getAxis0(), rank, "axis0")) ||
      failed(requireAxis(context, adaptor.getAxis1(), rank, "axis1")) ||
      failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  SymbolicShape shape = context.getShape(x);
  std::swap(shape[adaptor.getAxis0()], shape[adaptor.getAxis1()]);
  results.push_back({shape, getTensorType(x).getElementType()});
  return success();
}

//===----------------------------------------------------------------------===//
// slice, pad
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                    SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  int64_t axis = adaptor.getAxis();
  if (failed(requireAxis(context, axis, getTensorType(x).getRank(), "axis")))
    return failure();
  auto getBound = [&](int64_t entry, Value value, StringRef name) {
    SmallVector<Value, 1> values;
    if (value)
      values.push_back(value);
    return context.getMixedExtents(entry, values, name);
  };
  FailureOr<SymbolicShape> start =
      getBound(adaptor.getStart(), adaptor.getDynamicStart(), "start");
  if (failed(start))
    return failure();
  FailureOr<SymbolicShape> end =
      getBound(adaptor.getEnd(), adaptor.getDynamicEnd(), "end");
  if (failed(end))
    return failure();
  SymbolicShape shape = context.getShape(x);
  AffineExpr first = start->front(), last = end->front();
  if (failed(context.require(context.getConstant(0), ExtentRelation::LessEqual,
                             first, "0 <= start")) ||
      failed(
          context.require(first, ExtentRelation::Less, last, "start < end")) ||
      failed(context.require(
          last, ExtentRelation::LessEqual, shape[axis],
          formatMessage("end <= extent of x along axis ", axis))))
    return failure();
  shape[axis] = normalizeExtent(last - first);
  results.push_back({shape, getTensorType(x).getElementType()});
  return success();
}

LogicalResult PadOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                  SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  size_t rank = getTensorType(x).getRank();
  SymbolicShape shape = context.getShape(x);
  for (auto [name, staticAmounts, dynamicAmounts] :
       {std::make_tuple(StringRef("low"), adaptor.getLow(),
                        adaptor.getDynamicLow()),
        std::make_tuple(StringRef("high"), adaptor.getHigh(),
                        adaptor.getDynamicHigh())}) {
    if (staticAmounts.size() != rank)
      return context.emitError(formatMessage(
          "requires one entry of '", name, "' per axis of x, found ",
          staticAmounts.size(), " entries and ", x.getType()));
    FailureOr<SymbolicShape> amounts =
        context.getMixedExtents(staticAmounts, dynamicAmounts, name);
    if (failed(amounts))
      return failure();
    for (auto [axis, amount] : llvm::enumerate(*amounts)) {
      if (failed(context.require(
              context.getConstant(0), ExtentRelation::LessEqual, amount,
              formatMessage("'", name, "' of at least 0 at axis ", axis))))
        return failure();
      shape[axis] = normalizeExtent(shape[axis] + amount);
    }
  }
  results.push_back({shape, getTensorType(x).getElementType()});
  return success();
}

LogicalResult PadOp::verify() {
  Type element = getTensorType(getX()).getElementType();
  if (isa<FloatType>(element))
    return success();
  APSInt number(element.getIntOrFloatBitWidth(),
                /*isUnsigned=*/element.isUnsignedInteger());
  bool isExact = false;
  getValue().convertToInteger(number, APFloat::rmTowardZero, &isExact);
  if (isExact)
    return success();
  SmallString<16> text;
  getValue().toString(text);
  return emitOpError() << "requires 'value' that " << element
                       << " can hold, found " << text;
}

//===----------------------------------------------------------------------===//
// Joining and splitting
//===----------------------------------------------------------------------===//

LogicalResult ConcatOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  ValueRange parts = adaptor.getParts();
  if (parts.empty())
    return context.emitError("requires at least one part, found none");
  int64_t axis = adaptor.getAxis();
  SymbolicShape shape = context.getShape(parts.front());
  if (failed(requireAxis(context, axis, shape.size(), "axis")))
    return failure();
  for (auto [number, part] : llvm::enumerate(parts.drop_front())) {
    std::string name = ("part " + Twine(number + 1)).str();
    if (failed(requireSameElementType(
            context, {{"part 0", parts.front()}, {name, part}})))
      return failure();
    SymbolicShape other = context.getShape(part);
    if (other.size() != shape.size())
      return context.emitError(
          formatMessage("requires parts of one rank, found ", shape.size(),
                        " and ", other.size(), " in ", name));
    for (int64_t i = 0, e = shape.size(); i < e; ++i)
      if (i != axis && failed(context.requireEqual(
                           shape[i], other[i],
                           formatMessage("equal extents of part 0 and ", name,
                                         " along axis ", i))))
        return failure();
    shape[axis] = normalizeExtent(shape[axis] + other[axis]);
  }
  results.push_back({shape, getTensorType(parts.front()).getElementType()});
  return success();
}

LogicalResult SplitOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                    SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  int64_t axis = adaptor.getAxis(), total = 0;
  if (failed(requireAxis(context, axis, getTensorType(x).getRank(), "axis")))
    return failure();
  if (failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  if (adaptor.getSizes().empty())
    return context.emitError("requires at least one entry of 'sizes'");
  SymbolicShape shape = context.getShape(x);
  AffineExpr extent = shape[axis];
  for (auto [number, size] : llvm::enumerate(adaptor.getSizes())) {
    if (size < 1)
      return context.emitError(
          formatMessage("requires 'sizes' of at least 1, found ", size,
                        " at position ", number));
    if (llvm::AddOverflow(total, size, total))
      return context.emitError("requires 'sizes' with a sum that fits 32 bits");
    shape[axis] = context.getConstant(size);
    results.push_back({shape, getTensorType(x).getElementType()});
  }
  return context.requireEqual(extent, context.getConstant(total),
                              formatMessage("an extent of x along axis ", axis,
                                            " that is the sum of 'sizes'"));
}

LogicalResult
RepeatInterleaveOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                 SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  int64_t axis = adaptor.getAxis(), repeats = adaptor.getRepeats();
  if (failed(requireAxis(context, axis, getTensorType(x).getRank(), "axis")))
    return failure();
  if (repeats < 1 || repeats >= (int64_t(1) << 32))
    return context.emitError(
        formatMessage("requires 'repeats' from 1 to 2^32-1, found ", repeats));
  if (failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  SymbolicShape shape = context.getShape(x);
  shape[axis] = normalizeExtent(shape[axis] * repeats);
  results.push_back({shape, getTensorType(x).getElementType()});
  return success();
}

LogicalResult
CausalMaskOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  Value scores = adaptor.getScores();
  std::optional<uint64_t> size = adaptor.getSize();
  if (static_cast<bool>(scores) == size.has_value())
    return context.emitError(
        formatMessage("requires either scores or 'size', found ",
                      scores ? "both" : "neither"));
  if (scores) {
    NamedTensor tensor = {"scores", scores};
    if (failed(requireRankAtLeast(context, tensor, 2)) ||
        failed(requireNonEmpty(context, {tensor})))
      return failure();
    results.push_back(
        {context.getShape(scores), getTensorType(scores).getElementType()});
    return success();
  }
  int64_t extent = *size;
  if (extent < 1)
    return context.emitError(
        formatMessage("requires 'size' of at least 1, found ", extent));
  results.push_back({{context.getConstant(extent), context.getConstant(extent)},
                     Float32Type::get(context.getContext())});
  return success();
}
