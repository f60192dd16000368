//===- FuseNorms.cpp - Normalizations with what stands beside them --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"
#include "oaml/Dialect/OAML/IR/NormOps.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace oaml {
#define GEN_PASS_DEF_FUSENORMRELU
#define GEN_PASS_DEF_FUSERESIDUALNORM
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

namespace {
/// relu of channel_norm, which nothing else uses.
struct FuseRelu : public OpRewritePattern<ReluOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReluOp op,
                                PatternRewriter &rewriter) const override {
    auto norm = op.getOperand().getDefiningOp<ChannelNormOp>();
    if (!norm || !norm->hasOneUse())
      return rewriter.notifyMatchFailure(op, "no channel_norm of its own");
    rewriter.replaceOpWithNewOp<ChannelNormReluOp>(
        op, op.getType(), norm.getInput(), norm.getWeight(), norm.getBias(),
        norm.getEpsilonAttr());
    return success();
  }
};

/// rms_norm of a sum; other users of the sum take it from the new op.
struct FuseResidual : public OpRewritePattern<RmsNormOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RmsNormOp op,
                                PatternRewriter &rewriter) const override {
    auto sum = op.getInput().getDefiningOp<AddOp>();
    if (!sum || sum.getLeft().getType() != sum.getType() ||
        sum.getRight().getType() != sum.getType())
      return rewriter.notifyMatchFailure(op, "no sum of tensors of one type");
    for (Operation *user : sum->getUsers())
      if (user != op &&
          (user->getBlock() != op->getBlock() || user->isBeforeInBlock(op)))
        return rewriter.notifyMatchFailure(op, "the sum is used before");
    auto fused = ResidualRmsNormOp::create(
        rewriter, rewriter.getFusedLoc({sum.getLoc(), op.getLoc()}),
        op.getType(), sum.getType(), sum.getLeft(), sum.getRight(),
        op.getWeight(), op.getEpsilonAttr());
    rewriter.replaceOp(op, fused.getOut());
    rewriter.replaceOp(sum, fused.getResidual());
    return success();
  }
};

struct FuseNormReluPass
    : public oaml::impl::FuseNormReluBase<FuseNormReluPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseRelu>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

struct FuseResidualNormPass
    : public oaml::impl::FuseResidualNormBase<FuseResidualNormPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseResidual>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
