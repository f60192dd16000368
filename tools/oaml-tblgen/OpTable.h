//===- OpTable.h - Ops as interfaces in other languages see them *- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the backends of oaml-tblgen share: the ops of the dialect with the names
// and the order of the op contract.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_TBLGEN_OPTABLE_H
#define OAML_TOOLS_OAML_TBLGEN_OPTABLE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class Record;
class RecordKeeper;
} // namespace llvm

namespace oaml::tblgen {

/// A field of an attribute that is a record.
struct Field {
  /// In snake case, as in the contract.
  std::string id;
  /// As the record's text form spells it.
  std::string spelling;
  /// Enumerator of oaml::AttributeKind.
  std::string kind;
  /// Python's literal, or empty.
  std::string defaultValue;
};

/// An operand, attribute or result.
struct Entry {
  std::string id;
  /// What values it takes, in words.
  std::string type;
  bool isOptional = false;
  bool isVariadic = false;
  bool hasOperandForm = false;

  /// Position among the operands that the op declares, of an operand or of an
  /// attribute's operand form; -1: none.
  int segment = -1;
  /// The operand form is of index type.
  bool isExtent = false;
  /// Enumerator of oaml::AttributeKind; "None" for operands and results.
  std::string kind = "None";
  unsigned bits = 0;
  /// Python's literal, or empty.
  std::string defaultValue;
  /// Of an enumeration.
  std::vector<std::string> cases;
  /// The attribute's text with $ in place of the value; see AttributeKind.
  std::string format;
  /// Of a record: its name and fields.
  std::string recordName;
  std::vector<Field> fields;
};

/// A parameter of the op as a function.
struct Parameter {
  bool isAttribute = false;
  /// Position in Op::operands or Op::attributes.
  size_t index = 0;
};

/// An op of the dialect.
struct Op {
  /// Without the dialect.
  std::string mnemonic;
  std::string cppName, summary, description;
  bool isComposite = false;
  /// It takes and gives tensors only, so that it is a function of tensors.
  bool isFunction = true;
  unsigned numSegments = 0;
  std::vector<Entry> operands, attributes, results;
  std::vector<Parameter> parameters;

  const Entry &get(const Parameter &parameter) const {
    return (parameter.isAttribute ? attributes : operands)[parameter.index];
  }
};

/// All ops of the dialect, sorted by name.
std::vector<Op> collectOps(const llvm::RecordKeeper &records);

} // namespace oaml::tblgen

#endif // OAML_TOOLS_OAML_TBLGEN_OPTABLE_H
