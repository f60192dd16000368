//===- TileEvaluator.cpp - Scopes, indices and vectors of tile code -------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/ScopeExit.h"

#include <numeric>

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

TileEvaluator::TileEvaluator(TileProgram &program, gpu::GPUFuncOp kernel)
    : program(program), kernel(kernel), builder(kernel.getContext()),
      loc(kernel.getLoc()) {
  scopes.push_back(Scope{&kernel.getBody().front(), nullptr, nullptr, {}});
  resetInsertionPoint();
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

void TileEvaluator::resetInsertionPoint() {
  Scope &scope = scopes.back();
  if (scope.nested)
    builder.setInsertionPoint(scope.nested);
  else if (scope.block->mightHaveTerminator())
    builder.setInsertionPoint(scope.block->getTerminator());
  else
    builder.setInsertionPointToEnd(scope.block);
}

void TileEvaluator::pushScope(Operation *op, Block *block) {
  // Code that is hoisted into the present scope may build loops while another
  // op is open there.
  Operation *open = std::exchange(scopes.back().nested, op);
  scopes.push_back(Scope{block, nullptr, open, {}});
  resetInsertionPoint();
}

void TileEvaluator::popScope() {
  Operation *open = scopes.pop_back_val().openBefore;
  scopes.back().nested = open;
  resetInsertionPoint();
}

class TileEvaluator::AtDepth {
public:
  AtDepth(TileEvaluator &tiles, unsigned depth) : tiles(tiles) {
    while (tiles.scopes.size() > depth + 1)
      inner.push_back(tiles.scopes.pop_back_val());
    tiles.resetInsertionPoint();
  }
  ~AtDepth() {
    while (!inner.empty())
      tiles.scopes.push_back(inner.pop_back_val());
    tiles.resetInsertionPoint();
  }

private:
  TileEvaluator &tiles;
  SmallVector<Scope, 4> inner;
};

unsigned TileEvaluator::depthOf(Value value) {
  if (!value)
    return 0;
  Block *block = value.getParentBlock();
  for (unsigned depth = scopes.size(); depth-- > 0;)
    if (scopes[depth].block == block)
      return depth;
  return scopes.size() - 1;
}

unsigned TileEvaluator::depthOf(OpFoldResult index) {
  auto value = dyn_cast_if_present<Value>(index);
  return value ? depthOf(value) : 0;
}

unsigned TileEvaluator::raiseFloor() {
  return std::exchange(floor, static_cast<unsigned>(scopes.size() - 1));
}

FailureOr<SmallVector<Value>>
TileEvaluator::emitLoop(Location loc, OpFoldResult lower, OpFoldResult upper,
                        int64_t step, ValueRange carried, LoopBody body) {
  std::optional<int64_t> first = getConstantIntValue(lower);
  std::optional<int64_t> end = getConstantIntValue(upper);
  if (first && end && *first >= *end)
    return SmallVector<Value>(carried);
  if (first && end && *first + step >= *end)
    return body(lower, carried);

  auto loop = scf::ForOp::create(builder, loc, asValue(lower), asValue(upper),
                                 asValue(getIndex(step)), carried);
  setDivisor(loop.getInductionVar(), std::gcd(step, getDivisor(lower)));
  pushScope(loop, loop.getBody());
  FailureOr<SmallVector<Value>> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (succeeded(next) && !carried.empty())
    scf::YieldOp::create(builder, loc, *next);
  popScope();
  if (failed(next))
    return failure();
  return SmallVector<Value>(loop.getResults());
}

FailureOr<SmallVector<Value>>
TileEvaluator::emitBlocks(Location loc, AffineExpr extent, int64_t size,
                          Rest rest, bool together, ValueRange carried,
                          BlockBody body, Range range) {
  auto loop = [&](OpFoldResult lower, OpFoldResult upper, int64_t step,
                  bool sticksOut, ValueRange carried) {
    return emitLoop(loc, lower, upper, step, carried,
                    [&](OpFoldResult offset, ValueRange carried) {
                      return body(TileDim{offset, step, sticksOut}, carried);
                    });
  };
  OpFoldResult end = emitExpr(extent), begin = getIndex(0), last = end;
  if (range.lower)
    begin = emitIndex(IndexOp::Sub, range.lower,
                      emitIndex(IndexOp::Rem, range.lower, getIndex(size)));
  if (range.upper)
    last = emitIndex(IndexOp::Min, range.upper, end);
  bool divides = extent.isMultipleOf(size);
  if (divides || (together && rest == Rest::Guard))
    return loop(begin, last, size, !divides, carried);

  OpFoldResult full = emitIndex(IndexOp::Sub, end,
                                emitIndex(IndexOp::Rem, end, getIndex(size)));
  setDivisor(full, size);
  FailureOr<SmallVector<Value>> values =
      loop(begin, range.upper ? emitIndex(IndexOp::Min, last, full) : full,
           size, false, carried);
  if (failed(values))
    return failure();
  if (rest == Rest::Guard)
    return loop(full, last, size, true, *values);
  if (std::optional<int64_t> count = getConstant(extent)) {
    // A loop of one iteration, or of none.
    if (range.upper)
      return loop(full, last, *count % size, false, *values);
    return body(TileDim{full, *count % size, false}, *values);
  }
  return loop(full, last, 1, false, *values);
}

LogicalResult TileEvaluator::emitIf(Location loc, Value condition,
                                    function_ref<LogicalResult()> then,
                                    function_ref<LogicalResult()> otherwise) {
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/bool(otherwise));
  pushScope(branch, branch.thenBlock());
  LogicalResult result = then();
  popScope();
  if (failed(result) || !otherwise)
    return result;
  pushScope(branch, branch.elseBlock());
  result = otherwise();
  popScope();
  return result;
}

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

Value TileEvaluator::asValue(OpFoldResult index) {
  if (auto value = dyn_cast<Value>(index))
    return value;
  auto attr = cast<IntegerAttr>(cast<Attribute>(index));
  return getSplat(builder.getIndexType(), attr);
}

int64_t TileEvaluator::getDivisor(OpFoldResult offset) {
  if (std::optional<int64_t> constant = getConstantIntValue(offset))
    return *constant; // gcd(0, n) is n
  auto it = divisors.find(cast<Value>(offset));
  return it == divisors.end() ? 1 : it->second;
}

void TileEvaluator::setDivisor(OpFoldResult offset, int64_t divisor) {
  if (auto value = dyn_cast<Value>(offset))
    divisors[value] = divisor;
}

OpFoldResult TileEvaluator::emitIndex(IndexOp op, OpFoldResult a,
                                      OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    switch (op) {
    case IndexOp::Add:
      return getIndex(*x + *y);
    case IndexOp::Sub:
      return getIndex(*x - *y);
    case IndexOp::Mul:
      return getIndex(*x * *y);
    case IndexOp::Div:
      return getIndex(*x / *y);
    case IndexOp::Rem:
      return getIndex(*x % *y);
    case IndexOp::Min:
      return getIndex(std::min(*x, *y));
    }
  switch (op) {
  case IndexOp::Add:
    if (x == 0)
      return b;
    [[fallthrough]];
  case IndexOp::Sub:
    if (y == 0)
      return a;
    break;
  case IndexOp::Mul:
    if (x == 1 || y == 0)
      return b;
    if (y == 1 || x == 0)
      return a;
    break;
  case IndexOp::Div:
    if (y == 1)
      return a;
    break;
  case IndexOp::Rem:
    if (y == 1 || (y && getDivisor(a) % *y == 0))
      return getIndex(0);
    break;
  case IndexOp::Min:
    break;
  }

  unsigned depth = std::max(depthOf(a), depthOf(b));
  // A tag apart from the keys of tiles, which begin with a value.
  static const char tags[6] = {};
  SmallVector<const void *> key{&tags[static_cast<int>(op)], a.getOpaqueValue(),
                                b.getOpaqueValue()};
  for (unsigned d = 0; d <= depth; ++d) {
    auto it = scopes[d].values.find(key);
    if (it != scopes[d].values.end())
      return it->second;
  }
  Value left = asValue(a), right = asValue(b);
  AtDepth at(*this, depth);
  Value result;
  int64_t p = getDivisor(a), q = getDivisor(b), divisor = 1;
  switch (op) {
  case IndexOp::Add:
    result = arith::AddIOp::create(builder, loc, left, right);
    divisor = std::gcd(p, q);
    break;
  case IndexOp::Sub:
    result = arith::SubIOp::create(builder, loc, left, right);
    divisor = std::gcd(p, q);
    break;
  case IndexOp::Mul:
    result = arith::MulIOp::create(builder, loc, left, right);
    divisor = p * q;
    break;
  case IndexOp::Div:
    result = arith::DivUIOp::create(builder, loc, left, right);
    if (y && *y > 0 && p % *y == 0)
      divisor = p / *y;
    break;
  case IndexOp::Rem:
    result = arith::RemUIOp::create(builder, loc, left, right);
    divisor = std::gcd(p, q);
    break;
  case IndexOp::Min:
    result = arith::MinUIOp::create(builder, loc, left, right);
    divisor = std::gcd(p, q);
    break;
  }
  divisors[result] = divisor;
  scopes[depth].values[key] = result;
  return result;
}

OpFoldResult TileEvaluator::emitExpr(AffineExpr expr,
                                     ArrayRef<OpFoldResult> dims) {
  if (std::optional<int64_t> constant = tile::getConstant(expr))
    return getIndex(*constant);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    unsigned buffers = kernel.getNumArguments() - program.getSymbols().size();
    return Value(kernel.getArgument(buffers + symbol.getPosition()));
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  OpFoldResult a = emitExpr(binary.getLHS(), dims);
  OpFoldResult b = emitExpr(binary.getRHS(), dims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return emitIndex(IndexOp::Add, a, b);
  case AffineExprKind::Mul:
    return emitIndex(IndexOp::Mul, a, b);
  case AffineExprKind::FloorDiv:
    return emitIndex(IndexOp::Div, a, b);
  case AffineExprKind::Mod:
    return emitIndex(IndexOp::Rem, a, b);
  default: {
    assert(expr.getKind() == AffineExprKind::CeilDiv);
    OpFoldResult less = emitIndex(IndexOp::Sub, b, getIndex(1));
    return emitIndex(IndexOp::Div, emitIndex(IndexOp::Add, a, less), b);
  }
  }
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value TileEvaluator::getSplat(Type type, TypedAttr element) {
  TypedAttr value = element;
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(element));
  SmallVector<const void *> key{type.getAsOpaquePointer(),
                                value.getAsOpaquePointer()};
  Value &result = scopes.front().values[key];
  if (!result) {
    AtDepth at(*this, 0);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(scopes.front().block);
    result = arith::ConstantOp::create(builder, loc, value);
  }
  return result;
}

Value TileEvaluator::getZero(Type type) {
  return getSplat(
      type, cast<TypedAttr>(builder.getZeroAttr(getElementTypeOrSelf(type))));
}

Value TileEvaluator::broadcast(Value value, ArrayRef<int64_t> shape) {
  auto type = VectorType::get(shape, getElementTypeOrSelf(value.getType()));
  if (value.getType() == type)
    return value;
  // Splats are made anew instead of broadcast.
  if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return getSplat(type, splat.getSplatValue<TypedAttr>());
    if (!isa<VectorType>(value.getType()))
      return getSplat(type, constant.getValue());
  }
  return vector::BroadcastOp::create(builder, loc, type, value);
}

Value TileEvaluator::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<VectorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  auto to = VectorType::get(shape, type.getElementType());
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return getSplat(to, splat.getSplatValue<TypedAttr>());
  return vector::ShapeCastOp::create(builder, loc, to, value);
}

Value TileEvaluator::align(Value value, ArrayRef<int64_t> from,
                           ArrayRef<unsigned> to, ArrayRef<int64_t> shape) {
  auto type = cast<VectorType>(value.getType());
  // Drop dimensions of extent 1 that belong to no loop.
  SmallVector<int64_t> sizes;
  SmallVector<int64_t> places;
  for (auto [loop, size] : llvm::zip_equal(from, type.getShape())) {
    const auto *place = llvm::find(to, static_cast<unsigned>(loop));
    if (loop < 0 || place == to.end()) {
      assert(size == 1 && "a dimension is lost");
      continue;
    }
    sizes.push_back(size);
    places.push_back(place - to.begin());
  }
  value = reshape(value, sizes);
  // Sort the others.
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, places.size()));
  llvm::sort(order,
             [&](int64_t a, int64_t b) { return places[a] < places[b]; });
  if (!llvm::is_sorted(order)) {
    value = vector::TransposeOp::create(builder, loc, value, order);
    applyPermutationToVector(places, order);
    applyPermutationToVector(sizes, order);
  }
  // Add those that are missing.
  bool trailing = true;
  for (auto [i, place] : llvm::enumerate(places))
    trailing &= place == static_cast<int64_t>(to.size() - places.size() + i);
  if (!trailing) {
    SmallVector<int64_t> unit(to.size() - places.front(), 1);
    for (auto [place, size] : llvm::zip_equal(places, sizes))
      unit[place - places.front()] = size;
    value = reshape(value, unit);
  }
  return broadcast(value, shape);
}

Value TileEvaluator::getIndices(const TileDim &dim, unsigned position,
                                ArrayRef<int64_t> shape) {
  Value start = broadcast(asValue(dim.offset), {dim.size});
  Value indices = start;
  if (dim.size > 1) {
    Value step = vector::StepOp::create(
        builder, loc, VectorType::get({dim.size}, builder.getIndexType()));
    indices = getConstantIntValue(dim.offset) == 0
                  ? step
                  : arith::AddIOp::create(builder, loc, step, start);
  }
  SmallVector<unsigned> loops =
      llvm::to_vector(llvm::seq<unsigned>(0, shape.size()));
  return align(indices, {static_cast<int64_t>(position)}, loops, shape);
}

Value TileEvaluator::getInside(const TileDim &dim, AffineExpr extent) {
  Value indices = getIndices(dim, 0, {dim.size});
  Value end = broadcast(asValue(emitExpr(extent)), {dim.size});
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, indices,
                               end);
}

Value TileEvaluator::combineMasks(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return arith::AndIOp::create(builder, loc, a, b);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static SmallVector<const void *> makeKey(Value tensor, ArrayRef<TileDim> tile) {
  SmallVector<const void *> key{tensor.getAsOpaquePointer()};
  for (const TileDim &dim : tile) {
    key.push_back(dim.offset.getOpaqueValue());
    key.push_back(reinterpret_cast<const void *>(dim.size * 2 + dim.sticksOut));
  }
  return key;
}

void TileEvaluator::remember(Value tensor, ArrayRef<TileDim> tile,
                             Value value) {
  scopes.back().values[makeKey(tensor, tile)] = value;
}

FailureOr<Value>
TileEvaluator::evaluateOnce(Value tensor, ArrayRef<const void *> key,
                            unsigned depth,
                            llvm::function_ref<FailureOr<Value>()> make) {
  SmallVector<const void *> stored(key);
  for (unsigned d = 0; d <= depth; ++d) {
    auto it = scopes[d].values.find(stored);
    if (it != scopes[d].values.end())
      return it->second;
  }
  AtDepth at(*this, depth);
  Location outer = std::exchange(loc, tensor.getLoc());
  FailureOr<Value> value = make();
  loc = outer;
  if (succeeded(value))
    scopes[depth].values[stored] = *value;
  return value;
}

FailureOr<Value> TileEvaluator::evaluate(Value tensor, ArrayRef<TileDim> tile) {
  unsigned depth = floor;
  for (const TileDim &dim : tile)
    depth = std::max(depth, depthOf(dim.offset));
  SmallVector<const void *> key = makeKey(tensor, tile);
  return evaluateOnce(tensor, key, depth,
                      [&] { return compute(tensor, tile); });
}

FailureOr<Value> TileEvaluator::evaluateAt(Value tensor, const Points &points) {
  unsigned depth = std::max(floor, depthOf(points.mask));
  SmallVector<const void *> key{tensor.getAsOpaquePointer(),
                                points.mask.getAsOpaquePointer()};
  for (Value index : points.indices) {
    depth = std::max(depth, depthOf(index));
    key.push_back(index.getAsOpaquePointer());
  }
  // Keys of tiles have an offset where this one has the mask.
  key.push_back(nullptr);
  for (int64_t size : points.shape)
    key.push_back(reinterpret_cast<const void *>(size));
  return evaluateOnce(tensor, key, depth,
                      [&] { return computeAt(tensor, points); });
}

FailureOr<Value> TileEvaluator::evaluateScalar(Value scalar) {
  SmallVector<const void *> key{scalar.getAsOpaquePointer()};
  for (unsigned d = 0; d <= floor; ++d) {
    auto it = scopes[d].values.find(key);
    if (it != scopes[d].values.end())
      return it->second;
  }
  Operation *op = scalar.getDefiningOp();
  if (auto constant = dyn_cast_or_null<arith::ConstantOp>(op))
    return getSplat(scalar.getType(), constant.getValue());
  // Among others, index arguments: symbols of the kernel.
  if (scalar.getType().isIndex())
    if (AffineExpr expr = program.getIndexExpr(scalar))
      return asValue(emitExpr(expr));
  if (!op)
    return emitError(scalar.getLoc())
           << "a kernel takes tensors and index arguments only, found "
           << scalar.getType();

  Location outer = std::exchange(loc, scalar.getLoc());
  llvm::scope_exit restore([&] { loc = outer; });
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    Tile tile;
    for (Value index : extract.getIndices()) {
      FailureOr<Value> value = evaluateScalar(index);
      if (failed(value))
        return failure();
      if (isa<VectorType>(value->getType()))
        return op->emitOpError("outside of a linalg body must have indices "
                               "that are known without reading a tensor");
      OpFoldResult offset = getAsOpFoldResult(*value);
      tile.push_back({offset, 1, false});
    }
    FailureOr<Value> value = evaluate(extract.getTensor(), tile);
    if (failed(value))
      return failure();
    AtDepth at(*this, std::max(floor, depthOf(*value)));
    return scopes.back().values[key] = reshape(*value, {});
  }
  if (!OpTrait::hasElementwiseMappableTraits(op))
    return op->emitOpError("is not supported in a kernel");
  SmallVector<Value> operands;
  bool vector = false;
  unsigned depth = floor;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> value = evaluateScalar(operand);
    if (failed(value))
      return failure();
    operands.push_back(*value);
    vector |= isa<VectorType>(value->getType());
    depth = std::max(depth, depthOf(*value));
  }
  AtDepth at(*this, depth);
  if (vector)
    for (Value &operand : operands)
      operand = broadcast(operand, {});
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  if (vector)
    for (Value result : copy->getResults())
      result.setType(VectorType::get({}, result.getType()));
  return scopes.back().values[key] =
             copy->getResult(cast<OpResult>(scalar).getResultNumber());
}

FailureOr<Value> TileEvaluator::compute(Value tensor, ArrayRef<TileDim> tile) {
  if (isa<BlockArgument>(tensor))
    return readBuffer(tensor, tile);
  Operation *op = tensor.getDefiningOp();
  SmallVector<int64_t> shape = llvm::to_vector(
      llvm::map_range(tile, [](const TileDim &dim) { return dim.size; }));
  if (isa<linalg::GenericOp>(op))
    return computeGeneric(cast<OpResult>(tensor), tile);
  auto type = VectorType::get(shape, getElementTypeOrSelf(tensor.getType()));
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat)
      return op->emitOpError(
          "in a kernel must be a splat: pass other constants as arguments");
    return getSplat(type, splat.getSplatValue<TypedAttr>());
  }
  // Elements that nobody has written.
  if (isa<tensor::EmptyOp>(op))
    return getZero(type);
  if (isa<tensor::SplatOp, tensor::FromElementsOp>(op)) {
    if (op->getNumOperands() != 1 && isa<tensor::FromElementsOp>(op))
      return op->emitOpError("in a kernel must have one element");
    FailureOr<Value> scalar = evaluateScalar(op->getOperand(0));
    if (failed(scalar))
      return failure();
    return broadcast(*scalar, shape);
  }
  return computeShape(op, tile);
}

FailureOr<Value> TileEvaluator::computeAt(Value tensor, const Points &points) {
  if (isa<BlockArgument>(tensor))
    return gatherBuffer(tensor, points);
  Operation *op = tensor.getDefiningOp();
  if (isa<linalg::GenericOp>(op))
    return computeGenericAt(cast<OpResult>(tensor), points);
  if (isa<arith::ConstantOp, tensor::EmptyOp, tensor::SplatOp,
          tensor::FromElementsOp>(op)) {
    // The same everywhere.
    Tile one(cast<RankedTensorType>(tensor.getType()).getRank(),
             TileDim{getIndex(0), 1, false});
    FailureOr<Value> element = evaluate(tensor, one);
    if (failed(element))
      return failure();
    return broadcast(reshape(*element, {}), points.shape);
  }
  return computeShapeAt(op, points);
}

FailureOr<Value> TileEvaluator::computeByPoints(Value tensor,
                                                ArrayRef<TileDim> tile) {
  Points points;
  for (const TileDim &dim : tile)
    points.shape.push_back(dim.size);
  FailureOr<ArrayRef<AffineExpr>> extents = program.getExtents(tensor);
  if (failed(extents))
    return failure();
  SmallVector<unsigned> all =
      llvm::to_vector(llvm::seq<unsigned>(0, tile.size()));
  for (auto [d, dim] : llvm::enumerate(tile)) {
    points.indices.push_back(dim.size == 1 ? asValue(dim.offset)
                                           : getIndices(dim, d, points.shape));
    if (dim.sticksOut)
      points.mask = combineMasks(
          points.mask, align(getInside(dim, (*extents)[d]),
                             {static_cast<int64_t>(d)}, all, points.shape));
  }
  return evaluateAt(tensor, points);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value TileEvaluator::getBuffer(Value tensor) {
  // Tensors come first.
  if (std::optional<unsigned> number = program.getStackNumber(tensor))
    return kernel.getArgument(program.getTensorArguments().size() + *number);
  return kernel.getArgument(cast<BlockArgument>(tensor).getArgNumber());
}

FailureOr<Value> TileEvaluator::readBuffer(Value tensor,
                                           ArrayRef<TileDim> tile) {
  Value buffer = getBuffer(tensor);
  SmallVector<Value> offsets;
  SmallVector<int64_t> shape;
  SmallVector<bool> inBounds;
  for (const TileDim &dim : tile) {
    offsets.push_back(asValue(dim.offset));
    shape.push_back(dim.size);
    inBounds.push_back(!dim.sticksOut);
  }
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return vector::TransferReadOp::create(
             builder, loc, VectorType::get(shape, element), buffer, offsets,
             getZero(element), ArrayRef<bool>(inBounds))
      .getResult();
}

FailureOr<Value> TileEvaluator::gatherBuffer(Value tensor,
                                             const Points &points) {
  Value buffer = getBuffer(tensor);
  FailureOr<ArrayRef<AffineExpr>> extents = program.getExtents(tensor);
  if (failed(extents))
    return failure();
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  // vector.gather has no rank 0.
  SmallVector<int64_t> shape(points.shape);
  if (shape.empty())
    shape.push_back(1);

  // Row-major: ((i0 * n1 + i1) * n2 + i2) …, in scalars as long as possible.
  Value linear;
  auto combine = [&](bool product, Value a, Value b) -> Value {
    if (a.getType() != b.getType()) {
      a = broadcast(a, points.shape);
      b = broadcast(b, points.shape);
    }
    if (product)
      return arith::MulIOp::create(builder, loc, a, b);
    return arith::AddIOp::create(builder, loc, a, b);
  };
  for (auto [index, extent] : llvm::zip_equal(points.indices, *extents)) {
    if (linear && tile::getConstant(extent) != 1)
      linear = combine(true, linear, asValue(emitExpr(extent)));
    linear = linear ? combine(false, linear, index) : index;
  }
  if (!linear)
    linear = asValue(getIndex(0));
  linear = reshape(broadcast(linear, points.shape), shape);
  Value mask = points.mask
                   ? reshape(points.mask, shape)
                   : getSplat(VectorType::get(shape, builder.getI1Type()),
                              builder.getBoolAttr(true));
  auto type = VectorType::get(shape, element);
  SmallVector<Value> zeros(points.indices.size(), asValue(getIndex(0)));
  Value gathered = vector::GatherOp::create(builder, loc, type, buffer, zeros,
                                            linear, mask, getZero(type));
  return reshape(gathered, points.shape);
}

LogicalResult TileEvaluator::store(unsigned number, ArrayRef<TileDim> tile) {
  FailureOr<Value> value = evaluate(program.getResult(number), tile);
  if (failed(value))
    return failure();
  Value buffer =
      kernel.getArgument(program.getTensorArguments().size() + number);
  SmallVector<Value> offsets;
  SmallVector<bool> inBounds;
  for (const TileDim &dim : tile) {
    offsets.push_back(asValue(dim.offset));
    inBounds.push_back(!dim.sticksOut);
  }
  if (const Scan *scan = program.getScan()) {
    const Scan::Stack &stack = scan->stacks[number];
    FailureOr<OpFoldResult> place = evaluateIndex(stack.place);
    if (failed(place))
      return failure();
    SmallVector<int64_t> shape(cast<VectorType>(value->getType()).getShape());
    shape.insert(shape.begin() + stack.axis, 1);
    value = reshape(*value, shape);
    offsets.insert(offsets.begin() + stack.axis, asValue(*place));
    inBounds.insert(inBounds.begin() + stack.axis, true);
  }
  vector::TransferWriteOp::create(builder, loc, *value, buffer, offsets,
                                  ArrayRef<bool>(inBounds));
  return success();
}
