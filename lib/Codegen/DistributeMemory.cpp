//===- DistributeMemory.cpp - Transfers as loads and stores of a lane -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The address of element `e` of a transferred vector is a sum over its
// dimensions. Three kinds of terms:
//
// - constants: distances between a lane's registers where strides are static
//   and no guard clamps them;
// - per register: guarded dimensions and dynamic strides;
// - common to the tile: indices and the lane's coordinates, in two parts, what
//   the innermost loop changes and what it does not.
//
// On devices with pointer views the common part is a pointer of its own, made
// once per lane and tile (once per row where rows have per-register terms), and
// accesses are at constant distances from it. Elsewhere all terms are summed to
// one index from the buffer's start.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

#include "oaml/Codegen/AccessWidth.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace oaml;

/// An extent of a buffer; computed at the kernel's start where it is neither a
/// constant nor a symbol.
OpFoldResult Distributor::getExtent(unsigned buffer, unsigned dim) {
  if (auto constant = signature.getStaticExtent(buffer, dim))
    return builder.getIndexAttr(*constant);
  AffineExpr extent = signature.getExtent(buffer, dim);
  Value &value = extents[extent];
  if (!value)
    value = affine::expandAffineExpr(
        entry, entry.getLoc(), extent, {},
        target.getArguments().take_back(signature.getSymbols().size()));
  return value;
}

/// Row-major strides of a buffer, in elements.
SmallVector<OpFoldResult> Distributor::getStrides(unsigned buffer) {
  int64_t rank =
      cast<MemRefType>(source.getArgument(buffer).getType()).getRank();
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  for (int64_t d = rank - 2; d >= 0; --d) {
    OpFoldResult extent = getExtent(buffer, d + 1);
    auto inner = getConstantIntValue(strides[d + 1]);
    auto factor = getConstantIntValue(extent);
    if (inner && factor)
      strides[d] = builder.getIndexAttr(*inner * *factor);
    else if (inner == 1)
      strides[d] = extent;
    else
      strides[d] = multiply(materialize(extent), strides[d + 1]);
  }
  return strides;
}

void Distributor::addTerm(Operation *op, Value index, OpFoldResult stride,
                          Value &fixed, Value &moving) {
  if (getConstantIntValue(index) == 0)
    return;
  if (auto sum = index.getDefiningOp<arith::AddIOp>()) {
    addTerm(op, sum.getLhs(), stride, fixed, moving);
    addTerm(op, sum.getRhs(), stride, fixed, moving);
    return;
  }
  auto loop = op->getParentOfType<scf::ForOp>();
  bool moves = loop && loop.getBodyRegion().isAncestor(index.getParentRegion());
  Value &term = moves ? moving : fixed;
  term = add(term, multiply(scalar(index), stride));
}

/// Per-register offsets of a guarded dimension and whether each lies inside.
/// Outside, a load goes to element 0 instead; a store does not happen.
void Distributor::guardDim(VectorTransferOpInterface op, unsigned dim,
                           const DimLayout &layout, Value coordinate,
                           OpFoldResult stride, int64_t step, bool isWrite,
                           DimAddress &address) {
  unsigned buffer = cast<BlockArgument>(op.getBase()).getArgNumber();
  Value start = op.getIndices()[address.memoryDim];
  OpFoldResult extent = getExtent(buffer, address.memoryDim);
  auto constantStart = getConstantIntValue(start);
  auto constantExtent = getConstantIntValue(extent);
  Value first = add(constantStart == 0 ? Value() : scalar(start), coordinate);
  Value bound, zero;
  for (int64_t local = 0; local < layout.getLocal(); ++local) {
    if (local % step) {
      address.offsets.push_back(Value());
      address.inside.push_back(Value());
      continue;
    }
    int64_t element = layout.getElement(local);
    Value at = element == 0 && first ? first : add(first, index(element));
    int64_t last = element + (layout.lanes - 1) * layout.width + step - 1;
    Value inside;
    if (!constantStart || !constantExtent ||
        *constantStart + last >= *constantExtent) {
      if (!bound)
        bound = materialize(extent);
      inside =
          arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, at, bound);
      if (!isWrite) {
        if (!zero)
          zero = index(0);
        at = arith::SelectOp::create(builder, inside, at, zero);
      }
    }
    address.offsets.push_back(multiply(at, stride));
    address.inside.push_back(inside);
  }
}

SmallVector<Distributor::Access>
Distributor::getAccesses(VectorTransferOpInterface op,
                         const VectorLayout &layout, bool isWrite) {
  unsigned argument = cast<BlockArgument>(op.getBase()).getArgNumber();
  Value buffer = target.getArgument(argument);
  SmallVector<OpFoldResult> strides = getStrides(argument);
  AffineMap map = op.getPermutationMap();
  int64_t memoryRank = strides.size(), rank = layout.getRank();

  // The dimension along which accesses may be wide, and how wide.
  int64_t contiguous = -1, width = 1;
  if (memoryRank)
    if (auto position =
            map.getResultPosition(builder.getAffineDimExpr(memoryRank - 1))) {
      contiguous = *position;
      width = getAccessWidth(signature, op);
      while (width > 1 && layout[contiguous].getRun() % width)
        width /= 2;
    }

  Value fixed, moving;
  SmallVector<DimAddress> dims(rank);
  SmallVector<bool> covered(memoryRank);
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    auto dimExpr = dyn_cast<AffineDimExpr>(expr);
    if (!dimExpr)
      continue;
    DimAddress &address = dims[d];
    address.memoryDim = dimExpr.getPosition();
    covered[address.memoryDim] = true;
    const DimLayout &dim = layout[d];
    OpFoldResult stride = strides[address.memoryDim];
    Value coordinate;
    if (dim.lanes > 1)
      coordinate =
          multiply(laneCoordinate(dim), builder.getIndexAttr(dim.width));
    address.isGuarded = !op.isDimInBounds(d);
    if (address.isGuarded) {
      guardDim(op, d, dim, coordinate, stride,
               static_cast<int64_t>(d) == contiguous ? width : 1, isWrite,
               address);
      continue;
    }
    fixed = add(fixed, multiply(coordinate, stride));
    addTerm(op, op.getIndices()[address.memoryDim], stride, fixed, moving);
    if (getConstantIntValue(stride))
      continue;
    for (int64_t local = 0; local < dim.getLocal(); ++local) {
      int64_t element = dim.getElement(local);
      address.offsets.push_back(element ? multiply(index(element), stride)
                                        : index(0));
      address.inside.push_back(Value());
    }
  }
  for (int64_t d = 0; d < memoryRank; ++d)
    if (!covered[d])
      addTerm(op, op.getIndices()[d], strides[d], fixed, moving);

  // Positions of the first registers of all accesses. Broadcast dimensions are
  // loaded once. Stores go column by column, all rows of one before the next:
  // lavapipe's scatters are faster so.
  SmallVector<SmallVector<int64_t>> positions;
  for (int64_t reg = 0, e = layout.getNumRegisters(); reg < e; ++reg) {
    SmallVector<int64_t> position = layout.getPosition(reg);
    bool leads = contiguous < 0 || position[contiguous] % width == 0;
    for (auto [d, address] : llvm::enumerate(dims))
      leads &= address.memoryDim >= 0 || position[d] == 0;
    if (leads)
      positions.push_back(std::move(position));
  }
  if (isWrite && contiguous >= 0)
    llvm::sort(positions, [&](const auto &a, const auto &b) {
      return std::make_pair(a[contiguous], ArrayRef(a)) <
             std::make_pair(b[contiguous], ArrayRef(b));
    });

  bool views = canCastPointers(
      device, cast<MemRefType>(op.getShapedType()).getElementType());
  DenseMap<int64_t, Value> pointers;
  SmallVector<Access> accesses;
  for (const SmallVector<int64_t> &position : positions) {
    Access access;
    int64_t distance = 0, row = 0;
    Value rowOffset, offset;
    for (auto [d, address] : llvm::enumerate(dims)) {
      if (address.memoryDim < 0)
        continue;
      if (!address.isDynamic()) {
        distance += layout[d].getElement(position[d]) *
                    *getConstantIntValue(strides[address.memoryDim]);
        continue;
      }
      Value term = address.offsets[position[d]];
      if (static_cast<int64_t>(d) == contiguous) {
        offset = term;
      } else {
        rowOffset = add(rowOffset, term);
        row = row * layout[d].getLocal() + position[d];
      }
      if (Value inside = address.inside[position[d]])
        access.inside =
            access.inside
                ? arith::AndIOp::create(builder, access.inside, inside)
                      .getResult()
                : inside;
    }
    if (views) {
      Value &pointer = pointers[row];
      if (!pointer) {
        pointer = buffer;
        if (Value start = add(fixed, rowOffset))
          pointer = kernel::AdvanceOp::create(builder, pointer, start);
        if (moving)
          pointer = kernel::AdvanceOp::create(builder, pointer, moving);
      }
      access.buffer = pointer;
    } else {
      access.buffer = buffer;
      offset = add(add(add(fixed, moving), rowOffset), offset);
    }
    if (distance || !offset)
      offset = add(offset, index(distance));
    access.index = offset;
    SmallVector<int64_t> at = position;
    for (int64_t i = 0; i < width; ++i) {
      access.registers.push_back(layout.getRegister(at));
      if (contiguous >= 0)
        ++at[contiguous];
    }
    accesses.push_back(std::move(access));
  }
  return accesses;
}

LogicalResult Distributor::distributeRead(vector::TransferReadOp op) {
  VectorLayout layout = layoutOf(op.getVector());
  Type element = op.getVectorType().getElementType();
  Registers result(layout.getNumRegisters());
  Value padding = scalar(op.getPadding());
  for (const Access &access : getAccesses(op, layout, /*isWrite=*/false)) {
    int64_t count = access.registers.size();
    Value wide;
    if (count > 1)
      wide = vector::LoadOp::create(builder, VectorType::get(count, element),
                                    access.buffer, access.index);
    for (auto [i, reg] : llvm::enumerate(access.registers)) {
      Value value =
          wide ? vector::ExtractOp::create(builder, wide, i).getResult()
               : memref::LoadOp::create(builder, access.buffer, access.index)
                     .getResult();
      if (access.inside)
        value = arith::SelectOp::create(builder, access.inside, value, padding);
      result[reg] = value;
    }
  }
  // Registers of broadcast dimensions repeat those at position 0.
  AffineMap map = op.getPermutationMap();
  for (int64_t reg = 0, e = result.size(); reg < e; ++reg) {
    SmallVector<int64_t> position = layout.getPosition(reg);
    for (auto [d, expr] : llvm::enumerate(map.getResults()))
      if (!isa<AffineDimExpr>(expr))
        position[d] = 0;
    result[reg] = result[layout.getRegister(position)];
  }
  registers[op.getVector()] = std::move(result);
  return success();
}

LogicalResult Distributor::distributeWrite(vector::TransferWriteOp op) {
  VectorLayout layout = layoutOf(op.getVector());
  ArrayRef<Value> values = registersOf(op.getVector());
  int64_t copies = (subgroupSize - 1) & ~layout.getLaneMask();
  auto emit = [&](const Access &access) {
    int64_t count = access.registers.size();
    if (count == 1) {
      memref::StoreOp::create(builder, values[access.registers[0]],
                              access.buffer, access.index);
      return;
    }
    SmallVector<Value> elements;
    for (int64_t reg : access.registers)
      elements.push_back(values[reg]);
    auto type = VectorType::get(count, elements[0].getType());
    Value wide = vector::FromElementsOp::create(builder, type, elements);
    vector::StoreOp::create(builder, wide, access.buffer, access.index);
  };
  OpBuilder::InsertionGuard guard(builder);
  if (copies) {
    auto branch = scf::IfOp::create(builder, laneIsZero(copies),
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  // Neighbours under one condition share one branch.
  SmallVector<Access> accesses = getAccesses(op, layout, /*isWrite=*/true);
  for (size_t i = 0; i < accesses.size();) {
    Value inside = accesses[i].inside;
    OpBuilder::InsertionGuard inner(builder);
    if (inside) {
      auto branch =
          scf::IfOp::create(builder, inside, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    for (; i < accesses.size() && accesses[i].inside == inside; ++i)
      emit(accesses[i]);
  }
  return success();
}

/// Each lane loads where its mask is set; elsewhere it loads the buffer's first
/// element and drops it.
LogicalResult Distributor::distributeGather(vector::GatherOp op) {
  unsigned argument = cast<BlockArgument>(op.getBase()).getArgNumber();
  Value buffer = target.getArgument(argument);
  Value base;
  for (auto [offset, stride] :
       llvm::zip_equal(op.getOffsets(), getStrides(argument)))
    if (getConstantIntValue(offset) != 0)
      base = add(base, multiply(scalar(offset), stride));
  ArrayRef<Value> indices = registersOf(op.getIndices());
  ArrayRef<Value> masks = registersOf(op.getMask());
  ArrayRef<Value> defaults = registersOf(op.getPassThru());
  Registers result;
  for (auto [at, mask, other] : llvm::zip_equal(indices, masks, defaults)) {
    Value position = at;
    if (!position.getType().isIndex())
      position =
          arith::IndexCastOp::create(builder, builder.getIndexType(), position);
    position = add(base, position);
    position = arith::SelectOp::create(builder, mask, position, index(0));
    Value value = memref::LoadOp::create(builder, buffer, position);
    result.push_back(arith::SelectOp::create(builder, mask, value, other));
  }
  registers[op.getResult()] = std::move(result);
  return success();
}
