//===- Patterns.h - Patterns of the conversion to Vulkan -------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the conversion.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CONVERSION_GPUTOVULKAN_PATTERNS_H
#define OAML_LIB_CONVERSION_GPUTOVULKAN_PATTERNS_H

#include "oaml/Conversion/GPUToVulkan/GPUToVulkan.h"

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"

namespace oaml {

/// The 32-bit constant `value`.
mlir::Value createWord(mlir::OpBuilder &builder, mlir::Location loc,
                       int64_t value);

/// The type of a buffer's elements in memory: bf16 and f16 as themselves or as
/// i16, i1 and i8 as i8.
mlir::Type getMemoryType(mlir::Type element);

/// Pointer to a runtime array of `element` in a physical storage buffer; of
/// 32-bit words where `device` cannot store elements of that width.
mlir::spirv::PointerType getBufferType(mlir::Type element,
                                       kernel::DeviceAttr device);

/// Adds to `converter`: buffers are pointers; bf16, and f16 where the device
/// has no f16 arithmetic, is f32.
void addConversions(mlir::SPIRVTypeConverter &converter,
                    kernel::DeviceAttr device);

/// Is `type` held as f32 by `converter` though it is not f32?
bool isHeldAsF32(const mlir::TypeConverter &converter, mlir::Type type);

/// Rounds the f32 `value` to the nearest value of `type` (bf16 or f16; ties to
/// even), as f32.
mlir::Value roundToNarrow(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, mlir::Type type,
                          kernel::DeviceAttr device);

/// The f16 nearest to the f32 `value`, in the lower half of a word whose upper
/// half is 0.
mlir::Value packHalf(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value);

/// The f32 equal to the f16 in the lower half of `word`, whose upper half is 0.
mlir::Value unpackHalf(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value word);

void populateMemoryPatterns(const mlir::SPIRVTypeConverter &converter,
                            kernel::DeviceAttr device,
                            mlir::RewritePatternSet &patterns);
void populateControlFlowPatterns(const mlir::SPIRVTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateArithPatterns(const mlir::SPIRVTypeConverter &converter,
                           kernel::DeviceAttr device,
                           mlir::RewritePatternSet &patterns);

/// The capabilities and extensions that the ops of `module` use. Emits an error
/// at the op where the device lacks one.
mlir::FailureOr<mlir::spirv::VerCapExtAttr>
getRequirements(mlir::spirv::ModuleOp module, kernel::DeviceAttr device);

} // namespace oaml

#endif // OAML_LIB_CONVERSION_GPUTOVULKAN_PATTERNS_H
