//===- RecordPredicates.cpp - Keep shape rules for run time ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"
#include "oaml/Dialect/Plan/Transforms/Passes.h"
#include "oaml/Dialect/Plan/Transforms/Predicates.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace oaml::plan {
#define GEN_PASS_DEF_RECORDPREDICATESPASS
#include "oaml/Dialect/Plan/Transforms/Passes.h.inc"
} // namespace oaml::plan

using namespace mlir;
using namespace oaml;
using namespace oaml::plan;

static StringRef getRelationName(ExtentRelation relation) {
  switch (relation) {
  case ExtentRelation::Equal:
    return "eq";
  case ExtentRelation::NotEqual:
    return "ne";
  case ExtentRelation::Less:
    return "lt";
  case ExtentRelation::LessEqual:
    return "le";
  }
  llvm_unreachable("unknown relation");
}

SmallVector<Attribute>
oaml::plan::collectPredicates(func::FuncOp function,
                              const SymbolicShapes &shapes) {
  SmallVector<Attribute> predicates;
  auto add = [&](PredicateAttr predicate) {
    bool isKnown = llvm::any_of(predicates, [&](Attribute attribute) {
      auto other = cast<PredicateAttr>(attribute);
      return other.getLhs() == predicate.getLhs() &&
             other.getRelation() == predicate.getRelation() &&
             other.getRhs() == predicate.getRhs();
    });
    if (!isKnown)
      predicates.push_back(predicate);
  };
  if (auto recorded = function->getAttrOfType<ArrayAttr>(predicatesAttrName))
    for (auto predicate : recorded.getAsRange<PredicateAttr>())
      add(predicate);
  auto getMap = [&](AffineExpr expr) {
    return AffineMapAttr::get(
        AffineMap::get(0, shapes.getSymbols().size(), expr));
  };
  for (const Predicate &predicate : shapes.getPredicates())
    add(PredicateAttr::get(function.getContext(), predicate.opName,
                           predicate.rule, getMap(predicate.lhs),
                           getRelationName(predicate.relation),
                           getMap(predicate.rhs), predicate.location));
  return predicates;
}

namespace {

struct RecordPredicates
    : plan::impl::RecordPredicatesPassBase<RecordPredicates> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isExternal())
        continue;
      FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
      if (failed(shapes))
        return signalPassFailure();
      SmallVector<Attribute> predicates = collectPredicates(function, *shapes);
      numRecorded += predicates.size();
      if (!predicates.empty())
        function->setAttr(predicatesAttrName,
                          ArrayAttr::get(&getContext(), predicates));
    }
  }
};

} // namespace
