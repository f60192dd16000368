//===- Pullback.cpp - Cotangents through ops ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/Pullback.h"

#include "oaml/Dialect/OAML/IR/ElementwiseOps.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace oaml;

SmallVector<Value> oaml::buildDecomposition(DecomposableOpInterface op) {
  TensorBuilder builder(op.getLoc(), op);
  SmallVector<Value> values = op.decompose(builder);
  for (auto [value, result] : llvm::zip_equal(values, op->getResults()))
    value = builder.conform(builder(value), builder(result));
  return values;
}

bool oaml::isFloatTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<FloatType>(type.getElementType());
}

void Pullback::addOp(Operation *op) {
  if (op->hasTrait<Detached>())
    return;
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  bool depends = llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return active.contains(operand.get()) &&
           (!rule || rule.isDifferentiableOperand(operand.getOperandNumber()));
  });
  if (!depends && op->getNumRegions()) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    depends = llvm::any_of(captured,
                           [&](Value value) { return active.contains(value); });
  }
  if (!depends)
    return;
  bool isActive = false;
  for (Value result : op->getResults())
    if (isFloatTensor(result))
      isActive |= active.insert(result).second;
  if (isActive)
    tape.push_back(op);
}

void Pullback::accumulate(Value value, Value cotangent) {
  Value &total = cotangents[value];
  total = total ? Value(builder(total) + builder(cotangent)) : cotangent;
}

void Pullback::addCotangent(Value value, Value cotangent) {
  if (active.contains(value))
    accumulate(value, cotangent);
}

void Pullback::decompose(DecomposableOpInterface op) {
  Operation *previous = op->getPrevNode();
  SmallVector<Value> values = buildDecomposition(op);
  Operation *first =
      previous ? previous->getNextNode() : &op->getBlock()->front();
  for (Operation *part = first; part != op; part = part->getNextNode())
    addOp(part);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    result.replaceAllUsesWith(value);
    active.erase(result);
    Value cotangent = cotangents.lookup(result);
    cotangents.erase(result);
    if (cotangent)
      addCotangent(value, cotangent);
  }
  op->erase();
}

LogicalResult Pullback::run(Location requestedAt) {
  while (!tape.empty()) {
    Operation *op = tape.pop_back_val();
    SmallVector<Value> incoming;
    for (Value result : op->getResults())
      incoming.push_back(cotangents.lookup(result));
    if (llvm::none_of(incoming, [](Value value) { return bool(value); }))
      continue;
    builder.setLoc(op->getLoc());
    if (auto rule = dyn_cast<DifferentiableOpInterface>(op)) {
      SmallVector<Value> outgoing = rule.buildAdjoint(builder, incoming);
      for (auto [number, cotangent] : llvm::enumerate(outgoing)) {
        Value operand = op->getOperand(number);
        if (cotangent && active.contains(operand) &&
            rule.isDifferentiableOperand(number))
          accumulate(operand,
                     builder.conform(builder(cotangent), builder(operand)));
      }
      continue;
    }
    if (auto composite = dyn_cast<DecomposableOpInterface>(op)) {
      decompose(composite);
      continue;
    }
    InFlightDiagnostic error =
        op->emitOpError("has no adjoint rule and no decomposition, but a "
                        "gradient reaches it");
    error.attachNote(requestedAt) << "requested here";
    return error;
  }
  return success();
}

SmallVector<Value>
oaml::buildGradients(TensorBuilder &builder, ValueRange operands,
                     Value gradient,
                     llvm::function_ref<TensorExpr(ValueRange)> forward) {
  Location loc = builder.getLoc();
  Pullback pullback(builder);
  SmallVector<Value> inputs;
  // Values of their own, which no builder looks through to what they are made
  // of.
  for (Value operand : operands) {
    inputs.push_back(CopyOp::create(builder, operand));
    pullback.addInput(inputs.back());
  }
  Operation *last = inputs.back().getDefiningOp();
  TensorExpr output = forward(inputs);
  SmallVector<Operation *> ops;
  for (auto it = std::next(last->getIterator());
       it != builder.getInsertionPoint(); ++it)
    ops.push_back(&*it);
  for (Operation *op : ops)
    pullback.addOp(op);
  TensorExpr incoming =
      builder.cast(builder(gradient), output.getType().getElementType());
  pullback.addCotangent(output, builder.reshapeLike(incoming, output));
  // Failure has been reported; the program is not run then.
  (void)pullback.run(loc);
  builder.setLoc(loc);
  SmallVector<Value> gradients;
  for (Value input : inputs) {
    Value cotangent = pullback.getCotangent(input);
    gradients.push_back(cotangent ? cotangent
                                  : Value(builder.zerosLike(builder(input))));
  }
  return gradients;
}
