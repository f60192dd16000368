//===- AccessWidth.cpp - How wide a transfer may be -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/AccessWidth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace oaml;

/// A bound on the walk through index arithmetic; deeper terms count as 1.
static constexpr unsigned kMaxDepth = 16;

static int64_t knownDivisor(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant < 0 ? -*constant : *constant;
  if (depth == kMaxDepth)
    return 1;
  auto operand = [&](Value v) { return knownDivisor(v, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar())
      return 1;
    return std::gcd(operand(loop.getLowerBound()), operand(loop.getStep()));
  }
  return llvm::TypeSwitch<Operation *, int64_t>(value.getDefiningOp())
      .Case<arith::AddIOp, arith::SubIOp, arith::MinUIOp, arith::MinSIOp,
            arith::MaxUIOp, arith::MaxSIOp>([&](auto op) {
        return std::gcd(operand(op.getLhs()), operand(op.getRhs()));
      })
      .Case([&](arith::RemUIOp op) {
        return std::gcd(operand(op.getLhs()), operand(op.getRhs()));
      })
      .Case([&](arith::MulIOp op) {
        // The factors may be large; their gcd with a power of two is all that
        // alignment asks for.
        constexpr int64_t limit = int64_t(1) << 20;
        auto clip = [&](int64_t d) { return d ? std::gcd(d, limit) : 0; };
        return clip(operand(op.getLhs())) * clip(operand(op.getRhs()));
      })
      .Case([&](arith::SelectOp op) {
        return std::gcd(operand(op.getTrueValue()),
                        operand(op.getFalseValue()));
      })
      .Default(int64_t(1));
}

int64_t oaml::getKnownDivisor(Value value) { return knownDivisor(value, 0); }

SmallVector<std::optional<int64_t>>
oaml::getStaticStrides(const KernelSignature &signature, MemRefType type,
                       unsigned buffer) {
  SmallVector<std::optional<int64_t>> strides(type.getRank(), 1);
  for (int64_t d = type.getRank() - 2; d >= 0; --d) {
    std::optional<int64_t> extent = signature.getStaticExtent(buffer, d + 1);
    if (extent && strides[d + 1])
      strides[d] = *extent * *strides[d + 1];
    else
      strides[d] = std::nullopt;
  }
  return strides;
}

bool oaml::canCastPointers(kernel::DeviceAttr device, Type element) {
  if (!device.getPointerViews())
    return false;
  return element.getIntOrFloatBitWidth() >= 32 ||
         (element.isF16() && device.getFloat16() && device.getStorage16());
}

int64_t oaml::getAccessWidth(const KernelSignature &signature,
                             VectorTransferOpInterface transfer) {
  kernel::DeviceAttr device = signature.getDevice();
  auto type = cast<MemRefType>(transfer.getShapedType());
  AffineMap map = transfer.getPermutationMap();
  int64_t rank = type.getRank();
  // A wide access casts a pointer, which devices without views do not stand.
  if (!canCastPointers(device, type.getElementType()) || rank == 0)
    return 1;
  std::optional<unsigned> dim =
      map.getResultPosition(getAffineDimExpr(rank - 1, map.getContext()));
  if (!dim)
    return 1;
  int64_t bits = type.getElementTypeBitWidth();
  int64_t width = std::min(kMaxVectorElements, device.getLoadBits() / bits);
  width = std::min(width, kBufferAlignment * 8 / bits);
  unsigned buffer = cast<BlockArgument>(transfer.getBase()).getArgNumber();
  SmallVector<std::optional<int64_t>> strides =
      getStaticStrides(signature, type, buffer);
  AffineExpr extent = signature.getExtent(buffer, rank - 1);
  auto divides = [](int64_t w, std::optional<int64_t> n) {
    return n && *n % w == 0;
  };
  auto aligned = [&](int64_t w) {
    if (!divides(w, getKnownDivisor(transfer.getIndices()[rank - 1])))
      return false;
    // A guard decides for a whole access.
    if (!transfer.isDimInBounds(*dim) && !extent.isMultipleOf(w))
      return false;
    for (int64_t d = 0; d + 1 < rank; ++d) {
      bool isZero =
          getConstantIntValue(transfer.getIndices()[d]) == 0 &&
          !map.getResultPosition(getAffineDimExpr(d, map.getContext()));
      if (!isZero && !divides(w, strides[d]))
        return false;
    }
    return true;
  };
  while (width > 1 && !aligned(width))
    width /= 2;
  return width;
}
