//===- ShapeRules.h - Shape rules that op families share --------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_SHAPERULES_H
#define OAML_DIALECT_OAML_IR_SHAPERULES_H

#include "oaml/Interfaces/ShapeRuleOpInterface.h"

namespace oaml {

/// One result like `x`.
llvm::LogicalResult inferUnary(ShapeContext &context, mlir::Value x,
                               llvm::SmallVectorImpl<ResultShape> &results);

/// One result, the broadcast of both; rejects differing element types.
llvm::LogicalResult inferBinary(ShapeContext &context, mlir::Value left,
                                mlir::Value right,
                                llvm::SmallVectorImpl<ResultShape> &results);

/// Without `axis` shape [1]; else the shape of `x` with extent 1 at `axis`.
/// Rejects an axis outside the rank and an empty `x`.
llvm::LogicalResult
inferAxisReduction(ShapeContext &context, mlir::Value x,
                   std::optional<uint64_t> axis,
                   llvm::SmallVectorImpl<ResultShape> &results);

/// Rejects an `axis` outside 0 … `rank`-1; `name` is the attribute's.
llvm::LogicalResult requireAxis(ShapeContext &context, int64_t axis,
                                int64_t rank, llvm::StringRef name);

/// Rejects differing element types of float operands.
llvm::LogicalResult requireSameElementType(ShapeContext &context,
                                           mlir::ValueRange tensors);

/// Rejects a rank other than `rank`; `name` is the operand's.
llvm::LogicalResult requireRank(ShapeContext &context, mlir::Value tensor,
                                int64_t rank, llvm::StringRef name);

/// Rejects an extent known to be 0; `name` is the operand's.
llvm::LogicalResult requireNonEmpty(ShapeContext &context, mlir::Value tensor,
                                    llvm::StringRef name);

} // namespace oaml

#endif // OAML_DIALECT_OAML_IR_SHAPERULES_H
