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
};

/// An op; entries are in the order of the op contract.
struct OpDescriptor {
  /// With the dialect: "oaml.add".
  llvm::StringRef name;
  OpKind kind;
  llvm::StringRef summary;
  llvm::ArrayRef<EntryDescriptor> operands;
  llvm::ArrayRef<EntryDescriptor> attributes;
  llvm::ArrayRef<EntryDescriptor> results;
};

/// All ops of the dialect, sorted by name.
llvm::ArrayRef<OpDescriptor> getOpDescriptors();

/// Writes the names, one a line.
void printOpNames(llvm::raw_ostream &os);

/// Writes a JSON array with an object per op: `name`, `kind` ("core" or
/// "composite"), `summary`, and the arrays `operands`, `attributes`, `results`
/// of objects with `id`, `type` and, where true, `optional`, `variadic`,
/// `operand_form`.
void printOpDescriptors(llvm::raw_ostream &os);

} // namespace oaml

#endif // OAML_DIALECT_OAML_IR_OPDESCRIPTORS_H
