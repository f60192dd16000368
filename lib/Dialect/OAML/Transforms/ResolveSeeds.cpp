//===- ResolveSeeds.cpp - Seeds that one run fixes ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "oaml/Dialect/OAML/IR/GradOps.h"
#include "oaml/Dialect/OAML/IR/RandomOps.h"
#include "oaml/Dialect/OAML/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace oaml {
#define GEN_PASS_DEF_RESOLVESEEDS
#include "oaml/Dialect/OAML/Transforms/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

namespace {
/// A call or a request for gradients, and where its arguments are.
struct Use {
  Operation *op = nullptr;
  FlatSymbolRefAttr callee;

  MutableOperandRange getArguments() const {
    return TypeSwitch<Operation *, MutableOperandRange>(op)
        .Case<GradOp, ValueAndGradOp, VjpOp>(
            [](auto request) { return request.getArgumentsMutable(); })
        .Case([](func::CallOp call) { return call.getOperandsMutable(); });
  }
};

/// What one function does with seeds.
struct Function {
  SmallVector<RandomOpInterface> randomOps;
  SmallVector<Use> uses;
  bool needsSeed = false;
  /// The run's seed, if the function has or needs it.
  Value runSeed;
  /// The argument was added by this pass: callers have to pass it.
  bool isExtended = false;
};

struct ResolveSeedsPass
    : public oaml::impl::ResolveSeedsBase<ResolveSeedsPass> {
  void runOnOperation() override {
    collect();
    propagateNeeds();
    for (auto &[func, info] : functions)
      if (info.needsSeed && !info.runSeed)
        addArgument(func, info);
    for (auto &[func, info] : functions) {
      for (RandomOpInterface op : info.randomOps)
        resolve(op, info.runSeed);
      for (const Use &use : info.uses)
        if (const Function *callee = lookup(use); callee && callee->isExtended)
          passSeed(use, info.runSeed);
    }
  }

private:
  /// Whether the op's seed is one that a run has to resolve.
  static bool isUnresolved(RandomOpInterface op) {
    if (IntegerAttr seed = op.getSeedAttr())
      return seed.getInt() == 0;
    Value seed = op.getSeedValue();
    return !seed.getDefiningOp<ResolveSeedOp>() &&
           getSplatValue(seed).value_or(0.0) == 0.0;
  }

  void collect() {
    symbols.emplace(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      Function &info = functions[func];
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (func.getArgAttr(i, runSeedAttrName))
          info.runSeed = func.getArgument(i);
      func.walk([&](Operation *op) {
        if (auto random = dyn_cast<RandomOpInterface>(op)) {
          if (isUnresolved(random))
            info.randomOps.push_back(random);
        } else if (auto resolved = dyn_cast<ResolveSeedOp>(op)) {
          nextSalt = std::max<int64_t>(nextSalt, resolved.getSalt() + 1);
        } else if (auto call = dyn_cast<func::CallOp>(op)) {
          info.uses.push_back({op, call.getCalleeAttr()});
        } else if (isa<GradOp, ValueAndGradOp, VjpOp>(op)) {
          info.uses.push_back(
              {op, op->getAttrOfType<FlatSymbolRefAttr>("callee")});
        }
      });
      info.needsSeed = !info.randomOps.empty();
    }
  }

  Function *lookup(const Use &use) {
    auto func = symbols->lookup<func::FuncOp>(use.callee.getAttr());
    auto *found = functions.find(func);
    return found == functions.end() ? nullptr : &found->second;
  }

  void propagateNeeds() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (auto &[func, info] : functions) {
        if (info.needsSeed)
          continue;
        // A callee that had the argument before is given it already.
        info.needsSeed = llvm::any_of(info.uses, [&](const Use &use) {
          const Function *callee = lookup(use);
          return callee && callee->needsSeed && !callee->runSeed;
        });
        changed |= info.needsSeed;
      }
    }
  }

  void addArgument(func::FuncOp func, Function &info) {
    Builder builder(&getContext());
    unsigned number = func.getNumArguments();
    auto attributes = builder.getDictionaryAttr(
        builder.getNamedAttr(runSeedAttrName, builder.getUnitAttr()));
    // Fails only for argument attributes of another length, which the verifier
    // excludes.
    (void)func.insertArgument(number,
                              RankedTensorType::get({}, builder.getI32Type()),
                              attributes, func.getLoc());
    info.runSeed = func.getArgument(number);
    info.isExtended = true;
  }

  void resolve(RandomOpInterface op, Value runSeed) {
    TensorBuilder builder(op.getLoc(), op);
    Value seed = op.getSeedValue();
    if (op.getSeedAttr()) {
      seed = builder.scalar(0.0, builder.getI32Type());
      op.removeSeedAttr();
    }
    op.getSeedValueMutable().assign(
        ResolveSeedOp::create(builder, seed, runSeed, nextSalt++));
    ++numResolved;
  }

  void passSeed(const Use &use, Value runSeed) {
    TensorBuilder builder(use.op->getLoc(), use.op);
    Value seed = ResolveSeedOp::create(
        builder, builder.scalar(0.0, builder.getI32Type()), runSeed,
        nextSalt++);
    use.getArguments().append(seed);
  }

  std::optional<SymbolTable> symbols;
  llvm::MapVector<func::FuncOp, Function> functions;
  int64_t nextSalt = 1;
};
} // namespace
