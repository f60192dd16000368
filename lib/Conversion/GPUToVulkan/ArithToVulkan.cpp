//===- ArithToVulkan.cpp - Arithmetic that upstream does not lower --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace oaml;

namespace {
/// extf of a value that is held as f32.
struct ExtFPattern : OpConversionPattern<arith::ExtFOp> {
  ExtFPattern(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/10) {}
  LogicalResult
  matchAndRewrite(arith::ExtFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isHeldAsF32(*getTypeConverter(), op.getIn().getType()) ||
        !op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "not a type held as f32");
    rewriter.replaceOp(op, adaptor.getIn());
    return success();
  }
};

/// truncf to a type that is held as f32.
struct TruncFPattern : OpConversionPattern<arith::TruncFOp> {
  TruncFPattern(const TypeConverter &converter, MLIRContext *context,
                kernel::DeviceAttr device)
      : OpConversionPattern(converter, context, /*benefit=*/10),
        device(device) {}
  LogicalResult
  matchAndRewrite(arith::TruncFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isHeldAsF32(*getTypeConverter(), op.getType()) ||
        !op.getIn().getType().isF32())
      return rewriter.notifyMatchFailure(op, "not a type held as f32");
    rewriter.replaceOp(op, roundToNarrow(rewriter, op.getLoc(), adaptor.getIn(),
                                         op.getType(), device));
    return success();
  }

private:
  kernel::DeviceAttr device;
};

/// Without `contract`, a product and a sum round one by one.
template <typename Op, typename SPIRVOp>
struct UncontractedPattern : OpConversionPattern<Op> {
  UncontractedPattern(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern<Op>(converter, context, /*benefit=*/10) {}
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::contract))
      return rewriter.notifyMatchFailure(op, "may be contracted");
    Type type = this->getTypeConverter()->convertType(op.getType());
    auto result = rewriter.replaceOpWithNewOp<SPIRVOp>(
        op, type, adaptor.getLhs(), adaptor.getRhs());
    result->setAttr("no_contraction", rewriter.getUnitAttr());
    return success();
  }
};
} // namespace

void oaml::populateArithPatterns(const SPIRVTypeConverter &converter,
                                 kernel::DeviceAttr device,
                                 RewritePatternSet &patterns) {
  patterns.add<TruncFPattern>(converter, patterns.getContext(), device);
  patterns.add<ExtFPattern, UncontractedPattern<arith::AddFOp, spirv::FAddOp>,
               UncontractedPattern<arith::SubFOp, spirv::FSubOp>,
               UncontractedPattern<arith::MulFOp, spirv::FMulOp>>(
      converter, patterns.getContext());
}
