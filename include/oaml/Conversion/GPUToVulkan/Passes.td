//===- Passes.td - From distributed kernels to SPIR-V -----*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CONVERSION_GPUTOVULKAN_PASSES_TD
#define OAML_CONVERSION_GPUTOVULKAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGPUToVulkan : Pass<"oaml-gpu-to-vulkan", "::mlir::ModuleOp"> {
  let summary = "Convert distributed kernels to SPIR-V modules for Vulkan";
  let description = [{
    Every kernel of every `gpu.module`, as `oaml-distribute` leaves it, becomes a
    `spirv.module` of the kernel's name; the `gpu.module` goes away.

    The interface of the shader: no descriptors; 8 bytes of push constants hold a
    physical-storage-buffer pointer to the launch record. The record holds, in
    the order of the kernel's arguments, a pointer for each buffer (8 bytes) and a
    u32 for each symbol, then the number of workgroups as u32. A dispatch has
    `min(n, 65535)` by `ceil(n / 65535)` workgroups; those past the end return
    at once. Every buffer starts at a multiple of 16 bytes. The workgroup is one
    subgroup.

    Addresses are typed pointers and 32-bit indices: the module needs `Int64`
    only for wide loads on devices that have it. bf16 values are held as f32
    and rounded where the program rounds; so are f16 values on devices without
    `float16`. Values of i8 are held as i32. Multiplications, additions and
    subtractions without the fast-math flag `contract` are decorated
    `NoContraction`.

    A kernel that needs what its device lacks is an error that names both.
  }];
  let options = [
    Option<"binaryDir", "binary-dir", "std::string", /*default=*/"\"\"",
           "Also write the binary of each kernel to NAME.spv in this folder">
  ];
  let dependentDialects = [
    "::mlir::spirv::SPIRVDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect", "::mlir::gpu::GPUDialect",
    "::mlir::vector::VectorDialect", "::oaml::kernel::KernelDialect"];
}

#endif // OAML_CONVERSION_GPUTOVULKAN_PASSES_TD
