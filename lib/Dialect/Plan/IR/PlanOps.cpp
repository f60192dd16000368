//===- PlanOps.cpp - Rules of the plan dialect ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"

using namespace mlir;
using namespace oaml::plan;

/// A map of the entry's symbols to `numResults` numbers.
static LogicalResult verifyMap(Operation *op, AffineMap map,
                               unsigned numSymbols, StringRef what,
                               unsigned numResults = 1) {
  if (map.getNumDims() == 0 && map.getNumResults() == numResults &&
      map.getNumSymbols() <= numSymbols)
    return success();
  return op->emitOpError() << "requires " << what << " to map the entry's "
                           << numSymbols << " symbols to " << numResults
                           << (numResults == 1 ? " number" : " numbers")
                           << ", found " << AffineMapAttr::get(map);
}

/// A map of extents for each of `types`.
static LogicalResult verifyExtents(Operation *op, ArrayRef<Type> types,
                                   ArrayAttr extents, unsigned numSymbols,
                                   StringRef what) {
  if (extents.size() != types.size())
    return op->emitOpError()
           << "requires a map of " << what << " for each of " << types.size()
           << " tensors, found " << extents.size();
  for (auto [type, map] : llvm::zip(types, extents)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return op->emitOpError() << "requires tensors, found " << type;
    if (failed(verifyMap(op, cast<AffineMapAttr>(map).getValue(), numSymbols,
                         what, tensor.getRank())))
      return failure();
  }
  return success();
}

static Attribute getAttrOf(std::optional<ArrayAttr> list, unsigned i,
                           StringRef name) {
  if (!list || i >= list->size())
    return {};
  return cast<DictionaryAttr>((*list)[i]).get(name);
}

Attribute EntryOp::getArgAttr(unsigned i, StringRef name) {
  return getAttrOf(getArgAttrs(), i, name);
}

Attribute EntryOp::getResultAttr(unsigned i, StringRef name) {
  return getAttrOf(getResAttrs(), i, name);
}

LogicalResult EntryOp::verify() {
  FunctionType type = getFunctionType();
  for (Attribute attribute : getSymbols()) {
    auto symbol = cast<SymbolAttr>(attribute);
    if (symbol.getArgument() < 0 ||
        symbol.getArgument() >= static_cast<int64_t>(type.getNumInputs()))
      return emitOpError() << "requires symbols to be bound by one of its "
                           << type.getNumInputs() << " arguments, found "
                           << attribute;
    auto tensor =
        dyn_cast<RankedTensorType>(type.getInput(symbol.getArgument()));
    if (!tensor || symbol.getDimension() < 0 ||
        symbol.getDimension() >= tensor.getRank() ||
        !tensor.isDynamicDim(symbol.getDimension()))
      return emitOpError() << "requires symbols to be dynamic extents, found "
                           << attribute << " of "
                           << type.getInput(symbol.getArgument());
  }
  unsigned numSymbols = getSymbols().size();
  for (Attribute attribute : getPredicates()) {
    auto predicate = cast<PredicateAttr>(attribute);
    if (!llvm::is_contained({"eq", "ne", "lt", "le"}, predicate.getRelation()))
      return emitOpError() << "requires a relation of eq, ne, lt and le, found "
                           << predicate.getRelation();
    if (failed(verifyMap(*this, predicate.getLhs().getValue(), numSymbols,
                         "lhs")) ||
        failed(
            verifyMap(*this, predicate.getRhs().getValue(), numSymbols, "rhs")))
      return failure();
  }
  if (failed(verifyExtents(*this, type.getInputs(), getArgumentExtents(),
                           numSymbols, "argument extents")) ||
      failed(verifyExtents(*this, type.getResults(), getResultExtents(),
                           numSymbols, "result extents")) ||
      failed(verifyMap(*this, getArenaSize(), numSymbols, "arena")))
    return failure();
  return verifyMap(*this, getArenaLowerBound(), numSymbols, "bound");
}

LogicalResult EntryOp::verifyRegions() {
  unsigned numSymbols = getSymbols().size();
  FunctionType type = getFunctionType();
  for (Operation &op : getBody().front()) {
    if (auto argument = dyn_cast<ArgumentOp>(op)) {
      if (argument.getIndex() >= type.getNumInputs())
        return argument.emitOpError()
               << "requires one of " << type.getNumInputs()
               << " arguments, found number " << argument.getIndex();
      if (failed(verifyMap(argument, argument.getSize(), numSymbols, "size")))
        return failure();
    } else if (auto result = dyn_cast<ResultOp>(op)) {
      if (result.getIndex() >= type.getNumResults())
        return result.emitOpError()
               << "requires one of " << type.getNumResults()
               << " results, found number " << result.getIndex();
      if (failed(verifyMap(result, result.getSize(), numSymbols, "size")))
        return failure();
    } else if (auto arena = dyn_cast<ArenaOp>(op)) {
      if (failed(verifyMap(arena, arena.getOffset(), numSymbols, "offset")) ||
          failed(verifyMap(arena, arena.getSize(), numSymbols, "size")))
        return failure();
      if (!arena.getOffset().getResult(0).isMultipleOf(arenaAlignment))
        return arena.emitOpError()
               << "requires an offset that is a multiple of " << arenaAlignment
               << ", found " << arena.getOffsetAttr();
    } else if (auto copy = dyn_cast<CopyOp>(op)) {
      if (failed(verifyMap(copy, copy.getSize(), numSymbols, "size")))
        return failure();
    } else if (auto launch = dyn_cast<LaunchOp>(op)) {
      for (Attribute extent : launch.getExtents())
        if (failed(verifyMap(launch, cast<AffineMapAttr>(extent).getValue(),
                             numSymbols, "extents")))
          return failure();
    } else if (!isa<ConstantOp, BarrierOp>(op)) {
      return op.emitOpError() << "does not belong in a plan.entry";
    }
  }
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto kernel = symbolTable.lookupNearestSymbolFrom<kernel::FuncOp>(
      *this, getKernelAttr());
  if (!kernel)
    return emitOpError() << "requires a kernel.func, found none named "
                         << getKernelAttr();
  size_t numBuffers = kernel.getNumResults();
  for (Type type : kernel.getArgumentTypes())
    numBuffers += isa<RankedTensorType>(type);
  if (getBuffers().size() != numBuffers)
    return emitOpError() << "requires a buffer for each of the kernel's "
                         << numBuffers
                         << " tensor arguments and results, found "
                         << getBuffers().size();
  if (getExtents().size() != kernel.getSymbols().size())
    return emitOpError() << "requires an extent for each of the kernel's "
                         << kernel.getSymbols().size() << " symbols, found "
                         << getExtents().size();
  return success();
}
