//===- Elements.h - Index arithmetic of interpretations ---------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Helpers that the definitions of `interpret` share. They are about where
// elements are, never about what an op computes.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_INTERPRETER_ELEMENTS_H
#define OAML_LIB_INTERPRETER_ELEMENTS_H

#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace oaml {

/// Row-major strides of `shape`, in elements.
llvm::SmallVector<int64_t> getStrides(llvm::ArrayRef<int64_t> shape);

/// Strides by which a tensor of `shape` is read along the axes of `target`, to
/// which it broadcasts: 0 along repeated axes.
llvm::SmallVector<int64_t> getBroadcastStrides(llvm::ArrayRef<int64_t> shape,
                                               llvm::ArrayRef<int64_t> target);

/// The common shape of tensors that broadcast.
llvm::SmallVector<int64_t>
getBroadcastShape(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes);

/// Calls `body` for every position of `shape` in row-major order; `offsets[k]`
/// is the dot product of the position with `strides[k]`.
void forEachPosition(
    llvm::ArrayRef<int64_t> shape,
    llvm::ArrayRef<llvm::SmallVector<int64_t>> strides,
    llvm::function_ref<void(llvm::ArrayRef<int64_t> offsets)> body);

/// A mixed list of extents with the values of its index operands filled in.
llvm::SmallVector<int64_t> getMixedExtents(InterpreterContext &context,
                                           llvm::ArrayRef<int64_t> extents,
                                           mlir::ValueRange dynamicExtents);

/// The operand of `op` that is `value`; `value` may be null, for an optional
/// operand that is absent.
const HostTensor *findOperand(mlir::Operation *op,
                              llvm::ArrayRef<HostTensor> operands,
                              mlir::Value value);

/// A scalar that `op` has as operand `value` or, where that is null, as
/// `attribute` (a FloatAttr or an IntegerAttr).
double getScalar(mlir::Operation *op, llvm::ArrayRef<HostTensor> operands,
                 mlir::Value value, mlir::Attribute attribute);

/// The tensor that an attribute of `op` holds; an error at `op` where its bytes
/// are not at hand.
llvm::FailureOr<HostTensor>
readElements(mlir::Operation *op, mlir::ElementsAttr value, bool wide = false);

/// Tensors seen as [outer, extent, inner] around one axis.
struct AxisView {
  AxisView(llvm::ArrayRef<int64_t> shape, int64_t axis);
  int64_t outer = 1, extent = 1, inner = 1;

  /// Flat index of an element.
  int64_t operator()(int64_t o, int64_t i, int64_t n) const {
    return (o * extent + i) * inner + n;
  }
};

/// Position of the largest of `count` numbers `first`, `first + stride`, …:
/// the lowest one on ties; a NaN never wins against a number, all NaN gives 0.
int64_t findLargest(const HostTensor &x, int64_t first, int64_t stride,
                    int64_t count);

} // namespace oaml

#endif // OAML_LIB_INTERPRETER_ELEMENTS_H
