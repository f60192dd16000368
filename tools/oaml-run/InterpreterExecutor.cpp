//===- InterpreterExecutor.cpp - Running a function on the interpreter ----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "oaml-rt/SeedSequence.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Interpreter/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace oaml;

Executor::~Executor() = default;

static Type getElementType(MLIRContext *context, rt::DType dtype) {
  switch (dtype) {
  case rt::DType::F32:
    return Float32Type::get(context);
  case rt::DType::F16:
    return Float16Type::get(context);
  case rt::DType::BF16:
    return BFloat16Type::get(context);
  case rt::DType::I32:
    return IntegerType::get(context, 32);
  case rt::DType::I8:
    return IntegerType::get(context, 8);
  case rt::DType::UI8:
    return IntegerType::get(context, 8, IntegerType::Unsigned);
  }
  llvm_unreachable("unknown element type");
}

static rt::DType getDType(Type type) {
  if (type.isF32())
    return rt::DType::F32;
  if (type.isF16())
    return rt::DType::F16;
  if (type.isBF16())
    return rt::DType::BF16;
  if (type.isInteger(32))
    return rt::DType::I32;
  return type.isUnsignedInteger(8) ? rt::DType::UI8 : rt::DType::I8;
}

namespace {

class InterpreterExecutor final : public Executor {
public:
  InterpreterExecutor(OwningOpRef<ModuleOp> module, StringRef name,
                      ArrayRef<rt::HostArray> arguments, uint64_t seed)
      : module(std::move(module)),
        function(this->module->lookupSymbol<func::FuncOp>(name)), seeds(seed) {
    for (const rt::HostArray &array : arguments)
      this->arguments.push_back(HostTensor::fromBytes(
          RankedTensorType::get(
              array.shape, getElementType(function.getContext(), array.dtype)),
          array.bytes));
  }

  ExitCode run() override {
    InterpreterOptions options;
    unsigned position = 0;
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
      if (function.getArgAttr(i, runSeedAttrName)) {
        options.runSeed = seeds.next();
        continue;
      }
      auto donated = function.getArgAttrOfType<IntegerAttr>(i, donatedAttrName);
      if (donated && !results.empty())
        arguments[position] = results[donated.getInt()];
      ++position;
    }
    FailureOr<SmallVector<HostTensor>> run =
        interpretFunction(function, arguments, options);
    if (failed(run))
      return WrongInput;
    results = std::move(*run);
    return Done;
  }

  ExitCode getResults(SmallVectorImpl<rt::HostArray> &arrays) override {
    for (const HostTensor &tensor : results) {
      rt::HostArray array;
      array.dtype = getDType(tensor.getElementType());
      array.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
      array.bytes = tensor.getBytes();
      arrays.push_back(std::move(array));
    }
    return Done;
  }

private:
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  rt::SeedSequence seeds;
  SmallVector<HostTensor> arguments, results;
};

} // namespace

/// "@init, @step".
static std::string listFunctions(ArrayRef<func::FuncOp> functions) {
  if (functions.empty())
    return "none";
  return llvm::join(llvm::map_range(functions,
                                    [](func::FuncOp function) {
                                      return ("@" + function.getName()).str();
                                    }),
                    ", ");
}

ExitCode oaml::createInterpreter(ModuleOp module, StringRef name,
                                 ArrayRef<rt::HostArray> arguments,
                                 uint64_t seed,
                                 std::unique_ptr<Executor> &executor) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      functions.push_back(function);
  func::FuncOp function;
  if (!name.empty()) {
    function = module.lookupSymbol<func::FuncOp>(name);
    if (!function || function.isExternal())
      return fail(WrongInput, "no function @" + name +
                                  " in the program; public ones: " +
                                  listFunctions(functions));
  } else if (functions.size() == 1) {
    function = functions.front();
  } else {
    return fail(WrongInput,
                "--function=NAME is required unless the program has exactly "
                "one public function; public ones: " +
                    listFunctions(functions));
  }

  OwningOpRef<ModuleOp> prepared(module.clone());
  PassManager passes(module.getContext());
  passes.addPass(createResolveSeeds());
  passes.addPass(createDifferentiate());
  if (failed(passes.run(*prepared)))
    return WrongInput;
  executor = std::make_unique<InterpreterExecutor>(
      std::move(prepared), function.getName(), arguments, seed);
  return Done;
}
