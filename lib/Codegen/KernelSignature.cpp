//===- KernelSignature.cpp - Arguments of a kernel as tile IR -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Codegen/KernelSignature.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace oaml;

/// Can elements of `type` live in a buffer?
static bool isElementType(Type type) {
  return type.isF32() || type.isF16() || type.isBF16() || type.isInteger(32) ||
         type.isInteger(8) || type.isInteger(1);
}

/// What is said of the extents of memref argument `index`; null if nothing.
static ArrayAttr getDims(gpu::GPUFuncOp func, unsigned index) {
  if (auto extents =
          func.getArgAttrOfType<ArrayAttr>(index, kernel::extentsAttrName))
    return extents;
  return func.getArgAttrOfType<ArrayAttr>(index, dimsAttrName);
}

static LogicalResult verifyBuffer(gpu::GPUFuncOp func, unsigned index,
                                  MemRefType type, ArrayRef<StringRef> symbols,
                                  unsigned numBuffers) {
  if (!type.getLayout().isIdentity())
    return func.emitOpError("argument ")
           << index << " must be a memref with the identity layout, found "
           << type;
  if (!isElementType(type.getElementType()))
    return func.emitOpError("argument ")
           << index
           << " must have f32, f16, bf16, i32, i8 or i1 elements, found "
           << type.getElementType();
  ArrayAttr dims = getDims(func, index);
  if (!type.hasStaticShape() &&
      (!dims || static_cast<int64_t>(dims.size()) != type.getRank()))
    return func.emitOpError("argument ")
           << index << " has dynamic extents and needs '" << dimsAttrName
           << "' or '" << kernel::extentsAttrName
           << "' with one entry per dimension";
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (!type.isDynamicDim(d))
      continue;
    if (auto map = dyn_cast<AffineMapAttr>(dims[d]))
      if (map.getValue().getNumDims() == 0 &&
          map.getValue().getNumSymbols() == symbols.size() &&
          map.getValue().getNumResults() == 1)
        continue;
    auto name = dyn_cast<StringAttr>(dims[d]);
    if (!name || !llvm::is_contained(symbols, name.getValue()))
      return func.emitOpError("argument ")
             << index << ", dimension " << d
             << ": a dynamic extent must be named after a symbol of the "
                "kernel or be an affine map of its symbols, found "
             << dims[d];
  }
  if (auto alias =
          func.getArgAttrOfType<IntegerAttr>(index, kernel::inPlaceAttrName))
    if (alias.getInt() < 0 || alias.getInt() >= numBuffers)
      return func.emitOpError("argument ")
             << index << ": '" << kernel::inPlaceAttrName
             << "' must be the number of a memref argument, found "
             << alias.getInt();
  return success();
}

FailureOr<KernelSignature> KernelSignature::get(gpu::GPUFuncOp func) {
  KernelSignature signature;
  signature.func = func;
  signature.device =
      func->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName);
  if (!signature.device)
    return func.emitOpError("needs the attribute '")
           << kernel::deviceAttrName << "' (#kernel.device)";
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    if (isa<MemRefType>(type)) {
      if (!signature.symbols.empty())
        return func.emitOpError("argument ")
               << index << ": memrefs must come before symbols";
      ++signature.numBuffers;
      continue;
    }
    auto name =
        func.getArgAttrOfType<StringAttr>(index, kernel::symbolAttrName);
    if (!type.isIndex() || !name)
      return func.emitOpError("argument ")
             << index << " must be a memref, or an index with '"
             << kernel::symbolAttrName << "', found " << type;
    if (llvm::is_contained(signature.symbols, name.getValue()))
      return func.emitOpError("argument ")
             << index << ": symbol " << name << " is already an argument";
    signature.symbols.push_back(name.getValue());
  }
  for (unsigned i = 0; i < signature.numBuffers; ++i)
    if (failed(verifyBuffer(func, i,
                            cast<MemRefType>(func.getArgument(i).getType()),
                            signature.symbols, signature.numBuffers)))
      return failure();
  auto grid = func->getAttrOfType<AffineMapAttr>(kernel::gridAttrName);
  if (!grid || grid.getValue().getNumResults() != 1 ||
      grid.getValue().getNumDims() != 0 ||
      grid.getValue().getNumSymbols() != signature.symbols.size())
    return func.emitOpError("needs the attribute '")
           << kernel::gridAttrName << "', an affine map from its "
           << signature.symbols.size()
           << " symbols to the number of workgroups";
  signature.grid = grid.getValue();
  return signature;
}

AffineExpr KernelSignature::getExtent(unsigned buffer, unsigned dim) const {
  MLIRContext *context = func.getContext();
  auto type = cast<MemRefType>(func.getArgument(buffer).getType());
  if (!type.isDynamicDim(dim))
    return getAffineConstantExpr(type.getDimSize(dim), context);
  Attribute extent = getDims(func, buffer)[dim];
  if (auto map = dyn_cast<AffineMapAttr>(extent))
    return map.getValue().getResult(0);
  StringRef name = cast<StringAttr>(extent).getValue();
  return getAffineSymbolExpr(llvm::find(symbols, name) - symbols.begin(),
                             context);
}

std::optional<int64_t> KernelSignature::getStaticExtent(unsigned buffer,
                                                        unsigned dim) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(getExtent(buffer, dim)))
    return constant.getValue();
  return std::nullopt;
}

std::optional<unsigned> KernelSignature::getAlias(unsigned buffer) const {
  auto alias =
      func.getArgAttrOfType<IntegerAttr>(buffer, kernel::inPlaceAttrName);
  if (!alias)
    return std::nullopt;
  return alias.getInt();
}

bool KernelSignature::mayAlias(unsigned a, unsigned b) const {
  return a == b || getAlias(a) == b || getAlias(b) == a;
}
