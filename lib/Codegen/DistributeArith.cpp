//===- DistributeArith.cpp - Element-wise ops and reductions of a lane ----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accumulate.h"
#include "Distributor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace oaml;

/// Partial results that a lane keeps in a reduction: enough for the additions
/// of one not to wait for each other.
static constexpr int64_t kReductionChains = 4;

LogicalResult Distributor::distributeConstant(arith::ConstantOp op) {
  auto value = cast<DenseElementsAttr>(op.getValue());
  VectorLayout layout = layoutOf(op.getResult());
  auto constant = [&](Attribute attr) -> Value {
    return arith::ConstantOp::create(builder, cast<TypedAttr>(attr));
  };
  Registers result(layout.getNumRegisters());
  if (value.isSplat()) {
    llvm::fill(result, constant(value.getSplatValue<Attribute>()));
    registers[op.getResult()] = std::move(result);
    return success();
  }
  // What a register holds depends on the lane: choose among the values of all
  // lanes.
  SmallVector<Attribute> elements(value.getValues<Attribute>());
  ArrayRef<int64_t> shape = value.getType().getShape();
  int64_t mask = layout.getLaneMask();
  for (auto [reg, out] : llvm::enumerate(result)) {
    SmallVector<int64_t> position = layout.getPosition(reg);
    Attribute first;
    for (int64_t number = 0; number < subgroupSize; ++number) {
      if (number & ~mask)
        continue;
      int64_t linear = 0;
      for (auto [d, dim] : llvm::enumerate(layout.getDims()))
        linear = linear * shape[d] + dim.getElement(position[d]) +
                 number / dim.stride % dim.lanes * dim.width;
      Attribute element = elements[linear];
      if (!out) {
        out = constant(element);
        first = element;
        continue;
      }
      if (element == first)
        continue;
      Value isLane = arith::CmpIOp::create(
          builder, arith::CmpIPredicate::eq, laneBits(mask),
          arith::ConstantIntOp::create(builder, builder.getI32Type(), number));
      out = arith::SelectOp::create(builder, isLane, constant(element), out);
    }
  }
  registers[op.getResult()] = std::move(result);
  return success();
}

LogicalResult Distributor::distributeElementwise(Operation *op) {
  int64_t count = layoutOf(op->getResult(0)).getNumRegisters();
  SmallVector<Registers> results(op->getNumResults());
  for (int64_t i = 0; i < count; ++i) {
    OperationState state(op->getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(isa<VectorType>(operand.getType())
                                   ? registersOf(operand)[i]
                                   : scalar(operand));
    for (Type type : op->getResultTypes())
      state.types.push_back(getElementTypeOrSelf(type));
    state.attributes = op->getAttrs();
    state.attributes.erase(kernel::layoutsAttrName);
    for (auto [list, result] :
         llvm::zip_equal(results, builder.create(state)->getResults()))
      list.push_back(result);
  }
  for (auto [result, list] : llvm::zip_equal(op->getResults(), results))
    registers[result] = std::move(list);
  return success();
}

LogicalResult Distributor::distributeBroadcast(vector::BroadcastOp op) {
  VectorLayout layout = layoutOf(op.getResult());
  Registers result;
  if (!isa<VectorType>(op.getSourceType())) {
    result.assign(layout.getNumRegisters(), scalar(op.getSource()));
  } else {
    VectorLayout from = layoutOf(op.getSource());
    ArrayRef<Value> values = registersOf(op.getSource());
    for (int64_t reg = 0, e = layout.getNumRegisters(); reg < e; ++reg) {
      SmallVector<int64_t> position = layout.getPosition(reg);
      position.erase(position.begin(), position.end() - from.getRank());
      for (auto [dim, local] : llvm::zip_equal(from.getDims(), position))
        if (dim.getExtent() == 1)
          local = 0;
      result.push_back(values[from.getRegister(position)]);
    }
  }
  registers[op.getResult()] = std::move(result);
  return success();
}

LogicalResult Distributor::distributeTranspose(vector::TransposeOp op) {
  VectorLayout from = layoutOf(op.getVector()), to = layoutOf(op.getResult());
  ArrayRef<Value> values = registersOf(op.getVector());
  Registers result;
  for (int64_t reg = 0, e = to.getNumRegisters(); reg < e; ++reg) {
    SmallVector<int64_t> position = to.getPosition(reg);
    SmallVector<int64_t> sourcePosition(position.size());
    for (auto [d, p] : llvm::enumerate(op.getPermutation()))
      sourcePosition[p] = position[d];
    result.push_back(values[from.getRegister(sourcePosition)]);
  }
  registers[op.getResult()] = std::move(result);
  return success();
}

LogicalResult Distributor::distributeStep(vector::StepOp op) {
  VectorLayout layout = layoutOf(op.getResult());
  const DimLayout &dim = layout[0];
  Value first;
  if (dim.lanes > 1)
    first = multiply(laneCoordinate(dim), builder.getIndexAttr(dim.width));
  Registers result;
  for (int64_t local = 0; local < dim.getLocal(); ++local)
    result.push_back(add(first, index(dim.getElement(local))));
  registers[op.getResult()] = std::move(result);
  return success();
}

/// Registers first, in several chains; then a butterfly over the lanes that
/// share a result, after which all of them hold it.
LogicalResult Distributor::distributeReduction(vector::MultiDimReductionOp op) {
  VectorLayout from = layoutOf(op.getSource());
  VectorLayout to = dropReducedDims(op, from);
  ArrayRef<Value> values = registersOf(op.getSource());
  // Accumulators of numbers start at the neutral element, for they must not be
  // NaN.
  TypedAttr start =
      getNumberNeutral(op.getKind(), op.getSourceVectorType().getElementType());
  auto combine = [&](Value lhs, Value rhs) {
    if (Value chosen =
            accumulateNumber(builder, builder.getLoc(), op.getKind(), lhs, rhs))
      return chosen;
    return vector::makeArithReduction(builder, builder.getLoc(), op.getKind(),
                                      lhs, rhs);
  };
  int64_t count = to.getNumRegisters();
  int64_t chains =
      std::min<int64_t>(kReductionChains, from.getNumRegisters() / count);
  Registers partial(count * chains), result;
  SmallVector<int64_t> next(count);
  for (int64_t reg = 0, e = from.getNumRegisters(); reg < e; ++reg) {
    SmallVector<int64_t> kept;
    for (auto [d, local] : llvm::enumerate(from.getPosition(reg)))
      if (!op.isReducedDim(d))
        kept.push_back(local);
    int64_t out = to.getRegister(kept);
    Value &sum = partial[out * chains + next[out]++ % chains];
    if (!sum && start)
      sum = arith::ConstantOp::create(builder, start);
    sum = sum ? combine(sum, values[reg]) : values[reg];
  }
  for (int64_t out = 0; out < count; ++out) {
    Value sum = partial[out * chains];
    for (int64_t chain = 1; chain < chains; ++chain)
      sum = combine(sum, partial[out * chains + chain]);
    result.push_back(sum);
  }
  for (auto [d, dim] : llvm::enumerate(from.getDims()))
    if (op.isReducedDim(d))
      for (int64_t bit = dim.stride; bit < dim.stride * dim.lanes; bit *= 2)
        for (Value &value : result)
          value = combine(value, shuffleXor(value, bit));
  if (!isa<VectorType>(op.getDestType())) {
    scalars.map(op.getDest(), combine(result[0], scalar(op.getAcc())));
    return success();
  }
  for (auto [value, initial] :
       llvm::zip_equal(result, registersOf(op.getAcc())))
    value = combine(value, initial);
  registers[op.getDest()] = std::move(result);
  return success();
}
