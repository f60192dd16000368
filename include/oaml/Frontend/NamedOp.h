//===- NamedOp.h - Building ops by the names of the contract ----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What interfaces in other languages are made of: any op of the oaml dialect,
// by name, with operands in the contract's order and attributes by name. All is
// driven by the table of ops (OpDescriptors.h), so a new op is there at once.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_FRONTEND_NAMEDOP_H
#define OAML_FRONTEND_NAMEDOP_H

#include "oaml/Dialect/OAML/IR/OpDescriptors.h"

#include "mlir/IR/Builders.h"

namespace oaml {

/// An op in the making. Each call that fails has emitted an error at `location`
/// which names the op; the op is then not to be built.
class NamedOp {
public:
  NamedOp(const OpDescriptor &op, mlir::Location location);

  const OpDescriptor &getDescriptor() const { return op; }

  /// The next operand of the contract: one value, none where an optional one is
  /// left out, any number where it is variadic.
  llvm::LogicalResult addOperand(mlir::ValueRange values);

  /// The attribute `name`, from any attribute that means its value: an integer
  /// (of any width) also for a float or a boolean, a string for an enum, a
  /// symbol or an element type, an array of either for a list.
  llvm::LogicalResult setAttribute(llvm::StringRef name, mlir::Attribute value);

  /// The attribute `name` as MLIR prints it.
  llvm::LogicalResult setAttributeText(llvm::StringRef name,
                                       llvm::StringRef text);

  /// The attribute `name` in its operand form: a value known at run time.
  llvm::LogicalResult setAttributeOperand(llvm::StringRef name,
                                          mlir::Value value);

  /// A list attribute whose entries are attributes or values of index type.
  llvm::LogicalResult setMixed(llvm::StringRef name,
                               llvm::ArrayRef<mlir::OpFoldResult> entries);

  /// Infers the types of the results, builds the op and verifies it.
  mlir::FailureOr<mlir::Operation *> build(mlir::OpBuilder &builder);

private:
  mlir::InFlightDiagnostic emitError() const;
  /// Null, with an error, where there is none.
  const EntryDescriptor *findAttribute(llvm::StringRef name) const;
  const EntryDescriptor *requireOperandForm(llvm::StringRef name) const;
  mlir::Attribute convert(const EntryDescriptor &entry,
                          mlir::Attribute value) const;
  llvm::LogicalResult checkComplete() const;

  const OpDescriptor &op;
  mlir::Location location;
  mlir::NamedAttrList attributes;
  /// By the op's declaration, operand forms of attributes included.
  llvm::SmallVector<llvm::SmallVector<mlir::Value, 1>> operands;
  unsigned numAdded = 0;
};

/// The op `name`, with or without "oaml."; null where there is none.
const OpDescriptor *findOp(llvm::StringRef name);

/// An error that there is no such op, with the names that are most like it.
void emitUnknownOp(mlir::Location location, llvm::StringRef name);

/// The element type that MLIR spells `name` ("f32", "ui8"), or null.
mlir::Type parseElementType(mlir::MLIRContext *context, llvm::StringRef name);

} // namespace oaml

#endif // OAML_FRONTEND_NAMEDOP_H
