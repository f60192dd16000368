//===- Differentiate.cpp - Reverse-mode differentiation -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/GradOps.h"
#include "oaml/Dialect/OAML/IR/Pullback.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace oaml {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

namespace {
/// The three request ops in one form.
struct Request {
  Operation *op;
  FlatSymbolRefAttr callee;
  OperandRange arguments;
  ArrayRef<int64_t> wrt;
  /// Cotangents of the function's results; without: 1 for the first.
  std::optional<OperandRange> cotangents;
  /// Whether the function's results come first among the request's.
  bool wantsOutputs;

  static std::optional<Request> get(Operation *op) {
    return TypeSwitch<Operation *, std::optional<Request>>(op)
        .Case([](GradOp request) {
          return Request{request,
                         request.getCalleeAttr(),
                         request.getArguments(),
                         request.getWrt(),
                         std::nullopt,
                         /*wantsOutputs=*/false};
        })
        .Case([](ValueAndGradOp request) {
          return Request{request,
                         request.getCalleeAttr(),
                         request.getArguments(),
                         request.getWrt(),
                         std::nullopt,
                         /*wantsOutputs=*/true};
        })
        .Case([](VjpOp request) {
          return Request{
              request,          request.getCalleeAttr(), request.getArguments(),
              request.getWrt(), request.getCotangents(), /*wantsOutputs=*/true};
        })
        .Default([](Operation *) { return std::nullopt; });
  }
};
} // namespace

/// The body that `callee` names, or an error at `user`.
static FailureOr<func::FuncOp>
lookupBody(SymbolTable &symbols, FlatSymbolRefAttr callee, Operation *user) {
  auto func = symbols.lookup<func::FuncOp>(callee.getAttr());
  if (!func)
    return user->emitOpError()
           << "requires a function to differentiate, found " << callee;
  if (!func.getBody().hasOneBlock())
    return user->emitOpError()
           << "requires a function with a body of one block, found "
           << func.getBody().getBlocks().size() << " blocks in " << callee;
  return func;
}

//===----------------------------------------------------------------------===//
// The reverse sweep
//===----------------------------------------------------------------------===//

namespace {
/// Extends the body of one function, a copy, by its adjoint.
class ReverseSweep {
public:
  ReverseSweep(Block &block, SymbolTable &symbols, Request request)
      : block(block), symbols(symbols), request(request),
        builder(request.op->getLoc(), block.getTerminator()),
        pullback(builder) {}

  /// Gives the block's terminator the operands that `request` asks for.
  LogicalResult run();

private:
  LogicalResult runForward();
  /// Replaces a call by the body of its function; returns what follows.
  FailureOr<Operation *> inlineCall(func::CallOp call);
  void eraseDeadOps();

  Block &block;
  SymbolTable &symbols;
  Request request;
  /// Adjoints are built at the end of the block.
  TensorBuilder builder;
  Pullback pullback;
};
} // namespace

FailureOr<Operation *> ReverseSweep::inlineCall(func::CallOp call) {
  FailureOr<func::FuncOp> func =
      lookupBody(symbols, call.getCalleeAttr(), call);
  if (failed(func))
    return failure();
  IRMapping mapping;
  mapping.map(func->getArguments(), call.getOperands());
  OpBuilder inliner(call);
  Operation *previous = call->getPrevNode();
  Block &body = func->getBody().front();
  for (Operation &op : body.without_terminator())
    inliner.clone(op, mapping);
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookup(value));
  Operation *first = previous ? previous->getNextNode() : &block.front();
  Operation *next = first == call ? call->getNextNode() : first;
  call.erase();
  return next;
}

LogicalResult ReverseSweep::runForward() {
  for (int64_t number : request.wrt)
    pullback.addInput(block.getArgument(number));
  for (Operation *op = &block.front(); op != block.getTerminator();) {
    auto call = dyn_cast<func::CallOp>(op);
    bool isInlined = call && llvm::any_of(call.getOperands(), [&](Value value) {
                       return pullback.isActive(value);
                     });
    if (!isInlined) {
      pullback.addOp(op);
      op = op->getNextNode();
      continue;
    }
    FailureOr<Operation *> next = inlineCall(call);
    if (failed(next))
      return failure();
    op = *next;
  }
  return success();
}

void ReverseSweep::eraseDeadOps() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

LogicalResult ReverseSweep::run() {
  if (failed(runForward()))
    return failure();
  Operation *terminator = block.getTerminator();
  if (request.cotangents) {
    for (auto [output, cotangent] :
         llvm::zip_equal(terminator->getOperands(), *request.cotangents))
      pullback.addCotangent(output, cotangent);
  } else if (TensorExpr loss = builder(terminator->getOperand(0));
             pullback.isActive(loss)) {
    pullback.addCotangent(
        loss, builder.broadcastLike(builder.scalarLike(1.0, loss), loss));
  }
  if (failed(pullback.run(request.op->getLoc())))
    return failure();

  builder.setLoc(request.op->getLoc());
  SmallVector<Value> results;
  if (request.wantsOutputs)
    llvm::append_range(results, terminator->getOperands());
  for (int64_t number : request.wrt) {
    TensorExpr argument = builder(block.getArgument(number));
    Value gradient = pullback.getCotangent(argument);
    results.push_back(gradient ? gradient : Value(builder.zerosLike(argument)));
  }
  terminator->setOperands(results);
  eraseDeadOps();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DifferentiatePass
    : public oaml::impl::DifferentiateBase<DifferentiatePass> {
  void runOnOperation() override {
    bool hasRequests = getOperation()
                           .walk([](Operation *op) {
                             return Request::get(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
                           })
                           .wasInterrupted();
    if (!hasRequests)
      return markAllAnalysesPreserved();
    symbols.emplace(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (failed(expandIn(func)))
        return signalPassFailure();
  }

private:
  /// Expands the requests in `func`, after those in all functions it uses.
  LogicalResult expandIn(func::FuncOp func) {
    if (done.contains(func))
      return success();
    path.insert(func);
    SmallVector<Operation *> requests;
    WalkResult walk = func.walk([&](Operation *op) {
      auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      std::optional<Request> request = Request::get(op);
      if (!callee || !(request || isa<func::CallOp>(op)))
        return WalkResult::advance();
      if (request)
        requests.push_back(op);
      auto used = symbols->lookup<func::FuncOp>(callee.getAttr());
      if (!used)
        return WalkResult::advance();
      if (path.contains(used))
        return emitRecursionError(op, used);
      return WalkResult(expandIn(used));
    });
    if (walk.wasInterrupted())
      return failure();
    for (Operation *op : requests)
      if (failed(expand(*Request::get(op))))
        return failure();
    path.remove(func);
    done.insert(func);
    return success();
  }

  /// Reports the cycle that `user`, the last of `path`, closes with `used`.
  WalkResult emitRecursionError(Operation *user, func::FuncOp used) {
    InFlightDiagnostic error =
        user->emitOpError() << "requires functions without recursion, found @"
                            << used.getSymName() << " reaching itself";
    auto *start = llvm::find(path, used);
    for (func::FuncOp func : llvm::make_range(std::next(start), path.end()))
      error.attachNote(func.getLoc()) << "through @" << func.getSymName();
    return WalkResult(LogicalResult(error));
  }

  LogicalResult expand(Request request) {
    FailureOr<func::FuncOp> func =
        lookupBody(*symbols, request.callee, request.op);
    if (failed(func))
      return failure();
    // The copy has arguments of its own, so that a value that is passed twice
    // is two variables.
    OwningOpRef<func::FuncOp> copy(cast<func::FuncOp>((*func)->clone()));
    Block &block = copy->getBody().front();
    if (failed(ReverseSweep(block, *symbols, request).run()))
      return failure();
    SmallVector<Value> results(block.getTerminator()->getOperands());
    IRRewriter rewriter(request.op);
    for (Value &result : results)
      if (auto argument = dyn_cast<BlockArgument>(result);
          argument && argument.getOwner() == &block)
        result = request.arguments[argument.getArgNumber()];
    block.getTerminator()->erase();
    rewriter.inlineBlockBefore(&block, request.op, request.arguments);
    rewriter.replaceOp(request.op, results);
    ++numExpanded;
    return success();
  }

  std::optional<SymbolTable> symbols;
  /// The functions whose requests are being expanded, outermost first.
  llvm::SetVector<func::FuncOp> path;
  DenseSet<Operation *> done;
};
} // namespace
