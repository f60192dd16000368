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
// Schedules
//===----------------------------------------------------------------------===//

/// Checks that `schedule` fits the loops of `part`.
static LogicalResult verifySchedule(FunctionOpInterface func, const Part &part,
                                    ScheduleAttr schedule, unsigned number) {
  auto error = [&]() {
    return func->emitOpError("schedule of part ") << number << ": ";
  };
  if (schedule.getTile().size() != part.loops.size())
    return error() << "needs one entry for each of " << part.numParallel
                   << " parallel loops and "
                   << part.loops.size() - part.numParallel
                   << " reduction loops, found " << schedule.getTile().size();
  for (auto [i, loop] : llvm::enumerate(part.loops)) {
    int64_t size = schedule.getTile()[i];
    if (loop.anchorLoop && size != 0)
      return error() << "the tile of reduction loop " << i
                     << " must be 0, found " << size;
    if (size == 0 || schedule.getEdges() != EdgeHandling::Shift ||
        loop.extent.isMultipleOf(size))
      continue;
    std::optional<int64_t> extent = tile::getConstant(loop.extent);
    if (!extent || *extent < size)
      return error() << "'shift' needs an extent that is known to be at least "
                        "the tile of "
                     << size << " in loop " << i << ", found "
                     << (extent ? std::to_string(*extent) : "a dynamic one");
  }
  return success();
}

static FailureOr<SmallVector<ScheduleAttr>>
getSchedules(FunctionOpInterface func, TileProgram &program) {
  Attribute attr = func->getAttr(KernelAttrNames::schedule);
  ArrayRef<Part> parts = program.getParts();
  SmallVector<ScheduleAttr> schedules;
  if (auto one = dyn_cast_or_null<ScheduleAttr>(attr)) {
    schedules.assign(parts.size(), one);
  } else if (auto list = dyn_cast_or_null<ArrayAttr>(attr)) {
    for (Attribute element : list) {
      auto schedule = dyn_cast<ScheduleAttr>(element);
      if (!schedule)
        return func->emitOpError("'")
               << KernelAttrNames::schedule
               << "' must list #kernel.schedule, found " << element;
      schedules.push_back(schedule);
    }
  } else {
    return func->emitOpError("needs the attribute '")
           << KernelAttrNames::schedule
           << "': #kernel.schedule or an array of them";
  }
  if (schedules.size() != parts.size())
    return func->emitOpError("needs one schedule for each of its ")
           << parts.size() << " groups of results, found " << schedules.size();
  for (auto [i, part] : llvm::enumerate(parts))
    if (failed(verifySchedule(func, part, schedules[i], i)))
      return failure();
  return schedules;
}

//===----------------------------------------------------------------------===//
// The kernel's frame
//===----------------------------------------------------------------------===//

static MemRefType getBufferType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

static std::string toString(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream(text) << expr;
  return text;
}

/// Names for the dynamic extents of result `number`.
static FailureOr<Attribute>
getResultDims(FunctionOpInterface func, TileProgram &program, unsigned number) {
  if (Attribute dims = func.getResultAttr(number, KernelAttrNames::dims))
    return dims;
  Builder builder(func->getContext());
  SmallVector<Attribute> dims;
  bool dynamic = false;
  for (AffineExpr extent : *program.getExtents(program.getResult(number))) {
    if (std::optional<int64_t> constant = tile::getConstant(extent)) {
      dims.push_back(builder.getI64IntegerAttr(*constant));
      continue;
    }
    auto symbol = dyn_cast<AffineSymbolExpr>(extent);
    if (!symbol)
      return func->emitOpError("result ")
             << number << " has the extent " << toString(extent)
             << ", which needs a name in the result attribute '"
             << KernelAttrNames::dims << "'";
    dynamic = true;
    dims.push_back(program.getSymbols()[symbol.getPosition()]);
  }
  return dynamic ? builder.getArrayAttr(dims) : Attribute();
}

/// Makes the module and its kernel: arguments, attributes, an empty body.
static FailureOr<gpu::GPUFuncOp> createKernel(FunctionOpInterface func,
                                              TileProgram &program,
                                              AffineExpr grid,
                                              gpu::GPUModuleOp module) {
  FunctionOpInterface source = program.getFunction();
  OpBuilder builder(module.getBodyRegion());
  SmallVector<Type> types;
  for (Type type : source.getArgumentTypes())
    types.push_back(getBufferType(type));
  for (Type type : source.getResultTypes())
    types.push_back(getBufferType(type));
  types.append(program.getSymbols().size(), builder.getIndexType());
  auto kernel = gpu::GPUFuncOp::create(builder, func->getLoc(), func.getName(),
                                       builder.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());

  unsigned inputs = source.getNumArguments();
  for (unsigned i = 0; i < inputs; ++i)
    if (Attribute dims = source.getArgAttr(i, KernelAttrNames::dims))
      kernel.setArgAttr(i, KernelAttrNames::dims, dims);
  for (unsigned i = 0; i < source.getNumResults(); ++i) {
    FailureOr<Attribute> dims = getResultDims(source, program, i);
    if (failed(dims))
      return failure();
    if (*dims)
      kernel.setArgAttr(inputs + i, KernelAttrNames::dims, *dims);
    if (Attribute alias = source.getResultAttr(i, KernelAttrNames::inplace))
      kernel.setArgAttr(inputs + i, KernelAttrNames::inplace, alias);
  }
  for (auto [i, symbol] : llvm::enumerate(program.getSymbols()))
    kernel.setArgAttr(inputs + source.getNumResults() + i,
                      KernelAttrNames::symbol, symbol);

  Attribute device;
  for (Operation *op = func; op && !device; op = op->getParentOp())
    device = op->getAttr(KernelAttrNames::device);
  if (!isa_and_nonnull<kernel::DeviceAttr>(device))
    return func->emitOpError("needs the attribute '")
           << KernelAttrNames::device
           << "' (#kernel.device), its own or an enclosing op's";
  kernel->setAttr(KernelAttrNames::device, device);
  if (Attribute schedule = func->getAttr(KernelAttrNames::schedule))
    kernel->setAttr(KernelAttrNames::schedule, schedule);
  kernel->setAttr(
      KernelAttrNames::grid,
      AffineMapAttr::get(AffineMap::get(0, program.getSymbols().size(), grid)));
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
  for (unsigned result : part.results)
    if (cast<RankedTensorType>(program.getResult(result).getType()).getRank() ==
        static_cast<int64_t>(level))
      if (failed(emitStore(result, tile)))
        return failure();
  if (level == part.numParallel)
    return success();

  Tile inner(tile);
  inner.emplace_back();
  if (int64_t size = schedule.getTile()[level]) {
    inner.back() = {offsets[level], size, !clean && ragged[level]};
    return emitLevel(inner, clean);
  }
  FailureOr<SmallVector<Value>> values = tiles.emitBlocks(
      tiles.getLoc(), part.loops[level].extent, schedule.getBlock()[level],
      TileEvaluator::Rest::Guard, /*together=*/!clean, {},
      [&](TileDim block, ValueRange) -> FailureOr<SmallVector<Value>> {
        inner.back() = block;
        if (failed(emitLevel(inner, clean)))
          return failure();
        return SmallVector<Value>();
      });
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
  // Work on a copy: analysis wants generic ops.
  OwningOpRef<Operation *> copy(func->clone());
  FailureOr<std::unique_ptr<TileProgram>> program =
      TileProgram::create(cast<FunctionOpInterface>(copy.get()));
  if (failed(program))
    return failure();
  FailureOr<SmallVector<ScheduleAttr>> schedules =
      getSchedules(func, **program);
  if (failed(schedules))
    return failure();
  MLIRContext *context = func->getContext();
  ArrayRef<Part> parts = (*program)->getParts();
  AffineExpr grid = getAffineConstantExpr(0, context);
  for (auto [part, schedule] : llvm::zip_equal(parts, *schedules))
    grid = grid + PartEmitter::getGrid(part, schedule, context);

  OpBuilder builder(context);
  builder.setInsertionPointAfter(func);
  auto module =
      gpu::GPUModuleOp::create(builder, func->getLoc(), func.getName());
  auto fail = [&]() -> FailureOr<gpu::GPUModuleOp> {
    module.erase();
    return failure();
  };
  FailureOr<gpu::GPUFuncOp> kernel =
      createKernel(func, **program, grid, module);
  if (failed(kernel))
    return fail();

  TileEvaluator tiles(**program, *kernel);
  OpFoldResult id = tiles.getIndex(0);
  if (tile::getConstant(grid) != 1)
    id = kernel::WorkgroupIdOp::create(tiles.getBuilder(), func->getLoc(),
                                       builder.getIndexType())
             .getResult();
  if (failed(emitParts(tiles, parts, *schedules, id)))
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
      if (func->hasAttr(KernelAttrNames::schedule) &&
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
