//===- ClosureTest.cpp - Rules emit ops that have rules -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

#include "oaml/Dialect/OAML/IR/RecurrentOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace oaml;

/// Whether a gradient goes through ops of this name.
static bool isDifferentiable(RegisteredOperationName name) {
  return !name.hasTrait<Detached>() &&
         (name.hasInterface<DifferentiableOpInterface>() ||
          name.hasInterface<DecomposableOpInterface>());
}

TEST(AdjointCoverage, CasesCoverEveryDifferentiableOp) {
  MLIRContext context;
  loadAdjointDialects(context);
  llvm::StringSet<> covered;
  for (const AdjointCase &test : getAdjointCases()) {
    // The rest of the program is the same for all cases, and made of few ops.
    std::string body = test.body;
    for (size_t at = body.find("oaml."); at != std::string::npos;
         at = body.find("oaml.", at + 1))
      covered.insert(body.substr(at, body.find_first_of(" \n", at) - at));
  }
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == "oaml" && isDifferentiable(name))
      EXPECT_TRUE(covered.contains(name.getStringRef()))
          << name.getStringRef().str() << " has a rule and no case";
}

class AdjointClosure : public testing::TestWithParam<AdjointCase> {};

TEST_P(AdjointClosure, EmittedOpsHaveRulesOrAreDetached) {
  MLIRContext context;
  loadAdjointDialects(context);
  OwningOpRef<ModuleOp> module = getDifferentiatedProgram(GetParam(), context);
  ASSERT_TRUE(module);
  module->walk([](Operation *op) {
    // Extents are index arithmetic, through which no gradient flows.
    bool isFrame =
        isa<ModuleOp, func::FuncOp, func::ReturnOp, DimOp, YieldOp>(op) ||
        (isa<arith::ArithDialect>(op->getDialect()) &&
         op->getResult(0).getType().isIndex());
    EXPECT_TRUE(isFrame || op->hasTrait<Detached>() ||
                isDifferentiable(*op->getRegisteredInfo()))
        << op->getName().getStringRef().str() << " has no rule";
  });
}

INSTANTIATE_TEST_SUITE_P(All, AdjointClosure,
                         testing::ValuesIn(getAdjointCases()),
                         [](const auto &info) { return info.param.name; });
