//===- AssignLayouts.cpp - A layout for every vector ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedule inside a tile. A contraction decides most: its result is spread
// over the lanes along one dimension; the operand that has this dimension, the
// owner, is spread the same way, and every lane multiplies what it owns by
// elements of the other operand, which lanes hand to each other by shuffles.
// Layouts then spread through the ops around. What no contraction reaches is
// anchored by reductions and loads.
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/AccessWidth.h"
#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/Passes.h"
#include "oaml/Codegen/VectorLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace oaml {
#define GEN_PASS_DEF_ASSIGNLAYOUTS
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

/// Is making the value again, in another layout, cheaper than moving it between
/// lanes and free of operands that are vectors?
static bool isCheap(Operation *op) {
  if (isa<vector::StepOp>(op))
    return true;
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return !isa<VectorType>(broadcast.getSourceType());
  return isa<arith::ConstantOp>(op) &&
         isa<VectorType>(op->getResult(0).getType());
}

namespace {
class LayoutAssignment {
public:
  LayoutAssignment(gpu::GPUFuncOp func, const KernelSignature &signature)
      : func(func), signature(signature),
        subgroupSize(signature.getDevice().getSubgroupSize()) {}

  LogicalResult run();

  unsigned numConversions = 0;
  unsigned numRemade = 0;

private:
  LogicalResult takeGiven();
  void separateCheapValues();
  void anchorContraction(vector::ContractionOp op);
  void anchorBroadcastOperands(vector::ContractionOp op);
  void anchorSpread(Value value);
  void anchorRest();
  void reconcile();
  void reconcileOperand(OpOperand &operand);
  void annotate();

  void assign(Value value, const VectorLayout &layout);
  void propagate();
  void propagateFrom(Value value, const VectorLayout &layout);
  void propagateThrough(Operation *op, Value value, const VectorLayout &layout);

  int64_t getWidth(Value value);
  VectorLayout getAssigned(Value value) { return layouts.find(value)->second; }

  gpu::GPUFuncOp func;
  const KernelSignature &signature;
  int64_t subgroupSize;
  DenseMap<Value, VectorLayout> layouts;
  DenseSet<Operation *> given;
  SmallVector<Value> worklist;
  DenseMap<Value, SmallVector<std::pair<VectorLayout, Value>>> converted;
};
} // namespace

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

/// The first layout that reaches a value stays.
void LayoutAssignment::assign(Value value, const VectorLayout &layout) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (type && layouts.try_emplace(value, layout).second)
    worklist.push_back(value);
}

void LayoutAssignment::propagate() {
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    propagateFrom(value, getAssigned(value));
  }
}

void LayoutAssignment::propagateFrom(Value value, const VectorLayout &layout) {
  auto throughLoop = [&](scf::ForOp loop, unsigned i) {
    assign(loop.getResult(i), layout);
    assign(loop.getRegionIterArgs()[i], layout);
    assign(loop.getInitArgs()[i], layout);
    assign(loop.getYieldedValues()[i], layout);
  };
  auto throughBranch = [&](scf::IfOp branch, unsigned i) {
    assign(branch.getResult(i), layout);
    assign(branch.thenYield().getOperand(i), layout);
    assign(branch.elseYield().getOperand(i), layout);
  };
  if (Operation *def = value.getDefiningOp()) {
    if (auto loop = dyn_cast<scf::ForOp>(def))
      throughLoop(loop, cast<OpResult>(value).getResultNumber());
    else if (auto branch = dyn_cast<scf::IfOp>(def))
      throughBranch(branch, cast<OpResult>(value).getResultNumber());
    else
      propagateThrough(def, value, layout);
  } else if (auto loop =
                 dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp())) {
    throughLoop(loop, cast<BlockArgument>(value).getArgNumber() -
                          loop.getNumInductionVars());
  }
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto loop = dyn_cast<scf::ForOp>(user)) {
      throughLoop(loop, use.getOperandNumber() - loop.getNumControlOperands());
    } else if (isa<scf::YieldOp>(user)) {
      if (auto loop = dyn_cast<scf::ForOp>(user->getParentOp()))
        throughLoop(loop, use.getOperandNumber());
      else
        throughBranch(cast<scf::IfOp>(user->getParentOp()),
                      use.getOperandNumber());
    } else {
      propagateThrough(user, value, layout);
    }
  }
}

/// Layouts of an op's other values that follow from `layout` of `value`.
void LayoutAssignment::propagateThrough(Operation *op, Value value,
                                        const VectorLayout &layout) {
  bool isResult = value.getDefiningOp() == op;
  // From the result, what the operands should be is the op's own rule.
  auto toOperands = [&] {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<VectorType>(operand.get().getType()))
        assign(operand.get(), getExpectedLayout(operand, [&](Value v) {
                 return getAssigned(v);
               }));
  };
  if (OpTrait::hasElementwiseMappableTraits(op) || isa<vector::GatherOp>(op)) {
    for (Value other : llvm::concat<Value>(op->getOperands(), op->getResults()))
      assign(other, layout);
    return;
  }
  if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op)) {
    if (value == reduction.getSource()) {
      VectorLayout kept = dropReducedDims(reduction, layout);
      assign(reduction.getDest(), kept);
      assign(reduction.getAcc(), kept);
    } else {
      assign(reduction.getDest(), layout);
      assign(reduction.getAcc(), layout);
    }
    return;
  }
  if (auto contract = dyn_cast<vector::ContractionOp>(op)) {
    if (isResult || value == contract.getAcc()) {
      assign(contract.getResult(), layout);
      assign(contract.getAcc(), layout);
    }
    return;
  }
  if (auto transpose = dyn_cast<vector::TransposeOp>(op)) {
    if (isResult)
      return toOperands();
    SmallVector<DimLayout> dims;
    for (int64_t from : transpose.getPermutation())
      dims.push_back(layout[from]);
    assign(transpose.getResult(), VectorLayout(dims));
    return;
  }
  if (auto shapeCast = dyn_cast<vector::ShapeCastOp>(op)) {
    if (isResult)
      return toOperands();
    // The rule is symmetric: the non-unit dimensions keep their order.
    SmallVector<DimLayout> rest, dims;
    for (const DimLayout &dim : layout.getDims())
      if (dim.getExtent() != 1)
        rest.push_back(dim);
    size_t next = 0;
    for (int64_t extent : shapeCast.getResultVectorType().getShape())
      dims.push_back(extent == 1 ? DimLayout() : rest[next++]);
    assign(shapeCast.getResult(), VectorLayout(dims));
    return;
  }
  if (isa<vector::BroadcastOp>(op) && isResult)
    toOperands();
}

//===----------------------------------------------------------------------===//
// Anchors
//===----------------------------------------------------------------------===//

/// How wide the memory accesses that `value` comes from, or else goes to, may
/// be: the widest that all of them allow.
int64_t LayoutAssignment::getWidth(Value value) {
  int64_t width = kMaxVectorElements;
  bool any = false;
  llvm::SetVector<Value> values;
  auto visit = [&](Operation *op) {
    auto transfer = dyn_cast<VectorTransferOpInterface>(op);
    if (!transfer)
      return false;
    any = true;
    width = std::min(width, getAccessWidth(signature, transfer));
    return true;
  };
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *def = values[i].getDefiningOp();
    if (!def || visit(def) || isCheap(def) ||
        !OpTrait::hasElementwiseMappableTraits(def))
      continue;
    for (Value operand : def->getOperands())
      if (isa<VectorType>(operand.getType()))
        values.insert(operand);
  }
  if (any)
    return width;
  values.clear();
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      if (visit(user))
        continue;
      if (OpTrait::hasElementwiseMappableTraits(user))
        values.insert(user->result_begin(), user->result_end());
      else if (auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
               loop && isa<scf::YieldOp>(user))
        for (auto [yielded, result] :
             llvm::zip(loop.getYieldedValues(), loop.getResults()))
          if (yielded == values[i])
            values.insert(result);
    }
  if (any)
    return width;
  Type element = cast<VectorType>(value.getType()).getElementType();
  unsigned bits = element.isIndex() ? 32 : element.getIntOrFloatBitWidth();
  kernel::DeviceAttr device = signature.getDevice();
  bool mayBeWide = element.isIndex() ? device.getPointerViews()
                                     : canCastPointers(device, element);
  return mayBeWide ? std::min(kMaxVectorElements, device.getLoadBits() / bits)
                   : 1;
}

/// The result dimension that lanes go over and the operand that has it; nothing
/// if none fills the lanes.
static std::optional<std::pair<unsigned, unsigned>>
findOwner(vector::ContractionOp op, int64_t subgroupSize) {
  auto type = dyn_cast<VectorType>(op.getResultType());
  if (!type)
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (int64_t r = type.getRank() - 1; r >= 0; --r) {
    AffineExpr loop = maps[2].getResult(r);
    bool inLhs = maps[0].getResultPosition(loop).has_value();
    bool inRhs = maps[1].getResultPosition(loop).has_value();
    if (inLhs != inRhs && type.getDimSize(r) % subgroupSize == 0)
      return std::make_pair(static_cast<unsigned>(r), inRhs ? 1u : 0u);
  }
  return std::nullopt;
}

void LayoutAssignment::anchorContraction(vector::ContractionOp op) {
  auto type = dyn_cast<VectorType>(op.getResultType());
  if (!type || layouts.contains(op.getResult()))
    return;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto owner = findOwner(op, subgroupSize);
  VectorLayout result =
      VectorLayout::getSpread(type.getShape(), subgroupSize, 1);
  if (owner) {
    auto [dim, operand] = *owner;
    Value value = operand ? op.getRhs() : op.getLhs();
    auto position = maps[operand].getResultPosition(maps[2].getResult(dim));
    bool contiguous = *position + 1 == maps[operand].getNumResults();
    SmallVector<DimLayout> dims;
    for (int64_t extent : type.getShape())
      dims.push_back(DimLayout::local(extent));
    dims[dim] = VectorLayout::getSpread({type.getDimSize(dim)}, subgroupSize,
                                        contiguous ? getWidth(value) : 1)[0];
    result = VectorLayout(dims);
  }
  assign(op.getResult(), result);
  assign(op.getAcc(), result);
  for (unsigned operand : {0u, 1u}) {
    Value value = operand ? op.getRhs() : op.getLhs();
    auto shape = cast<VectorType>(value.getType()).getShape();
    SmallVector<DimLayout> dims;
    bool owns = false;
    for (auto [d, expr] : llvm::enumerate(maps[operand].getResults())) {
      auto r = maps[2].getResultPosition(expr);
      bool spread = r && result[*r].lanes > 1;
      dims.push_back(spread ? result[*r] : DimLayout::local(shape[d]));
      owns |= spread;
    }
    if (owns)
      assign(value, VectorLayout(dims));
  }
}

void LayoutAssignment::anchorSpread(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || layouts.contains(value))
    return;
  assign(value, VectorLayout::getSpread(type.getShape(), subgroupSize,
                                        getWidth(value)));
  propagate();
}

void LayoutAssignment::anchorBroadcastOperands(vector::ContractionOp op) {
  anchorSpread(op.getLhs());
  anchorSpread(op.getRhs());
}

/// What nothing has reached: results of ops on unspread values, such as a
/// broadcast row, take after their operands; the rest is spread.
void LayoutAssignment::anchorRest() {
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        anchorSpread(argument);
    for (Value result : op->getResults()) {
      if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
        auto source = layouts.find(broadcast.getSource());
        auto type = broadcast.getResultVectorType();
        if (source != layouts.end() && !layouts.contains(result)) {
          const VectorLayout &from = source->second;
          SmallVector<DimLayout> dims;
          for (int64_t extent : type.getShape())
            dims.push_back(DimLayout::local(extent));
          int64_t offset = type.getRank() - from.getRank();
          for (auto [d, dim] : llvm::enumerate(from.getDims()))
            if (dim.getExtent() == type.getDimSize(offset + d))
              dims[offset + d] = dim;
          assign(result, VectorLayout(dims));
          propagate();
        }
      }
      anchorSpread(result);
    }
  });
}

//===----------------------------------------------------------------------===//
// Input and output
//===----------------------------------------------------------------------===//

LogicalResult LayoutAssignment::takeGiven() {
  WalkResult walk = func.getBody().walk([&](Operation *op) {
    auto list = op->getAttrOfType<ArrayAttr>(kernel::layoutsAttrName);
    if (!op->hasAttr(kernel::layoutsAttrName))
      return WalkResult::advance();
    if (!list || list.size() != op->getNumResults()) {
      op->emitOpError("'") << kernel::layoutsAttrName
                           << "' must have one entry per result";
      return WalkResult::interrupt();
    }
    for (auto [result, attr] : llvm::zip_equal(op->getResults(), list)) {
      auto type = dyn_cast<VectorType>(result.getType());
      auto layoutAttr = dyn_cast<kernel::LayoutAttr>(attr);
      if (!type && !layoutAttr)
        continue;
      if (!type || !layoutAttr) {
        op->emitOpError("'") << kernel::layoutsAttrName
                             << "' must have a #kernel.layout for each vector "
                                "result and unit for others, found "
                             << attr << " for " << result.getType();
        return WalkResult::interrupt();
      }
      VectorLayout layout(layoutAttr);
      if (failed(layout.verify(type, subgroupSize,
                               [&] { return op->emitOpError(); })))
        return WalkResult::interrupt();
      assign(result, layout);
    }
    given.insert(op);
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// Constants and the like that ops share carry no layout from one to the other.
void LayoutAssignment::separateCheapValues() {
  SmallVector<Operation *> cheap;
  func.getBody().walk([&](Operation *op) {
    if (isCheap(op) && !op->hasAttr(kernel::layoutsAttrName))
      cheap.push_back(op);
  });
  for (Operation *op : cheap) {
    SmallVector<OpOperand *> uses(
        llvm::make_pointer_range(op->getResult(0).getUses()));
    OpBuilder builder(op);
    for (OpOperand *use : ArrayRef(uses).drop_front(uses.empty() ? 0 : 1))
      use->set(builder.clone(*op)->getResult(0));
  }
}

void LayoutAssignment::reconcileOperand(OpOperand &operand) {
  Value value = operand.get();
  VectorLayout wanted =
      getExpectedLayout(operand, [&](Value v) { return getAssigned(v); });
  if (getAssigned(value) == wanted)
    return;
  auto &list = converted[value];
  for (auto &[layout, other] : list)
    if (layout == wanted)
      return operand.set(other);
  OpBuilder builder(func.getContext());
  builder.setInsertionPointAfterValue(value);
  Operation *def = value.getDefiningOp();
  Value other;
  if (def && (isCheap(def) || isa<vector::TransferReadOp>(def))) {
    other = builder.clone(*def)->getResult(0);
    other.getDefiningOp()->removeAttr(kernel::layoutsAttrName);
    ++numRemade;
  } else {
    other = kernel::ConvertLayoutOp::create(
        builder, operand.getOwner()->getLoc(), value.getType(), value);
    ++numConversions;
  }
  layouts.insert({other, wanted});
  list.push_back({wanted, other});
  operand.set(other);
}

/// Makes operands agree with what their ops take.
void LayoutAssignment::reconcile() {
  SmallVector<Operation *> ops;
  func.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  // A reduction leaves its result where its source was: convert what is small.
  for (Operation *op : ops)
    if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op))
      if (isa<VectorType>(reduction.getDestType()) && !given.contains(op))
        layouts[reduction.getDest()] =
            dropReducedDims(op, getAssigned(reduction.getSource()));
  for (Operation *op : ops)
    for (OpOperand &operand : op->getOpOperands())
      if (isa<VectorType>(operand.get().getType()))
        reconcileOperand(operand);
}

void LayoutAssignment::annotate() {
  func.getBody().walk([&](Operation *op) {
    setLayouts(op, [&](Value v) { return getAssigned(v); });
  });
}

LogicalResult LayoutAssignment::run() {
  separateCheapValues();
  if (failed(takeGiven()))
    return failure();
  propagate();
  SmallVector<vector::ContractionOp> contractions;
  func.getBody().walk(
      [&](vector::ContractionOp op) { contractions.push_back(op); });
  for (vector::ContractionOp op : contractions)
    anchorContraction(op);
  propagate();
  for (vector::ContractionOp op : contractions)
    anchorBroadcastOperands(op);
  func.getBody().walk(
      [&](vector::MultiDimReductionOp op) { anchorSpread(op.getSource()); });
  func.getBody().walk(
      [&](vector::TransferReadOp op) { anchorSpread(op.getVector()); });
  func.getBody().walk(
      [&](vector::TransferWriteOp op) { anchorSpread(op.getVector()); });
  anchorRest();
  reconcile();
  annotate();
  return success();
}

/// Turns loads into transfers and masked loads into gathers: what canonical
/// form makes of gathers at constant places in a row.
static void restoreReads(gpu::GPUFuncOp func) {
  SmallVector<Operation *> loads;
  func.getBody().walk([&](Operation *op) {
    if (isa<vector::LoadOp, vector::MaskedLoadOp>(op))
      loads.push_back(op);
  });
  for (Operation *op : loads) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    auto type = cast<VectorType>(op->getResult(0).getType());
    Value restored;
    if (auto load = dyn_cast<vector::LoadOp>(op)) {
      Value padding =
          arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
      restored = vector::TransferReadOp::create(
          b, type, load.getBase(), load.getIndices(), padding,
          SmallVector<bool>(type.getRank(), true));
    } else {
      auto masked = cast<vector::MaskedLoadOp>(op);
      Value steps = vector::StepOp::create(
          b, VectorType::get(type.getShape(), b.getIndexType()));
      restored = vector::GatherOp::create(
          b, type, masked.getBase(), masked.getIndices(), steps,
          masked.getMask(), masked.getPassThru());
    }
    op->getResult(0).replaceAllUsesWith(restored);
    op->erase();
  }
}

namespace {
struct AssignLayoutsPass
    : public oaml::impl::AssignLayoutsBase<AssignLayoutsPass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      if (!func.isKernel())
        continue;
      FailureOr<KernelSignature> signature = KernelSignature::get(func);
      if (failed(signature))
        return signalPassFailure();
      restoreReads(func);
      LayoutAssignment assignment(func, *signature);
      if (failed(assignment.run()))
        return signalPassFailure();
      numConversions += assignment.numConversions;
      numRemade += assignment.numRemade;
    }
  }
};
} // namespace
