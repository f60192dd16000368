//===- RecordPredicates.cpp - Keep shape rules for run time ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"
#include "oaml/Dialect/Plan/Transforms/MemoryPlan.h"
#include "oaml/Dialect/Plan/Transforms/Passes.h"
#include "oaml/Dialect/Plan/Transforms/Predicates.h"
#include "oaml/Interfaces/Limits.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

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

/// The op of the source that `op` is, or the last one that a kernel computes.
static StringRef getSourceName(Operation &op) {
  if (auto dispatch = dyn_cast<kernel::DispatchOp>(op))
    if (auto ops = dispatch.lookupKernel()->getAttrOfType<ArrayAttr>(
            kernel::opsAttrName);
        ops && !ops.empty())
      return cast<StringAttr>(ops[ops.size() - 1]).getValue();
  return op.getName().getStringRef();
}

/// Limits the elements of the tensors of dynamic extent in `function`, as shape
/// rules do for others. `getMap` makes a map of the function's symbols.
static void limitCounts(func::FuncOp function, const SymbolicShapes &shapes,
                        function_ref<AffineMapAttr(AffineExpr)> getMap,
                        SmallVectorImpl<Attribute> &predicates) {
  MLIRContext *context = function.getContext();
  // What is limited already, then each count with the first op that has it.
  constexpr StringLiteral rule = "an element count that fits 32 bits";
  llvm::MapVector<AffineExpr, Operation *> counts;
  for (Attribute attribute : predicates)
    if (auto known = cast<PredicateAttr>(attribute); known.getRule() == rule)
      counts.insert({known.getLhs().getValue().getResult(0), nullptr});
  for (Operation &op : function.getBody().front()) {
    SmallVector<Value> tensors(op.getOperands());
    llvm::append_range(tensors, op.getResults());
    for (Value tensor : tensors) {
      if (!isa<RankedTensorType>(tensor.getType()))
        continue;
      AffineExpr elements = multiplyExtents(shapes.getShape(tensor), context);
      // Single extents are limited anyway: they are passed as 32 bits.
      if (isa<AffineBinaryOpExpr>(elements))
        counts.insert({elements, &op});
    }
  }
  AffineMapAttr limit = getMap(getAffineConstantExpr(maxElements, context));
  for (auto &[elements, op] : counts) {
    // One that is never larger than another adds nothing; of two that are
    // always equal the first stays.
    bool isImplied = false, isEarlier = true;
    for (auto &[other, user] : counts) {
      if (other == elements)
        isEarlier = false;
      else if (isKnownAtMost(elements, other))
        isImplied |= isEarlier || !isKnownAtMost(other, elements);
    }
    if (op && !isImplied)
      predicates.push_back(PredicateAttr::get(context, getSourceName(*op), rule,
                                              getMap(elements), "le", limit,
                                              op->getLoc()));
  }
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
  limitCounts(function, shapes, getMap, predicates);
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
