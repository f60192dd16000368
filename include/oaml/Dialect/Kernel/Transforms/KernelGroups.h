//===- KernelGroups.h - Which ops share a kernel ----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_TRANSFORMS_KERNELGROUPS_H
#define OAML_DIALECT_KERNEL_TRANSFORMS_KERNELGROUPS_H

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

#include <memory>
#include <vector>

namespace oaml::kernel {

/// Ops that one kernel computes. Cheap producers are not listed: outlining
/// clones them (see isClonedIntoConsumers).
struct KernelGroup {
  /// In program order.
  llvm::SmallVector<mlir::Operation *> ops;
  /// The contraction or one of the reductions; null: element by element.
  mlir::Operation *anchor = nullptr;
  /// Extents of the iteration space: those of the results, or of the
  /// reductions' operand.
  SymbolicShape domain;
  /// Axes of `domain` that the group's reductions run over.
  llvm::SmallVector<int64_t> reducedAxes;
  /// Why the group's ops are not in groups of their users too.
  llvm::SmallVector<std::string> unfused;
};

/// Limits of grouping; the options of the pass.
struct GroupingOptions {
  bool fuse = true;
  bool mergeParts = true;
  int64_t minParallelRows = 8;
};

/// A dispatch: one group, or several independent ones side by side.
struct KernelPlan {
  llvm::SmallVector<KernelGroup *> parts;
};

/// The grouping of one function's ops.
class KernelGroups {
public:
  /// Groups the core ops in the single block of `function`. `shapes` are its
  /// symbolic shapes.
  KernelGroups(mlir::func::FuncOp function, SymbolicShapes &shapes,
               GroupingOptions options);

  /// Dispatches in an order in which each runs after those it depends on.
  llvm::ArrayRef<KernelPlan> getKernels() const { return kernels; }

  /// True for ops that every group that uses them computes for itself:
  /// constants of one value, positions, broadcasts of such, and arithmetic on
  /// single elements.
  bool isClonedIntoConsumers(mlir::Operation *op) const;

  /// Number of ops that joined another op's group.
  unsigned getNumFused() const { return numFused; }

private:
  KernelGroup *getGroup(mlir::Operation *op) const {
    return groupOf.lookup(op);
  }
  void startGroup(mlir::Operation *op);
  mlir::Operation *getEpilogueOf(mlir::Operation *op) const;
  bool tryJoin(mlir::Operation *op,
               llvm::SmallVectorImpl<std::string> &unfused);
  std::string whyNotJoin(mlir::Operation *op, KernelGroup &group,
                         mlir::ArrayRef<mlir::OpOperand *> uses);
  void collectUses(mlir::Operation *op,
                   llvm::SmallVectorImpl<mlir::OpOperand *> &uses,
                   bool &usedOutside) const;
  bool isNeededBefore(const KernelGroup &group, mlir::Operation *op) const;
  void join(mlir::Operation *op, KernelGroup &group);
  llvm::SetVector<KernelGroup *> getDependences(const KernelGroup &group) const;
  void orderAndMerge();

  mlir::func::FuncOp function;
  SymbolicShapes &shapes;
  GroupingOptions options;
  std::vector<std::unique_ptr<KernelGroup>> groups;
  llvm::DenseMap<mlir::Operation *, KernelGroup *> groupOf;
  llvm::DenseMap<mlir::Operation *, unsigned> position;
  llvm::SmallVector<KernelPlan> kernels;
  unsigned numFused = 0;
};

} // namespace oaml::kernel

#endif // OAML_DIALECT_KERNEL_TRANSFORMS_KERNELGROUPS_H
