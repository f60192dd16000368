//===- Decompose.cpp - Composite ops to core ops --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/Pullback.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSet.h"

namespace oaml {
#define GEN_PASS_DEF_DECOMPOSE
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

namespace {
struct DecomposePass : public oaml::impl::DecomposeBase<DecomposePass> {
  using DecomposeBase::DecomposeBase;

  void runOnOperation() override {
    llvm::StringSet<> kept;
    for (const std::string &name : keep) {
      if (!RegisteredOperationName::lookup(name, &getContext())) {
        emitError(getOperation()->getLoc())
            << getArgument() << ": option 'keep' requires names of ops, found '"
            << name << "'";
        return signalPassFailure();
      }
      kept.insert(name);
    }
    IRRewriter rewriter(&getContext());
    auto decomposeAll = [&] {
      SmallVector<DecomposableOpInterface> composites;
      getOperation()->walk([&](DecomposableOpInterface op) {
        if (!kept.contains(op->getName().getStringRef()))
          composites.push_back(op);
      });
      for (DecomposableOpInterface op : composites)
        rewriter.replaceOp(op, buildDecomposition(op));
      return !composites.empty();
    };
    // Decompositions may hold composite ops themselves.
    while (decomposeAll()) {
    }
  }
};
} // namespace
