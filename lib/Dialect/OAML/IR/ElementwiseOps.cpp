//===- ElementwiseOps.cpp - Arithmetic, functions, comparison, casts ------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace oaml;

// relu(relu(x)) -> relu(x)
LogicalResult ReluOp::canonicalize(ReluOp op, PatternRewriter &rewriter) {
  if (!op.getInput().getDefiningOp<ReluOp>())
    return rewriter.notifyMatchFailure(op, "operand is no relu");
  rewriter.replaceOp(op, op.getInput());
  return success();
}
