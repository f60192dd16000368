//===- Trace.cpp - Programs that are being written ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;
using rt::DType;

//===----------------------------------------------------------------------===//
// Trace
//===----------------------------------------------------------------------===//

static const DialectRegistry &getRegistry() {
  static auto *registry = [] {
    auto *registry = new DialectRegistry();
    registerAllDialects(*registry);
    return registry;
  }();
  return *registry;
}

/// The outermost location with a line.
static FileLineColLoc findFileLine(Location location) {
  FileLineColLoc found;
  location->walk([&](Location inner) {
    found = dyn_cast<FileLineColLoc>(inner);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

Trace::Trace(bool liftsArrays)
    : context(getRegistry(), MLIRContext::Threading::DISABLED),
      lifts(liftsArrays), opNames(getOpDescriptors().size()) {
  for (StringRef dialect : {"oaml", "func", "kernel"})
    context.getOrLoadDialect(dialect);
  // The compiler may use many threads; MLIR serializes what they say.
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return success();
    Message message;
    message.text = diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      message.text += "\n  note: " + note.str();
    if (FileLineColLoc location = findFileLine(diagnostic.getLocation())) {
      message.file = location.getFilename().str();
      message.line = location.getLine();
    }
    messages.push_back(std::move(message));
    return success();
  });
  module = ModuleOp::create(UnknownLoc::get(&context));
}

Trace::~Trace() = default;

func::FuncOp Trace::addFunction(StringRef name, Location location) {
  std::string symbol;
  for (char c : name)
    symbol += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (symbol.empty() || llvm::isDigit(symbol[0]))
    symbol.insert(symbol.begin(), '_');
  unsigned &count = functionNames[symbol];
  if (count++ > 0)
    symbol += "_" + std::to_string(count - 1);
  auto function = func::FuncOp::create(location, symbol,
                                       FunctionType::get(&context, {}, {}));
  module->push_back(function);
  function.addEntryBlock();
  return function;
}

RankedTensorType Trace::getType(DType dtype, ArrayRef<int64_t> shape) {
  Type element;
  switch (dtype) {
  case DType::F32:
    element = Float32Type::get(&context);
    break;
  case DType::F16:
    element = Float16Type::get(&context);
    break;
  case DType::BF16:
    element = BFloat16Type::get(&context);
    break;
  case DType::I32:
    element = IntegerType::get(&context, 32);
    break;
  case DType::I8:
    element = IntegerType::get(&context, 8);
    break;
  case DType::UI8:
    element = IntegerType::get(&context, 8, IntegerType::Unsigned);
    break;
  }
  SmallVector<int64_t> extents;
  for (int64_t extent : shape)
    extents.push_back(extent < 0 ? ShapedType::kDynamic : extent);
  return RankedTensorType::get(extents, element);
}

DType Trace::getDType(Type element) {
  if (element.isF32())
    return DType::F32;
  if (element.isF16())
    return DType::F16;
  if (element.isBF16())
    return DType::BF16;
  if (element.isUnsignedInteger(8))
    return DType::UI8;
  return element.isInteger(8) ? DType::I8 : DType::I32;
}

/// Whether code of this file belongs to the package: its frames are not the
/// user's.
static bool isInternal(StringRef file) {
  static const std::string *directory = [] {
    nb::object module = nb::module_::import_("oaml");
    auto path = nb::cast<std::string>(module.attr("__file__"));
    return new std::string(StringRef(path).rsplit('/').first.str() + "/");
  }();
  return file.starts_with(*directory);
}

Location Trace::getLocation() {
  // Frames are walked from the innermost; those of the package are few.
  PyFrameObject *frame = PyEval_GetFrame();
  nb::object current = nb::borrow(reinterpret_cast<PyObject *>(frame));
  while (current.is_valid()) {
    frame = reinterpret_cast<PyFrameObject *>(current.ptr());
    nb::object code =
        nb::steal(reinterpret_cast<PyObject *>(PyFrame_GetCode(frame)));
    int position = PyFrame_GetLasti(frame);
    auto it = locations.find({code.ptr(), position});
    if (it == locations.end()) {
      auto *object = reinterpret_cast<PyCodeObject *>(code.ptr());
      const char *file = PyUnicode_AsUTF8(object->co_filename);
      Location location = UnknownLoc::get(&context);
      int line, column, endLine, endColumn;
      if (file && !isInternal(file) &&
          PyCode_Addr2Location(object, position, &line, &column, &endLine,
                               &endColumn))
        location = FileLineColLoc::get(&context, file, std::max(line, 0),
                                       std::max(column, 0) + 1);
      codes.push_back(code); // the address stays in use
      it = locations.try_emplace({code.ptr(), position}, location).first;
    }
    if (!isa<UnknownLoc>(it->second))
      return it->second;
    current = nb::steal(reinterpret_cast<PyObject *>(PyFrame_GetBack(frame)));
  }
  return UnknownLoc::get(&context);
}

Attribute Trace::parseAttribute(StringRef text) {
  Attribute &attribute = attributes[text];
  if (!attribute)
    attribute = mlir::parseAttribute(text, &context);
  return attribute;
}

OperationName Trace::getOpName(const OpDescriptor &op) {
  auto &name = opNames[&op - getOpDescriptors().data()];
  if (!name)
    name.emplace(op.name, &context);
  return *name;
}

std::vector<Message> Trace::takeMessages() {
  return std::exchange(messages, {});
}

void Trace::raiseOpError(StringRef op) {
  std::vector<Message> found = takeMessages();
  Message first;
  if (!found.empty())
    first = found.front();
  if (first.text.empty())
    first.text = ("'" + op + "' op was rejected").str();
  python::raiseOpError(op, first.text, first.file, first.line);
}

//===----------------------------------------------------------------------===//
// Tracer
//===----------------------------------------------------------------------===//

static Shape getExtents(Type type) {
  Shape shape;
  for (int64_t extent : cast<RankedTensorType>(type).getShape())
    shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
  return shape;
}

Tracer::Tracer(TracePtr trace, Value value)
    : Array(trace->getDType(
                cast<RankedTensorType>(value.getType()).getElementType()),
            getExtents(value.getType()), nullptr),
      trace(std::move(trace)), value(value) {}

//===----------------------------------------------------------------------===//
// Scope
//===----------------------------------------------------------------------===//

static thread_local Scope *currentScope = nullptr;

Scope *Scope::getCurrent() { return currentScope; }

Scope::Scope(TracePtr trace, StringRef name)
    : trace(std::move(trace)), parent(currentScope) {
  function = this->trace->addFunction(name, this->trace->getLocation());
  if (parent)
    function.setPrivate();
  block = &function.getBody().front();
  currentScope = this;
}

Scope::~Scope() { currentScope = parent; }

nb::object Scope::addArgument(Type type) {
  return wrap(block->addArgument(type, function.getLoc()));
}

nb::object Scope::wrap(Value value) { return nb::cast(Tracer(trace, value)); }

Value Scope::resolve(Value value, bool &isFound) {
  if (value.getParentBlock() == block) {
    isFound = true;
    return value;
  }
  if (!parent || parent->trace != trace)
    return {};
  Value outer = parent->resolve(value, isFound);
  if (!isFound)
    return {};
  Value &inner = captures[outer];
  if (!inner)
    inner = block->addArgument(outer.getType(), function.getLoc());
  return inner;
}

Value Scope::resolve(const Tracer &tracer) {
  bool isFound = false;
  Value value;
  if (tracer.trace == trace)
    value = resolve(tracer.value, isFound);
  if (!isFound)
    raise("TracerError",
          "a traced value is used outside of the function that made it: keep "
          "only what the function returns");
  return value;
}

Value Scope::liftInto(const Leaf &leaf, nb::handle object) {
  if (parent) {
    Value outer = parent->liftInto(leaf, object);
    Value &inner = captures[outer];
    if (!inner)
      inner = block->addArgument(outer.getType(), function.getLoc());
    return inner;
  }
  // Known by its memory: arrays do not change while a function is traced.
  Value &value = arrays[leaf.storage.get()];
  if (!value) {
    value = block->addArgument(trace->getType(leaf.dtype, leaf.shape),
                               function.getLoc());
    trace->lifted.push_back({leaf, nb::borrow(object)});
  }
  return value;
}

Value Scope::capture(Leaf leaf, nb::handle object) {
  if (leaf.isNumber) {
    float value;
    std::memcpy(&value, &leaf.number, sizeof(value));
    return makeConstant(
        leaf.dtype == DType::F32 ? value : static_cast<int32_t>(leaf.number),
        leaf.dtype);
  }
  if (trace->liftsArrays()) {
    nb::object array = nb::borrow(object);
    if (!leaf.array) { // its owner may change it later
      array = toArray(leaf, object, trace->device);
      leaf = Leaf();
      makeLeaf(array, leaf);
    }
    return liftInto(leaf, array);
  }
  RankedTensorType type = trace->getType(leaf.dtype, leaf.shape);
  std::vector<char> bytes(check(rt::getByteSize(leaf.dtype, leaf.shape)));
  if (leaf.array)
    leaf.storage->read(bytes.data());
  else
    std::memcpy(bytes.data(), leaf.data, bytes.size());
  DenseElementsAttr value;
  // A buffer of one element is a splat.
  if (bytes.empty())
    value = DenseElementsAttr::get(type, ArrayRef<Attribute>());
  else
    value = DenseElementsAttr::getFromRawBuffer(type, bytes);
  NamedAttrList attributes;
  attributes.append("value", value);
  return build("oaml.constant", {}, attributes)->getResult(0);
}

Value Scope::makeConstant(double value, DType dtype) {
  RankedTensorType type = trace->getType(dtype, {});
  Type element = type.getElementType();
  Attribute scalar;
  if (isa<FloatType>(element))
    scalar = FloatAttr::get(element, value);
  else
    scalar = IntegerAttr::get(
        element, APInt(element.getIntOrFloatBitWidth(),
                       static_cast<uint64_t>(static_cast<int64_t>(value)),
                       /*isSigned=*/true, /*implicitTrunc=*/true));
  NamedAttrList attributes;
  attributes.append("value", DenseElementsAttr::get(type, scalar));
  return build("oaml.constant", {}, attributes)->getResult(0);
}

Value Scope::makeExtent(const Size &size) {
  NamedAttrList attributes;
  Builder builder(trace->getContext());
  attributes.append("axis", builder.getI64IntegerAttr(size.axis));
  Value tensor = getValue(size.tensor);
  return build("oaml.dim", tensor, attributes)->getResult(0);
}

Value Scope::getValue(nb::handle object) {
  if (nb::isinstance<Tracer>(object))
    return resolve(*nb::inst_ptr<Tracer>(object));
  Leaf leaf;
  if (makeLeaf(object, leaf))
    return capture(leaf, object);
  if (nb::isinstance<Size>(object)) {
    Value extent = makeExtent(*nb::inst_ptr<Size>(object));
    return build("oaml.from_index", extent, {})->getResult(0);
  }
  raise(PyExc_TypeError,
        "expected an array or a number, found " + describeType(object));
}

/// Types of results, from operands and attributes as a builder has them.
static LogicalResult inferTypes(OperationName name, ValueRange operands,
                                DictionaryAttr attributes, Location location,
                                SmallVectorImpl<Type> &types) {
  size_t size = name.getOpPropertyByteSize();
  SmallVector<std::max_align_t, 32> storage(
      llvm::divideCeil(size, sizeof(std::max_align_t)));
  OpaqueProperties properties(size ? storage.data() : nullptr);
  if (size) {
    name.initOpProperties(properties, /*init=*/nullptr);
    name.populateDefaultProperties(properties);
  }
  llvm::scope_exit destroy([&] {
    if (size)
      name.destroyOpProperties(properties);
  });
  if (size && !attributes.empty() &&
      failed(
          name.setOpPropertiesFromAttribute(name, properties, attributes, [&] {
            return mlir::emitError(location);
          })))
    return failure();
  auto *inference = name.getInterface<InferTypeOpInterface>();
  return inference->inferReturnTypes(location.getContext(), location, operands,
                                     attributes, properties, {}, types);
}

/// Names the operation by what decides whether it is accepted and what types
/// its results have; false where that is not all: extents may come from
/// operands.
static bool makeKey(OperationName name, ValueRange operands,
                    DictionaryAttr attributes,
                    SmallVectorImpl<const void *> &key) {
  key.push_back(name.getAsOpaquePointer());
  key.push_back(attributes.getAsOpaquePointer());
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !type.hasStaticShape())
      return false;
    key.push_back(type.getAsOpaquePointer());
  }
  return true;
}

Operation *Scope::build(OperationName name, ValueRange operands,
                        NamedAttrList attributes, Location location) {
  MLIRContext *context = trace->getContext();
  DictionaryAttr dictionary = attributes.getDictionary(context);
  SmallVector<const void *, 16> key;
  bool hasKey = makeKey(name, operands, dictionary, key);
  auto create = [&](TypeRange types) {
    Operation *op = Operation::create(
        location, name, types, operands, NamedAttrList(dictionary),
        OpaqueProperties(nullptr), BlockRange(), /*numRegions=*/0);
    block->push_back(op);
    return op;
  };
  if (hasKey)
    if (auto it = trace->accepted.find(key); it != trace->accepted.end())
      return create(it->second);
  SmallVector<Type, 1> types;
  if (failed(inferTypes(name, operands, dictionary, location, types)))
    trace->raiseOpError(name.getStringRef());
  Operation *op = create(types);
  if (failed(name.verifyInvariants(op))) {
    op->erase();
    trace->raiseOpError(name.getStringRef());
  }
  if (hasKey)
    trace->accepted[ArrayRef(key).copy(trace->allocator)] = std::move(types);
  return op;
}

Operation *Scope::build(StringRef name, ValueRange operands,
                        NamedAttrList attributes) {
  return build(OperationName(name, trace->getContext()), operands,
               std::move(attributes), trace->getLocation());
}

Operation *Scope::buildTyped(StringRef name, ValueRange operands,
                             NamedAttrList attributes, TypeRange types) {
  OperationState state(trace->getLocation(), name);
  state.addOperands(operands);
  state.addTypes(types);
  state.attributes = std::move(attributes);
  Operation *op = Operation::create(state);
  block->push_back(op);
  if (failed(op->getName().verifyInvariants(op)))
    trace->raiseOpError(name);
  return op;
}

void Scope::finish(ValueRange results) {
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  func::ReturnOp::create(builder, function.getLoc(), results);
  function.setFunctionType(FunctionType::get(
      trace->getContext(), block->getArgumentTypes(), results.getTypes()));
}

SmallVector<Value> Scope::getCaptures() const {
  return llvm::to_vector(llvm::make_first_range(captures));
}

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

void python::bindTrace(nb::module_ &module) {
  nb::class_<Tracer, Array>(
      module, "Tracer",
      "A value of a function that is being traced: it has a type and a shape, "
      "but no elements yet.");
  nb::class_<Size>(module, "Size",
                   "An extent of a traced value that is only known at run "
                   "time; ops that take a shape take it.")
      .def_ro("tensor", &Size::tensor)
      .def_ro("axis", &Size::axis)
      .def("__repr__", [](const Size &size) {
        return "Size(axis=" + std::to_string(size.axis) + ")";
      });
  module.def(
      "is_tracing", [] { return Scope::getCurrent() != nullptr; },
      "Whether this thread is tracing a function now.");
}
