//===- ControlFlowToVulkan.cpp - Loops and branches with values -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops and branches yield their values by phis and the merge instruction. The
// results of a loop that runs zero times are the initial values: the merge
// block reads the header's arguments. (Upstream's lowering goes through
// variables, which such a loop leaves undefined.)
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace oaml;

namespace {
struct ForPattern : OpConversionPattern<scf::ForOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::ForOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "a result has no SPIR-V type");
    // Drivers unroll short loops; tiles are unrolled enough.
    auto loop = spirv::LoopOp::create(rewriter, loc, types,
                                      spirv::LoopControl::DontUnroll);
    loop.addEntryAndMergeBlock(rewriter);
    Region &region = loop.getBody();
    Block *header = rewriter.createBlock(&region, std::next(region.begin()));
    Value induction =
        header->addArgument(adaptor.getLowerBound().getType(), loc);
    for (Type type : types)
      header->addArgument(type, loc);

    Block *body = op.getBody();
    TypeConverter::SignatureConversion signature(body->getNumArguments());
    for (auto [i, argument] : llvm::enumerate(header->getArguments()))
      signature.remapInput(i, argument);
    body = rewriter.applySignatureConversion(body, signature);
    rewriter.inlineRegionBefore(op.getRegion(), region,
                                std::prev(region.end()));

    SmallVector<Value> initial{adaptor.getLowerBound()};
    llvm::append_range(initial, adaptor.getInitArgs());
    rewriter.setInsertionPointToEnd(loop.getEntryBlock());
    spirv::BranchOp::create(rewriter, loc, header, initial);

    rewriter.setInsertionPointToEnd(header);
    Block *merge = loop.getMergeBlock();
    Value condition =
        spirv::SLessThanOp::create(rewriter, loc, rewriter.getI1Type(),
                                   induction, adaptor.getUpperBound());
    spirv::BranchConditionalOp::create(rewriter, loc, condition, body,
                                       ValueRange(), merge, ValueRange());

    // The yield hands its values to the branch that follows it for a while.
    rewriter.setInsertionPointToEnd(body);
    Value next = spirv::IAddOp::create(rewriter, loc, induction.getType(),
                                       induction, adaptor.getStep());
    spirv::BranchOp::create(rewriter, loc, header, next);

    rewriter.eraseOp(merge->getTerminator());
    rewriter.setInsertionPointToEnd(merge);
    spirv::MergeOp::create(rewriter, loc,
                           ValueRange(header->getArguments().drop_front()));
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

struct IfPattern : OpConversionPattern<scf::IfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::IfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "a result has no SPIR-V type");
    auto selection = spirv::SelectionOp::create(rewriter, loc, types,
                                                spirv::SelectionControl::None);
    Region &region = selection.getBody();
    Block *header = rewriter.createBlock(&region, region.end());
    Block *merge = rewriter.createBlock(&region, region.end());
    for (Type type : types)
      merge->addArgument(type, loc);
    rewriter.setInsertionPointToEnd(merge);
    spirv::MergeOp::create(rewriter, loc, ValueRange(merge->getArguments()));

    Block *thenBlock = op.thenBlock(), *elseBlock = op.elseBlock();
    for (Region *branch : {&op.getThenRegion(), &op.getElseRegion()}) {
      if (branch->empty())
        continue;
      rewriter.setInsertionPointToEnd(&branch->back());
      spirv::BranchOp::create(rewriter, loc, merge);
      rewriter.inlineRegionBefore(*branch, merge);
    }
    rewriter.setInsertionPointToEnd(header);
    spirv::BranchConditionalOp::create(
        rewriter, loc, adaptor.getCondition(), thenBlock, ValueRange(),
        elseBlock ? elseBlock : merge, ValueRange());
    rewriter.replaceOp(op, selection.getResults());
    return success();
  }
};

/// Appends the yielded values to the branch behind the yield.
struct YieldPattern : OpConversionPattern<scf::YieldOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::YieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto branch = dyn_cast<spirv::BranchOp>(op->getBlock()->back());
    if (!branch)
      return rewriter.notifyMatchFailure(op, "its parent is not converted");
    rewriter.modifyOpInPlace(branch, [&] {
      branch.getTargetOperandsMutable().append(adaptor.getOperands());
    });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void oaml::populateControlFlowPatterns(const SPIRVTypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<ForPattern, IfPattern, YieldPattern>(converter,
                                                    patterns.getContext());
}
