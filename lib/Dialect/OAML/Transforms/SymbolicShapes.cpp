//===- SymbolicShapes.cpp - Extents of a program as expressions -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace oaml;

/// The shapes of the function as a rule sees them.
class SymbolicShapes::Context final : public ShapeContext {
public:
  Context(SymbolicShapes &shapes, Operation *op)
      : ShapeContext(op->getContext(), op->getName().getStringRef(),
                     op->getLoc()),
        shapes(shapes), location(op->getLoc()) {}

  SymbolicShape getShape(Value tensor) override {
    return shapes.getShape(tensor);
  }
  AffineExpr getIndex(Value index) override { return shapes.getIndex(index); }

protected:
  void recordPredicate(AffineExpr lhs, ExtentRelation relation, AffineExpr rhs,
                       const Twine &rule) override {
    shapes.addPredicate(
        {getOpName().str(), rule.str(), lhs, relation, rhs, location});
  }

  void printExtent(raw_ostream &os, AffineExpr extent) override {
    oaml::printExtent(os, extent, [&](unsigned position) -> StringRef {
      return shapes.symbols[position].name;
    });
  }

  bool isNonNegative(AffineExpr symbol) override {
    unsigned position = cast<AffineSymbolExpr>(symbol).getPosition();
    return shapes.symbols[position].isExtent;
  }

private:
  SymbolicShapes &shapes;
  Location location;
};

void SymbolicShapes::addPredicate(Predicate predicate) {
  bool isKnown = llvm::any_of(predicates, [&](const Predicate &other) {
    return other.lhs == predicate.lhs && other.relation == predicate.relation &&
           other.rhs == predicate.rhs;
  });
  if (!isKnown)
    predicates.push_back(std::move(predicate));
}

AffineExpr SymbolicShapes::getSymbol(StringRef name, unsigned argument,
                                     unsigned dimension, bool isExtent) {
  if (AffineExpr known = lookupSymbol(name))
    return known;
  symbols.push_back({name.str(), argument, dimension, isExtent});
  return getAffineSymbolExpr(symbols.size() - 1, context);
}

AffineExpr SymbolicShapes::lookupSymbol(StringRef name) const {
  for (auto [i, symbol] : llvm::enumerate(symbols))
    if (symbol.name == name)
      return getAffineSymbolExpr(i, context);
  return {};
}

/// The name of the extent at `axis`, or of an index, if `dims` gives one.
static StringRef getName(ArrayAttr dims, unsigned axis) {
  auto name = dims ? dyn_cast<StringAttr>(dims[axis]) : StringAttr();
  return name ? name.getValue() : StringRef();
}

void SymbolicShapes::addArguments(FunctionOpInterface function) {
  // Names that are made up differ from the given ones.
  llvm::StringSet<> given;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    if (auto dims = function.getArgAttrOfType<ArrayAttr>(i, dimsAttrName))
      for (auto name : dims.getAsRange<Attribute>())
        if (auto text = dyn_cast<StringAttr>(name))
          given.insert(text.getValue());
    if (auto name = function.getArgAttrOfType<StringAttr>(i, symbolAttrName))
      given.insert(name.getValue());
  }
  auto makeName = [&](const Twine &wanted) {
    std::string name = wanted.str();
    while (given.contains(name))
      name += "_";
    return name;
  };

  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (isa<IndexType>(argument.getType())) {
      auto name = function.getArgAttrOfType<StringAttr>(number, symbolAttrName);
      indices[argument] = getSymbol(name ? name.getValue().str()
                                         : makeName("arg" + Twine(number)),
                                    number, 0, /*isExtent=*/name != nullptr);
      continue;
    }
    auto tensor = dyn_cast<ShapedType>(argument.getType());
    if (!tensor)
      continue;
    auto dims = function.getArgAttrOfType<ArrayAttr>(number, dimsAttrName);
    SymbolicShape shape;
    for (auto [axis, extent] : llvm::enumerate(tensor.getShape())) {
      if (!ShapedType::isDynamic(extent)) {
        shape.push_back(getAffineConstantExpr(extent, context));
        continue;
      }
      // An extent without a name is a symbol of its own.
      StringRef name = getName(dims, axis);
      shape.push_back(getSymbol(
          name.empty() ? makeName("arg" + Twine(number) + "_" + Twine(axis))
                       : name.str(),
          number, axis, /*isExtent=*/true));
    }
    extents[argument] = shape;
  }
}

LogicalResult SymbolicShapes::visitReturn(FunctionOpInterface function,
                                          Operation *op) {
  // A result extent with the name of an argument's is that extent; equal new
  // names are equal extents.
  llvm::StringMap<AffineExpr> named;
  Context rules(*this, op);
  for (auto [number, value] : llvm::enumerate(op->getOperands())) {
    auto dims = function.getResultAttrOfType<ArrayAttr>(number, dimsAttrName);
    if (!dims)
      continue;
    for (auto [axis, extent] : llvm::enumerate(getShape(value))) {
      StringRef name = getName(dims, axis);
      if (name.empty())
        continue;
      AffineExpr known = lookupSymbol(name);
      if (!known)
        known = named.try_emplace(name, extent).first->second;
      if (failed(rules.requireEqual(extent, known,
                                    "extent '" + name + "' of result " +
                                        Twine(number) + " at axis " +
                                        Twine(axis))))
        return failure();
    }
  }
  return success();
}

LogicalResult SymbolicShapes::visitIndex(Operation *op) {
  AffineExpr value = inferIndex(
      op, [&](Value tensor) { return getShape(tensor); },
      [&](Value index) { return getIndex(index); });
  if (!value)
    return op->emitOpError("is not understood as arithmetic on extents");
  indices[op->getResult(0)] = value;
  return success();
}

LogicalResult SymbolicShapes::visit(Operation *op) {
  if (op->getNumResults() == 1 && isa<IndexType>(op->getResult(0).getType()))
    return visitIndex(op);
  SmallVector<ResultShape> results;
  if (auto rule = dyn_cast<ShapeRuleOpInterface>(op)) {
    Context rules(*this, op);
    if (failed(rule.inferSymbolicResults(rules, results)))
      return failure();
  }
  for (auto [number, result] : llvm::enumerate(op->getResults())) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      continue;
    SymbolicShape &shape = extents[result];
    for (auto [axis, declared] : llvm::enumerate(type.getShape())) {
      AffineExpr inferred = number < results.size()
                                ? normalizeExtent(results[number].extents[axis])
                                : AffineExpr();
      if (ShapedType::isDynamic(declared)) {
        if (!inferred)
          return op->emitOpError("has a result of dynamic extent but no shape "
                                 "rule, found ")
                 << type;
        shape.push_back(inferred);
        continue;
      }
      AffineExpr constant = getAffineConstantExpr(declared, context);
      shape.push_back(constant);
      // The type claims what the rule does not know.
      if (inferred && failed(Context(*this, op).requireEqual(
                          inferred, constant, "the declared result extent")))
        return failure();
    }
  }
  return success();
}

FailureOr<SymbolicShapes>
SymbolicShapes::compute(FunctionOpInterface function) {
  SymbolicShapes shapes;
  shapes.context = function->getContext();
  shapes.addArguments(function);
  for (Operation &op : function.getFunctionBody().front())
    if (failed(shapes.visit(&op)) ||
        (op.hasTrait<OpTrait::ReturnLike>() &&
         failed(shapes.visitReturn(function, &op))))
      return failure();
  return shapes;
}
