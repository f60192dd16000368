//===- Lowering.cpp - From trees to OAML graphs ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include <algorithm>
#include <map>
#include <set>

using namespace arr;
using namespace oaml::embed;

namespace {

using Shape = std::vector<Extent>;

std::string print(const Shape &shape) {
  std::string text = "[";
  for (const Extent &extent : shape)
    text += (&extent == shape.data() ? "" : ", ") +
            (extent.name.empty() ? std::to_string(extent.value) : extent.name);
  return text + "]";
}

/// A value with its shape. OAML knows extents as numbers or as dynamic; the
/// language also knows which dynamic ones are equal.
struct Tensor {
  Value value;
  Shape shape;
};

/// A function that was lowered.
struct Lowered {
  const Definition *definition;
  Function function;
  Shape resultShape;
};

const std::set<std::string> elementwise = {"exp",  "log",     "neg", "relu",
                                           "sqrt", "sigmoid", "tanh"};
const std::set<std::string> reductions = {"sum", "mean"};

class Lowering {
public:
  Lowering(const std::string &file, Module &module)
      : file(file), module(module) {}

  void lower(const Definition &definition) {
    if (functions.count(definition.name))
      throw SourceError(definition.place, "there is a function '" +
                                              definition.name + "' already");
    std::vector<TensorSpec> specs;
    for (const Parameter &parameter : definition.parameters) {
      TensorSpec spec;
      spec.name = parameter.name;
      for (const Extent &extent : parameter.shape) {
        spec.shape.push_back(extent.name.empty() ? extent.value : OAML_DYNAMIC);
        spec.dims.push_back(extent.name);
      }
      specs.push_back(spec);
    }
    Function function =
        get(module.addFunction(definition.name, specs), definition.place);
    current = &function;
    names.clear();
    for (size_t i = 0; i < definition.parameters.size(); ++i) {
      const Parameter &parameter = definition.parameters[i];
      define(parameter.place, parameter.name,
             {function.getArgument(i), parameter.shape});
    }
    for (const Binding &binding : definition.bindings)
      define(binding.place, binding.name, build(*binding.value));
    std::vector<Value> results;
    Shape first;
    for (const auto &result : definition.results) {
      Tensor tensor = build(*result);
      if (results.empty())
        first = tensor.shape;
      results.push_back(tensor.value);
    }
    locate(definition.place);
    if (auto status = function.setResults(results); !status)
      throw SourceError(definition.place, status.error().toString());
    functions.emplace(definition.name, Lowered{&definition, function, first});
  }

private:
  /// Where OAML says that the next op comes from.
  void locate(Place place) {
    current->setLocation(file, place.line, place.column);
  }

  /// What OAML rejects is an error at the same place of the source.
  template <typename T>
  T get(Expected<T> value, Place place) {
    if (!value)
      throw SourceError(place, value.error().message);
    return std::move(value).value();
  }

  Value op(Place place, const std::string &name, std::vector<Value> operands,
           const std::vector<Attribute> &attributes = {}) {
    locate(place);
    return get(current->op(name, operands, attributes), place);
  }

  void define(Place place, const std::string &name, Tensor tensor) {
    if (!names.emplace(name, std::move(tensor)).second)
      throw SourceError(place, "'" + name + "' has a value already");
  }

  Tensor build(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Kind::Number:
      locate(expr.place);
      return {get(current->scalar(OAML_F32, expr.number), expr.place), {}};
    case Expr::Kind::Name: {
      auto found = names.find(expr.text);
      if (found == names.end())
        throw SourceError(expr.place, "'" + expr.text + "' has no value");
      return found->second;
    }
    case Expr::Kind::Operator:
    case Expr::Kind::Call:
    case Expr::Kind::Grad:
      break;
    }
    std::vector<Tensor> operands;
    for (const auto &operand : expr.operands)
      operands.push_back(build(*operand));
    if (expr.kind == Expr::Kind::Grad)
      return buildGrad(expr, operands);
    if (expr.kind == Expr::Kind::Call)
      return buildCall(expr, operands);
    if (operands.size() == 1)
      return {op(expr.place, "neg", {operands[0].value}), operands[0].shape};
    if (expr.text == "@")
      return buildProduct(expr, operands[0], operands[1]);
    static const std::map<std::string, std::string> ops = {
        {"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"/", "div"}};
    Shape shape = broadcast(expr, operands[0].shape, operands[1].shape);
    return {op(expr.place, ops.at(expr.text),
               {operands[0].value, operands[1].value}),
            shape};
  }

  /// Shapes are aligned at the right; extents are equal, or one of them is 1.
  Shape broadcast(const Expr &expr, const Shape &left, const Shape &right) {
    Shape shape;
    const Extent one{1, {}};
    size_t rank = std::max(left.size(), right.size());
    for (size_t i = 0; i < rank; ++i) {
      Extent a = i + left.size() < rank ? one : left[i + left.size() - rank];
      Extent b = i + right.size() < rank ? one : right[i + right.size() - rank];
      if (a != b && a != one && b != one)
        throw SourceError(expr.place, "'" + expr.text +
                                          "' wants shapes that broadcast, "
                                          "found " +
                                          print(left) + " and " + print(right));
      shape.push_back(a == one ? b : a);
    }
    return shape;
  }

  /// [..., K] @ [K, N] is [..., N].
  Tensor buildProduct(const Expr &expr, const Tensor &left,
                      const Tensor &right) {
    if (left.shape.size() < 2 || right.shape.size() != 2 ||
        left.shape.back() != right.shape.front())
      throw SourceError(expr.place,
                        "'@' wants shapes [..., K] and [K, N], found " +
                            print(left.shape) + " and " + print(right.shape));
    Value transposed = op(expr.place, "transpose", {right.value},
                          {{"axis0", 0}, {"axis1", 1}});
    Shape shape = left.shape;
    shape.back() = right.shape.back();
    return {op(expr.place, "matmul_nt", {left.value, transposed}), shape};
  }

  void requireCount(const Expr &expr, size_t wanted, size_t found) {
    if (wanted != found)
      throw SourceError(expr.place,
                        "'" + expr.text + "' wants " + std::to_string(wanted) +
                            (wanted == 1 ? " argument" : " arguments") +
                            ", found " + std::to_string(found));
  }

  Tensor buildCall(const Expr &expr, const std::vector<Tensor> &arguments) {
    bool isReduction = reductions.count(expr.text);
    if (isReduction || elementwise.count(expr.text)) {
      requireCount(expr, 1, arguments.size());
      Value value = op(expr.place, expr.text, {arguments[0].value});
      return {value, isReduction ? Shape{{1, {}}} : arguments[0].shape};
    }
    std::map<std::string, Extent> bound;
    const Lowered &callee = findCallee(expr, arguments, bound);
    if (callee.function.getNumResults() != 1)
      throw SourceError(expr.place, "'" + expr.text +
                                        "' gives several results and is no "
                                        "part of an expression");
    locate(expr.place);
    Value value =
        get(current->call(callee.function, getValues(arguments)), expr.place)
            .front();
    return {value, substitute(callee.resultShape, bound)};
  }

  Tensor buildGrad(const Expr &expr, const std::vector<Tensor> &arguments) {
    std::map<std::string, Extent> bound;
    const Lowered &callee = findCallee(expr, arguments, bound);
    if (arguments.empty())
      throw SourceError(expr.place, "'" + expr.text +
                                        "' has no parameter to take the "
                                        "gradient for");
    for (const Extent &extent : callee.resultShape)
      if (extent.value != 1)
        throw SourceError(expr.place, "'grad' wants a function that gives one "
                                      "number, '" +
                                          expr.text + "' gives " +
                                          print(callee.resultShape));
    locate(expr.place);
    Value value = get(current->grad(callee.function, getValues(arguments), {0}),
                      expr.place)
                      .front();
    return {value, arguments[0].shape};
  }

  static std::vector<Value> getValues(const std::vector<Tensor> &tensors) {
    std::vector<Value> values;
    for (const Tensor &tensor : tensors)
      values.push_back(tensor.value);
    return values;
  }

  /// The function that `expr` names, which must take the arguments. `bound`
  /// gets what its names of extents stand for.
  const Lowered &findCallee(const Expr &expr,
                            const std::vector<Tensor> &arguments,
                            std::map<std::string, Extent> &bound) {
    auto found = functions.find(expr.text);
    if (found == functions.end())
      throw SourceError(expr.place, "there is no function '" + expr.text +
                                        "' above this place");
    const std::vector<Parameter> &parameters =
        found->second.definition->parameters;
    requireCount(expr, parameters.size(), arguments.size());
    for (size_t i = 0; i < parameters.size(); ++i) {
      const Shape &wanted = parameters[i].shape, &given = arguments[i].shape;
      bool fits = wanted.size() == given.size();
      for (size_t d = 0; fits && d < wanted.size(); ++d) {
        // A name stands for another name, the same one everywhere.
        fits =
            wanted[d].name.empty()
                ? wanted[d] == given[d]
                : !given[d].name.empty() &&
                      bound.emplace(wanted[d].name, given[d]).first->second ==
                          given[d];
      }
      if (!fits)
        throw SourceError(expr.operands[i]->place,
                          "'" + expr.text + "' wants " + print(wanted) +
                              " for '" + parameters[i].name + "', found " +
                              print(given));
    }
    return found->second;
  }

  static Shape substitute(Shape shape,
                          const std::map<std::string, Extent> &bound) {
    for (Extent &extent : shape)
      if (!extent.name.empty())
        extent = bound.at(extent.name);
    return shape;
  }

  const std::string &file;
  Module &module;
  Function *current = nullptr;
  std::map<std::string, Tensor> names;
  std::map<std::string, Lowered> functions;
};

} // namespace

void arr::lower(const std::vector<Definition> &program, const std::string &file,
                Module &module) {
  Lowering lowering(file, module);
  for (const Definition &definition : program)
    lowering.lower(definition);
}
