//===- IndexingDecompositions.cpp - Indexing from core ops ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/IndexingOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> ScatterAddRowsOp::decompose(TensorBuilder &builder) {
  TensorExpr source = builder(getSource());
  TensorExpr sums = builder(AccumulateRowsOp::create(
      builder, Value(builder.cast(source, builder.getF32Type())), getIndices(),
      getDynamicRows(), getRows()));
  return {builder.cast(sums, source.getType().getElementType())};
}
