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
  Value product = createContraction(b, operands[0], operands[1],
                                    {getMap(0), getMap(1), getMap(2)});
  return SmallVector<Value>{truncateElements(
      b, product,
      cast<RankedTensorType>(getResult().getType()).getElementType())};
}
