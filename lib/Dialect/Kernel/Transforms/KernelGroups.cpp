//===- KernelGroups.cpp - Which ops share a kernel ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Ops are visited from last to first. Each one either joins the one group that
// uses it or starts a group of its own. A group keeps one iteration space, its
// domain; `whyNotJoin` holds all rules of what fits into it.
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/Transforms/KernelGroups.h"

#include "mlir/IR/Remarks.h"
#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::kernel;

static remark::RemarkOpts getRemarkOptions(StringRef name) {
  return remark::RemarkOpts::name(name).category("kernels");
}

/// The name of `op`, to put a remark together: what is streamed into a remark
/// piece by piece is also printed as pieces.
static std::string getName(Operation *op) {
  return op->getName().getStringRef().str();
}

static bool isOne(AffineExpr extent) {
  auto constant = dyn_cast<AffineConstantExpr>(extent);
  return constant && constant.getValue() == 1;
}

/// The product of `extents` if all are constants.
static std::optional<int64_t> getProduct(ArrayRef<AffineExpr> extents) {
  int64_t product = 1;
  for (AffineExpr extent : extents) {
    auto constant = dyn_cast<AffineConstantExpr>(extent);
    if (!constant)
      return std::nullopt;
    product *= constant.getValue();
  }
  return product;
}

static bool isEqual(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  return a == b;
}

/// `shape` with extent 1 at `axes`.
static SymbolicShape dropAxes(ArrayRef<AffineExpr> shape,
                              ArrayRef<int64_t> axes) {
  SymbolicShape result(shape);
  for (int64_t axis : axes)
    result[axis] = getAffineConstantExpr(1, shape[axis].getContext());
  return result;
}

/// True if `shape`, aligned at the right, has the extents of `domain` or 1.
static bool broadcastsTo(ArrayRef<AffineExpr> shape,
                         ArrayRef<AffineExpr> domain) {
  if (shape.size() > domain.size())
    return false;
  ArrayRef<AffineExpr> tail = domain.take_back(shape.size());
  return llvm::all_of(llvm::zip(shape, tail), [](auto pair) {
    auto [extent, target] = pair;
    return isOne(extent) || extent == target;
  });
}

/// Whether fewer than `least` rows remain without `axes`; dynamic extents count
/// as many.
static bool hasFewRows(ArrayRef<AffineExpr> domain, ArrayRef<int64_t> axes,
                       int64_t least) {
  SymbolicShape rows;
  for (auto [axis, extent] : llvm::enumerate(domain))
    if (!llvm::is_contained(axes, static_cast<int64_t>(axis)))
      rows.push_back(extent);
  std::optional<int64_t> numRows = getProduct(rows);
  return numRows && *numRows < least;
}

static FusionKind getKind(Operation *op) {
  return cast<FusibleOpInterface>(op).getFusionKind();
}

static bool isReduction(Operation *op) {
  return getKind(op) == FusionKind::Reduction;
}

KernelGroups::KernelGroups(func::FuncOp function, SymbolicShapes &shapes,
                           GroupingOptions options)
    : function(function), shapes(shapes), options(options) {
  Block &block = function.getBody().front();
  for (auto [index, op] : llvm::enumerate(block))
    position[&op] = index;
  for (Operation &op : llvm::reverse(block)) {
    if (!isa<FusibleOpInterface>(op) || getKind(&op) == FusionKind::Reshape ||
        isa<ConstantOp>(op))
      continue;
    if (isClonedIntoConsumers(&op)) {
      SmallVector<OpOperand *> uses;
      bool usedOutside = false;
      collectUses(&op, uses, usedOutside);
      // Consumers compute it for themselves; it needs a kernel only where its
      // value leaves the function or a reshape looks at it.
      if (!usedOutside)
        continue;
      startGroup(&op);
      continue;
    }
    SmallVector<std::string> unfused;
    if (!tryJoin(&op, unfused))
      startGroup(&op);
    llvm::append_range(getGroup(&op)->unfused, unfused);
  }
  orderAndMerge();
}

bool KernelGroups::isClonedIntoConsumers(Operation *op) const {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  if (isa<IotaOp>(op))
    return true;
  auto fusible = dyn_cast<FusibleOpInterface>(op);
  if (!fusible || fusible.getFusionKind() != FusionKind::Elementwise)
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  bool isSingleElement = type.hasStaticShape() && type.getNumElements() == 1;
  // Arithmetic on single elements whose operands are single elements too, such
  // as the optimizer's corrections, costs less than another dispatch.
  if (isSingleElement)
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      Operation *producer = operand.getDefiningOp();
      return !producer || !isa<FusibleOpInterface>(producer) ||
             isClonedIntoConsumers(producer);
    });
  if (!isa<BroadcastToOp>(op))
    return false;
  Operation *source = op->getOperand(0).getDefiningOp();
  return source && isClonedIntoConsumers(source);
}

void KernelGroups::collectUses(Operation *op,
                               SmallVectorImpl<OpOperand *> &uses,
                               bool &usedOutside) const {
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (getGroup(user)) {
      uses.push_back(&use);
      continue;
    }
    // A user that is cloned stands for its own users.
    if (isa<FusibleOpInterface>(user) && isClonedIntoConsumers(user)) {
      SmallVector<OpOperand *> inner;
      collectUses(user, inner, usedOutside);
      llvm::append_range(uses, inner);
      continue;
    }
    usedOutside = true;
  }
}

void KernelGroups::startGroup(Operation *op) {
  auto group = std::make_unique<KernelGroup>();
  group->ops.push_back(op);
  group->domain = shapes.getShape(op->getResult(0));
  if (isReduction(op)) {
    group->anchor = op;
    group->domain = shapes.getShape(op->getOperand(0));
    group->reducedAxes = cast<FusibleOpInterface>(op).getReducedAxes();
  } else if (getKind(op) == FusionKind::Contraction ||
             getKind(op) == FusionKind::Opaque) {
    group->anchor = op;
  }
  groupOf[op] = group.get();
  groups.push_back(std::move(group));
}

/// Whether `group` needs `op` through ops outside of it too: `op` then has to
/// run before the group.
bool KernelGroups::isNeededBefore(const KernelGroup &group,
                                  Operation *op) const {
  SmallVector<Operation *> worklist(group.ops);
  DenseSet<Operation *> visited(worklist.begin(), worklist.end());
  while (!worklist.empty()) {
    Operation *user = worklist.pop_back_val();
    for (Value operand : user->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (producer == op && getGroup(user) != &group)
        return true;
      if (!producer || producer == op || !visited.insert(producer).second)
        continue;
      worklist.push_back(producer);
      // A group runs as a whole: all that it needs comes before.
      if (KernelGroup *other = getGroup(producer))
        for (Operation *sibling : other->ops)
          if (visited.insert(sibling).second)
            worklist.push_back(sibling);
    }
  }
  return false;
}

/// Why `op`, used by `uses` inside `group`, may not be computed there; empty if
/// it may.
std::string KernelGroups::whyNotJoin(Operation *op, KernelGroup &group,
                                     ArrayRef<OpOperand *> uses) {
  FusionKind kind = getKind(op);
  if (kind == FusionKind::Opaque)
    return "it is a kernel of its own";
  for (OpOperand *use : uses) {
    FusionKind userKind = getKind(use->getOwner());
    if (userKind == FusionKind::Contraction)
      return "it would be computed again for every tile of the contraction";
    if (userKind == FusionKind::Opaque)
      return "its user is a kernel of its own";
    if (userKind == FusionKind::Gather && use->getOperandNumber() == 0)
      return "its user reads it at places that are data";
    if (isa<PadOp>(use->getOwner()))
      return "its user moves elements by amounts that cross tiles";
  }
  SymbolicShape result = shapes.getShape(op->getResult(0));
  SymbolicShape reduced = dropAxes(group.domain, group.reducedAxes);

  switch (kind) {
  case FusionKind::Movement:
    if (isa<PadOp>(op))
      return "it moves elements by amounts that cross tiles";
    [[fallthrough]];
  case FusionKind::Generator:
  case FusionKind::Gather:
  case FusionKind::Elementwise:
    if (broadcastsTo(result, group.domain) || broadcastsTo(result, reduced))
      return "";
    return "its shape is not that of the iteration space";
  case FusionKind::Contraction:
    if (group.anchor)
      return "the group has a contraction or reduction already";
    if (!isEqual(result, group.domain))
      return "its result is broadcast to the iteration space";
    return "";
  case FusionKind::Reduction: {
    SymbolicShape source = shapes.getShape(op->getOperand(0));
    SmallVector<int64_t> axes = cast<FusibleOpInterface>(op).getReducedAxes();
    if (isa<ArgmaxOp>(op) && group.anchor)
      return "it keeps positions, which share a loop with nothing else";
    if (group.anchor) {
      if (!isReduction(group.anchor))
        return "the group has a contraction already";
      if (!isEqual(source, group.domain) || axes != group.reducedAxes)
        return "the group reduces another iteration space";
      return "";
    }
    // A group that works on the reduced shape only.
    if (isEqual(result, group.domain) && source.size() == group.domain.size())
      return "";
    if (!isEqual(source, group.domain))
      return "its result is broadcast to another iteration space";
    if (hasFewRows(source, axes, options.minParallelRows))
      return "too few rows would be left to run in parallel";
    return "";
  }
  case FusionKind::Reshape:
  case FusionKind::Opaque:
    break;
  }
  llvm_unreachable("not a kind that joins");
}

void KernelGroups::join(Operation *op, KernelGroup &group) {
  group.ops.push_back(op);
  groupOf[op] = &group;
  ++numFused;
  if (getKind(op) == FusionKind::Contraction) {
    group.anchor = op;
  } else if (isReduction(op) && !group.anchor) {
    group.anchor = op;
    group.domain = shapes.getShape(op->getOperand(0));
    group.reducedAxes = cast<FusibleOpInterface>(op).getReducedAxes();
  }
}

/// The contraction or reduction that `op` follows element by element, so that
/// `op` can be its epilogue, which saves a pass over memory. Null if none.
Operation *KernelGroups::getEpilogueOf(Operation *op) const {
  if (getKind(op) != FusionKind::Elementwise)
    return nullptr;
  SymbolicShape shape = shapes.getShape(op->getResult(0));
  for (Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!producer || !isa<FusibleOpInterface>(producer) ||
        !isEqual(shapes.getShape(operand), shape))
      continue;
    if (isReduction(producer) ||
        (getKind(producer) == FusionKind::Contraction && operand.hasOneUse()))
      return producer;
    if (operand.hasOneUse())
      if (Operation *found = getEpilogueOf(producer))
        return found;
  }
  return nullptr;
}

/// Puts `op` into a group of its users if it may. The reasons against groups go
/// to `unfused`.
bool KernelGroups::tryJoin(Operation *op,
                           SmallVectorImpl<std::string> &unfused) {
  if (!options.fuse)
    return false;
  SmallVector<OpOperand *> uses;
  bool usedOutside = false;
  collectUses(op, uses, usedOutside);
  SetVector<KernelGroup *> users;
  for (OpOperand *use : uses)
    users.insert(getGroup(use->getOwner()));

  // The first group, in program order, that all other users come after.
  for (KernelGroup *group : llvm::reverse(users)) {
    SmallVector<OpOperand *> inside;
    for (OpOperand *use : uses)
      if (getGroup(use->getOwner()) == group)
        inside.push_back(use);
    std::string reason = whyNotJoin(op, *group, inside);
    bool isShared = usedOutside || users.size() > 1;
    SymbolicShape result = shapes.getShape(op->getResult(0));
    if (reason.empty() && isShared && !isEqual(result, group->domain) &&
        !isEqual(result, dropAxes(group->domain, group->reducedAxes)))
      reason = "other users need it, and its shape is no result of the group";
    if (reason.empty() && isShared && isNeededBefore(*group, op))
      reason = "another user runs before the group";
    if (reason.empty() && group->anchor && isReduction(group->anchor) &&
        !isReduction(op)) {
      // An epilogue stays with its contraction, and with its reduction unless
      // that can come along.
      Operation *producer = getEpilogueOf(op);
      if (producer &&
          !(isReduction(producer) && whyNotJoin(producer, *group, {}).empty()))
        reason = ("it is the epilogue of " + producer->getName().getStringRef())
                     .str();
      else if (isShared && isEqual(result, group->domain) &&
               hasFewRows(group->domain, group->reducedAxes,
                          8 * options.minParallelRows))
        reason = "others need it, and the reduction has few rows";
    }
    Location loc = op->getLoc();
    if (!reason.empty()) {
      unfused.push_back(getName(op) + " stays out of the group of " +
                        getName(group->ops.front()) + ": " + reason);
      remark::missed(loc, getRemarkOptions("fuse")) << unfused.back();
      continue;
    }
    remark::passed(loc, getRemarkOptions("fuse"))
        << getName(op) + " joins the group of " + getName(group->ops.front());
    join(op, *group);
    return true;
  }
  return false;
}

/// What makes two element-wise groups parts of one kernel: the same ops in the
/// same order.
static std::string getStructure(const KernelGroup &group) {
  std::string text;
  for (Operation *op : group.ops)
    text += (op->getName().getStringRef() + ";").str();
  return text;
}

/// The groups that `group` reads, looking through ops that belong to none.
SetVector<KernelGroup *>
KernelGroups::getDependences(const KernelGroup &group) const {
  SetVector<KernelGroup *> result;
  SmallVector<Operation *> worklist(group.ops);
  DenseSet<Operation *> visited(worklist.begin(), worklist.end());
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || !visited.insert(producer).second)
        continue;
      if (KernelGroup *other = getGroup(producer))
        result.insert(other);
      else
        worklist.push_back(producer);
    }
  result.remove(const_cast<KernelGroup *>(&group));
  return result;
}

void KernelGroups::orderAndMerge() {
  SmallVector<KernelGroup *> order;
  for (std::unique_ptr<KernelGroup> &group : groups) {
    llvm::sort(group->ops, [&](Operation *a, Operation *b) {
      return position[a] < position[b];
    });
    order.push_back(group.get());
  }
  llvm::sort(order, [&](KernelGroup *a, KernelGroup *b) {
    return position[a->ops.front()] < position[b->ops.front()];
  });

  // The level of a group is the longest chain of groups before it. Groups of
  // one level are independent, so that by levels few barriers are needed.
  DenseMap<KernelGroup *, SetVector<KernelGroup *>> dependences, users;
  for (KernelGroup *group : order) {
    dependences[group] = getDependences(*group);
    for (KernelGroup *other : dependences[group])
      users[other].insert(group);
  }
  DenseMap<KernelGroup *, unsigned> level;
  std::function<unsigned(KernelGroup *)> getLevel =
      [&](KernelGroup *group) -> unsigned {
    if (auto it = level.find(group); it != level.end())
      return it->second;
    unsigned depth = 0;
    for (KernelGroup *other : dependences[group])
      depth = std::max(depth, getLevel(other) + 1);
    return level[group] = depth;
  };
  for (KernelGroup *group : order)
    getLevel(group);

  // Element-wise groups of one structure share a dispatch at the deepest of
  // their levels, if all users of the others come after that level.
  auto isBefore = [&](KernelGroup *a, KernelGroup *b) {
    return std::pair(level[a], position[a->ops.front()]) <
           std::pair(level[b], position[b->ops.front()]);
  };
  SmallVector<KernelGroup *> byLevel(order);
  llvm::sort(byLevel, isBefore);
  DenseMap<KernelGroup *, SmallVector<KernelGroup *>> parts;
  DenseSet<KernelGroup *> merged;
  if (options.fuse && options.mergeParts)
    for (KernelGroup *last : llvm::reverse(byLevel)) {
      if (last->anchor || merged.contains(last))
        continue;
      std::string structure = getStructure(*last);
      for (KernelGroup *other : order) {
        if (other == last || other->anchor || merged.contains(other) ||
            parts.contains(other) || level[other] > level[last] ||
            getStructure(*other) != structure)
          continue;
        bool usedEarlier = llvm::any_of(users[other], [&](KernelGroup *user) {
          return level[user] <= level[last];
        });
        if (usedEarlier) {
          other->unfused.push_back("group of " + getName(other->ops.front()) +
                                   " is used before an equal group can run");
          remark::missed(other->ops.front()->getLoc(),
                         getRemarkOptions("merge-parts"))
              << other->unfused.back();
          continue;
        }
        remark::passed(other->ops.front()->getLoc(),
                       getRemarkOptions("merge-parts"))
            << "group of " + getName(other->ops.front()) +
                   " shares a dispatch with an equal group";
        level[other] = level[last];
        merged.insert(other);
        parts[last].push_back(other);
      }
    }

  llvm::sort(order, isBefore);
  for (KernelGroup *group : order) {
    if (merged.contains(group))
      continue;
    KernelPlan plan;
    plan.parts = parts.lookup(group);
    plan.parts.push_back(group);
    kernels.push_back(std::move(plan));
  }
}
