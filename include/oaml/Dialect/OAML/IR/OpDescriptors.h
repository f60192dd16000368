//===- OpDescriptors.h - What ops there are ---------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The ops of the oaml dialect as data, from their records: for listings, and
// for interfaces in other languages.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_OPDESCRIPTORS_H
#define OAML_DIALECT_OAML_IR_OPDESCRIPTORS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace oaml {

/// Core ops have a lowering of their own, composite ones a decomposition.
enum class OpKind { Core, Composite };

/// How an attribute is given.
enum class AttributeKind {
  /// Not an attribute.
  None,
  Bool,
  Integer,
  Float,
  String,
  /// An element type: "f32".
  Type,
  /// Present or absent.
  Unit,
  Integers,
  Floats,
  Bools,
  /// A constant tensor.
  Elements,
  /// One of `cases`; `format` with the case in place of $ is its text in MLIR.
  Enum,
  /// Values for `fields`; `format` with "spelling = value, …" in place of $ is
  /// its text in MLIR.
  Record,
  /// Any other attribute: its text in MLIR.
  Text
};

/// A field of an attribute that is a record.
struct FieldDescriptor {
  /// Its name in the op contract, and in the attribute's text.
  llvm::StringRef id, spelling;
  AttributeKind kind;
  /// As Python writes it; empty: required.
  llvm::StringRef defaultValue;
};

/// An operand, attribute or result, by its name in the op contract.
struct EntryDescriptor {
  llvm::StringRef id;
  /// What values it takes, in words.
  llvm::StringRef type;
  /// It may be left out.
  bool isOptional;
  /// Any number of values.
  bool isVariadic;
  /// An attribute that may be given as an operand instead, with a value that is
  /// only known at run time.
  bool hasOperandForm;
  /// The position of the operand, or of an attribute's operand form, among the
  /// op's operands as declared; -1: none.
  int segment;
  /// The operand form is an extent, of index type.
  bool isExtent;
  AttributeKind kind;
  /// Width of an Integer or a Float.
  unsigned bits;
  /// As Python writes it; empty: none.
  llvm::StringRef defaultValue;
  llvm::StringRef format;
  llvm::ArrayRef<llvm::StringRef> cases;
  /// Name of a Record.
  llvm::StringRef recordName;
  llvm::ArrayRef<FieldDescriptor> fields;
};

/// A parameter of the op as a function.
struct ParameterDescriptor {
  bool isAttribute;
  /// Position in OpDescriptor::operands or attributes.
  unsigned index;
};

/// An op; entries are in the order of the op contract.
struct OpDescriptor {
  /// With the dialect: "oaml.add".
  llvm::StringRef name;
  OpKind kind;
  llvm::StringRef summary;
  /// Markdown, as in the record.
  llvm::StringRef description;
  llvm::ArrayRef<EntryDescriptor> operands;
  llvm::ArrayRef<EntryDescriptor> attributes;
  llvm::ArrayRef<EntryDescriptor> results;
  /// Operands and attributes in one order.
  llvm::ArrayRef<ParameterDescriptor> parameters;
  /// How many operands it declares, operand forms included.
  unsigned numSegments;
  /// It takes and gives tensors, so that it is a function in other languages.
  bool isFunction;

  const EntryDescriptor &get(const ParameterDescriptor &parameter) const {
    return (parameter.isAttribute ? attributes : operands)[parameter.index];
  }
};

/// All ops of the dialect, sorted by name.
llvm::ArrayRef<OpDescriptor> getOpDescriptors();

/// Writes the names, one a line.
void printOpNames(llvm::raw_ostream &os);

/// Writes a JSON array with an object per op: `name`, `kind` ("core" or
/// "composite"), `summary`, `parameters` (the names of operands and attributes
/// in the order of a call), and the arrays `operands`, `attributes`, `results`
/// of objects with `id`, `type` and, where true, `optional`, `variadic`,
/// `operand_form`.
void printOpDescriptors(llvm::raw_ostream &os);

} // namespace oaml

#endif // OAML_DIALECT_OAML_IR_OPDESCRIPTORS_H
