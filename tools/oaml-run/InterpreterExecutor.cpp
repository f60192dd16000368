//===- InterpreterExecutor.cpp - Running a function on the interpreter ----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversions.h"
#include "Executor.h"

#include "oaml-rt/SeedSequence.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"
#include "oaml/Interpreter/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace oaml;

Executor::~Executor() = default;

namespace {

class InterpreterExecutor final : public Executor {
public:
  /// `entry` is a func.func or a plan.entry of `module`.
  InterpreterExecutor(OwningOpRef<ModuleOp> module, Operation *entry,
                      ArrayRef<rt::HostArray> arguments, uint64_t seed)
      : module(std::move(module)), entry(entry), seeds(seed) {
    for (const rt::HostArray &array : arguments)
      this->arguments.push_back(toTensor(entry->getContext(), array));
  }

  size_t getNumResults() const override {
    if (auto planned = dyn_cast<plan::EntryOp>(entry))
      return planned.getFunctionType().getNumResults();
    return cast<func::FuncOp>(entry).getNumResults();
  }

  ExitCode run() override {
    InterpreterOptions options;
    unsigned position = 0;
    for (unsigned i = 0, e = getNumArguments(); i < e; ++i) {
      if (getArgAttr(i, runSeedAttrName)) {
        options.runSeed = seeds.next();
        continue;
      }
      auto donated =
          dyn_cast_or_null<IntegerAttr>(getArgAttr(i, donatedAttrName));
      if (donated && !results.empty())
        arguments[position] = results[donated.getInt()];
      ++position;
    }
    FailureOr<SmallVector<HostTensor>> run =
        isa<plan::EntryOp>(entry)
            ? interpretEntry(cast<plan::EntryOp>(entry), arguments, options)
            : interpretFunction(cast<func::FuncOp>(entry), arguments, options);
    if (failed(run))
      return WrongInput;
    results = std::move(*run);
    return Done;
  }

  ExitCode getResults(SmallVectorImpl<rt::HostArray> &arrays) override {
    for (const HostTensor &tensor : results)
      arrays.push_back(toArray(tensor));
    return Done;
  }

private:
  unsigned getNumArguments() {
    if (auto planned = dyn_cast<plan::EntryOp>(entry))
      return planned.getFunctionType().getNumInputs();
    return cast<func::FuncOp>(entry).getNumArguments();
  }
  Attribute getArgAttr(unsigned index, StringRef name) {
    if (auto planned = dyn_cast<plan::EntryOp>(entry))
      return planned.getArgAttr(index, name);
    return cast<func::FuncOp>(entry).getArgAttr(index, name);
  }

  OwningOpRef<ModuleOp> module;
  Operation *entry;
  rt::SeedSequence seeds;
  SmallVector<HostTensor> arguments, results;
};

} // namespace

ExitCode oaml::findEntry(ModuleOp module, StringRef name, Operation *&entry) {
  SmallVector<StringRef> names;
  for (Operation &op : module.getOps()) {
    auto function = dyn_cast<func::FuncOp>(op);
    bool isEntry = function && !function.isExternal();
    if (!isEntry && !isa<plan::EntryOp>(op))
      continue;
    StringRef symbol = SymbolTable::getSymbolName(&op);
    if (symbol == name) {
      entry = &op;
      return Done;
    }
    if (!function || function.isPublic()) {
      names.push_back(symbol);
      if (name.empty())
        entry = &op;
    }
  }
  if (name.empty() && names.size() == 1)
    return Done;
  std::string list = names.empty() ? "none" : "@" + llvm::join(names, ", @");
  if (!name.empty())
    return fail(WrongInput, "no function @" + name +
                                " in the program; public ones: " + list);
  return fail(WrongInput,
              "--function=NAME is required unless the program has exactly one "
              "public function; public ones: " +
                  list);
}

LogicalResult oaml::prepareForInterpretation(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addPass(createResolveSeeds());
  passes.addPass(createDifferentiate());
  return passes.run(module);
}

ExitCode oaml::createInterpreter(ModuleOp module, StringRef name,
                                 ArrayRef<rt::HostArray> arguments,
                                 uint64_t seed,
                                 std::unique_ptr<Executor> &executor) {
  OwningOpRef<ModuleOp> prepared(module.clone());
  Operation *entry;
  if (ExitCode code = findEntry(*prepared, name, entry))
    return code;
  if (failed(prepareForInterpretation(*prepared)))
    return WrongInput;
  executor = std::make_unique<InterpreterExecutor>(std::move(prepared), entry,
                                                   arguments, seed);
  return Done;
}
