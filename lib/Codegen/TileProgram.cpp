//===- TileProgram.cpp - A kernel's tensor program, analysed --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "oaml/Codegen/KernelSignature.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

/// Brings every linalg op to generic form.
static LogicalResult generalise(FunctionOpInterface func) {
  IRRewriter rewriter(func->getContext());
  SmallVector<Operation *> ops;
  func->walk([&](Operation *op) {
    if (isa<linalg::LinalgOp, linalg::SoftmaxOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op)) {
      FailureOr<SmallVector<Value>> parts =
          softmax.decomposeOperation(rewriter);
      if (failed(parts))
        return op->emitOpError("cannot be decomposed");
      rewriter.replaceOp(op, *parts);
      continue;
    }
    auto linalgOp = cast<linalg::LinalgOp>(op);
    if (!linalgOp.hasPureTensorSemantics())
      return op->emitOpError("in a kernel must work on tensors");
    if (isa<linalg::GenericOp>(op))
      continue;
    if (failed(linalg::generalizeNamedOp(rewriter, linalgOp)))
      return op->emitOpError("has no generic form");
  }
  // Decomposing makes named ops.
  SmallVector<linalg::LinalgOp> named;
  func->walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op.getOperation()))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op->emitOpError("has no generic form");
  }
  return success();
}

FailureOr<std::unique_ptr<TileProgram>>
TileProgram::create(FunctionOpInterface func, bool simplify) {
  if (!func.getFunctionBody().hasOneBlock())
    return func->emitOpError("must have one block to be compiled as a kernel");
  if (failed(generalise(func)))
    return failure();
  std::unique_ptr<TileProgram> program(new TileProgram(func));
  if (failed(program->collectSymbols()) || failed(program->inlineScan()) ||
      failed(program->collectExtents()))
    return failure();
  // The slices of a recurrence keep their dimensions.
  if (simplify && !program->scan)
    simplifyDimensions(*program);
  program->collectLoopClasses();
  if (failed(program->collectParts()))
    return failure();
  return program;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

LogicalResult TileProgram::collectSymbols() {
  auto collect = [&](Type type, Attribute attr, const Twine &what) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return LogicalResult(func->emitOpError()
                           << what
                           << " must be a ranked tensor (or an index with '"
                           << kernel::symbolAttrName << "'), found " << type);
    if (tensor.hasStaticShape())
      return success();
    auto dims = dyn_cast_or_null<ArrayAttr>(attr);
    if (!dims || static_cast<int64_t>(dims.size()) != tensor.getRank())
      return LogicalResult(func->emitOpError()
                           << what << " has dynamic extents and needs '"
                           << dimsAttrName << "' with one entry per dimension");
    for (auto [d, dim] : llvm::enumerate(dims)) {
      auto name = dyn_cast<StringAttr>(dim);
      if (!tensor.isDynamicDim(d))
        continue;
      if (!name)
        return LogicalResult(func->emitOpError()
                             << what << ": dynamic dimension " << d
                             << " needs a name in '" << dimsAttrName
                             << "', found " << dim);
      if (!llvm::is_contained(symbols, name))
        symbols.push_back(name);
    }
    return success();
  };
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    // An extent that no tensor argument carries.
    if (isa<IndexType>(func.getArgument(i).getType())) {
      auto name = func.getArgAttrOfType<StringAttr>(i, kernel::symbolAttrName);
      if (!name)
        return func->emitOpError()
               << "index argument " << i << " needs '" << kernel::symbolAttrName
               << "', the name of its symbol";
      if (!llvm::is_contained(symbols, name))
        symbols.push_back(name);
      unsigned symbol = llvm::find(symbols, name) - symbols.begin();
      indexExprs[func.getArgument(i)] =
          getAffineSymbolExpr(symbol, getContext());
      continue;
    }
    if (numTensorArguments++ != i)
      return func->emitOpError()
             << "argument " << i
             << " is a tensor behind an index argument: tensors come first";
    if (failed(collect(func.getArgument(i).getType(),
                       func.getArgAttr(i, dimsAttrName),
                       "argument " + Twine(i))))
      return failure();
    BlockArgument argument = func.getArgument(i);
    auto type = cast<RankedTensorType>(argument.getType());
    SmallVector<AffineExpr> exprs;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (!type.isDynamicDim(d)) {
        exprs.push_back(
            getAffineConstantExpr(type.getDimSize(d), getContext()));
        continue;
      }
      auto dims = func.getArgAttrOfType<ArrayAttr>(i, dimsAttrName);
      unsigned symbol = llvm::find(symbols, dims[d]) - symbols.begin();
      exprs.push_back(getAffineSymbolExpr(symbol, getContext()));
    }
    extents[argument] = exprs;
  }
  // Results may introduce more symbols; where they have no names, their extents
  // must follow from the arguments.
  for (auto [i, type] : llvm::enumerate(func.getResultTypes())) {
    Attribute dims = func.getResultAttr(i, dimsAttrName);
    if ((dims || !isa<RankedTensorType>(type)) &&
        failed(collect(type, dims, "result " + Twine(i))))
      return failure();
  }
  return success();
}

AffineExpr TileProgram::getIndexExpr(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return getAffineConstantExpr(*constant, getContext());
  if (AffineExpr known = indexExprs.lookup(index))
    return known;
  Operation *op = index.getDefiningOp();
  if (!op)
    return nullptr;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> position = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (!position || !type || *position >= type.getRank())
      return nullptr;
    FailureOr<ArrayRef<AffineExpr>> exprs = getExtents(dim.getSource());
    return failed(exprs) ? nullptr : (*exprs)[*position];
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return getIndexExpr(op->getOperand(0));
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<AffineExpr> operands;
    for (Value operand : apply.getMapOperands()) {
      operands.push_back(getIndexExpr(operand));
      if (!operands.back())
        return nullptr;
    }
    AffineMap map = apply.getAffineMap();
    ArrayRef<AffineExpr> all(operands);
    return map.getResult(0).replaceDimsAndSymbols(
        all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
  }
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return nullptr;
  AffineExpr a = getIndexExpr(op->getOperand(0));
  AffineExpr b = getIndexExpr(op->getOperand(1));
  if (!a || !b)
    return nullptr;
  if (isa<arith::AddIOp>(op))
    return a + b;
  if (isa<arith::SubIOp>(op))
    return a - b;
  if (isa<arith::MulIOp>(op))
    return a * b;
  if (isa<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(op))
    return a.floorDiv(b);
  if (isa<arith::CeilDivUIOp, arith::CeilDivSIOp>(op))
    return a.ceilDiv(b);
  if (isa<arith::RemUIOp, arith::RemSIOp>(op))
    return a % b;
  return nullptr;
}

FailureOr<ArrayRef<AffineExpr>> TileProgram::getExtents(Value tensor) {
  auto it = extents.find(tensor);
  if (it == extents.end()) {
    FailureOr<SmallVector<AffineExpr>> exprs = computeExtents(tensor);
    if (failed(exprs))
      return failure();
    it = extents.try_emplace(tensor, std::move(*exprs)).first;
  }
  return ArrayRef<AffineExpr>(it->second);
}

/// Replaces unknown extents by those that `sizes` lists for dynamic dimensions.
static LogicalResult takeSizes(TileProgram &program, Operation *op,
                               RankedTensorType type, ValueRange sizes,
                               SmallVectorImpl<AffineExpr> &exprs) {
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (!type.isDynamicDim(d))
      continue;
    exprs[d] = program.getIndexExpr(sizes.front());
    sizes = sizes.drop_front();
    if (!exprs[d])
      return op->emitOpError("has an extent in dimension ")
             << d << " that is no expression of the kernel's symbols";
  }
  return success();
}

FailureOr<SmallVector<AffineExpr>> TileProgram::computeExtents(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  Operation *op = tensor.getDefiningOp();
  if (!type)
    return emitError(tensor.getLoc())
           << "a kernel computes ranked tensors, found " << tensor.getType();
  SmallVector<AffineExpr> exprs;
  for (int64_t size : type.getShape())
    exprs.push_back(ShapedType::isDynamic(size)
                        ? AffineExpr()
                        : getAffineConstantExpr(size, getContext()));
  if (type.hasStaticShape())
    return exprs;
  auto takeFrom = [&](Value source) -> LogicalResult {
    FailureOr<ArrayRef<AffineExpr>> from = getExtents(source);
    if (failed(from))
      return failure();
    for (auto [expr, other] : llvm::zip_equal(exprs, *from))
      if (!expr)
        expr = other;
    return success();
  };
  LogicalResult result =
      llvm::TypeSwitch<Operation *, LogicalResult>(op)
          .Case([&](linalg::GenericOp generic) {
            return takeFrom(
                generic
                    .getDpsInits()[cast<OpResult>(tensor).getResultNumber()]);
          })
          .Case<tensor::EmptyOp>([&](auto empty) {
            return takeSizes(*this, op, type, empty.getDynamicSizes(), exprs);
          })
          .Case<tensor::SplatOp>([&](auto splat) {
            return takeSizes(*this, op, type, splat.getDynamicSizes(), exprs);
          })
          .Case([&](tensor::CastOp cast) { return takeFrom(cast.getSource()); })
          .Case([&](tensor::InsertSliceOp insert) {
            return takeFrom(insert.getDest());
          })
          .Case([&](tensor::ExtractSliceOp slice) {
            // Unit extents may have been dropped; dynamic ones stay in order.
            llvm::SmallBitVector dropped = slice.getDroppedDims();
            int64_t d = 0;
            for (auto [i, size] : llvm::enumerate(slice.getMixedSizes())) {
              if (dropped.test(i))
                continue;
              if (!exprs[d])
                exprs[d] = getIndexExpr(cast<Value>(size));
              if (!exprs[d++])
                return LogicalResult(
                    op->emitOpError("has a size in dimension ")
                    << i << " that is no expression of the kernel's symbols");
            }
            return success();
          })
          .Case([&](tensor::ExpandShapeOp expand) {
            return takeSizes(*this, op, type, expand.getOutputShape(), exprs);
          })
          .Case([&](tensor::CollapseShapeOp collapse) -> LogicalResult {
            FailureOr<ArrayRef<AffineExpr>> from =
                getExtents(collapse.getSrc());
            if (failed(from))
              return failure();
            for (auto [d, group] :
                 llvm::enumerate(collapse.getReassociationIndices()))
              if (!exprs[d]) {
                exprs[d] = getAffineConstantExpr(1, getContext());
                for (int64_t i : group)
                  exprs[d] = exprs[d] * (*from)[i];
              }
            return success();
          })
          .Case([&](tensor::PadOp pad) -> LogicalResult {
            FailureOr<ArrayRef<AffineExpr>> from = getExtents(pad.getSource());
            if (failed(from))
              return failure();
            auto expr = [&](OpFoldResult v) {
              if (auto constant = getConstantIntValue(v))
                return getAffineConstantExpr(*constant, getContext());
              return getIndexExpr(cast<Value>(v));
            };
            for (int64_t d = 0; d < type.getRank(); ++d) {
              AffineExpr low = expr(pad.getMixedLowPad()[d]);
              AffineExpr high = expr(pad.getMixedHighPad()[d]);
              if (!low || !high)
                return op->emitOpError("has a padding in dimension ")
                       << d << " that is no expression of the kernel's symbols";
              if (!exprs[d])
                exprs[d] = low + (*from)[d] + high;
            }
            return success();
          })
          .Case([&](tensor::ConcatOp concat) -> LogicalResult {
            for (int64_t d = 0; d < type.getRank(); ++d) {
              if (exprs[d])
                continue;
              AffineExpr sum = getAffineConstantExpr(0, getContext());
              for (Value input : concat.getInputs()) {
                FailureOr<ArrayRef<AffineExpr>> from = getExtents(input);
                if (failed(from))
                  return failure();
                bool along = d == static_cast<int64_t>(concat.getDim());
                sum = along ? sum + (*from)[d] : (*from)[d];
              }
              exprs[d] = sum;
            }
            return success();
          })
          .Default([&](Operation *) {
            return LogicalResult(
                op->emitOpError("is not supported in a kernel"));
          });
  if (failed(result))
    return failure();
  return exprs;
}

FailureOr<ArrayRef<AffineExpr>>
TileProgram::getLoopExtents(linalg::GenericOp op) {
  auto it = loopExtents.find(op);
  if (it != loopExtents.end())
    return ArrayRef<AffineExpr>(it->second);
  SmallVector<AffineExpr> exprs(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    FailureOr<ArrayRef<AffineExpr>> sizes = getExtents(operand.get());
    if (failed(sizes))
      return failure();
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, size] : llvm::zip_equal(map.getResults(), *sizes))
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        AffineExpr &extent = exprs[dim.getPosition()];
        if (!extent || (!getConstant(extent) && getConstant(size)))
          extent = size;
      }
  }
  for (auto [loop, expr] : llvm::enumerate(exprs))
    if (!expr)
      return op.emitOpError("loop ")
             << loop << " has no extent: it is no dimension of any operand";
  return ArrayRef<AffineExpr>(
      loopExtents.try_emplace(op, std::move(exprs)).first->second);
}

LogicalResult TileProgram::collectExtents() {
  for (Operation &op : func.getFunctionBody().front()) {
    for (Value result : op.getResults()) {
      if (isa<TensorType>(result.getType()) && failed(getExtents(result)))
        return failure();
      if (result.getType().isIndex())
        if (AffineExpr expr = getIndexExpr(result))
          indexExprs[result] = expr;
    }
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      if (failed(getLoopExtents(generic)))
        return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Loops that are the same
//===----------------------------------------------------------------------===//

unsigned TileProgram::classOf(void *owner, unsigned position) {
  auto [it, fresh] =
      classes.try_emplace(std::make_pair(owner, position), classes.size());
  if (fresh)
    equal.grow(classes.size());
  return it->second;
}

void TileProgram::collectLoopClasses() {
  for (Operation &op : func.getFunctionBody().front()) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    auto join = [&](Value tensor, AffineMap map) {
      for (auto [d, expr] : llvm::enumerate(map.getResults()))
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          equal.join(classOf(&op, dim.getPosition()),
                     classOf(tensor.getAsOpaquePointer(), d));
    };
    for (OpOperand &operand : op.getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()) &&
          !generic.isDpsInit(&operand))
        join(operand.get(), generic.getMatchingIndexingMap(&operand));
    for (OpResult result : op.getResults())
      join(result, generic.getIndexingMapMatchingResult(result));
  }
}

bool TileProgram::sameLoop(linalg::GenericOp a, unsigned loopA,
                           linalg::GenericOp b, unsigned loopB) {
  return equal.findLeader(classOf(a.getOperation(), loopA)) ==
         equal.findLeader(classOf(b.getOperation(), loopB));
}

bool TileProgram::sameLoop(linalg::GenericOp op, unsigned loop, Value tensor,
                           unsigned dim) {
  return equal.findLeader(classOf(op.getOperation(), loop)) ==
         equal.findLeader(classOf(tensor.getAsOpaquePointer(), dim));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

namespace {
/// What a result is computed from.
struct ResultSlice {
  /// Ops that compute tensors of rank 1 or more, in program order.
  SmallVector<Operation *> ops;
  /// Contractions and reductions, in program order.
  SmallVector<linalg::GenericOp> reductions;
  /// Arguments of rank 1 or more.
  SmallPtrSet<Value, 8> arguments;
  bool contracts = false;
};
} // namespace

static ResultSlice computeSlice(Value result) {
  ResultSlice slice;
  SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> work{result};
  auto ranked = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() > 0;
  };
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op) {
      if (ranked(value.getType()))
        slice.arguments.insert(value);
      continue;
    }
    if (!seen.insert(op).second)
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    bool fill = generic &&
                llvm::none_of(generic.getDpsInputs(),
                              [&](Value v) { return ranked(v.getType()); }) &&
                generic.getNumReductionLoops() == 0;
    if (!fill && !isa<tensor::EmptyOp, arith::ConstantOp>(op) &&
        llvm::any_of(op->getResultTypes(), ranked))
      slice.ops.push_back(op);
    if (generic && generic.getNumReductionLoops())
      slice.reductions.push_back(generic);
    if (generic && matchContraction(generic))
      slice.contracts = true;
    // The result of tensor.dim does not depend on elements.
    if (!isa<tensor::DimOp>(op))
      llvm::append_range(work, op->getOperands());
    for (Region &region : op->getRegions())
      region.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (operand.getParentRegion() != &region)
            work.push_back(operand);
      });
  }
  auto before = [](Operation *a, Operation *b) {
    return a->isBeforeInBlock(b);
  };
  llvm::sort(slice.ops, before);
  llvm::sort(slice.reductions, before);
  return slice;
}

LogicalResult TileProgram::collectParts() {
  Operation *terminator = func.getFunctionBody().front().getTerminator();
  unsigned count = terminator->getNumOperands();
  if (count == 0)
    return func->emitOpError("computes no results");
  SmallVector<ResultSlice> slices;
  SmallVector<ArrayRef<AffineExpr>> sizes;
  for (Value result : terminator->getOperands()) {
    if (failed(getExtents(result)))
      return failure();
    slices.push_back(computeSlice(result));
  }
  for (Value result : terminator->getOperands())
    sizes.push_back(*getExtents(result));

  llvm::IntEqClasses groups(count);
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = a + 1; b < count; ++b) {
      size_t common = std::min(sizes[a].size(), sizes[b].size());
      if (sizes[a].take_front(common) != sizes[b].take_front(common) ||
          (common == 0 && sizes[a].size() != sizes[b].size()))
        continue;
      bool shared = llvm::any_of(slices[a].ops, [&](Operation *op) {
        return llvm::is_contained(slices[b].ops, op);
      });
      // Reading the same input is a reason as well, but not for two matrix
      // products, which would not read it at the same time.
      if (!slices[a].contracts && !slices[b].contracts)
        shared |= llvm::any_of(slices[a].arguments, [&](Value argument) {
          return slices[b].arguments.contains(argument);
        });
      shared |= terminator->getOperand(a) == terminator->getOperand(b);
      // Scalars computed side by side by one workgroup.
      shared |= common == 0;
      if (shared)
        groups.join(a, b);
    }
  groups.compress();
  SmallVector<int> partOf(groups.getNumClasses(), -1);
  for (unsigned i = 0; i < count; ++i) {
    int &number = partOf[groups[i]];
    if (number < 0) {
      number = parts.size();
      parts.emplace_back();
      parts.back().root = i;
    }
    Part &part = parts[number];
    part.results.push_back(i);
    if (sizes[i].size() > sizes[part.root].size())
      part.root = i;
  }
  for (Part &part : parts) {
    for (AffineExpr extent : sizes[part.root])
      part.loops.push_back({extent, std::nullopt});
    part.numParallel = part.loops.size();
    // Results of a chain a-b-c may be joined by b alone.
    for (unsigned i : part.results)
      if (sizes[part.root].take_front(sizes[i].size()) != sizes[i])
        return func->emitOpError("result ")
               << i << " shares computations with result " << part.root
               << ", but its extents are no prefix of the latter's";
    // The last contraction, else the last reduction.
    for (unsigned i : part.results)
      for (linalg::GenericOp generic : slices[i].reductions) {
        bool contracts = matchContraction(generic).has_value();
        if (!contracts && part.strategy == kernel::Strategy::Contraction)
          continue;
        part.anchor = generic;
        part.strategy = contracts ? kernel::Strategy::Contraction
                                  : kernel::Strategy::Reduction;
      }
    if (!part.anchor)
      continue;
    if (part.results.size() == 1 &&
        getResult(part.root) == part.anchor->getResult(0) &&
        matchScatter(part.anchor))
      part.strategy = kernel::Strategy::Scatter;
    SmallVector<unsigned> reductions;
    part.anchor.getReductionDims(reductions);
    for (unsigned loop : reductions) {
      bool appears =
          part.strategy == kernel::Strategy::Reduction &&
          llvm::any_of(
              llvm::seq<unsigned>(0, part.numParallel), [&](unsigned d) {
                return sameLoop(part.anchor, loop, getResult(part.root), d);
              });
      if (!appears)
        part.loops.push_back({(*getLoopExtents(part.anchor))[loop], loop});
    }
  }
  return success();
}
