//===- oaml-tblgen.cpp - TableGen driver with OAML's backends -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Backends beside those of mlir-tblgen. -gen-oaml-op-descriptors writes one
// OpDescriptor per op of the oaml dialect, with the names of the op contract:
// an operand `x_value` or `dynamic_x` beside an attribute `x` is the other form
// of it, and a result `new_x` is called `x`.
//
//===----------------------------------------------------------------------===//

#include "mlir/TableGen/GenInfo.h"
#include "mlir/TableGen/Operator.h"
#include "mlir/Tools/mlir-tblgen/MlirTblgenMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

using namespace mlir;
using namespace mlir::tblgen;

namespace {

/// What the table says of an operand, attribute or result.
struct Entry {
  StringRef id;
  std::string type;
  bool isOptional = false;
  bool isVariadic = false;
  bool hasOperandForm = false;
};

} // namespace

static void writeString(raw_ostream &os, StringRef text) {
  os << '"';
  os.write_escaped(text);
  os << '"';
}

static void writeEntries(raw_ostream &os, StringRef array,
                         ArrayRef<Entry> entries) {
  if (entries.empty())
    return;
  os << "const EntryDescriptor " << array << "[] = {\n";
  for (const Entry &entry : entries) {
    os << "    {";
    writeString(os, entry.id);
    os << ", ";
    writeString(os, entry.type);
    auto flag = [](bool value) { return value ? "true" : "false"; };
    os << ", " << flag(entry.isOptional) << ", " << flag(entry.isVariadic)
       << ", " << flag(entry.hasOperandForm) << "},\n";
  }
  os << "};\n";
}

static Entry makeEntry(const NamedTypeConstraint &value) {
  Entry entry;
  entry.id = value.name;
  entry.type = value.constraint.getSummary().str();
  // The constraint of an optional or variadic value wraps that of one value.
  if (const llvm::RecordVal *base =
          value.constraint.getDef().getValue("baseType"))
    if (auto *definition = dyn_cast<llvm::DefInit>(base->getValue()))
      if (value.isVariableLength())
        entry.type = TypeConstraint(definition->getDef()).getSummary().str();
  entry.isOptional = value.isOptional();
  entry.isVariadic = value.isVariadic();
  return entry;
}

static bool writeOpDescriptors(const llvm::RecordKeeper &records,
                               raw_ostream &os) {
  std::vector<const llvm::Record *> definitions;
  for (const llvm::Record *record : records.getAllDerivedDefinitions("Op"))
    if (Operator(record).getDialectName() == "oaml")
      definitions.push_back(record);
  llvm::sort(definitions, [](const auto *left, const auto *right) {
    return Operator(left).getOperationName() <
           Operator(right).getOperationName();
  });

  std::string table;
  llvm::raw_string_ostream rows(table);
  for (const llvm::Record *record : definitions) {
    Operator op(record);
    llvm::StringSet<> attributeNames, operandForms;
    for (const NamedAttribute &attribute : op.getAttributes())
      attributeNames.insert(attribute.name);
    SmallVector<Entry> operands, attributes, results;
    for (const NamedTypeConstraint &operand : op.getOperands()) {
      StringRef name = operand.name;
      if ((name.consume_back("_value") || name.consume_front("dynamic_")) &&
          attributeNames.contains(name)) {
        operandForms.insert(name);
        continue;
      }
      operands.push_back(makeEntry(operand));
    }
    for (const NamedAttribute &attribute : op.getAttributes()) {
      if (attribute.attr.isDerivedAttr())
        continue;
      Entry entry;
      entry.id = attribute.name;
      entry.hasOperandForm = operandForms.contains(attribute.name);
      entry.isOptional = attribute.attr.hasDefaultValue() ||
                         (attribute.attr.isOptional() && !entry.hasOperandForm);
      entry.type = attribute.attr.getBaseAttr().getSummary().str();
      attributes.push_back(entry);
    }
    for (const NamedTypeConstraint &result : op.getResults()) {
      Entry entry = makeEntry(result);
      entry.id.consume_front("new_");
      results.push_back(entry);
    }

    std::string prefix = op.getCppClassName().str();
    writeEntries(os, prefix + "Operands", operands);
    writeEntries(os, prefix + "Attributes", attributes);
    writeEntries(os, prefix + "Results", results);
    auto array = [&](StringRef suffix, ArrayRef<Entry> entries) {
      return entries.empty() ? std::string("{}") : (prefix + suffix).str();
    };
    bool isComposite = op.getTrait("::oaml::DecomposableOpInterface::Trait");
    rows << "    {";
    writeString(rows, op.getOperationName());
    rows << ", OpKind::" << (isComposite ? "Composite" : "Core") << ", ";
    writeString(rows, op.getSummary());
    rows << ",\n     " << array("Operands", operands) << ", "
         << array("Attributes", attributes) << ", " << array("Results", results)
         << "},\n";
  }
  os << "const OpDescriptor opDescriptors[] = {\n" << table << "};\n";
  return false;
}

static GenRegistration
    genOpDescriptors("gen-oaml-op-descriptors",
                     "Generate the table of the oaml dialect's ops",
                     writeOpDescriptors);

int main(int argc, char **argv) { return MlirTblgenMain(argc, argv); }
