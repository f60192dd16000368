//===- Pullback.h - Cotangents through ops ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_PULLBACK_H
#define OAML_DIALECT_OAML_IR_PULLBACK_H

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace oaml {

/// The op's decomposition, built in front of it; values have the types of the
/// results. The op itself stays.
llvm::SmallVector<mlir::Value> buildDecomposition(DecomposableOpInterface op);

/// Whether `value` is a tensor of floats, which a gradient can flow through.
bool isFloatTensor(mlir::Value value);

/// Leads cotangents of values in a block back to values that they are computed
/// from, by the adjoint rules of the ops between; an op without a rule is
/// replaced by its decomposition.
class Pullback {
public:
  /// Adjoints are built at `builder`'s insertion point, behind all ops.
  explicit Pullback(TensorBuilder &builder) : builder(builder) {}

  /// A value whose cotangent is wanted.
  void addInput(mlir::Value value) { active.insert(value); }
  /// Takes note of an op between; in program order.
  void addOp(mlir::Operation *op);
  /// Does a gradient flow through `value` to an input?
  bool isActive(mlir::Value value) const { return active.contains(value); }
  /// Adds to the cotangent of `value`, if that is active.
  void addCotangent(mlir::Value value, mlir::Value cotangent);
  /// Runs the rules of the ops, last first. An op without a rule and without a
  /// decomposition is an error, which names `requestedAt`.
  llvm::LogicalResult run(mlir::Location requestedAt);
  /// The cotangent of `value`; null: a structural zero.
  mlir::Value getCotangent(mlir::Value value) const {
    return cotangents.lookup(value);
  }

private:
  void accumulate(mlir::Value value, mlir::Value cotangent);
  /// Replaces a composite op by its decomposition, together with what is known
  /// about it.
  void decompose(DecomposableOpInterface op);

  TensorBuilder &builder;
  /// Float tensors through which a gradient flows to an input.
  llvm::DenseSet<mlir::Value> active;
  /// Ops with active results, in program order.
  llvm::SmallVector<mlir::Operation *> tape;
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents;
};

/// The gradients of `operands` for the gradient of what `forward` builds of
/// them: what an explicit backward op is made of. `forward` gets values of its
/// own, as an operand may stand in two places.
llvm::SmallVector<mlir::Value>
buildGradients(TensorBuilder &builder, mlir::ValueRange operands,
               mlir::Value gradient,
               llvm::function_ref<TensorExpr(mlir::ValueRange)> forward);

} // namespace oaml

#endif // OAML_DIALECT_OAML_IR_PULLBACK_H
