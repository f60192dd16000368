//===- PlanEntries.cpp - Functions of dispatches to host programs ---------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/Transforms/SymbolicShapes.h"
#include "oaml/Dialect/Plan/Transforms/MemoryPlan.h"
#include "oaml/Dialect/Plan/Transforms/Passes.h"
#include "oaml/Dialect/Plan/Transforms/Predicates.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace oaml::plan {
#define GEN_PASS_DEF_PLANENTRIESPASS
#include "oaml/Dialect/Plan/Transforms/Passes.h.inc"
} // namespace oaml::plan

using namespace mlir;
using namespace oaml;
using namespace oaml::plan;

namespace {

/// Where the bytes of a value are.
struct Place {
  enum Space { Arena, Argument, Result, Constant } space = Arena;
  /// Number of the argument, the result or the constant; for the arena the
  /// number of the request.
  size_t index = 0;

  bool operator==(const Place &other) const {
    return space == other.space && index == other.index;
  }
};

/// A copy at the end of the program.
struct FinalCopy {
  Value source;
  Place target;
};

/// An access since the last barrier.
struct Access {
  Place place;
  bool isWrite;
};

/// Plans one function.
class EntryPlanner {
public:
  EntryPlanner(func::FuncOp function, SymbolicShapes &shapes, bool reuse)
      : function(function), shapes(shapes), reuse(reuse),
        context(function.getContext()) {}

  LogicalResult run(OpBuilder &builder);

  unsigned numLaunches = 0, numBarriers = 0, numCopies = 0;

private:
  LogicalResult collect();
  void placeResults();
  bool canOverwrite(unsigned argument, OpResult value,
                    SmallVectorImpl<Operation *> &readers);
  void placeTemporaries();
  void computeLevels();
  EntryOp createEntry(OpBuilder &builder);
  Value getBuffer(OpBuilder &builder, Location loc, Place place);
  void access(OpBuilder &builder, Location loc, ArrayRef<Access> wanted);
  bool overlap(Place a, Place b);
  AffineExpr getBytes(Value tensor);
  AffineMap getMap(AffineExpr expr) {
    return AffineMap::get(0, shapes.getSymbols().size(), expr);
  }
  AffineMapAttr getMapAttr(AffineExpr expr) {
    return AffineMapAttr::get(getMap(expr));
  }
  bool dependsOn(Operation *op, Operation *on);

  /// The value whose bytes `value` is: reshapes are views.
  static Value getBase(Value value) {
    while (auto reshape = value.getDefiningOp<ReshapeOp>())
      value = reshape.getX();
    return value;
  }

  func::FuncOp function;
  SymbolicShapes &shapes;
  bool reuse;
  MLIRContext *context;

  SmallVector<kernel::DispatchOp> dispatches;
  SmallVector<oaml::ConstantOp> constants;
  llvm::MapVector<Value, Place> places;
  SmallVector<FinalCopy> finalCopies;
  /// Arguments whose values are wanted after their memory is overwritten, and
  /// where they are kept.
  llvm::MapVector<Value, Place> kept;
  /// Dispatches that must come before another one although it does not read
  /// their results.
  DenseMap<Operation *, SmallVector<Operation *>> orderedBefore;
  DenseMap<Operation *, int64_t> level;
  int64_t endLevel = 0;
  SmallVector<MemoryRequest> requests;
  SmallVector<Location> requestLocations;
  MemoryPlan memory;
  SmallVector<Access> accesses;
  llvm::MapVector<std::pair<int, size_t>, Value> buffers;
};

} // namespace

LogicalResult EntryPlanner::collect() {
  for (Operation &op : function.getBody().front()) {
    if (auto dispatch = dyn_cast<kernel::DispatchOp>(op)) {
      dispatches.push_back(dispatch);
    } else if (auto constant = dyn_cast<oaml::ConstantOp>(op)) {
      places[constant.getResult()] = {Place::Constant, constants.size()};
      constants.push_back(constant);
    } else if (!isa<ReshapeOp, DimOp, func::ReturnOp>(op) &&
               !llvm::all_of(op.getResultTypes(), llvm::IsaPred<IndexType>)) {
      return op.emitOpError(
          "requires to be inside a kernel before the host program is planned");
    }
  }
  for (BlockArgument argument : function.getArguments())
    places[argument] = {Place::Argument, argument.getArgNumber()};
  return success();
}

bool EntryPlanner::dependsOn(Operation *op, Operation *on) {
  SmallVector<Operation *> worklist{op};
  DenseSet<Operation *> visited{op};
  while (!worklist.empty()) {
    Operation *current = worklist.pop_back_val();
    if (current == on)
      return true;
    auto visit = [&](Operation *before) {
      if (before && visited.insert(before).second)
        worklist.push_back(before);
    };
    for (Value operand : current->getOperands())
      visit(getBase(operand).getDefiningOp());
    for (Operation *before : orderedBefore.lookup(current))
      visit(before);
  }
  return false;
}

/// Whether the dispatch that makes `value` may write it over `argument`.
/// `readers` are the dispatches that must come before.
bool EntryPlanner::canOverwrite(unsigned argument, OpResult value,
                                SmallVectorImpl<Operation *> &readers) {
  auto writer = cast<kernel::DispatchOp>(value.getOwner());
  Value source = function.getArgument(argument);
  for (kernel::DispatchOp reader : dispatches) {
    SmallVector<int64_t> positions;
    int64_t numTensors = 0;
    for (Value operand : reader.getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        continue;
      if (getBase(operand) == source)
        positions.push_back(numTensors);
      ++numTensors;
    }
    if (positions.empty())
      continue;
    if (reader == writer) {
      auto allowed =
          dyn_cast_or_null<IntegerAttr>(writer.lookupKernel().getResultAttr(
              value.getResultNumber(), kernel::inPlaceAttrName));
      if (positions.size() != 1 || !allowed ||
          allowed.getInt() != positions.front())
        return false;
      continue;
    }
    if (dependsOn(reader, writer))
      return false;
    readers.push_back(reader);
  }
  return true;
}

void EntryPlanner::placeResults() {
  auto terminator =
      cast<func::ReturnOp>(function.getBody().front().getTerminator());
  SmallVector<std::optional<unsigned>> donor(terminator.getNumOperands());
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto donated =
            function.getArgAttrOfType<IntegerAttr>(i, donatedAttrName))
      donor[donated.getInt()] = i;

  for (auto [number, operand] : llvm::enumerate(terminator.getOperands())) {
    Value base = getBase(operand);
    Place wanted{Place::Result, number};
    if (donor[number])
      wanted = {Place::Argument, *donor[number]};
    if (places.contains(base) && places.lookup(base) == wanted)
      continue;
    auto result = dyn_cast<OpResult>(base);
    if (result && isa<kernel::DispatchOp>(result.getOwner()) &&
        !places.contains(base)) {
      SmallVector<Operation *> readers;
      if (!donor[number]) {
        places[base] = wanted;
        continue;
      }
      // Another result wants the argument's old value.
      Value source = function.getArgument(*donor[number]);
      bool isReturned =
          llvm::any_of(terminator.getOperands(),
                       [&](Value other) { return getBase(other) == source; });
      if (!isReturned && canOverwrite(*donor[number], result, readers)) {
        llvm::append_range(orderedBefore[result.getOwner()], readers);
        places[base] = wanted;
        continue;
      }
      remark::missed(result.getLoc(),
                     remark::RemarkOpts::name("donate").category("plan"))
          << "result " + std::to_string(number) +
                 " is copied into the argument donated to it: the argument is "
                 "still read, or the kernel cannot work in place";
    }
    finalCopies.push_back({base, wanted});
  }
  // A donated argument's memory is overwritten, by a launch or by a copy; what
  // else becomes of its value needs the value kept.
  for (FinalCopy &copy : finalCopies) {
    auto argument = dyn_cast<BlockArgument>(copy.source);
    if (argument && llvm::is_contained(donor, argument.getArgNumber()))
      kept.insert({argument, Place()});
  }
}

void EntryPlanner::computeLevels() {
  // In program order, which respects operands; the additional edges may point
  // backwards, so repeat until nothing moves. They form no cycle.
  bool changed = true;
  while (changed) {
    changed = false;
    for (kernel::DispatchOp dispatch : dispatches) {
      int64_t own = 1;
      for (Value operand : dispatch.getOperands())
        if (Operation *producer = getBase(operand).getDefiningOp())
          if (isa<kernel::DispatchOp>(producer))
            own = std::max(own, level.lookup(producer) + 1);
      for (Operation *before : orderedBefore.lookup(dispatch))
        own = std::max(own, level.lookup(before) + 1);
      if (level.lookup(dispatch) != own) {
        level[dispatch] = own;
        changed = true;
      }
      endLevel = std::max(endLevel, own + 1);
    }
  }
  // By level, in program order within a level.
  SmallVector<SmallVector<kernel::DispatchOp>> byLevel(endLevel + 1);
  for (kernel::DispatchOp dispatch : dispatches)
    byLevel[level[dispatch]].push_back(dispatch);
  dispatches.clear();
  for (ArrayRef<kernel::DispatchOp> group : byLevel)
    llvm::append_range(dispatches, group);
}

AffineExpr EntryPlanner::getBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  AffineExpr bytes = getAffineConstantExpr(
      type.getElementType().getIntOrFloatBitWidth() / 8, context);
  for (AffineExpr extent : shapes.getShape(tensor))
    bytes = bytes * extent;
  return bytes;
}

void EntryPlanner::placeTemporaries() {
  auto addRequest = [&](Value value, int64_t first, int64_t last) {
    requests.push_back({getBytes(value), first, last});
    requestLocations.push_back(value.getLoc());
    return Place{Place::Arena, requests.size() - 1};
  };
  llvm::MapVector<Value, int64_t> lastUse;
  for (kernel::DispatchOp dispatch : dispatches)
    for (Value operand : dispatch.getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        lastUse[getBase(operand)] =
            std::max(lastUse[getBase(operand)], level[dispatch]);
  for (FinalCopy &copy : finalCopies)
    lastUse[copy.source] = endLevel;
  for (kernel::DispatchOp dispatch : dispatches)
    for (Value result : dispatch.getResults())
      if (!places.contains(result))
        places[result] =
            addRequest(result, level[dispatch],
                       std::max(lastUse.lookup(result), level[dispatch]));
  for (auto &[value, place] : kept)
    place = addRequest(value, 0, endLevel);
}

EntryOp EntryPlanner::createEntry(OpBuilder &builder) {
  SmallVector<Attribute> symbols;
  for (const SymbolInfo &symbol : shapes.getSymbols())
    symbols.push_back(SymbolAttr::get(context, symbol.name, symbol.argument,
                                      symbol.dimension));
  auto getExtents = [&](ValueRange tensors) {
    SmallVector<AffineMap> maps;
    for (Value tensor : tensors)
      maps.push_back(AffineMap::get(0, shapes.getSymbols().size(),
                                    shapes.getShape(tensor), context));
    return builder.getAffineMapArrayAttr(maps);
  };
  Operation *terminator = function.getBody().front().getTerminator();
  auto entry =
      EntryOp::create(builder, function.getLoc(), function.getSymName(),
                      function.getFunctionType(), builder.getArrayAttr(symbols),
                      builder.getArrayAttr(collectPredicates(function, shapes)),
                      getExtents(function.getArguments()),
                      getExtents(terminator->getOperands()),
                      getMap(memory.size), getMap(memory.lowerBoundExpr),
                      function.getArgAttrsAttr(), function.getResAttrsAttr());
  entry.getBody().emplaceBlock();
  return entry;
}

Value EntryPlanner::getBuffer(OpBuilder &builder, Location loc, Place place) {
  Value &buffer = buffers[{place.space, place.index}];
  if (buffer)
    return buffer;
  Type type = BufferType::get(context);
  switch (place.space) {
  case Place::Arena:
    return buffer = ArenaOp::create(builder, requestLocations[place.index],
                                    type, getMap(memory.offsets[place.index]),
                                    getMap(requests[place.index].size));
  case Place::Argument:
    return buffer = ArgumentOp::create(
               builder, loc, type, place.index,
               getMap(getBytes(function.getArgument(place.index))));
  case Place::Result:
    return buffer = ResultOp::create(
               builder, loc, type, place.index,
               getMap(getBytes(
                   function.getBody().front().getTerminator()->getOperand(
                       place.index))));
  case Place::Constant:
    return buffer = plan::ConstantOp::create(
               builder, constants[place.index].getLoc(), type,
               constants[place.index].getValue());
  }
  llvm_unreachable("unknown space");
}

bool EntryPlanner::overlap(Place a, Place b) {
  if (a.space != b.space)
    return false;
  if (a.space != Place::Arena || a.index == b.index)
    return a.index == b.index;
  // Offsets and ends are sums of the same aligned sizes, which cancel.
  auto isBefore = [&](Place x, Place y) {
    return isKnownAtMost(memory.ends[x.index], memory.offsets[y.index]);
  };
  return !isBefore(a, b) && !isBefore(b, a);
}

/// Notes what the next command touches, behind a barrier if it must be.
void EntryPlanner::access(OpBuilder &builder, Location loc,
                          ArrayRef<Access> wanted) {
  bool hazard = llvm::any_of(wanted, [&](const Access &next) {
    return llvm::any_of(accesses, [&](const Access &before) {
      return (next.isWrite || before.isWrite) &&
             overlap(next.place, before.place);
    });
  });
  if (hazard) {
    BarrierOp::create(builder, loc);
    ++numBarriers;
    accesses.clear();
  }
  llvm::append_range(accesses, wanted);
}

LogicalResult EntryPlanner::run(OpBuilder &builder) {
  if (failed(collect()))
    return failure();
  placeResults();
  computeLevels();
  placeTemporaries();
  memory = planMemory(requests, reuse, context);
  remark::analysis(function.getLoc(),
                   remark::RemarkOpts::name("arena").category("plan"))
      << "arena of " + std::to_string(memory.sizeForBound) +
             " bytes, lower bound " + std::to_string(memory.lowerBound) +
             " bytes (dynamic extents taken as " +
             std::to_string(symbolForBound) + ")";

  EntryOp entry = createEntry(builder);
  OpBuilder body = OpBuilder::atBlockEnd(&entry.getBody().front());
  auto copy = [&](Value value, Place source, Place target) {
    Location loc = value.getLoc();
    Value from = getBuffer(body, loc, source),
          to = getBuffer(body, loc, target);
    access(body, loc, {{source, false}, {target, true}});
    CopyOp::create(body, loc, from, to, getMap(getBytes(value)));
    ++numCopies;
  };
  for (auto &[value, place] : kept)
    copy(value, places[value], place);
  for (kernel::DispatchOp dispatch : dispatches) {
    SmallVector<Value> operands;
    SmallVector<Access> wanted;
    Location loc = dispatch.getLoc();
    for (Value operand : dispatch.getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        continue;
      Place place = places[getBase(operand)];
      operands.push_back(getBuffer(body, loc, place));
      wanted.push_back({place, false});
    }
    for (Value result : dispatch.getResults()) {
      operands.push_back(getBuffer(body, loc, places[result]));
      wanted.push_back({places[result], true});
    }
    SmallVector<Attribute> extents;
    for (AffineExpr value : dispatch.getSymbolValues(
             dispatch.lookupKernel(),
             [&](Value tensor) { return shapes.getShape(tensor); },
             [&](Value index) { return shapes.getIndex(index); }))
      extents.push_back(getMapAttr(value));
    access(body, loc, wanted);
    LaunchOp::create(body, loc, dispatch.getKernel(), operands,
                     body.getArrayAttr(extents));
    ++numLaunches;
  }
  for (FinalCopy &final : finalCopies) {
    auto *it = kept.find(final.source);
    copy(final.source, it != kept.end() ? it->second : places[final.source],
         final.target);
  }
  return success();
}

namespace {

struct PlanEntries : plan::impl::PlanEntriesPassBase<PlanEntries> {
  using PlanEntriesPassBase::PlanEntriesPassBase;

  void runOnOperation() override {
    OpBuilder builder(&getContext());
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (function.isPublic() && !function.isExternal()) {
        FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
        if (failed(shapes))
          return signalPassFailure();
        EntryPlanner planner(function, *shapes, reuse);
        builder.setInsertionPoint(function);
        if (failed(planner.run(builder)))
          return signalPassFailure();
        numLaunches += planner.numLaunches;
        numBarriers += planner.numBarriers;
        numCopies += planner.numCopies;
      }
      function.erase();
    }
  }
};

} // namespace
