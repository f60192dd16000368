//===- LowerContraction.cpp - Matrix products -----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/ContractionOps.h"
using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

Results ContractionOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                     ValueRange operands) {
  AffineMap resultMap = getMap(2);
  unsigned numLoops = resultMap.getNumDims();

  // The extent of each loop, from an operand that has it; static ones first.
  SmallVector<OpFoldResult> extents(numLoops);
  for (bool onlyStatic : {true, false})
    for (auto [i, operand] : llvm::enumerate(operands)) {
      auto type = cast<RankedTensorType>(operand.getType());
      for (auto [axis, place] : llvm::enumerate(getMap(i).getResults())) {
        unsigned loop = cast<AffineDimExpr>(place).getPosition();
        if (extents[loop] || (onlyStatic && type.isDynamicDim(axis)))
          continue;
        extents[loop] = tensor::getMixedSize(b, b.getLoc(), operand, axis);
      }
    }

  SmallVector<OpFoldResult> sizes;
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::reduction);
  for (AffineExpr place : resultMap.getResults()) {
    unsigned loop = cast<AffineDimExpr>(place).getPosition();
    sizes.push_back(extents[loop]);
    iterators[loop] = utils::IteratorType::parallel;
  }
  Value zeros = createFilled(b, sizes, b.getF32FloatAttr(0.0f));
  auto product = linalg::GenericOp::create(
      b, zeros.getType(), operands, zeros,
      ArrayRef<AffineMap>{getMap(0), getMap(1), resultMap}, iterators,
      [](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value term =
            arith::MulFOp::create(inner, extend(inner, arguments[0]),
                                  extend(inner, arguments[1]), contractible);
        Value sum =
            arith::AddFOp::create(inner, arguments[2], term, contractible);
        linalg::YieldOp::create(inner, sum);
      });
  return SmallVector<Value>{truncateElements(
      b, product.getResult(0),
      cast<RankedTensorType>(getResult().getType()).getElementType())};
}
