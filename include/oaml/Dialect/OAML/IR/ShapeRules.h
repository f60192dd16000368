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

/// An operand with its name in the record, for errors.
struct NamedTensor {
  llvm::StringRef name;
  mlir::Value value;
};

/// One result like `x`.
llvm::LogicalResult inferUnary(ShapeContext &context, mlir::Value x,
                               llvm::SmallVectorImpl<ResultShape> &results);

/// One result, the broadcast of `left` and `right`; rejects differing element
/// types.
llvm::LogicalResult inferBinary(ShapeContext &context, mlir::Value left,
                                mlir::Value right,
                                llvm::SmallVectorImpl<ResultShape> &results);

/// Without `axis` shape [1]; else the shape of `x` with extent 1 at `axis`.
/// Rejects an axis outside the rank and, unless `allowEmpty`, an empty `x`.
llvm::LogicalResult inferAxisReduction(
    ShapeContext &context, mlir::Value x, std::optional<uint64_t> axis,
    llvm::SmallVectorImpl<ResultShape> &results, bool allowEmpty = false);

/// The extents of a shape attribute with its index operands. Rejects a rank
/// above 8 and extents below `minimum` (0 or 1).
llvm::FailureOr<SymbolicShape> inferRequestedShape(
    ShapeContext &context, llvm::ArrayRef<int64_t> staticExtents,
    mlir::ValueRange dynamicExtents, llvm::StringRef name, int64_t minimum);

/// Rejects an `axis` outside 0 … `rank`-1; `name` is the attribute's.
llvm::LogicalResult requireAxis(ShapeContext &context, int64_t axis,
                                int64_t rank, llvm::StringRef name);

/// Rejects an element type that differs from that of the first tensor.
llvm::LogicalResult requireSameElementType(ShapeContext &context,
                                           llvm::ArrayRef<NamedTensor> tensors);

/// Rejects a shape that differs from that of the first tensor.
llvm::LogicalResult requireSameShape(ShapeContext &context,
                                     llvm::ArrayRef<NamedTensor> tensors);

/// Rejects a rank other than `rank`.
llvm::LogicalResult requireRank(ShapeContext &context, NamedTensor tensor,
                                int64_t rank);

/// Rejects a rank below `rank`.
llvm::LogicalResult requireRankAtLeast(ShapeContext &context,
                                       NamedTensor tensor, int64_t rank);

/// Rejects tensors with an extent 0.
llvm::LogicalResult requireNonEmpty(ShapeContext &context,
                                    llvm::ArrayRef<NamedTensor> tensors);

/// Rejects a size attribute below `minimum` or above 2^32-1; `name` is the
/// attribute's.
llvm::LogicalResult requireSize(ShapeContext &context, int64_t value,
                                int64_t minimum, llvm::StringRef name);

/// Rejects an `epsilon` that is not finite or not above 0.
llvm::LogicalResult requireEpsilon(ShapeContext &context,
                                   const llvm::APFloat &epsilon);

/// Rejects a tensor that is no vector of `extent` elements. `what` completes
/// "one element of weight per …".
llvm::LogicalResult requireVector(ShapeContext &context, NamedTensor vector,
                                  mlir::AffineExpr extent,
                                  llvm::StringRef what);

/// The number of steps by `stride` of a window of `kernel` positions along an
/// axis of `padded` ones, which is called `name`. Rejects a window that is
/// larger, and 2^32 positions.
llvm::FailureOr<mlir::AffineExpr>
inferWindows(ShapeContext &context, mlir::AffineExpr padded,
             mlir::AffineExpr kernel, int64_t stride, llvm::StringRef name);

/// The result of `op`, arithmetic on extents or an extent itself, as an
/// expression of symbols; null if `op` is not understood. A null operand is one
/// that is not known.
mlir::AffineExpr
inferIndex(mlir::Operation *op,
           llvm::function_ref<SymbolicShape(mlir::Value)> getShape,
           llvm::function_ref<mlir::AffineExpr(mlir::Value)> getIndex);

/// A message of parts, as `<<` prints them.
template <typename... Parts>
std::string formatMessage(const Parts &...parts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  (stream << ... << parts);
  return text;
}

} // namespace oaml

#endif // OAML_DIALECT_OAML_IR_SHAPERULES_H
