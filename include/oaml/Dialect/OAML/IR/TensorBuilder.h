//===- TensorBuilder.h - Writing tensor programs in rules -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_TENSORBUILDER_H
#define OAML_DIALECT_OAML_IR_TENSORBUILDER_H

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace oaml {

class TensorBuilder;

/// A tensor in a rule. Operators build ops; null is a structural zero and may
/// not be an operand of anything.
class TensorExpr {
public:
  TensorExpr() = default;
  TensorExpr(TensorBuilder &builder, mlir::Value value)
      : builder(&builder), value(value) {}

  explicit operator bool() const { return static_cast<bool>(value); }
  operator mlir::Value() const { return value; }
  mlir::RankedTensorType getType() const {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  int64_t getRank() const { return getType().getRank(); }
  TensorBuilder &getBuilder() const { return *builder; }

private:
  TensorBuilder *builder = nullptr;
  mlir::Value value;
};

TensorExpr operator+(TensorExpr left, TensorExpr right);
TensorExpr operator-(TensorExpr left, TensorExpr right);
TensorExpr operator*(TensorExpr left, TensorExpr right);
TensorExpr operator/(TensorExpr left, TensorExpr right);
TensorExpr operator-(TensorExpr x);
/// With a number, which takes the tensor's element type.
TensorExpr operator+(TensorExpr left, double right);
TensorExpr operator-(TensorExpr left, double right);
TensorExpr operator*(TensorExpr left, double right);
TensorExpr operator/(TensorExpr left, double right);
TensorExpr operator-(double left, TensorExpr right);

/// Builds oaml ops; the vocabulary of adjoint rules and decompositions. All
/// shapes may be dynamic.
class TensorBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  /// `value` in a rule.
  TensorExpr operator()(mlir::Value value) { return {*this, value}; }

  /// A rank-0 constant of element type `type`.
  TensorExpr scalar(double value, mlir::Type type);
  /// A constant that broadcasts against `x`, of its element type.
  TensorExpr scalarLike(double value, TensorExpr x) {
    return scalar(value, x.getType().getElementType());
  }
  /// Rank-0 zero of the element type of `x`.
  TensorExpr zeroLike(TensorExpr x) { return scalarLike(0.0, x); }
  /// The extents of `x`, as attributes or values of `oaml.dim`.
  llvm::SmallVector<mlir::OpFoldResult> extents(TensorExpr x);
  /// The number of elements of `x` as a rank-0 tensor of element type `type`.
  TensorExpr numElements(TensorExpr x, llvm::ArrayRef<int64_t> axes,
                         mlir::Type type);

  TensorExpr exp(TensorExpr x);
  TensorExpr expm1(TensorExpr x);
  TensorExpr log(TensorExpr x);
  TensorExpr sqrt(TensorExpr x);
  TensorExpr tanh(TensorExpr x);
  TensorExpr cast(TensorExpr x, mlir::Type elementType);
  /// i32 mask.
  TensorExpr compare(Comparison comparison, TensorExpr left, TensorExpr right);
  TensorExpr compare(Comparison comparison, TensorExpr left, double right) {
    return compare(comparison, left, scalarLike(right, left));
  }
  TensorExpr select(TensorExpr condition, TensorExpr onTrue,
                    TensorExpr onFalse);
  /// Reduced axes stay with extent 1.
  TensorExpr reduce(ReductionKind kind, TensorExpr x,
                    llvm::ArrayRef<int64_t> axes);
  /// Maps by their results: `contract(a, b, "mk,nk->mn")`, letters are
  /// iteration dimensions.
  TensorExpr contract(TensorExpr left, TensorExpr right, llvm::StringRef spec);
  TensorExpr contract(TensorExpr left, TensorExpr right, mlir::AffineMap a,
                      mlir::AffineMap b, mlir::AffineMap c);
  TensorExpr reshape(TensorExpr x, llvm::ArrayRef<mlir::OpFoldResult> shape);
  TensorExpr reshapeLike(TensorExpr x, TensorExpr like) {
    return reshape(x, extents(like));
  }
  TensorExpr broadcastTo(TensorExpr x,
                         llvm::ArrayRef<mlir::OpFoldResult> shape);
  TensorExpr broadcastLike(TensorExpr x, TensorExpr like) {
    return broadcastTo(x, extents(like));
  }
  TensorExpr transpose(TensorExpr x, int64_t axis0, int64_t axis1);
  /// Positions along `axis` in the shape of `like`.
  TensorExpr iotaLike(TensorExpr like, int64_t axis);
  TensorExpr pad(TensorExpr x, llvm::ArrayRef<mlir::OpFoldResult> low,
                 llvm::ArrayRef<mlir::OpFoldResult> high, double value);
  TensorExpr slice(TensorExpr x, int64_t axis, mlir::OpFoldResult start,
                   mlir::OpFoldResult end);
  /// The sum of `x` over the axes along which `like` was broadcast to it, in
  /// the shape of `like`.
  TensorExpr sumTo(TensorExpr x, TensorExpr like);
};

/// The scope of one adjoint rule.
class RuleScope {
public:
  RuleScope(TensorBuilder &builder, mlir::Operation *op,
            llvm::ArrayRef<mlir::Value> cotangents)
      : builder(builder), op(op), cotangents(cotangents) {}

  TensorExpr operator()(mlir::Value value) { return builder(value); }
  TensorBuilder *operator->() { return &builder; }
  /// Cotangent of result `i`, null if nothing flows in.
  TensorExpr cotangent(unsigned i) {
    return cotangents[i] ? builder(cotangents[i]) : TensorExpr();
  }
  TensorExpr result(unsigned i) { return builder(op->getResult(i)); }

  TensorExpr zeroLike(TensorExpr x) { return builder.zeroLike(x); }
  TensorExpr select(TensorExpr condition, TensorExpr onTrue,
                    TensorExpr onFalse) {
    return builder.select(condition, onTrue, onFalse);
  }
  TensorExpr reduce(ReductionKind kind, TensorExpr x,
                    llvm::ArrayRef<int64_t> axes) {
    return builder.reduce(kind, x, axes);
  }
  TensorExpr reshapeLike(TensorExpr x, TensorExpr like) {
    return builder.reshapeLike(x, like);
  }
  TensorExpr transpose(TensorExpr x, int64_t axis0, int64_t axis1) {
    return builder.transpose(x, axis0, axis1);
  }
  /// Sums each entry to the shape of its operand; entries for operands that
  /// are not differentiable become structural zeros.
  llvm::SmallVector<mlir::Value>
  sumToOperands(llvm::ArrayRef<TensorExpr> cotangents);

private:
  TensorBuilder &builder;
  mlir::Operation *op;
  llvm::ArrayRef<mlir::Value> cotangents;
};

/// A scalar that an op has either as an attribute or as an operand. Exactly one
/// of the two is present in ops that verify.
struct ScalarSource {
  /// Null if the scalar is an attribute.
  mlir::Value value;
  /// FloatAttr or IntegerAttr; null if the scalar is an operand.
  mlir::Attribute attribute;

  /// The scalar as a rank-0 tensor of f32 in `builder`'s program; an integer is
  /// cast.
  TensorExpr get(TensorBuilder &builder) const;
  /// The attribute as a double; only if there is one.
  double getConstant() const;
};

} // namespace oaml

#endif // OAML_DIALECT_OAML_IR_TENSORBUILDER_H
