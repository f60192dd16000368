//===- LowerReshape.cpp - Reshape as collapse and expand ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

namespace {

//===----------------------------------------------------------------------===//
// Extents of tensors before the lowering
//===----------------------------------------------------------------------===//

/// Extents in a function as expressions: arguments' dynamic extents are
/// symbols, equal where `oaml.dims` or `kernel.symbol` names them equally;
/// others follow by shape rules.
class FunctionShapeContext final : public ShapeContext {
public:
  using ShapeContext::ShapeContext;

  SymbolicShape getShape(Value tensor) override {
    auto [it, fresh] = shapes.try_emplace(tensor);
    if (!fresh)
      return it->second;
    SymbolicShape shape = computeShape(tensor);
    auto type = cast<RankedTensorType>(tensor.getType());
    for (auto [axis, extent] : llvm::enumerate(shape))
      if (!type.isDynamicDim(axis))
        extent = getConstant(type.getDimSize(axis));
    return shapes[tensor] = shape;
  }

  AffineExpr getIndex(Value index) override {
    if (std::optional<int64_t> constant = getConstantIntValue(index))
      return getConstant(*constant);
    if (auto dim = index.getDefiningOp<DimOp>())
      return getShape(dim.getX())[dim.getAxis()];
    if (auto name = getArgAttr<StringAttr>(index, kernel::symbolAttrName))
      return getNamedSymbol(name);
    return getSymbol(index, -1);
  }

protected:
  void recordPredicate(AffineExpr, ExtentRelation, AffineExpr,
                       const Twine &) override {}

private:
  SymbolicShape computeShape(Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SymbolicShape shape;
    if (type.hasStaticShape()) {
      for (int64_t extent : type.getShape())
        shape.push_back(getConstant(extent));
      return shape;
    }
    if (auto op = tensor.getDefiningOp<ShapeRuleOpInterface>()) {
      SmallVector<ResultShape> results;
      unsigned number = cast<OpResult>(tensor).getResultNumber();
      if (succeeded(op.inferSymbolicResults(*this, results)) &&
          number < results.size())
        return results[number].extents;
    }
    auto names = getArgAttr<ArrayAttr>(tensor, dimsAttrName);
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      StringAttr name;
      if (names && axis < static_cast<int64_t>(names.size()))
        name = dyn_cast<StringAttr>(names[axis]);
      shape.push_back(name ? getNamedSymbol(name) : getSymbol(tensor, axis));
    }
    return shape;
  }

  /// Attribute `name` of the function's argument `value`, if it is one.
  template <typename Attr>
  static Attr getArgAttr(Value value, StringRef name) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return nullptr;
    auto func =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return func ? func.getArgAttrOfType<Attr>(argument.getArgNumber(), name)
                : nullptr;
  }

  AffineExpr getNamedSymbol(StringAttr name) {
    auto [it, fresh] = named.try_emplace(name.getValue(), numSymbols);
    numSymbols += fresh;
    return getAffineSymbolExpr(it->second, getContext());
  }

  AffineExpr getSymbol(Value value, int64_t axis) {
    auto [it, fresh] = unnamed.try_emplace({value, axis}, numSymbols);
    numSymbols += fresh;
    return getAffineSymbolExpr(it->second, getContext());
  }

  DenseMap<Value, SymbolicShape> shapes;
  llvm::StringMap<unsigned> named;
  DenseMap<std::pair<Value, int64_t>, unsigned> unnamed;
  unsigned numSymbols = 0;
};

//===----------------------------------------------------------------------===//
// Groups of axes with equal products
//===----------------------------------------------------------------------===//

/// A product of extents: a number and factors that are only known at run time.
struct Product {
  int64_t number = 1;
  SmallVector<AffineExpr> factors;

  void multiply(AffineExpr extent) {
    if (auto constant = dyn_cast<AffineConstantExpr>(extent)) {
      number *= constant.getValue();
      return;
    }
    auto binary = dyn_cast<AffineBinaryOpExpr>(extent);
    if (binary && binary.getKind() == AffineExprKind::Mul) {
      multiply(binary.getLHS());
      multiply(binary.getRHS());
      return;
    }
    factors.push_back(extent);
  }

  /// Is this times something `other`?
  bool divides(const Product &other) const {
    if (number == 0 || other.number % number != 0)
      return false;
    SmallVector<AffineExpr> rest = other.factors;
    for (AffineExpr factor : factors) {
      auto *it = llvm::find(rest, factor);
      if (it == rest.end())
        return false;
      rest.erase(it);
    }
    return true;
  }
};

/// Numbers of axes, before and after, of one group with the same elements.
struct AxisGroup {
  unsigned before = 0, after = 0;
};

} // namespace

/// The groups of least size at the front of two shapes, as far as they can be
/// told. Null extents are unknown.
static SmallVector<AxisGroup> matchAxes(ArrayRef<AffineExpr> before,
                                        ArrayRef<AffineExpr> after) {
  SmallVector<AxisGroup> groups;
  while (!before.empty() && !after.empty()) {
    Product left, right;
    AxisGroup group;
    auto extend = [](Product &product, ArrayRef<AffineExpr> extents,
                     unsigned &count) {
      if (count == extents.size() || !extents[count])
        return false;
      product.multiply(extents[count++]);
      return true;
    };
    bool known =
        extend(left, before, group.before) && extend(right, after, group.after);
    while (known && !(left.divides(right) && right.divides(left))) {
      // The smaller side takes one more axis.
      if (left.divides(right) ||
          (left.number < right.number && left.factors == right.factors))
        known = extend(left, before, group.before);
      else if (right.divides(left) || left.factors == right.factors)
        known = extend(right, after, group.after);
      else
        known = false;
    }
    if (!known)
      break;
    before = before.drop_front(group.before);
    after = after.drop_front(group.after);
    groups.push_back(group);
  }
  return groups;
}

/// Splits both shapes into as many groups as can be told, from both ends; what
/// is left in the middle is one group.
static SmallVector<AxisGroup> groupAxes(SymbolicShape before,
                                        SymbolicShape after) {
  SmallVector<AxisGroup> groups = matchAxes(before, after);
  AxisGroup middle{static_cast<unsigned>(before.size()),
                   static_cast<unsigned>(after.size())};
  auto take = [&](ArrayRef<AxisGroup> matched) {
    for (const AxisGroup &group : matched) {
      middle.before -= group.before;
      middle.after -= group.after;
    }
  };
  take(groups);
  before.erase(before.begin(), before.end() - middle.before);
  after.erase(after.begin(), after.end() - middle.after);
  std::reverse(before.begin(), before.end());
  std::reverse(after.begin(), after.end());
  SmallVector<AxisGroup> back = matchAxes(before, after);
  take(back);
  // Axes without a counterpart have the extent 1 and join a neighbour.
  if (middle.before && middle.after) {
    groups.push_back(middle);
  } else if (middle.before || middle.after) {
    AxisGroup &neighbour = groups.empty() ? back.back() : groups.back();
    neighbour.before += middle.before;
    neighbour.after += middle.after;
  }
  groups.append(back.rbegin(), back.rend());
  return groups;
}

/// The axes `[0, size)` in consecutive runs of the given lengths.
static SmallVector<ReassociationIndices> getRuns(ArrayRef<unsigned> lengths) {
  SmallVector<ReassociationIndices> runs;
  int64_t axis = 0;
  for (unsigned length : lengths) {
    runs.emplace_back();
    for (unsigned i = 0; i < length; ++i)
      runs.back().push_back(axis++);
  }
  return runs;
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

/// The extents of the result; one that is to be inferred stays empty.
static SmallVector<OpFoldResult> getSizes(ImplicitLocOpBuilder &b, ReshapeOp op,
                                          ValueRange dynamicShape) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<OpFoldResult> sizes;
  for (auto [axis, extent] : llvm::enumerate(op.getShape())) {
    OpFoldResult size;
    if (ShapedType::isDynamic(extent)) {
      size = getAsOpFoldResult(dynamicShape.front());
      dynamicShape = dynamicShape.drop_front();
    } else if (extent >= 0) {
      size = b.getIndexAttr(extent);
    }
    if (!type.isDynamicDim(axis))
      size = b.getIndexAttr(type.getDimSize(axis));
    sizes.push_back(size);
  }
  return sizes;
}

/// `collapsed` divided by those of `sizes` that are known.
static OpFoldResult inferExtent(ImplicitLocOpBuilder &b, OpFoldResult collapsed,
                                ArrayRef<OpFoldResult> sizes) {
  Value others;
  for (OpFoldResult size : sizes) {
    if (!size)
      continue;
    Value value = asValue(b, size);
    others = others ? b.createOrFold<arith::MulIOp>(others, value) : value;
  }
  if (!others)
    return collapsed;
  return getAsOpFoldResult(
      b.createOrFold<arith::DivUIOp>(asValue(b, collapsed), others));
}

Results ReshapeOp::lowerToLinalg(ImplicitLocOpBuilder &b, ValueRange operands) {
  Adaptor adaptor(operands, *this);
  Value x = adaptor.getX();
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<OpFoldResult> sizes =
      getSizes(b, *this, adaptor.getDynamicShape());

  FunctionShapeContext context(getContext(), getOperationName(), getLoc());
  SymbolicShape before = context.getShape(getX());
  SymbolicShape after;
  ValueRange dynamicShape = getDynamicShape();
  for (auto [extent, size] : llvm::zip_equal(getShape(), sizes)) {
    AffineExpr expr;
    if (ShapedType::isDynamic(extent)) {
      expr = context.getIndex(dynamicShape.front());
      dynamicShape = dynamicShape.drop_front();
    }
    if (size)
      if (std::optional<int64_t> constant = getConstantIntValue(size))
        expr = context.getConstant(*constant);
    after.push_back(expr);
  }

  SmallVector<AxisGroup> groups;
  if (!before.empty() && !after.empty())
    groups = groupAxes(before, after);
  SmallVector<unsigned> collapsed, expanded;
  for (const AxisGroup &group : groups) {
    collapsed.push_back(group.before);
    expanded.push_back(group.after);
  }
  if (static_cast<int64_t>(groups.size()) != type.getRank())
    x = tensor::CollapseShapeOp::create(b, x, getRuns(collapsed));
  if (groups.size() == sizes.size())
    return SmallVector<Value>{x};

  // Static where all extents of a group are, else dynamic.
  SmallVector<ReassociationIndices> runs = getRuns(expanded);
  SmallVector<int64_t> shape;
  for (auto [axis, run] : llvm::enumerate(runs)) {
    MutableArrayRef<OpFoldResult> group =
        MutableArrayRef(sizes).slice(run.front(), run.size());
    auto *unknown = llvm::find_if(group, [](OpFoldResult s) { return !s; });
    if (unknown != group.end())
      *unknown =
          inferExtent(b, tensor::getMixedSize(b, b.getLoc(), x, axis), group);
    int64_t product = 1;
    for (OpFoldResult size : group) {
      std::optional<int64_t> constant = getConstantIntValue(size);
      product = constant && !ShapedType::isDynamic(product)
                    ? product * *constant
                    : ShapedType::kDynamic;
    }
    shape.push_back(product);
  }
  x = castShape(b, x, RankedTensorType::get(shape, type.getElementType()));
  SmallVector<int64_t> resultShape;
  for (OpFoldResult size : sizes)
    resultShape.push_back(
        getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return SmallVector<Value>{tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(resultShape, type.getElementType()), x, runs,
      sizes)};
}
