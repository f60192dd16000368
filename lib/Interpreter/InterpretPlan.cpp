//===- InterpretPlan.cpp - Reference execution of host programs -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A plan.entry runs on plain byte ranges, as on a device: what a launch reads
// is whatever the ranges hold. So a buffer that is overwritten too early gives
// wrong results here, too, and what no launch has written reads as NaN. Kernels
// run by their tensor bodies. Commands run in order; that barriers stand where
// they are needed is checked apart from that.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Engine.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"

#include "llvm/ADT/StringMap.h"

#include <cstring>

using namespace mlir;
using namespace oaml;

namespace {

/// A range of bytes of one of the entry's memories.
struct Range {
  /// "argument", "result", "constant" or "arena", with a number.
  StringRef space;
  int64_t index = 0;
  int64_t offset = 0, size = 0;
  std::vector<char> *memory = nullptr;

  char *data() const { return memory->data() + offset; }
  bool overlaps(const Range &other) const {
    return memory == other.memory && offset < other.offset + other.size &&
           other.offset < offset + size;
  }
};

/// What a command does to a range.
struct Access {
  Range range;
  bool isWrite;
  Operation *command;
};

class EntryRunner {
public:
  EntryRunner(plan::EntryOp entry, const InterpreterOptions &options)
      : entry(entry), options(options) {
    this->options.wide = false;
  }

  FailureOr<SmallVector<HostTensor>> run(ArrayRef<HostTensor> arguments);

private:
  LogicalResult bind(ArrayRef<HostTensor> visible);
  LogicalResult checkPredicates();
  LogicalResult interpretOp(Operation &op);
  LogicalResult define(Operation &op, Range range);
  LogicalResult launch(plan::LaunchOp op);
  LogicalResult copy(plan::CopyOp op);
  LogicalResult touch(Operation *op, ArrayRef<Access> wanted);
  HostTensor load(const Range &range, RankedTensorType type);

  /// The numbers that a map gives for the entry's symbols.
  SmallVector<int64_t> evaluate(AffineMap map, ArrayRef<int64_t> symbols);
  SmallVector<int64_t> evaluate(AffineMap map) {
    return evaluate(map, symbolValues);
  }
  /// The type of an argument or result with its extents of this run.
  RankedTensorType getType(bool isResult, unsigned number);

  plan::EntryOp entry;
  InterpreterOptions options;
  SmallVector<int64_t> symbolValues;
  std::vector<char> arena;
  std::vector<std::vector<char>> arguments, results, constants;
  /// For each result the argument whose memory it takes over.
  SmallVector<std::optional<unsigned>> donors;
  DenseMap<Value, Range> ranges;
  SmallVector<Access> accesses;
};

} // namespace

/// Bytes of a tensor in storage format.
static int64_t getByteSize(RankedTensorType type) {
  return type.getNumElements() * (type.getElementTypeBitWidth() / 8);
}

SmallVector<int64_t> EntryRunner::evaluate(AffineMap map,
                                           ArrayRef<int64_t> symbols) {
  SmallVector<AffineExpr> constants;
  for (int64_t value : symbols)
    constants.push_back(getAffineConstantExpr(value, map.getContext()));
  SmallVector<int64_t> values;
  for (AffineExpr expr : map.getResults()) {
    AffineExpr value = simplifyAffineExpr(expr.replaceSymbols(constants), 0, 0);
    values.push_back(cast<AffineConstantExpr>(value).getValue());
  }
  return values;
}

RankedTensorType EntryRunner::getType(bool isResult, unsigned number) {
  FunctionType type = entry.getFunctionType();
  auto tensor = cast<RankedTensorType>(isResult ? type.getResult(number)
                                                : type.getInput(number));
  auto extents =
      cast<AffineMapAttr>(isResult ? entry.getResultExtents()[number]
                                   : entry.getArgumentExtents()[number]);
  return RankedTensorType::get(evaluate(extents.getValue()),
                               tensor.getElementType());
}

/// Takes over the arguments, fixes the symbols, and lays out all memories.
LogicalResult EntryRunner::bind(ArrayRef<HostTensor> visible) {
  FunctionType type = entry.getFunctionType();
  SmallVector<HostTensor> all;
  for (auto [index, input] : llvm::enumerate(type.getInputs())) {
    if (entry.getArgAttr(index, runSeedAttrName)) {
      HostTensor seed(cast<RankedTensorType>(input));
      seed.setInt(0, options.runSeed);
      all.push_back(seed);
    } else if (!visible.empty()) {
      all.push_back(visible.front());
      visible = visible.drop_front();
    }
  }
  if (all.size() != type.getNumInputs() || !visible.empty())
    return entry.emitOpError() << "requires another number of arguments";

  for (Attribute attribute : entry.getSymbols()) {
    auto symbol = cast<plan::SymbolAttr>(attribute);
    const HostTensor &tensor = all[symbol.getArgument()];
    if (symbol.getDimension() >= tensor.getRank())
      return entry.emitOpError()
             << "requires argument " << symbol.getArgument() << " of type "
             << type.getInput(symbol.getArgument()) << ", found "
             << tensor.getType();
    symbolValues.push_back(tensor.getShape()[symbol.getDimension()]);
  }
  for (auto [index, tensor] : llvm::enumerate(all)) {
    RankedTensorType wanted = getType(/*isResult=*/false, index);
    if (wanted != tensor.getType())
      return entry.emitOpError() << "requires argument " << index << " of type "
                                 << wanted << ", found " << tensor.getType();
    arguments.push_back(tensor.getBytes());
  }
  donors.resize(type.getNumResults());
  for (unsigned i = 0, e = type.getNumInputs(); i < e; ++i)
    if (auto donated =
            dyn_cast_or_null<IntegerAttr>(entry.getArgAttr(i, donatedAttrName)))
      donors[donated.getInt()] = i;
  // All ones are NaN in every float format.
  for (unsigned i = 0, e = type.getNumResults(); i < e; ++i)
    results.emplace_back(getByteSize(getType(/*isResult=*/true, i)), '\xff');
  arena.assign(evaluate(entry.getArenaSize()).front(), '\xff');
  // Ranges point to constants: they may not move.
  constants.reserve(entry.getBody().front().getOperations().size());
  return success();
}

LogicalResult EntryRunner::checkPredicates() {
  for (Attribute attribute : entry.getPredicates()) {
    auto predicate = cast<plan::PredicateAttr>(attribute);
    int64_t left = evaluate(predicate.getLhs().getValue()).front();
    int64_t right = evaluate(predicate.getRhs().getValue()).front();
    StringRef relation = predicate.getRelation();
    bool holds = relation == "eq"   ? left == right
                 : relation == "ne" ? left != right
                 : relation == "lt" ? left < right
                                    : left <= right;
    if (!holds)
      return mlir::emitError(predicate.getLocation())
             << "'" << predicate.getOp() << "' op requires "
             << predicate.getRule() << ", found " << left << " and " << right;
  }
  return success();
}

LogicalResult EntryRunner::define(Operation &op, Range range) {
  auto available = static_cast<int64_t>(range.memory->size());
  if (range.offset < 0 || range.size < 0 ||
      range.offset + range.size > available)
    return op.emitOpError() << "requires bytes " << range.offset << " to "
                            << range.offset + range.size << " of " << available;
  ranges[op.getResult(0)] = range;
  return success();
}

/// Checks that no command since the last barrier conflicts with these accesses,
/// and notes them.
LogicalResult EntryRunner::touch(Operation *op, ArrayRef<Access> wanted) {
  for (const Access &next : wanted)
    for (const Access &before : accesses) {
      if (!(next.isWrite || before.isWrite) ||
          !next.range.overlaps(before.range))
        continue;
      InFlightDiagnostic diagnostic = op->emitOpError()
                                      << "requires a barrier before it "
                                      << (next.isWrite ? "writes" : "reads")
                                      << " bytes of " << next.range.space << " "
                                      << next.range.index;
      diagnostic.attachNote(before.command->getLoc())
          << (before.isWrite ? "written" : "read") << " here";
      return diagnostic;
    }
  llvm::append_range(accesses, wanted);
  return success();
}

HostTensor EntryRunner::load(const Range &range, RankedTensorType type) {
  return HostTensor::fromBytes(
      type, ArrayRef(range.data(), static_cast<size_t>(getByteSize(type))));
}

LogicalResult EntryRunner::launch(plan::LaunchOp op) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(
      op, op.getKernelAttr());
  llvm::StringMap<int64_t> extents;
  for (auto [name, map] : llvm::zip(kernel.getSymbols(), op.getExtents()))
    extents[name.getValue()] =
        evaluate(cast<AffineMapAttr>(map).getValue()).front();
  // Buffers are those of the tensor arguments, then of the results.
  unsigned position = 0;
  SmallVector<Access> wanted;
  auto take = [&](Type type, ArrayAttr dims, bool isWrite,
                  RankedTensorType &bound) -> LogicalResult {
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tensor.getShape());
    for (auto [axis, extent] : llvm::enumerate(shape))
      if (ShapedType::isDynamic(extent))
        extent = extents.lookup(cast<StringAttr>(dims[axis]).getValue());
    bound = RankedTensorType::get(shape, tensor.getElementType());
    Range range = ranges.lookup(op.getBuffers()[position]);
    if (getByteSize(bound) > range.size)
      return op.emitOpError()
             << "requires " << getByteSize(bound) << " bytes for " << bound
             << " in buffer " << position << ", found " << range.size;
    range.size = getByteSize(bound);
    wanted.push_back({range, isWrite, op});
    ++position;
    return success();
  };

  SmallVector<Datum> data;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    if (auto name = kernel.getArgAttrOfType<StringAttr>(
            index, kernel::symbolAttrName)) {
      data.push_back(IntegerAttr::get(IndexType::get(op.getContext()),
                                      extents.lookup(name.getValue())));
      continue;
    }
    RankedTensorType bound;
    if (failed(take(type,
                    kernel.getArgAttrOfType<ArrayAttr>(index, dimsAttrName),
                    /*isWrite=*/false, bound)))
      return failure();
    data.push_back(load(wanted.back().range, bound));
  }
  SmallVector<RankedTensorType> types(kernel.getNumResults());
  for (auto [index, type] : llvm::enumerate(kernel.getResultTypes()))
    if (failed(take(type,
                    dyn_cast_or_null<ArrayAttr>(
                        kernel.getResultAttr(index, dimsAttrName)),
                    /*isWrite=*/true, types[index])))
      return failure();
  if (failed(touch(op, wanted)))
    return failure();

  Engine engine(options);
  FailureOr<SmallVector<HostTensor>> outputs = engine.run(kernel, data);
  if (failed(outputs))
    return failure();
  ArrayRef<Access> written = ArrayRef(wanted).take_back(types.size());
  for (auto [access, tensor, type] : llvm::zip(written, *outputs, types)) {
    if (tensor.getType() != type)
      return op.emitOpError() << "requires a result of type " << type
                              << ", found " << tensor.getType();
    llvm::copy(tensor.getBytes(), access.range.data());
  }
  return success();
}

LogicalResult EntryRunner::copy(plan::CopyOp op) {
  int64_t size = evaluate(op.getSize()).front();
  Range source = ranges.lookup(op.getSource());
  Range target = ranges.lookup(op.getTarget());
  if (size > source.size || size > target.size)
    return op.emitOpError()
           << "requires buffers of " << size << " bytes, found " << source.size
           << " and " << target.size;
  source.size = target.size = size;
  if (failed(touch(op, {{source, false, op}, {target, true, op}})))
    return failure();
  std::memmove(target.data(), source.data(), size);
  return success();
}

LogicalResult EntryRunner::interpretOp(Operation &op) {
  if (auto argument = dyn_cast<plan::ArgumentOp>(op)) {
    int64_t index = argument.getIndex();
    return define(op,
                  {"argument", index, 0, evaluate(argument.getSize()).front(),
                   &arguments[index]});
  }
  if (auto result = dyn_cast<plan::ResultOp>(op)) {
    int64_t index = result.getIndex();
    if (donors[index])
      return op.emitOpError() << "has the memory of argument " << *donors[index]
                              << ", which is donated to it";
    return define(op, {"result", index, 0, evaluate(result.getSize()).front(),
                       &results[index]});
  }
  if (auto part = dyn_cast<plan::ArenaOp>(op))
    return define(op, {"arena", 0, evaluate(part.getOffset()).front(),
                       evaluate(part.getSize()).front(), &arena});
  if (auto constant = dyn_cast<plan::ConstantOp>(op)) {
    FailureOr<HostTensor> value = readElements(constant, constant.getValue());
    if (failed(value))
      return failure();
    constants.push_back(value->getBytes());
    auto index = static_cast<int64_t>(constants.size()) - 1;
    return define(op, {"constant", index, 0,
                       static_cast<int64_t>(constants.back().size()),
                       &constants.back()});
  }
  if (auto launchOp = dyn_cast<plan::LaunchOp>(op))
    return launch(launchOp);
  if (auto copyOp = dyn_cast<plan::CopyOp>(op))
    return copy(copyOp);
  if (isa<plan::BarrierOp>(op)) {
    accesses.clear();
    return success();
  }
  return op.emitOpError("cannot be interpreted");
}

FailureOr<SmallVector<HostTensor>>
EntryRunner::run(ArrayRef<HostTensor> visible) {
  if (failed(bind(visible)) || failed(checkPredicates()))
    return failure();
  for (Operation &op : entry.getBody().front())
    if (failed(interpretOp(op)))
      return failure();
  SmallVector<HostTensor> tensors;
  for (unsigned i = 0, e = results.size(); i < e; ++i)
    tensors.push_back(
        HostTensor::fromBytes(getType(/*isResult=*/true, i),
                              donors[i] ? arguments[*donors[i]] : results[i]));
  return tensors;
}

FailureOr<SmallVector<HostTensor>>
oaml::interpretEntry(plan::EntryOp entry, ArrayRef<HostTensor> arguments,
                     const InterpreterOptions &options) {
  return EntryRunner(entry, options).run(arguments);
}
