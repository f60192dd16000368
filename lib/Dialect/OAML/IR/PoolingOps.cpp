//===- PoolingOps.cpp - Rules of pooling and resampling -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/PoolingOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include <limits>

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/PoolingOps.cpp.inc"

namespace oaml {
void registerPoolingOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/PoolingOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

static constexpr int64_t maximum = std::numeric_limits<uint32_t>::max();
static constexpr StringRef axisNames[] = {"height", "width"};

static LogicalResult requirePlanes(ShapeContext &context, NamedTensor tensor) {
  if (failed(requireRank(context, tensor, 4)))
    return failure();
  return requireNonEmpty(context, {tensor});
}

static LogicalResult requireWindow(ShapeContext &context, int64_t kernel,
                                   int64_t stride, int64_t padding) {
  if (failed(requireSize(context, kernel, 1, "kernel_size")) ||
      failed(requireSize(context, stride, 1, "stride")))
    return failure();
  return requireSize(context, padding, 0, "padding");
}

/// The numbers of windows along the axes of planes.
static FailureOr<SymbolicShape> inferPool(ShapeContext &context,
                                          ArrayRef<AffineExpr> planes,
                                          int64_t kernel, int64_t stride,
                                          int64_t padding) {
  SymbolicShape result;
  for (auto [extent, name] : llvm::zip_equal(planes, axisNames)) {
    FailureOr<AffineExpr> windows =
        inferWindows(context, extent + 2 * padding, context.getConstant(kernel),
                     stride, name);
    if (failed(windows))
      return failure();
    result.push_back(*windows);
  }
  return result;
}

/// The result of an op on planes: batch and channels of `input`, then `planes`.
static void addPlanes(ShapeContext &context, Value input,
                      ArrayRef<AffineExpr> planes,
                      SmallVectorImpl<ResultShape> &results) {
  SymbolicShape shape = context.getShape(input);
  shape.truncate(2);
  llvm::append_range(shape, planes);
  results.push_back({shape, getElement(input)});
}

/// The result of pooling with windows.
static LogicalResult inferPooled(ShapeContext &context, Value input,
                                 int64_t kernel, int64_t stride,
                                 int64_t padding,
                                 SmallVectorImpl<ResultShape> &results) {
  if (failed(requirePlanes(context, {"input", input})) ||
      failed(requireWindow(context, kernel, stride, padding)))
    return failure();
  SymbolicShape shape = context.getShape(input);
  FailureOr<SymbolicShape> windows = inferPool(
      context, ArrayRef(shape).drop_front(2), kernel, stride, padding);
  if (failed(windows))
    return failure();
  addPlanes(context, input, *windows, results);
  return success();
}

//===----------------------------------------------------------------------===//
// resample and what is made of it
//===----------------------------------------------------------------------===//

/// Extents must stay below 2^32 in the arithmetic of positions.
static LogicalResult requireAdaptive(ShapeContext &context,
                                     ArrayRef<AffineExpr> from,
                                     ArrayRef<AffineExpr> to) {
  for (auto [in, out, name] : llvm::zip_equal(from, to, axisNames))
    if (failed(context.require(
            normalizeExtent(in * out), ExtentRelation::LessEqual,
            context.getConstant(maximum),
            formatMessage("numbers of cells and bins whose product fits 32 "
                          "bits, along the ",
                          name))))
      return failure();
  return success();
}

static FailureOr<SymbolicShape> inferUpsampled(ShapeContext &context,
                                               ArrayRef<AffineExpr> planes,
                                               int64_t factor) {
  if (failed(requireSize(context, factor, 1, "scale_factor")))
    return failure();
  SymbolicShape result;
  for (auto [extent, name] : llvm::zip_equal(planes, axisNames)) {
    result.push_back(normalizeExtent(extent * factor));
    // Twice the position is formed.
    if (failed(context.require(
            result.back(), ExtentRelation::LessEqual,
            context.getConstant(maximum / 2),
            formatMessage("a ", name, " of the result below 2^31"))))
      return failure();
  }
  return result;
}

LogicalResult ResampleOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  if (failed(requirePlanes(context, {"input", adaptor.getInput()})) ||
      failed(requireWindow(context, adaptor.getKernelSize(),
                           adaptor.getStride(), adaptor.getPadding())) ||
      failed(requireSize(context, adaptor.getScaleFactor(), 1, "scale_factor")))
    return failure();
  ResampleMode mode = adaptor.getMode();
  bool hasShape = adaptor.getTransposed() || mode == ResampleMode::Adaptive;
  size_t wanted = hasShape ? 2 : 0, found = adaptor.getShape().size();
  if (found != wanted)
    return context.emitError(formatMessage(
        "requires a 'shape' of ", wanted, " extents for mode ",
        stringifyResampleMode(mode),
        adaptor.getTransposed() ? " transposed" : "", ", found ", found));
  FailureOr<SymbolicShape> shape =
      inferRequestedShape(context, adaptor.getShape(),
                          adaptor.getDynamicShape(), "shape", /*minimum=*/1);
  if (failed(shape))
    return failure();

  SymbolicShape given = context.getShape(adaptor.getInput());
  given.erase(given.begin(), given.begin() + 2);
  if (mode == ResampleMode::Adaptive) {
    if (failed(requireAdaptive(context, given, *shape)))
      return failure();
    addPlanes(context, adaptor.getInput(), *shape, results);
    return success();
  }
  ArrayRef<AffineExpr> cells = adaptor.getTransposed() ? *shape : given;
  FailureOr<SymbolicShape> positions =
      mode == ResampleMode::Window
          ? inferPool(context, cells, adaptor.getKernelSize(),
                      adaptor.getStride(), adaptor.getPadding())
          : inferUpsampled(context, cells, adaptor.getScaleFactor());
  if (failed(positions))
    return failure();
  if (!adaptor.getTransposed()) {
    addPlanes(context, adaptor.getInput(), *positions, results);
    return success();
  }
  for (auto [in, out, name] : llvm::zip_equal(given, *positions, axisNames))
    if (failed(context.requireEqual(
            in, out,
            formatMessage("input with the ", name, " that 'shape' leads to"))))
      return failure();
  addPlanes(context, adaptor.getInput(), *shape, results);
  return success();
}

LogicalResult AvgPool2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  return inferPooled(context, adaptor.getInput(), adaptor.getKernelSize(),
                     adaptor.getStride(), adaptor.getPadding(), results);
}

LogicalResult
AdaptiveAvgPool2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                  SmallVectorImpl<ResultShape> &results) {
  int64_t height = adaptor.getOutputHeight(), width = adaptor.getOutputWidth();
  if (failed(requirePlanes(context, {"input", adaptor.getInput()})) ||
      failed(requireSize(context, height, 1, "output_height")) ||
      failed(requireSize(context, width, 1, "output_width")))
    return failure();
  SymbolicShape shape = context.getShape(adaptor.getInput());
  SymbolicShape planes = {context.getConstant(height),
                          context.getConstant(width)};
  if (failed(requireAdaptive(context, ArrayRef(shape).drop_front(2), planes)))
    return failure();
  addPlanes(context, adaptor.getInput(), planes, results);
  return success();
}

LogicalResult
Upsample2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  if (failed(requirePlanes(context, {"input", adaptor.getInput()})))
    return failure();
  SymbolicShape shape = context.getShape(adaptor.getInput());
  FailureOr<SymbolicShape> planes = inferUpsampled(
      context, ArrayRef(shape).drop_front(2), adaptor.getScaleFactor());
  if (failed(planes))
    return failure();
  addPlanes(context, adaptor.getInput(), *planes, results);
  return success();
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

LogicalResult MaxPool2dOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                        SmallVectorImpl<ResultShape> &results) {
  if (failed(inferPooled(context, adaptor.getInput(), adaptor.getKernelSize(),
                         adaptor.getStride(), adaptor.getPadding(), results)))
    return failure();
  results.push_back(
      {results[0].extents, IntegerType::get(context.getContext(), 32)});
  return success();
}

/// Requires that `windows` has a place for each window of `planes`, the shape
/// `[N, C, H, W]`.
static LogicalResult requireWindowsOf(ShapeContext &context,
                                      NamedTensor windows,
                                      ArrayRef<AffineExpr> planes,
                                      int64_t kernel, int64_t stride,
                                      int64_t padding) {
  if (failed(requirePlanes(context, windows)) ||
      failed(requireWindow(context, kernel, stride, padding)))
    return failure();
  FailureOr<SymbolicShape> counts =
      inferPool(context, planes.drop_front(2), kernel, stride, padding);
  if (failed(counts))
    return failure();
  SymbolicShape wanted(planes.take_front(2));
  llvm::append_range(wanted, *counts);
  SymbolicShape found = context.getShape(windows.value);
  for (auto [axis, extents] : llvm::enumerate(llvm::zip_equal(found, wanted)))
    if (failed(context.requireEqual(
            std::get<0>(extents), std::get<1>(extents),
            formatMessage("one element of ", windows.name,
                          " per window along axis ", axis))))
      return failure();
  return success();
}

LogicalResult
WindowGatherOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  if (failed(requirePlanes(context, {"input", adaptor.getInput()})) ||
      failed(requireWindowsOf(context, {"indices", adaptor.getIndices()},
                              context.getShape(adaptor.getInput()),
                              adaptor.getKernelSize(), adaptor.getStride(),
                              adaptor.getPadding())))
    return failure();
  results.push_back(
      {context.getShape(adaptor.getIndices()), getElement(adaptor.getInput())});
  return success();
}

LogicalResult
WindowScatterOp::inferResults(ShapeContext &context, Adaptor adaptor,
                              SmallVectorImpl<ResultShape> &results) {
  NamedTensor source = {"source", adaptor.getSource()};
  NamedTensor indices = {"indices", adaptor.getIndices()};
  if (failed(requirePlanes(context, source)) ||
      failed(requireSameShape(context, {source, indices})))
    return failure();
  size_t found = adaptor.getShape().size();
  if (found != 2)
    return context.emitError(
        formatMessage("requires a 'shape' of 2 extents, found ", found));
  FailureOr<SymbolicShape> shape =
      inferRequestedShape(context, adaptor.getShape(),
                          adaptor.getDynamicShape(), "shape", /*minimum=*/1);
  if (failed(shape))
    return failure();
  addPlanes(context, source.value, *shape, results);
  return requireWindowsOf(context, source, results[0].extents,
                          adaptor.getKernelSize(), adaptor.getStride(),
                          adaptor.getPadding());
}
