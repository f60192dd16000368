//===- RecurrentOps.cpp - Rules of recurrent networks ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/RecurrentOps.h"

#include "Scan.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/RecurrentOps.cpp.inc"

namespace oaml {
void registerRecurrentOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/RecurrentOps.cpp.inc"
      >();
}
} // namespace oaml

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

namespace {
/// The shapes inside of a body, in terms of those outside.
class BodyShapes {
public:
  explicit BodyShapes(ShapeContext &outer) : outer(outer) {}

  void set(Value tensor, SymbolicShape shape) {
    shapes[tensor] = std::move(shape);
  }
  SymbolicShape getShape(Value tensor) { return shapes.lookup(tensor); }
  /// Follows the rule of `op`; what it requires, the scan requires.
  LogicalResult visit(Operation *op);

private:
  class Context;

  AffineExpr getIndex(Value index);

  ShapeContext &outer;
  DenseMap<Value, SymbolicShape> shapes;
  DenseMap<Value, AffineExpr> indices;
};

class BodyShapes::Context final : public ShapeContext {
public:
  Context(BodyShapes &shapes, Operation *op)
      : ShapeContext(op->getContext(), op->getName().getStringRef(),
                     op->getLoc()),
        shapes(shapes) {}

  SymbolicShape getShape(Value tensor) override {
    return shapes.getShape(tensor);
  }
  AffineExpr getIndex(Value index) override { return shapes.getIndex(index); }

protected:
  void recordPredicate(AffineExpr lhs, ExtentRelation relation, AffineExpr rhs,
                       const Twine &rule) override {
    // Undecided here and there: the outer context takes note of it.
    (void)shapes.outer.require(lhs, relation, rhs, rule);
  }

private:
  BodyShapes &shapes;
};
} // namespace

AffineExpr BodyShapes::getIndex(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return outer.getConstant(*constant);
  return indices.lookup(index);
}

LogicalResult BodyShapes::visit(Operation *op) {
  if (op->getNumResults() == 1 && isa<IndexType>(op->getResult(0).getType())) {
    Value result = op->getResult(0);
    AffineExpr extent = inferIndex(
        op, [&](Value tensor) { return getShape(tensor); },
        [&](Value index) { return getIndex(index); });
    if (!extent)
      return op->emitOpError("is not understood as arithmetic on extents");
    indices[result] = extent;
    return success();
  }
  auto rule = dyn_cast<ShapeRuleOpInterface>(op);
  if (!rule)
    return op->emitOpError("has no shape rule and cannot be in a scan");
  Context context(*this, op);
  SmallVector<ResultShape> results;
  if (failed(rule.inferSymbolicResults(context, results)))
    return failure();
  for (auto [value, result] : llvm::zip_equal(op->getResults(), results)) {
    SymbolicShape &shape = shapes[value];
    // The type may know more than the rule.
    auto type = cast<RankedTensorType>(value.getType());
    for (auto [declared, extent] :
         llvm::zip_equal(type.getShape(), result.extents))
      shape.push_back(ShapedType::isDynamic(declared)
                          ? normalizeExtent(extent)
                          : outer.getConstant(declared));
  }
  return success();
}

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// `type` without the axis.
static RankedTensorType dropAxis(RankedTensorType type, int64_t axis) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  return RankedTensorType::get(shape, type.getElementType());
}

/// Requires that a value of `found` can stand for one of `wanted`.
static LogicalResult requireType(ShapeContext &context, const Twine &what,
                                 Type wanted, Type found) {
  if (areCompatibleTypes(wanted, found))
    return success();
  return context.emitError(formatMessage("requires ", what.str(), " of type ",
                                         wanted, ", found ", found));
}

LogicalResult ScanOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  int64_t axis = adaptor.getAxis();
  ValueRange inits = adaptor.getInits(), scanned = adaptor.getScanned();
  if (scanned.empty())
    return context.emitError("requires a scanned tensor, found none");
  AffineExpr length;
  for (auto [i, tensor] : llvm::enumerate(scanned)) {
    std::string name = formatMessage("scanned tensor ", i);
    if (failed(requireAxis(context, axis, getTensorType(tensor).getRank(),
                           "axis")))
      return failure();
    AffineExpr extent = context.getShape(tensor)[axis];
    if (!length)
      length = extent;
    if (failed(context.requireEqual(length, extent,
                                    "equal extents of scanned tensors along "
                                    "the axis")))
      return failure();
  }
  if (failed(context.require(context.getConstant(1), ExtentRelation::LessEqual,
                             length, "a scanned axis of at least 1")))
    return failure();

  Block &body = adaptor.getBody().front();
  auto yield = dyn_cast_or_null<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  if (!yield)
    return context.emitError("requires a body that ends with oaml.yield");
  size_t numArguments =
      inits.size() + scanned.size() + adaptor.getCaptured().size();
  if (body.getNumArguments() != numArguments)
    return context.emitError(
        formatMessage("requires one argument of the body per operand, found ",
                      body.getNumArguments(), " and ", numArguments));
  BodyShapes shapes(context);
  for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
    Value operand = adaptor.getOperands()[i];
    RankedTensorType type = getTensorType(operand);
    SymbolicShape shape = context.getShape(operand);
    if (i >= inits.size() && i < inits.size() + scanned.size()) {
      type = dropAxis(type, axis);
      shape.erase(shape.begin() + axis);
    }
    if (failed(requireType(context, "body argument " + Twine(i), type,
                           argument.getType())))
      return failure();
    shapes.set(argument, shape);
  }
  for (Operation &op : body.without_terminator())
    if (failed(shapes.visit(&op)))
      return failure();

  ValueRange yielded = yield.getValues();
  if (yielded.size() < inits.size())
    return context.emitError(formatMessage(
        "requires a yield of at least the carried tensors, found ",
        yielded.size(), " and ", inits.size()));
  for (auto [i, value] : llvm::enumerate(yielded)) {
    SymbolicShape shape = shapes.getShape(value);
    if (i < inits.size()) {
      if (failed(requireType(context, "yielded value " + Twine(i),
                             inits[i].getType(), value.getType())))
        return failure();
      SymbolicShape before = context.getShape(inits[i]);
      for (auto [d, extents] : llvm::enumerate(llvm::zip(before, shape)))
        if (failed(context.requireEqual(
                std::get<0>(extents), std::get<1>(extents),
                formatMessage("the shape of carried tensor ", i,
                              " to stay along axis ", d))))
          return failure();
      shape = before;
    }
    if (failed(requireAxis(context, axis, shape.size() + 1, "axis")))
      return failure();
    shape.insert(shape.begin() + axis, length);
    results.push_back({shape, getTensorType(value).getElementType()});
  }
  return success();
}

ScanOp oaml::buildScan(TensorBuilder &builder, const ScanOperands &operands,
                       ScanBody buildBody) {
  OperationState state(builder.getLoc(), ScanOp::getOperationName());
  state.addOperands(operands.inits);
  state.addOperands(operands.scanned);
  state.addOperands(operands.captured);
  auto &properties = state.getOrAddProperties<ScanOp::Properties>();
  properties.axis = builder.getI64IntegerAttr(operands.axis);
  if (operands.reverse)
    properties.reverse = builder.getUnitAttr();
  properties.operandSegmentSizes = {
      static_cast<int32_t>(operands.inits.size()),
      static_cast<int32_t>(operands.scanned.size()),
      static_cast<int32_t>(operands.captured.size())};
  Block *body = new Block();
  state.addRegion()->push_back(body);
  for (Value init : operands.inits)
    body->addArgument(init.getType(), init.getLoc());
  for (Value tensor : operands.scanned)
    body->addArgument(dropAxis(getTensorType(tensor), operands.axis),
                      tensor.getLoc());
  for (Value tensor : operands.captured)
    body->addArgument(tensor.getType(), tensor.getLoc());
  SmallVector<Value> yielded;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(body);
    ValueRange arguments(body->getArguments());
    size_t numCarried = operands.inits.size();
    yielded =
        buildBody(arguments.take_front(numCarried),
                  arguments.slice(numCarried, operands.scanned.size()),
                  arguments.drop_front(numCarried + operands.scanned.size()));
    for (size_t i = 0; i < numCarried; ++i)
      yielded[i] = builder.conform(builder(yielded[i]), builder(arguments[i]));
    YieldOp::create(builder, yielded);
  }
  int64_t length =
      getTensorType(operands.scanned.front()).getDimSize(operands.axis);
  for (Value value : yielded) {
    SmallVector<int64_t> shape(getTensorType(value).getShape());
    shape.insert(shape.begin() + operands.axis, length);
    state.addTypes(getTensorType(value).clone(shape));
  }
  return cast<ScanOp>(builder.create(state));
}

namespace {
/// Drops results that nobody uses and operands that the body does not use.
/// Carried tensors stay.
struct DropUnused : public OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    Block &body = op.getBody().front();
    size_t numCarried = op.getInits().size();
    size_t numScanned = op.getScanned().size();
    llvm::BitVector unusedArguments(body.getNumArguments());
    size_t slicesLeft = numScanned;
    for (BlockArgument argument : body.getArguments()) {
      if (argument.getArgNumber() < numCarried || !argument.use_empty())
        continue;
      // The length is that of a scanned tensor.
      if (op.isSlice(argument) && --slicesLeft == 0)
        continue;
      unusedArguments.set(argument.getArgNumber());
    }
    llvm::BitVector unusedResults(op.getNumResults());
    for (OpResult result : op->getResults())
      if (result.getResultNumber() >= numCarried && result.use_empty())
        unusedResults.set(result.getResultNumber());
    if (unusedArguments.none() && unusedResults.none())
      return failure();

    OperationState state(op.getLoc(), ScanOp::getOperationName());
    auto &properties = state.getOrAddProperties<ScanOp::Properties>();
    properties = op.getProperties();
    std::array<int32_t, 3> sizes = {0, 0, 0};
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      if (unusedArguments.test(i))
        continue;
      state.addOperands(operand);
      ++sizes[i < numCarried ? 0 : i < numCarried + numScanned ? 1 : 2];
    }
    llvm::copy(sizes, properties.operandSegmentSizes.begin());
    for (OpResult result : op->getResults())
      if (!unusedResults.test(result.getResultNumber()))
        state.addTypes(result.getType());
    Region *region = state.addRegion();
    Operation *created = rewriter.create(state);
    (void)region;
    rewriter.inlineRegionBefore(op.getBody(), created->getRegion(0),
                                created->getRegion(0).end());
    Block &moved = created->getRegion(0).front();
    Operation *yield = moved.getTerminator();
    rewriter.modifyOpInPlace(yield, [&] {
      yield->eraseOperands(unusedResults);
      moved.eraseArguments(unusedArguments);
    });
    SmallVector<Value> values;
    unsigned next = 0;
    for (OpResult result : op->getResults())
      values.push_back(unusedResults.test(result.getResultNumber())
                           ? Value()
                           : created->getResult(next++));
    for (auto [result, value] : llvm::zip(op->getResults(), values))
      if (value)
        rewriter.replaceAllUsesWith(result, value);
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<DropUnused>(context);
}

//===----------------------------------------------------------------------===//
// Cells and networks
//===----------------------------------------------------------------------===//

/// gates [..., G H], weight [G H, H], bias [G H] or absent, hidden [B, H] or
/// absent; the result is [..., H], of `rank`.
static LogicalResult inferRecurrent(ShapeContext &context, int64_t rank,
                                    int64_t numGates, Value gates, Value hidden,
                                    Value weight, Value bias,
                                    SmallVectorImpl<ResultShape> &results) {
  SmallVector<NamedTensor> tensors = {{"gates_i", gates},
                                      {"weight_hh", weight}};
  if (hidden)
    tensors.push_back({"hidden", hidden});
  if (bias)
    tensors.push_back({"bias_hh", bias});
  if (failed(requireSameElementType(context, tensors)) ||
      failed(requireRank(context, tensors[0], rank)) ||
      failed(requireRank(context, tensors[1], 2)) ||
      (hidden && failed(requireRank(context, {"hidden", hidden}, 2))) ||
      (bias && failed(requireRank(context, {"bias_hh", bias}, 1))) ||
      failed(requireNonEmpty(context, tensors)))
    return failure();
  SymbolicShape shape = context.getShape(gates);
  SymbolicShape weightShape = context.getShape(weight);
  AffineExpr size = weightShape[1];
  AffineExpr width = size * numGates;
  std::string rows = numGates == 1 ? "" : formatMessage(numGates, " times ");
  if (failed(context.requireEqual(weightShape[0], width,
                                  "weight_hh with " + rows +
                                      "as many rows as columns")) ||
      failed(context.requireEqual(shape.back(), width,
                                  "gates_i with " + rows +
                                      "as many columns as weight_hh has")))
    return failure();
  if (bias && failed(context.requireEqual(
                  context.getShape(bias)[0], width,
                  "bias_hh with an element per row of weight_hh")))
    return failure();
  if (hidden &&
      (failed(context.requireEqual(context.getShape(hidden)[0], shape[0],
                                   "as many rows of hidden as of gates_i")) ||
       failed(
           context.requireEqual(context.getShape(hidden)[1], size,
                                "as many columns of hidden as of weight_hh"))))
    return failure();
  shape.back() = size;
  results.push_back({shape, getTensorType(gates).getElementType()});
  return success();
}

LogicalResult RnnCellOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  return inferRecurrent(context, /*rank=*/2, /*numGates=*/1,
                        adaptor.getGatesI(), adaptor.getHidden(),
                        adaptor.getWeightHh(), adaptor.getBiasHh(), results);
}

LogicalResult GruCellOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  return inferRecurrent(context, /*rank=*/2, /*numGates=*/3,
                        adaptor.getGatesI(), adaptor.getHidden(),
                        adaptor.getWeightHh(), adaptor.getBiasHh(), results);
}

LogicalResult RnnScanOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  return inferRecurrent(context, /*rank=*/3, /*numGates=*/1,
                        adaptor.getGatesI(), Value(), adaptor.getWeightHh(),
                        adaptor.getBiasHh(), results);
}

LogicalResult GruScanOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  return inferRecurrent(context, /*rank=*/3, /*numGates=*/3,
                        adaptor.getGatesI(), Value(), adaptor.getWeightHh(),
                        adaptor.getBiasHh(), results);
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// As `inferRecurrent`, for the op whose result `gradient` belongs to; the
/// results are like the operands.
static LogicalResult
inferRecurrentBackward(ShapeContext &context, int64_t rank, int64_t numGates,
                       Value gradient, Value gates, Value hidden, Value weight,
                       Value bias, SmallVectorImpl<ResultShape> &results) {
  SmallVector<ResultShape> forward;
  if (failed(inferRecurrent(context, rank, numGates, gates, hidden, weight,
                            bias, forward)) ||
      failed(requireSameElementType(
          context, {{"gates_i", gates}, {"output_gradient", gradient}})) ||
      failed(requireRank(context, {"output_gradient", gradient}, rank)))
    return failure();
  for (auto [axis, extents] : llvm::enumerate(
           llvm::zip(context.getShape(gradient), forward[0].extents)))
    if (failed(context.requireEqual(
            std::get<0>(extents), std::get<1>(extents),
            formatMessage("output_gradient with the result's extent at axis ",
                          axis))))
      return failure();
  for (Value operand : {gates, hidden, weight, bias})
    if (operand && failed(inferUnary(context, operand, results)))
      return failure();
  return success();
}

LogicalResult
RnnCellBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferRecurrentBackward(
      context, /*rank=*/2, /*numGates=*/1, adaptor.getOutputGradient(),
      adaptor.getGatesI(), adaptor.getHidden(), adaptor.getWeightHh(),
      adaptor.getBiasHh(), results);
}

LogicalResult
RnnScanBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferRecurrentBackward(
      context, /*rank=*/3, /*numGates=*/1, adaptor.getOutputGradient(),
      adaptor.getGatesI(), Value(), adaptor.getWeightHh(), adaptor.getBiasHh(),
      results);
}

LogicalResult
GruCellBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferRecurrentBackward(
      context, /*rank=*/2, /*numGates=*/3, adaptor.getOutputGradient(),
      adaptor.getGatesI(), adaptor.getHidden(), adaptor.getWeightHh(),
      adaptor.getBiasHh(), results);
}

LogicalResult
GruScanBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                SmallVectorImpl<ResultShape> &results) {
  return inferRecurrentBackward(
      context, /*rank=*/3, /*numGates=*/3, adaptor.getOutputGradient(),
      adaptor.getGatesI(), Value(), adaptor.getWeightHh(), adaptor.getBiasHh(),
      results);
}
