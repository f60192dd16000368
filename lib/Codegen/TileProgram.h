//===- TileProgram.h - A kernel's tensor program, analysed ------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tiling and the choice of a schedule both need to know of a kernel: the
// extents of its tensors as expressions of its symbols, which loops of
// different ops are the same, which results are computed together, and which
// ops are contractions and reductions.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CODEGEN_TILEPROGRAM_H
#define OAML_LIB_CODEGEN_TILEPROGRAM_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"

namespace oaml::tile {

/// `acc + lhs * rhs`, where `lhs` and `rhs` are values of the body that depend
/// on different inputs, and each has a parallel loop that the other lacks. With
/// a guard: the same where that holds, else `acc`.
struct Contraction {
  mlir::Value lhs, rhs;
  /// The addition; it makes the new value of the accumulator.
  mlir::Operation *add;
  /// Loops that the inputs below `lhs` and `rhs` use, in the order of the
  /// dimensions of the first such input.
  llvm::SmallVector<unsigned> lhsLoops, rhsLoops;
  /// A condition on the indices of `guardLoops`, or null.
  mlir::Value guard;
  llvm::SmallVector<unsigned> guardLoops;
};

/// Recognises a contraction by the structure of its body and maps.
std::optional<Contraction> matchContraction(mlir::linalg::GenericOp op);

/// `acc = combine(acc, term)` with one of vector's combining kinds, where
/// `term` does not depend on the accumulator.
struct SimpleReduction {
  mlir::Operation *combiner;
  mlir::Value term;
  mlir::vector::CombiningKind kind;
  /// The neutral element of `combiner`.
  mlir::TypedAttr neutral;
};

/// Recognises a reduction with one accumulator and a known combiner.
std::optional<SimpleReduction> matchReduction(mlir::linalg::GenericOp op);

/// `acc = select(index == row, acc + term, acc)`: sums by index, in the order
/// of the one reduction loop. `index` depends on that loop only, and nothing
/// else depends on the loop of rows.
struct Scatter {
  unsigned rowLoop, reductionLoop;
  mlir::Value index, term;
  /// The addition of term and accumulator.
  mlir::Operation *add;
};

/// Recognises a sum by index.
std::optional<Scatter> matchScatter(mlir::linalg::GenericOp op);

/// Weights `exp(logits - largest)` of a contraction, where `largest` is the
/// maximum of the logits over the loop that the contraction sums over.
struct Softmax {
  mlir::linalg::GenericOp contraction;
  /// `logits` and `weights` have the dimensions of `largest` and one more.
  mlir::Value logits, largest, weights;
  /// The sum of the weights, if it is wanted; else null.
  mlir::Value sum;
  /// The contraction's loops along the dimensions of `weights`; the last one is
  /// summed.
  llvm::SmallVector<unsigned> loops;
};

/// Recognises a contraction whose weights are those of a softmax.
std::optional<Softmax> matchSoftmax(mlir::linalg::GenericOp contraction);

/// Is a factor of `contraction` computed from other contractions?
bool isNested(mlir::linalg::GenericOp contraction);

/// Does the innermost dimension of some input that is reduced stay? Then a
/// block of the reduction is combined per kept element, without a step across
/// lanes.
bool keepsInnermost(mlir::linalg::GenericOp op);

/// A loop of a part's iteration space.
struct PartLoop {
  mlir::AffineExpr extent;
  /// The loop of the part's anchor, for reduction loops.
  std::optional<unsigned> anchorLoop;
};

/// Results that share an iteration space, computed by the same workgroups.
struct Part {
  /// Result numbers, ascending.
  llvm::SmallVector<unsigned> results;
  /// The result that has all parallel loops; the others have a prefix of them.
  unsigned root = 0;
  /// One parallel loop per dimension of the root, then reduction loops of the
  /// anchor.
  llvm::SmallVector<PartLoop> loops;
  unsigned numParallel = 0;
  /// The contraction or reduction that the schedule is about; null for
  /// element-wise parts.
  mlir::linalg::GenericOp anchor;
  kernel::Strategy strategy = kernel::Strategy::Elementwise;
};

/// A recurrence: the program is one step of it. Its results are slices of
/// tensors that hold those of all steps, which it reads back.
struct Scan {
  /// The number of steps.
  mlir::AffineExpr length;
  /// The argument that is the number of the step.
  mlir::BlockArgument step;
  /// Where the slices of a result go.
  struct Stack {
    /// The argument that is the tensor of all steps, as far as it is written.
    mlir::BlockArgument tensor;
    unsigned axis = 0;
    /// The position of the slice along the axis.
    mlir::OpFoldResult place;
  };
  /// One per result.
  llvm::SmallVector<Stack> stacks;
  /// The dimension of all results whose elements depend on the same elements
  /// of the steps before only; workgroups share the steps along it.
  std::optional<unsigned> rows;
};

/// The tensor program of a kernel function, with every linalg op in generic
/// form.
class TileProgram {
public:
  /// Normalises `func` in place (generic linalg ops only) and analyses it. With
  /// `simplify`, dimensions of extent 1 are dropped and those that all ops walk
  /// through together collapsed (see TileSimplify.cpp).
  static mlir::FailureOr<std::unique_ptr<TileProgram>>
  create(mlir::FunctionOpInterface func, bool simplify);

  mlir::FunctionOpInterface getFunction() { return func; }
  mlir::MLIRContext *getContext() { return func->getContext(); }

  /// The tensor arguments; they come before index arguments.
  llvm::ArrayRef<mlir::BlockArgument> getTensorArguments() {
    return func.getArguments().take_front(numTensorArguments);
  }

  /// Names of the symbols; `getAffineSymbolExpr(i)` stands for the i-th.
  llvm::ArrayRef<mlir::StringAttr> getSymbols() const { return symbols; }

  llvm::ArrayRef<Part> getParts() const { return parts; }

  /// Changes what is known of `tensor`, for a rewrite of the program.
  void setExtents(mlir::Value tensor,
                  llvm::SmallVector<mlir::AffineExpr> exprs) {
    extents[tensor] = std::move(exprs);
  }
  void forgetLoops(mlir::linalg::GenericOp op) { loopExtents.erase(op); }
  /// Forgets a value whose op is erased.
  void forget(mlir::Value value) {
    extents.erase(value);
    indexExprs.erase(value);
    loopExtents.erase(value.getDefiningOp());
  }

  /// Null if the program is no recurrence.
  const Scan *getScan() const { return scan ? &*scan : nullptr; }

  /// The tensor that result `i` is stored in.
  mlir::Value getStored(unsigned i) {
    return scan ? mlir::Value(scan->stacks[i].tensor) : getResult(i);
  }

  /// The number of the result that `tensor` holds for all steps.
  std::optional<unsigned> getStackNumber(mlir::Value tensor) const {
    for (unsigned i = 0; scan && i < scan->stacks.size(); ++i)
      if (scan->stacks[i].tensor == tensor)
        return i;
    return std::nullopt;
  }

  /// The value that the function returns as result `i`.
  mlir::Value getResult(unsigned i) {
    return func.getFunctionBody().front().getTerminator()->getOperand(i);
  }

  /// Extents of a tensor. Emits an error where one cannot be told.
  mlir::FailureOr<llvm::ArrayRef<mlir::AffineExpr>>
  getExtents(mlir::Value tensor);

  /// Extents of the loops of `op`.
  mlir::FailureOr<llvm::ArrayRef<mlir::AffineExpr>>
  getLoopExtents(mlir::linalg::GenericOp op);

  /// An index value as an expression of the symbols; null if it is none.
  mlir::AffineExpr getIndexExpr(mlir::Value index);

  /// Do a loop of one op and a loop of another run over the same dimension?
  bool sameLoop(mlir::linalg::GenericOp a, unsigned loopA,
                mlir::linalg::GenericOp b, unsigned loopB);

  /// Does loop `loop` of `op` run over dimension `dim` of `tensor`?
  bool sameLoop(mlir::linalg::GenericOp op, unsigned loop, mlir::Value tensor,
                unsigned dim);

private:
  explicit TileProgram(mlir::FunctionOpInterface func) : func(func) {}

  mlir::LogicalResult collectSymbols();
  mlir::LogicalResult collectExtents();
  mlir::LogicalResult inlineScan();
  std::optional<unsigned> findRows();
  void collectLoopClasses();
  mlir::LogicalResult collectParts();
  mlir::FailureOr<llvm::SmallVector<mlir::AffineExpr>>
  computeExtents(mlir::Value tensor);
  unsigned classOf(void *owner, unsigned position);

  mlir::FunctionOpInterface func;
  unsigned numTensorArguments = 0;
  llvm::SmallVector<mlir::StringAttr> symbols;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::AffineExpr>> extents;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::AffineExpr>>
      loopExtents;
  /// Index values at the function's level.
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> indexExprs;
  llvm::DenseMap<std::pair<void *, unsigned>, unsigned> classes;
  llvm::IntEqClasses equal;
  llvm::SmallVector<Part> parts;
  std::optional<Scan> scan;
};

/// Floating-point operations of `program` as an expression of its symbols: its
/// arithmetic and functions of float elements, a multiply-add counted twice.
/// What tiles compute several times counts once. Null where the extent of a
/// loop cannot be told.
mlir::AffineExpr countFlops(TileProgram &program);

/// Drops and collapses dimensions of `program`, whose extents are known, before
/// its parts are formed.
void simplifyDimensions(TileProgram &program);

/// The value of `expr` if it is a constant.
std::optional<int64_t> getConstant(mlir::AffineExpr expr);

/// A kernel's analysed copy with its schedules.
struct ScheduledKernel {
  mlir::OwningOpRef<mlir::Operation *> copy;
  std::unique_ptr<TileProgram> program;
  /// One per part of `program`.
  llvm::SmallVector<kernel::ScheduleAttr> schedules;
};

/// Analyses a copy of `func`; makes no schedules.
mlir::FailureOr<ScheduledKernel> analyseKernel(mlir::FunctionOpInterface func,
                                               bool simplify);

/// Analyses a copy of `func` and reads its attribute `kernel.schedule`, which
/// is for simplified loops or, if that does not fit, for the loops as they are.
/// Emits an error at `func` if it fits neither or breaks a rule.
mlir::FailureOr<ScheduledKernel> readSchedules(mlir::FunctionOpInterface func);

} // namespace oaml::tile

#endif // OAML_LIB_CODEGEN_TILEPROGRAM_H
