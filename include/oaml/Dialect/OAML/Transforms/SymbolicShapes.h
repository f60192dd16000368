//===- SymbolicShapes.h - Extents of a program as expressions ---*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_TRANSFORMS_SYMBOLICSHAPES_H
#define OAML_DIALECT_OAML_TRANSFORMS_SYMBOLICSHAPES_H

#include "oaml/Interfaces/ShapeRuleOpInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace oaml {

/// A dynamic extent that an argument carries.
struct SymbolInfo {
  /// From `oaml.dims` or `kernel.symbol`; made up for an extent without a name.
  std::string name;
  /// The first argument that carries it, and the axis; axis 0 for an argument
  /// of index type.
  unsigned argument;
  unsigned dimension;
  /// It is not negative: an extent, not any index.
  bool isExtent = true;
};

/// A shape rule that is decided when arguments are bound.
struct Predicate {
  std::string opName;
  std::string rule;
  mlir::AffineExpr lhs;
  ExtentRelation relation;
  mlir::AffineExpr rhs;
  mlir::Location location;
};

/// The extents of all tensors of a function as expressions of its symbols:
/// symbol number i is `getSymbols()[i]`. Two extents of arguments with one name
/// are one symbol.
class SymbolicShapes {
public:
  /// Follows the shape rules of the ops in the single block of `function`.
  /// Fails with an error where a rule does not hold, or at a tensor of dynamic
  /// extent whose op has no rule.
  static llvm::FailureOr<SymbolicShapes>
  compute(mlir::FunctionOpInterface function);

  /// The extents of a tensor of the function.
  SymbolicShape getShape(mlir::Value tensor) const {
    return extents.lookup(tensor);
  }
  /// A value of index type of the function.
  mlir::AffineExpr getIndex(mlir::Value index) const {
    return indices.lookup(index);
  }
  llvm::ArrayRef<SymbolInfo> getSymbols() const { return symbols; }
  /// In program order, each once.
  llvm::ArrayRef<Predicate> getPredicates() const { return predicates; }

private:
  class Context;

  void addArguments(mlir::FunctionOpInterface function);
  llvm::LogicalResult visit(mlir::Operation *op);
  llvm::LogicalResult visitIndex(mlir::Operation *op);
  llvm::LogicalResult visitReturn(mlir::FunctionOpInterface function,
                                  mlir::Operation *op);
  mlir::AffineExpr getSymbol(llvm::StringRef name, unsigned argument,
                             unsigned dimension, bool isExtent);
  /// The symbol called `name`, or null.
  mlir::AffineExpr lookupSymbol(llvm::StringRef name) const;
  void addPredicate(Predicate predicate);

  mlir::MLIRContext *context = nullptr;
  llvm::DenseMap<mlir::Value, SymbolicShape> extents;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> indices;
  std::vector<SymbolInfo> symbols;
  std::vector<Predicate> predicates;
};

} // namespace oaml

#endif // OAML_DIALECT_OAML_TRANSFORMS_SYMBOLICSHAPES_H
