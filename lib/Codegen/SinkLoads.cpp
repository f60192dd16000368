//===- SinkLoads.cpp - Loads next to their first use ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace oaml;

/// The number of the kernel's argument that a load or store goes to.
static unsigned getBuffer(Value pointer) {
  while (auto advance = pointer.getDefiningOp<kernel::AdvanceOp>())
    pointer = advance.getSource();
  return cast<BlockArgument>(pointer).getArgNumber();
}

/// The pointer of a store; null if `op` is none.
static Value getStorePointer(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemref();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getBase();
  return nullptr;
}

static Value getLoadPointer(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemref();
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  return nullptr;
}

/// Does anything between `load` and `to`, in one block, write what it may read?
static bool isBlocked(Operation *load, Operation *to,
                      const KernelSignature &signature) {
  unsigned buffer = getBuffer(getLoadPointer(load));
  auto writes = [&](Operation *op) {
    Value pointer = getStorePointer(op);
    return pointer && signature.mayAlias(getBuffer(pointer), buffer);
  };
  for (Operation *op = load->getNextNode(); op && op != to;
       op = op->getNextNode()) {
    WalkResult walk = op->walk([&](Operation *nested) {
      return writes(nested) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return true;
  }
  return false;
}

/// The op of `block` that holds the first of the users.
static Operation *getFirstUser(Block &block, ArrayRef<Operation *> users) {
  Operation *first = nullptr;
  for (Operation *user : users) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (ancestor && (!first || ancestor->isBeforeInBlock(first)))
      first = ancestor;
  }
  return first;
}

/// Scalar arithmetic: cheap to hold back, and free of effects.
static bool isArithmetic(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         !op->getResult(0).getType().isIndex() &&
         isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::ConstantLike>() && isPure(op);
}

/// Moves arithmetic to its first user where there is little of it. Distribution
/// unrolls op by op: all elements of the first op of the tile, then all of the
/// second. Here what is loaded for an element is finished before the next one
/// begins, and few values live at a time (relu(x * y + z) on lavapipe: 8.5 ms
/// instead of 10.7). Long chains, as in expanded functions, stay side by side:
/// their latencies overlap (softmax: 8.4 ms, one by one 11.7). Products, which
/// take values of other lanes, keep the order of their accumulators.
static void sinkArithmetic(Block &block) {
  constexpr size_t kMostPerLoad = 8;
  SmallVector<Operation *> ops;
  size_t numLoads = 0;
  for (Operation &op : block) {
    if (isa<gpu::ShuffleOp>(op))
      return;
    numLoads += getLoadPointer(&op) != nullptr;
    if (isArithmetic(&op))
      ops.push_back(&op);
  }
  if (ops.size() > kMostPerLoad * numLoads)
    return;
  for (Operation *op : llvm::reverse(ops)) {
    SmallVector<Operation *> users(op->getUsers());
    Operation *first = getFirstUser(block, users);
    if (first && first != op->getNextNode() &&
        (isArithmetic(first) || getStorePointer(first)))
      op->moveBefore(first);
  }
}

static void sinkInBlock(Block &block, const KernelSignature &signature) {
  sinkArithmetic(block);
  SmallVector<Operation *> loads;
  for (Operation &op : block) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        sinkInBlock(inner, signature);
    if (getLoadPointer(&op))
      loads.push_back(&op);
  }
  for (Operation *load : llvm::reverse(loads)) {
    // The extracts of a wide load move with it.
    SmallVector<Operation *> moved{load}, users;
    for (Operation *user : load->getUsers()) {
      if (!isa<vector::ExtractOp>(user)) {
        users.push_back(user);
        continue;
      }
      moved.push_back(user);
      llvm::append_range(users, user->getUsers());
    }
    Operation *first = getFirstUser(block, users);
    if (!first || isBlocked(load, first, signature))
      continue;
    for (Operation *op : moved)
      op->moveBefore(first);
  }
}

void oaml::sinkLoads(gpu::GPUFuncOp func, const KernelSignature &signature) {
  sinkInBlock(func.getBody().front(), signature);
}
