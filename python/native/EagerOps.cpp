//===- EagerOps.cpp - Ops that run at once --------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on arrays, outside of any traced function, is a program of one op.
// Those programs are kept by op, types of operands and attributes.
//
//===----------------------------------------------------------------------===//

#include "Executable.h"
#include "Ops.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;
using rt::DType;

namespace {

/// One call of an op on arrays.
class EagerCall {
public:
  EagerCall(OpFunction &function, const Slots &slots)
      : function(function), slots(slots) {}

  nb::object run();

private:
  /// What becomes an argument of the program.
  struct Operand {
    size_t slot;
    /// In a sequence of operands, else -1.
    int item;
    /// An attribute's value, given as an operand so that another value needs no
    /// other program.
    bool isScalar;
  };

  void gather();
  void addOperand(size_t slot, int item, nb::handle value, bool isScalar);
  bool isScalarOperand(const EntryDescriptor &entry, nb::handle value);
  void setNumberTypes();
  void chooseDevice();
  /// Traces the op on tracers; scalars as operands or as attributes.
  void trace(Scope &scope, bool withScalars, SmallVectorImpl<Value> &results);
  ExecutablePtr compile();

  OpFunction &function;
  const Slots &slots;
  std::vector<Operand> operands;
  std::vector<Leaf> leaves;
  std::string key;
  DevicePtr device;
  bool hasScalars = false;
};

} // namespace

void EagerCall::addOperand(size_t slot, int item, nb::handle value,
                           bool isScalar) {
  Leaf leaf;
  if (nb::isinstance<Tracer>(value))
    raise("TracerError",
          "a traced value is used outside of the function that made it: keep "
          "only what the function returns");
  if (!makeLeaf(value, leaf))
    raise(PyExc_TypeError, "oaml." + function.name + "(): '" +
                               PyUnicode_AsUTF8(function.names[slot].ptr()) +
                               "' must be an array or a number, found " +
                               describeType(value));
  operands.push_back({slot, item, isScalar});
  leaves.push_back(std::move(leaf));
}

bool EagerCall::isScalarOperand(const EntryDescriptor &entry,
                                nb::handle value) {
  if (!entry.hasOperandForm || entry.isExtent)
    return false;
  if (nb::isinstance<Array>(value) || PyFloat_CheckExact(value.ptr()) ||
      PyLong_CheckExact(value.ptr()))
    return true;
  return nb::ndarray_check(value) && nb::hasattr(value, "dtype");
}

void EagerCall::gather() {
  const OpDescriptor &op = function.op;
  auto index = static_cast<uint32_t>(&op - getOpDescriptors().data());
  key.append(reinterpret_cast<const char *>(&index), sizeof(index));
  for (auto [number, slot] : llvm::enumerate(slots)) {
    const ParameterDescriptor &parameter = op.parameters[number];
    const EntryDescriptor &entry = op.get(parameter);
    if (!slot.is_valid()) {
      key += '-';
      continue;
    }
    if (parameter.isAttribute && !isScalarOperand(entry, slot)) {
      appendAttributeKey(key, slot);
      continue;
    }
    if (!entry.isVariadic) {
      bool isScalar = parameter.isAttribute && !nb::isinstance<Array>(slot) &&
                      (PyFloat_Check(slot.ptr()) || PyLong_Check(slot.ptr()));
      hasScalars |= isScalar;
      key += isScalar ? 's' : 'o';
      addOperand(number, -1, slot, isScalar);
      if (isScalar && entry.kind == AttributeKind::Float)
        leaves.back().setFloat();
      continue;
    }
    if (nb::isinstance<Array>(slot) || !PySequence_Check(slot.ptr()))
      raise(PyExc_TypeError, "oaml." + function.name + "(): '" + entry.id +
                                 "' must be a sequence of arrays, found " +
                                 describeType(slot));
    int item = 0;
    key += '(';
    for (nb::handle value : slot)
      addOperand(number, item++, value, false);
    key += ')';
  }
}

/// Numbers take the type of the other operands, as in a traced function.
void EagerCall::setNumberTypes() {
  std::optional<DType> type;
  auto isFloat = [](DType dtype) {
    return dtype == DType::F32 || dtype == DType::F16 || dtype == DType::BF16;
  };
  for (auto [operand, leaf] : llvm::zip(operands, leaves))
    if (!leaf.isNumber && !operand.isScalar &&
        (!type || (isFloat(leaf.dtype) && !isFloat(*type))))
      type = leaf.dtype;
  for (auto [operand, leaf] : llvm::zip(operands, leaves)) {
    if (!leaf.isNumber || operand.isScalar || !type || leaf.dtype == *type)
      continue;
    if (leaf.dtype == DType::F32 && !isFloat(*type))
      continue;
    // By way of double, which holds both kinds.
    float single;
    std::memcpy(&single, &leaf.number, sizeof(single));
    double value =
        leaf.dtype == DType::F32 ? single : static_cast<int32_t>(leaf.number);
    llvm::APFloat number(value);
    bool isInexact;
    auto convert = [&](const llvm::fltSemantics &semantics) {
      number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &isInexact);
      leaf.number =
          static_cast<uint32_t>(number.bitcastToAPInt().getZExtValue());
    };
    leaf.dtype = *type;
    if (*type == DType::F32)
      convert(llvm::APFloat::IEEEsingle());
    else if (*type == DType::F16)
      convert(llvm::APFloat::IEEEhalf());
    else if (*type == DType::BF16)
      convert(llvm::APFloat::BFloat());
  }
}

void EagerCall::chooseDevice() {
  for (const Leaf &leaf : leaves) {
    if (!leaf.storage || !leaf.storage->device)
      continue;
    if (device && device != leaf.storage->device)
      raise("DeviceError", "oaml." + function.name +
                               "(): arrays of two devices are mixed: '" +
                               device->getInfo().name + "' and '" +
                               leaf.storage->device->getInfo().name +
                               "'; move one with oaml.array(x, device=…)");
    device = leaf.storage->device;
  }
  if (!device)
    device = getDefaultDevice();
  if (!device)
    device = resolveDevice(nb::str("interpreter"));
}

void EagerCall::trace(Scope &scope, bool withScalars,
                      SmallVectorImpl<Value> &results) {
  Slots replaced = slots;
  std::vector<nb::object> keep;
  SmallVector<nb::list, 2> sequences;
  for (auto [operand, leaf] : llvm::zip(operands, leaves)) {
    if (operand.isScalar && !withScalars)
      continue;
    nb::object tracer =
        scope.addArgument(scope.getTrace().getType(leaf.dtype, leaf.shape));
    keep.push_back(tracer);
    if (operand.item < 0) {
      replaced[operand.slot] = tracer;
      continue;
    }
    if (operand.item == 0) {
      sequences.emplace_back();
      replaced[operand.slot] = sequences.back();
    }
    sequences.back().append(tracer);
  }
  nb::object result = traceOp(scope, function, replaced);
  if (!PyTuple_Check(result.ptr())) {
    results.push_back(scope.getValue(result));
    return;
  }
  for (nb::handle item : result)
    if (!item.is_none())
      results.push_back(scope.getValue(item));
}

ExecutablePtr EagerCall::compile() {
  auto program = std::make_shared<Trace>(/*liftsArrays=*/false);
  SmallVector<Value> results;
  std::string entry;
  {
    Scope scope(program, function.name);
    trace(scope, /*withScalars=*/true, results);
    scope.finish(results);
    entry = scope.getFunction().getSymName().str();
  }
  ExecutablePtr executable =
      getExecutable(*program, entry, device, function.name);
  executable->seedUse = SeedUse::Shared;
  return executable;
}

nb::object EagerCall::run() {
  gather();
  setNumberTypes();
  chooseDevice();
  for (const Leaf &leaf : leaves) {
    key += static_cast<char>('0' + static_cast<int>(leaf.dtype));
    key += static_cast<char>(leaf.shape.size());
    key.append(reinterpret_cast<const char *>(leaf.shape.data()),
               leaf.shape.size() * sizeof(int64_t));
  }
  Device *pointer = device.get();
  key.append(reinterpret_cast<const char *>(&pointer), sizeof(pointer));
  // Rules on the values of scalars are checked on attributes: in an operand
  // they would only make the results NaN.
  if (hasScalars) {
    static auto *scratch =
        new TracePtr(std::make_shared<Trace>(/*liftsArrays=*/false));
    Scope scope(*scratch, function.name);
    SmallVector<Value> results;
    llvm::scope_exit erase([&] { scope.getFunction().erase(); });
    trace(scope, /*withScalars=*/false, results);
  }
  static auto *programs = new llvm::StringMap<ExecutablePtr>();
  ExecutablePtr executable = programs->lookup(key);
  if (!executable) {
    executable = compile();
    (*programs)[key] = executable;
  }
  std::vector<nb::object> results =
      executable->run(leaves, {}, "oaml." + function.name);
  return packResults(function, slots, results);
}

nb::object python::runOp(OpFunction &function, const Slots &slots) {
  return EagerCall(function, slots).run();
}
