//===- SplitReductions.cpp - Large reductions in two steps ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A kernel computes each element of a reduction's result in one workgroup. A
// large reduction to few elements would leave the device idle, and one of
// columns reads memory in strides. Here it becomes two: of chunks, and of their
// results, in an order that is always the same.
//
// The first step keeps the outermost reduced axis where that has chunks enough,
// which works for unknown extents and leaves the element-wise ops around the
// operand as they are. Else one reduced axis is split by a reshape, which
// costs nothing at the border of a kernel: it is moved there, to the operands
// of the element-wise ops that the reduction is to share a kernel with.
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/Transforms/Passes.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace oaml::kernel {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "oaml/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace oaml::kernel

using namespace mlir;
using namespace oaml;
using namespace oaml::kernel;

/// Elements from which on a reduction is worth a second dispatch: about what
/// one workgroup combines in the time of one (lavapipe: 25 us).
static constexpr int64_t kLargeReduction = 1 << 17;
/// Elements of a chunk.
static constexpr int64_t kChunkElements = 1 << 14;
/// Elements that stay in a cache while the columns of all are summed.
static constexpr int64_t kCachedElements = 1 << 20;
static constexpr int64_t kMaxChunks = 1024, kMaxRank = 8;

/// Extents that are not known count as large: there they are what batches are.
static int64_t guess(int64_t extent) {
  return ShapedType::isDynamic(extent) ? 512 : extent;
}

namespace {
/// A reduced axis that is split into `chunks` parts of equal size.
struct Split {
  /// Counted from the last axis: broadcast operands have fewer axes.
  int64_t axisFromEnd;
  int64_t extent, chunks;
};

class Splitter {
public:
  Splitter(ReduceOp op, DeviceAttr device)
      : op(op), device(device), builder(op->getLoc(), op->getContext()) {
    builder.setInsertionPoint(op);
  }

  /// Replaces the reduction if it is to be split.
  bool run();

private:
  bool isWorthwhile();
  std::optional<Split> chooseSplit();
  bool canReshape(Value x, const Split &split) const;
  TensorExpr reshape(Value x, const Split &split);
  int64_t wantedWorkgroups() const {
    return 2 * device.getParallelWorkgroups();
  }
  void replace(TensorExpr result) {
    op.replaceAllUsesWith(
        Value(builder.conform(result, builder(op.getResult()))));
    op.erase();
  }

  ReduceOp op;
  DeviceAttr device;
  TensorBuilder builder;
};
} // namespace

bool Splitter::isWorthwhile() {
  auto type = cast<RankedTensorType>(op.getX().getType());
  // Partial sums of narrow floats would be rounded.
  Type element = type.getElementType();
  if (op.getKind() == ReductionKind::Sum && isa<FloatType>(element) &&
      !element.isF32())
    return false;
  int64_t total = 1, kept = 1;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    total *= guess(extent);
    if (!llvm::is_contained(op.getAxes(), static_cast<int64_t>(axis)))
      kept *= guess(extent);
  }
  if (total < kLargeReduction || op.getAxes().empty())
    return false;
  // Rows: two to a workgroup at least. Columns: read in strides, unless all of
  // the operand stays in a cache.
  int64_t last = type.getRank() - 1;
  if (op.getAxes().back() == last)
    return kept < 2 * wantedWorkgroups();
  return kept < 2 * device.getSubgroupSize() * wantedWorkgroups() ||
         total > kCachedElements;
}

std::optional<Split> Splitter::chooseSplit() {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op.getX().getType()).getShape();
  int64_t total = 1;
  for (int64_t extent : shape)
    total *= guess(extent);
  int64_t wanted =
      std::clamp(total / kChunkElements, wantedWorkgroups(), kMaxChunks);
  // The divisor of an extent that is nearest to what is wanted.
  std::optional<Split> best;
  for (int64_t axis : op.getAxes()) {
    int64_t extent = shape[axis];
    if (ShapedType::isDynamic(extent))
      continue;
    for (int64_t chunks = wanted; chunks > 1; --chunks) {
      if (extent % chunks != 0)
        continue;
      if (!best || chunks > best->chunks)
        best = Split{static_cast<int64_t>(shape.size()) - 1 - axis, extent,
                     chunks};
      break;
    }
  }
  if (!best || best->chunks < std::min(wanted, wantedWorkgroups()))
    return std::nullopt;
  return best;
}

/// Is `x` an op of the kernel that reduces, through which the reshape moves?
static bool isComputedTogether(Value x) {
  auto fusible = x.getDefiningOp<FusibleOpInterface>();
  return fusible && fusible.getFusionKind() == FusionKind::Elementwise &&
         x.hasOneUse();
}

bool Splitter::canReshape(Value x, const Split &split) const {
  if (isa_and_present<BroadcastToOp, IotaOp>(x.getDefiningOp()))
    return false;
  if (!isComputedTogether(x))
    return true;
  return llvm::all_of(x.getDefiningOp()->getOperands(), [&](Value operand) {
    return isa<RankedTensorType>(operand.getType()) &&
           canReshape(operand, split);
  });
}

TensorExpr Splitter::reshape(Value x, const Split &split) {
  auto type = cast<RankedTensorType>(x.getType());
  int64_t axis = type.getRank() - 1 - split.axisFromEnd;
  if (axis < 0)
    return builder(x);
  SmallVector<OpFoldResult> extents = builder.extents(builder(x));
  bool isBroadcast = type.getDimSize(axis) == 1;
  extents[axis] =
      builder.getIndexAttr(isBroadcast ? 1 : split.extent / split.chunks);
  extents.insert(extents.begin() + axis,
                 builder.getIndexAttr(isBroadcast ? 1 : split.chunks));
  if (!isComputedTogether(x))
    return builder.reshape(builder(x), extents);
  Operation *source = x.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : source->getOperands())
    operands.push_back(reshape(operand, split));
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicShape;
  dispatchIndexOpFoldResults(extents, dynamicShape, shape);
  Operation *copy = builder.clone(*source);
  copy->setOperands(operands);
  copy->getResult(0).setType(type.clone(shape));
  return builder(copy->getResult(0));
}

bool Splitter::run() {
  if (!isWorthwhile())
    return false;
  TensorExpr x = builder(op.getX());
  ArrayRef<int64_t> shape = x.getType().getShape();
  SmallVector<int64_t> axes(op.getAxes());
  // What combines floats has one order, whatever the number of workgroups is.
  int64_t outer = guess(shape[axes.front()]);
  if (axes.size() > 1 && outer >= wantedWorkgroups()) {
    TensorExpr chunks =
        builder.reduce(op.getKind(), x, ArrayRef(axes).drop_front());
    replace(builder.reduce(op.getKind(), chunks, axes.front()));
    return true;
  }
  std::optional<Split> split = chooseSplit();
  if (!split || x.getRank() == kMaxRank || !canReshape(x, *split))
    return false;
  int64_t axis = x.getRank() - 1 - split->axisFromEnd;
  SmallVector<int64_t> inner;
  for (int64_t reduced : axes)
    inner.push_back(reduced + (reduced >= axis ? 1 : 0));
  TensorExpr chunks = builder.reduce(op.getKind(), reshape(x, *split), inner);
  replace(builder.reduce(op.getKind(), chunks, axis));
  return true;
}

namespace {
struct SplitReductions
    : kernel::impl::SplitReductionsPassBase<SplitReductions> {
  using SplitReductionsPassBase::SplitReductionsPassBase;

  void runOnOperation() override {
    auto device = getOperation()->getAttrOfType<DeviceAttr>(deviceAttrName);
    if (!device)
      return;
    SmallVector<ReduceOp> ops;
    getOperation().walk([&](ReduceOp op) {
      if (op->getParentOfType<func::FuncOp>())
        ops.push_back(op);
    });
    for (ReduceOp op : ops)
      numSplit += Splitter(op, device).run();
  }
};
} // namespace
