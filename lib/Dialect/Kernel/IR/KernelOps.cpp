//===- KernelOps.cpp - Kernels and their use ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::kernel;

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void kernel::FuncOp::build(OpBuilder &builder, OperationState &state,
                           StringRef name, FunctionType type) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  Region *body = state.addRegion();
  Block &block = body->emplaceBlock();
  for (Type input : type.getInputs())
    block.addArgument(input, state.location);
}

ParseResult kernel::FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType =
      [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
         function_interface_impl::VariadicFlag, std::string &) -> Type {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void kernel::FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

/// Adds the names in an `oaml.dims` list to `names`; a null list has none.
static void collectDimNames(Attribute dims,
                            llvm::SetVector<StringAttr> &names) {
  if (auto list = dyn_cast_or_null<ArrayAttr>(dims))
    for (Attribute entry : list)
      if (auto name = dyn_cast<StringAttr>(entry))
        names.insert(name);
}

/// Adds the symbols that argument `i` carries to `names`.
static void collectArgumentSymbols(kernel::FuncOp function, unsigned i,
                                   llvm::SetVector<StringAttr> &names) {
  collectDimNames(function.getArgAttr(i, dimsAttrName), names);
  if (auto name = function.getArgAttrOfType<StringAttr>(i, symbolAttrName))
    names.insert(name);
}

/// Dynamic extents must have names.
static LogicalResult verifyNamed(Operation *op, RankedTensorType type,
                                 Attribute dims, const Twine &where) {
  if (type.hasStaticShape() || dims)
    return success();
  return op->emitOpError() << "requires " << dimsAttrName
                           << " where an extent is dynamic, found none at "
                           << where << " of type " << type;
}

LogicalResult kernel::FuncOp::verify() {
  for (auto [i, type] : llvm::enumerate(getArgumentTypes())) {
    if (isa<IndexType>(type)) {
      if (!getArgAttrOfType<StringAttr>(i, symbolAttrName))
        return emitOpError()
               << "requires " << symbolAttrName
               << " on index arguments, found none at argument " << i;
      continue;
    }
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return emitOpError() << "requires tensor and index arguments, found "
                           << type << " at argument " << i;
    if (failed(verifyNamed(*this, tensor, getArgAttr(i, dimsAttrName),
                           "argument " + Twine(i))))
      return failure();
  }
  for (auto [i, type] : llvm::enumerate(getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return emitOpError() << "requires tensor results, found " << type
                           << " at result " << i;
    if (failed(verifyNamed(*this, tensor, getResultAttr(i, dimsAttrName),
                           "result " + Twine(i))))
      return failure();
  }
  for (unsigned i = 0; i < getNumResults(); ++i) {
    Attribute inPlace = getResultAttr(i, inPlaceAttrName);
    auto number = dyn_cast_or_null<IntegerAttr>(inPlace);
    if (inPlace && (!number || number.getInt() < 0 ||
                    number.getInt() >= getNumArguments() ||
                    getArgumentTypes()[number.getInt()] != getResultTypes()[i]))
      return emitOpError() << "requires " << inPlaceAttrName << " of result "
                           << i << " to name a tensor argument of its type "
                           << getResultTypes()[i] << ", found " << inPlace;
  }
  // A name that only results carry has no value.
  llvm::SetVector<StringAttr> carried;
  for (unsigned i = 0; i < getNumArguments(); ++i)
    collectArgumentSymbols(*this, i, carried);
  for (StringAttr symbol : getSymbols())
    if (!carried.contains(symbol))
      return emitOpError() << "requires an argument that carries each symbol, "
                              "found "
                           << symbol << " on results only";
  return success();
}

SmallVector<StringAttr> kernel::FuncOp::getSymbols() {
  llvm::SetVector<StringAttr> names;
  for (unsigned i = 0; i < getNumArguments(); ++i)
    collectArgumentSymbols(*this, i, names);
  for (unsigned i = 0; i < getNumResults(); ++i)
    collectDimNames(getResultAttr(i, dimsAttrName), names);
  return names.takeVector();
}

//===----------------------------------------------------------------------===//
// ReturnOp, DispatchOp, BinaryOp
//===----------------------------------------------------------------------===//

LogicalResult kernel::ReturnOp::verify() {
  auto function = cast<kernel::FuncOp>((*this)->getParentOp());
  if (TypeRange(getOperandTypes()) != TypeRange(function.getResultTypes()))
    return emitOpError() << "requires operands of the kernel's result types ("
                         << function.getResultTypes() << "), found ("
                         << getOperandTypes() << ")";
  return success();
}

LogicalResult DispatchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function = symbolTable.lookupNearestSymbolFrom<kernel::FuncOp>(
      *this, getKernelAttr());
  if (!function)
    return emitOpError() << "requires a kernel.func, found none named "
                         << getKernelAttr();
  auto type =
      FunctionType::get(getContext(), getOperandTypes(), getResultTypes());
  if (type != function.getFunctionType()) {
    InFlightDiagnostic error = emitOpError() << "requires the kernel's type "
                                             << function.getFunctionType()
                                             << ", found " << type;
    error.attachNote(function.getLoc()) << "the kernel is here";
    return error;
  }
  return success();
}

kernel::FuncOp DispatchOp::lookupKernel() {
  return SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(*this,
                                                              getKernelAttr());
}

SmallVector<AffineExpr>
DispatchOp::getSymbolValues(kernel::FuncOp kernel,
                            function_ref<SymbolicShape(Value)> getShape,
                            function_ref<AffineExpr(Value)> getIndex) {
  llvm::SmallDenseMap<StringAttr, AffineExpr> values;
  for (auto [i, operand] : llvm::enumerate(getOperands())) {
    if (auto name = kernel.getArgAttrOfType<StringAttr>(i, symbolAttrName)) {
      values.try_emplace(name, getIndex(operand));
      continue;
    }
    auto dims = kernel.getArgAttrOfType<ArrayAttr>(i, dimsAttrName);
    if (!dims)
      continue;
    for (auto [entry, extent] : llvm::zip(dims, getShape(operand)))
      if (auto name = dyn_cast<StringAttr>(entry))
        values.try_emplace(name, extent);
  }
  return llvm::map_to_vector(kernel.getSymbols(), [&](StringAttr name) {
    return values.lookup(name);
  });
}

LogicalResult
DispatchOp::inferSymbolicResults(ShapeContext &context,
                                 SmallVectorImpl<ResultShape> &results) {
  kernel::FuncOp kernel = lookupKernel();
  if (!kernel)
    return context.emitError("requires a kernel.func to know its results");
  SmallVector<StringAttr> symbols = kernel.getSymbols();
  SmallVector<AffineExpr> values = getSymbolValues(
      kernel, [&](Value tensor) { return context.getShape(tensor); },
      [&](Value index) { return context.getIndex(index); });
  for (auto [i, type] : llvm::enumerate(kernel.getResultTypes())) {
    auto tensor = cast<RankedTensorType>(type);
    ResultShape &result = results.emplace_back();
    result.elementType = tensor.getElementType();
    auto dims = kernel.getResultAttr(i, dimsAttrName);
    for (auto [axis, extent] : llvm::enumerate(tensor.getShape())) {
      if (!ShapedType::isDynamic(extent)) {
        result.extents.push_back(context.getConstant(extent));
        continue;
      }
      auto name = cast<StringAttr>(cast<ArrayAttr>(dims)[axis]);
      result.extents.push_back(
          values[llvm::find(symbols, name) - symbols.begin()]);
    }
  }
  return success();
}

LogicalResult BinaryOp::verify() {
  if (getGrid().getNumDims() != 0 || getGrid().getNumResults() != 1 ||
      getGrid().getNumSymbols() != getSymbols().size())
    return emitOpError() << "requires grid to map its " << getSymbols().size()
                         << " symbols to one number, found " << getGridAttr();
  AffineMap flops = getFlops().value_or(AffineMap());
  if (flops && (flops.getNumDims() != 0 || flops.getNumResults() != 1 ||
                flops.getNumSymbols() != getSymbols().size()))
    return emitOpError() << "requires flops to map its " << getSymbols().size()
                         << " symbols to one number, found " << getFlopsAttr();
  if (!getSpirv().getElementType().isInteger(32))
    return emitOpError() << "requires spirv to hold i32 words, found "
                         << getSpirv().getType();
  return success();
}

LogicalResult BinaryOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function = symbolTable.lookupNearestSymbolFrom<kernel::FuncOp>(
      *this, getKernelAttr());
  if (!function)
    return emitOpError() << "requires a kernel.func, found none named "
                         << getKernelAttr();
  auto error = [&] {
    InFlightDiagnostic diagnostic = emitOpError();
    diagnostic.attachNote(function.getLoc()) << "the kernel is here";
    return diagnostic;
  };
  llvm::SmallDenseSet<Attribute> given(getSymbols().begin(),
                                       getSymbols().end());
  SmallVector<StringAttr> wanted = function.getSymbols();
  if (given.size() != getSymbols().size() || given.size() != wanted.size() ||
      llvm::any_of(wanted, [&](StringAttr name) { return !given.count(name); }))
    return error() << "requires each of the kernel's symbols once ("
                   << llvm::interleaved(wanted) << "), found "
                   << getSymbolsAttr();
  ArrayRef<int64_t> inPlace = getInPlace();
  if (inPlace.size() != function.getNumResults())
    return error() << "requires in_place to have an entry for each of the "
                      "kernel's "
                   << function.getNumResults() << " results, found "
                   << inPlace.size();
  int64_t numTensors = llvm::count_if(function.getArgumentTypes(),
                                      llvm::IsaPred<RankedTensorType>);
  for (auto [result, argument] : llvm::enumerate(inPlace))
    if (argument < -1 || argument >= numTensors)
      return error() << "requires in_place to name one of the kernel's "
                     << numTensors << " tensor arguments, or -1, found "
                     << argument << " for result " << result;
  return success();
}
