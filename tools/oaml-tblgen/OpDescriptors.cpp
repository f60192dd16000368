//===- OpDescriptors.cpp - The table of ops as C++ ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-oaml-op-descriptors writes one OpDescriptor per op of the oaml dialect
// (include/oaml/Dialect/OAML/IR/OpDescriptors.h).
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir/TableGen/GenInfo.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace oaml::tblgen;
using llvm::ArrayRef;
using llvm::raw_ostream;
using llvm::StringRef;

static void writeString(raw_ostream &os, StringRef text) {
  os << '"';
  os.write_escaped(text);
  os << '"';
}

static const char *flag(bool value) { return value ? "true" : "false"; }

static void writeEntries(raw_ostream &os, const std::string &array,
                         ArrayRef<Entry> entries) {
  if (entries.empty())
    return;
  for (const Entry &entry : entries) {
    if (!entry.cases.empty()) {
      os << "const llvm::StringRef " << array << "_" << entry.id << "[] = {";
      for (StringRef name : entry.cases) {
        writeString(os, name);
        os << ", ";
      }
      os << "};\n";
    }
    if (!entry.fields.empty()) {
      os << "const FieldDescriptor " << array << "_" << entry.id << "[] = {\n";
      for (const Field &field : entry.fields) {
        os << "    {";
        writeString(os, field.id);
        os << ", ";
        writeString(os, field.spelling);
        os << ", AttributeKind::" << field.kind << ", ";
        writeString(os, field.defaultValue);
        os << "},\n";
      }
      os << "};\n";
    }
  }
  os << "const EntryDescriptor " << array << "[] = {\n";
  for (const Entry &entry : entries) {
    std::string extra = array + "_" + entry.id;
    os << "    {";
    writeString(os, entry.id);
    os << ", ";
    writeString(os, entry.type);
    os << ", " << flag(entry.isOptional) << ", " << flag(entry.isVariadic)
       << ", " << flag(entry.hasOperandForm) << ", " << entry.segment << ", "
       << flag(entry.isExtent) << ", AttributeKind::" << entry.kind << ", "
       << entry.bits << ", ";
    writeString(os, entry.defaultValue);
    os << ", ";
    writeString(os, entry.format);
    os << ", " << (entry.cases.empty() ? "{}" : extra) << ", ";
    writeString(os, entry.recordName);
    os << ", " << (entry.fields.empty() ? "{}" : extra) << "},\n";
  }
  os << "};\n";
}

static bool writeOpDescriptors(const llvm::RecordKeeper &records,
                               raw_ostream &os) {
  std::string table;
  llvm::raw_string_ostream rows(table);
  for (const Op &op : collectOps(records)) {
    writeEntries(os, op.cppName + "Operands", op.operands);
    writeEntries(os, op.cppName + "Attributes", op.attributes);
    writeEntries(os, op.cppName + "Results", op.results);
    if (!op.parameters.empty()) {
      os << "const ParameterDescriptor " << op.cppName << "Parameters[] = {";
      for (const Parameter &parameter : op.parameters)
        os << "{" << flag(parameter.isAttribute) << ", " << parameter.index
           << "}, ";
      os << "};\n";
    }
    auto array = [&](StringRef suffix, bool isEmpty) {
      return isEmpty ? std::string("{}") : (op.cppName + suffix).str();
    };
    rows << "    {";
    writeString(rows, "oaml." + op.mnemonic);
    rows << ", OpKind::" << (op.isComposite ? "Composite" : "Core") << ", ";
    writeString(rows, op.summary);
    rows << ",\n     ";
    writeString(rows, op.description);
    rows << ",\n     " << array("Operands", op.operands.empty()) << ", "
         << array("Attributes", op.attributes.empty()) << ", "
         << array("Results", op.results.empty()) << ", "
         << array("Parameters", op.parameters.empty()) << ", " << op.numSegments
         << ", " << flag(op.isFunction) << "},\n";
  }
  os << "const OpDescriptor opDescriptors[] = {\n" << table << "};\n";
  return false;
}

static mlir::GenRegistration
    genOpDescriptors("gen-oaml-op-descriptors",
                     "Generate the table of the oaml dialect's ops",
                     writeOpDescriptors);
