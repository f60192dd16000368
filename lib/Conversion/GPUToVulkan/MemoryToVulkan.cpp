//===- MemoryToVulkan.cpp - Loads and stores through device addresses -----===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is a pointer into physical storage to a runtime array of its
// elements. Values narrower than 32 bits are narrow in memory only: they are
// widened at the load and narrowed at the store, which 8-bit and 16-bit storage
// allow without arithmetic of that width. Wide accesses are made of 32-bit
// words, or of one 64-bit integer, which lavapipe gathers at the price of one
// element. Where the device cannot store narrow types, memory is made of words:
// a load shifts and masks, a store clears and sets its bits by two atomics, so
// that neighbours that other lanes write stay as they are.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace oaml;

static constexpr auto kStorage = spirv::StorageClass::PhysicalStorageBuffer;

Value oaml::createWord(OpBuilder &builder, Location loc, int64_t value) {
  return spirv::ConstantOp::create(
      builder, loc, builder.getI32Type(),
      builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Type oaml::getMemoryType(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isBF16())
    return IntegerType::get(context, 16);
  if (element.isInteger(1))
    return IntegerType::get(context, 8);
  return element;
}

static int64_t getNumBytes(Type type) {
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(type))
    count = vector.getNumElements();
  return count * getElementTypeOrSelf(type).getIntOrFloatBitWidth() / 8;
}

/// Pointer to a runtime array of `type`, as it is in memory.
static spirv::PointerType getArrayType(Type type) {
  auto array = spirv::RuntimeArrayType::get(type, getNumBytes(type));
  spirv::StructType::StructDecorationInfo block(
      spirv::Decoration::Block, UnitAttr::get(type.getContext()));
  return spirv::PointerType::get(
      spirv::StructType::get({array}, {0}, {}, block), kStorage);
}

/// Whether elements are parts of 32-bit words.
static bool isPacked(Type element, kernel::DeviceAttr device) {
  switch (getMemoryType(element).getIntOrFloatBitWidth()) {
  case 8:
    return !device.getStorage8();
  case 16:
    return !device.getStorage16();
  default:
    return false;
  }
}

spirv::PointerType oaml::getBufferType(Type element,
                                       kernel::DeviceAttr device) {
  if (isPacked(element, device))
    return getArrayType(IntegerType::get(element.getContext(), 32));
  return getArrayType(getMemoryType(element));
}

bool oaml::isHeldAsF32(const TypeConverter &converter, Type type) {
  Type converted = converter.convertType(type);
  return !type.isF32() && isa<FloatType>(type) && converted &&
         converted.isF32();
}

void oaml::addConversions(SPIRVTypeConverter &converter,
                          kernel::DeviceAttr device) {
  converter.addConversion([device](MemRefType type) -> std::optional<Type> {
    if (type.getRank() != 1)
      return std::nullopt;
    return getBufferType(type.getElementType(), device);
  });
  bool hasFloat16 = device.getFloat16();
  auto isHeld = [hasFloat16](Type type) {
    return type.isBF16() || (type.isF16() && !hasFloat16);
  };
  converter.addConversion([isHeld](FloatType type) -> std::optional<Type> {
    if (!isHeld(type))
      return std::nullopt;
    return Float32Type::get(type.getContext());
  });
  converter.addConversion([isHeld](VectorType type) -> std::optional<Type> {
    if (!isHeld(type.getElementType()))
      return std::nullopt;
    return VectorType::get(type.getShape(),
                           Float32Type::get(type.getContext()));
  });
}

namespace {
/// Makes values in registers of values in memory and back.
class ElementAccess {
public:
  ElementAccess(OpBuilder &builder, Location loc,
                const TypeConverter &converter, kernel::DeviceAttr device,
                Type element)
      : builder(builder), loc(loc), device(device), element(element),
        memory(getMemoryType(element)), held(converter.convertType(element)) {}

  Value load(Value buffer, Value index) {
    if (isPacked(element, device)) {
      Value word =
          loadAs(getPointer(buffer, getWordIndex(index)), builder.getI32Type());
      Value part = spirv::ShiftRightLogicalOp::create(
          builder, loc, word.getType(), word, getBitInWord(index));
      return fromWord(mask(part, getElementMask()));
    }
    Value value = loadAs(getPointer(buffer, index), memory);
    if (memory == held)
      return value;
    if (element.isF16())
      return spirv::FConvertOp::create(builder, loc, held, value);
    return fromWord(
        spirv::UConvertOp::create(builder, loc, builder.getI32Type(), value));
  }

  void store(Value value, Value buffer, Value index) {
    if (isPacked(element, device))
      return storePart(toWord(value), buffer, index);
    if (memory != held) {
      if (element.isF16())
        value = spirv::FConvertOp::create(builder, loc, memory, value);
      else
        value = spirv::UConvertOp::create(builder, loc, memory, toWord(value));
    }
    storeAs(value, getPointer(buffer, index));
  }

  Value loadWide(Value buffer, Value index, int64_t count) {
    Type access = getWideType(count);
    Value value = loadAs(castPointer(buffer, index, access, count), access);
    auto result = VectorType::get(count, held);
    if (memory == held)
      return access == result
                 ? value
                 : spirv::BitcastOp::create(builder, loc, result, value)
                       .getResult();
    SmallVector<Value> elements;
    int64_t bits = memory.getIntOrFloatBitWidth();
    for (Value word : splitWords(value, count))
      for (int64_t shift = 0; shift < 32; shift += bits) {
        Value part = word;
        if (shift)
          part = spirv::ShiftRightLogicalOp::create(
              builder, loc, part.getType(), part, word32(shift));
        elements.push_back(fromWord(mask(part, (int64_t(1) << bits) - 1)));
      }
    return spirv::CompositeConstructOp::create(builder, loc, result, elements);
  }

  void storeWide(Value value, Value buffer, Value index, int64_t count) {
    Type access = getWideType(count);
    Value pointer = castPointer(buffer, index, access, count);
    if (memory == held) {
      if (value.getType() != access)
        value = spirv::BitcastOp::create(builder, loc, access, value);
      return storeAs(value, pointer);
    }
    int64_t bits = memory.getIntOrFloatBitWidth(), perWord = 32 / bits;
    SmallVector<Value> words;
    for (int64_t i = 0; i < count; ++i) {
      Value part = spirv::CompositeExtractOp::create(builder, loc, value,
                                                     {static_cast<int32_t>(i)});
      part = mask(toWord(part), (int64_t(1) << bits) - 1);
      if (i % perWord == 0) {
        words.push_back(part);
        continue;
      }
      part = spirv::ShiftLeftLogicalOp::create(
          builder, loc, part.getType(), part, word32(i % perWord * bits));
      words.back() = spirv::BitwiseOrOp::create(builder, loc, part.getType(),
                                                words.back(), part);
    }
    Value packed = words[0];
    if (words.size() > 1)
      packed = spirv::CompositeConstructOp::create(
          builder, loc, VectorType::get(words.size(), builder.getI32Type()),
          words);
    if (packed.getType() != access)
      packed = spirv::BitcastOp::create(builder, loc, access, packed);
    storeAs(packed, pointer);
  }

private:
  Value word32(int64_t value) { return createWord(builder, loc, value); }

  Value mask(Value word, int64_t bits) {
    return spirv::BitwiseAndOp::create(builder, loc, word.getType(), word,
                                       word32(bits));
  }

  int64_t getElementMask() {
    return (int64_t(1) << memory.getIntOrFloatBitWidth()) - 1;
  }

  /// The word that holds packed element `index`.
  Value getWordIndex(Value index) {
    int64_t perWord = 32 / memory.getIntOrFloatBitWidth();
    return spirv::ShiftRightLogicalOp::create(
        builder, loc, index.getType(), index, word32(llvm::Log2_64(perWord)));
  }

  /// The lowest bit of packed element `index` in its word.
  Value getBitInWord(Value index) {
    int64_t bits = memory.getIntOrFloatBitWidth();
    Value position = mask(index, 32 / bits - 1);
    return spirv::ShiftLeftLogicalOp::create(builder, loc, position.getType(),
                                             position,
                                             word32(llvm::Log2_64(bits)));
  }

  /// Clears the bits of a packed element, then sets them: atomics, as other
  /// lanes may do the same to other bits of the word.
  void storePart(Value word, Value buffer, Value index) {
    Type type = builder.getI32Type();
    Value bit = getBitInWord(index);
    Value pointer = getPointer(buffer, getWordIndex(index));
    auto shift = [&](Value value) {
      return spirv::ShiftLeftLogicalOp::create(builder, loc, type, value, bit);
    };
    Value others = spirv::NotOp::create(builder, loc, type,
                                        shift(word32(getElementMask())));
    spirv::AtomicAndOp::create(builder, loc, type, pointer,
                               spirv::Scope::Device,
                               spirv::MemorySemantics::None, others);
    spirv::AtomicOrOp::create(builder, loc, type, pointer, spirv::Scope::Device,
                              spirv::MemorySemantics::None,
                              shift(mask(word, getElementMask())));
  }

  Value getPointer(Value buffer, Value index) {
    return spirv::AccessChainOp::create(builder, loc, buffer,
                                        ValueRange{word32(0), index});
  }

  /// A pointer for an access of `type` to `count` elements.
  Value castPointer(Value buffer, Value index, Type type, int64_t count) {
    // A pointer to a narrow element may not be cast, one to a buffer may.
    if (memory.getIntOrFloatBitWidth() < 32) {
      Value cast =
          spirv::BitcastOp::create(builder, loc, getArrayType(type), buffer);
      return getPointer(cast, spirv::ShiftRightLogicalOp::create(
                                  builder, loc, index.getType(), index,
                                  word32(llvm::Log2_64(count))));
    }
    return spirv::BitcastOp::create(builder, loc,
                                    spirv::PointerType::get(type, kStorage),
                                    getPointer(buffer, index));
  }

  /// The type of an access to `count` elements.
  Type getWideType(int64_t count) {
    int64_t bits = count * memory.getIntOrFloatBitWidth();
    if (bits == 64 && device.getInt64())
      return builder.getI64Type();
    if (bits == 32)
      return builder.getI32Type();
    if (memory == held && memory.getIntOrFloatBitWidth() == 32)
      return VectorType::get(count, memory);
    return VectorType::get(bits / 32, builder.getI32Type());
  }

  SmallVector<Value> splitWords(Value value, int64_t count) {
    int64_t words = count * memory.getIntOrFloatBitWidth() / 32;
    if (words == 1)
      return {value};
    auto type = VectorType::get(words, builder.getI32Type());
    if (value.getType() != type)
      value = spirv::BitcastOp::create(builder, loc, type, value);
    SmallVector<Value> result;
    for (int32_t i = 0; i < words; ++i)
      result.push_back(
          spirv::CompositeExtractOp::create(builder, loc, value, {i}));
    return result;
  }

  Value loadAs(Value pointer, Type type) {
    return spirv::LoadOp::create(
        builder, loc, pointer,
        spirv::MemoryAccessAttr::get(builder.getContext(),
                                     spirv::MemoryAccess::Aligned),
        builder.getI32IntegerAttr(getNumBytes(type)));
  }

  void storeAs(Value value, Value pointer) {
    spirv::StoreOp::create(
        builder, loc, pointer, value,
        spirv::MemoryAccessAttr::get(builder.getContext(),
                                     spirv::MemoryAccess::Aligned),
        builder.getI32IntegerAttr(getNumBytes(value.getType())));
  }

  /// `value`, of f16 or f32, as the float `type`.
  Value convert(Value value, Type type) {
    if (value.getType() == type)
      return value;
    return spirv::FConvertOp::create(builder, loc, type, value);
  }

  /// The register value of the low bits of `word`; bits above are zero.
  Value fromWord(Value word) {
    if (element.isInteger(1))
      return spirv::INotEqualOp::create(builder, loc, word, word32(0));
    if (element.isF16())
      return convert(unpackHalf(builder, loc, word), held);
    if (!element.isBF16())
      return word;
    Value bits = spirv::ShiftLeftLogicalOp::create(builder, loc, word.getType(),
                                                   word, word32(16));
    return spirv::BitcastOp::create(builder, loc, builder.getF32Type(), bits);
  }

  /// The reverse; bits above are free. A bf16 value is exact in its f32.
  Value toWord(Value value) {
    if (element.isInteger(1))
      return spirv::SelectOp::create(builder, loc, value, word32(1), word32(0));
    if (element.isF16())
      return packHalf(builder, loc, convert(value, builder.getF32Type()));
    if (!element.isBF16())
      return value;
    Value bits =
        spirv::BitcastOp::create(builder, loc, builder.getI32Type(), value);
    return spirv::ShiftRightLogicalOp::create(builder, loc, bits.getType(),
                                              bits, word32(16));
  }

  OpBuilder &builder;
  Location loc;
  kernel::DeviceAttr device;
  Type element, memory, held;
};

/// A pattern that knows the device.
template <typename Op>
struct MemoryPattern : OpConversionPattern<Op> {
  MemoryPattern(const TypeConverter &converter, MLIRContext *context,
                kernel::DeviceAttr device)
      : OpConversionPattern<Op>(converter, context, /*benefit=*/10),
        device(device) {}

  ElementAccess getAccess(Op op, MemRefType type, OpBuilder &builder) const {
    return ElementAccess(builder, op.getLoc(), *this->getTypeConverter(),
                         device, type.getElementType());
  }

  kernel::DeviceAttr device;
};

struct LoadPattern : MemoryPattern<memref::LoadOp> {
  using MemoryPattern::MemoryPattern;
  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       getAccess(op, op.getMemRefType(), rewriter)
                           .load(adaptor.getMemref(), adaptor.getIndices()[0]));
    return success();
  }
};

struct StorePattern : MemoryPattern<memref::StoreOp> {
  using MemoryPattern::MemoryPattern;
  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    getAccess(op, op.getMemRefType(), rewriter)
        .store(adaptor.getValue(), adaptor.getMemref(),
               adaptor.getIndices()[0]);
    rewriter.eraseOp(op);
    return success();
  }
};

struct VectorLoadPattern : MemoryPattern<vector::LoadOp> {
  using MemoryPattern::MemoryPattern;
  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       getAccess(op, op.getMemRefType(), rewriter)
                           .loadWide(adaptor.getBase(), adaptor.getIndices()[0],
                                     op.getVectorType().getNumElements()));
    return success();
  }
};

struct VectorStorePattern : MemoryPattern<vector::StoreOp> {
  using MemoryPattern::MemoryPattern;
  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    getAccess(op, op.getMemRefType(), rewriter)
        .storeWide(adaptor.getValueToStore(), adaptor.getBase(),
                   adaptor.getIndices()[0],
                   op.getVectorType().getNumElements());
    rewriter.eraseOp(op);
    return success();
  }
};

struct AdvancePattern : OpConversionPattern<kernel::AdvanceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(kernel::AdvanceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value element = spirv::AccessChainOp::create(
        rewriter, op.getLoc(), adaptor.getSource(),
        ValueRange{createWord(rewriter, op.getLoc(), 0), adaptor.getOffset()});
    rewriter.replaceOpWithNewOp<spirv::BitcastOp>(
        op, adaptor.getSource().getType(), element);
    return success();
  }
};

/// What lanes have stored before is there for all lanes of the workgroup to
/// load behind. (Upstream's pattern is about shared memory only.)
struct BarrierPattern : OpConversionPattern<gpu::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<spirv::ControlBarrierOp>(
        op, spirv::Scope::Workgroup, spirv::Scope::Workgroup,
        spirv::MemorySemantics::AcquireRelease |
            spirv::MemorySemantics::UniformMemory);
    return success();
  }
};
} // namespace

void oaml::populateMemoryPatterns(const SPIRVTypeConverter &converter,
                                  kernel::DeviceAttr device,
                                  RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<LoadPattern, StorePattern, VectorLoadPattern, VectorStorePattern>(
          converter, context, device);
  patterns.add<AdvancePattern>(converter, context);
  patterns.add<BarrierPattern>(converter, context, /*benefit=*/2);
}
