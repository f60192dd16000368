//===- Accumulate.h - The largest or least number -------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CODEGEN_ACCUMULATE_H
#define OAML_LIB_CODEGEN_ACCUMULATE_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace oaml {

/// Where an accumulator of the largest or least number starts: at an infinity,
/// which unlike the identity of maxnumf, NaN, is a number. Null for other
/// kinds.
inline mlir::TypedAttr getNumberNeutral(mlir::vector::CombiningKind kind,
                                        mlir::Type type) {
  bool isMax = kind == mlir::vector::CombiningKind::MAXNUMF;
  if (!isMax && kind != mlir::vector::CombiningKind::MINNUMF)
    return {};
  auto floatType = mlir::cast<mlir::FloatType>(type);
  return mlir::FloatAttr::get(
      floatType,
      llvm::APFloat::getInf(floatType.getFloatSemantics(), /*Negative=*/isMax));
}

/// The larger (lesser) of `acc`, which is no NaN, and `value`, which is passed
/// over if it is one. One comparison and one choice, which drivers make one
/// instruction of; maxnumf in general costs two tests for NaN more. Null for
/// other kinds.
inline mlir::Value accumulateNumber(mlir::OpBuilder &builder,
                                    mlir::Location loc,
                                    mlir::vector::CombiningKind kind,
                                    mlir::Value acc, mlir::Value value) {
  bool isMax = kind == mlir::vector::CombiningKind::MAXNUMF;
  if (!isMax && kind != mlir::vector::CombiningKind::MINNUMF)
    return {};
  mlir::Value better = mlir::arith::CmpFOp::create(
      builder, loc,
      isMax ? mlir::arith::CmpFPredicate::OGT : mlir::arith::CmpFPredicate::OLT,
      value, acc);
  return mlir::arith::SelectOp::create(builder, loc, better, value, acc);
}

} // namespace oaml

#endif // OAML_LIB_CODEGEN_ACCUMULATE_H
