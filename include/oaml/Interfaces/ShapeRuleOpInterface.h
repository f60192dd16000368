//===- ShapeRuleOpInterface.h - Shape rules on symbolic extents -*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_SHAPERULEOPINTERFACE_H
#define OAML_INTERFACES_SHAPERULEOPINTERFACE_H

#include "oaml/Interfaces/SymbolicExtents.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

namespace oaml {

/// Extents of a tensor: constants where known, else expressions of symbols.
using SymbolicShape = llvm::SmallVector<mlir::AffineExpr>;

/// What a shape rule says about one result.
struct ResultShape {
  SymbolicShape extents;
  mlir::Type elementType;
};

/// What a shape rule works with: the extents of operands, and a place to state
/// requirements. A requirement that can be decided is decided at once (a false
/// one is an error at the op); any other one goes to `recordPredicate`.
class ShapeContext {
public:
  ShapeContext(mlir::MLIRContext *context, llvm::StringRef opName,
               std::optional<mlir::Location> location)
      : context(context), opName(opName), location(location) {}
  virtual ~ShapeContext();

  mlir::MLIRContext *getContext() const { return context; }
  llvm::StringRef getOpName() const { return opName; }

  /// The extents of `tensor`, a value of ranked tensor type.
  virtual SymbolicShape getShape(mlir::Value tensor) = 0;

  /// The value of an operand of index type as an expression of symbols.
  virtual mlir::AffineExpr getIndex(mlir::Value index) = 0;

  mlir::AffineExpr getConstant(int64_t value) const {
    return mlir::getAffineConstantExpr(value, context);
  }

  /// The extents of a mixed list: `staticExtents[i]` or, where that is
  /// `ShapedType::kDynamic`, the next of `dynamicExtents`. Rejects a list with
  /// another number of dynamic entries than `dynamicExtents` has; `name` is the
  /// attribute's.
  llvm::FailureOr<SymbolicShape>
  getMixedExtents(llvm::ArrayRef<int64_t> staticExtents,
                  mlir::ValueRange dynamicExtents, llvm::StringRef name);

  /// States that `lhs relation rhs`. `rule` completes the sentence
  /// "requires …, found <lhs> and <rhs>", for example "equal inner extents".
  llvm::LogicalResult require(mlir::AffineExpr lhs, ExtentRelation relation,
                              mlir::AffineExpr rhs, const llvm::Twine &rule);

  /// `require` with `ExtentRelation::Equal`.
  llvm::LogicalResult requireEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs,
                                   const llvm::Twine &rule) {
    return require(lhs, ExtentRelation::Equal, rhs, rule);
  }

  /// Reports `message` as an error of the op: "'oaml.add' op requires …".
  /// Always returns failure.
  llvm::LogicalResult emitError(const llvm::Twine &message);

protected:
  /// Takes note of a requirement that cannot be decided at compile time.
  virtual void recordPredicate(mlir::AffineExpr lhs, ExtentRelation relation,
                               mlir::AffineExpr rhs,
                               const llvm::Twine &rule) = 0;

  /// Prints `extent` for errors.
  virtual void printExtent(llvm::raw_ostream &os, mlir::AffineExpr extent);

  /// Whether the value of `symbol` is known not to be negative: extents are
  /// not.
  virtual bool isNonNegative(mlir::AffineExpr symbol) { return false; }

private:
  mlir::MLIRContext *context;
  llvm::StringRef opName;
  std::optional<mlir::Location> location;
};

/// A context that knows the types of values only: every dynamic extent is a
/// symbol of its own, and requirements that cannot be decided hold.
class TypeShapeContext final : public ShapeContext {
public:
  /// A value and the number of its axis, or -1 for the value of an index.
  using Key = std::pair<mlir::Value, int64_t>;

  using ShapeContext::ShapeContext;
  SymbolicShape getShape(mlir::Value tensor) override;
  mlir::AffineExpr getIndex(mlir::Value index) override;

  /// What the symbols of this context stand for, by position.
  llvm::ArrayRef<Key> getSymbols() const { return keys; }

protected:
  void recordPredicate(mlir::AffineExpr, ExtentRelation, mlir::AffineExpr,
                       const llvm::Twine &) override {}
  bool isNonNegative(mlir::AffineExpr symbol) override;

private:
  mlir::AffineExpr getSymbol(Key key);

  llvm::DenseMap<Key, unsigned> symbols;
  llvm::SmallVector<Key> keys;
};

/// The right-aligned broadcast of `shapes`: extents equal or (statically) 1. A
/// dynamic extent never broadcasts; it is required to equal the others. `names`
/// are the operands', for errors.
llvm::FailureOr<SymbolicShape>
inferBroadcast(ShapeContext &context, llvm::ArrayRef<SymbolicShape> shapes,
               llvm::ArrayRef<llvm::StringRef> names = {});

/// Ranked tensor types of `results`; extents that are no constants are dynamic.
void getResultTypes(llvm::ArrayRef<ResultShape> results,
                    llvm::SmallVectorImpl<mlir::Type> &types);

/// Rejects an extent or an element count that does not fit 32 bits, in
/// `operands` and `results`.
llvm::LogicalResult checkSizes(ShapeContext &context, mlir::ValueRange operands,
                               llvm::ArrayRef<ResultShape> results);

/// True if `declared` could be what `inferred` says: equal element types and
/// ranks, and equal extents where both are static.
bool areCompatibleTypes(mlir::TypeRange inferred, mlir::TypeRange declared);

/// `inferReturnTypes` of InferTypeOpInterface by way of `Op::inferResults`.
template <typename Op>
llvm::LogicalResult inferReturnTypesByRule(
    mlir::MLIRContext *context, std::optional<mlir::Location> location,
    typename Op::Adaptor adaptor, llvm::SmallVectorImpl<mlir::Type> &types) {
  TypeShapeContext shapes(context, Op::getOperationName(), location);
  llvm::SmallVector<ResultShape> results;
  if (failed(Op::inferResults(shapes, adaptor, results)) ||
      failed(checkSizes(shapes, adaptor.getOperands(), results)))
    return llvm::failure();
  getResultTypes(results, types);
  return llvm::success();
}

} // namespace oaml

#include "oaml/Interfaces/ShapeRuleOpInterface.h.inc"

namespace oaml {

/// Verifies that `op` satisfies its shape rule, and that its result types are
/// compatible with what the rule says.
llvm::LogicalResult verifyShapeRule(ShapeRuleOpInterface op);

} // namespace oaml

#endif // OAML_INTERFACES_SHAPERULEOPINTERFACE_H
