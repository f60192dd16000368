//===- LinalgUtils.h - What the lowerings share -----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CONVERSION_OAMLTOLINALG_LINALGUTILS_H
#define OAML_LIB_CONVERSION_OAMLTOLINALG_LINALGUTILS_H

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace oaml::lowering {

/// What `lowerToLinalg` returns.
using Results = llvm::FailureOr<llvm::SmallVector<mlir::Value>>;

//===----------------------------------------------------------------------===//
// Types and scalars
//===----------------------------------------------------------------------===//

/// The type that stands for `type` in linalg: without signs (ui8 becomes i8).
mlir::Type getSignlessType(mlir::Type type);

/// The type in which elements of `type` are computed: f32 for floats.
mlir::Type getComputeType(mlir::Type type);

/// `value` in the type that it is computed in.
mlir::Value extend(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// `value`, which was computed in f32, as `type`, to nearest, ties to even.
mlir::Value truncate(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                     mlir::Type type);

/// An integer of `type`, given without sign, as i32.
mlir::Value castToI32(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                      mlir::IntegerType type);

/// A scalar constant; `value` is rounded to nearest.
mlir::Value createFloat(mlir::ImplicitLocOpBuilder &b, double value);
/// A scalar i32 constant of the low 32 bits of `value`.
mlir::Value createInt(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// Flags of arithmetic that may be contracted to fused multiply-add. Arithmetic
/// without them is kept as it is written down to the device.
inline constexpr mlir::arith::FastMathFlags contractible =
    mlir::arith::FastMathFlags::contract;

/// cos(2 pi (quarters / 4 + turns)) for an i32 `quarters`, of which the low two
/// bits count, and an f32 `turns` from -1/8 to 1/8; within 2 ulp of 1.
mlir::Value createCosineOfTurns(mlir::ImplicitLocOpBuilder &b,
                                mlir::Value quarters, mlir::Value turns);

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The attribute `shape` of an op with the values of its dynamic entries.
llvm::SmallVector<mlir::OpFoldResult>
getMixedValues(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<int64_t> shape,
               mlir::ValueRange dynamic);

/// `value` as a constant or an index value.
mlir::Value asValue(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult value);

/// `tensor` with the static extents of `type`, which is compatible.
mlir::Value castShape(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      mlir::Type type);

//===----------------------------------------------------------------------===//
// Linalg ops
//===----------------------------------------------------------------------===//

/// Computes one scalar from others in the body of a generic op.
using ScalarBody = llvm::function_ref<mlir::Value(
    mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<mlir::Value> arguments)>;

/// A tensor of `sizes`, each of whose elements is `body` of the elements of
/// `operands` at its place, in the type that the body yields. Operands are
/// aligned at the right; a static extent 1 is repeated along a greater or
/// dynamic one. Splat constants become scalars of the body.
mlir::Value createElementwise(mlir::ImplicitLocOpBuilder &b,
                              mlir::ValueRange operands,
                              llvm::ArrayRef<mlir::OpFoldResult> sizes,
                              mlir::Type elementType, ScalarBody body);

/// The same with the extents of the operands' broadcast.
mlir::Value createElementwise(mlir::ImplicitLocOpBuilder &b,
                              mlir::ValueRange operands, mlir::Type elementType,
                              ScalarBody body);

/// A tensor of `sizes`, each of whose elements is `body` of the elements of
/// `inputs` that `maps` lead to, in the type that the body yields.
mlir::Value createMapped(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange inputs,
                         llvm::ArrayRef<mlir::AffineMap> maps,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         mlir::Type elementType, ScalarBody body);

/// The sum of products of `left` and `right`, in f32: `maps` are those of
/// `oaml.contraction`.
mlir::Value createContraction(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
                              mlir::Value right,
                              llvm::ArrayRef<mlir::AffineMap> maps);

/// A tensor of `sizes` filled with the scalar constant `value`.
mlir::Value createFilled(mlir::ImplicitLocOpBuilder &b,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         mlir::TypedAttr value);

/// Truncates the elements of `tensor`, computed in f32, to `elementType`; no op
/// if that is f32 or an integer.
mlir::Value truncateElements(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                             mlir::Type elementType);

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Lowers `ops` one after another at `builder`'s insertion point; `mapping` has
/// what stands for the values that they use, and gets their results.
llvm::LogicalResult lowerOps(mlir::OpBuilder &builder,
                             llvm::iterator_range<mlir::Block::iterator> ops,
                             mlir::IRMapping &mapping);

} // namespace oaml::lowering

#endif // OAML_LIB_CONVERSION_OAMLTOLINALG_LINALGUTILS_H
