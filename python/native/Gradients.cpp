//===- Gradients.cpp - Requests for gradients in traced functions ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function that is differentiated becomes a private function of the module;
// values of outer functions that it uses are further operands of the request.
//
//===----------------------------------------------------------------------===//

#include "Jit.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;

namespace {

/// A function of the user inside of a traced one.
class InnerFunction {
public:
  /// Traces `function`; `role` is what asks for it, for errors.
  InnerFunction(Scope &outer, nb::object function, nb::handle args,
                nb::handle kwargs, const std::string &role);

  /// Numbers of the operands of positional argument `position`, whose leaves
  /// all have to be floats.
  void addFloats(size_t position, SmallVectorImpl<int64_t> &wrt) const;
  /// Whether the leaf is an array of floats.
  bool isFloat(size_t leaf) const {
    return positions[leaf] >= 0 &&
           isa<FloatType>(getElementTypeOrSelf(types[positions[leaf]]));
  }

  /// `tree` with the values from `position` on for leaves.
  nb::object wrap(Scope &scope, const TreeDef &tree, ValueRange values,
                  size_t &position) const;

  FlatSymbolRefAttr getSymbol() {
    return FlatSymbolRefAttr::get(trace->getContext(), symbol);
  }
  SmallVector<Value> resolveOperands(Scope &scope) const;

  TracePtr trace;
  std::string symbol, role;
  /// Arguments, then captured values, as tracers of the outer function.
  std::vector<nb::object> operands;
  SmallVector<Type> types, resultTypes;
  /// Of each leaf of the arguments its operand; -1: a value that is no array
  /// and that the function sees as it is.
  std::vector<int> positions;
  std::vector<TreeDef> arguments;
  /// The first leaf of each positional argument.
  std::vector<size_t> begins;
  TreeDef results;
};

} // namespace

static bool isArray(nb::handle object) {
  Leaf leaf;
  return nb::isinstance<Tracer>(object) || makeLeaf(object, leaf);
}

InnerFunction::InnerFunction(Scope &outer, nb::object function, nb::handle args,
                             nb::handle kwargs, const std::string &role)
    : trace(outer.getTracePtr()), role(role) {
  std::vector<nb::object> objects;
  std::vector<size_t> ends;
  TreeDef structure = TreeDef::flattenCall(
      args, kwargs, objects, ends, [](size_t, nb::handle) { return false; });
  arguments = structure.getChildren()[0].getChildren();
  begins.push_back(0);
  llvm::append_range(begins, ends);
  SmallVector<Value> values;
  for (const nb::object &object : objects) {
    if (!isArray(object)) {
      positions.push_back(-1);
      continue;
    }
    Value value = outer.getValue(object);
    positions.push_back(values.size());
    values.push_back(value);
    types.push_back(value.getType());
    operands.push_back(outer.wrap(value));
  }
  std::string name = "function";
  if (nb::hasattr(function, "__name__"))
    name = nb::cast<std::string>(nb::str(function.attr("__name__")));
  std::vector<nb::object> leaves;
  SmallVector<Value> returned, captures;
  {
    Scope inner(trace, name);
    std::vector<nb::object> tracers;
    for (Type type : types)
      tracers.push_back(inner.addArgument(type));
    nb::object both = structure.unflatten([&](size_t i) {
      return positions[i] < 0 ? objects[i] : tracers[positions[i]];
    });
    nb::object result = function(*nb::borrow<nb::args>(nb::object(both[0])),
                                 **nb::borrow<nb::kwargs>(nb::object(both[1])));
    results = TreeDef::flatten(result, leaves);
    std::vector<std::string> paths = results.getPaths("result");
    for (auto [leaf, path] : llvm::zip(leaves, paths))
      returned.push_back(getResultValue(inner, leaf, name, path));
    inner.finish(returned);
    symbol = inner.getFunction().getSymName().str();
    captures = inner.getCaptures();
  }
  for (Value value : returned)
    resultTypes.push_back(value.getType());
  for (Value value : captures)
    operands.push_back(outer.wrap(value));
}

void InnerFunction::addFloats(size_t position,
                              SmallVectorImpl<int64_t> &wrt) const {
  if (position + 1 >= begins.size())
    raise(PyExc_ValueError,
          role + ": argnums names argument " + Twine(position) + ", found " +
              Twine(begins.size() - 1) + " positional arguments");
  for (size_t i = begins[position]; i < begins[position + 1]; ++i) {
    if (!isFloat(i)) {
      std::string text = "a value that is no array";
      if (positions[i] >= 0) {
        text.clear();
        llvm::raw_string_ostream(text) << types[positions[i]];
      }
      raise("OpError", role +
                           ": requires arguments of f32, f16 or bf16 to "
                           "differentiate by, found " +
                           text + " in argument " + Twine(position));
    }
    wrt.push_back(positions[i]);
  }
}

nb::object InnerFunction::wrap(Scope &scope, const TreeDef &tree,
                               ValueRange values, size_t &position) const {
  return tree.unflatten([&](size_t) { return scope.wrap(values[position++]); });
}

SmallVector<Value> InnerFunction::resolveOperands(Scope &scope) const {
  SmallVector<Value> values;
  for (const nb::object &operand : operands)
    values.push_back(scope.getValue(operand));
  return values;
}

static Scope &getScope() {
  Scope *scope = Scope::getCurrent();
  if (!scope)
    raise(PyExc_RuntimeError, "no function is being traced");
  return *scope;
}

/// grad and value_and_grad: (value, gradients) or (gradients,), with the
/// auxiliary results beside the value or after the gradients.
static nb::object traceGradient(nb::object function, nb::tuple args,
                                nb::dict kwargs, std::vector<size_t> argnums,
                                bool isTuple, bool hasAux, bool withValue) {
  Scope &scope = getScope();
  std::string role = withValue ? "oaml.value_and_grad" : "oaml.grad";
  InnerFunction inner(scope, function, args, kwargs, role);
  std::vector<TreeDef> parts{inner.results};
  if (hasAux) {
    parts = inner.results.isLeaf() ? std::vector<TreeDef>()
                                   : inner.results.getChildren();
    if (parts.size() != 2)
      raise(PyExc_TypeError, role +
                                 ": with has_aux the function must return a "
                                 "pair of the value and something else, "
                                 "found " +
                                 inner.results.toString());
  }
  if (!parts[0].isLeaf())
    raise(PyExc_TypeError,
          role +
              ": the function must return one array (with has_aux a pair of "
              "it and something else), found " +
              inner.results.toString());
  SmallVector<int64_t> wrt;
  SmallVector<Type> types;
  for (size_t position : argnums)
    inner.addFloats(position, wrt);
  bool givesResults = withValue || hasAux;
  if (givesResults)
    types = inner.resultTypes;
  for (int64_t number : wrt)
    types.push_back(inner.types[number]);
  if (wrt.empty())
    raise(PyExc_ValueError, role + ": no array to differentiate by");
  NamedAttrList attributes;
  attributes.append("callee", inner.getSymbol());
  attributes.append("wrt",
                    DenseI64ArrayAttr::get(scope.getTrace().getContext(), wrt));
  Operation *op = scope.buildTyped(
      givesResults ? "oaml.value_and_grad" : "oaml.grad",
      inner.resolveOperands(scope), std::move(attributes), types);

  size_t position = 0;
  nb::object value, aux;
  if (givesResults) {
    value = inner.wrap(scope, parts[0], op->getResults(), position);
    if (hasAux)
      aux = inner.wrap(scope, parts[1], op->getResults(), position);
  }
  nb::list gradients;
  for (size_t argument : argnums)
    gradients.append(inner.wrap(scope, inner.arguments[argument],
                                op->getResults(), position));
  nb::object gradient =
      isTuple ? nb::object(nb::tuple(gradients)) : nb::object(gradients[0]);
  if (withValue)
    return nb::make_tuple(
        hasAux ? nb::object(nb::make_tuple(value, aux)) : value, gradient);
  return hasAux ? nb::object(nb::make_tuple(gradient, aux)) : gradient;
}

namespace {

/// The second result of vjp.
class Pullback {
public:
  explicit Pullback(InnerFunction inner) : inner(std::move(inner)) {}

  nb::object call(nb::object cotangent);

private:
  InnerFunction inner;
};

} // namespace

nb::object Pullback::call(nb::object cotangent) {
  Scope &scope = getScope();
  std::vector<nb::object> leaves;
  TreeDef structure = TreeDef::flatten(cotangent, leaves);
  if (leaves.size() != inner.resultTypes.size())
    raise(PyExc_TypeError,
          "oaml.vjp: expected a cotangent like the function's result, " +
              inner.results.toString() + ", found " + structure.toString());
  SmallVector<Value> operands = inner.resolveOperands(scope);
  size_t numArguments = operands.size();
  for (auto [leaf, type] : llvm::zip(leaves, inner.resultTypes)) {
    Value value = scope.getValue(leaf);
    if (value.getType() != type) {
      std::string text;
      llvm::raw_string_ostream(text) << type << ", found " << value.getType();
      raise("OpError",
            "oaml.vjp: requires cotangents of the results' types, " + text);
    }
    operands.push_back(value);
  }
  SmallVector<int64_t> wrt;
  SmallVector<Type> types = inner.resultTypes;
  for (size_t i = 0; i < inner.begins.back(); ++i)
    if (inner.isFloat(i)) {
      wrt.push_back(inner.positions[i]);
      types.push_back(inner.types[inner.positions[i]]);
    }
  MLIRContext *context = scope.getTrace().getContext();
  NamedAttrList attributes;
  attributes.append("callee", inner.getSymbol());
  attributes.append("wrt", DenseI64ArrayAttr::get(context, wrt));
  attributes.append(
      "operandSegmentSizes",
      DenseI32ArrayAttr::get(context, {static_cast<int32_t>(numArguments),
                                       static_cast<int32_t>(leaves.size())}));
  Operation *op =
      scope.buildTyped("oaml.vjp", operands, std::move(attributes), types);
  // An entry per argument; None in the place of integers.
  size_t position = inner.resultTypes.size(), leaf = 0;
  nb::list gradients;
  for (const TreeDef &argument : inner.arguments)
    gradients.append(argument.unflatten([&](size_t) -> nb::object {
      if (!inner.isFloat(leaf++))
        return nb::none();
      return scope.wrap(op->getResult(position++));
    }));
  return nb::tuple(gradients);
}

static nb::object traceVjp(nb::object function, nb::tuple args) {
  Scope &scope = getScope();
  InnerFunction inner(scope, function, args, nb::dict(), "oaml.vjp");
  NamedAttrList attributes;
  attributes.append("callee", inner.getSymbol());
  Operation *call = scope.buildTyped("func.call", inner.resolveOperands(scope),
                                     std::move(attributes), inner.resultTypes);
  size_t position = 0;
  nb::object value =
      inner.wrap(scope, inner.results, call->getResults(), position);
  return nb::make_tuple(value, nb::cast(Pullback(std::move(inner))));
}

void python::bindGradients(nb::module_ &module) {
  nb::class_<Pullback>(module, "Pullback",
                       "Maps a cotangent of the result of a function to those "
                       "of its arguments.")
      .def("__call__", &Pullback::call, nb::arg("cotangent").none());
  module.def("trace_gradient", &traceGradient);
  module.def("trace_vjp", &traceVjp);
}
