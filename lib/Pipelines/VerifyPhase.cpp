//===- VerifyPhase.cpp - Check what a phase promises ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/GradOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"
#include "oaml/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace oaml {
#define GEN_PASS_DEF_VERIFYPHASE
#include "oaml/Pipelines/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

/// No request for a gradient, no call.
static LogicalResult verifyDifferentiated(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) -> WalkResult {
    if (isa<GradOp, ValueAndGradOp, VjpOp>(op))
      return op->emitOpError("is still there after phase differentiate: run "
                             "oaml-differentiate");
    if (isa<func::CallOp>(op))
      return op->emitOpError("is still there after phase differentiate: calls "
                             "are inlined, and recursion cannot be");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Core ops only.
static LogicalResult verifyFused(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) -> WalkResult {
    if (isa<DecomposableOpInterface>(op))
      return op->emitOpError("is composite: phase fuse leaves core ops only");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Functions hold dispatches, kernels hold core ops.
static LogicalResult verifyKernels(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    WalkResult result = function.walk([](Operation *op) -> WalkResult {
      if (isa<func::FuncOp, func::ReturnOp, kernel::DispatchOp, ReshapeOp,
              ConstantOp, DimOp>(op) ||
          llvm::all_of(op->getResultTypes(), llvm::IsaPred<IndexType>))
        return WalkResult::advance();
      return op->emitOpError("is in no kernel: after phase kernels a function "
                             "holds only dispatches, reshapes, constants and "
                             "index arithmetic");
    });
    if (result.wasInterrupted())
      return failure();
  }
  for (auto kernel : module.getOps<kernel::FuncOp>()) {
    WalkResult result = kernel.walk([](Operation *op) -> WalkResult {
      if (isa<kernel::FuncOp, kernel::ReturnOp, DimOp,
              LinalgLowerableOpInterface>(op) ||
          llvm::all_of(op->getResultTypes(), llvm::IsaPred<IndexType>))
        return WalkResult::advance();
      return op->emitOpError(
          "cannot be compiled in a kernel: it is no core op");
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// Every kernel has a binary.
static LogicalResult verifyCompiled(ModuleOp module) {
  llvm::SmallDenseSet<StringAttr> compiled;
  for (auto binary : module.getOps<kernel::BinaryOp>())
    compiled.insert(binary.getKernelAttr().getAttr());
  for (auto kernel : module.getOps<kernel::FuncOp>())
    if (!compiled.contains(kernel.getSymNameAttr()))
      return kernel.emitOpError("has no kernel.binary after phase codegen");
  return success();
}

/// No functions.
static LogicalResult verifyPlanned(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    return function.emitOpError("is still there after phase plan: every public "
                                "function becomes a plan.entry");
  return success();
}

namespace {

struct VerifyPhasePass : oaml::impl::VerifyPhaseBase<VerifyPhasePass> {
  using VerifyPhaseBase::VerifyPhaseBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    ModuleOp module = getOperation();
    std::optional<Phase> which = parsePhase(phase);
    if (!which) {
      module.emitError() << "unknown phase \"" << phase.getValue()
                         << "\": the phases are graph, differentiate, fuse, "
                            "kernels, codegen, plan";
      return signalPassFailure();
    }
    LogicalResult result = success();
    switch (*which) {
    case Phase::Graph:
    case Phase::Artifact:
      break;
    case Phase::Differentiate:
      result = verifyDifferentiated(module);
      break;
    case Phase::Fuse:
      result = verifyFused(module);
      break;
    case Phase::Kernels:
      result = verifyKernels(module);
      break;
    case Phase::Codegen:
      result = verifyCompiled(module);
      break;
    case Phase::Plan:
      result = verifyPlanned(module);
      break;
    }
    if (failed(result))
      signalPassFailure();
  }
};

} // namespace
