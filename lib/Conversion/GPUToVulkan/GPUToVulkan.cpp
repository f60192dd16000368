//===- GPUToVulkan.cpp - From distributed kernels to SPIR-V ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shader's interface and the conversion as a whole; the patterns are in
// files by topic.
//
//===----------------------------------------------------------------------===//

#include "oaml/Conversion/GPUToVulkan/GPUToVulkan.h"

#include "Patterns.h"

#include "oaml-rt/ArtifactFormat.h"
#include "oaml/Codegen/KernelSignature.h"

#include "mlir/Conversion/ArithToSPIRV/ArithToSPIRV.h"
#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRV.h"
#include "mlir/Conversion/MathToSPIRV/MathToSPIRV.h"
#include "mlir/Conversion/VectorToSPIRV/VectorToSPIRV.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace oaml {
#define GEN_PASS_DEF_CONVERTGPUTOVULKAN
#include "oaml/Conversion/GPUToVulkan/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Members of the launch record: a pointer per buffer, a u32 per symbol, the
/// number of workgroups.
static spirv::PointerType getRecordType(gpu::GPUFuncOp func,
                                        kernel::DeviceAttr device) {
  MLIRContext *context = func.getContext();
  auto word = IntegerType::get(context, 32);
  SmallVector<Type> members;
  SmallVector<uint32_t> offsets;
  uint32_t offset = 0;
  auto append = [&](Type type, uint32_t bytes) {
    members.push_back(type);
    offsets.push_back(offset);
    offset += bytes;
  };
  for (Type type : func.getArgumentTypes()) {
    if (auto buffer = dyn_cast<MemRefType>(type))
      append(getBufferType(buffer.getElementType(), device), 8);
    else
      append(word, 4);
  }
  append(word, 4);
  spirv::StructType::StructDecorationInfo block(spirv::Decoration::Block,
                                                UnitAttr::get(context));
  return spirv::PointerType::get(
      spirv::StructType::get(members, offsets, {}, block),
      spirv::StorageClass::PhysicalStorageBuffer);
}

static Value loadMember(OpBuilder &builder, Location loc, Value record,
                        int64_t member) {
  Value pointer = spirv::AccessChainOp::create(
      builder, loc, record, ValueRange{createWord(builder, loc, member)});
  Type type = cast<spirv::PointerType>(pointer.getType()).getPointeeType();
  int32_t alignment = isa<spirv::PointerType>(type) ? 8 : 4;
  return spirv::LoadOp::create(
      builder, loc, pointer,
      spirv::MemoryAccessAttr::get(builder.getContext(),
                                   spirv::MemoryAccess::Aligned),
      builder.getI32IntegerAttr(alignment));
}

/// Does the grid surely fit one dimension of a dispatch?
static bool fitsOneDimension(gpu::GPUFuncOp func) {
  auto grid = func->getAttrOfType<AffineMapAttr>(kernel::gridAttrName);
  if (!grid || grid.getValue().getNumResults() != 1)
    return false;
  auto count = dyn_cast<AffineConstantExpr>(grid.getValue().getResult(0));
  return count && static_cast<uint64_t>(count.getValue()) <= rt::kMaxGridX;
}

namespace {
struct LaneIdPattern : OpConversionPattern<gpu::LaneIdOp> {
  LaneIdPattern(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/10) {}
  LogicalResult
  matchAndRewrite(gpu::LaneIdOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, spirv::getBuiltinVariableValue(
                               op, spirv::BuiltIn::SubgroupLocalInvocationId,
                               rewriter.getI32Type(), rewriter));
    return success();
  }
};

struct WorkgroupIdPattern : OpConversionPattern<kernel::WorkgroupIdOp> {
  WorkgroupIdPattern(const TypeConverter &converter, MLIRContext *context,
                     bool isFlat)
      : OpConversionPattern(converter, context), isFlat(isFlat) {}
  LogicalResult
  matchAndRewrite(kernel::WorkgroupIdOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type word = rewriter.getI32Type();
    Value ids = spirv::getBuiltinVariableValue(op, spirv::BuiltIn::WorkgroupId,
                                               word, rewriter);
    Value id = spirv::CompositeExtractOp::create(rewriter, loc, ids, {0});
    if (!isFlat) {
      Value row = spirv::CompositeExtractOp::create(rewriter, loc, ids, {1});
      row = spirv::IMulOp::create(rewriter, loc, word, row,
                                  createWord(rewriter, loc, rt::kMaxGridX));
      id = spirv::IAddOp::create(rewriter, loc, word, row, id);
    }
    rewriter.replaceOp(op, id);
    return success();
  }
  bool isFlat;
};

struct ReturnPattern : OpConversionPattern<gpu::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(gpu::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::ReturnOp>(op);
    return success();
  }
};

/// The casts that stand between the launch record and the kernel's arguments.
struct ArgumentPattern : OpConversionPattern<UnrealizedConversionCastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(UnrealizedConversionCastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getInputs());
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// An environment with `capabilities` and all extensions that they need.
static spirv::TargetEnvAttr getEnvironment(kernel::DeviceAttr device,
                                           bool permissive) {
  using Capability = spirv::Capability;
  using Extension = spirv::Extension;
  MLIRContext *context = device.getContext();
  Builder builder(context);
  SmallVector<Capability> capabilities{
      Capability::Shader,
      Capability::GroupNonUniform,
      Capability::GroupNonUniformShuffle,
      Capability::PhysicalStorageBufferAddresses,
      Capability::Int64,
      Capability::SignedZeroInfNanPreserve};
  if (permissive || device.getFloat16())
    capabilities.push_back(Capability::Float16);
  if (permissive)
    capabilities.append({Capability::Int8, Capability::Int16,
                         Capability::StorageBuffer8BitAccess,
                         Capability::StorageBuffer16BitAccess});
  auto triple = spirv::VerCapExtAttr::get(
      spirv::Version::V_1_3, capabilities,
      {Extension::SPV_KHR_physical_storage_buffer,
       Extension::SPV_KHR_storage_buffer_storage_class,
       Extension::SPV_KHR_8bit_storage, Extension::SPV_KHR_16bit_storage,
       Extension::SPV_KHR_float_controls},
      context);
  // gpu.shuffle asks for the subgroup's size.
  auto limits = spirv::ResourceLimitsAttr::get(
      context, device.getSharedMemory(), device.getMaxInvocations(),
      builder.getI32ArrayAttr(
          {static_cast<int32_t>(device.getMaxInvocations()), 1, 1}),
      device.getSubgroupSize(), std::nullopt, std::nullopt, ArrayAttr(),
      ArrayAttr());
  return spirv::TargetEnvAttr::get(
      triple, limits, spirv::ClientAPI::Vulkan, spirv::Vendor::Unknown,
      spirv::DeviceType::Unknown, spirv::TargetEnvAttr::kUnknownDeviceID);
}

/// Arithmetic on types that the device has none for becomes arithmetic on f32
/// between conversions; divisions that round down or up become plain ones.
static LogicalResult expandArith(gpu::GPUFuncOp func,
                                 kernel::DeviceAttr device) {
  MLIRContext *context = func.getContext();
  SmallVector<Type> emulated{BFloat16Type::get(context)};
  if (!device.getFloat16())
    emulated.push_back(Float16Type::get(context));
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(converter, emulated,
                                                     Float32Type::get(context));
  RewritePatternSet patterns(context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  if (failed(applyPartialConversion(func, target, std::move(patterns))))
    return failure();
  RewritePatternSet expansions(context);
  arith::populateCeilFloorDivExpandOpsPatterns(expansions);
  walkAndApplyPatterns(func, std::move(expansions));
  return success();
}

/// Moves the body of `func` to a `spirv.func` in a new module whose arguments
/// come from the launch record.
static spirv::FuncOp createShader(gpu::GPUFuncOp func, spirv::ModuleOp module,
                                  kernel::DeviceAttr device) {
  Location loc = func.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  MLIRContext *context = builder.getContext();
  spirv::StructType::StructDecorationInfo block(spirv::Decoration::Block,
                                                UnitAttr::get(context));
  auto pushType = spirv::PointerType::get(
      spirv::StructType::get({getRecordType(func, device)}, {0}, {}, block),
      spirv::StorageClass::PushConstant);
  auto push =
      spirv::GlobalVariableOp::create(builder, loc, TypeAttr::get(pushType),
                                      builder.getStringAttr("launch"), nullptr);
  auto shader = spirv::FuncOp::create(builder, loc, func.getName(),
                                      builder.getFunctionType({}, {}));
  Block *entry = shader.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  Value address = spirv::AddressOfOp::create(builder, loc, push);
  Value record = spirv::LoadOp::create(
      builder, loc,
      spirv::AccessChainOp::create(builder, loc, address,
                                   ValueRange{createWord(builder, loc, 0)}));
  Block &body = func.getBody().front();
  auto cast = [&](Type type, int64_t member) {
    Value value = loadMember(builder, loc, record, member);
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  };
  unsigned numArguments = func.getNumArguments();
  for (BlockArgument argument : body.getArguments().take_front(numArguments))
    argument.replaceAllUsesWith(
        cast(argument.getType(), argument.getArgNumber()));
  if (fitsOneDimension(func)) {
    entry->getOperations().splice(entry->end(), body.getOperations());
    return shader;
  }
  Value count = cast(builder.getIndexType(), numArguments);
  Value id =
      kernel::WorkgroupIdOp::create(builder, loc, builder.getIndexType());
  Value exists =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, id, count);
  auto branch = scf::IfOp::create(builder, loc, exists,
                                  /*withElseRegion=*/false);
  Operation *end = body.getTerminator();
  branch.thenBlock()->getOperations().splice(branch.thenBlock()->begin(),
                                             body.getOperations(), body.begin(),
                                             end->getIterator());
  end->moveAfter(branch);
  return shader;
}

/// Entry point and execution modes.
static void declareEntryPoint(spirv::ModuleOp module, spirv::FuncOp shader,
                              kernel::DeviceAttr device) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = shader.getLoc();
  SmallVector<Attribute> interface;
  for (auto variable : module.getOps<spirv::GlobalVariableOp>())
    if (variable.storageClass() == spirv::StorageClass::Input)
      interface.push_back(SymbolRefAttr::get(variable));
  spirv::EntryPointOp::create(builder, loc, spirv::ExecutionModel::GLCompute,
                              shader, interface);
  spirv::ExecutionModeOp::create(
      builder, loc, shader, spirv::ExecutionMode::LocalSize,
      {static_cast<int32_t>(device.getSubgroupSize()), 1, 1});
  if (device.getSignedZeroInfNan())
    spirv::ExecutionModeOp::create(
        builder, loc, shader, spirv::ExecutionMode::SignedZeroInfNanPreserve,
        {32});
}

FailureOr<spirv::ModuleOp> oaml::convertKernelToSPIRV(gpu::GPUFuncOp func) {
  MLIRContext *context = func.getContext();
  auto device = func->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName);
  if (!device)
    return func.emitOpError("needs the attribute '")
           << kernel::deviceAttrName << "' (#kernel.device)";
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!type.isIndex() && (!memref || memref.getRank() != 1))
      return func.emitOpError("argument ")
             << index << " must be an index or a one-dimensional memref, found "
             << type << "; is the kernel distributed?";
  }
  if (failed(expandArith(func, device)))
    return failure();
  bool isFlat = fitsOneDimension(func);

  spirv::TargetEnvAttr held = getEnvironment(device, /*permissive=*/false);
  spirv::TargetEnvAttr legal = getEnvironment(device, /*permissive=*/true);
  OpBuilder builder(func->getParentOp());
  auto module = spirv::ModuleOp::create(
      builder, func.getLoc(), spirv::AddressingModel::PhysicalStorageBuffer64,
      spirv::MemoryModel::GLSL450, legal.getTripleAttr(),
      StringRef(func.getName()));
  spirv::FuncOp shader = createShader(func, module, device);

  SPIRVTypeConverter converter(held);
  addConversions(converter, device);
  RewritePatternSet patterns(context);
  populateGPUToSPIRVPatterns(converter, patterns);
  arith::populateArithToSPIRVPatterns(converter, patterns);
  populateMathToSPIRVPatterns(converter, patterns);
  populateVectorToSPIRVPatterns(converter, patterns);
  populateMemoryPatterns(converter, device, patterns);
  populateControlFlowPatterns(converter, patterns);
  populateArithPatterns(converter, device, patterns);
  patterns.add<LaneIdPattern, ReturnPattern, ArgumentPattern>(converter,
                                                              context);
  patterns.add<WorkgroupIdPattern>(converter, context, isFlat);
  std::unique_ptr<SPIRVConversionTarget> target =
      SPIRVConversionTarget::get(legal);
  target->addDynamicallyLegalOp<UnrealizedConversionCastOp>(
      [](UnrealizedConversionCastOp op) {
        return !isa<MemRefType, IndexType>(op.getResultTypes()[0]);
      });
  auto fail = [&] {
    module.erase();
    return failure();
  };
  if (failed(applyFullConversion(module, *target, std::move(patterns))))
    return fail();
  declareEntryPoint(module, shader, device);
  FailureOr<spirv::VerCapExtAttr> needs = getRequirements(module, device);
  if (failed(needs))
    return fail();
  module.setVceTripleAttr(*needs);
  return module;
}

namespace {
struct ConvertGPUToVulkanPass
    : public oaml::impl::ConvertGPUToVulkanBase<ConvertGPUToVulkanPass> {
  using ConvertGPUToVulkanBase::ConvertGPUToVulkanBase;

  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules) {
      for (auto func : module.getOps<gpu::GPUFuncOp>()) {
        if (!func.isKernel())
          continue;
        FailureOr<spirv::ModuleOp> shader = convertKernelToSPIRV(func);
        if (failed(shader) || (!binaryDir.empty() && failed(write(*shader))))
          return signalPassFailure();
      }
      module.erase();
    }
  }

  /// Writes the serialized module to the folder of the option.
  LogicalResult write(spirv::ModuleOp module);
};
} // namespace

LogicalResult ConvertGPUToVulkanPass::write(spirv::ModuleOp module) {
  FailureOr<SmallVector<uint32_t>> words = serializeKernel(module);
  if (failed(words))
    return failure();
  SmallString<128> path(binaryDir);
  llvm::sys::path::append(path, module.getName().value_or("kernel") + ".spv");
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (error)
    return module.emitError("cannot write ") << path << ": " << error.message();
  file.write(reinterpret_cast<const char *>(words->data()), words->size() * 4);
  return success();
}
