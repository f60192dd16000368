//===- Distributor.h - From vectors to registers of a lane ------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the distribution pass. A vector of `n` elements per lane becomes
// `n` scalar values, its registers; nothing is left to split later. One class
// holds the state; its methods are grouped by topic into several files.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CODEGEN_DISTRIBUTOR_H
#define OAML_LIB_CODEGEN_DISTRIBUTOR_H

#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/VectorLayout.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <map>
#include <vector>

namespace oaml {

class Distributor {
public:
  using Registers = llvm::SmallVector<mlir::Value>;

  Distributor(mlir::gpu::GPUFuncOp source, const KernelSignature &signature);

  /// Makes the distributed kernel in place of `source`. Emits an error and
  /// leaves `source` when an op cannot be distributed.
  mlir::FailureOr<mlir::gpu::GPUFuncOp> run();

private:
  //===--- Structure (Distribute.cpp) -------------------------------------===//

  mlir::LogicalResult distributeBlock(mlir::Block &block);
  mlir::LogicalResult distribute(mlir::Operation *op);
  mlir::LogicalResult verifyLayouts(mlir::Operation *op);
  mlir::LogicalResult distributeLoop(mlir::scf::ForOp op);
  mlir::LogicalResult distributeBranch(mlir::scf::IfOp op);
  /// Registers of vectors and values of scalars, in one list.
  Registers flatten(mlir::ValueRange values);
  /// The types of `flatten`'s values.
  llvm::SmallVector<mlir::Type> flattenTypes(mlir::ValueRange values);
  /// The inverse of `flatten`: binds `values` to the new `flat` values.
  void bind(mlir::ValueRange values, mlir::ValueRange flat);

  //===--- Values (Distribute.cpp) ----------------------------------------===//

  VectorLayout layoutOf(mlir::Value value);
  mlir::Value scalar(mlir::Value value) {
    return scalars.lookupOrDefault(value);
  }
  llvm::ArrayRef<mlir::Value> registersOf(mlir::Value value) {
    return registers.find(value)->second;
  }
  mlir::Value index(int64_t value);
  /// `getKnown` constants folded: null stands for zero.
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value multiply(mlir::Value lhs, mlir::OpFoldResult rhs);
  mlir::Value materialize(mlir::OpFoldResult value);
  /// This lane's coordinate in a dimension, as an index; made once, at the
  /// kernel's start.
  mlir::Value laneCoordinate(const DimLayout &dim);
  /// Is this lane's number zero in all bits of `mask`? Made once, at the
  /// kernel's start.
  mlir::Value laneIsZero(int64_t mask);
  /// Number of this lane with the bits of `mask` only, as i32.
  mlir::Value laneBits(int64_t mask);
  /// The i32 `table[lane]`. Tables that layouts make are sums over the bits of
  /// the lane's number; others cost a select per lane.
  mlir::Value selectByLane(llvm::ArrayRef<int64_t> table);

  //===--- Memory (DistributeMemory.cpp) ----------------------------------===//

  /// One access of one lane: adjacent elements from `index` of `buffer` into
  /// `registers`. `inside`, if there is one, says whether they exist.
  struct Access {
    llvm::SmallVector<int64_t> registers;
    mlir::Value buffer, index, inside;
  };
  /// What one dimension of a transferred vector adds to the address of each of
  /// a lane's registers, where that is not a constant.
  struct DimAddress {
    int64_t memoryDim = -1;
    bool isGuarded = false;
    Registers offsets, inside;
    bool isDynamic() const { return !offsets.empty(); }
  };
  llvm::SmallVector<Access> getAccesses(mlir::VectorTransferOpInterface op,
                                        const VectorLayout &layout,
                                        bool isWrite);
  mlir::OpFoldResult getExtent(unsigned buffer, unsigned dim);
  llvm::SmallVector<mlir::OpFoldResult> getStrides(unsigned buffer);
  void guardDim(mlir::VectorTransferOpInterface op, unsigned dim,
                const DimLayout &layout, mlir::Value coordinate,
                mlir::OpFoldResult stride, int64_t step, bool isWrite,
                DimAddress &address);
  /// Adds `index * stride` to `fixed` or `moving`, by what the innermost loop
  /// around `op` changes.
  void addTerm(mlir::Operation *op, mlir::Value index,
               mlir::OpFoldResult stride, mlir::Value &fixed,
               mlir::Value &moving);
  mlir::LogicalResult distributeRead(mlir::vector::TransferReadOp op);
  mlir::LogicalResult distributeWrite(mlir::vector::TransferWriteOp op);
  mlir::LogicalResult distributeGather(mlir::vector::GatherOp op);

  //===--- Arithmetic (DistributeArith.cpp) -------------------------------===//

  mlir::LogicalResult distributeConstant(mlir::arith::ConstantOp op);
  mlir::LogicalResult distributeElementwise(mlir::Operation *op);
  mlir::LogicalResult distributeBroadcast(mlir::vector::BroadcastOp op);
  mlir::LogicalResult distributeTranspose(mlir::vector::TransposeOp op);
  mlir::LogicalResult distributeStep(mlir::vector::StepOp op);
  mlir::LogicalResult distributeReduction(mlir::vector::MultiDimReductionOp op);

  //===--- Lanes (DistributeLanes.cpp) ------------------------------------===//

  mlir::LogicalResult distributeContraction(mlir::vector::ContractionOp op);
  mlir::LogicalResult distributeConversion(kernel::ConvertLayoutOp op);
  /// The register `value` of lane `lane` (an i32).
  mlir::Value shuffle(mlir::Value value, mlir::Value lane);
  /// The register `value` of the lane whose number differs from this one's in
  /// the bits of `mask`.
  mlir::Value shuffleXor(mlir::Value value, int64_t mask);
  mlir::Value shuffle(mlir::Value value, mlir::Value offset,
                      mlir::gpu::ShuffleMode mode);

  mlir::gpu::GPUFuncOp source, target;
  const KernelSignature &signature;
  kernel::DeviceAttr device;
  int64_t subgroupSize;
  mlir::ImplicitLocOpBuilder builder;
  /// Inserts at the kernel's start, after what it inserted before.
  mlir::ImplicitLocOpBuilder entry;
  mlir::Value lane;
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Registers> registers;
  llvm::DenseMap<std::pair<int64_t, int64_t>, mlir::Value> coordinates;
  llvm::DenseMap<int64_t, mlir::Value> zeroTests, bits;
  std::map<std::vector<int64_t>, mlir::Value> tables;
  llvm::DenseMap<mlir::AffineExpr, mlir::Value> extents;
};

/// Moves loads down to their first use, so that few registers are live at once.
/// A load does not pass a store to memory that it may read, by the rule of
/// `kernel.inplace`.
void sinkLoads(mlir::gpu::GPUFuncOp func, const KernelSignature &signature);

} // namespace oaml

#endif // OAML_LIB_CODEGEN_DISTRIBUTOR_H
