//===- OpTable.cpp - Ops as interfaces in other languages see them --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir/TableGen/AttrOrTypeDef.h"
#include "mlir/TableGen/Operator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Record.h"

using namespace mlir::tblgen;
using llvm::Record;
using llvm::StringRef;

namespace {
/// The operand form of an attribute.
struct OperandForm {
  int segment = -1;
  bool isIndex = false;
};
} // namespace

static bool isIndexType(const NamedTypeConstraint &value) {
  const Record *definition = &value.constraint.getDef();
  if (const llvm::RecordVal *base = definition->getValue("baseType"))
    if (auto *init = llvm::dyn_cast<llvm::DefInit>(base->getValue()))
      definition = init->getDef();
  return definition->getName() == "Index";
}

static oaml::tblgen::Entry makeEntry(const NamedTypeConstraint &value) {
  oaml::tblgen::Entry entry;
  entry.id = value.name.str();
  entry.type = value.constraint.getSummary().str();
  // The constraint of an optional or variadic value wraps that of one value.
  if (const llvm::RecordVal *base =
          value.constraint.getDef().getValue("baseType"))
    if (auto *definition = llvm::dyn_cast<llvm::DefInit>(base->getValue()))
      if (value.isVariableLength())
        entry.type = TypeConstraint(definition->getDef()).getSummary().str();
  entry.isOptional = value.isOptional();
  entry.isVariadic = value.isVariadic();
  return entry;
}

/// "headDim" as "head_dim".
static std::string toSnakeCase(StringRef name) {
  return llvm::convertToSnakeFromCamelCase(name);
}

/// The default of an attribute in C++ as Python writes it.
static std::string toPython(StringRef value) {
  value = value.trim();
  if (value == "true")
    return "True";
  if (value == "false")
    return "False";
  if (value == "{}")
    return "()";
  if (value.size() > 1 && value.back() == 'f' && value.contains('.'))
    value = value.drop_back();
  return value.str();
}

/// The text form of an attribute of the dialect, `value` in the place of its
/// parameters.
static std::string getText(const Record &definition, StringRef value) {
  AttrOrTypeDef attribute(&definition);
  std::string text = ("#" + attribute.getDialect().getName() + "<" +
                      attribute.getMnemonic().value_or("") + " ")
                         .str();
  StringRef format = attribute.getAssemblyFormat().value_or("$value");
  for (StringRef directive : {"struct(params)", "params", "$value"}) {
    size_t position = format.find(directive);
    if (position == StringRef::npos)
      continue;
    std::string body = (format.take_front(position) + value +
                        format.drop_front(position + directive.size()))
                           .str();
    llvm::erase(body, '`');
    return text + body + ">";
  }
  return "";
}

static void addCases(const Record &enumeration, StringRef defaultValue,
                     oaml::tblgen::Entry &entry) {
  StringRef symbol = defaultValue.rsplit("::").second;
  if (symbol.empty())
    symbol = defaultValue;
  for (const Record *item : enumeration.getValueAsListOfDefs("enumerants")) {
    StringRef text = item->getValueAsString("str");
    entry.cases.push_back(text.str());
    if (!symbol.empty() && item->getValueAsString("symbol") == symbol)
      entry.defaultValue = ("'" + text + "'").str();
  }
}

static StringRef getFieldKind(StringRef type) {
  type.consume_front("::");
  if (type == "bool")
    return "Bool";
  if (type == "double" || type == "float" || type.contains("APFloat") ||
      type.contains("FloatAttr"))
    return "Float";
  if (type.contains("int") || type == "unsigned" || type == "size_t" ||
      type.contains("IntegerAttr"))
    return "Integer";
  return "String";
}

static void setKind(const Attribute &attribute, oaml::tblgen::Entry &entry) {
  Attribute base = attribute.getBaseAttr();
  const Record &definition = base.getDef();
  StringRef name = base.getAttrDefName();
  StringRef storage = base.getStorageType();
  storage.consume_front("::");
  storage.consume_front("mlir::");
  std::string value =
      attribute.hasDefaultValue() ? attribute.getDefaultValue().str() : "";
  entry.defaultValue = toPython(value);
  if (definition.isSubClassOf("EnumAttr")) {
    entry.kind = "Enum";
    entry.format = getText(definition, "$");
    addCases(*definition.getValueAsDef("enum"), value, entry);
    return;
  }
  if (definition.isSubClassOf("AttrDef")) {
    AttrOrTypeDef record(&definition);
    entry.kind = "Record";
    StringRef className = record.getCppClassName();
    className.consume_back("Attr");
    entry.recordName = className.str();
    llvm::StringMap<std::string> defaults;
    if (definition.getValue("defaults"))
      for (StringRef text : definition.getValueAsListOfStrings("defaults")) {
        auto [field, value] = text.split('=');
        defaults[field.trim()] = toPython(value);
      }
    entry.format = getText(definition, "$");
    for (const AttrOrTypeParameter &parameter : record.getParameters())
      entry.fields.push_back({toSnakeCase(parameter.getName()),
                              parameter.getName().str(),
                              getFieldKind(parameter.getCppType()).str(),
                              defaults.lookup(parameter.getName())});
    return;
  }
  entry.kind = llvm::StringSwitch<std::string>(storage)
                   .Case("BoolAttr", "Bool")
                   .Case("IntegerAttr", "Integer")
                   .Case("FloatAttr", "Float")
                   .Case("StringAttr", "String")
                   .Case("TypeAttr", "Type")
                   .Case("UnitAttr", "Unit")
                   .Case("DenseI64ArrayAttr", "Integers")
                   .Case("DenseF64ArrayAttr", "Floats")
                   .Case("DenseBoolArrayAttr", "Bools")
                   .Case("ElementsAttr", "Elements")
                   .Default("Text");
  if (entry.kind != "Integer" && entry.kind != "Float")
    return;
  entry.bits = 64;
  StringRef digits = name.drop_until(llvm::isDigit);
  digits = digits.take_while(llvm::isDigit);
  (void)digits.getAsInteger(10, entry.bits);
}

static oaml::tblgen::Op makeOp(const Record *record) {
  Operator op(record);
  oaml::tblgen::Op result;
  result.mnemonic = record->getValueAsString("opName").str();
  result.cppName = op.getCppClassName().str();
  result.summary = op.getSummary().str();
  result.description = op.getDescription().str();
  result.isComposite =
      op.getTrait("::oaml::DecomposableOpInterface::Trait") != nullptr;
  result.isFunction =
      op.getNumRegions() == 0 && !op.getTrait("::mlir::OpTrait::IsTerminator");
  result.numSegments = op.getNumOperands();

  llvm::StringMap<OperandForm> forms;
  for (const NamedAttribute &attribute : op.getAttributes())
    forms[attribute.name];
  for (auto argument : op.getArgs()) {
    if (auto *operand =
            llvm::dyn_cast_if_present<NamedTypeConstraint *>(argument)) {
      int segment = operand - op.operand_begin();
      StringRef name = operand->name;
      if (name.consume_back("_value") || name.consume_front("dynamic_"))
        if (auto it = forms.find(name); it != forms.end()) {
          it->second = {segment, isIndexType(*operand)};
          continue;
        }
      oaml::tblgen::Entry entry = makeEntry(*operand);
      entry.segment = segment;
      result.isFunction &= !isIndexType(*operand);
      result.parameters.push_back({false, result.operands.size()});
      result.operands.push_back(entry);
    } else if (auto *attribute =
                   llvm::dyn_cast_if_present<NamedAttribute *>(argument)) {
      if (attribute->attr.isDerivedAttr())
        continue;
      oaml::tblgen::Entry entry;
      entry.id = attribute->name.str();
      entry.type = attribute->attr.getBaseAttr().getSummary().str();
      setKind(attribute->attr, entry);
      result.isFunction &= !attribute->attr.isSymbolRefAttr() &&
                           !attribute->attr.getBaseAttr().isSymbolRefAttr();
      result.parameters.push_back({true, result.attributes.size()});
      result.attributes.push_back(entry);
    }
  }
  // An operand form may be declared before or after its attribute.
  for (oaml::tblgen::Entry &entry : result.attributes) {
    OperandForm form = forms[entry.id];
    entry.hasOperandForm = form.segment >= 0;
    entry.segment = form.segment;
    entry.isExtent = form.isIndex;
  }
  for (const NamedAttribute &attribute : op.getAttributes())
    for (oaml::tblgen::Entry &entry : result.attributes)
      if (entry.id == attribute.name)
        entry.isOptional =
            attribute.attr.hasDefaultValue() ||
            (attribute.attr.isOptional() && !entry.hasOperandForm);
  for (const NamedTypeConstraint &value : op.getResults()) {
    oaml::tblgen::Entry entry = makeEntry(value);
    StringRef id = value.name;
    id.consume_front("new_");
    entry.id = id.str();
    result.isFunction &= !isIndexType(value);
    result.results.push_back(entry);
  }
  return result;
}

std::vector<oaml::tblgen::Op>
oaml::tblgen::collectOps(const llvm::RecordKeeper &records) {
  std::vector<Op> ops;
  for (const Record *record : records.getAllDerivedDefinitions("Op"))
    if (Operator(record).getDialectName() == "oaml")
      ops.push_back(makeOp(record));
  llvm::sort(ops, [](const Op &left, const Op &right) {
    return left.mnemonic < right.mnemonic;
  });
  return ops;
}
