//===- Distribute.cpp - Whole-tile vectors to scalar code per lane --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a new kernel beside the old one: buffers become one-dimensional,
// vectors become registers, loops and branches carry registers.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

#include "oaml/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace oaml {
#define GEN_PASS_DEF_DISTRIBUTE
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

Distributor::Distributor(gpu::GPUFuncOp source,
                         const KernelSignature &signature)
    : source(source), signature(signature), device(signature.getDevice()),
      subgroupSize(device.getSubgroupSize()),
      builder(source.getLoc(), source.getContext()),
      entry(source.getLoc(), source.getContext()) {}

FailureOr<gpu::GPUFuncOp> Distributor::run() {
  builder.setInsertionPoint(source);
  SmallVector<Type> types;
  for (Type type : source.getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    types.push_back(memref ? MemRefType::get({ShapedType::kDynamic},
                                             memref.getElementType())
                           : type);
  }
  target = gpu::GPUFuncOp::create(builder, source.getName(),
                                  builder.getFunctionType(types, {}));
  for (NamedAttribute attr : source->getDiscardableAttrs())
    target->setAttr(attr.getName(), attr.getValue());
  for (unsigned i = 0; i < source.getNumArguments(); ++i)
    for (StringRef name : {kernel::symbolAttrName, kernel::inPlaceAttrName})
      if (Attribute attr = source.getArgAttr(i, name))
        target.setArgAttr(i, name, attr);
  Block &body = target.getBody().front();
  scalars.map(source.getArguments(), target.getArguments());
  builder.setInsertionPointToStart(&body);
  lane = gpu::LaneIdOp::create(builder, builder.getIndexType(),
                               /*upper_bound=*/nullptr);
  // What the whole kernel shares goes before this op.
  Value marker = index(0);
  entry.setInsertionPoint(marker.getDefiningOp());
  if (failed(distributeBlock(source.getBody().front()))) {
    target.erase();
    return failure();
  }
  gpu::ReturnOp::create(builder);
  if (marker.use_empty())
    marker.getDefiningOp()->erase();
  return target;
}

LogicalResult Distributor::distributeBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(distribute(&op)))
      return failure();
  return success();
}

/// Do results and operands have layouts that fit each other?
LogicalResult Distributor::verifyLayouts(Operation *op) {
  for (Value result : op->getResults())
    if (auto type = dyn_cast<VectorType>(result.getType())) {
      std::optional<VectorLayout> layout = getLayout(result);
      if (!layout)
        return op->emitOpError("has no layout for its result ")
               << type << "; oaml-assign-layouts gives it one";
      if (failed(layout->verify(type, subgroupSize,
                                [&] { return op->emitOpError(); })))
        return failure();
    }
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<VectorType>(operand.get().getType()))
      continue;
    VectorLayout found = layoutOf(operand.get());
    VectorLayout wanted =
        getExpectedLayout(operand, [&](Value v) { return layoutOf(v); });
    if (found != wanted)
      return op->emitOpError("operand #")
             << operand.getOperandNumber() << " has layout "
             << found.getAttr(op->getContext()) << ", needs "
             << wanted.getAttr(op->getContext())
             << "; a kernel.convert_layout must stand between";
  }
  if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op))
    if (isa<VectorType>(reduction.getDestType()) &&
        layoutOf(reduction.getDest()) !=
            dropReducedDims(op, layoutOf(reduction.getSource())))
      return op->emitOpError(
          "must have the layout of its source without the reduced dimensions");
  return success();
}

LogicalResult Distributor::distribute(Operation *op) {
  builder.setLoc(op->getLoc());
  auto isVector = llvm::IsaPred<VectorType>;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return distributeLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return distributeBranch(branch);
  if (!llvm::any_of(op->getOperandTypes(), isVector) &&
      !llvm::any_of(op->getResultTypes(), isVector)) {
    if (op->getNumRegions())
      return op->emitOpError("has a region and cannot be distributed");
    builder.clone(*op, scalars);
    return success();
  }
  if (failed(verifyLayouts(op)))
    return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](vector::TransferReadOp op) { return distributeRead(op); })
      .Case([&](vector::TransferWriteOp op) { return distributeWrite(op); })
      .Case([&](vector::GatherOp op) { return distributeGather(op); })
      .Case([&](vector::ContractionOp op) { return distributeContraction(op); })
      .Case([&](vector::MultiDimReductionOp op) {
        return distributeReduction(op);
      })
      .Case([&](vector::BroadcastOp op) { return distributeBroadcast(op); })
      .Case([&](vector::TransposeOp op) { return distributeTranspose(op); })
      .Case([&](vector::StepOp op) { return distributeStep(op); })
      .Case([&](vector::ShapeCastOp op) {
        registers[op.getResult()] = Registers(registersOf(op.getSource()));
        return success();
      })
      .Case([&](vector::ExtractOp op) {
        // Every lane has the only element.
        scalars.map(op.getResult(), registersOf(op.getSource()).front());
        return success();
      })
      .Case(
          [&](kernel::ConvertLayoutOp op) { return distributeConversion(op); })
      .Case([&](arith::ConstantOp op) { return distributeConstant(op); })
      .Default([&](Operation *op) -> LogicalResult {
        if (OpTrait::hasElementwiseMappableTraits(op))
          return distributeElementwise(op);
        return op->emitOpError("cannot be distributed over lanes");
      });
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

Distributor::Registers Distributor::flatten(ValueRange values) {
  Registers flat;
  for (Value value : values) {
    if (isa<VectorType>(value.getType()))
      llvm::append_range(flat, registersOf(value));
    else
      flat.push_back(scalar(value));
  }
  return flat;
}

SmallVector<Type> Distributor::flattenTypes(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values) {
    if (auto type = dyn_cast<VectorType>(value.getType()))
      types.append(layoutOf(value).getNumRegisters(), type.getElementType());
    else
      types.push_back(value.getType());
  }
  return types;
}

void Distributor::bind(ValueRange values, ValueRange flat) {
  for (Value value : values) {
    if (isa<VectorType>(value.getType())) {
      int64_t count = layoutOf(value).getNumRegisters();
      registers[value] = Registers(flat.take_front(count));
      flat = flat.drop_front(count);
    } else {
      scalars.map(value, flat.front());
      flat = flat.drop_front();
    }
  }
}

LogicalResult Distributor::distributeLoop(scf::ForOp op) {
  if (failed(verifyLayouts(op)) ||
      failed(verifyLayouts(op.getBody()->getTerminator())))
    return failure();
  auto loop = scf::ForOp::create(
      builder, scalar(op.getLowerBound()), scalar(op.getUpperBound()),
      scalar(op.getStep()), flatten(op.getInitArgs()));
  if (!loop.getBody()->empty())
    loop.getBody()->back().erase();
  scalars.map(op.getInductionVar(), loop.getInductionVar());
  bind(op.getRegionIterArgs(), loop.getRegionIterArgs());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    if (failed(distributeBlock(*op.getBody())))
      return failure();
    builder.setLoc(op.getLoc());
    scf::YieldOp::create(builder, flatten(op.getYieldedValues()));
  }
  bind(op.getResults(), loop.getResults());
  return success();
}

LogicalResult Distributor::distributeBranch(scf::IfOp op) {
  if (isa<VectorType>(op.getCondition().getType()))
    return op.emitOpError("must have a scalar condition");
  if (op.getNumResults() &&
      (failed(verifyLayouts(op)) || failed(verifyLayouts(op.thenYield())) ||
       failed(verifyLayouts(op.elseYield()))))
    return failure();
  auto branch = scf::IfOp::create(
      builder, flattenTypes(op.getResults()), scalar(op.getCondition()),
      /*addThenBlock=*/true, /*addElseBlock=*/op.elseBlock() != nullptr);
  for (auto [from, to] : llvm::zip(op->getRegions(), branch->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    if (!to.front().empty())
      to.front().back().erase();
    builder.setInsertionPointToEnd(&to.front());
    if (failed(distributeBlock(from.front())))
      return failure();
    builder.setLoc(op.getLoc());
    scf::YieldOp::create(builder,
                         flatten(from.front().getTerminator()->getOperands()));
  }
  bind(op.getResults(), branch.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

VectorLayout Distributor::layoutOf(Value value) {
  std::optional<VectorLayout> layout = getLayout(value);
  // Loops and branches verify their results before anything asks.
  return layout ? *layout
                : VectorLayout::getLocal(
                      cast<VectorType>(value.getType()).getShape());
}

Value Distributor::index(int64_t value) {
  return arith::ConstantIndexOp::create(builder, value);
}

Value Distributor::add(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AddIOp::create(builder, lhs, rhs);
}

Value Distributor::materialize(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return index(*constant);
  return cast<Value>(value);
}

Value Distributor::multiply(Value lhs, OpFoldResult rhs) {
  if (!lhs || getConstantIntValue(rhs) == 1)
    return lhs;
  return arith::MulIOp::create(builder, lhs, materialize(rhs));
}

Value Distributor::laneCoordinate(const DimLayout &dim) {
  Value &value = coordinates[{dim.lanes, dim.stride}];
  if (value)
    return value;
  value = lane;
  if (dim.stride != 1)
    value = arith::DivUIOp::create(
        entry, value, arith::ConstantIndexOp::create(entry, dim.stride));
  if (dim.stride * dim.lanes != subgroupSize)
    value = arith::RemUIOp::create(
        entry, value, arith::ConstantIndexOp::create(entry, dim.lanes));
  return value;
}

Value Distributor::laneBits(int64_t mask) {
  Value &value = bits[mask];
  if (value)
    return value;
  Value number = arith::IndexCastUIOp::create(entry, entry.getI32Type(), lane);
  value = arith::AndIOp::create(
      entry, number,
      arith::ConstantIntOp::create(entry, entry.getI32Type(), mask));
  return value;
}

Value Distributor::laneIsZero(int64_t mask) {
  Value &value = zeroTests[mask];
  if (value)
    return value;
  value = arith::CmpIOp::create(
      entry, arith::CmpIPredicate::eq, laneBits(mask),
      arith::ConstantIntOp::create(entry, entry.getI32Type(), 0));
  return value;
}

Value Distributor::selectByLane(ArrayRef<int64_t> table) {
  Value &value = tables[table.vec()];
  if (value)
    return value;
  auto word = [&](int64_t number) -> Value {
    return arith::ConstantIntOp::create(entry, entry.getI32Type(), number);
  };
  value = word(table[0]);
  auto addField = [&](int64_t mask, unsigned shift, int64_t factor) {
    Value field = laneBits(mask);
    if (shift)
      field = arith::ShRUIOp::create(entry, field, word(shift));
    if (factor != 1)
      field = arith::MulIOp::create(entry, field, word(factor));
    value = arith::AddIOp::create(entry, value, field);
  };
  unsigned numBits = llvm::Log2_64(table.size());
  SmallVector<int64_t> deltas;
  for (unsigned bit = 0; bit < numBits; ++bit)
    deltas.push_back(table[int64_t(1) << bit] - table[0]);
  bool isSum = true;
  for (auto [number, entryValue] : llvm::enumerate(table)) {
    int64_t sum = table[0];
    for (unsigned bit = 0; bit < numBits; ++bit)
      sum += (number >> bit & 1) * deltas[bit];
    isSum &= sum == entryValue;
  }
  if (!isSum) {
    for (auto [number, entryValue] : llvm::enumerate(table.drop_front())) {
      Value isLane =
          arith::CmpIOp::create(entry, arith::CmpIPredicate::eq,
                                laneBits(subgroupSize - 1), word(number + 1));
      value = arith::SelectOp::create(entry, isLane, word(entryValue), value);
    }
    return value;
  }
  // Bits whose deltas double from one to the next are one field.
  for (unsigned bit = 0; bit < numBits;) {
    unsigned end = bit + 1;
    while (end < numBits && deltas[end] == 2 * deltas[end - 1])
      ++end;
    if (deltas[bit])
      addField((int64_t(1) << end) - (int64_t(1) << bit), bit, deltas[bit]);
    bit = end;
  }
  return value;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DistributePass : public oaml::impl::DistributeBase<DistributePass> {
  void runOnOperation() override {
    SmallVector<gpu::GPUFuncOp> funcs(getOperation().getOps<gpu::GPUFuncOp>());
    for (gpu::GPUFuncOp func : funcs) {
      if (!func.isKernel())
        continue;
      FailureOr<KernelSignature> signature = KernelSignature::get(func);
      if (failed(signature))
        return signalPassFailure();
      Distributor distributor(func, *signature);
      FailureOr<gpu::GPUFuncOp> distributed = distributor.run();
      if (failed(distributed))
        return signalPassFailure();
      sinkLoads(*distributed, *signature);
      func.erase();
    }
  }
};
} // namespace
