//===- Interpreter.cpp - Reference execution of programs ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interpreter/Interpreter.h"

#include "Engine.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

using namespace mlir;
using namespace oaml;

FailureOr<SmallVector<HostTensor>>
oaml::interpretFunction(FunctionOpInterface function,
                        ArrayRef<HostTensor> arguments,
                        const InterpreterOptions &options) {
  SmallVector<Datum> all;
  size_t numHidden = 0;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (function.getArgAttr(index, runSeedAttrName)) {
      HostTensor seed(cast<RankedTensorType>(type));
      seed.setInt(0, options.runSeed);
      all.push_back(seed);
      ++numHidden;
    } else if (all.size() - numHidden < arguments.size()) {
      all.push_back(arguments[all.size() - numHidden]);
    }
  }
  size_t expected = function.getNumArguments() - numHidden;
  if (expected != arguments.size())
    return function.emitError() << "requires " << expected
                                << " arguments, found " << arguments.size();
  return Engine(options).run(function, all);
}
