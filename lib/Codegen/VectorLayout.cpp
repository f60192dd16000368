//===- VectorLayout.cpp - Where a vector's elements live ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/VectorLayout.h"

#include "oaml/Codegen/KernelSignature.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace oaml;

static DimLayout canonical(DimLayout dim) {
  return dim.lanes == 1 ? DimLayout::local(dim.repeat * dim.width) : dim;
}

VectorLayout::VectorLayout(ArrayRef<DimLayout> list) {
  llvm::append_range(dims, llvm::map_range(list, canonical));
}

VectorLayout::VectorLayout(kernel::LayoutAttr attr) {
  for (int64_t d = 0; d < attr.getRank(); ++d)
    dims.push_back(canonical({attr.getRepeat()[d], attr.getLanes()[d],
                              attr.getWidth()[d], attr.getStride()[d]}));
}

VectorLayout VectorLayout::getLocal(ArrayRef<int64_t> shape) {
  VectorLayout layout;
  llvm::append_range(layout.dims, llvm::map_range(shape, &DimLayout::local));
  return layout;
}

VectorLayout VectorLayout::getSpread(ArrayRef<int64_t> shape,
                                     int64_t subgroupSize, int64_t width) {
  VectorLayout layout = getLocal(shape);
  int64_t used = 1;
  for (int64_t d = layout.getRank() - 1; d >= 0 && used < subgroupSize; --d) {
    int64_t extent = shape[d];
    int64_t w = d == layout.getRank() - 1 ? width : 1;
    while (w > 1 && extent % (w * subgroupSize / used) != 0)
      w /= 2;
    int64_t lanes = 1;
    while (lanes * used < subgroupSize && extent / w % (lanes * 2) == 0)
      lanes *= 2;
    layout.dims[d] =
        canonical({extent / (w * lanes), lanes, w, lanes == 1 ? 1 : used});
    used *= lanes;
  }
  return layout;
}

kernel::LayoutAttr VectorLayout::getAttr(MLIRContext *context) const {
  SmallVector<int64_t> repeat, lanes, width, stride;
  for (const DimLayout &dim : dims) {
    repeat.push_back(dim.repeat);
    lanes.push_back(dim.lanes);
    width.push_back(dim.width);
    stride.push_back(dim.stride);
  }
  return kernel::LayoutAttr::get(context, repeat, lanes, width, stride);
}

int64_t VectorLayout::getNumRegisters() const {
  int64_t count = 1;
  for (const DimLayout &dim : dims)
    count *= dim.getLocal();
  return count;
}

SmallVector<int64_t> VectorLayout::getPosition(int64_t reg) const {
  SmallVector<int64_t> position(dims.size());
  for (int64_t d = getRank() - 1; d >= 0; --d) {
    position[d] = reg % dims[d].getLocal();
    reg /= dims[d].getLocal();
  }
  return position;
}

int64_t VectorLayout::getRegister(ArrayRef<int64_t> position) const {
  int64_t reg = 0;
  for (auto [dim, local] : llvm::zip_equal(dims, position))
    reg = reg * dim.getLocal() + local;
  return reg;
}

int64_t VectorLayout::getLaneMask() const {
  int64_t mask = 0;
  for (const DimLayout &dim : dims)
    mask |= dim.getLaneMask();
  return mask;
}

LogicalResult
VectorLayout::verify(VectorType type, int64_t subgroupSize,
                     function_ref<InFlightDiagnostic()> emitError) const {
  if (type.getRank() != getRank())
    return emitError() << "layout of rank " << getRank() << " for " << type;
  int64_t mask = 0;
  for (auto [d, dim] : llvm::enumerate(dims)) {
    if (dim.getExtent() != type.getDimSize(d))
      return emitError() << "layout has extent " << dim.getExtent()
                         << " in dimension " << d << " of " << type;
    if (!llvm::isPowerOf2_64(dim.lanes) || !llvm::isPowerOf2_64(dim.stride) ||
        !llvm::isPowerOf2_64(dim.width))
      return emitError()
             << "lanes, width and stride of a layout must be powers of two, "
                "found "
             << dim.lanes << ", " << dim.width << ", " << dim.stride
             << " in dimension " << d;
    if (dim.lanes * dim.stride > subgroupSize)
      return emitError() << "layout needs " << dim.lanes * dim.stride
                         << " lanes in dimension " << d << ", the subgroup has "
                         << subgroupSize;
    if (mask & dim.getLaneMask())
      return emitError() << "dimension " << d
                         << " of a layout uses lanes of another dimension";
    mask |= dim.getLaneMask();
  }
  return success();
}

std::optional<VectorLayout> oaml::getLayout(Value value) {
  Operation *op = value.getDefiningOp();
  unsigned index = 0;
  if (op) {
    index = cast<OpResult>(value).getResultNumber();
  } else {
    auto argument = cast<BlockArgument>(value);
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument.getArgNumber() < loop.getNumInductionVars())
      return std::nullopt;
    op = loop;
    index = argument.getArgNumber() - loop.getNumInductionVars();
  }
  auto layouts = op->getAttrOfType<ArrayAttr>(kernel::layoutsAttrName);
  if (!layouts || layouts.size() != op->getNumResults())
    return std::nullopt;
  auto layout = dyn_cast<kernel::LayoutAttr>(layouts[index]);
  if (!layout)
    return std::nullopt;
  return VectorLayout(layout);
}

void oaml::setLayouts(Operation *op,
                      function_ref<VectorLayout(Value)> layoutOf) {
  MLIRContext *context = op->getContext();
  SmallVector<Attribute> layouts;
  bool any = false;
  for (Value result : op->getResults()) {
    bool isVector = isa<VectorType>(result.getType());
    any |= isVector;
    layouts.push_back(isVector ? Attribute(layoutOf(result).getAttr(context))
                               : UnitAttr::get(context));
  }
  if (any)
    op->setAttr(kernel::layoutsAttrName, ArrayAttr::get(context, layouts));
}

VectorLayout oaml::dropReducedDims(Operation *op, const VectorLayout &layout) {
  auto reduction = cast<vector::MultiDimReductionOp>(op);
  SmallVector<DimLayout> kept;
  for (auto [d, dim] : llvm::enumerate(layout.getDims()))
    if (!reduction.isReducedDim(d))
      kept.push_back(dim);
  return VectorLayout(kept);
}

/// Unit dimensions come and go; the others keep their order.
static VectorLayout shapeCast(ArrayRef<int64_t> shape,
                              const VectorLayout &layout) {
  SmallVector<DimLayout> rest, dims;
  for (const DimLayout &dim : layout.getDims())
    if (dim.getExtent() != 1)
      rest.push_back(dim);
  ArrayRef<DimLayout> next(rest);
  for (int64_t extent : shape) {
    if (extent == 1) {
      dims.push_back(DimLayout());
      continue;
    }
    dims.push_back(next.front());
    next = next.drop_front();
  }
  return VectorLayout(dims);
}

/// The dimensions of an operand that the result spreads over lanes are spread
/// the same way: a lane works on what it holds. Other dimensions stay as they
/// are, unless they would need the same lanes.
static VectorLayout contractionOperand(vector::ContractionOp op,
                                       unsigned operand,
                                       const VectorLayout &own,
                                       const VectorLayout &result) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<DimLayout> dims(own.getDims());
  SmallVector<bool> fixed(dims.size());
  int64_t mask = 0;
  for (auto [d, expr] : llvm::enumerate(maps[operand].getResults()))
    if (std::optional<unsigned> r = maps[2].getResultPosition(expr))
      if (result[*r].lanes > 1) {
        dims[d] = result[*r];
        fixed[d] = true;
        mask |= dims[d].getLaneMask();
      }
  for (auto [d, dim] : llvm::enumerate(dims))
    if (!fixed[d] && (dim.getLaneMask() & mask))
      dim = DimLayout::local(dim.getExtent());
  return VectorLayout(dims);
}

VectorLayout
oaml::getExpectedLayout(OpOperand &operand,
                        function_ref<VectorLayout(Value)> layoutOf) {
  Operation *op = operand.getOwner();
  unsigned index = operand.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return layoutOf(loop.getTiedLoopResult(&operand));
  if (isa<scf::YieldOp>(op))
    return layoutOf(op->getParentOp()->getResult(index));
  if (auto contract = dyn_cast<vector::ContractionOp>(op)) {
    VectorLayout result = layoutOf(contract.getResult());
    if (index == 2)
      return result;
    return contractionOperand(contract, index, layoutOf(operand.get()), result);
  }
  if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op)) {
    if (operand.get() == reduction.getSource() && index == 0)
      return layoutOf(operand.get());
    return dropReducedDims(reduction, layoutOf(reduction.getSource()));
  }
  if (auto transpose = dyn_cast<vector::TransposeOp>(op)) {
    VectorLayout result = layoutOf(transpose.getResult());
    SmallVector<DimLayout> dims(result.getRank());
    for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
      dims[from] = result[to];
    return VectorLayout(dims);
  }
  if (auto cast = dyn_cast<vector::ShapeCastOp>(op))
    return shapeCast(cast.getSourceVectorType().getShape(),
                     layoutOf(cast.getResult()));
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
    auto type = cast<VectorType>(broadcast.getSourceType());
    VectorLayout result = layoutOf(broadcast.getResult());
    SmallVector<DimLayout> dims(result.getDims().take_back(type.getRank()));
    for (auto [d, dim] : llvm::enumerate(dims))
      if (type.getDimSize(d) != dim.getExtent())
        dim = DimLayout();
    return VectorLayout(dims);
  }
  bool takesAny = op->getNumResults() == 0 ||
                  isa<kernel::ConvertLayoutOp, vector::ExtractOp>(op);
  return takesAny ? layoutOf(operand.get()) : layoutOf(op->getResult(0));
}
