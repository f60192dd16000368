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

/// bf16: the upper half of an f32.
static Value roundToBF16(OpBuilder &builder, Location loc, Value value) {
  Type word = builder.getI32Type();
  auto constant = [&](int64_t n) { return createWord(builder, loc, n); };
  Value bits = spirv::BitcastOp::create(builder, loc, word, value);
  Value odd =
      spirv::BitwiseAndOp::create(builder, loc, word,
                                  spirv::ShiftRightLogicalOp::create(
                                      builder, loc, word, bits, constant(16)),
                                  constant(1));
  Value rounded = spirv::IAddOp::create(
      builder, loc, word, bits,
      spirv::IAddOp::create(builder, loc, word, odd, constant(0x7fff)));
  // A NaN stays one: the carry must not run into its exponent, and its upper
  // half must not be that of an infinity.
  Value quiet =
      spirv::BitwiseOrOp::create(builder, loc, word, bits, constant(0x400000));
  Value isNan = spirv::IsNanOp::create(builder, loc, value);
  Value chosen = spirv::SelectOp::create(builder, loc, isNan, quiet, rounded);
  Value upper = spirv::BitwiseAndOp::create(builder, loc, word, chosen,
                                            constant(0xffff0000));
  return spirv::BitcastOp::create(builder, loc, builder.getF32Type(), upper);
}

Value oaml::roundToNarrow(OpBuilder &builder, Location loc, Value value,
                          Type type) {
  if (type.isBF16())
    return roundToBF16(builder, loc, value);
  auto narrow = spirv::FConvertOp::create(builder, loc, type, value);
  auto wide =
      spirv::FConvertOp::create(builder, loc, builder.getF32Type(), narrow);
  // Drivers take the pair for the identity unless each must be exact.
  narrow->setAttr("no_contraction", builder.getUnitAttr());
  wide->setAttr("no_contraction", builder.getUnitAttr());
  return wide;
}

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
  TruncFPattern(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/10) {}
  LogicalResult
  matchAndRewrite(arith::TruncFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isHeldAsF32(*getTypeConverter(), op.getType()) ||
        !op.getIn().getType().isF32())
      return rewriter.notifyMatchFailure(op, "not a type held as f32");
    rewriter.replaceOp(op, roundToNarrow(rewriter, op.getLoc(), adaptor.getIn(),
                                         op.getType()));
    return success();
  }
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
                                 RewritePatternSet &patterns) {
  patterns.add<ExtFPattern, TruncFPattern,
               UncontractedPattern<arith::AddFOp, spirv::FAddOp>,
               UncontractedPattern<arith::SubFOp, spirv::FSubOp>,
               UncontractedPattern<arith::MulFOp, spirv::FMulOp>>(
      converter, patterns.getContext());
}
