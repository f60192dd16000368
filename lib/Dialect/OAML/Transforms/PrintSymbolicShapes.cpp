//===- PrintSymbolicShapes.cpp - Prints extents as expressions ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/InterleavedRange.h"

namespace oaml {
#define GEN_PASS_DEF_PRINTSYMBOLICSHAPES
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

static void print(raw_ostream &os, FunctionOpInterface function,
                  const SymbolicShapes &shapes) {
  os << "func @" << function.getName() << '\n';
  for (auto [number, symbol] : llvm::enumerate(shapes.getSymbols())) {
    os << "  s" << number << " = " << symbol.name << ": argument "
       << symbol.argument;
    if (symbol.isExtent)
      os << ", axis " << symbol.dimension;
    os << '\n';
  }
  AsmState state(function);
  for (Operation &op : function.getFunctionBody().front()) {
    for (Value result : op.getResults()) {
      os << "  ";
      result.printAsOperand(os, state);
      os << " = " << op.getName() << ": ";
      if (isa<RankedTensorType>(result.getType()))
        os << '[' << llvm::interleaved(shapes.getShape(result)) << "]\n";
      else
        os << shapes.getIndex(result) << '\n';
    }
  }
  for (const Predicate &predicate : shapes.getPredicates())
    os << "  " << predicate.opName << " requires " << predicate.lhs << ' '
       << stringifyRelation(predicate.relation) << ' ' << predicate.rhs << ": "
       << predicate.rule << '\n';
}

namespace {

struct PrintSymbolicShapesPass
    : oaml::impl::PrintSymbolicShapesBase<PrintSymbolicShapesPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (function.isExternal())
        continue;
      FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
      if (failed(shapes))
        return signalPassFailure();
      print(llvm::outs(), function, *shapes);
    }
    markAllAnalysesPreserved();
  }
};

} // namespace
