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

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;

void oaml::registerAllDialects(DialectRegistry &registry) {
  registry.insert<OAMLDialect, kernel::KernelDialect, plan::PlanDialect>();
  registry
      .insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
              gpu::GPUDialect, linalg::LinalgDialect, math::MathDialect,
              memref::MemRefDialect, scf::SCFDialect, spirv::SPIRVDialect,
              tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>();
  func::registerInlinerExtension(registry);
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
