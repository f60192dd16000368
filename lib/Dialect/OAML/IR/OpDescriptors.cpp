//===- OpDescriptors.cpp - What ops there are -----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/OpDescriptors.h"

#include "llvm/Support/JSON.h"

using namespace oaml;

namespace {
#include "oaml/Dialect/OAML/IR/OpDescriptors.inc"
} // namespace

llvm::ArrayRef<OpDescriptor> oaml::getOpDescriptors() { return opDescriptors; }

void oaml::printOpNames(llvm::raw_ostream &os) {
  for (const OpDescriptor &op : getOpDescriptors())
    os << op.name << '\n';
}

static void printEntries(llvm::json::OStream &json, llvm::StringRef key,
                         llvm::ArrayRef<EntryDescriptor> entries) {
  json.attributeArray(key, [&] {
    for (const EntryDescriptor &entry : entries) {
      json.object([&] {
        json.attribute("id", entry.id);
        json.attribute("type", entry.type);
        if (entry.isOptional)
          json.attribute("optional", true);
        if (entry.isVariadic)
          json.attribute("variadic", true);
        if (entry.hasOperandForm)
          json.attribute("operand_form", true);
      });
    }
  });
}

void oaml::printOpDescriptors(llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const OpDescriptor &op : getOpDescriptors()) {
      json.object([&] {
        json.attribute("name", op.name);
        json.attribute("kind", op.kind == OpKind::Core ? "core" : "composite");
        json.attribute("summary", op.summary);
        json.attributeArray("parameters", [&] {
          for (const ParameterDescriptor &parameter : op.parameters)
            json.value(op.get(parameter).id);
        });
        printEntries(json, "operands", op.operands);
        printEntries(json, "attributes", op.attributes);
        printEntries(json, "results", op.results);
      });
    }
  });
  os << '\n';
}
