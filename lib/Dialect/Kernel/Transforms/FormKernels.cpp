//===- FormKernels.cpp - Group core ops into kernels ----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// KernelGroups decides which ops share a kernel; this file outlines the groups:
// clones their ops and what is computed per consumer into a kernel.func, names
// the dynamic extents, and replaces the ops by a dispatch. Kernels that print
// alike are shared.
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/Transforms/KernelGroups.h"

#include "oaml/Dialect/Kernel/Transforms/Passes.h"
#include "oaml/Dialect/OAML/IR/RecurrentOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/IRMapping.h"

namespace oaml::kernel {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "oaml/Dialect/Kernel/Transforms/Passes.h.inc"
} // namespace oaml::kernel

using namespace mlir;
using namespace oaml;
using namespace oaml::kernel;

/// `extent` as arithmetic on the extents of the function's arguments.
static Value materialize(OpBuilder &builder, Location loc, AffineExpr extent,
                         func::FuncOp function, SymbolicShapes &shapes) {
  if (auto constant = dyn_cast<AffineConstantExpr>(extent))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(extent)) {
    const SymbolInfo &info = shapes.getSymbols()[symbol.getPosition()];
    Value argument = function.getArgument(info.argument);
    if (isa<IndexType>(argument.getType()))
      return argument;
    return DimOp::create(builder, loc, argument,
                         builder.getI64IntegerAttr(info.dimension));
  }
  auto binary = cast<AffineBinaryOpExpr>(extent);
  Value left = materialize(builder, loc, binary.getLHS(), function, shapes);
  Value right = materialize(builder, loc, binary.getRHS(), function, shapes);
  switch (extent.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, loc, left, right);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, loc, left, right);
  case AffineExprKind::FloorDiv:
    return arith::FloorDivSIOp::create(builder, loc, left, right);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivSIOp::create(builder, loc, left, right);
  case AffineExprKind::Mod:
    return arith::RemSIOp::create(builder, loc, left, right);
  default:
    llvm_unreachable("no other binary expressions exist");
  }
}

namespace {

/// Names of symbolic extents within one function: symbols keep their names,
/// other expressions get one each.
class ExtentNames {
public:
  ExtentNames(SymbolicShapes &shapes, MLIRContext *context)
      : shapes(shapes), context(context) {}

  /// Name or number of `extent` for an `oaml.dims` list.
  Attribute get(AffineExpr extent) {
    if (auto constant = dyn_cast<AffineConstantExpr>(extent))
      return IntegerAttr::get(IntegerType::get(context, 64),
                              constant.getValue());
    auto [it, isNew] = names.try_emplace(extent);
    if (isNew) {
      if (auto symbol = dyn_cast<AffineSymbolExpr>(extent))
        it->second = StringAttr::get(
            context, shapes.getSymbols()[symbol.getPosition()].name);
      else
        it->second = StringAttr::get(context, "e" + Twine(numUnnamed++));
    }
    return it->second;
  }

private:
  SymbolicShapes &shapes;
  MLIRContext *context;
  DenseMap<AffineExpr, StringAttr> names;
  unsigned numUnnamed = 0;
};

/// Outlines the groups of one function.
class Outliner {
public:
  Outliner(func::FuncOp function, SymbolicShapes &shapes,
           const KernelGroups &groups, SymbolTable &symbolTable,
           llvm::StringMap<kernel::FuncOp> &known)
      : function(function), shapes(shapes), groups(groups),
        symbolTable(symbolTable), known(known),
        names(shapes, function.getContext()) {}

  void outline(const KernelPlan &plan);
  /// Lets all other ops use the dispatches' results. Until then they use the
  /// original values, whose shapes are known.
  void replaceResults() {
    for (auto [value, result] : replacements)
      value.replaceAllUsesWith(result);
  }
  unsigned getNumShared() const { return numShared; }

private:
  void collectOps(const KernelPlan &plan);
  void collectInputs();
  void collectResults(const KernelPlan &plan);
  void addExtentArguments(OpBuilder &builder);
  kernel::FuncOp buildKernel();
  std::string getKernelName();
  std::optional<int64_t> getInPlaceInput(Value result);
  bool isReadElementwise(Value value);

  func::FuncOp function;
  SymbolicShapes &shapes;
  const KernelGroups &groups;
  SymbolTable &symbolTable;
  llvm::StringMap<kernel::FuncOp> &known;
  ExtentNames names;
  unsigned numShared = 0;
  SmallVector<std::pair<Value, Value>> replacements;

  // Of the kernel being built.
  SetVector<Operation *> ops;
  SetVector<Value> inputs;
  /// Values of type index that the host computes.
  SetVector<Value> indices;
  /// Values of type index that are the extent of an input along an axis.
  struct CarriedIndex {
    Value index, input;
    int64_t axis;
  };
  SmallVector<CarriedIndex> carriedIndices;
  /// Values of type index that are known.
  SetVector<Value> constantIndices;
  /// The same, for extents of results that no argument carries.
  SmallVector<std::pair<Attribute, Value>> extents;
  SmallVector<Value> results;
};

} // namespace

/// All ops of the kernel in program order, those cloned per consumer included.
void Outliner::collectOps(const KernelPlan &plan) {
  ops.clear();
  std::function<void(Operation *)> add = [&](Operation *op) {
    if (ops.contains(op))
      return;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        if (isa<ConstantOp, FusibleOpInterface>(producer) &&
            groups.isClonedIntoConsumers(producer))
          add(producer);
    ops.insert(op);
  };
  for (KernelGroup *group : plan.parts)
    for (Operation *op : group->ops)
      add(op);
}

/// Tensors that come from outside, and values of type index: an extent that a
/// tensor carries is taken inside, any other value comes from the host.
void Outliner::collectInputs() {
  inputs.clear();
  indices.clear();
  carriedIndices.clear();
  constantIndices.clear();
  SetVector<Value> all;
  for (Operation *op : ops)
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (producer && ops.contains(producer))
        continue;
      if (isa<IndexType>(operand.getType()))
        all.insert(operand);
      else
        inputs.insert(operand);
    }
  for (Value index : all) {
    AffineExpr value = shapes.getIndex(index);
    auto getCarrier = [&]() -> std::optional<std::pair<Value, int64_t>> {
      for (Value input : inputs)
        for (auto [axis, extent] : llvm::enumerate(shapes.getShape(input)))
          if (extent == value)
            return std::pair(input, static_cast<int64_t>(axis));
      return std::nullopt;
    };
    if (isa<AffineConstantExpr>(value))
      constantIndices.insert(index);
    else if (auto carrier = getCarrier())
      carriedIndices.push_back({index, carrier->first, carrier->second});
    else
      indices.insert(index);
  }
}

void Outliner::collectResults(const KernelPlan &plan) {
  results.clear();
  for (KernelGroup *group : plan.parts)
    for (Operation *op : group->ops)
      for (Value result : op->getResults()) {
        bool isUsedOutside = llvm::any_of(
            result.getUsers(), [&](Operation *u) { return !ops.contains(u); });
        // The steps of a scan read what others have written.
        if (isUsedOutside || isa<ScanOp>(op))
          results.push_back(result);
      }
}

/// Index arguments for all symbols of results that no argument carries.
void Outliner::addExtentArguments(OpBuilder &builder) {
  extents.clear();
  DenseSet<Attribute> carried;
  for (Value input : inputs)
    for (AffineExpr extent : shapes.getShape(input))
      carried.insert(names.get(extent));
  for (Value index : indices)
    carried.insert(names.get(shapes.getIndex(index)));
  for (Value result : results)
    for (AffineExpr extent : shapes.getShape(result)) {
      Attribute name = names.get(extent);
      if (isa<StringAttr>(name) && carried.insert(name).second)
        extents.emplace_back(name, materialize(builder, result.getLoc(), extent,
                                               function, shapes));
    }
}

std::string Outliner::getKernelName() {
  std::string name;
  unsigned numNamed = 0;
  for (Operation *op : ops) {
    if (groups.isClonedIntoConsumers(op) || numNamed == 3)
      continue;
    name += (numNamed++ ? "_" : "") + op->getName().stripDialect().str();
  }
  if (name.empty())
    name = ops.back()->getName().stripDialect().str();
  return name;
}

/// The input whose memory `result` may take: the argument donated to it, if the
/// kernel reads each of its elements only for the same element of results.
std::optional<int64_t> Outliner::getInPlaceInput(Value result) {
  Operation *terminator = function.getBody().front().getTerminator();
  for (auto [number, operand] : llvm::enumerate(terminator->getOperands())) {
    if (operand != result)
      continue;
    for (BlockArgument argument : function.getArguments()) {
      auto donated = function.getArgAttrOfType<IntegerAttr>(
          argument.getArgNumber(), donatedAttrName);
      if (!donated || donated.getInt() != static_cast<int64_t>(number))
        continue;
      auto *it = llvm::find(inputs, Value(argument));
      if (it == inputs.end() || !isReadElementwise(argument))
        return std::nullopt;
      return it - inputs.begin();
    }
  }
  return std::nullopt;
}

/// Whether all that the kernel computes of `value` is element-wise in its
/// shape.
bool Outliner::isReadElementwise(Value value) {
  SymbolicShape shape = shapes.getShape(value);
  SmallVector<Value> worklist{value};
  DenseSet<Value> visited{value};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      if (!ops.contains(user) || isa<DimOp>(user))
        continue;
      auto fusible = cast<FusibleOpInterface>(user);
      Value result = user->getResult(0);
      if (fusible.getFusionKind() != FusionKind::Elementwise ||
          shapes.getShape(result) != shape)
        return false;
      if (visited.insert(result).second)
        worklist.push_back(result);
    }
  return true;
}

kernel::FuncOp Outliner::buildKernel() {
  MLIRContext *context = function.getContext();
  SmallVector<Location> locations;
  for (Operation *op : ops)
    if (!groups.isClonedIntoConsumers(op))
      locations.push_back(op->getLoc());
  Location loc = locations.empty() ? ops.back()->getLoc()
                                   : FusedLoc::get(context, locations);

  SmallVector<Type> inputTypes, resultTypes;
  for (Value value : inputs)
    inputTypes.push_back(value.getType());
  inputTypes.append(indices.size() + extents.size(), IndexType::get(context));
  for (Value value : results)
    resultTypes.push_back(value.getType());

  OpBuilder builder(context);
  auto kernel = kernel::FuncOp::create(
      builder, loc, getKernelName(),
      FunctionType::get(context, inputTypes, resultTypes));
  kernel.setPrivate();

  auto getDims = [&](Value tensor) {
    SmallVector<Attribute> dims;
    for (AffineExpr extent : shapes.getShape(tensor))
      dims.push_back(names.get(extent));
    return ArrayAttr::get(context, dims);
  };
  auto isDynamic = [](Value value) {
    return !cast<RankedTensorType>(value.getType()).hasStaticShape();
  };
  IRMapping mapping;
  Block &body = kernel.getBody().front();
  unsigned next = 0;
  for (Value value : inputs) {
    if (isDynamic(value))
      kernel.setArgAttr(next, dimsAttrName, getDims(value));
    mapping.map(value, body.getArgument(next++));
  }
  for (Value value : indices) {
    kernel.setArgAttr(next, symbolAttrName, names.get(shapes.getIndex(value)));
    mapping.map(value, body.getArgument(next++));
  }
  for (auto [name, value] : extents)
    kernel.setArgAttr(next++, symbolAttrName, name);
  for (auto [i, value] : llvm::enumerate(results))
    if (isDynamic(value))
      kernel.setResultAttr(i, dimsAttrName, getDims(value));

  builder.setInsertionPointToStart(&body);
  for (Value index : constantIndices) {
    auto value = cast<AffineConstantExpr>(shapes.getIndex(index));
    mapping.map(index,
                arith::ConstantIndexOp::create(builder, loc, value.getValue()));
  }
  for (auto [index, input, axis] : carriedIndices)
    mapping.map(index, DimOp::create(builder, loc, mapping.lookup(input),
                                     builder.getI64IntegerAttr(axis)));
  SmallVector<Attribute> opNames;
  for (Operation *op : ops) {
    builder.clone(*op, mapping);
    if (!groups.isClonedIntoConsumers(op))
      opNames.push_back(builder.getStringAttr(op->getName().getStringRef()));
  }
  kernel->setAttr(opsAttrName, builder.getArrayAttr(opNames));
  for (auto [i, value] : llvm::enumerate(results))
    if (std::optional<int64_t> input = getInPlaceInput(value))
      kernel.setResultAttr(i, inPlaceAttrName,
                           builder.getI64IntegerAttr(*input));
  SmallVector<Value> returned;
  for (Value value : results)
    returned.push_back(mapping.lookup(value));
  kernel::ReturnOp::create(builder, loc, returned);
  return kernel;
}

/// Adds the reasons why `plan` is not fused further to its kernel, each once.
static void addUnfused(kernel::FuncOp kernel, const KernelPlan &plan) {
  llvm::SetVector<Attribute> reasons;
  if (auto known = kernel->getAttrOfType<ArrayAttr>(unfusedAttrName))
    reasons.insert(known.begin(), known.end());
  for (KernelGroup *group : plan.parts)
    for (const std::string &reason : group->unfused)
      reasons.insert(StringAttr::get(kernel->getContext(), reason));
  if (!reasons.empty())
    kernel->setAttr(unfusedAttrName, ArrayAttr::get(kernel->getContext(),
                                                    reasons.getArrayRef()));
}

void Outliner::outline(const KernelPlan &plan) {
  collectOps(plan);
  collectInputs();
  collectResults(plan);
  Operation *last = ops.back();
  for (Operation *op : ops)
    if (last->isBeforeInBlock(op))
      last = op;
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(last);
  addExtentArguments(builder);

  kernel::FuncOp kernel = buildKernel();
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Independent of options for printing; locations do not matter.
  kernel->print(stream, OpPrintingFlags()
                            .elideLargeElementsAttrs(INT64_MAX)
                            .elideLargeResourceString(INT64_MAX)
                            .enableDebugInfo(false));
  auto [it, isNew] = known.try_emplace(text, kernel);
  if (isNew) {
    symbolTable.insert(kernel);
  } else {
    kernel->erase();
    kernel = it->second;
    ++numShared;
  }
  addUnfused(kernel, plan);

  SmallVector<Value> operands(inputs.getArrayRef());
  llvm::append_range(operands, indices);
  for (auto [name, value] : extents)
    operands.push_back(value);
  auto dispatch =
      DispatchOp::create(builder, kernel.getLoc(), kernel.getResultTypes(),
                         kernel.getSymName(), operands);
  for (auto [value, result] : llvm::zip(results, dispatch.getResults()))
    replacements.emplace_back(value, result);
}

static void eraseDeadOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

namespace {

struct FormKernels : kernel::impl::FormKernelsPassBase<FormKernels> {
  using FormKernelsPassBase::FormKernelsPassBase;

  LogicalResult formKernels(func::FuncOp function, SymbolTable &symbolTable,
                            llvm::StringMap<kernel::FuncOp> &known) {
    if (!function.getBody().hasOneBlock())
      return function.emitError("requires a body of one block to form kernels, "
                                "found ")
             << function.getBody().getBlocks().size() << " blocks";
    for (Operation &op : function.getBody().front())
      if (isa<DecomposableOpInterface>(op))
        return op.emitOpError(
            "requires to be decomposed before kernels are formed");
    Block &block = function.getBody().front();
    FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
    if (failed(shapes))
      return failure();
    // Extents do not keep tensors alive: each is arithmetic on the extents of
    // arguments.
    for (DimOp dim : llvm::make_early_inc_range(block.getOps<DimOp>())) {
      if (isa<BlockArgument>(dim.getX()))
        continue;
      OpBuilder builder(dim);
      AffineExpr extent = shapes->getShape(dim.getX())[dim.getAxis()];
      dim.replaceAllUsesWith(
          materialize(builder, dim.getLoc(), extent, function, *shapes));
      dim.erase();
    }
    eraseDeadOps(block);
    // The arithmetic is new to it.
    shapes = SymbolicShapes::compute(function);
    if (failed(shapes))
      return failure();
    KernelGroups groups(function, *shapes, {fuse, mergeParts, minParallelRows});
    numFused += groups.getNumFused();
    numKernels += groups.getKernels().size();
    Outliner outliner(function, *shapes, groups, symbolTable, known);
    for (const KernelPlan &plan : groups.getKernels())
      outliner.outline(plan);
    outliner.replaceResults();
    numShared += outliner.getNumShared();

    // The dispatches stand behind the ops they replace, which are dead now.
    if (!sortTopologically(&block))
      return function.emitError("dispatches depend on one another in a cycle");
    eraseDeadOps(block);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbolTable(module);
    llvm::StringMap<kernel::FuncOp> known;
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function.isPublic() && !function.isExternal() &&
          failed(formKernels(function, symbolTable, known)))
        return signalPassFailure();
  }
};

} // namespace
