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

/// The one value of all elements of `value`, if it is such an `oaml.constant`.
std::optional<double> getSplatValue(mlir::Value value);

/// A constant of `type` (static, of a supported element type) whose elements
/// are all `value`, rounded to nearest.
mlir::DenseElementsAttr getSplatAttr(mlir::RankedTensorType type, double value);

/// Replaces operands that broadcast to one shape by smaller ones wherever the
/// broadcast of all keeps its type: `oaml.broadcast_to` by its operand, splat
/// constants by what `makeScalar` gives for their value and element type.
/// Returns whether an operand changed.
bool dropRedundantBroadcasts(
    llvm::MutableArrayRef<mlir::Value> operands,
    llvm::function_ref<mlir::Value(double, mlir::Type)> makeScalar);

/// The extent of `tensor` along `axis` as an attribute, or as a value as close
/// to the function's arguments as shape rules lead: an index operand of an op
/// that takes a shape, or an extent (second member) of the returned tensor.
struct TracedExtent {
  /// An index attribute or a value of index type; null: use `tensor`, `axis`.
  mlir::OpFoldResult known;
  mlir::Value tensor;
  int64_t axis = 0;
};
TracedExtent traceExtent(mlir::Value tensor, int64_t axis);

/// Builds oaml ops; the vocabulary of adjoint rules and decompositions. All
/// shapes may be dynamic. Operations that change nothing build no op: a product
/// with 1, a sum over axes of extent 1, a reshape to the same shape; operations
/// on constants with equal elements give such constants.
class TensorBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  /// `value` in a rule.
  TensorExpr operator()(mlir::Value value) { return {*this, value}; }

  /// A constant of static `type` whose elements are all `value`.
  TensorExpr splat(double value, mlir::RankedTensorType type);
  /// A rank-0 constant of element type `type`.
  TensorExpr scalar(double value, mlir::Type type);
  /// A constant that broadcasts against `x`, of its element type.
  TensorExpr scalarLike(double value, TensorExpr x) {
    return scalar(value, x.getType().getElementType());
  }
  /// Rank-0 zero of the element type of `x`.
  TensorExpr zeroLike(TensorExpr x) { return scalarLike(0.0, x); }
  /// Zeros in the shape of `x`, broadcast where that is dynamic.
  TensorExpr zerosLike(TensorExpr x) { return broadcastLike(zeroLike(x), x); }
  /// The extent of `x` along `axis`, as an attribute or a value of index type.
  mlir::OpFoldResult extent(TensorExpr x, int64_t axis);
  /// The extents of `x`.
  llvm::SmallVector<mlir::OpFoldResult> extents(TensorExpr x);
  /// `extent` as a rank-0 tensor of element type `type`.
  TensorExpr extentScalar(mlir::OpFoldResult extent, mlir::Type type);
  /// The number of elements of `x` along `axes` together, as a rank-0 tensor of
  /// element type `type`.
  TensorExpr numElements(TensorExpr x, llvm::ArrayRef<int64_t> axes,
                         mlir::Type type);

  TensorExpr add(TensorExpr left, TensorExpr right);
  TensorExpr sub(TensorExpr left, TensorExpr right);
  TensorExpr mul(TensorExpr left, TensorExpr right);
  TensorExpr div(TensorExpr left, TensorExpr right);
  TensorExpr neg(TensorExpr x);
  TensorExpr exp(TensorExpr x);
  TensorExpr expm1(TensorExpr x);
  TensorExpr log(TensorExpr x);
  TensorExpr sqrt(TensorExpr x);
  TensorExpr tanh(TensorExpr x);
  TensorExpr cast(TensorExpr x, mlir::Type elementType);
  /// `x` without gradients through it.
  TensorExpr detach(TensorExpr x);
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
  /// Positions along `axis`.
  TensorExpr iota(llvm::ArrayRef<mlir::OpFoldResult> shape, int64_t axis);
  /// Positions along `axis` in the shape of `like`.
  TensorExpr iotaLike(TensorExpr like, int64_t axis) {
    return iota(extents(like), axis);
  }
  TensorExpr pad(TensorExpr x, llvm::ArrayRef<mlir::OpFoldResult> low,
                 llvm::ArrayRef<mlir::OpFoldResult> high, double value);
  TensorExpr slice(TensorExpr x, int64_t axis, mlir::OpFoldResult start,
                   mlir::OpFoldResult end);
  /// `left + right` and `left - right` of extents.
  mlir::OpFoldResult addExtents(mlir::OpFoldResult left,
                                mlir::OpFoldResult right);
  mlir::OpFoldResult subExtents(mlir::OpFoldResult left,
                                mlir::OpFoldResult right);
  /// `left * right` of extents.
  mlir::OpFoldResult mulExtents(mlir::OpFoldResult left,
                                mlir::OpFoldResult right);
  /// `left / right` of extents, where `right` is not 0 and divides `left`.
  mlir::OpFoldResult divExtents(mlir::OpFoldResult left,
                                mlir::OpFoldResult right);
  /// The sum of `x` over the axes along which `like` was broadcast to it, in
  /// the type of `like`.
  TensorExpr sumTo(TensorExpr x, TensorExpr like);
  /// `x`, whose extents equal those of `like`, in the type of `like` (one of
  /// the types may know an extent that is dynamic in the other).
  TensorExpr conform(TensorExpr x, TensorExpr like);
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
  /// are not differentiable become structural zeros, and so do missing ones.
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
