//===- Codegen.cpp - From tile IR to a compiled kernel --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/Codegen.h"

#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/Passes.h"
#include "oaml/Conversion/GPUToVulkan/GPUToVulkan.h"

#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace oaml;

void oaml::buildDistributionPipeline(OpPassManager &pm) {
  pm.addPass(createCheckTileIR());
  pm.addPass(createAssignLayouts());
  pm.addPass(createDistribute());
  // Equal addresses become one, those that a loop does not change leave it.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createCheckDistributed());
}

FailureOr<KernelCode> oaml::compileKernel(gpu::GPUFuncOp func) {
  auto device =
      func->getAttrOfType<kernel::DeviceAttr>(KernelAttrNames::device);
  auto grid = func->getAttrOfType<AffineMapAttr>(KernelAttrNames::grid);
  if (!device || !grid)
    return func.emitOpError("needs the attributes '")
           << KernelAttrNames::device << "' and '" << KernelAttrNames::grid
           << "'";
  KernelCode code;
  code.entry = func.getName().str();
  code.subgroupSize = device.getSubgroupSize();
  code.grid = grid.getValue();
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    if (auto symbol =
            func.getArgAttrOfType<StringAttr>(i, KernelAttrNames::symbol)) {
      code.symbols.push_back(symbol.str());
      continue;
    }
    auto alias =
        func.getArgAttrOfType<IntegerAttr>(i, KernelAttrNames::inplace);
    code.inPlace.push_back(alias ? alias.getInt() : -1);
  }
  FailureOr<spirv::ModuleOp> module = convertKernelToSPIRV(func);
  if (failed(module))
    return failure();
  FailureOr<SmallVector<uint32_t>> words = serializeKernel(*module);
  module->erase();
  if (failed(words))
    return failure();
  code.words = std::move(*words);
  return code;
}
