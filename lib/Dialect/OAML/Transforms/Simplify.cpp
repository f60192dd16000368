//===- Simplify.cpp - Simplification of graphs ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Dialect/OAML/Transforms/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace oaml {
#define GEN_PASS_DEF_SIMPLIFY
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

/// A builder that tells `rewriter` of what it builds.
static TensorBuilder makeBuilder(PatternRewriter &rewriter, Operation *op) {
  TensorBuilder builder(op->getLoc(), op->getContext(), rewriter.getListener());
  builder.setInsertionPoint(op);
  return builder;
}

namespace {
/// Element-wise ops broadcast their operands themselves: an operand that is an
/// explicit broadcast, or a constant of equal elements, may be smaller.
template <typename Op>
struct DropBroadcast : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    TensorBuilder builder = makeBuilder(rewriter, op);
    SmallVector<Value> operands(op->getOperands());
    if (!dropRedundantBroadcasts(operands, [&](double number, Type type) {
          return Value(builder.scalar(number, type));
        }))
      return rewriter.notifyMatchFailure(op,
                                         "no operand is larger than needed");
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
    return success();
  }
};

/// A contraction reads transposed operands by its maps.
struct AbsorbTransposedOperand : public OpRewritePattern<ContractionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ContractionOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getLeft().getDefiningOp<TransposeOp>() &&
        !op.getRight().getDefiningOp<TransposeOp>())
      return rewriter.notifyMatchFailure(op, "no operand is a transpose");
    TensorBuilder builder = makeBuilder(rewriter, op);
    rewriter.replaceOp(op, Value(builder.contract(
                               builder(op.getLeft()), builder(op.getRight()),
                               op.getMap(0), op.getMap(1), op.getMap(2))));
    return success();
  }
};

/// A contraction writes its only, transposed use by its result map.
struct AbsorbTransposedResult : public OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto contraction = op.getX().getDefiningOp<ContractionOp>();
    if (!contraction || !contraction->hasOneUse())
      return rewriter.notifyMatchFailure(
          op, "operand is no contraction with one use");
    AffineMap map = contraction.getMap(2);
    SmallVector<AffineExpr> results(map.getResults());
    std::swap(results[op.getAxis0()], results[op.getAxis1()]);
    map = AffineMap::get(map.getNumDims(), 0, results, op.getContext());
    rewriter.replaceOpWithNewOp<ContractionOp>(
        op, op.getType(), contraction.getLeft(), contraction.getRight(),
        rewriter.getAffineMapArrayAttr(
            {contraction.getMap(0), contraction.getMap(1), map}));
    return success();
  }
};

/// A transpose that leaves the elements in their order is a reshape.
struct TransposeToReshape : public OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(op.getX().getType()).getShape();
    auto [first, last] = std::minmax(op.getAxis0(), op.getAxis1());
    auto moved = shape.slice(first, last - first + 1);
    if (llvm::count_if(moved, [](int64_t extent) { return extent != 1; }) > 1)
      return rewriter.notifyMatchFailure(op, "elements change their order");
    TensorBuilder builder = makeBuilder(rewriter, op);
    SmallVector<OpFoldResult> extents = builder.extents(builder(op.getX()));
    std::swap(extents[first], extents[last]);
    rewriter.replaceOp(op, Value(builder.reshape(builder(op.getX()), extents)));
    return success();
  }
};

/// The sum of equal elements is a product, their maximum one of them.
struct ReduceBroadcast : public OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    auto broadcast = op.getX().getDefiningOp<BroadcastToOp>();
    if (!broadcast)
      return rewriter.notifyMatchFailure(op, "operand is no broadcast");
    auto wide = cast<RankedTensorType>(broadcast.getType());
    auto narrow = cast<RankedTensorType>(broadcast.getX().getType());
    int64_t offset = wide.getRank() - narrow.getRank();
    for (int64_t axis : op.getAxes())
      if (axis >= offset && narrow.getDimSize(axis - offset) != 1)
        return rewriter.notifyMatchFailure(op, "reduces elements that differ");
    TensorBuilder builder = makeBuilder(rewriter, op);
    TensorExpr result = builder(op.getResult());
    TensorExpr x = builder(broadcast.getX());
    if (op.getKind() == ReductionKind::Sum)
      x = x * builder.numElements(builder(op.getX()), op.getAxes(),
                                  wide.getElementType());
    SmallVector<OpFoldResult> extents = builder.extents(builder(op.getX()));
    for (int64_t axis : op.getAxes())
      extents[axis] = builder.getIndexAttr(1);
    rewriter.replaceOp(
        op, Value(builder.conform(builder.broadcastTo(x, extents), result)));
    return success();
  }
};

struct SimplifyPass : public oaml::impl::SimplifyBase<SimplifyPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owning(context);
    populateSimplifyPatterns(owning);
    // Folders and canonical forms of the ops feed the patterns.
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (op.getDialectNamespace() == OAMLDialect::getDialectNamespace())
        op.getCanonicalizationPatterns(owning, context);
    patterns = std::move(owning);
    return success();
  }

  void runOnOperation() override {
    if (failed(applyPatternsGreedily(getOperation(), patterns))) {
      emitError(getOperation()->getLoc())
          << getArgument() << ": patterns do not come to an end";
      return signalPassFailure();
    }
    IRRewriter rewriter(&getContext());
    eliminateCommonSubExpressions(rewriter, getAnalysis<DominanceInfo>(),
                                  getOperation());
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

void oaml::populateSimplifyPatterns(RewritePatternSet &patterns) {
  patterns.add<DropBroadcast<AddOp>, DropBroadcast<SubOp>, DropBroadcast<MulOp>,
               DropBroadcast<DivOp>, DropBroadcast<CompareOp>,
               DropBroadcast<SelectOp>, AbsorbTransposedOperand,
               AbsorbTransposedResult, TransposeToReshape, ReduceBroadcast>(
      patterns.getContext());
}
