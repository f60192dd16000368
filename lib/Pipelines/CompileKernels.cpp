//===- CompileKernels.cpp - Compile every kernel.func ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/KernelCost.h"
#include "oaml/Codegen/Passes.h"
#include "oaml/Codegen/Tile.h"
#include "oaml/Conversion/GPUToVulkan/GPUToVulkan.h"
#include "oaml/Conversion/OAMLToLinalg/OAMLToLinalg.h"
#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Pipelines/Pipelines.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Threading.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

namespace oaml {
#define GEN_PASS_DEF_COMPILEKERNELS
#include "oaml/Pipelines/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

/// From core ops to tile IR.
static void buildTiling(OpPassManager &manager) {
  manager.addNestedPass<kernel::FuncOp>(createLowerToLinalg());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  // Kernels are compiled at the same time; their remarks come at the end.
  manager.addPass(createChooseSchedule({/*emitRemarks=*/false}));
  manager.addPass(createTile());
}

/// From tile IR to what one lane does.
static void buildDistribution(OpPassManager &manager) {
  OpPassManager &module = manager.nest<gpu::GPUModuleOp>();
  module.addPass(createCheckTileIR());
  module.addPass(createExpandMath());
  // Lanes gather; what upstream makes of a gather of neighbours they do not
  // know.
  module.addPass(createCanonicalizerPass(
      GreedyRewriteConfig(),
      /*disabledPatterns=*/{"(anonymous namespace)::FoldContiguousGather"}));
  module.addPass(createCSEPass());
  module.addPass(createAssignLayouts());
  module.addPass(createDistribute());
  module.addPass(createCanonicalizerPass());
  module.addPass(createCSEPass());
  // Addresses that a loop does not change; 5 % of a product of unknown extents.
  module.addPass(createLoopInvariantCodeMotionPass());
  module.addPass(createCheckDistributed());
}

namespace {

/// A kernel on its way through code generation, in a module of its own.
struct Job {
  kernel::FuncOp source;
  OwningOpRef<ModuleOp> module;
  Attribute schedule;
  AffineMap grid;
  AffineMapAttr flops;
  int64_t registers = 0;
  SmallVector<StringRef> symbols;
  int64_t subgroupSize = 0;
  SmallVector<std::string> needs;
  SmallVector<uint32_t> words;
};

struct CompileKernelsPass : oaml::impl::CompileKernelsBase<CompileKernelsPass> {
  using CompileKernelsBase::CompileKernelsBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager manager(ModuleOp::getOperationName());
    buildTiling(manager);
    buildDistribution(manager);
    manager.addPass(createConvertGPUToVulkan());
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override;

private:
  LogicalResult compile(Job &job);
  LogicalResult dump(Job &job, StringRef stage, StringRef extension,
                     llvm::function_ref<void(raw_ostream &)> write);
  LogicalResult dump(Job &job, StringRef stage) {
    return dump(job, stage, "mlir",
                [&](raw_ostream &stream) { job.module->print(stream); });
  }
  void addBinary(Job &job, SymbolTable &symbolTable);
};

} // namespace

LogicalResult
CompileKernelsPass::dump(Job &job, StringRef stage, StringRef extension,
                         llvm::function_ref<void(raw_ostream &)> write) {
  if (dumpDir.empty())
    return success();
  SmallString<128> path(dumpDir);
  llvm::sys::path::append(path, job.source.getSymName() + "." + stage + "." +
                                    extension);
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (!file)
    return job.source.emitError(message);
  write(file->os());
  file->keep();
  return success();
}

/// Device features that a shader declares, by the names of `#kernel.device`.
static SmallVector<std::string> getNeeds(spirv::ModuleOp module) {
  SmallVector<std::string> needs;
  auto triple = module.getVceTriple();
  if (!triple)
    return needs;
  for (spirv::Capability capability : triple->getCapabilities()) {
    switch (capability) {
    case spirv::Capability::Int64:
      needs.push_back("int64");
      break;
    case spirv::Capability::Float16:
      needs.push_back("float16");
      break;
    case spirv::Capability::StorageBuffer16BitAccess:
      needs.push_back("storage16");
      break;
    case spirv::Capability::StorageBuffer8BitAccess:
      needs.push_back("storage8");
      break;
    case spirv::Capability::SignedZeroInfNanPreserve:
      needs.push_back("signed_zero_inf_nan");
      break;
    default:
      break;
    }
  }
  return needs;
}

LogicalResult CompileKernelsPass::compile(Job &job) {
  MLIRContext *context = &getContext();
  auto run = [&](llvm::function_ref<void(OpPassManager &)> build) {
    PassManager manager(context, ModuleOp::getOperationName());
    manager.enableVerifier(false);
    build(manager);
    return manager.run(*job.module);
  };
  if (failed(dump(job, "0-kernel")) || failed(run(buildTiling)))
    return failure();
  if (failed(dump(job, "1-tile")))
    return failure();
  gpu::GPUFuncOp function;
  job.module->walk([&](gpu::GPUFuncOp op) { function = op; });
  job.grid =
      function->getAttrOfType<AffineMapAttr>(kernel::gridAttrName).getValue();
  job.flops = function->getAttrOfType<AffineMapAttr>(kernel::flopsAttrName);
  job.schedule = function->getAttr(kernel::scheduleAttrName);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto symbol =
            function.getArgAttrOfType<StringAttr>(i, kernel::symbolAttrName))
      job.symbols.push_back(symbol.getValue());
  job.subgroupSize =
      function->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName)
          .getSubgroupSize();

  if (failed(run(buildDistribution)) || failed(dump(job, "2-lanes")))
    return failure();
  job.module->walk(
      [&](gpu::GPUFuncOp op) { job.registers = countRegisters(op); });
  if (failed(run([](OpPassManager &manager) {
        manager.addPass(createConvertGPUToVulkan());
      })) ||
      failed(dump(job, "3-spirv")))
    return failure();
  spirv::ModuleOp shader;
  job.module->walk([&](spirv::ModuleOp op) { shader = op; });
  job.needs = getNeeds(shader);
  FailureOr<SmallVector<uint32_t>> words = serializeKernel(shader);
  if (failed(words))
    return failure();
  job.words = std::move(*words);
  return dump(job, "4-binary", "spv", [&](raw_ostream &stream) {
    stream.write(reinterpret_cast<const char *>(job.words.data()),
                 job.words.size() * sizeof(uint32_t));
  });
}

void CompileKernelsPass::addBinary(Job &job, SymbolTable &symbolTable) {
  OpBuilder builder(job.source);
  builder.setInsertionPointAfter(job.source);
  job.source->setAttr(kernel::scheduleAttrName, job.schedule);
  remarkSchedule(job.source);
  auto type = RankedTensorType::get({static_cast<int64_t>(job.words.size())},
                                    builder.getI32Type());
  SmallVector<int64_t> inPlace;
  for (unsigned i = 0; i < job.source.getNumResults(); ++i) {
    auto argument = dyn_cast_or_null<IntegerAttr>(
        job.source.getResultAttr(i, kernel::inPlaceAttrName));
    inPlace.push_back(argument ? argument.getInt() : -1);
  }
  SmallVector<Attribute> symbols, needs;
  for (StringRef symbol : job.symbols)
    symbols.push_back(builder.getStringAttr(symbol));
  for (StringRef need : job.needs)
    needs.push_back(builder.getStringAttr(need));
  auto binary = kernel::BinaryOp::create(
      builder, job.source.getLoc(), (job.source.getSymName() + "_binary").str(),
      job.source.getSymName(), job.source.getSymName(),
      DenseElementsAttr::get(type, ArrayRef<uint32_t>(job.words)),
      job.subgroupSize, job.grid, builder.getArrayAttr(symbols), inPlace,
      builder.getArrayAttr(needs), job.flops,
      builder.getI64IntegerAttr(job.registers));
  symbolTable.insert(binary);
}

void CompileKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto device =
      module->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName);
  if (!device) {
    module.emitError() << "requires " << kernel::deviceAttrName
                       << " to compile kernels";
    return signalPassFailure();
  }
  if (!dumpDir.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(dumpDir)) {
      module.emitError() << "cannot create folder " << dumpDir.getValue()
                         << ": " << error.message();
      return signalPassFailure();
    }
  llvm::SmallDenseSet<StringAttr> compiled;
  for (auto binary : module.getOps<kernel::BinaryOp>())
    compiled.insert(binary.getKernelAttr().getAttr());

  std::vector<Job> jobs;
  for (auto function : module.getOps<kernel::FuncOp>()) {
    if (compiled.contains(function.getSymNameAttr()))
      continue;
    Job &job = jobs.emplace_back();
    job.source = function;
    job.module = ModuleOp::create(function.getLoc());
    (*job.module)->setAttr(kernel::deviceAttrName, device);
    kernel::FuncOp copy = function.clone();
    copy.setPublic();
    job.module->push_back(copy);
  }
  if (failed(failableParallelForEach(&getContext(), jobs,
                                     [&](Job &job) { return compile(job); })))
    return signalPassFailure();
  SymbolTable symbolTable(module);
  for (Job &job : jobs)
    addBinary(job, symbolTable);
  numCompiled += jobs.size();
}
