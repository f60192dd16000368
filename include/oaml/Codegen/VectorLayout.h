//===- VectorLayout.h - Where a vector's elements live ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CODEGEN_VECTORLAYOUT_H
#define OAML_CODEGEN_VECTORLAYOUT_H

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace oaml {

/// How one dimension of a vector is spread. Element `(r * lanes + c) * width +
/// w` is in local register `r * width + w` of the lanes whose coordinate
/// `(lane / stride) % lanes` is `c`.
struct DimLayout {
  int64_t repeat = 1;
  int64_t lanes = 1;
  int64_t width = 1;
  int64_t stride = 1;

  /// A dimension of `extent` elements that every lane holds whole.
  static DimLayout local(int64_t extent) { return {extent, 1, 1, 1}; }

  int64_t getExtent() const { return repeat * lanes * width; }
  /// Elements that one lane holds.
  int64_t getLocal() const { return repeat * width; }
  /// Bits of the lane number that the coordinate comes from.
  int64_t getLaneMask() const { return (lanes - 1) * stride; }
  /// Element in local register `reg` of the lanes with coordinate 0.
  int64_t getElement(int64_t reg) const {
    return reg / width * lanes * width + reg % width;
  }
  /// Coordinate of the lanes that hold `element`.
  int64_t getCoordinate(int64_t element) const {
    return element / width % lanes;
  }
  /// Local register of `element` in these lanes.
  int64_t getRegister(int64_t element) const {
    return element / (lanes * width) * width + element % width;
  }
  /// Adjacent elements that one lane holds in adjacent registers.
  int64_t getRun() const { return lanes == 1 ? repeat * width : width; }

  bool operator==(const DimLayout &other) const {
    return repeat == other.repeat && lanes == other.lanes &&
           width == other.width && stride == other.stride;
  }
  bool operator!=(const DimLayout &other) const { return !(*this == other); }
};

/// The layout of a vector in computable form; `#kernel.layout` is how it is
/// written down. Always canonical: a dimension with one lane has width 1 and
/// stride 1, so that layouts that place elements alike compare equal.
class VectorLayout {
public:
  VectorLayout() = default;
  explicit VectorLayout(llvm::ArrayRef<DimLayout> dims);
  explicit VectorLayout(kernel::LayoutAttr attr);

  /// Every lane holds all of a vector of this shape.
  static VectorLayout getLocal(llvm::ArrayRef<int64_t> shape);

  /// Spreads the last dimension over as many of `subgroupSize` lanes as divide
  /// it, in groups of up to `width` adjacent elements, then the dimensions
  /// before it over the lanes that are left. A width that keeps lanes idle is
  /// halved.
  static VectorLayout getSpread(llvm::ArrayRef<int64_t> shape,
                                int64_t subgroupSize, int64_t width);

  kernel::LayoutAttr getAttr(mlir::MLIRContext *context) const;

  int64_t getRank() const { return dims.size(); }
  llvm::ArrayRef<DimLayout> getDims() const { return dims; }
  const DimLayout &operator[](int64_t dim) const { return dims[dim]; }

  /// Registers of one lane.
  int64_t getNumRegisters() const;
  /// Local position of a register in every dimension. Row-major.
  llvm::SmallVector<int64_t> getPosition(int64_t reg) const;
  /// Register at a local position.
  int64_t getRegister(llvm::ArrayRef<int64_t> position) const;
  /// Bits of the lane number that any dimension uses. Lanes that differ only in
  /// other bits hold copies.
  int64_t getLaneMask() const;

  /// Checks that the layout fits a vector type and a subgroup: extents, powers
  /// of two, disjoint lanes.
  mlir::LogicalResult
  verify(mlir::VectorType type, int64_t subgroupSize,
         llvm::function_ref<mlir::InFlightDiagnostic()> emitError) const;

  bool operator==(const VectorLayout &other) const {
    return llvm::ArrayRef(dims) == llvm::ArrayRef(other.dims);
  }
  bool operator!=(const VectorLayout &other) const { return !(*this == other); }

private:
  llvm::SmallVector<DimLayout, 4> dims;
};

/// The layout of a vector value: an entry of `kernel.layouts` at the op that
/// defines it, or at the loop whose argument it is. Nothing if there is none.
std::optional<VectorLayout> getLayout(mlir::Value value);

/// Writes `kernel.layouts` of `op`: `layoutOf` gives the layout of each vector
/// result.
void setLayouts(mlir::Operation *op,
                llvm::function_ref<VectorLayout(mlir::Value)> layoutOf);

/// The layout in which `operand`'s op takes its vector operand, where
/// `layoutOf` gives the layouts of the op's results and of its operands. Equal
/// to the operand's own layout where the op takes any. Results and operands of
/// an op agree when this is so for all operands.
VectorLayout
getExpectedLayout(mlir::OpOperand &operand,
                  llvm::function_ref<VectorLayout(mlir::Value)> layoutOf);

/// `layout` without the dimensions that `reduction` reduces.
VectorLayout dropReducedDims(mlir::Operation *reduction,
                             const VectorLayout &layout);

} // namespace oaml

#endif // OAML_CODEGEN_VECTORLAYOUT_H
