//===- Compiler.h - The compiler's C interface with C++ comfort -*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles with owners over oaml-c/Compiler.h, where the rules of each call
// stand:
//
//   using namespace oaml::embed;
//   Context context;
//   Module module(context);
//   Function f =
//       module.addFunction("f", {{OAML_F32, {OAML_DYNAMIC, 3}, "x", {"B",
//       ""}}})
//           .value();
//   Value y = f.op("softmax", {f.getArgument(0)}, {{"axis", 1}}).value();
//   f.setResults({y}, {"y"}).value();
//   std::string artifact = module.compile("lavapipe").value();
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CPP_COMPILER_H
#define OAML_CPP_COMPILER_H

#include "oaml-c/Compiler.h"
#include "oaml-cpp/Expected.h"

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace oaml::embed {

/// A context that keeps its diagnostics. One thread at a time; must outlive all
/// that is made in it.
class Context {
public:
  Context() : box(std::make_unique<Box>()) {
    box->handle = oamlContextCreate(
        [](const OamlDiagnostic *diagnostic, void *user) {
          static_cast<Box *>(user)->add(*diagnostic);
        },
        box.get());
  }

  /// The errors since the last call of this as one: the first, with all that
  /// followed as notes. Calls that fail have done this already.
  Error takeError() {
    Error error = std::move(box->error);
    box->error = {};
    if (error.message.empty())
      error.message = "the compiler was given a null handle";
    return error;
  }
  /// Warnings and remarks so far, "location: text" each.
  const std::vector<std::string> &getRemarks() const { return box->remarks; }

  OamlContext *get() const { return box->handle; }

private:
  /// Does not move when the context does.
  struct Box {
    OamlContext *handle = nullptr;
    Error error;
    std::vector<std::string> remarks;

    ~Box() { oamlContextDestroy(handle); }

    static std::string place(const OamlDiagnostic &diagnostic) {
      if (!*diagnostic.file)
        return {};
      return std::string(diagnostic.file) + ":" +
             std::to_string(diagnostic.line) + ":" +
             std::to_string(diagnostic.column);
    }
    static std::string print(const OamlDiagnostic &diagnostic) {
      std::string text = place(diagnostic);
      return (text.empty() ? text : text + ": ") + diagnostic.message;
    }
    void add(const OamlDiagnostic &diagnostic) {
      bool isError = diagnostic.severity == OAML_SEVERITY_ERROR;
      std::vector<std::string> &list = isError ? error.notes : remarks;
      if (isError && error.message.empty()) {
        error.message = diagnostic.message;
        error.location = place(diagnostic);
        // "'oaml.add' op requires ...".
        size_t end = error.message.find("' op ");
        if (error.message[0] == '\'' && end != std::string::npos)
          error.op = error.message.substr(1, end - 1);
      } else {
        list.push_back(print(diagnostic));
      }
      for (size_t i = 0; i < diagnostic.numNotes; ++i)
        list.push_back(print(diagnostic.notes[i]));
    }
  };

  std::unique_ptr<Box> box;
};

/// A value of a function; a plain pointer.
class Value {
public:
  Value() = default;
  Value(OamlValue *handle) : handle(handle) {}

  /// The element type; OAML_INDEX for an extent.
  OamlDType getDType() const {
    OamlDType dtype = OAML_F32;
    oamlValueGetType(handle, &dtype, nullptr, nullptr);
    return dtype;
  }
  /// The extents, OAML_DYNAMIC where only known at run time.
  std::vector<int64_t> getShape() const {
    size_t rank = 0;
    int64_t shape[OAML_MAX_RANK];
    oamlValueGetType(handle, nullptr, &rank, shape);
    return std::vector<int64_t>(shape, shape + rank);
  }
  explicit operator bool() const { return handle != nullptr; }
  OamlValue *get() const { return handle; }

private:
  OamlValue *handle = nullptr;
};

/// An attribute of an op by its name, from whatever means its value.
class Attribute {
public:
  template <typename T>
  Attribute(std::string name, T value) : name(std::move(name)) {
    if constexpr (std::is_same_v<T, bool>)
      held = value;
    else if constexpr (std::is_same_v<T, OamlDType>)
      held = value;
    else if constexpr (std::is_integral_v<T>)
      held = static_cast<int64_t>(value);
    else if constexpr (std::is_floating_point_v<T>)
      held = static_cast<double>(value);
    else if constexpr (std::is_convertible_v<T, std::string>)
      held = std::string(std::move(value));
    else
      held = std::move(value);
  }
  Attribute(std::string name, std::initializer_list<int64_t> values)
      : name(std::move(name)), held(std::vector<int64_t>(values)) {}

  /// Sets it; false after an error.
  bool setOn(OamlOp *op) const {
    const char *id = name.c_str();
    if (auto *value = std::get_if<bool>(&held))
      return oamlOpSetBool(op, id, *value) != 0;
    if (auto *value = std::get_if<OamlDType>(&held))
      return oamlOpSetDType(op, id, *value) != 0;
    if (auto *value = std::get_if<int64_t>(&held))
      return oamlOpSetInt(op, id, *value) != 0;
    if (auto *value = std::get_if<double>(&held))
      return oamlOpSetFloat(op, id, *value) != 0;
    if (auto *value = std::get_if<std::string>(&held))
      return oamlOpSetString(op, id, value->c_str()) != 0;
    if (auto *value = std::get_if<std::vector<int64_t>>(&held))
      return oamlOpSetInts(op, id, value->size(), value->data()) != 0;
    if (auto *value = std::get_if<std::vector<double>>(&held))
      return oamlOpSetFloats(op, id, value->size(), value->data()) != 0;
    if (auto *values = std::get_if<std::vector<Value>>(&held)) {
      std::vector<OamlValue *> handles;
      for (Value value : *values)
        handles.push_back(value.get());
      return oamlOpSetExtents(op, id, handles.size(), nullptr,
                              handles.data()) != 0;
    }
    return oamlOpSetValue(op, id, std::get<Value>(held).get()) != 0;
  }

private:
  std::string name;
  std::variant<bool, OamlDType, int64_t, double, std::string,
               std::vector<int64_t>, std::vector<double>, std::vector<Value>,
               Value>
      held;
};

/// Type and name of an argument.
struct TensorSpec {
  OamlDType dtype = OAML_F32;
  std::vector<int64_t> shape;
  std::string name = {};
  /// Names of dynamic extents, one entry per axis, or none at all.
  std::vector<std::string> dims = {};
};

/// A function under construction; belongs to its module.
class Function {
public:
  Function(Context &context, OamlFunction *handle)
      : context(&context), handle(handle) {}

  size_t getNumArguments() const { return oamlFunctionGetNumArguments(handle); }
  size_t getNumResults() const { return oamlFunctionGetNumResults(handle); }
  Value getArgument(size_t index) const {
    return oamlFunctionGetArgument(handle, index);
  }

  /// Where what is built from now on comes from.
  void setLocation(const std::string &file, unsigned line, unsigned column) {
    oamlFunctionSetLocation(handle, file.c_str(), line, column);
  }
  Expected<void> donate(size_t argument, size_t result) {
    return check(oamlFunctionDonate(handle, argument, result));
  }
  /// Finishes the function.
  Expected<void> setResults(const std::vector<Value> &results,
                            const std::vector<std::string> &names = {}) {
    std::vector<OamlValue *> handles = getHandles(results);
    std::vector<const char *> texts(results.size());
    for (size_t i = 0; i < names.size() && i < texts.size(); ++i)
      texts[i] = names[i].c_str();
    return check(oamlFunctionReturn(handle, handles.size(), handles.data(),
                                    texts.data()));
  }

  /// All results of an op. An empty value leaves out an optional operand.
  Expected<std::vector<Value>>
  ops(const std::string &name, const std::vector<Value> &operands,
      const std::vector<Attribute> &attributes = {}) {
    OamlOp *op = oamlOpCreate(handle, name.c_str());
    if (!op)
      return context->takeError();
    bool isFine = true;
    for (Value operand : operands)
      isFine = isFine && oamlOpAddOperand(op, operand.get());
    return finish(op, isFine, attributes);
  }
  /// All results of an op whose one operand takes any number of values.
  Expected<std::vector<Value>>
  variadicOps(const std::string &name, const std::vector<Value> &operands,
              const std::vector<Attribute> &attributes = {}) {
    OamlOp *op = oamlOpCreate(handle, name.c_str());
    if (!op)
      return context->takeError();
    std::vector<OamlValue *> handles = getHandles(operands);
    bool isFine = oamlOpAddOperands(op, handles.size(), handles.data()) != 0;
    return finish(op, isFine, attributes);
  }
  /// The first result of an op.
  Expected<Value> op(const std::string &name,
                     const std::vector<Value> &operands,
                     const std::vector<Attribute> &attributes = {}) {
    Expected<std::vector<Value>> results = ops(name, operands, attributes);
    if (!results)
      return results.error();
    return results->front();
  }

  Expected<Value> constant(OamlDType dtype, const std::vector<int64_t> &shape,
                           const void *data, size_t size) {
    return check(Value(oamlBuildConstant(handle, dtype, shape.size(),
                                         shape.data(), data, size)));
  }
  Expected<Value> scalar(OamlDType dtype, double value) {
    return check(Value(oamlBuildScalar(handle, dtype, value)));
  }

  Expected<std::vector<Value>> call(const Function &callee,
                                    const std::vector<Value> &arguments) {
    std::vector<OamlValue *> handles = getHandles(arguments);
    std::vector<OamlValue *> results(callee.getNumResults());
    return check(oamlBuildCall(handle, callee.handle, handles.size(),
                               handles.data(), results.data()),
                 results);
  }
  /// The gradients for the arguments numbered by `wrt`.
  Expected<std::vector<Value>> grad(const Function &callee,
                                    const std::vector<Value> &arguments,
                                    const std::vector<int64_t> &wrt) {
    std::vector<OamlValue *> handles = getHandles(arguments);
    std::vector<OamlValue *> results(wrt.size());
    return check(oamlBuildGrad(handle, callee.handle, handles.size(),
                               handles.data(), wrt.size(), wrt.data(),
                               results.data()),
                 results);
  }
  /// The results of the callee, then the gradients.
  Expected<std::vector<Value>> valueAndGrad(const Function &callee,
                                            const std::vector<Value> &arguments,
                                            const std::vector<int64_t> &wrt) {
    std::vector<OamlValue *> handles = getHandles(arguments);
    std::vector<OamlValue *> results(callee.getNumResults() + wrt.size());
    return check(oamlBuildValueAndGrad(handle, callee.handle, handles.size(),
                                       handles.data(), wrt.size(), wrt.data(),
                                       results.data()),
                 results);
  }
  /// The results of the callee, then the vector-Jacobian products.
  Expected<std::vector<Value>> vjp(const Function &callee,
                                   const std::vector<Value> &arguments,
                                   const std::vector<Value> &cotangents,
                                   const std::vector<int64_t> &wrt) {
    std::vector<OamlValue *> handles = getHandles(arguments);
    std::vector<OamlValue *> seeds = getHandles(cotangents);
    std::vector<OamlValue *> results(callee.getNumResults() + wrt.size());
    return check(oamlBuildVjp(handle, callee.handle, handles.size(),
                              handles.data(), seeds.size(), seeds.data(),
                              wrt.size(), wrt.data(), results.data()),
                 results);
  }

  OamlFunction *get() const { return handle; }

private:
  static std::vector<OamlValue *> getHandles(const std::vector<Value> &values) {
    std::vector<OamlValue *> handles;
    for (Value value : values)
      handles.push_back(value.get());
    return handles;
  }
  Expected<std::vector<Value>>
  finish(OamlOp *op, bool isFine, const std::vector<Attribute> &attributes) {
    for (const Attribute &attribute : attributes)
      isFine = isFine && attribute.setOn(op);
    if (!isFine) {
      oamlOpDestroy(op);
      return context->takeError();
    }
    constexpr size_t capacity = 64;
    OamlValue *results[capacity];
    size_t count = oamlOpFinish(op, capacity, results);
    if (count == 0)
      return context->takeError();
    return std::vector<Value>(results, results + count);
  }
  Expected<void> check(int isFine) {
    if (!isFine)
      return context->takeError();
    return {};
  }
  Expected<Value> check(Value value) {
    if (!value)
      return context->takeError();
    return value;
  }
  Expected<std::vector<Value>> check(int isFine,
                                     const std::vector<OamlValue *> &results) {
    if (!isFine)
      return context->takeError();
    return std::vector<Value>(results.begin(), results.end());
  }

  Context *context;
  OamlFunction *handle;
};

/// A program.
class Module {
public:
  /// An empty one.
  explicit Module(Context &context)
      : Module(context, oamlModuleCreate(context.get())) {}
  /// Reads text or bytecode.
  static Expected<Module> parse(Context &context, const std::string &source,
                                const std::string &name = "<memory>") {
    OamlModule *handle = oamlModuleParse(context.get(), source.data(),
                                         source.size(), name.c_str());
    if (!handle)
      return context.takeError();
    return Module(context, handle);
  }

  Expected<Function> addFunction(const std::string &name,
                                 const std::vector<TensorSpec> &arguments,
                                 bool isPublic = true) {
    std::vector<OamlTensorSpec> specs;
    // Texts are looked at during the call only.
    std::vector<std::vector<const char *>> dims;
    for (const TensorSpec &argument : arguments) {
      OamlTensorSpec spec{};
      spec.structSize = sizeof(spec);
      spec.dtype = argument.dtype;
      spec.rank = argument.shape.size();
      spec.shape = argument.shape.data();
      spec.name = argument.name.c_str();
      std::vector<const char *> &names = dims.emplace_back();
      for (const std::string &dim : argument.dims)
        names.push_back(dim.c_str());
      names.resize(argument.shape.size());
      if (!argument.dims.empty())
        spec.dims = names.data();
      specs.push_back(spec);
    }
    return check(oamlFunctionCreate(get(), name.c_str(), isPublic, specs.size(),
                                    specs.data()));
  }
  /// Nothing where there is no such function.
  std::optional<Function> findFunction(const std::string &name) {
    OamlFunction *function = oamlModuleFindFunction(get(), name.c_str());
    if (!function)
      return std::nullopt;
    return Function(*context, function);
  }

  Expected<void> verify() {
    if (!oamlModuleVerify(get()))
      return context->takeError();
    return {};
  }
  std::string print(bool withLocations = false) {
    return take(oamlModulePrint(get(), withLocations));
  }
  Expected<std::string> writeBytecode() {
    return check(oamlModuleWriteBytecode(get()));
  }

  /// The bytes of an artifact for a profile or a description in JSON.
  Expected<std::string> compile(const std::string &target,
                                const std::vector<std::string> &entries = {},
                                OamlLevel level = OAML_LEVEL_DEFAULT) {
    std::vector<const char *> names;
    for (const std::string &entry : entries)
      names.push_back(entry.c_str());
    OamlCompileOptions options{};
    options.structSize = sizeof(options);
    options.target = target.empty() ? nullptr : target.c_str();
    options.level = level;
    options.numEntries = names.size();
    options.entries = names.data();
    return compile(options);
  }
  /// `report`, where not null, gets a JSON text about what the program became.
  Expected<std::string> compile(const OamlCompileOptions &options,
                                std::string *report = nullptr) {
    OamlBlob *text = nullptr;
    Expected<std::string> bytes =
        check(oamlModuleCompile(get(), &options, report ? &text : nullptr));
    if (text)
      *report = take(text);
    return bytes;
  }

  OamlModule *get() const { return handle.get(); }

private:
  struct Destroy {
    void operator()(OamlModule *module) const { oamlModuleDestroy(module); }
  };

  Module(Context &context, OamlModule *handle)
      : context(&context), handle(handle) {}

  static std::string take(OamlBlob *blob) {
    std::string bytes(static_cast<const char *>(blob->data), blob->size);
    oamlBlobDestroy(blob);
    return bytes;
  }
  Expected<std::string> check(OamlBlob *blob) {
    if (!blob)
      return context->takeError();
    return take(blob);
  }
  Expected<Function> check(OamlFunction *function) {
    if (!function)
      return context->takeError();
    return Function(*context, function);
  }

  Context *context;
  std::unique_ptr<OamlModule, Destroy> handle;
};

} // namespace oaml::embed

#endif // OAML_CPP_COMPILER_H
