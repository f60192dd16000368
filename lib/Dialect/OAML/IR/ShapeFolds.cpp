//===- ShapeFolds.cpp - Folds and canonical forms of movement -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantFolding.h"

#include "oaml/Dialect/OAML/IR/RandomOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace oaml;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `shape` is taken from `x`, axis by axis: as a static extent or as
/// `oaml.dim` of it.
static bool isShapeOf(ArrayRef<OpFoldResult> shape, Value x) {
  RankedTensorType type = getTensorType(x);
  if (static_cast<int64_t>(shape.size()) != type.getRank())
    return false;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    if (std::optional<int64_t> constant = getConstantIntValue(extent)) {
      if (*constant != type.getDimSize(axis))
        return false;
      continue;
    }
    auto dim = cast<Value>(extent).getDefiningOp<DimOp>();
    if (!dim || dim.getX() != x || dim.getAxis() != axis)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// constant, detach, dim
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult DetachOp::fold(FoldAdaptor) {
  // The inner one already cuts the edge.
  if (auto inner = getInput().getDefiningOp<DetachOp>();
      inner && inner.getType() == getType())
    return inner.getResult();
  return {};
}

OpFoldResult DimOp::fold(FoldAdaptor) {
  int64_t extent = getTensorType(getX()).getDimSize(getAxis());
  if (ShapedType::isDynamic(extent))
    return {};
  return IntegerAttr::get(IndexType::get(getContext()), extent);
}

namespace {

/// Builds the value of an extent from the values of its symbols. Extents are
/// not negative, so that unsigned division is right.
class ExtentBuilder {
public:
  ExtentBuilder(OpBuilder &builder, Location location,
                ArrayRef<TypeShapeContext::Key> symbols)
      : builder(builder), location(location), symbols(symbols) {}

  Value build(AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return arith::ConstantIndexOp::create(builder, location,
                                            constant.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      auto [value, axis] = symbols[symbol.getPosition()];
      if (axis < 0)
        return value;
      return DimOp::create(builder, location, value, axis);
    }
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Value left = build(binary.getLHS()), right = build(binary.getRHS());
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return arith::AddIOp::create(builder, location, left, right);
    case AffineExprKind::Mul:
      return arith::MulIOp::create(builder, location, left, right);
    case AffineExprKind::FloorDiv:
      return arith::DivUIOp::create(builder, location, left, right);
    case AffineExprKind::CeilDiv:
      return arith::CeilDivUIOp::create(builder, location, left, right);
    default:
      return arith::RemUIOp::create(builder, location, left, right);
    }
  }

private:
  OpBuilder &builder;
  Location location;
  ArrayRef<TypeShapeContext::Key> symbols;
};

/// dim(op(x, ...)) -> the extent that the op's shape rule gives it
struct DimOfRule : OpRewritePattern<DimOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DimOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getX());
    auto rule =
        result ? dyn_cast<ShapeRuleOpInterface>(result.getOwner()) : nullptr;
    if (!rule)
      return rewriter.notifyMatchFailure(op, "operand has no shape rule");
    TypeShapeContext context(op.getContext(), rule->getName().getStringRef(),
                             /*location=*/std::nullopt);
    SmallVector<ResultShape> results;
    if (failed(rule.inferSymbolicResults(context, results)))
      return rewriter.notifyMatchFailure(op, "shape rule fails");
    AffineExpr extent = results[result.getResultNumber()].extents[op.getAxis()];
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(
        op, ExtentBuilder(rewriter, op.getLoc(), context.getSymbols())
                .build(normalizeExtent(extent)));
    return success();
  }
};

} // namespace

void DimOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DimOfRule>(context);
}

//===----------------------------------------------------------------------===//
// broadcast_to, reshape
//===----------------------------------------------------------------------===//

OpFoldResult BroadcastToOp::fold(FoldAdaptor adaptor) {
  if (getX().getType() == getType() && isShapeOf(getMixedShape(), getX()))
    return getX();
  // Only splats: repeating elements at compile time would only cost memory.
  auto constant = dyn_cast_if_present<SplatElementsAttr>(adaptor.getX());
  if (constant && getType().hasStaticShape())
    return constant.resizeSplat(getType());
  return {};
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  // Also [-1] of a static shape.
  if (getX().getType() == getType() &&
      (getType().hasStaticShape() || isShapeOf(getMixedShape(), getX())))
    return getX();
  auto constant = dyn_cast_if_present<DenseElementsAttr>(adaptor.getX());
  if (constant && getType().hasStaticShape())
    return constant.reshape(getType());
  return {};
}

/// Makes the values of `list` that are constants attributes; true if there were
/// any. -1 and below are no extents, and mean something else in an attribute.
static bool makeStatic(SmallVectorImpl<OpFoldResult> &list, Builder &builder) {
  bool changed = false;
  for (OpFoldResult &extent : list) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    if (!isa<Value>(extent) || !constant || *constant < 0)
      continue;
    extent = builder.getIndexAttr(*constant);
    changed = true;
  }
  return changed;
}

namespace {

/// Makes index operands that are constants entries of the attribute.
template <typename Op>
struct StaticShape : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> shape = op.getMixedShape();
    if (!makeStatic(shape, rewriter))
      return rewriter.notifyMatchFailure(op, "no operand is a constant");
    SmallVector<int64_t> staticShape;
    SmallVector<Value> dynamicShape;
    dispatchIndexOpFoldResults(shape, dynamicShape, staticShape);
    rewriter.modifyOpInPlace(op, [&] {
      op.setShape(staticShape);
      op.getDynamicShapeMutable().assign(dynamicShape);
    });
    return success();
  }
};

/// op(op(x)) -> op(x), for reshape and broadcast_to
template <typename Op>
struct MergeShapes : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getX().template getDefiningOp<Op>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is no such op");
    rewriter.modifyOpInPlace(op,
                             [&] { op.getXMutable().assign(inner.getX()); });
    return success();
  }
};

} // namespace

void BroadcastToOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<StaticShape<BroadcastToOp>, MergeShapes<BroadcastToOp>>(context);
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<StaticShape<ReshapeOp>, MergeShapes<ReshapeOp>>(context);
}

void IotaOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<StaticShape<IotaOp>>(context);
}

void PhiloxUniformOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns.add<StaticShape<PhiloxUniformOp>>(context);
}

void PhiloxNormalOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<StaticShape<PhiloxNormalOp>>(context);
}

void RandOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<StaticShape<RandOp>>(context);
}

void RandNOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<StaticShape<RandNOp>>(context);
}

void RandXavierOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<StaticShape<RandXavierOp>>(context);
}

void RandGlorotUniformOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<StaticShape<RandGlorotUniformOp>>(context);
}

void RandKaimingUniformOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<StaticShape<RandKaimingUniformOp>>(context);
}

//===----------------------------------------------------------------------===//
// transpose
//===----------------------------------------------------------------------===//

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (getAxis0() == getAxis1() && getX().getType() == getType())
    return getX();
  if (auto inner = getX().getDefiningOp<TransposeOp>())
    if (std::minmax(inner.getAxis0(), inner.getAxis1()) ==
            std::minmax(getAxis0(), getAxis1()) &&
        inner.getX().getType() == getType())
      return inner.getX();
  if (!getType().hasStaticShape() || !getX().getType().hasStaticShape())
    return {};
  SmallVector<int64_t> strides =
      getRowMajorStrides(getX().getType().getShape());
  std::swap(strides[getAxis0()], strides[getAxis1()]);
  return foldMovement(adaptor.getX(), getType(), [&](int64_t index) {
    int64_t source = 0;
    for (int64_t axis = getType().getRank() - 1; axis >= 0; --axis) {
      int64_t extent = getType().getDimSize(axis);
      source += index % extent * strides[axis];
      index /= extent;
    }
    return source;
  });
}

namespace {

/// transpose {axis0 = 1, axis1 = 0} -> transpose {axis0 = 0, axis1 = 1}
struct SortAxes : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    int64_t axis0 = op.getAxis0(), axis1 = op.getAxis1();
    if (axis0 <= axis1)
      return rewriter.notifyMatchFailure(op, "axes are in order");
    rewriter.modifyOpInPlace(op, [&] {
      op.setAxis0(axis1);
      op.setAxis1(axis0);
    });
    return success();
  }
};

} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<SortAxes>(context);
}

//===----------------------------------------------------------------------===//
// slice, pad
//===----------------------------------------------------------------------===//

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  int64_t axis = getAxis();
  std::optional<int64_t> start = getConstantIntValue(getMixedStart());
  std::optional<int64_t> end = getConstantIntValue(getMixedEnd());
  if (start == 0 && getX().getType() == getType()) {
    int64_t extent = getX().getType().getDimSize(axis);
    if (!ShapedType::isDynamic(extent) && end == extent)
      return getX();
    auto endValue = dyn_cast<Value>(getMixedEnd());
    auto dim = endValue ? endValue.getDefiningOp<DimOp>() : DimOp();
    if (dim && dim.getX() == getX() &&
        static_cast<int64_t>(dim.getAxis()) == axis)
      return getX();
  }
  if (!start || !end || !getType().hasStaticShape() ||
      !getX().getType().hasStaticShape())
    return {};
  ArrayRef<int64_t> shape = getX().getType().getShape();
  int64_t inner = 1;
  for (int64_t extent : shape.drop_front(axis + 1))
    inner *= extent;
  return foldMovement(adaptor.getX(), getType(), [&](int64_t index) {
    int64_t block = (*end - *start) * inner;
    return index / block * shape[axis] * inner + *start * inner + index % block;
  });
}

OpFoldResult PadOp::fold(FoldAdaptor adaptor) {
  auto isZero = [](OpFoldResult amount) {
    return getConstantIntValue(amount) == 0;
  };
  if (getX().getType() == getType() && llvm::all_of(getMixedLow(), isZero) &&
      llvm::all_of(getMixedHigh(), isZero))
    return getX();
  return {};
}

namespace {

/// Makes bounds that are constants attributes.
struct StaticBounds : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto getNew = [](Value bound) -> std::optional<int64_t> {
      return bound ? getConstantIntValue(bound) : std::nullopt;
    };
    std::optional<int64_t> start = getNew(op.getDynamicStart());
    std::optional<int64_t> end = getNew(op.getDynamicEnd());
    if (!start && !end)
      return rewriter.notifyMatchFailure(op, "no operand is a constant");
    rewriter.modifyOpInPlace(op, [&] {
      if (start) {
        op.setStart(*start);
        op.getDynamicStartMutable().clear();
      }
      if (end) {
        op.setEnd(*end);
        op.getDynamicEndMutable().clear();
      }
    });
    return success();
  }
};

/// Makes amounts that are constants entries of the attributes.
struct StaticAmounts : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> low = op.getMixedLow(), high = op.getMixedHigh();
    bool lowChanged = makeStatic(low, rewriter);
    if (!makeStatic(high, rewriter) && !lowChanged)
      return rewriter.notifyMatchFailure(op, "no operand is a constant");
    SmallVector<int64_t> staticLow, staticHigh;
    SmallVector<Value> dynamicLow, dynamicHigh;
    dispatchIndexOpFoldResults(low, dynamicLow, staticLow);
    dispatchIndexOpFoldResults(high, dynamicHigh, staticHigh);
    rewriter.modifyOpInPlace(op, [&] {
      op.setLow(staticLow);
      op.setHigh(staticHigh);
      op.getDynamicLowMutable().assign(dynamicLow);
      op.getDynamicHighMutable().assign(dynamicHigh);
    });
    return success();
  }
};

/// slice(slice(x, a, b), c, d) -> slice(x, a + c, a + d) along one axis
struct MergeSlices : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<SliceOp>();
    if (!inner || inner.getAxis() != op.getAxis())
      return rewriter.notifyMatchFailure(op, "operand is no slice of the axis");
    // Only known bounds: the inner slice's check of its end goes away with it.
    std::optional<int64_t> base = getConstantIntValue(inner.getMixedStart());
    std::optional<int64_t> start = getConstantIntValue(op.getMixedStart());
    std::optional<int64_t> end = getConstantIntValue(op.getMixedEnd());
    if (!base || !start || !end || !inner.getType().hasStaticShape() ||
        !inner.getX().getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "bounds are not static");
    rewriter.replaceOpWithNewOp<SliceOp>(op, op.getType(), inner.getX(),
                                         Value(), Value(), op.getAxis(),
                                         *base + *start, *base + *end);
    return success();
  }
};

} // namespace

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<StaticBounds, MergeSlices>(context);
}

void PadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<StaticAmounts>(context);
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

OpFoldResult ReduceOp::fold(FoldAdaptor adaptor) {
  // Over nothing, or over single elements.
  bool isIdentity = llvm::all_of(getAxes(), [&](int64_t axis) {
    return getX().getType().getDimSize(axis) == 1;
  });
  if (isIdentity && getX().getType() == getType())
    return getX();
  return {};
}

namespace {

/// Axes of extent 1 need no reduction.
struct DropUnitAxes : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> axes =
        llvm::filter_to_vector(op.getAxes(), [&](int64_t axis) {
          return op.getX().getType().getDimSize(axis) != 1;
        });
    if (axes.size() == op.getAxes().size())
      return rewriter.notifyMatchFailure(op, "no axis has extent 1");
    rewriter.modifyOpInPlace(op, [&] { op.setAxes(axes); });
    return success();
  }
};

/// reduce(reduce(x, a), b) -> reduce(x, a + b), of one kind
struct MergeReductions : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getX().getDefiningOp<ReduceOp>();
    if (!inner || inner.getKind() != op.getKind())
      return rewriter.notifyMatchFailure(op, "operand is no such reduction");
    if (!inner->hasOneUse())
      return rewriter.notifyMatchFailure(op, "inner reduction has other uses");
    // Narrow types round once more between the two.
    Type element = op.getType().getElementType();
    if (isa<FloatType>(element) && !element.isF32() &&
        op.getKind() == ReductionKind::Sum)
      return rewriter.notifyMatchFailure(op, "rounding would differ");
    SmallVector<int64_t> axes(inner.getAxes());
    llvm::append_range(axes, op.getAxes());
    llvm::sort(axes);
    axes.erase(llvm::unique(axes), axes.end());
    rewriter.replaceOpWithNewOp<ReduceOp>(op, op.getType(), op.getKind(),
                                          inner.getX(), axes);
    return success();
  }
};

} // namespace

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<DropUnitAxes, MergeReductions>(context);
}

//===----------------------------------------------------------------------===//
// from_index
//===----------------------------------------------------------------------===//

OpFoldResult FromIndexOp::fold(FoldAdaptor adaptor) {
  auto index = dyn_cast_if_present<IntegerAttr>(adaptor.getIndex());
  if (!index)
    return {};
  return DenseElementsAttr::get(getType(),
                                static_cast<int32_t>(index.getInt()));
}
