//===- Engine.cpp - Execution of functions on host tensors ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the oaml dialect interpret themselves (InterpretableOpInterface). Here
// is what surrounds them: values, calls, arguments, scalar arithmetic (by the
// folders of its ops), and the shape rules that only run time can decide.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/GradOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace oaml;

/// Decides all requirements of an op with the extents that its operands have.
/// What is dynamic stays a symbol in the rule itself: a dynamic extent never
/// broadcasts, even where it happens to be 1.
class oaml::RunTimeShapes final : public ShapeContext {
public:
  RunTimeShapes(Operation *op, const Frame &frame)
      : ShapeContext(op->getContext(), op->getName().getStringRef(),
                     op->getLoc()),
        frame(frame) {}

  SymbolicShape getShape(Value tensor) override {
    SymbolicShape extents;
    ArrayRef<int64_t> shape = frame.find(tensor)->second.tensor.getShape();
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      extents.push_back(type.isDynamicDim(axis)
                            ? getSymbol(tensor, axis, shape[axis])
                            : getConstant(shape[axis]));
    return extents;
  }

  AffineExpr getIndex(Value index) override {
    if (std::optional<int64_t> constant = getConstantIntValue(index))
      return getConstant(*constant);
    auto value = cast<IntegerAttr>(frame.find(index)->second.scalar);
    return getSymbol(index, 0, value.getInt());
  }

  /// The number that `expr` is now.
  std::optional<int64_t> evaluate(AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr.replaceSymbols(values), 0, 0));
    if (!constant)
      return std::nullopt;
    return constant.getValue();
  }

  bool hasFailed() const { return failed; }

protected:
  void recordPredicate(AffineExpr lhs, ExtentRelation relation, AffineExpr rhs,
                       const Twine &rule) override {
    AffineExpr left = lhs.replaceSymbols(values);
    AffineExpr right = rhs.replaceSymbols(values);
    std::optional<bool> holds = decideRelation(left, relation, right);
    if (holds && *holds)
      return;
    failed = true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << "requires " << rule << ", found "
           << simplifyAffineExpr(left, 0, 0) << " and "
           << simplifyAffineExpr(right, 0, 0);
    (void)emitError(text);
  }

private:
  AffineExpr getSymbol(Value value, int64_t dimension, int64_t extent) {
    auto [it, isNew] = symbols.try_emplace({value, dimension}, values.size());
    if (isNew)
      values.push_back(getConstant(extent));
    return getAffineSymbolExpr(it->second, getContext());
  }

  const Frame &frame;
  DenseMap<std::pair<Value, int64_t>, unsigned> symbols;
  SmallVector<AffineExpr> values;
  bool failed = false;
};

HostTensor Engine::makeTensor(ArrayRef<int64_t> shape, Type elementType) {
  return HostTensor(RankedTensorType::get(shape, elementType), options.wide);
}

int64_t Engine::getIndex(Value index) {
  return cast<IntegerAttr>(frame->find(index)->second.scalar).getInt();
}

void Engine::define(Value value, Datum datum) {
  if (options.probe && !datum.scalar)
    options.probe(value, datum.tensor);
  (*frame)[value] = std::move(datum);
}

bool oaml::hasShape(Type type, ArrayRef<int64_t> shape) {
  return succeeded(
      verifyCompatibleShape(cast<ShapedType>(type).getShape(), shape));
}

LogicalResult Engine::checkResults(Operation *op, RunTimeShapes &shapes,
                                   ArrayRef<ResultShape> expected,
                                   ArrayRef<HostTensor> results) {
  for (auto [number, rule, tensor] : llvm::enumerate(expected, results)) {
    Type type = op->getResult(number).getType();
    if (!hasShape(type, tensor.getShape()))
      return op->emitOpError() << "requires result " << number << " of type "
                               << type << ", found " << tensor.getType();
    bool agrees = rule.extents.size() == tensor.getShape().size();
    for (auto [expr, extent] : llvm::zip(rule.extents, tensor.getShape()))
      agrees &= shapes.evaluate(expr) == extent;
    if (!agrees)
      return op->emitOpError()
             << "was interpreted with result " << number << " of type "
             << tensor.getType() << ", which its shape rule does not allow";
  }
  return success();
}

LogicalResult Engine::interpretTensorOp(InterpretableOpInterface op) {
  RunTimeShapes shapes(op, *frame);
  SmallVector<ResultShape> expected;
  if (auto rule = dyn_cast<ShapeRuleOpInterface>(op.getOperation()))
    if (failed(rule.inferSymbolicResults(shapes, expected)) ||
        shapes.hasFailed())
      return failure();

  SmallVector<HostTensor> operands, results;
  for (Value operand : op->getOperands())
    operands.push_back(frame->find(operand)->second.tensor);
  if (failed(op.interpret(*this, operands, results)))
    return failure();
  if (results.size() != op->getNumResults())
    return op->emitOpError() << "was interpreted with " << results.size()
                             << " results instead of " << op->getNumResults();
  if (failed(checkResults(op, shapes, expected, results)))
    return failure();
  for (auto [value, tensor] : llvm::zip(op->getResults(), results))
    define(value, std::move(tensor));
  return success();
}

LogicalResult Engine::interpretCall(Operation &op, Operation *callee,
                                    ValueRange operands) {
  auto function = dyn_cast_if_present<FunctionOpInterface>(callee);
  if (!function)
    return op.emitOpError("calls no function of this module");
  SmallVector<Datum> arguments;
  for (Value operand : operands)
    arguments.push_back(frame->find(operand)->second);
  FailureOr<SmallVector<HostTensor>> results = run(function, arguments);
  if (failed(results))
    return failure();
  for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results)) {
    if (!hasShape(value.getType(), tensor.getShape()))
      return op.emitOpError() << "requires a result of type " << value.getType()
                              << ", found " << tensor.getType();
    define(value, tensor);
  }
  return success();
}

LogicalResult Engine::interpretScalarOp(Operation &op) {
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands()) {
    Attribute scalar = frame->lookup(operand).scalar;
    if (!scalar)
      return op.emitOpError("cannot be interpreted: not an op on tensors of "
                            "the oaml dialect nor on scalars");
    operands.push_back(scalar);
  }
  SmallVector<OpFoldResult> folded;
  if (failed(op.fold(operands, folded)) || folded.size() != op.getNumResults())
    return op.emitOpError("has no value for these operands");
  for (auto [value, result] : llvm::zip(op.getResults(), folded)) {
    auto attribute = dyn_cast<Attribute>(result);
    define(value,
           attribute ? attribute : frame->lookup(cast<Value>(result)).scalar);
  }
  return success();
}

LogicalResult Engine::interpretOp(Operation &op) {
  if (auto tensorOp = dyn_cast<InterpretableOpInterface>(op))
    return interpretTensorOp(tensorOp);
  if (auto dim = dyn_cast<DimOp>(op)) {
    int64_t extent =
        frame->find(dim.getX())->second.tensor.getShape()[dim.getAxis()];
    define(dim.getResult(),
           IntegerAttr::get(IndexType::get(op.getContext()), extent));
    return success();
  }
  if (auto dispatch = dyn_cast<kernel::DispatchOp>(op))
    return interpretCall(
        op, SymbolTable::lookupNearestSymbolFrom(&op, dispatch.getKernelAttr()),
        dispatch.getOperands());
  if (auto call = dyn_cast<CallOpInterface>(op))
    return interpretCall(op, call.resolveCallable(), call.getArgOperands());
  if (isa<GradOp, ValueAndGradOp, VjpOp>(op))
    return op.emitOpError("is interpreted only after differentiation");
  // Ops whose results are index or integer scalars; by their folders.
  if (op.getNumResults() > 0 && op.getNumRegions() == 0 &&
      llvm::all_of(op.getResultTypes(),
                   [](Type type) { return type.isIntOrIndex(); }))
    return interpretScalarOp(op);
  return op.emitOpError("cannot be interpreted");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::string oaml::describeArgument(FunctionOpInterface function,
                                   unsigned index) {
  std::string text = "argument " + std::to_string(index);
  if (auto name = function.getArgAttrOfType<StringAttr>(index, nameAttrName))
    text += (" ('" + name.getValue() + "')").str();
  return text;
}

/// Checks data against the types of arguments and the names of dynamic extents.
static LogicalResult checkArguments(FunctionOpInterface function,
                                    ArrayRef<Datum> data) {
  // Extents by name, with the argument that fixed them.
  llvm::StringMap<std::pair<int64_t, unsigned>> extents;
  auto bind = [&](StringAttr name, int64_t extent, unsigned index,
                  const Twine &where) -> LogicalResult {
    auto [it, isNew] = extents.try_emplace(name.getValue(), extent, index);
    if (isNew || it->second.first == extent)
      return success();
    return function.emitError()
           << describeArgument(function, index) << " requires extent " << name
           << " = " << it->second.first << where << ", as in "
           << describeArgument(function, it->second.second) << ", found "
           << extent;
  };
  for (auto [index, datum] : llvm::enumerate(data)) {
    Type type = function.getArgumentTypes()[index];
    if (datum.scalar) {
      auto name =
          function.getArgAttrOfType<StringAttr>(index, kernel::symbolAttrName);
      if (name && failed(bind(name, cast<IntegerAttr>(datum.scalar).getInt(),
                              index, "")))
        return failure();
      continue;
    }
    auto tensorType = dyn_cast<RankedTensorType>(type);
    if (!tensorType ||
        tensorType.getElementType() != datum.tensor.getElementType() ||
        !hasShape(tensorType, datum.tensor.getShape()))
      return function.emitError()
             << describeArgument(function, index) << " requires " << type
             << ", found " << datum.tensor.getType();
    auto dims = function.getArgAttrOfType<ArrayAttr>(index, dimsAttrName);
    if (!dims)
      continue;
    for (auto [axis, entry] : llvm::enumerate(dims))
      if (auto name = dyn_cast<StringAttr>(entry))
        if (failed(bind(name, datum.tensor.getShape()[axis], index,
                        " at axis " + Twine(axis))))
          return failure();
  }
  return success();
}

FailureOr<SmallVector<HostTensor>> Engine::run(FunctionOpInterface function,
                                               ArrayRef<Datum> arguments) {
  if (llvm::is_contained(active, function.getOperation()))
    return function.emitError("is recursive");
  if (function.isExternal() || !function.getFunctionBody().hasOneBlock())
    return function.emitError("requires a body of one block");
  if (failed(checkArguments(function, arguments)))
    return failure();
  active.push_back(function);
  Frame own, *caller = frame;
  frame = &own;
  llvm::scope_exit restore([&] {
    frame = caller;
    active.pop_back();
  });

  return run(function.getFunctionBody().front(), arguments);
}

FailureOr<SmallVector<HostTensor>> Engine::run(Block &block,
                                               ArrayRef<Datum> arguments) {
  for (auto [value, datum] : llvm::zip_equal(block.getArguments(), arguments))
    define(value, datum);
  for (Operation &op : block.without_terminator())
    if (failed(interpretOp(op)))
      return failure();
  SmallVector<HostTensor> results;
  for (Value operand : block.getTerminator()->getOperands())
    results.push_back(frame->find(operand)->second.tensor);
  return results;
}

FailureOr<SmallVector<HostTensor>>
Engine::runBlock(Block &block, ArrayRef<HostTensor> arguments) {
  // Values of the body are those of its last run.
  return run(block, SmallVector<Datum>(arguments.begin(), arguments.end()));
}
