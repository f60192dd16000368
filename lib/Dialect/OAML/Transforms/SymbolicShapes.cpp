//===- SymbolicShapes.cpp - Extents of a program as expressions -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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
                                     unsigned dimension) {
  for (auto [i, symbol] : llvm::enumerate(symbols))
    if (symbol.name == name)
      return getAffineSymbolExpr(i, context);
  symbols.push_back({name.str(), argument, dimension});
  return getAffineSymbolExpr(symbols.size() - 1, context);
}

void SymbolicShapes::addArguments(FunctionOpInterface function) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (isa<IndexType>(argument.getType())) {
      auto name =
          function.getArgAttrOfType<StringAttr>(number, "kernel.symbol");
      indices[argument] = getSymbol(name ? name.getValue().str()
                                         : ("arg" + Twine(number)).str(),
                                    number, 0);
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
      std::string name =
          dims ? cast<StringAttr>(dims[axis]).getValue().str()
               : ("arg" + Twine(number) + "_" + Twine(axis)).str();
      shape.push_back(getSymbol(name, number, axis));
    }
    extents[argument] = shape;
  }
}

LogicalResult SymbolicShapes::visitIndex(Operation *op) {
  Value result = op->getResult(0);
  if (std::optional<int64_t> constant = getConstantIntValue(result)) {
    indices[result] = getAffineConstantExpr(*constant, context);
    return success();
  }
  if (auto dim = dyn_cast<DimOp>(op)) {
    indices[result] = getShape(dim.getX())[dim.getAxis()];
    return success();
  }
  AffineExpr left, right;
  if (op->getNumOperands() == 2) {
    left = getIndex(op->getOperand(0));
    right = getIndex(op->getOperand(1));
  }
  if (left && right) {
    AffineExpr value =
        llvm::TypeSwitch<Operation *, AffineExpr>(op)
            .Case([&](arith::AddIOp) { return left + right; })
            .Case([&](arith::SubIOp) { return left - right; })
            .Case([&](arith::MulIOp) { return left * right; })
            .Case<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(
                [&](Operation *) { return left.floorDiv(right); })
            .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
                [&](Operation *) { return left.ceilDiv(right); })
            .Case<arith::RemSIOp, arith::RemUIOp>(
                [&](Operation *) { return left % right; })
            .Default([](Operation *) { return AffineExpr(); });
    if (value) {
      indices[result] = value;
      return success();
    }
  }
  return op->emitOpError("is not understood as arithmetic on extents");
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
                                ? results[number].extents[axis]
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
    if (failed(shapes.visit(&op)))
      return failure();
  return shapes;
}
