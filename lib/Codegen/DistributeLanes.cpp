//===- DistributeLanes.cpp - Contractions and moves between lanes ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace oaml;

/// Steps of a reduction that one accumulator takes before the next one has its
/// turn. Measured on lavapipe: 16 keeps the shuffled operands of one block in
/// registers; 32 falls from 75 to 45 GFLOP/s at 512^3.
static constexpr int64_t kAccumulatorBlock = 16;

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Shuffles move 32-bit words: narrower values travel as wider ones.
Value Distributor::shuffle(Value value, Value offset, gpu::ShuffleMode mode) {
  Type type = value.getType(), word = builder.getI32Type();
  if (type.isIndex())
    value = arith::IndexCastUIOp::create(builder, word, value);
  else if (type.isF16() || type.isBF16())
    value = arith::ExtFOp::create(builder, builder.getF32Type(), value);
  else if (type.getIntOrFloatBitWidth() < 32)
    value = arith::ExtUIOp::create(builder, word, value);
  Value width = arith::ConstantIntOp::create(builder, word, subgroupSize);
  value = gpu::ShuffleOp::create(builder, value, offset, width, mode)
              .getShuffleResult();
  if (type.isIndex())
    return arith::IndexCastUIOp::create(builder, type, value);
  if (type.isF16() || type.isBF16())
    return arith::TruncFOp::create(builder, type, value);
  if (type.getIntOrFloatBitWidth() < 32)
    return arith::TruncIOp::create(builder, type, value);
  return value;
}

Value Distributor::shuffle(Value value, Value from) {
  return shuffle(value, from, gpu::ShuffleMode::IDX);
}

Value Distributor::shuffleXor(Value value, int64_t mask) {
  Value offset =
      arith::ConstantIntOp::create(builder, builder.getI32Type(), mask);
  return shuffle(value, offset, gpu::ShuffleMode::XOR);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// Where the operand elements of a contraction are: for each dimension of the
/// operand, the loop that it follows, and the result's dimension if the result
/// spreads that loop over lanes.
struct ContractionOperand {
  VectorLayout layout;
  SmallVector<unsigned> loops;
  SmallVector<bool> isOwn;
  int64_t ownMask = 0;
};
} // namespace

static ContractionOperand getOperand(vector::ContractionOp op, AffineMap map,
                                     const VectorLayout &layout,
                                     const VectorLayout &result) {
  ContractionOperand operand;
  operand.layout = layout;
  AffineMap resultMap = op.getIndexingMapsArray()[2];
  for (AffineExpr expr : map.getResults()) {
    operand.loops.push_back(cast<AffineDimExpr>(expr).getPosition());
    auto r = resultMap.getResultPosition(expr);
    operand.isOwn.push_back(r && result[*r].lanes > 1);
    if (operand.isOwn.back())
      operand.ownMask |= result[*r].getLaneMask();
  }
  return operand;
}

/// Every lane computes its own part of the result. An operand element that
/// another lane holds comes by a shuffle; the number of that lane is a
/// constant, but for the bits by which lanes own different parts of the same
/// operand.
LogicalResult Distributor::distributeContraction(vector::ContractionOp op) {
  auto type = dyn_cast<VectorType>(op.getResultType());
  if (!type)
    return op.emitOpError("must have a vector result to be distributed; a "
                          "reduction of products says the same");
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  VectorLayout layout = layoutOf(op.getResult());
  ContractionOperand operands[2] = {
      getOperand(op, maps[0], layoutOf(op.getLhs()), layout),
      getOperand(op, maps[1], layoutOf(op.getRhs()), layout)};
  Type element = type.getElementType();
  bool isFloat = isa<FloatType>(element);
  Registers values[2] = {Registers(registersOf(op.getLhs())),
                         Registers(registersOf(op.getRhs()))};
  for (Registers &list : values)
    for (Value &value : list) {
      if (value.getType() == element)
        continue;
      if (isFloat)
        value = arith::ExtFOp::create(builder, element, value);
      else
        value = arith::ExtSIOp::create(builder, element, value);
    }

  SmallVector<int64_t> bounds, point;
  op.getIterationBounds(bounds);
  point.resize(bounds.size());
  SmallVector<unsigned> reductions;
  int64_t steps = 1;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == vector::IteratorType::reduction) {
      reductions.push_back(loop);
      steps *= bounds[loop];
    }

  DenseMap<std::pair<Value, int64_t>, Value> shuffled;
  // `point` holds elements for reduction loops, local registers for others.
  auto fetch = [&](unsigned i) -> Value {
    const ContractionOperand &operand = operands[i];
    SmallVector<int64_t> position;
    int64_t from = 0;
    bool isElsewhere = false;
    for (auto [d, loop] : llvm::enumerate(operand.loops)) {
      const DimLayout &dim = operand.layout[d];
      if (operand.isOwn[d]) {
        position.push_back(point[loop]);
        continue;
      }
      isElsewhere |= dim.lanes > 1;
      from += dim.getCoordinate(point[loop]) * dim.stride;
      position.push_back(dim.getRegister(point[loop]));
    }
    Value value = values[i][operand.layout.getRegister(position)];
    if (!isElsewhere)
      return value;
    Value &result = shuffled[{value, from}];
    if (!result) {
      Value number =
          arith::ConstantIntOp::create(builder, builder.getI32Type(), from);
      if (operand.ownMask)
        number =
            arith::OrIOp::create(builder, laneBits(operand.ownMask), number);
      result = shuffle(value, number);
    }
    return result;
  };

  Registers sums(registersOf(op.getAcc()));
  for (int64_t block = 0; block < steps; block += kAccumulatorBlock)
    for (auto [reg, sum] : llvm::enumerate(sums)) {
      for (auto [expr, local] :
           llvm::zip_equal(maps[2].getResults(), layout.getPosition(reg)))
        point[cast<AffineDimExpr>(expr).getPosition()] = local;
      int64_t end = std::min(steps, block + kAccumulatorBlock);
      for (int64_t step = block; step < end; ++step) {
        int64_t rest = step;
        for (unsigned loop : llvm::reverse(reductions)) {
          point[loop] = rest % bounds[loop];
          rest /= bounds[loop];
        }
        Value lhs = fetch(0), rhs = fetch(1);
        if (isFloat) {
          sum = math::FmaOp::create(builder, lhs, rhs, sum);
        } else {
          Value product = arith::MulIOp::create(builder, lhs, rhs);
          sum = arith::AddIOp::create(builder, product, sum);
        }
      }
    }
  registers[op.getResult()] = std::move(sums);
  return success();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// For each register of the new layout: the lanes' elements are in some
/// registers of some lanes of the old one. One shuffle for each old register
/// involved, then selects by which of them holds this lane's element.
LogicalResult Distributor::distributeConversion(kernel::ConvertLayoutOp op) {
  VectorLayout from = layoutOf(op.getSource()), to = layoutOf(op.getResult());
  ArrayRef<Value> values = registersOf(op.getSource());
  int64_t rank = from.getRank();
  auto word = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, builder.getI32Type(), value);
  };
  Registers result;
  for (int64_t reg = 0, e = to.getNumRegisters(); reg < e; ++reg) {
    SmallVector<int64_t> position = to.getPosition(reg);
    // Of each lane: the old register of its element and the old lane. Of the
    // copies there, the one nearest to the lane itself.
    SmallVector<int64_t> oldRegisters, oldLanes;
    for (int64_t number = 0; number < subgroupSize; ++number) {
      SmallVector<int64_t> oldPosition(rank);
      int64_t oldLane = number & ~from.getLaneMask();
      for (int64_t d = 0; d < rank; ++d) {
        const DimLayout &dim = to[d];
        int64_t element = dim.getElement(position[d]) +
                          number / dim.stride % dim.lanes * dim.width;
        oldPosition[d] = from[d].getRegister(element);
        oldLane |= from[d].getCoordinate(element) * from[d].stride;
      }
      oldRegisters.push_back(from.getRegister(oldPosition));
      oldLanes.push_back(oldLane);
    }
    Value lanes;
    auto isOwn = [&] {
      return llvm::all_of(llvm::enumerate(oldLanes), [](auto item) {
        return static_cast<int64_t>(item.index()) == item.value();
      });
    };
    if (!isOwn())
      lanes = selectByLane(oldLanes);
    SmallVector<int64_t> distinct(oldRegisters);
    llvm::sort(distinct);
    distinct.erase(llvm::unique(distinct), distinct.end());
    Value which = distinct.size() > 1 ? selectByLane(oldRegisters) : Value();
    Value out;
    for (int64_t oldRegister : distinct) {
      Value value = values[oldRegister];
      if (lanes)
        value = shuffle(value, lanes);
      if (out) {
        Value isIt = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                           which, word(oldRegister));
        value = arith::SelectOp::create(builder, isIt, value, out);
      }
      out = value;
    }
    result.push_back(out);
  }
  registers[op.getResult()] = std::move(result);
  return success();
}
