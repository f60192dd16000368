//===- Ops.cpp - Ops as Python functions ----------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;
using rt::DType;

//===----------------------------------------------------------------------===//
// Documentation
//===----------------------------------------------------------------------===//

/// The lines of `text` without what they all are indented by.
static std::string dedent(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  size_t indent = StringRef::npos;
  for (StringRef line : lines)
    if (!line.trim().empty())
      indent = std::min(indent, line.size() - line.ltrim(' ').size());
  std::string result;
  bool wasEmpty = true;
  for (StringRef line : lines) {
    line = line.trim().empty() ? "" : line.drop_front(indent);
    if (line.empty() && wasEmpty)
      continue;
    wasEmpty = line.empty();
    result += line.str() + "\n";
  }
  return StringRef(result).rtrim().str();
}

/// What the value of an attribute is in Python; empty: what its record says.
static StringRef getPythonType(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::Bool:
  case AttributeKind::Unit:
    return "bool";
  case AttributeKind::Integer:
    return "int";
  case AttributeKind::Float:
    return "float";
  case AttributeKind::String:
    return "str";
  case AttributeKind::Type:
    return "name of an element type";
  case AttributeKind::Integers:
    return "sequence of int";
  case AttributeKind::Floats:
    return "sequence of float";
  case AttributeKind::Bools:
    return "sequence of bool";
  case AttributeKind::Elements:
    return "array";
  default:
    return "";
  }
}

/// A name that may be written: those that Python keeps for itself get a "_".
static std::string getPythonName(StringRef name) {
  nb::object isKeyword = nb::module_::import_("keyword").attr("iskeyword");
  bool isReserved =
      nb::cast<bool>(isKeyword(nb::str(name.data(), name.size())));
  return (name + (isReserved ? "_" : "")).str();
}

static std::string makeDoc(const OpDescriptor &op, StringRef name,
                           unsigned numRequired) {
  std::string doc = name.str() + "(";
  for (auto [i, parameter] : llvm::enumerate(op.parameters)) {
    const EntryDescriptor &entry = op.get(parameter);
    doc += (i ? ", " : "") + getPythonName(entry.id);
    if (i >= numRequired)
      doc += "=" +
             (entry.defaultValue.empty() ? "None" : entry.defaultValue.str());
  }
  doc += ")\n--\n\n" + op.summary.str() + ".\n\n" + dedent(op.description);
  if (!op.parameters.empty())
    doc += "\n\nParameters:\n";
  for (const ParameterDescriptor &parameter : op.parameters) {
    const EntryDescriptor &entry = op.get(parameter);
    doc += "\n  " + entry.id.str() + ": ";
    if (!entry.cases.empty())
      doc += "'" + llvm::join(entry.cases, "', '") + "'";
    else if (!entry.recordName.empty())
      doc += "oaml." + entry.recordName.str();
    else if (StringRef type = getPythonType(entry.kind); !type.empty())
      doc += type.str();
    else
      doc += entry.type.str();
    if (entry.isVariadic)
      doc += ", any number";
    if (entry.hasOperandForm)
      doc += entry.isExtent ? "; extents may be oaml.Size"
                            : ", or an array of one element";
    if (entry.isOptional)
      doc += "; optional";
  }
  if (op.results.size() > 1) {
    doc += "\n\nReturns a named tuple:\n";
    for (const EntryDescriptor &entry : op.results)
      doc += "\n  " + entry.id.str() + ": " + entry.type.str() +
             (entry.isOptional ? "; None where absent" : "");
  }
  return doc + "\n";
}

OpFunction::OpFunction(const OpDescriptor &op)
    : op(op), numRequired(op.parameters.size()) {
  while (numRequired > 0 && op.get(op.parameters[numRequired - 1]).isOptional)
    --numRequired;
  for (const ParameterDescriptor &parameter : op.parameters)
    names.push_back(nb::steal(PyUnicode_InternFromString(
        getPythonName(op.get(parameter).id).c_str())));
  name = getPythonName(op.name.drop_front(StringRef("oaml.").size()));
  doc = makeDoc(op, name, numRequired);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Distributes arguments of a call over the parameters, as Python does.
static void bindParameters(const OpFunction &function, PyObject *const *args,
                           Py_ssize_t numPositional, PyObject *keywords,
                           Slots &slots) {
  size_t numParameters = function.names.size();
  auto describe = [&] { return "oaml." + function.name + "()"; };
  if (static_cast<size_t>(numPositional) > numParameters)
    raise(PyExc_TypeError, describe() + " takes " + Twine(numParameters) +
                               " arguments but " + Twine(numPositional) +
                               " were given");
  slots.assign(numParameters, nb::handle());
  llvm::SmallBitVector isGiven(numParameters);
  for (Py_ssize_t i = 0; i < numPositional; ++i) {
    slots[i] = args[i];
    isGiven.set(i);
  }
  Py_ssize_t numKeywords = keywords ? PyTuple_GET_SIZE(keywords) : 0;
  for (Py_ssize_t i = 0; i < numKeywords; ++i) {
    PyObject *keyword = PyTuple_GET_ITEM(keywords, i);
    size_t position = 0;
    while (position < numParameters &&
           function.names[position].ptr() != keyword)
      ++position;
    if (position == numParameters) // not interned, or unknown
      for (position = 0; position < numParameters; ++position)
        if (PyUnicode_Compare(function.names[position].ptr(), keyword) == 0)
          break;
    if (position == numParameters)
      raise(PyExc_TypeError, describe() +
                                 " got an unexpected keyword argument '" +
                                 Twine(PyUnicode_AsUTF8(keyword)) + "'");
    if (isGiven[position])
      raise(PyExc_TypeError, describe() +
                                 " got multiple values for argument '" +
                                 Twine(PyUnicode_AsUTF8(keyword)) + "'");
    slots[position] = args[numPositional + i];
    isGiven.set(position);
  }
  for (size_t i = 0; i < function.numRequired; ++i)
    if (!isGiven[i])
      raise(PyExc_TypeError,
            describe() + " missing required argument: '" +
                Twine(PyUnicode_AsUTF8(function.names[i].ptr())) + "'");
  for (nb::handle &slot : slots)
    if (slot.is_valid() && slot.is_none())
      slot = nb::handle();
}

static PyObject *callOp(PyObject *self, PyObject *const *args,
                        Py_ssize_t numPositional, PyObject *keywords) {
  auto &function =
      *static_cast<OpFunction *>(PyCapsule_GetPointer(self, nullptr));
  try {
    Slots slots;
    bindParameters(function, args, numPositional, keywords, slots);
    if (Scope *scope = Scope::getCurrent())
      return traceOp(*scope, function, slots).release().ptr();
    return runOp(function, slots).release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
  } catch (nb::builtin_exception &error) {
    PyErr_SetString(PyExc_TypeError, error.what());
  } catch (const std::bad_alloc &) {
    PyErr_NoMemory();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Tracing
//===----------------------------------------------------------------------===//

namespace {

/// Gathers operands, segments and attributes of one op.
class OpBuilderState {
public:
  OpBuilderState(Scope &scope, const OpFunction &function)
      : scope(scope), trace(scope.getTrace()), op(function.op),
        segments(op.numSegments) {}

  void add(const EntryDescriptor &entry, bool isAttribute, nb::handle value);
  Operation *build(const Slots &slots);

private:
  void addOperand(const EntryDescriptor &entry, nb::handle value);
  bool isTensor(nb::handle value);
  /// Extents that are not known become operands.
  void addExtents(const EntryDescriptor &entry, nb::handle value);
  Value getOperand(const EntryDescriptor &entry, nb::handle value);
  void resolveNumbers();
  DenseI32ArrayAttr getResultSegments(const Slots &slots);

  /// A number whose type follows from the other operands.
  struct Number {
    size_t segment, position;
    nb::handle object;
  };

  Scope &scope;
  Trace &trace;
  const OpDescriptor &op;
  SmallVector<SmallVector<Value, 2>, 8> segments;
  SmallVector<Number, 2> numbers;
  NamedAttrList attributes;
};

} // namespace

bool OpBuilderState::isTensor(nb::handle value) {
  PyObject *pointer = value.ptr();
  if (nb::isinstance<Array>(value))
    return true;
  if (PyFloat_Check(pointer) || PyLong_Check(pointer) ||
      PyUnicode_Check(pointer))
    return false;
  // A number of NumPy is a number.
  if (PyIndex_Check(pointer) && !nb::hasattr(value, "__len__"))
    return false;
  return nb::ndarray_check(value) && !nb::hasattr(value, "is_integer");
}

Value OpBuilderState::getOperand(const EntryDescriptor &entry,
                                 nb::handle value) {
  size_t segment = entry.segment;
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr())) {
    numbers.push_back({segment, segments[segment].size(), value});
    return {};
  }
  if (!nb::isinstance<Array>(value) && !nb::isinstance<Size>(value) &&
      !nb::ndarray_check(value))
    raise(PyExc_TypeError,
          "oaml." + op.name.split('.').second + "(): '" + entry.id +
              "' must be an array or a number, found " + describeType(value));
  return scope.getValue(value);
}

void OpBuilderState::addOperand(const EntryDescriptor &entry,
                                nb::handle value) {
  auto &segment = segments[entry.segment];
  if (!entry.isVariadic) {
    segment.push_back(getOperand(entry, value));
    return;
  }
  if (nb::isinstance<Array>(value) || !PySequence_Check(value.ptr()) ||
      PyUnicode_Check(value.ptr()))
    raise(PyExc_TypeError,
          "oaml." + op.name.split('.').second + "(): '" + entry.id +
              "' must be a sequence of arrays, found " + describeType(value));
  for (nb::handle item : value)
    segment.push_back(getOperand(entry, item));
}

void OpBuilderState::addExtents(const EntryDescriptor &entry,
                                nb::handle value) {
  if (entry.kind == AttributeKind::Integer) {
    if (nb::isinstance<Size>(value)) {
      segments[entry.segment].push_back(
          scope.makeExtent(*nb::inst_ptr<Size>(value)));
      attributes.append(
          entry.id,
          Builder(trace.getContext()).getI64IntegerAttr(ShapedType::kDynamic));
      return;
    }
    attributes.append(entry.id, makeAttribute(trace, op.name, entry, value));
    return;
  }
  nb::object plain = nb::borrow(value);
  if (PySequence_Check(value.ptr()) && !PyUnicode_Check(value.ptr()) &&
      !nb::isinstance<Array>(value)) {
    nb::list list;
    for (nb::handle item : value) {
      if (nb::isinstance<Size>(item)) {
        segments[entry.segment].push_back(
            scope.makeExtent(*nb::inst_ptr<Size>(item)));
        list.append(nb::int_(ShapedType::kDynamic));
      } else {
        list.append(item);
      }
    }
    plain = list;
  }
  attributes.append(entry.id, makeAttribute(trace, op.name, entry, plain));
}

void OpBuilderState::add(const EntryDescriptor &entry, bool isAttribute,
                         nb::handle value) {
  if (!isAttribute)
    return addOperand(entry, value);
  if (entry.isExtent)
    return addExtents(entry, value);
  if (entry.hasOperandForm && isTensor(value)) {
    segments[entry.segment].push_back(scope.getValue(value));
    return;
  }
  if (Attribute attribute = makeAttribute(trace, op.name, entry, value))
    attributes.append(entry.id, attribute);
}

void OpBuilderState::resolveNumbers() {
  if (numbers.empty())
    return;
  // The first float operand decides, else the first operand.
  std::optional<DType> type;
  for (auto &segment : segments)
    for (Value value : segment) {
      auto tensor = value ? dyn_cast<RankedTensorType>(value.getType())
                          : RankedTensorType();
      if (!tensor)
        continue;
      DType found = trace.getDType(tensor.getElementType());
      bool isFloat = isa<FloatType>(tensor.getElementType());
      if (!type || isFloat)
        type = found;
      if (isFloat)
        goto found;
    }
found:
  for (const Number &number : numbers) {
    bool isFloat = PyFloat_Check(number.object.ptr());
    DType own = isFloat ? DType::F32 : DType::I32;
    DType chosen = type.value_or(own);
    // A fraction never becomes an integer in silence.
    if (isFloat &&
        (chosen == DType::I32 || chosen == DType::I8 || chosen == DType::UI8))
      chosen = own;
    double value = PyFloat_AsDouble(number.object.ptr());
    if (value == -1.0 && PyErr_Occurred())
      throw nb::python_error();
    segments[number.segment][number.position] =
        scope.makeConstant(value, chosen);
  }
}

/// An optional result is there if the operand of its name is.
DenseI32ArrayAttr OpBuilderState::getResultSegments(const Slots &slots) {
  SmallVector<int32_t> sizes;
  for (const EntryDescriptor &result : op.results) {
    int32_t size = 1;
    for (auto [parameter, slot] : llvm::zip(op.parameters, slots))
      if (result.isOptional && op.get(parameter).id == result.id)
        size = slot.is_valid();
    sizes.push_back(size);
  }
  return DenseI32ArrayAttr::get(trace.getContext(), sizes);
}

Operation *OpBuilderState::build(const Slots &slots) {
  resolveNumbers();
  SmallVector<Value, 8> operands;
  SmallVector<int32_t, 8> sizes;
  for (auto &segment : segments) {
    operands.append(segment.begin(), segment.end());
    sizes.push_back(segment.size());
  }
  OperationName name = trace.getOpName(op);
  if (name.hasTrait<OpTrait::AttrSizedOperandSegments>())
    attributes.append("operandSegmentSizes",
                      DenseI32ArrayAttr::get(trace.getContext(), sizes));
  if (name.hasTrait<OpTrait::AttrSizedResultSegments>())
    attributes.append("resultSegmentSizes", getResultSegments(slots));
  return scope.build(name, operands, std::move(attributes),
                     trace.getLocation());
}

nb::object python::traceOp(Scope &scope, OpFunction &function,
                           const Slots &slots) {
  OpBuilderState state(scope, function);
  for (auto [parameter, slot] : llvm::zip(function.op.parameters, slots))
    if (slot.is_valid())
      state.add(function.op.get(parameter), parameter.isAttribute, slot);
  Operation *op = state.build(slots);
  SmallVector<nb::object, 4> results;
  for (Value result : op->getResults())
    results.push_back(scope.wrap(result));
  return packResults(function, slots, results);
}

nb::object python::packResults(OpFunction &function, const Slots &slots,
                               ArrayRef<nb::object> results) {
  const OpDescriptor &op = function.op;
  if (op.results.size() == 1 && !op.results[0].isVariadic)
    return results[0];
  nb::list list;
  if (op.results.size() == 1) {
    for (const nb::object &result : results)
      list.append(result);
    return nb::tuple(list);
  }
  if (!function.resultType.is_valid())
    function.resultType =
        nb::module_::import_("oaml.ops")
            .attr("result_type")(nb::str(function.name.c_str()));
  size_t numAbsent = op.results.size() - results.size();
  size_t next = 0;
  for (auto [number, entry] : llvm::enumerate(op.results)) {
    bool isAbsent = false;
    if (entry.isOptional && numAbsent > 0) {
      // Without an operand of its name, the last ones are those that lack.
      bool isNamed = false;
      for (auto [parameter, slot] : llvm::zip(op.parameters, slots))
        if (op.get(parameter).id == entry.id) {
          isNamed = true;
          isAbsent = !slot.is_valid();
        }
      isAbsent |=
          !isNamed && results.size() - next < op.results.size() - number;
    }
    if (isAbsent)
      list.append(nb::none());
    else
      list.append(results[next++]);
  }
  return function.resultType(*nb::borrow<nb::args>(nb::tuple(list)));
}

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

/// What the Python side wants to know about an op.
static nb::dict describeOp(const OpDescriptor &op) {
  nb::dict result;
  auto text = [](StringRef value) {
    return nb::str(value.data(), value.size());
  };
  nb::list parameters, fields;
  for (const ParameterDescriptor &parameter : op.parameters)
    parameters.append(
        nb::make_tuple(text(op.get(parameter).id), parameter.isAttribute));
  for (const EntryDescriptor &entry : op.results)
    fields.append(nb::str(getPythonName(entry.id).c_str()));
  result["parameters"] = parameters;
  result["results"] = fields;
  return result;
}

/// name -> [(field, kind, default)] of all attributes that are records.
static nb::dict getRecords() {
  nb::dict records;
  auto text = [](StringRef value) {
    return nb::str(value.data(), value.size());
  };
  for (const OpDescriptor &op : getOpDescriptors())
    for (const EntryDescriptor &entry : op.attributes) {
      if (entry.kind != AttributeKind::Record || !op.isFunction)
        continue;
      nb::list fields;
      for (const FieldDescriptor &field : entry.fields)
        fields.append(
            nb::make_tuple(text(field.id),
                           field.kind == AttributeKind::Bool      ? "bool"
                           : field.kind == AttributeKind::Integer ? "int"
                           : field.kind == AttributeKind::Float   ? "float"
                                                                  : "str",
                           text(field.defaultValue)));
      records[text(entry.recordName)] = fields;
    }
  return records;
}

void python::bindOps(nb::module_ &module) {
  nb::dict functions;
  for (const OpDescriptor &op : getOpDescriptors()) {
    if (!op.isFunction)
      continue;
    // Functions live as long as the process.
    auto *function = new OpFunction(op);
    function->definition = {
        function->name.c_str(),
        reinterpret_cast<PyCFunction>(reinterpret_cast<void *>(callOp)),
        METH_FASTCALL | METH_KEYWORDS, function->doc.c_str()};
    nb::capsule self(function);
    functions[function->name.c_str()] = nb::steal(PyCFunction_NewEx(
        &function->definition, self.ptr(), nb::str("oaml").ptr()));
  }
  module.attr("ops") = functions;
  module.def("describe_op", [](const std::string &name) {
    for (const OpDescriptor &op : getOpDescriptors())
      if (op.name == "oaml." + name)
        return describeOp(op);
    raise(PyExc_KeyError, name);
  });
  module.def("records", &getRecords);
  module.def("as_method", [](nb::object function) {
    return nb::steal(PyInstanceMethod_New(function.ptr()));
  });
}
