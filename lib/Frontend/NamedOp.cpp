//===- NamedOp.cpp - Building ops by the names of the contract ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Frontend/NamedOp.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace oaml;

Type oaml::parseElementType(MLIRContext *context, StringRef name) {
  Builder builder(context);
  return llvm::StringSwitch<Type>(name)
      .Case("f32", builder.getF32Type())
      .Case("f16", builder.getF16Type())
      .Case("bf16", builder.getBF16Type())
      .Case("i32", builder.getI32Type())
      .Case("i8", builder.getI8Type())
      .Case("ui8", builder.getIntegerType(8, /*isSigned=*/false))
      .Default(Type());
}

static StringRef getMnemonic(const OpDescriptor &op) {
  return op.name.drop_front(OAMLDialect::getDialectNamespace().size() + 1);
}

const OpDescriptor *oaml::findOp(StringRef name) {
  name.consume_front("oaml.");
  const OpDescriptor *found =
      llvm::find_if(getOpDescriptors(), [&](const OpDescriptor &op) {
        return getMnemonic(op) == name;
      });
  return found == getOpDescriptors().end() ? nullptr : found;
}

void oaml::emitUnknownOp(Location location, StringRef name) {
  InFlightDiagnostic error = mlir::emitError(location)
                             << "there is no op '" << name << "'";
  name.consume_front("oaml.");
  SmallVector<std::pair<unsigned, StringRef>> similar;
  unsigned limit = 1 + name.size() / 3;
  for (const OpDescriptor &op : getOpDescriptors())
    if (unsigned distance = getMnemonic(op).edit_distance(name);
        distance <= limit)
      similar.push_back({distance, getMnemonic(op)});
  llvm::sort(similar);
  if (similar.size() > 3)
    similar.truncate(3);
  for (auto [i, entry] : llvm::enumerate(similar))
    error << (i == 0 ? "; similar: " : ", ") << entry.second;
}

/// What an attribute of this kind is given as, in words.
static std::string describe(const EntryDescriptor &entry) {
  switch (entry.kind) {
  case AttributeKind::Integer:
    return "an integer";
  case AttributeKind::Float:
    return "a number";
  case AttributeKind::Bool:
  case AttributeKind::Unit:
    return "true or false";
  case AttributeKind::String:
    return "a string";
  case AttributeKind::Integers:
    return "a list of integers";
  case AttributeKind::Floats:
    return "a list of numbers";
  case AttributeKind::Bools:
    return "a list of booleans";
  case AttributeKind::Type:
    return "f32, f16, bf16, i32, i8 or ui8";
  case AttributeKind::Elements:
    return "the elements of a tensor";
  case AttributeKind::Enum:
    return llvm::join(entry.cases, ", ");
  case AttributeKind::Record:
    return "the fields of a " + entry.recordName.str();
  case AttributeKind::Text:
  case AttributeKind::None:
    break;
  }
  return entry.type.str();
}

NamedOp::NamedOp(const OpDescriptor &op, Location location)
    : op(op), location(location), operands(op.numSegments) {}

InFlightDiagnostic NamedOp::emitError() const {
  return mlir::emitError(location) << "'" << op.name << "' op ";
}

const EntryDescriptor *NamedOp::findAttribute(StringRef name) const {
  for (const EntryDescriptor &entry : op.attributes)
    if (entry.id == name)
      return &entry;
  InFlightDiagnostic error = emitError() << "has no attribute '" << name << "'";
  error << (op.attributes.empty() ? "; it has none" : "; there are");
  for (const EntryDescriptor &entry : op.attributes)
    error << (&entry == op.attributes.begin() ? ": " : ", ") << entry.id;
  return nullptr;
}

const EntryDescriptor *NamedOp::requireOperandForm(StringRef name) const {
  const EntryDescriptor *entry = findAttribute(name);
  if (!entry || entry->hasOperandForm)
    return entry;
  emitError() << "requires attribute '" << name
              << "' to be known when compiling, found a value";
  return nullptr;
}

LogicalResult NamedOp::addOperand(ValueRange values) {
  if (numAdded == op.operands.size())
    return emitError() << "has " << numAdded << " operand"
                       << (numAdded == 1 ? "" : "s") << ", found more";
  const EntryDescriptor &operand = op.operands[numAdded++];
  if (values.size() > 1 && !operand.isVariadic)
    return emitError() << "requires one value for operand '" << operand.id
                       << "', found " << values.size();
  if (values.empty() && !operand.isVariadic && !operand.isOptional)
    return emitError() << "requires operand '" << operand.id << "'";
  operands[operand.segment].assign(values.begin(), values.end());
  return success();
}

/// An integer as an attribute of any width, or a boolean.
static std::optional<int64_t> getInteger(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getType().isInteger(1) ? integer.getValue().getZExtValue()
                                          : integer.getValue().getSExtValue();
  return std::nullopt;
}

static std::optional<double> getNumber(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValueAsDouble();
  if (std::optional<int64_t> integer = getInteger(value))
    return static_cast<double>(*integer);
  return std::nullopt;
}

/// The entries of a list in any of its forms.
static std::optional<SmallVector<Attribute>> getEntries(Attribute value) {
  Builder builder(value.getContext());
  if (auto array = dyn_cast<ArrayAttr>(value))
    return llvm::to_vector(array.getValue());
  if (auto array = dyn_cast<DenseI64ArrayAttr>(value))
    return llvm::map_to_vector(array.asArrayRef(), [&](int64_t entry) {
      return Attribute(builder.getI64IntegerAttr(entry));
    });
  if (auto array = dyn_cast<DenseF64ArrayAttr>(value))
    return llvm::map_to_vector(array.asArrayRef(), [&](double entry) {
      return Attribute(builder.getF64FloatAttr(entry));
    });
  return std::nullopt;
}

/// Reads an attribute. The parser tells where in its input something is wrong;
/// the error of the caller tells more, so that one stays unsaid.
static Attribute parseQuietly(StringRef text, MLIRContext *context) {
  ScopedDiagnosticHandler silence(context,
                                  [](Diagnostic &) { return success(); });
  return parseAttribute(text, context);
}

/// `value` as the kind of attribute that `entry` is; null where it is none.
Attribute NamedOp::convert(const EntryDescriptor &entry,
                           Attribute value) const {
  Builder builder(location.getContext());
  auto text = dyn_cast<StringAttr>(value);
  switch (entry.kind) {
  case AttributeKind::Integer:
    if (std::optional<int64_t> integer = getInteger(value))
      return builder.getIntegerAttr(builder.getIntegerType(entry.bits),
                                    *integer);
    return {};
  case AttributeKind::Float:
    if (std::optional<double> number = getNumber(value))
      return builder.getFloatAttr(entry.bits == 64 ? builder.getF64Type()
                                                   : builder.getF32Type(),
                                  *number);
    return {};
  case AttributeKind::Bool:
  case AttributeKind::Unit:
    if (std::optional<int64_t> integer = getInteger(value);
        integer && (*integer == 0 || *integer == 1))
      return builder.getBoolAttr(*integer);
    return {};
  case AttributeKind::String:
    return text;
  case AttributeKind::Integers: {
    std::optional<SmallVector<Attribute>> entries = getEntries(value);
    SmallVector<int64_t> integers;
    for (Attribute item : entries.value_or(SmallVector<Attribute>()))
      if (std::optional<int64_t> integer = getInteger(item))
        integers.push_back(*integer);
    if (!entries || integers.size() != entries->size())
      return {};
    return builder.getDenseI64ArrayAttr(integers);
  }
  case AttributeKind::Floats: {
    std::optional<SmallVector<Attribute>> entries = getEntries(value);
    SmallVector<double> numbers;
    for (Attribute item : entries.value_or(SmallVector<Attribute>()))
      if (std::optional<double> number = getNumber(item))
        numbers.push_back(*number);
    if (!entries || numbers.size() != entries->size())
      return {};
    return builder.getDenseF64ArrayAttr(numbers);
  }
  case AttributeKind::Type:
    if (isa<TypeAttr>(value))
      return value;
    if (text)
      if (Type type = parseElementType(builder.getContext(), text.getValue()))
        return TypeAttr::get(type);
    return {};
  case AttributeKind::Elements:
    return dyn_cast<ElementsAttr>(value);
  case AttributeKind::Bools: {
    std::optional<SmallVector<Attribute>> entries = getEntries(value);
    SmallVector<bool> booleans;
    for (Attribute item : entries.value_or(SmallVector<Attribute>()))
      if (std::optional<int64_t> integer = getInteger(item))
        booleans.push_back(*integer != 0);
    if (!entries || booleans.size() != entries->size())
      return {};
    return builder.getDenseBoolArrayAttr(booleans);
  }
  case AttributeKind::Enum:
    if (text && !llvm::is_contained(entry.cases, text.getValue()))
      return {};
    [[fallthrough]];
  case AttributeKind::Record: {
    if (!text)
      return value;
    auto [before, after] = entry.format.split('$');
    return parseQuietly(before.str() + text.getValue().str() + after.str(),
                        builder.getContext());
  }
  case AttributeKind::Text:
    return text ? parseQuietly(text.getValue(), builder.getContext()) : value;
  case AttributeKind::None:
    break;
  }
  return {};
}

LogicalResult NamedOp::setAttribute(StringRef name, Attribute value) {
  const EntryDescriptor *entry = findAttribute(name);
  if (!entry)
    return failure();
  Attribute converted = convert(*entry, value);
  if (!converted)
    return emitError() << "requires attribute '" << name << "' to be "
                       << describe(*entry) << ", found " << value;
  if (entry->kind == AttributeKind::Unit) {
    if (!cast<BoolAttr>(converted).getValue())
      return success();
    converted = UnitAttr::get(location.getContext());
  }
  attributes.set(name, converted);
  return success();
}

LogicalResult NamedOp::setAttributeText(StringRef name, StringRef text) {
  if (Attribute value = parseQuietly(text, location.getContext()))
    return setAttribute(name, value);
  return emitError() << "requires attribute '" << name
                     << "' as MLIR prints it, found '" << text << "'";
}

LogicalResult NamedOp::setAttributeOperand(StringRef name, Value value) {
  const EntryDescriptor *entry = requireOperandForm(name);
  if (!entry)
    return failure();
  if (entry->kind == AttributeKind::Integers)
    return emitError() << "requires attribute '" << name
                       << "' to be a list, found one value";
  operands[entry->segment] = {value};
  // The attribute beside an extent marks it as dynamic.
  if (entry->isExtent)
    attributes.set(
        name,
        Builder(location.getContext()).getI64IntegerAttr(ShapedType::kDynamic));
  return success();
}

LogicalResult NamedOp::setMixed(StringRef name,
                                ArrayRef<OpFoldResult> entries) {
  SmallVector<int64_t> extents;
  SmallVector<Value, 1> values;
  for (OpFoldResult entry : entries) {
    if (auto value = dyn_cast<Value>(entry)) {
      values.push_back(value);
      extents.push_back(ShapedType::kDynamic);
      continue;
    }
    std::optional<int64_t> integer = getInteger(cast<Attribute>(entry));
    if (!integer)
      return emitError() << "requires attribute '" << name
                         << "' to be a list of integers, found "
                         << cast<Attribute>(entry);
    extents.push_back(*integer);
  }
  if (failed(setAttribute(
          name, DenseI64ArrayAttr::get(location.getContext(), extents))))
    return failure();
  if (values.empty())
    return success();
  const EntryDescriptor *entry = requireOperandForm(name);
  if (!entry)
    return failure();
  operands[entry->segment] = std::move(values);
  return success();
}

LogicalResult NamedOp::checkComplete() const {
  // Operands that were not mentioned are left out, which only some may be.
  for (const EntryDescriptor &operand : op.operands.drop_front(numAdded))
    if (!operand.isOptional && !operand.isVariadic)
      return emitError() << "requires operand '" << operand.id << "'";
  // A scalar without a value is for the op's verifier, which says more.
  for (const EntryDescriptor &entry : op.attributes)
    if (!entry.isOptional && (!entry.hasOperandForm || entry.isExtent) &&
        !attributes.get(entry.id))
      return emitError() << "requires attribute '" << entry.id << "'";
  return success();
}

FailureOr<Operation *> NamedOp::build(OpBuilder &builder) {
  if (failed(checkComplete()))
    return failure();
  MLIRContext *context = builder.getContext();
  std::optional<RegisteredOperationName> name =
      RegisteredOperationName::lookup(op.name, context);
  auto *inference = name ? name->getInterface<InferTypeOpInterface>() : nullptr;
  if (!inference) {
    emitError() << "cannot be built by its operands alone";
    return failure();
  }
  OperationState state(location, *name);
  SmallVector<int32_t> sizes;
  for (const SmallVector<Value, 1> &values : operands) {
    sizes.push_back(values.size());
    state.addOperands(values);
  }
  NamedAttrList all = attributes;
  if (name->hasTrait<OpTrait::AttrSizedOperandSegments>())
    all.set(
        OpTrait::AttrSizedOperandSegments<void>::getOperandSegmentSizeAttr(),
        builder.getDenseI32ArrayAttr(sizes));

  // Types are inferred from properties that are only there for that.
  DictionaryAttr dictionary = all.getDictionary(context);
  std::unique_ptr<std::max_align_t[]> storage;
  OpaqueProperties properties(nullptr);
  llvm::scope_exit release([&] {
    if (storage)
      name->destroyOpProperties(properties);
  });
  if (size_t size = name->getOpPropertyByteSize()) {
    storage = std::make_unique<std::max_align_t[]>(
        llvm::divideCeil(size, sizeof(std::max_align_t)));
    properties = OpaqueProperties(storage.get());
    name->initOpProperties(properties, OpaqueProperties(nullptr));
    if (failed(name->setOpPropertiesFromAttribute(*name, properties, dictionary,
                                                  [&] { return emitError(); })))
      return failure();
  }
  if (failed(inference->inferReturnTypes(context, location, state.operands,
                                         dictionary, properties, {},
                                         state.types)))
    return failure();
  state.attributes = all;
  Operation *built = builder.create(state);
  if (succeeded(verify(built)))
    return built;
  built->erase();
  return failure();
}
