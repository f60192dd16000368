//===- ArtifactWriter.cpp - Serialization of compiled programs ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Target/Vulkan/ArtifactWriter.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"

#include "oaml-rt/ArtifactFormat.h"
#include "oaml-rt/Artifact_generated.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace oaml;
namespace fb = oaml::rt::artifact;

namespace {

/// Names of features as `kernel.binary` lists them.
constexpr std::pair<StringLiteral, fb::Feature> features[] = {
    {"int64", fb::Feature::Int64},
    {"float16", fb::Feature::Float16},
    {"storage16", fb::Feature::Storage16},
    {"storage8", fb::Feature::Storage8},
    {"signed_zero_inf_nan", fb::Feature::SignedZeroInfNanPreserveF32},
};

/// Baseline of every artifact: VK_MAKE_API_VERSION(0, 1, 2, 0).
constexpr uint32_t vulkanVersion = 1u << 22 | 2u << 12;
constexpr uint32_t noLocation = 0xFFFFFFFF;

class Writer {
public:
  explicit Writer(ModuleOp module) : module(module), symbols(module) {}

  FailureOr<SmallVector<char>> write();

private:
  template <typename T>
  using Offset = flatbuffers::Offset<T>;

  Offset<fb::Expr> writeExpr(AffineMap map);
  void appendExpr(AffineExpr expr, SmallVectorImpl<fb::ExprOp> &ops);
  Offset<fb::Expr> writeConstantExpr(int64_t value);
  uint32_t getLocation(Location location);
  FailureOr<fb::DType> getDType(Operation *op, Type type);

  FailureOr<uint32_t> getKernel(plan::LaunchOp launch);
  FailureOr<Offset<fb::Kernel>> writeKernel(kernel::BinaryOp binary,
                                            kernel::FuncOp function);
  FailureOr<Offset<fb::TensorInfo>> writeTensor(plan::EntryOp entry,
                                                unsigned number, bool isResult);
  Offset<fb::BufferRef> writeBuffer(Value buffer);
  LogicalResult addConstant(plan::ConstantOp constant);
  FailureOr<Offset<fb::Entry>> writeEntry(plan::EntryOp entry);
  FailureOr<Offset<fb::Launch>> writeLaunch(plan::EntryOp entry,
                                            plan::LaunchOp launch);
  std::string getLabel(kernel::FuncOp function);
  Offset<flatbuffers::String> writeString(StringRef text) {
    return builder.CreateString(text.data(), text.size());
  }

  ModuleOp module;
  SymbolTable symbols;
  flatbuffers::FlatBufferBuilder builder;
  llvm::MapVector<Attribute, uint32_t> locations;
  /// By the name of the kernel.
  llvm::StringMap<kernel::BinaryOp> binaries;
  llvm::MapVector<Operation *, uint32_t> kernels;
  std::vector<Offset<fb::Kernel>> kernelTables;
  std::vector<Offset<fb::ConstantInfo>> constantTables;
  llvm::MapVector<Attribute, uint32_t> constants;
  std::vector<char> constantSegment;
  /// Of the entry being written.
  llvm::MapVector<Operation *, uint32_t> arenaBuffers;
};

} // namespace

//===----------------------------------------------------------------------===//
// Expressions, locations, types
//===----------------------------------------------------------------------===//

void Writer::appendExpr(AffineExpr expr, SmallVectorImpl<fb::ExprOp> &ops) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    ops.emplace_back(constant.getValue(), fb::ExprKind::Constant);
    return;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    ops.emplace_back(symbol.getPosition(), fb::ExprKind::Symbol);
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  appendExpr(binary.getLHS(), ops);
  appendExpr(binary.getRHS(), ops);
  auto getKind = [&] {
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return fb::ExprKind::Add;
    case AffineExprKind::Mul:
      return fb::ExprKind::Mul;
    case AffineExprKind::FloorDiv:
      return fb::ExprKind::FloorDiv;
    case AffineExprKind::CeilDiv:
      return fb::ExprKind::CeilDiv;
    case AffineExprKind::Mod:
      return fb::ExprKind::Mod;
    default:
      llvm_unreachable("no other binary expressions exist");
    }
  };
  ops.emplace_back(0, getKind());
}

flatbuffers::Offset<fb::Expr> Writer::writeExpr(AffineMap map) {
  SmallVector<fb::ExprOp> ops;
  appendExpr(map.getResult(0), ops);
  return fb::CreateExpr(builder,
                        builder.CreateVectorOfStructs(ops.data(), ops.size()));
}

flatbuffers::Offset<fb::Expr> Writer::writeConstantExpr(int64_t value) {
  fb::ExprOp op(value, fb::ExprKind::Constant);
  return fb::CreateExpr(builder, builder.CreateVectorOfStructs(&op, 1));
}

std::string oaml::getSourceText(Location location) {
  std::string text;
  location->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part)) {
      text = (file.getFilename().getValue() + ":" + Twine(file.getLine()) +
              ":" + Twine(file.getColumn()))
                 .str();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return text;
}

/// The number of `location` in the table of locations.
uint32_t Writer::getLocation(Location location) {
  std::string text = getSourceText(location);
  if (text.empty())
    return noLocation;
  auto key = StringAttr::get(module.getContext(), text);
  return locations.insert({key, locations.size()}).first->second;
}

FailureOr<fb::DType> Writer::getDType(Operation *op, Type type) {
  if (type.isF32())
    return fb::DType::F32;
  if (type.isF16())
    return fb::DType::F16;
  if (type.isBF16())
    return fb::DType::BF16;
  if (type.isInteger(32))
    return fb::DType::I32;
  if (type.isUnsignedInteger(8))
    return fb::DType::UI8;
  if (type.isInteger(8))
    return fb::DType::I8;
  return op->emitOpError() << "requires an element type that artifacts know "
                              "(f32, f16, bf16, i32, i8, ui8), found "
                           << type;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::string Writer::getLabel(kernel::FuncOp function) {
  auto ops = function->getAttrOfType<ArrayAttr>(kernel::opsAttrName);
  if (!ops || ops.empty())
    return function.getSymName().str();
  return llvm::join(llvm::map_range(ops.getAsValueRange<StringAttr>(),
                                    [](StringRef name) { return name; }),
                    ", ");
}

FailureOr<flatbuffers::Offset<fb::Kernel>>
Writer::writeKernel(kernel::BinaryOp binary, kernel::FuncOp function) {
  SmallVector<uint32_t> words;
  for (const APInt &word : binary.getSpirv().getValues<APInt>())
    words.push_back(word.getZExtValue());
  uint64_t needs = 0;
  for (StringRef need : binary.getNeeds().getAsValueRange<StringAttr>()) {
    auto *it = llvm::find_if(
        features, [&](auto &feature) { return feature.first == need; });
    if (it == std::end(features))
      return binary.emitOpError() << "needs a feature that artifacts do not "
                                     "know: "
                                  << need;
    needs |= static_cast<uint64_t>(it->second);
  }
  uint32_t numAddresses = function.getNumResults();
  for (Type type : function.getArgumentTypes())
    numAddresses += isa<RankedTensorType>(type);
  uint32_t numValues = binary.getSymbols().size();
  std::vector<Offset<flatbuffers::String>> ops;
  if (auto names = function->getAttrOfType<ArrayAttr>(kernel::opsAttrName))
    for (StringRef name : names.getAsValueRange<StringAttr>())
      ops.push_back(writeString(name));
  // Locations and names do not change what a kernel computes.
  uint64_t spirvHash =
      rt::hashBytes(words.data(), words.size() * sizeof(uint32_t));
  std::string body;
  llvm::raw_string_ostream stream(body);
  stream << function.getFunctionType()
         << function->getAttr(kernel::scheduleAttrName)
         << module->getAttr(kernel::deviceAttrName) << spirvHash;
  uint64_t contentHash = rt::hashBytes(body.data(), body.size());

  auto name = writeString(function.getSymName());
  auto entry = writeString(binary.getEntry());
  auto code = builder.CreateVector(words.data(), words.size());
  auto opList = builder.CreateVector(ops);
  fb::KernelBuilder kernel(builder);
  kernel.add_name(name);
  kernel.add_entry_point(entry);
  kernel.add_spirv(code);
  kernel.add_subgroup_size(binary.getSubgroupSize());
  kernel.add_workgroup_size(binary.getSubgroupSize());
  kernel.add_num_addresses(numAddresses);
  kernel.add_num_values(numValues);
  kernel.add_record_size(rt::getRecordSize(numAddresses, numValues));
  kernel.add_needs(static_cast<fb::Feature>(needs));
  kernel.add_ops(opList);
  kernel.add_content_hash(contentHash);
  kernel.add_spirv_hash(spirvHash);
  kernel.add_location(getLocation(function.getLoc()));
  return kernel.Finish();
}

FailureOr<uint32_t> Writer::getKernel(plan::LaunchOp launch) {
  auto function = symbols.lookup<kernel::FuncOp>(launch.getKernel());
  if (auto *it = kernels.find(function); it != kernels.end())
    return it->second;
  kernel::BinaryOp found = binaries.lookup(launch.getKernel());
  if (!found)
    return launch.emitOpError()
           << "requires a kernel.binary for kernel " << launch.getKernelAttr()
           << ", found none: run code generation before writing the artifact";
  FailureOr<Offset<fb::Kernel>> table = writeKernel(found, function);
  if (failed(table))
    return failure();
  kernelTables.push_back(*table);
  return kernels[function] = kernelTables.size() - 1;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

FailureOr<flatbuffers::Offset<fb::TensorInfo>>
Writer::writeTensor(plan::EntryOp entry, unsigned number, bool isResult) {
  FunctionType type = entry.getFunctionType();
  auto tensor = cast<RankedTensorType>(isResult ? type.getResult(number)
                                                : type.getInput(number));
  auto getAttr = [&](StringRef name) {
    return isResult ? entry.getResultAttr(number, name)
                    : entry.getArgAttr(number, name);
  };
  FailureOr<fb::DType> dtype = getDType(entry, tensor.getElementType());
  if (failed(dtype))
    return failure();
  // Extents of results come from the entry's shapes, which the plan carries as
  // maps; those of arguments are their symbols.
  auto extents =
      cast<AffineMapAttr>((isResult ? entry.getResultExtents()
                                    : entry.getArgumentExtents())[number])
          .getValue();
  auto names = dyn_cast_or_null<ArrayAttr>(getAttr(dimsAttrName));
  std::vector<Offset<fb::Dim>> dims;
  for (unsigned axis = 0; axis < tensor.getRank(); ++axis) {
    Offset<flatbuffers::String> name;
    if (names)
      if (auto text = dyn_cast<StringAttr>(names[axis]))
        name = writeString(text.getValue());
    dims.push_back(
        fb::CreateDim(builder, writeExpr(extents.getSubMap({axis})), name));
  }
  auto name = dyn_cast_or_null<StringAttr>(getAttr(nameAttrName));
  auto nameText =
      writeString(name ? name.getValue().str()
                       : ((isResult ? "result" : "arg") + Twine(number)).str());
  int32_t donated = -1;
  if (auto result = dyn_cast_or_null<IntegerAttr>(getAttr(donatedAttrName)))
    donated = result.getInt();
  auto hidden =
      getAttr(runSeedAttrName) ? fb::Hidden::RunSeed : fb::Hidden::None;
  return fb::CreateTensorInfo(builder, nameText, *dtype,
                              builder.CreateVector(dims), donated, hidden,
                              noLocation);
}

LogicalResult Writer::addConstant(plan::ConstantOp constant) {
  if (constants.contains(constant.getValue()))
    return success();
  ElementsAttr value = constant.getValue();
  size_t begin = llvm::alignTo(constantSegment.size(), rt::kBufferAlignment);
  constantSegment.resize(begin);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return constant.emitOpError("refers to a resource without data");
    llvm::append_range(constantSegment, blob->getData());
  } else {
    auto dense = dyn_cast<DenseElementsAttr>(value);
    if (!dense)
      return constant.emitOpError("requires a dense value");
    ArrayRef<char> raw = dense.getRawData();
    for (int64_t i = 0, n = dense.isSplat() ? dense.getNumElements() : 1; i < n;
         ++i)
      llvm::append_range(constantSegment, raw);
  }
  constantTables.push_back(
      fb::CreateConstantInfo(builder, 0, begin, constantSegment.size() - begin,
                             getLocation(constant.getLoc())));
  constants[value] = constantTables.size() - 1;
  return success();
}

flatbuffers::Offset<fb::BufferRef> Writer::writeBuffer(Value buffer) {
  fb::Space space = fb::Space::Arena;
  uint32_t index = 0;
  Offset<fb::Expr> size;
  Operation *op = buffer.getDefiningOp();
  if (auto argument = dyn_cast<plan::ArgumentOp>(op)) {
    space = fb::Space::Argument;
    index = argument.getIndex();
    size = writeExpr(argument.getSize());
  } else if (auto result = dyn_cast<plan::ResultOp>(op)) {
    space = fb::Space::Result;
    index = result.getIndex();
    size = writeExpr(result.getSize());
  } else if (auto constant = dyn_cast<plan::ConstantOp>(op)) {
    space = fb::Space::Constant;
    index = constants.lookup(constant.getValue());
    ShapedType type = constant.getValue().getShapedType();
    size = writeConstantExpr(type.getNumElements() *
                             type.getElementTypeBitWidth() / 8);
  } else {
    index = arenaBuffers.lookup(op);
    size = writeExpr(cast<plan::ArenaOp>(op).getSize());
  }
  return fb::CreateBufferRef(builder, space, index, writeConstantExpr(0), size);
}

/// What the symbols of `binary` are in this launch: the launch lists extents in
/// the order of the kernel's symbols, the binary has an order of its own.
static SmallVector<AffineMap> getExtents(plan::LaunchOp launch,
                                         kernel::FuncOp function,
                                         kernel::BinaryOp binary) {
  llvm::StringMap<AffineMap> byName;
  for (auto [name, extent] :
       llvm::zip(function.getSymbols(), launch.getExtents()))
    byName[name.getValue()] = cast<AffineMapAttr>(extent).getValue();
  SmallVector<AffineMap> extents;
  for (StringRef symbol : binary.getSymbols().getAsValueRange<StringAttr>())
    extents.push_back(byName.lookup(symbol));
  return extents;
}

FailureOr<flatbuffers::Offset<fb::Launch>>
Writer::writeLaunch(plan::EntryOp entry, plan::LaunchOp launch) {
  FailureOr<uint32_t> kernel = getKernel(launch);
  if (failed(kernel))
    return failure();
  auto function = symbols.lookup<kernel::FuncOp>(launch.getKernel());
  kernel::BinaryOp binary = binaries.lookup(launch.getKernel());
  size_t numResults = function.getNumResults();
  size_t numInputs = launch.getBuffers().size() - numResults;
  std::vector<Offset<fb::AddressField>> addresses;
  for (auto [i, buffer] : llvm::enumerate(launch.getBuffers()))
    addresses.push_back(fb::CreateAddressField(
        builder, writeBuffer(buffer),
        i < numInputs ? fb::Access::Read : fb::Access::Write));
  std::vector<Offset<fb::ValueField>> values;
  SmallVector<AffineExpr> symbolValues;
  for (AffineMap extent : getExtents(launch, function, binary)) {
    symbolValues.push_back(extent.getResult(0));
    values.push_back(fb::CreateValueField(builder, writeExpr(extent)));
  }
  auto grid = writeExpr(AffineMap::get(
      0, entry.getSymbols().size(),
      binary.getGrid().getResult(0).replaceSymbols(symbolValues)));
  auto addressList = builder.CreateVector(addresses);
  auto valueList = builder.CreateVector(values);
  auto label = writeString(getLabel(function));
  return fb::CreateLaunch(builder, *kernel, grid, addressList, valueList, label,
                          getLocation(launch.getLoc()));
}

static fb::Comparison getComparison(StringRef relation) {
  return llvm::StringSwitch<fb::Comparison>(relation)
      .Case("eq", fb::Comparison::EQ)
      .Case("ne", fb::Comparison::NE)
      .Case("lt", fb::Comparison::LT)
      .Case("le", fb::Comparison::LE);
}

FailureOr<flatbuffers::Offset<fb::Entry>>
Writer::writeEntry(plan::EntryOp entry) {
  FunctionType type = entry.getFunctionType();
  std::vector<Offset<fb::TensorInfo>> tensors[2];
  for (bool isResult : {false, true})
    for (unsigned i = 0,
                  n = isResult ? type.getNumResults() : type.getNumInputs();
         i < n; ++i) {
      FailureOr<Offset<fb::TensorInfo>> info = writeTensor(entry, i, isResult);
      if (failed(info))
        return failure();
      tensors[isResult].push_back(*info);
    }
  std::vector<Offset<fb::Symbol>> symbolList;
  for (auto symbol : entry.getSymbols().getAsRange<plan::SymbolAttr>())
    symbolList.push_back(
        fb::CreateSymbol(builder, writeString(symbol.getName()),
                         symbol.getArgument(), symbol.getDimension()));
  std::vector<Offset<fb::Predicate>> predicates;
  for (auto predicate :
       entry.getPredicates().getAsRange<plan::PredicateAttr>()) {
    auto op = writeString(predicate.getOp()),
         rule = writeString(predicate.getRule());
    auto lhs = writeExpr(predicate.getLhs().getValue());
    auto rhs = writeExpr(predicate.getRhs().getValue());
    predicates.push_back(fb::CreatePredicate(
        builder, op, rule, lhs, getComparison(predicate.getRelation()), rhs,
        getLocation(predicate.getLocation())));
  }
  arenaBuffers.clear();
  std::vector<Offset<fb::ArenaBuffer>> arena;
  for (auto buffer : entry.getBody().getOps<plan::ArenaOp>()) {
    arenaBuffers[buffer] = arena.size();
    auto offset = writeExpr(buffer.getOffset());
    auto size = writeExpr(buffer.getSize());
    arena.push_back(fb::CreateArenaBuffer(builder, 0, offset, size,
                                          getLocation(buffer.getLoc())));
  }
  std::vector<fb::Command> kinds;
  std::vector<Offset<void>> commands;
  for (Operation &op : entry.getBody().front()) {
    if (auto constant = dyn_cast<plan::ConstantOp>(op)) {
      if (failed(addConstant(constant)))
        return failure();
    } else if (auto launch = dyn_cast<plan::LaunchOp>(op)) {
      FailureOr<Offset<fb::Launch>> table = writeLaunch(entry, launch);
      if (failed(table))
        return failure();
      kinds.push_back(fb::Command::Launch);
      commands.push_back(table->Union());
    } else if (isa<plan::BarrierOp>(op)) {
      kinds.push_back(fb::Command::Barrier);
      commands.push_back(fb::CreateBarrier(builder).Union());
    } else if (auto copy = dyn_cast<plan::CopyOp>(op)) {
      auto from = writeBuffer(copy.getSource());
      auto to = writeBuffer(copy.getTarget());
      auto size = writeExpr(copy.getSize());
      kinds.push_back(fb::Command::Copy);
      commands.push_back(
          fb::CreateCopy(builder, from, to, size, 0, getLocation(copy.getLoc()))
              .Union());
    }
  }
  auto name = writeString(entry.getSymName());
  auto arguments = builder.CreateVector(tensors[0]);
  auto results = builder.CreateVector(tensors[1]);
  auto symbolVector = builder.CreateVector(symbolList);
  auto predicateVector = builder.CreateVector(predicates);
  auto arenaSize = writeExpr(entry.getArenaSize());
  auto arenaBound = writeExpr(entry.getArenaLowerBound());
  auto arenaVector = builder.CreateVector(arena);
  auto kindVector = builder.CreateVector(kinds);
  auto commandVector = builder.CreateVector(commands);
  fb::EntryBuilder table(builder);
  table.add_name(name);
  table.add_arguments(arguments);
  table.add_results(results);
  table.add_symbols(symbolVector);
  table.add_predicates(predicateVector);
  table.add_arena_size(arenaSize);
  table.add_arena_lower_bound(arenaBound);
  table.add_arena_buffers(arenaVector);
  table.add_commands_type(kindVector);
  table.add_commands(commandVector);
  table.add_location(getLocation(entry.getLoc()));
  return table.Finish();
}

FailureOr<SmallVector<char>> Writer::write() {
  auto device =
      module->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName);
  if (!device)
    return module.emitError()
           << "requires " << kernel::deviceAttrName << " to write an artifact";
  for (auto binary : module.getOps<kernel::BinaryOp>())
    binaries[binary.getKernel()] = binary;
  std::vector<Offset<fb::Entry>> entries;
  for (auto entry : module.getOps<plan::EntryOp>()) {
    FailureOr<Offset<fb::Entry>> table = writeEntry(entry);
    if (failed(table))
      return failure();
    entries.push_back(*table);
  }
  if (entries.empty())
    return module.emitError("requires a plan.entry to write an artifact, found "
                            "none");
  std::vector<Offset<flatbuffers::String>> locationList;
  for (auto &[text, number] : locations)
    locationList.push_back(writeString(cast<StringAttr>(text).getValue()));
  auto compiler = writeString("oaml " OAML_VERSION);
  auto target = writeString(device.getName());
  auto kernelVector = builder.CreateVector(kernelTables);
  auto entryVector = builder.CreateVector(entries);
  auto locationVector = builder.CreateVector(locationList);
  auto constantVector = builder.CreateVector(constantTables);
  fb::ArtifactBuilder artifact(builder);
  artifact.add_schema_major(rt::kSchemaMajor);
  artifact.add_schema_minor(rt::kSchemaMinor);
  artifact.add_compiler(compiler);
  artifact.add_target(target);
  artifact.add_vulkan_version(vulkanVersion);
  artifact.add_kernels(kernelVector);
  artifact.add_entries(entryVector);
  artifact.add_locations(locationVector);
  artifact.add_constants(constantVector);
  artifact.add_constant_length(constantSegment.size());
  artifact.add_constant_alignment(rt::kConstantSegmentAlignment);
  artifact.add_constant_hash(
      rt::hashBytes(constantSegment.data(), constantSegment.size()));
  builder.FinishSizePrefixed(artifact.Finish(), fb::ArtifactIdentifier());

  SmallVector<char> bytes(builder.GetBufferPointer(),
                          builder.GetBufferPointer() + builder.GetSize());
  if (!constantSegment.empty()) {
    bytes.resize(rt::getConstantSegmentBegin(bytes.size()));
    llvm::append_range(bytes, constantSegment);
  }
  return bytes;
}

FailureOr<SmallVector<char>> oaml::writeArtifact(ModuleOp module) {
  return Writer(module).write();
}
