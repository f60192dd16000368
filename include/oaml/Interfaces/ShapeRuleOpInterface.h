//===- ShapeRuleOpInterface.h - Shape rules on symbolic extents ---*- C++
//-*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_SHAPERULEOPINTERFACE_H
#define OAML_INTERFACES_SHAPERULEOPINTERFACE_H

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

/// How two extents must compare.
enum class ExtentRelation { Equal, NotEqual, Less, LessEqual };

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
  /// `ShapedType::kDynamic`, the next of `dynamicExtents`.
  SymbolicShape getMixedExtents(llvm::ArrayRef<int64_t> staticExtents,
                                mlir::ValueRange dynamicExtents);

  /// States that `lhs relation rhs`. `rule` completes the sentence
  /// "requires …, found <lhs> and <rhs>", for example "equal inner extents".
  llvm::LogicalResult require(mlir::AffineExpr lhs, ExtentRelation relation,
                              mlir::AffineExpr rhs, const llvm::Twine &rule);

  /// `require` with `ExtentRelation::Equal`.
  llvm::LogicalResult requireEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs,
                                   const llvm::Twine &rule) {
    return require(lhs, ExtentRelation::Equal, rhs, rule);
  }

  /// Reports `message` as an error of the op: "'oaml.add' op <message>".
  /// Always returns failure.
  llvm::LogicalResult emitError(const llvm::Twine &message);

protected:
  /// Takes note of a requirement that cannot be decided at compile time.
  virtual void recordPredicate(mlir::AffineExpr lhs, ExtentRelation relation,
                               mlir::AffineExpr rhs,
                               const llvm::Twine &rule) = 0;

private:
  mlir::MLIRContext *context;
  llvm::StringRef opName;
  std::optional<mlir::Location> location;
};

/// Decides `lhs relation rhs` for all values of the symbols, if the difference
/// of the two sides is a constant.
std::optional<bool> decideRelation(mlir::AffineExpr lhs,
                                   ExtentRelation relation,
                                   mlir::AffineExpr rhs);

/// A context that knows the types of values only: every dynamic extent is a
/// symbol of its own, and requirements that cannot be decided hold.
class TypeShapeContext final : public ShapeContext {
public:
  using ShapeContext::ShapeContext;
  SymbolicShape getShape(mlir::Value tensor) override;
  mlir::AffineExpr getIndex(mlir::Value index) override;

protected:
  void recordPredicate(mlir::AffineExpr, ExtentRelation, mlir::AffineExpr,
                       const llvm::Twine &) override {}

private:
  mlir::AffineExpr getSymbol(mlir::Value value, int64_t dimension);
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, unsigned> symbols;
};

/// The right-aligned broadcast of `shapes`: extents equal or (statically) 1. A
/// dynamic extent never broadcasts; it is required to equal the others.
llvm::FailureOr<SymbolicShape>
inferBroadcast(ShapeContext &context, llvm::ArrayRef<SymbolicShape> shapes);

/// Ranked tensor types of `results`; extents that are no constants are dynamic.
void getResultTypes(llvm::ArrayRef<ResultShape> results,
                    llvm::SmallVectorImpl<mlir::Type> &types);

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
  if (failed(Op::inferResults(shapes, adaptor, results)))
    return llvm::failure();
  getResultTypes(results, types);
  return llvm::success();
}

} // namespace oaml

#include "oaml/Interfaces/ShapeRuleOpInterface.h.inc"

#endif // OAML_INTERFACES_SHAPERULEOPINTERFACE_H
