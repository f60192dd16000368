//===- ReductionAdjoints.cpp - Adjoint rules of reductions ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/ReductionOps.h"
using namespace mlir;
using namespace oaml;

SmallVector<Value> ReduceOp::buildAdjoint(TensorBuilder &builder,
                                          ArrayRef<Value> cotangents) {
  TensorExpr g = builder(cotangents[0]), x = builder(getX());
  switch (getKind()) {
  case ReductionKind::Sum:
    return {builder.broadcastLike(g, x)};
  case ReductionKind::Max:
  case ReductionKind::MaxNumber:
    return {builder.select(
        builder.compare(Comparison::Equal, x, builder(getResult())), g,
        builder.zeroLike(g))};
  }
  llvm_unreachable("unknown reduction");
}
