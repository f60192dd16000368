//===- Attributes.cpp - Attributes of ops from Python's values ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;

namespace {

/// Converts the value of one attribute; knows how to complain about it.
class Conversion {
public:
  Conversion(Trace &trace, StringRef op, const EntryDescriptor &entry,
             nb::handle value)
      : trace(trace), op(op), entry(entry), value(value) {}

  Attribute convert();

private:
  [[noreturn]] void reject(const Twine &expected);
  int64_t toInteger(nb::handle number, const Twine &expected);
  double toFloat(nb::handle number, const Twine &expected);
  bool toBool(nb::handle number, const Twine &expected);
  std::string toText(nb::handle text, const Twine &expected);
  std::string getRecordText();
  std::string getFieldText(const FieldDescriptor &field);
  std::string getMlirText();
  Attribute parse(StringRef text);
  template <typename T, typename Convert>
  SmallVector<T> toSequence(const Twine &expected, Convert convert);

  Trace &trace;
  StringRef op;
  const EntryDescriptor &entry;
  nb::handle value;
};

} // namespace

void Conversion::reject(const Twine &expected) {
  std::string found = nb::repr(value).c_str();
  if (found.size() > 60)
    found = found.substr(0, 57) + "...";
  std::string file;
  int line = 0;
  if (auto location = dyn_cast<FileLineColLoc>(trace.getLocation())) {
    file = location.getFilename().str();
    line = location.getLine();
  }
  raiseOpError(op,
               "'" + op + "' op requires '" + entry.id + "' to be " + expected +
                   ", found " + found + " (" + describeType(value) + ")",
               file, line);
}

int64_t Conversion::toInteger(nb::handle number, const Twine &expected) {
  if (PyBool_Check(number.ptr()) || !PyIndex_Check(number.ptr()))
    reject(expected);
  nb::object integer = nb::steal(PyNumber_Index(number.ptr()));
  if (!integer.is_valid()) {
    PyErr_Clear();
    reject(expected);
  }
  int overflow = 0;
  long long result = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow)
    reject(expected);
  return result;
}

double Conversion::toFloat(nb::handle number, const Twine &expected) {
  PyObject *pointer = number.ptr();
  bool isNumber =
      PyFloat_Check(pointer) || PyIndex_Check(pointer) ||
      (nb::hasattr(number, "__float__") && nb::hasattr(number, "dtype"));
  if (PyBool_Check(pointer) || !isNumber || nb::isinstance<Tracer>(number))
    reject(expected);
  double result = PyFloat_AsDouble(pointer);
  if (result == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    reject(expected);
  }
  return result;
}

bool Conversion::toBool(nb::handle number, const Twine &expected) {
  if (PyBool_Check(number.ptr()))
    return number.ptr() == Py_True;
  if (describeType(number).find("numpy.bool") != 0)
    reject(expected);
  return PyObject_IsTrue(number.ptr()) == 1;
}

std::string Conversion::toText(nb::handle text, const Twine &expected) {
  // Enumerations of Python are their values.
  nb::object object = nb::borrow(text);
  if (!PyUnicode_Check(object.ptr()) && nb::hasattr(object, "value"))
    object = object.attr("value");
  if (!PyUnicode_Check(object.ptr()))
    reject(expected);
  return nb::cast<std::string>(object);
}

template <typename T, typename Convert>
SmallVector<T> Conversion::toSequence(const Twine &expected, Convert convert) {
  SmallVector<T> result;
  if (PyUnicode_Check(value.ptr()) || nb::isinstance<Array>(value) ||
      !PySequence_Check(value.ptr()))
    reject(expected);
  for (nb::handle item : value)
    result.push_back(convert(item, expected));
  return result;
}

std::string Conversion::getFieldText(const FieldDescriptor &field) {
  std::string expected = ("a record with a field '" + field.id + "'").str();
  if (!nb::hasattr(value, field.id.data()))
    reject(expected);
  nb::object item = value.attr(field.id.data());
  switch (field.kind) {
  case AttributeKind::Bool:
    return toBool(item, expected + " that is a bool") ? "true" : "false";
  case AttributeKind::Integer:
    return std::to_string(toInteger(item, expected + " that is an integer"));
  case AttributeKind::Float: {
    FloatAttr number =
        FloatAttr::get(Float64Type::get(trace.getContext()),
                       toFloat(item, expected + " that is a number"));
    std::string text;
    llvm::raw_string_ostream stream(text);
    number.print(stream, /*elideType=*/true);
    return text;
  }
  default:
    return toText(item, expected + " that is a string");
  }
}

std::string Conversion::getRecordText() {
  std::string text;
  for (const FieldDescriptor &field : entry.fields)
    text += (text.empty() ? "" : ", ") + field.spelling.str() + " = " +
            getFieldText(field);
  return text;
}

/// Texts of MLIR, a list of them as an array.
std::string Conversion::getMlirText() {
  const char *expected = "an attribute in MLIR's notation or a list of them";
  if (PyUnicode_Check(value.ptr()))
    return nb::cast<std::string>(value);
  SmallVector<std::string> parts = toSequence<std::string>(
      expected, [&](nb::handle item, const Twine &expected) {
        return toText(item, expected);
      });
  return "[" + llvm::join(parts, ", ") + "]";
}

Attribute Conversion::parse(StringRef text) {
  Attribute attribute = trace.parseAttribute(text);
  if (attribute)
    return attribute;
  std::vector<Message> messages = trace.takeMessages();
  reject(messages.empty() ? "an attribute in MLIR's notation"
                          : Twine(messages.front().text));
}

Attribute Conversion::convert() {
  MLIRContext *context = trace.getContext();
  Builder builder(context);
  switch (entry.kind) {
  case AttributeKind::None:
    break;
  case AttributeKind::Bool:
    return builder.getBoolAttr(toBool(value, "a bool"));
  case AttributeKind::Unit:
    return toBool(value, "a bool") ? builder.getUnitAttr() : Attribute();
  case AttributeKind::Integer:
    return builder.getIntegerAttr(builder.getIntegerType(entry.bits),
                                  toInteger(value, "an integer"));
  case AttributeKind::Float:
    return builder.getFloatAttr(entry.bits == 32 ? Type(builder.getF32Type())
                                                 : Type(builder.getF64Type()),
                                toFloat(value, "a number"));
  case AttributeKind::String:
    return builder.getStringAttr(toText(value, "a string"));
  case AttributeKind::Type:
    return TypeAttr::get(trace.getType(parseDType(value), {}).getElementType());
  case AttributeKind::Integers:
    return builder.getDenseI64ArrayAttr(toSequence<int64_t>(
        "a sequence of integers", [&](nb::handle item, const Twine &expected) {
          return toInteger(item, expected);
        }));
  case AttributeKind::Floats:
    return builder.getDenseF64ArrayAttr(toSequence<double>(
        "a sequence of numbers", [&](nb::handle item, const Twine &expected) {
          return toFloat(item, expected);
        }));
  case AttributeKind::Bools:
    return builder.getDenseBoolArrayAttr(toSequence<bool>(
        "a sequence of bools", [&](nb::handle item, const Twine &expected) {
          return toBool(item, expected);
        }));
  case AttributeKind::Elements: {
    Leaf leaf;
    if (!makeLeaf(value, leaf))
      reject("an array");
    RankedTensorType type = trace.getType(leaf.dtype, leaf.shape);
    std::vector<char> bytes(check(rt::getByteSize(leaf.dtype, leaf.shape)));
    if (leaf.array)
      leaf.storage->read(bytes.data());
    else
      std::memcpy(bytes.data(), leaf.getHostData(), bytes.size());
    if (bytes.empty())
      return DenseElementsAttr::get(type, ArrayRef<Attribute>());
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  }
  case AttributeKind::Enum: {
    std::string cases = "one of '" + llvm::join(entry.cases, "', '") + "'";
    std::string text = toText(value, cases);
    if (!llvm::is_contained(entry.cases, text))
      reject(cases);
    auto [head, tail] = entry.format.split('$');
    return parse((head + text + tail).str());
  }
  case AttributeKind::Record: {
    auto [head, tail] = entry.format.split('$');
    return parse((head + getRecordText() + tail).str());
  }
  case AttributeKind::Text:
    return parse(getMlirText());
  }
  llvm_unreachable("not an attribute");
}

Attribute python::makeAttribute(Trace &trace, StringRef op,
                                const EntryDescriptor &entry,
                                nb::handle value) {
  return Conversion(trace, op, entry, value).convert();
}

void python::appendAttributeKey(std::string &key, nb::handle value) {
  PyObject *pointer = value.ptr();
  if (!pointer) {
    key += '0';
  } else if (PyBool_Check(pointer)) {
    key += pointer == Py_True ? 'T' : 'F';
  } else if (PyFloat_CheckExact(pointer)) {
    double number = PyFloat_AS_DOUBLE(pointer);
    key += 'd';
    key.append(reinterpret_cast<const char *>(&number), sizeof(number));
  } else if (PyTuple_Check(pointer) || PyList_Check(pointer)) {
    key += '(';
    Py_ssize_t size = PySequence_Fast_GET_SIZE(pointer);
    for (Py_ssize_t i = 0; i < size; ++i)
      appendAttributeKey(key, PySequence_Fast_GET_ITEM(pointer, i));
    key += ')';
  } else {
    // A text that tells apart what differs; of arrays that is their bytes.
    Leaf leaf;
    if (!PyLong_Check(pointer) && makeLeaf(value, leaf) && !leaf.isNumber) {
      std::vector<char> bytes(check(rt::getByteSize(leaf.dtype, leaf.shape)));
      if (leaf.array)
        leaf.storage->read(bytes.data());
      else
        std::memcpy(bytes.data(), leaf.data, bytes.size());
      key += rt::getTypeText(leaf.dtype, leaf.shape);
      key.append(bytes.data(), bytes.size());
      return;
    }
    key += nb::repr(value).c_str();
    key += ';';
  }
}
