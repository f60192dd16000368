//===- CompletenessTest.cpp - Every op has all its parts ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

#include "oaml/Dialect/OAML/IR/OpDescriptors.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/IR/SymbolTable.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace oaml;

// What a class declares, the linker demands: an interface that an op has is
// implemented.
TEST(Completeness, EveryOpHasMeaningLoweringAndGradient) {
  MLIRContext context;
  loadAdjointDialects(context);
  ASSERT_FALSE(getOpDescriptors().empty());
  for (const OpDescriptor &descriptor : getOpDescriptors()) {
    SCOPED_TRACE(descriptor.name.str());
    auto op = RegisteredOperationName::lookup(descriptor.name, &context);
    ASSERT_TRUE(op.has_value()) << "is listed but not registered";
    // Requests for gradients are expanded before anything runs; an extent is
    // index arithmetic of the host; terminators belong to the op around.
    if (op->hasInterface<SymbolUserOpInterface>() ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        op->getTypeID() == TypeID::get<DimOp>())
      continue;
    EXPECT_TRUE(op->hasInterface<InterpretableOpInterface>())
        << "the interpreter does not know it";
    bool isComposite = op->hasInterface<DecomposableOpInterface>();
    EXPECT_NE(op->hasInterface<LinalgLowerableOpInterface>(), isComposite)
        << "needs a lowering or a decomposition, and not both";
    EXPECT_TRUE(op->hasTrait<Detached>() || isComposite ||
                op->hasInterface<DifferentiableOpInterface>())
        << "has no rule for its gradient and is not declared detached";
  }
}
