//===- TileKernel.cpp - Workgroups, root loops and edges of a kernel ------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileEvaluator.h"

#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/Passes.h"
#include "oaml/Codegen/Tile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"

namespace oaml {
#define GEN_PASS_DEF_TILE
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;
using kernel::EdgeHandling;
using kernel::ScheduleAttr;

//===----------------------------------------------------------------------===//
// The kernel's frame
//===----------------------------------------------------------------------===//

/// Says on argument `i` of `kernel` how the dynamic extents of its tensor
/// follow from the symbols: by names, or by maps where dimensions were
/// collapsed.
static void setDims(TileProgram &program, Value tensor, gpu::GPUFuncOp kernel,
                    unsigned i) {
  Builder builder(program.getContext());
  SmallVector<Attribute> dims;
  bool dynamic = false, mapped = false;
  for (AffineExpr extent : *program.getExtents(tensor)) {
    if (std::optional<int64_t> constant = tile::getConstant(extent)) {
      dims.push_back(builder.getI64IntegerAttr(*constant));
      continue;
    }
    dynamic = true;
    if (auto symbol = dyn_cast<AffineSymbolExpr>(extent)) {
      dims.push_back(program.getSymbols()[symbol.getPosition()]);
      continue;
    }
    mapped = true;
    dims.push_back(AffineMapAttr::get(
        AffineMap::get(0, program.getSymbols().size(), extent)));
  }
  if (dynamic)
    kernel.setArgAttr(i, mapped ? kernel::extentsAttrName : dimsAttrName,
                      builder.getArrayAttr(dims));
}

/// Makes the module and its kernel: arguments, attributes, an empty body.
static FailureOr<gpu::GPUFuncOp> createKernel(FunctionOpInterface func,
                                              TileProgram &program,
                                              AffineExpr grid,
                                              gpu::GPUModuleOp module) {
  FunctionOpInterface source = program.getFunction();
  OpBuilder builder(module.getBodyRegion());
  ArrayRef<BlockArgument> arguments = program.getTensorArguments();
  SmallVector<Value> tensors(arguments.begin(), arguments.end());
  unsigned inputs = tensors.size();
  for (unsigned i = 0; i < source.getNumResults(); ++i)
    tensors.push_back(program.getStored(i));
  SmallVector<Type> types;
  for (Value tensor : tensors) {
    auto type = cast<RankedTensorType>(tensor.getType());
    types.push_back(MemRefType::get(type.getShape(), type.getElementType()));
  }
  types.append(program.getSymbols().size(), builder.getIndexType());
  auto kernel = gpu::GPUFuncOp::create(builder, func->getLoc(), func.getName(),
                                       builder.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  for (auto [i, tensor] : llvm::enumerate(tensors))
    setDims(program, tensor, kernel, i);
  for (unsigned i = 0; i < source.getNumResults(); ++i)
    if (Attribute alias = source.getResultAttr(i, kernel::inPlaceAttrName))
      kernel.setArgAttr(inputs + i, kernel::inPlaceAttrName, alias);
  for (auto [i, symbol] : llvm::enumerate(program.getSymbols()))
    kernel.setArgAttr(inputs + source.getNumResults() + i,
                      kernel::symbolAttrName, symbol);

  Attribute device;
  for (Operation *op = func; op && !device; op = op->getParentOp())
    device = op->getAttr(kernel::deviceAttrName);
  if (!isa_and_nonnull<kernel::DeviceAttr>(device))
    return func->emitOpError("needs the attribute '")
           << kernel::deviceAttrName
           << "' (#kernel.device), its own or an enclosing op's";
  kernel->setAttr(kernel::deviceAttrName, device);
  if (Attribute schedule = func->getAttr(kernel::scheduleAttrName))
    kernel->setAttr(kernel::scheduleAttrName, schedule);
  kernel->setAttr(
      kernel::gridAttrName,
      AffineMapAttr::get(AffineMap::get(0, program.getSymbols().size(), grid)));
  if (AffineExpr flops = countFlops(program))
    kernel->setAttr(kernel::flopsAttrName,
                    AffineMapAttr::get(
                        AffineMap::get(0, program.getSymbols().size(), flops)));
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(builder, func->getLoc());
  return kernel;
}

//===----------------------------------------------------------------------===//
// Root loops
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code of one part.
class PartEmitter {
public:
  PartEmitter(TileEvaluator &tiles, const Part &part, ScheduleAttr schedule)
      : tiles(tiles), part(part), schedule(schedule) {}

  /// Number of workgroups that `part` needs.
  static AffineExpr getGrid(const Part &part, ScheduleAttr schedule,
                            MLIRContext *context) {
    AffineExpr grid = getAffineConstantExpr(1, context);
    for (unsigned d = 0; d < part.numParallel; ++d)
      if (int64_t size = schedule.getTile()[d])
        grid = grid * part.loops[d].extent.ceilDiv(size);
    return grid;
  }

  /// Emits the code of workgroup `id` of the part.
  LogicalResult emit(OpFoldResult id);

private:
  using IndexOp = TileEvaluator::IndexOp;

  /// Stores results whose loops are all in `tile`, then runs the next loop.
  LogicalResult emitLevel(ArrayRef<TileDim> tile, bool clean);
  /// Runs the loop after those of `tile`, and all inside of it.
  LogicalResult emitInnerLevels(ArrayRef<TileDim> tile, bool clean);
  LogicalResult emitStore(unsigned result, ArrayRef<TileDim> tile);
  /// The schedule's block for a reduction loop.
  std::optional<int64_t> getBlock(linalg::GenericOp op, unsigned loop);

  TileEvaluator &tiles;
  const Part &part;
  ScheduleAttr schedule;
  /// Per parallel loop that is split over workgroups: this one's number and
  /// first element; null for others.
  SmallVector<OpFoldResult> coordinates, offsets;
  /// Loops whose last tile may stick out.
  SmallVector<bool> ragged;
};
} // namespace

std::optional<int64_t> PartEmitter::getBlock(linalg::GenericOp op,
                                             unsigned loop) {
  TileProgram &program = tiles.getProgram();
  for (auto [i, partLoop] : llvm::enumerate(part.loops)) {
    int64_t block = schedule.getBlock()[i];
    if (block == 0)
      continue;
    if (partLoop.anchorLoop) {
      bool own = op == part.anchor && loop == *partLoop.anchorLoop;
      // Other reductions over the same dimension run in the same steps.
      bool other =
          part.strategy == kernel::Strategy::Reduction &&
          program.sameLoop(op, loop, part.anchor, *partLoop.anchorLoop);
      if (own || other)
        return block;
      continue;
    }
    if (program.sameLoop(op, loop, program.getResult(part.root), i) &&
        !(op == part.anchor && part.strategy == kernel::Strategy::Contraction))
      return block;
  }
  return std::nullopt;
}

LogicalResult PartEmitter::emitStore(unsigned result, ArrayRef<TileDim> tile) {
  // Workgroups that differ in other loops only would write the same elements.
  OpBuilder &builder = tiles.getBuilder();
  Value first;
  for (unsigned d = tile.size(); d < part.numParallel; ++d) {
    if (!coordinates[d] || getConstantIntValue(coordinates[d]) == 0)
      continue;
    Value zero = arith::CmpIOp::create(
        builder, tiles.getLoc(), arith::CmpIPredicate::eq,
        tiles.asValue(coordinates[d]), tiles.asValue(tiles.getIndex(0)));
    first = tiles.combineMasks(first, zero);
  }
  if (!first)
    return tiles.store(result, tile);
  return tiles.emitIf(
      tiles.getLoc(), first,
      [&] {
        unsigned floor = tiles.raiseFloor();
        LogicalResult stored = tiles.store(result, tile);
        tiles.setFloor(floor);
        return stored;
      },
      nullptr);
}

LogicalResult PartEmitter::emitLevel(ArrayRef<TileDim> tile, bool clean) {
  TileProgram &program = tiles.getProgram();
  unsigned level = tile.size();
  SmallVector<unsigned> results;
  for (unsigned result : part.results)
    if (cast<RankedTensorType>(program.getResult(result).getType()).getRank() ==
        static_cast<int64_t>(level))
      results.push_back(result);
  // A store may overwrite what other results are made of: they come first.
  bool inPlace = llvm::any_of(part.results, [&](unsigned result) {
    return program.getFunction().getResultAttr(result, kernel::inPlaceAttrName);
  });
  if (inPlace && results.size() > 1)
    for (unsigned result : results)
      if (failed(tiles.evaluate(program.getResult(result), tile)))
        return failure();
  auto emitStores = [&] {
    for (unsigned result : results)
      if (failed(emitStore(result, tile)))
        return failure();
    return success();
  };
  // Rows beside a product of one tile come after it, as they may be what its
  // loop found on the way.
  bool isLast = part.strategy == kernel::Strategy::Contraction && !inPlace &&
                level < part.numParallel &&
                llvm::all_of(
                    schedule.getBlock().slice(level, part.numParallel - level),
                    [](int64_t block) { return block == 0; });
  if (isLast) {
    if (failed(emitInnerLevels(tile, clean)))
      return failure();
    return emitStores();
  }
  if (failed(emitStores()))
    return failure();
  if (level == part.numParallel)
    return success();
  return emitInnerLevels(tile, clean);
}

LogicalResult PartEmitter::emitInnerLevels(ArrayRef<TileDim> tile, bool clean) {
  unsigned level = tile.size();
  Tile inner(tile);
  inner.emplace_back();
  int64_t size = schedule.getTile()[level];
  int64_t block = schedule.getBlock()[level];
  bool sticksOut = !clean && ragged[level];
  if (block == 0) {
    inner.back() = {offsets[level], size, sticksOut};
    return emitLevel(inner, clean);
  }
  auto emitInner = [&](TileDim dim) -> FailureOr<SmallVector<Value>> {
    inner.back() = dim;
    if (failed(emitLevel(inner, clean)))
      return failure();
    return SmallVector<Value>();
  };
  FailureOr<SmallVector<Value>> values = failure();
  if (size == 0) {
    values = tiles.emitBlocks(
        tiles.getLoc(), part.loops[level].extent, block,
        TileEvaluator::Rest::Guard, /*together=*/!clean, {},
        [&](TileDim dim, ValueRange) { return emitInner(dim); });
  } else {
    // The last tile ends where the extent does.
    OpFoldResult end = tiles.getIndex(size);
    if (sticksOut)
      end = tiles.emitIndex(
          IndexOp::Min, end,
          tiles.emitIndex(IndexOp::Sub,
                          tiles.emitExpr(part.loops[level].extent),
                          offsets[level]));
    values = tiles.emitLoop(
        tiles.getLoc(), tiles.getIndex(0), end, block, {},
        [&](OpFoldResult step, ValueRange) {
          return emitInner({tiles.emitIndex(IndexOp::Add, offsets[level], step),
                            block, sticksOut});
        });
  }
  return success(succeeded(values));
}

LogicalResult PartEmitter::emit(OpFoldResult id) {
  tiles.scheduledBlock = [this](linalg::GenericOp op, unsigned loop) {
    return getBlock(op, loop);
  };
  offsets.assign(part.numParallel, nullptr);
  coordinates.assign(part.numParallel, nullptr);
  ragged.assign(part.numParallel, false);
  std::optional<unsigned> outermost;
  for (unsigned d = part.numParallel; d-- > 0;)
    if (schedule.getTile()[d] != 0)
      outermost = d;
  for (unsigned d = part.numParallel; d-- > 0;) {
    int64_t size = schedule.getTile()[d];
    if (size == 0)
      continue;
    AffineExpr extent = part.loops[d].extent;
    OpFoldResult count = tiles.emitExpr(extent.ceilDiv(size));
    if (getConstantIntValue(count) == 1) {
      coordinates[d] = tiles.getIndex(0);
    } else if (d == *outermost) {
      coordinates[d] = id;
    } else {
      coordinates[d] = tiles.emitIndex(IndexOp::Rem, id, count);
      id = tiles.emitIndex(IndexOp::Div, id, count);
    }
    offsets[d] =
        tiles.emitIndex(IndexOp::Mul, coordinates[d], tiles.getIndex(size));
    if (extent.isMultipleOf(size))
      continue;
    if (schedule.getEdges() == EdgeHandling::Shift)
      offsets[d] =
          tiles.emitIndex(IndexOp::Min, offsets[d],
                          tiles.emitIndex(IndexOp::Sub, tiles.emitExpr(extent),
                                          tiles.getIndex(size)));
    else
      ragged[d] = true;
  }

  if (part.strategy == kernel::Strategy::Scatter) {
    Tile tile;
    for (unsigned d = 0; d < part.numParallel; ++d)
      tile.push_back({offsets[d], schedule.getTile()[d], ragged[d]});
    return tiles.emitScatter(part.anchor, part.root, tile);
  }

  // One uniform branch between tiles that lie inside and those that do not.
  OpBuilder &builder = tiles.getBuilder();
  Value inside;
  bool never = false;
  for (unsigned d = 0; d < part.numParallel; ++d) {
    if (!ragged[d])
      continue;
    AffineExpr extent = part.loops[d].extent;
    int64_t size = schedule.getTile()[d];
    if (std::optional<int64_t> constant = tile::getConstant(extent))
      never |= *constant < size;
    OpFoldResult end =
        tiles.emitIndex(IndexOp::Add, offsets[d], tiles.getIndex(size));
    Value fits = arith::CmpIOp::create(
        builder, tiles.getLoc(), arith::CmpIPredicate::ule, tiles.asValue(end),
        tiles.asValue(tiles.emitExpr(extent)));
    inside = tiles.combineMasks(inside, fits);
  }
  if (never)
    return emitLevel({}, /*clean=*/false);
  if (!inside)
    return emitLevel({}, /*clean=*/true);
  auto copy = [&](bool clean) {
    unsigned floor = tiles.raiseFloor();
    LogicalResult result = emitLevel({}, clean);
    tiles.setFloor(floor);
    return result;
  };
  return tiles.emitIf(
      tiles.getLoc(), inside, [&] { return copy(true); },
      [&] { return copy(false); });
}

//===----------------------------------------------------------------------===//
// The whole kernel
//===----------------------------------------------------------------------===//

/// Emits parts `number` and following for the workgroups from `id` on.
static LogicalResult emitParts(TileEvaluator &tiles, ArrayRef<Part> parts,
                               ArrayRef<ScheduleAttr> schedules,
                               OpFoldResult id) {
  PartEmitter emitter(tiles, parts.front(), schedules.front());
  if (parts.size() == 1)
    return emitter.emit(id);
  OpFoldResult count = tiles.emitExpr(PartEmitter::getGrid(
      parts.front(), schedules.front(), tiles.getBuilder().getContext()));
  Value mine = arith::CmpIOp::create(tiles.getBuilder(), tiles.getLoc(),
                                     arith::CmpIPredicate::ult,
                                     tiles.asValue(id), tiles.asValue(count));
  auto within = [&](function_ref<LogicalResult()> emit) {
    unsigned floor = tiles.raiseFloor();
    LogicalResult result = emit();
    tiles.setFloor(floor);
    return result;
  };
  return tiles.emitIf(
      tiles.getLoc(), mine,
      [&] { return within([&] { return emitter.emit(id); }); },
      [&] {
        return within([&] {
          return emitParts(
              tiles, parts.drop_front(), schedules.drop_front(),
              tiles.emitIndex(TileEvaluator::IndexOp::Sub, id, count));
        });
      });
}

/// Emits the steps of a recurrence: each workgroup runs all of them for its
/// rows, and reads back what it has written in the steps before.
static LogicalResult emitSteps(TileEvaluator &tiles, ArrayRef<Part> parts,
                               ArrayRef<ScheduleAttr> schedules,
                               OpFoldResult id) {
  const Scan &scan = *tiles.getProgram().getScan();
  auto emitStep = [&](OpFoldResult step,
                      ValueRange) -> FailureOr<SmallVector<Value>> {
    unsigned floor = tiles.raiseFloor();
    tiles.define(scan.step, tiles.asValue(step));
    for (auto [part, schedule] : llvm::zip_equal(parts, schedules))
      if (failed(PartEmitter(tiles, part, schedule).emit(id)))
        return failure();
    gpu::BarrierOp::create(tiles.getBuilder(), tiles.getLoc());
    tiles.setFloor(floor);
    return SmallVector<Value>();
  };
  return success(succeeded(tiles.emitLoop(tiles.getLoc(), tiles.getIndex(0),
                                          tiles.emitExpr(scan.length),
                                          /*step=*/1, {}, emitStep)));
}

/// Drops what was asked for but not needed, and what was computed twice.
static void cleanUp(gpu::GPUFuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  kernel.getBody().walk<WalkOrder::PostOrder, mlir::ReverseIterator>(
      [&](Operation *op) {
        if (isOpTriviallyDead(op))
          rewriter.eraseOp(op);
      });
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
}

FailureOr<gpu::GPUModuleOp> oaml::tileKernel(FunctionOpInterface func) {
  if (func.isExternal())
    return func->emitOpError("has no body to compile");
  FailureOr<ScheduledKernel> analysed = readSchedules(func);
  if (failed(analysed))
    return failure();
  auto &[copy, program, schedules] = *analysed;
  MLIRContext *context = func->getContext();
  ArrayRef<Part> parts = program->getParts();
  AffineExpr grid = getAffineConstantExpr(0, context);
  for (auto [part, schedule] : llvm::zip_equal(parts, schedules)) {
    AffineExpr own = PartEmitter::getGrid(part, schedule, context);
    // The parts of a step belong to the same workgroups.
    grid = program->getScan() ? own : grid + own;
  }

  OpBuilder builder(context);
  builder.setInsertionPointAfter(func);
  auto module =
      gpu::GPUModuleOp::create(builder, func->getLoc(), func.getName());
  auto fail = [&]() -> FailureOr<gpu::GPUModuleOp> {
    module.erase();
    return failure();
  };
  FailureOr<gpu::GPUFuncOp> kernel = createKernel(func, *program, grid, module);
  if (failed(kernel))
    return fail();

  TileEvaluator tiles(*program, *kernel);
  OpFoldResult id = tiles.getIndex(0);
  if (tile::getConstant(grid) != 1)
    id = kernel::WorkgroupIdOp::create(tiles.getBuilder(), func->getLoc(),
                                       builder.getIndexType())
             .getResult();
  if (failed(program->getScan() ? emitSteps(tiles, parts, schedules, id)
                                : emitParts(tiles, parts, schedules, id)))
    return fail();
  cleanUp(*kernel);
  return module;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct TilePass : public oaml::impl::TileBase<TilePass> {
  void runOnOperation() override {
    SmallVector<FunctionOpInterface> funcs;
    getOperation()->walk([&](FunctionOpInterface func) {
      if (func->hasAttr(kernel::scheduleAttrName) &&
          !isa<gpu::GPUFuncOp>(func.getOperation()))
        funcs.push_back(func);
    });
    for (FunctionOpInterface func : funcs) {
      if (failed(tileKernel(func)))
        return signalPassFailure();
      func.erase();
    }
  }
};
} // namespace
