//===- PadConvolutions.cpp - Padding of convolutions, stored --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ConvolutionOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace oaml {
#define GEN_PASS_DEF_PADCONVOLUTIONS
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

namespace {
/// How many cells `padded` wants before and behind the left operand, by spatial
/// axis.
struct Margins {
  SmallVector<int64_t> low, high;
};
} // namespace

/// The margins of `op`, if it may be `padded` and has any.
static std::optional<Margins> getMargins(ConvolutionOp op) {
  bool isInput = op.getTarget() == ConvolutionTarget::Input;
  auto weight = cast<RankedTensorType>(op.getRight().getType());
  Margins margins;
  bool hasAny = false;
  for (auto [i, axis] : llvm::enumerate(op.getSpatialAxes())) {
    // Windows in steps that are no whole elements read nothing in between.
    if ((isInput ? axis.stride : axis.inputDilation) != 1)
      return std::nullopt;
    int64_t low = axis.low, high = axis.high;
    if (isInput) {
      if (weight.isDynamicDim(i + 2))
        return std::nullopt;
      int64_t reach = (weight.getDimSize(i + 2) - 1) * axis.dilation;
      low = reach - low;
      high = reach - high;
      if (low < 0 || high < 0)
        return std::nullopt;
    }
    margins.low.push_back(low);
    margins.high.push_back(high);
    hasAny |= low > 0 || high > 0;
  }
  if (!hasAny)
    return std::nullopt;
  return margins;
}

namespace {
struct PadConvolutionsPass
    : public oaml::impl::PadConvolutionsBase<PadConvolutionsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](ConvolutionOp op) {
      std::optional<Margins> margins;
      if (!op.getPadded())
        margins = getMargins(op);
      if (!margins)
        return;
      TensorBuilder builder(op.getLoc(), op);
      auto surround = [&](ArrayRef<int64_t> amounts) {
        SmallVector<OpFoldResult> result(2, builder.getIndexAttr(0));
        for (int64_t amount : amounts)
          result.push_back(builder.getIndexAttr(amount));
        return result;
      };
      Value left = builder.pad(builder(op.getLeft()), surround(margins->low),
                               surround(margins->high), 0.0);
      op.getLeftMutable().assign(left);
      op.setPadded(true);
      ++numPadded;
    });
  }
};
} // namespace
