//===- Jit.cpp - Functions that are compiled when called ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"

#include "Program.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>

using namespace mlir;
using namespace oaml;
using namespace oaml::python;

//===----------------------------------------------------------------------===//
// Tracing a function
//===----------------------------------------------------------------------===//

Value python::getResultValue(Scope &scope, nb::handle value,
                             const std::string &function,
                             const std::string &path) {
  Leaf leaf;
  if (nb::isinstance<Tracer>(value) || makeLeaf(value, leaf))
    return scope.getValue(value);
  raise(PyExc_TypeError, "'" + function +
                             "' must return arrays in nested "
                             "tuples, lists and dicts; found " +
                             describeType(value) + " as " + path);
}

namespace {

/// Traces a Python function as the outermost one of a module.
class FunctionTracing {
public:
  FunctionTracing(nb::object function, const std::string &name,
                  const Signature &signature)
      : function(std::move(function)), name(name), signature(signature) {}

  /// `args` and `kwargs` are the caller's, of which only static ones are used.
  TracedFunction run(nb::handle args, nb::handle kwargs,
                     llvm::function_ref<bool(size_t, nb::handle)> isStatic,
                     bool liftsArrays, const DevicePtr &device);

private:
  nb::object call(Scope &scope, nb::handle args, nb::handle kwargs,
                  llvm::function_ref<bool(size_t, nb::handle)> isStatic);
  void nameArguments(nb::handle args);
  void setAttributes(func::FuncOp entry, ArrayRef<Value> results);

  nb::object function;
  const std::string &name;
  const Signature &signature;
  TracedFunction traced;
};

} // namespace

nb::object
FunctionTracing::call(Scope &scope, nb::handle args, nb::handle kwargs,
                      llvm::function_ref<bool(size_t, nb::handle)> isStatic) {
  std::vector<nb::object> tracers;
  for (auto [number, leaf] : llvm::enumerate(signature.leaves)) {
    Shape shape = leaf.shape;
    if (!signature.dims.empty())
      for (auto [axis, dim] : llvm::enumerate(signature.dims[number]))
        if (!dim.empty())
          shape[axis] = -1;
    tracers.push_back(
        scope.addArgument(traced.trace->getType(leaf.dtype, shape)));
  }
  nb::object both = signature.structure.unflatten([&](size_t i) {
    int position = signature.positions[i];
    return position < 0 ? signature.objects[i] : tracers[position];
  });
  nb::list positional;
  nb::tuple given = nb::borrow<nb::tuple>(both[0]);
  for (size_t i = 0; i < given.size(); ++i)
    positional.append(isStatic(i, nb::handle())
                          ? nb::handle(PyTuple_GET_ITEM(args.ptr(), i))
                          : nb::handle(given[i]));
  nb::dict named;
  for (auto [key, value] : nb::borrow<nb::dict>(both[1])) {
    if (isStatic(SIZE_MAX, key))
      named[key] = nb::borrow<nb::dict>(kwargs)[key];
    else
      named[key] = value;
  }
  return function(*nb::borrow<nb::args>(nb::tuple(positional)),
                  **nb::borrow<nb::kwargs>(named));
}

void FunctionTracing::nameArguments(nb::handle args) {
  std::vector<TreeDef> both = signature.structure.getChildren();
  std::vector<std::string> roots = nb::cast<std::vector<std::string>>(
      nb::module_::import_("oaml._tree")
          .attr("argument_names")(function, nb::len(args)));
  std::vector<std::string> names;
  for (auto [root, tree] : llvm::zip(roots, both[0].getChildren()))
    llvm::append_range(names, tree.getPaths(root));
  for (const std::string &path : both[1].getPaths("")) {
    // "['x'][0]" of the dict of keyword arguments is "x[0]".
    auto [key, rest] = StringRef(path).drop_front(2).split("']");
    names.push_back((key + rest).str());
  }
  for (auto [number, path] : llvm::enumerate(names))
    if (signature.positions[number] >= 0)
      traced.argumentNames.push_back(path);
}

void FunctionTracing::setAttributes(func::FuncOp entry,
                                    ArrayRef<Value> results) {
  MLIRContext *context = traced.trace->getContext();
  Builder builder(context);
  llvm::SmallBitVector isTaken(results.size());
  traced.isDonated.assign(signature.leaves.size(), false);
  for (auto [i, argumentName] : llvm::enumerate(traced.argumentNames)) {
    entry.setArgAttr(i, nameAttrName, builder.getStringAttr(argumentName));
    auto type = cast<RankedTensorType>(entry.getArgumentTypes()[i]);
    if (!signature.dims.empty() && !type.hasStaticShape()) {
      SmallVector<Attribute> dims;
      for (auto [axis, dim] : llvm::enumerate(signature.dims[i]))
        dims.push_back(dim.empty() ? Attribute(builder.getI64IntegerAttr(
                                         type.getDimSize(axis)))
                                   : Attribute(builder.getStringAttr(dim)));
      entry.setArgAttr(i, dimsAttrName, builder.getArrayAttr(dims));
    }
    if (!signature.isDonated[i])
      continue;
    // The first result of its type takes the memory over.
    for (auto [number, result] : llvm::enumerate(results)) {
      if (isTaken[number] || result.getType() != type)
        continue;
      isTaken.set(number);
      traced.isDonated[i] = true;
      entry.setArgAttr(i, donatedAttrName, builder.getI64IntegerAttr(number));
      break;
    }
    if (!traced.isDonated[i] &&
        PyErr_WarnFormat(PyExc_UserWarning, 1,
                         "%s: argument '%s' is donated, but no result has its "
                         "type: it stays as it is",
                         name.c_str(), argumentName.c_str()) != 0)
      throw nb::python_error();
  }
  for (auto [i, resultName] : llvm::enumerate(traced.resultNames))
    entry.setResultAttr(i, nameAttrName, builder.getStringAttr(resultName));
}

TracedFunction
FunctionTracing::run(nb::handle args, nb::handle kwargs,
                     llvm::function_ref<bool(size_t, nb::handle)> isStatic,
                     bool liftsArrays, const DevicePtr &device) {
  traced.trace = std::make_shared<Trace>(liftsArrays);
  traced.trace->device = device;
  func::FuncOp entry;
  SmallVector<Value> values;
  {
    Scope scope(traced.trace, name);
    nb::object result = call(scope, args, kwargs, isStatic);
    std::vector<nb::object> leaves;
    traced.results = TreeDef::flatten(result, leaves);
    traced.resultNames = traced.results.getPaths("result");
    for (auto [leaf, path] : llvm::zip(leaves, traced.resultNames))
      values.push_back(getResultValue(scope, leaf, name, path));
    scope.finish(values);
    entry = scope.getFunction();
  }
  traced.entry = entry.getSymName().str();
  nameArguments(args);
  setAttributes(entry, values);
  if (failed(verify(traced.trace->getModule())))
    traced.trace->raiseOpError(name);
  return std::move(traced);
}

//===----------------------------------------------------------------------===//
// JitFunction
//===----------------------------------------------------------------------===//

namespace {

struct JitOptions {
  std::vector<size_t> donated, staticPositions;
  std::vector<std::string> staticNames;
  nb::object device;
  /// Traces at each call: for functions that nobody promised to be pure.
  bool retraces = false;
};

/// A function that is traced and compiled for each new type of its arguments.
class JitFunction {
public:
  JitFunction(nb::object function, std::string name, JitOptions options)
      : function(std::move(function)), name(std::move(name)),
        options(std::move(options)) {}

  nb::object call(nb::args args, nb::kwargs kwargs);
  std::shared_ptr<Lowered> lower(nb::args args, nb::kwargs kwargs);
  /// Calls `visit` with all objects of Python that this one holds.
  int visitAll(llvm::function_ref<int(nb::handle)> visit) const;

  nb::object function;

private:
  struct Entry {
    ExecutablePtr executable;
    TreeDef results;
    std::vector<Trace::Lifted> lifted;
    std::vector<char> isDonated;
  };

  bool isStatic(size_t position, nb::handle keyword) const;
  void gather(nb::handle args, nb::handle kwargs, bool takesSpecs,
              Signature &signature);
  DevicePtr chooseDevice(const Signature &signature) const;
  std::string makeKey(nb::handle args, nb::handle kwargs,
                      const Signature &signature, const DevicePtr &device);
  TracedFunction trace(nb::handle args, nb::handle kwargs,
                       const Signature &signature, bool liftsArrays,
                       const DevicePtr &device);
  Entry compile(nb::handle args, nb::handle kwargs, const Signature &signature,
                const DevicePtr &device);
  void logRecompile(const Signature &signature);

  std::string name;
  JitOptions options;
  llvm::StringMap<Entry> entries;
  /// Combinations of static values, numbered.
  nb::dict statics;
  /// What was compiled last, for OAML_LOG=recompiles.
  std::string lastStructure;
  std::vector<std::string> lastTypes;
};

} // namespace

int JitFunction::visitAll(llvm::function_ref<int(nb::handle)> visit) const {
  for (nb::handle object :
       {nb::handle(function), nb::handle(options.device), nb::handle(statics)})
    if (object.is_valid())
      if (int result = visit(object))
        return result;
  return 0;
}

bool JitFunction::isStatic(size_t position, nb::handle keyword) const {
  if (!keyword.is_valid())
    return llvm::is_contained(options.staticPositions, position);
  return !options.staticNames.empty() &&
         llvm::is_contained(options.staticNames,
                            nb::cast<std::string>(keyword));
}

/// Fills a leaf from an oaml.spec; false if it is none.
static bool readSpec(nb::handle object, Leaf &leaf,
                     std::vector<std::string> &dims, unsigned &numNames) {
  if (!nb::isinstance(object, nb::module_::import_("oaml._types").attr("Spec")))
    return false;
  leaf.dtype = parseDType(object.attr("dtype"));
  for (nb::handle extent : object.attr("shape")) {
    if (PyLong_Check(extent.ptr())) {
      leaf.shape.push_back(nb::cast<int64_t>(extent));
      dims.emplace_back();
    } else {
      leaf.shape.push_back(-1);
      dims.push_back(extent.is_none() ? "d" + std::to_string(numNames++)
                                      : nb::cast<std::string>(extent));
    }
  }
  return true;
}

void JitFunction::gather(nb::handle args, nb::handle kwargs, bool takesSpecs,
                         Signature &signature) {
  std::vector<size_t> ends;
  signature.structure =
      TreeDef::flattenCall(args, kwargs, signature.objects, ends,
                           [&](size_t position, nb::handle keyword) {
                             return isStatic(position, keyword);
                           });
  signature.leaves.reserve(signature.objects.size());
  std::vector<size_t> arrayEnds(signature.objects.size() + 1);
  unsigned numNames = 0;
  bool hasSpecs = false;
  for (auto [number, object] : llvm::enumerate(signature.objects)) {
    Leaf &leaf = signature.leaves.emplace_back();
    signature.positions.push_back(signature.leaves.size() - 1);
    arrayEnds[number + 1] = signature.leaves.size();
    std::vector<std::string> dims;
    if (makeLeaf(object, leaf)) {
      dims.resize(leaf.shape.size());
    } else if (takesSpecs && readSpec(object, leaf, dims, numNames)) {
      hasSpecs = true;
    } else {
      if (nb::isinstance<Tracer>(object))
        raise("TracerError",
              name + "(): a traced value is used outside of the function that "
                     "made it: keep only what the function returns");
      if (options.retraces) {
        signature.leaves.pop_back();
        signature.positions.back() = -1;
        --arrayEnds[number + 1];
        continue;
      }
      std::string path = signature.structure.getPaths("arguments")[number];
      raise(PyExc_TypeError,
            name +
                "(): expected arrays and numbers in nested tuples, lists "
                "and dicts, found " +
                describeType(object) + " at " + path +
                "; is it a static argument (static_argnums)?");
    }
    if (takesSpecs)
      signature.dims.push_back(std::move(dims));
  }
  if (!hasSpecs)
    signature.dims.clear();
  signature.isDonated.assign(signature.leaves.size(), false);
  for (size_t position : options.donated) {
    if (position >= ends.size())
      raise(PyExc_ValueError, name + "(): donate_argnums names argument " +
                                  Twine(position) + ", found " +
                                  Twine(ends.size()) + " positional arguments");
    for (size_t i = arrayEnds[position ? ends[position - 1] : 0];
         i < arrayEnds[ends[position]]; ++i)
      signature.isDonated[i] = true;
  }
}

DevicePtr JitFunction::chooseDevice(const Signature &signature) const {
  if (!options.device.is_none())
    return resolveDevice(options.device);
  for (const Leaf &leaf : signature.leaves)
    if (leaf.storage && leaf.storage->device)
      return leaf.storage->device;
  return resolveDevice(nb::none());
}

std::string JitFunction::makeKey(nb::handle args, nb::handle kwargs,
                                 const Signature &signature,
                                 const DevicePtr &device) {
  std::string key;
  signature.structure.appendKey(key);
  for (const Leaf &leaf : signature.leaves) {
    key += static_cast<char>('0' + static_cast<int>(leaf.dtype));
    key += static_cast<char>(leaf.shape.size());
    key.append(reinterpret_cast<const char *>(leaf.shape.data()),
               leaf.shape.size() * sizeof(int64_t));
  }
  Device *pointer = device.get();
  key.append(reinterpret_cast<const char *>(&pointer), sizeof(pointer));
  if (options.staticPositions.empty() && options.staticNames.empty())
    return key;
  nb::list values;
  for (size_t position : options.staticPositions)
    if (position < nb::len(args))
      values.append(nb::handle(PyTuple_GET_ITEM(args.ptr(), position)));
  for (auto [keyword, value] : nb::borrow<nb::dict>(kwargs))
    if (isStatic(SIZE_MAX, keyword))
      values.append(nb::make_tuple(keyword, value));
  nb::tuple tuple(values);
  Py_hash_t hash = PyObject_Hash(tuple.ptr());
  if (hash == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    raise(PyExc_TypeError, name +
                               "(): static arguments must be hashable, found " +
                               Twine(nb::repr(tuple).c_str()));
  }
  if (!statics.contains(tuple))
    statics[tuple] = nb::int_(statics.size());
  auto number = nb::cast<uint64_t>(statics[tuple]);
  key.append(reinterpret_cast<const char *>(&number), sizeof(number));
  return key;
}

TracedFunction JitFunction::trace(nb::handle args, nb::handle kwargs,
                                  const Signature &signature, bool liftsArrays,
                                  const DevicePtr &device) {
  return FunctionTracing(function, name, signature)
      .run(
          args, kwargs,
          [&](size_t position, nb::handle keyword) {
            return isStatic(position, keyword);
          },
          liftsArrays, device);
}

void JitFunction::logRecompile(const Signature &signature) {
  const char *log = std::getenv("OAML_LOG");
  if (options.retraces || !log || !StringRef(log).contains("recompiles"))
    return;
  std::string structure = signature.structure.toString();
  std::vector<std::string> types;
  for (const Leaf &leaf : signature.leaves)
    types.push_back(rt::getTypeText(leaf.dtype, leaf.shape));
  if (!entries.empty()) {
    std::string reason;
    if (structure != lastStructure)
      reason = "the structure of the arguments was " + lastStructure +
               " and is " + structure;
    std::vector<std::string> paths = signature.structure.getPaths("arguments");
    for (size_t i = 0; reason.empty() && i < types.size(); ++i)
      if (types[i] != lastTypes[i])
        reason = paths[i] + " was " + lastTypes[i] + " and is " + types[i];
    if (reason.empty())
      reason = "a static argument or the device changed";
    llvm::errs() << "oaml: recompiling '" << name << "': " << reason << "\n";
  }
  lastStructure = structure;
  lastTypes = types;
}

JitFunction::Entry JitFunction::compile(nb::handle args, nb::handle kwargs,
                                        const Signature &signature,
                                        const DevicePtr &device) {
  logRecompile(signature);
  TracedFunction traced =
      trace(args, kwargs, signature, /*liftsArrays=*/true, device);
  Entry entry;
  entry.executable = getExecutable(*traced.trace, traced.entry, device, name);
  entry.results = std::move(traced.results);
  entry.lifted = std::move(traced.trace->lifted);
  entry.isDonated = std::move(traced.isDonated);
  return entry;
}

nb::object JitFunction::call(nb::args args, nb::kwargs kwargs) {
  // Inside of another traced function this one is a part of it.
  if (Scope::getCurrent())
    return function(*args, **kwargs);
  Signature signature;
  gather(args, kwargs, /*takesSpecs=*/false, signature);
  DevicePtr device = chooseDevice(signature);
  Entry fresh;
  Entry *entry = &fresh;
  if (options.retraces) {
    fresh = compile(args, kwargs, signature, device);
  } else {
    std::string key = makeKey(args, kwargs, signature, device);
    auto it = entries.find(key);
    if (it == entries.end()) {
      Entry compiled = compile(args, kwargs, signature, device);
      it = entries.try_emplace(key, std::move(compiled)).first;
    }
    entry = &it->second;
  }
  for (const Trace::Lifted &array : entry->lifted) {
    signature.leaves.emplace_back();
    makeLeaf(array.object, signature.leaves.back());
  }
  std::vector<nb::object> results =
      entry->executable->run(signature.leaves, entry->isDonated, name);
  return entry->results.unflatten(
      [&](size_t i) { return std::move(results[i]); });
}

std::shared_ptr<Lowered> JitFunction::lower(nb::args args, nb::kwargs kwargs) {
  Signature signature;
  gather(args, kwargs, /*takesSpecs=*/true, signature);
  auto lowered = std::make_shared<Lowered>();
  lowered->name = name;
  lowered->function =
      trace(args, kwargs, signature, /*liftsArrays=*/false, nullptr);
  // Static arguments are no part of the program.
  std::vector<TreeDef> both = signature.structure.getChildren();
  nb::object names = nb::module_::import_("oaml._tree")
                         .attr("argument_names")(function, nb::len(args));
  std::vector<std::string> roots = nb::cast<std::vector<std::string>>(names);
  for (auto [i, tree] : llvm::enumerate(both[0].getChildren()))
    if (!isStatic(i, nb::handle()))
      lowered->parameters.push_back({roots[i], tree});
  nb::object keywords = both[1].unflatten([](size_t) { return nb::none(); });
  nb::list keys = nb::borrow<nb::dict>(keywords).keys();
  for (auto [i, tree] : llvm::enumerate(both[1].getChildren()))
    if (!isStatic(SIZE_MAX, keys[i]))
      lowered->parameters.push_back(
          {nb::cast<std::string>(nb::object(keys[i])), tree});
  return lowered;
}

/// Shows Python's collector what the function holds: it may be a part of
/// itself.
static int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self))
    return nb::inst_ptr<JitFunction>(self)->visitAll(
        [&](nb::handle object) { return visit(object.ptr(), arg); });
  return 0;
}

static int clear(PyObject *self) {
  nb::inst_ptr<JitFunction>(self)->function.reset();
  return 0;
}

static PyType_Slot jitSlots[] = {
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(clear)},
    {0, nullptr}};

void python::bindJit(nb::module_ &module) {
  nb::class_<JitFunction>(module, "JitFunction", nb::is_weak_referenceable(),
                          nb::type_slots(jitSlots),
                          "A function that is traced and compiled for each new "
                          "type of its arguments; made by oaml.jit.")
      .def(
          "__init__",
          [](JitFunction *self, nb::object function, std::string name,
             std::vector<size_t> donated, std::vector<size_t> staticPositions,
             std::vector<std::string> staticNames, nb::object device,
             bool retraces) {
            new (self) JitFunction(
                std::move(function), std::move(name),
                {std::move(donated), std::move(staticPositions),
                 std::move(staticNames), std::move(device), retraces});
          },
          nb::arg("function"), nb::arg("name"), nb::arg("donate_argnums"),
          nb::arg("static_argnums"), nb::arg("static_argnames"),
          nb::arg("device").none(), nb::arg("retraces") = false)
      .def("__call__", &JitFunction::call)
      .def_ro("__wrapped__", &JitFunction::function)
      // Name and so on are the function's.
      .def("__getattr__",
           [](const JitFunction &self, const std::string &name) {
             return nb::object(self.function.attr(name.c_str()));
           })
      .def("lower", &JitFunction::lower,
           "Traces the function for these arguments (or oaml.spec for those "
           "whose values are not at hand) without compiling it.")
      .def(
          "__get__",
          [](nb::object self, nb::object instance, nb::object) {
            if (instance.is_none())
              return self;
            return nb::object(
                nb::steal(PyMethod_New(self.ptr(), instance.ptr())));
          },
          nb::arg("instance").none(), nb::arg("owner").none());
}
