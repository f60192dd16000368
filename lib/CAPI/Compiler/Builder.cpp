//===- Builder.cpp - Building programs through the C interface ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "oaml/Dialect/OAML/IR/GradOps.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"

#include <cmath>

using namespace mlir;
using namespace oaml;
using namespace oaml::capi;

/// Constants of more bytes than this are kept as they are, not in a table of
/// all constants, which would hash them.
static constexpr size_t kLargestInline = 4096;

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

Type capi::getElementType(MLIRContext *context, OamlDType dtype) {
  static constexpr StringLiteral names[] = {"f32", "f16", "bf16",
                                            "i32", "i8",  "ui8"};
  if (dtype < OAML_F32 || dtype > OAML_UI8)
    return {};
  return parseElementType(context, names[dtype]);
}

RankedTensorType capi::getTensorType(Location location, const Twine &what,
                                     OamlDType dtype, size_t rank,
                                     const int64_t *shape) {
  Type element = getElementType(location.getContext(), dtype);
  if (!element) {
    emitError(location) << what << ": there is no element type number "
                        << static_cast<int>(dtype);
    return {};
  }
  if (rank > OAML_MAX_RANK || (rank > 0 && !shape)) {
    emitError(location) << what << ": requires a shape of rank at most "
                        << OAML_MAX_RANK << ", found "
                        << (shape ? Twine(rank) : Twine("null"));
    return {};
  }
  SmallVector<int64_t> extents;
  for (size_t i = 0; i < rank; ++i) {
    if (shape[i] < 0 && shape[i] != OAML_DYNAMIC) {
      emitError(location) << what << ": requires extents of at least 0 or "
                          << "OAML_DYNAMIC, found " << shape[i] << " at axis "
                          << i;
      return {};
    }
    extents.push_back(shape[i] == OAML_DYNAMIC ? ShapedType::kDynamic
                                               : shape[i]);
  }
  return RankedTensorType::get(extents, element);
}

int oamlValueGetType(const OamlValue *value, OamlDType *dtype, size_t *rank,
                     int64_t *shape) {
  if (!value)
    return 0;
  Type type = unwrap(value).getType();
  if (isa<IndexType>(type)) {
    if (dtype)
      *dtype = OAML_INDEX;
    if (rank)
      *rank = 0;
    return 1;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() > OAML_MAX_RANK)
    return 0;
  for (int number = OAML_F32; number <= OAML_UI8; ++number) {
    auto candidate = static_cast<OamlDType>(number);
    if (getElementType(type.getContext(), candidate) != tensor.getElementType())
      continue;
    if (dtype)
      *dtype = candidate;
    if (rank)
      *rank = tensor.getRank();
    for (auto [i, extent] : llvm::enumerate(tensor.getShape()))
      if (shape)
        shape[i] = ShapedType::isDynamic(extent) ? OAML_DYNAMIC : extent;
    return 1;
  }
  return 0;
}

bool capi::checkOpen(OamlFunction &function) {
  if (!function.isFinished)
    return true;
  emitError(function.location)
      << "function '" << function.function.getSymName() << "' is finished";
  return false;
}

bool capi::checkValues(OamlFunction &function, StringRef what,
                       ArrayRef<OamlValue *> values,
                       SmallVectorImpl<Value> &unwrapped) {
  for (auto [i, handle] : llvm::enumerate(values)) {
    if (!handle) {
      emitError(function.location) << what << ": value " << i << " is null";
      return false;
    }
    Value value = unwrap(handle);
    if (value.getParentRegion() != &function.function.getBody()) {
      InFlightDiagnostic error = emitError(function.location)
                                 << what << ": value " << i
                                 << " belongs to another function";
      error.attachNote(value.getLoc()) << "it was made here";
      return false;
    }
    unwrapped.push_back(value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The name and the dims of an argument as its attributes.
static DictionaryAttr getArgumentAttributes(const OamlTensorSpec &spec,
                                            RankedTensorType type) {
  Builder builder(type.getContext());
  NamedAttrList attributes;
  if (spec.name && *spec.name)
    attributes.set(nameAttrName, builder.getStringAttr(spec.name));
  if (spec.dims) {
    SmallVector<Attribute> dims;
    bool isComplete = true;
    for (auto [i, extent] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(extent)) {
        dims.push_back(builder.getI64IntegerAttr(extent));
        continue;
      }
      isComplete &= spec.dims[i] && *spec.dims[i];
      dims.push_back(builder.getStringAttr(spec.dims[i] ? spec.dims[i] : ""));
    }
    if (isComplete)
      attributes.set(dimsAttrName, builder.getArrayAttr(dims));
  }
  return attributes.getDictionary(type.getContext());
}

OamlFunction *oamlFunctionCreate(OamlModule *module, const char *name,
                                 int isPublic, size_t numArguments,
                                 const OamlTensorSpec *arguments) {
  if (!module)
    return nullptr;
  ModuleOp parent = *module->module;
  Location location = parent.getLoc();
  if (!name || !*name) {
    emitError(location) << "a function requires a name";
    return nullptr;
  }
  if (parent.lookupSymbol(name)) {
    emitError(location) << "there is a function '" << name << "' already";
    return nullptr;
  }
  if (numArguments > 0 && !arguments) {
    emitError(location) << "function '" << name << "': arguments are null";
    return nullptr;
  }
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  SmallVector<Location> locations(numArguments, location);
  const auto *bytes = reinterpret_cast<const char *>(arguments);
  for (size_t i = 0; i < numArguments; ++i) {
    OamlTensorSpec spec;
    std::string what =
        ("argument " + Twine(i) + " of function '" + name + "'").str();
    const auto *given = reinterpret_cast<const OamlTensorSpec *>(
        bytes + i * arguments->structSize);
    if (!readOptions(location, what, given, spec))
      return nullptr;
    RankedTensorType type =
        getTensorType(location, what, spec.dtype, spec.rank, spec.shape);
    if (!type)
      return nullptr;
    types.push_back(type);
    attributes.push_back(getArgumentAttributes(spec, type));
  }
  OpBuilder builder(parent.getBodyRegion());
  builder.setInsertionPointToEnd(parent.getBody());
  auto op = func::FuncOp::create(builder, location, name,
                                 builder.getFunctionType(types, {}));
  op.setVisibility(isPublic ? SymbolTable::Visibility::Public
                            : SymbolTable::Visibility::Private);
  op.setAllArgAttrs(attributes);
  Block *body = op.addEntryBlock();
  OamlFunction &function =
      module->functions.emplace_back(op, /*isFinished=*/false);
  function.builder.setInsertionPointToEnd(body);
  return &function;
}

OamlFunction *oamlModuleFindFunction(OamlModule *module, const char *name) {
  if (!module || !name)
    return nullptr;
  for (OamlFunction &function : module->functions)
    if (function.function.getSymName() == name)
      return &function;
  auto op = module->module->lookupSymbol<func::FuncOp>(name);
  return op ? &module->functions.emplace_back(op, /*isFinished=*/true)
            : nullptr;
}

size_t oamlFunctionGetNumArguments(const OamlFunction *function) {
  return function ? OamlFunction(*function).function.getNumArguments() : 0;
}

size_t oamlFunctionGetNumResults(const OamlFunction *function) {
  return function ? OamlFunction(*function).function.getNumResults() : 0;
}

OamlValue *oamlFunctionGetArgument(OamlFunction *function, size_t index) {
  if (!function || function->function.isDeclaration() ||
      index >= function->function.getNumArguments())
    return nullptr;
  return wrap(function->function.getArgument(index));
}

int oamlFunctionDonate(OamlFunction *function, size_t argument, size_t result) {
  if (!function || !checkOpen(*function))
    return 0;
  if (argument >= function->function.getNumArguments()) {
    emitError(function->location)
        << "function '" << function->function.getSymName() << "' has "
        << function->function.getNumArguments()
        << " arguments, there is no number " << argument;
    return 0;
  }
  function->function.setArgAttr(argument, donatedAttrName,
                                function->builder.getI64IntegerAttr(result));
  return 1;
}

void oamlFunctionSetLocation(OamlFunction *function, const char *file,
                             unsigned line, unsigned column) {
  if (!function)
    return;
  func::FuncOp op = function->function;
  function->location =
      FileLineColLoc::get(op.getContext(), file ? file : "", line, column);
  // The first location is that of the function itself.
  if (isa<UnknownLoc>(op.getLoc()))
    op->setLoc(function->location);
}

int oamlFunctionReturn(OamlFunction *function, size_t numResults,
                       OamlValue *const *results, const char *const *names) {
  if (!function || !checkOpen(*function))
    return 0;
  if (numResults > 0 && !results) {
    emitError(function->location) << "results are null";
    return 0;
  }
  SmallVector<Value> values;
  if (!checkValues(*function, "return",
                   ArrayRef<OamlValue *>(results, numResults), values))
    return 0;
  func::FuncOp op = function->function;
  OpBuilder &builder = function->builder;
  FunctionType before = op.getFunctionType();
  auto returned = func::ReturnOp::create(builder, function->location, values);
  op.setFunctionType(
      builder.getFunctionType(before.getInputs(), ValueRange(values)));
  SmallVector<Attribute> attributes;
  for (size_t i = 0; i < numResults; ++i) {
    NamedAttrList list;
    if (names && names[i] && *names[i])
      list.set(nameAttrName, builder.getStringAttr(names[i]));
    attributes.push_back(list.getDictionary(op.getContext()));
  }
  op.setAllResultAttrs(attributes);
  if (succeeded(verify(op))) {
    function->isFinished = true;
    return 1;
  }
  returned->erase();
  op.setAllResultAttrs(ArrayRef<Attribute>());
  op.setFunctionType(before);
  return 0;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

OamlValue *oamlBuildConstant(OamlFunction *function, OamlDType dtype,
                             size_t rank, const int64_t *shape,
                             const void *data, size_t size) {
  if (!function || !checkOpen(*function))
    return nullptr;
  Location location = function->location;
  RankedTensorType type =
      getTensorType(location, "constant", dtype, rank, shape);
  if (!type)
    return nullptr;
  if (!type.hasStaticShape()) {
    emitError(location) << "constant: requires a static shape, found " << type;
    return nullptr;
  }
  size_t expected = type.getNumElements() * oamlGetByteSize(dtype);
  if (size != expected || (size > 0 && !data)) {
    emitError(location) << "constant: requires " << expected << " bytes for "
                        << type << ", found " << (data ? size : 0);
    return nullptr;
  }
  ArrayRef<char> bytes(static_cast<const char *>(data), size);
  ElementsAttr elements;
  if (size > kLargestInline)
    elements = DenseResourceElementsAttr::get(
        type, "constant",
        HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, 64));
  else
    elements = DenseElementsAttr::getFromRawBuffer(type, bytes);
  return wrap(ConstantOp::create(function->builder, location, type, elements));
}

OamlValue *oamlBuildScalar(OamlFunction *function, OamlDType dtype,
                           double value) {
  if (!function || !checkOpen(*function))
    return nullptr;
  RankedTensorType type =
      getTensorType(function->location, "scalar", dtype, 0, nullptr);
  if (!type)
    return nullptr;
  if (auto integer = dyn_cast<IntegerType>(type.getElementType())) {
    bool isUnsigned = integer.isUnsigned();
    double end = std::ldexp(1.0, integer.getWidth() - (isUnsigned ? 0 : 1));
    if (!(value >= (isUnsigned ? 0 : -end)) || !(value < end) ||
        std::trunc(value) != value) {
      emitError(function->location)
          << "scalar: requires a value of " << type.getElementType()
          << ", found " << std::to_string(value);
      return nullptr;
    }
  }
  return wrap(ConstantOp::create(function->builder, function->location, type,
                                 getSplatAttr(type, value)));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

OamlOp *oamlOpCreate(OamlFunction *function, const char *name) {
  if (!function || !checkOpen(*function))
    return nullptr;
  if (const OpDescriptor *op = findOp(name ? name : ""))
    return new OamlOp{function, NamedOp(*op, function->location)};
  emitUnknownOp(function->location, name ? name : "");
  return nullptr;
}

void oamlOpDestroy(OamlOp *op) { delete op; }

/// Remembers a failure, so that the op cannot be finished.
static int note(OamlOp *op, LogicalResult result) {
  op->hasFailed |= failed(result);
  return succeeded(result);
}

int oamlOpAddOperands(OamlOp *op, size_t count, OamlValue *const *values) {
  if (!op)
    return 0;
  SmallVector<Value> unwrapped;
  if (!checkValues(*op->function, op->op.getDescriptor().name,
                   ArrayRef<OamlValue *>(values, values ? count : 0),
                   unwrapped))
    return note(op, failure());
  return note(op, op->op.addOperand(unwrapped));
}

int oamlOpAddOperand(OamlOp *op, OamlValue *value) {
  return oamlOpAddOperands(op, value ? 1 : 0, &value);
}

/// Sets what `make` makes with a builder of attributes.
template <typename Make>
static int setAttribute(OamlOp *op, const char *name, Make make) {
  if (!op)
    return 0;
  Builder builder(op->function->function.getContext());
  return note(op, op->op.setAttribute(name ? name : "", make(builder)));
}

int oamlOpSetInt(OamlOp *op, const char *name, int64_t value) {
  return setAttribute(op, name,
                      [&](Builder &b) { return b.getI64IntegerAttr(value); });
}

int oamlOpSetFloat(OamlOp *op, const char *name, double value) {
  return setAttribute(op, name,
                      [&](Builder &b) { return b.getF64FloatAttr(value); });
}

int oamlOpSetBool(OamlOp *op, const char *name, int value) {
  return setAttribute(op, name,
                      [&](Builder &b) { return b.getBoolAttr(value != 0); });
}

int oamlOpSetString(OamlOp *op, const char *name, const char *value) {
  return setAttribute(op, name, [&](Builder &b) {
    return b.getStringAttr(value ? value : "");
  });
}

int oamlOpSetInts(OamlOp *op, const char *name, size_t count,
                  const int64_t *values) {
  ArrayRef<int64_t> list(values, values ? count : 0);
  return setAttribute(op, name,
                      [&](Builder &b) { return b.getDenseI64ArrayAttr(list); });
}

int oamlOpSetFloats(OamlOp *op, const char *name, size_t count,
                    const double *values) {
  ArrayRef<double> list(values, values ? count : 0);
  return setAttribute(op, name,
                      [&](Builder &b) { return b.getDenseF64ArrayAttr(list); });
}

int oamlOpSetDType(OamlOp *op, const char *name, OamlDType value) {
  if (!op)
    return 0;
  Type type = getElementType(op->function->function.getContext(), value);
  if (!type) {
    emitError(op->function->location)
        << "'" << op->op.getDescriptor().name
        << "' op: there is no element type number " << static_cast<int>(value);
    return note(op, failure());
  }
  return setAttribute(op, name, [&](Builder &) { return TypeAttr::get(type); });
}

int oamlOpSetText(OamlOp *op, const char *name, const char *value) {
  if (!op)
    return 0;
  return note(op,
              op->op.setAttributeText(name ? name : "", value ? value : ""));
}

int oamlOpSetValue(OamlOp *op, const char *name, OamlValue *value) {
  if (!op)
    return 0;
  SmallVector<Value> unwrapped;
  if (!checkValues(*op->function, op->op.getDescriptor().name, {value},
                   unwrapped))
    return note(op, failure());
  return note(op,
              op->op.setAttributeOperand(name ? name : "", unwrapped.front()));
}

int oamlOpSetExtents(OamlOp *op, const char *name, size_t count,
                     const int64_t *extents, OamlValue *const *values) {
  if (!op)
    return 0;
  SmallVector<OpFoldResult> entries;
  Builder builder(op->function->function.getContext());
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Value> unwrapped;
    if (!values || !values[i]) {
      entries.push_back(builder.getI64IntegerAttr(extents ? extents[i] : 0));
      continue;
    }
    if (!checkValues(*op->function, op->op.getDescriptor().name, {values[i]},
                     unwrapped))
      return note(op, failure());
    entries.push_back(unwrapped.front());
  }
  return note(op, op->op.setMixed(name ? name : "", entries));
}

/// Hands out results.
static void writeResults(Operation *op, size_t capacity, OamlValue **results) {
  if (results)
    for (auto [i, value] : llvm::enumerate(op->getResults().take_front(
             std::min<size_t>(capacity, op->getNumResults()))))
      results[i] = wrap(value);
}

size_t oamlOpFinish(OamlOp *op, size_t capacity, OamlValue **results) {
  std::unique_ptr<OamlOp> owned(op);
  if (!op || op->hasFailed || !checkOpen(*op->function))
    return 0;
  FailureOr<Operation *> built = op->op.build(op->function->builder);
  if (failed(built))
    return 0;
  writeResults(*built, capacity, results);
  return (*built)->getNumResults();
}

//===----------------------------------------------------------------------===//
// Calls and gradients
//===----------------------------------------------------------------------===//

namespace {

/// A use of a function: a call or a request for gradients.
struct FunctionUse {
  StringRef op;
  OamlFunction *callee;
  ArrayRef<OamlValue *> arguments;
  ArrayRef<OamlValue *> cotangents;
  ArrayRef<int64_t> wrt;
  bool givesOutputs;
};

} // namespace

static ArrayRef<OamlValue *> list(size_t count, OamlValue *const *values) {
  return {values, values ? count : 0};
}

static int build(OamlFunction *function, const FunctionUse &use,
                 OamlValue **results) {
  if (!function || !checkOpen(*function))
    return 0;
  Location location = function->location;
  if (!use.callee || !use.callee->isFinished ||
      use.callee->function->getParentOp() !=
          function->function->getParentOp()) {
    emitError(location) << "'" << use.op
                        << "' op requires a finished function of the module";
    return 0;
  }
  SmallVector<Value> operands;
  if (!checkValues(*function, use.op, use.arguments, operands) ||
      !checkValues(*function, use.op, use.cotangents, operands))
    return 0;
  func::FuncOp callee = use.callee->function;
  OpBuilder &builder = function->builder;
  OperationState state(location, use.op);
  state.addOperands(operands);
  state.addAttribute("callee", FlatSymbolRefAttr::get(callee));
  if (use.givesOutputs)
    state.addTypes(callee.getResultTypes());
  if (use.op != func::CallOp::getOperationName()) {
    state.addAttribute("wrt", builder.getDenseI64ArrayAttr(use.wrt));
    // Numbers outside the range are the verifier's to reject.
    for (int64_t number : use.wrt)
      if (number >= 0 && number < callee.getNumArguments())
        state.addTypes(callee.getArgumentTypes()[number]);
  }
  if (use.op == VjpOp::getOperationName())
    state.addAttribute(VjpOp::getOperandSegmentSizeAttr(),
                       builder.getDenseI32ArrayAttr(
                           {static_cast<int32_t>(use.arguments.size()),
                            static_cast<int32_t>(use.cotangents.size())}));
  Operation *op = builder.create(state);
  SymbolTableCollection symbols;
  if (failed(verify(op)) ||
      failed(cast<SymbolUserOpInterface>(op).verifySymbolUses(symbols))) {
    op->erase();
    return 0;
  }
  writeResults(op, op->getNumResults(), results);
  return 1;
}

int oamlBuildCall(OamlFunction *function, OamlFunction *callee,
                  size_t numArguments, OamlValue *const *arguments,
                  OamlValue **results) {
  return build(function,
               {func::CallOp::getOperationName(),
                callee,
                list(numArguments, arguments),
                {},
                {},
                true},
               results);
}

int oamlBuildGrad(OamlFunction *function, OamlFunction *callee,
                  size_t numArguments, OamlValue *const *arguments,
                  size_t numWrt, const int64_t *wrt, OamlValue **results) {
  return build(function,
               {GradOp::getOperationName(),
                callee,
                list(numArguments, arguments),
                {},
                ArrayRef<int64_t>(wrt, wrt ? numWrt : 0),
                false},
               results);
}

int oamlBuildValueAndGrad(OamlFunction *function, OamlFunction *callee,
                          size_t numArguments, OamlValue *const *arguments,
                          size_t numWrt, const int64_t *wrt,
                          OamlValue **results) {
  return build(function,
               {ValueAndGradOp::getOperationName(),
                callee,
                list(numArguments, arguments),
                {},
                ArrayRef<int64_t>(wrt, wrt ? numWrt : 0),
                true},
               results);
}

int oamlBuildVjp(OamlFunction *function, OamlFunction *callee,
                 size_t numArguments, OamlValue *const *arguments,
                 size_t numCotangents, OamlValue *const *cotangents,
                 size_t numWrt, const int64_t *wrt, OamlValue **results) {
  return build(function,
               {VjpOp::getOperationName(), callee,
                list(numArguments, arguments), list(numCotangents, cotangents),
                ArrayRef<int64_t>(wrt, wrt ? numWrt : 0), true},
               results);
}
