//===- RegisterAll.cpp - Registration of OAML's dialects and passes ---===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Pipelines/RegisterAll.h"

#include "oaml/Codegen/Passes.h"
#include "oaml/Conversion/GPUToVulkan/GPUToVulkan.h"
#include "oaml/Conversion/OAMLToLinalg/OAMLToLinalg.h"
#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/Kernel/Transforms/Passes.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"
#include "oaml/Dialect/Plan/Transforms/Passes.h"
#include "oaml/Pipelines/Pipelines.h"

#include "mlir/IR/DialectRegistry.h"

void oaml::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<OAMLDialect, kernel::KernelDialect, plan::PlanDialect>();
}

void oaml::registerAllPasses() {
  registerCodegenPasses();
  registerOAMLToLinalgPasses();
  registerOAMLTransformsPasses();
  kernel::registerKernelTransformsPasses();
  plan::registerPlanTransformsPasses();
  registerGPUToVulkanPasses();
  registerPipelinePasses();
  registerPipelines();
}
