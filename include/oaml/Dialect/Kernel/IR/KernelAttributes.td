//===- KernelAttributes.td - Device, schedule and layout ---*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_IR_KERNELATTRIBUTES_TD
#define OAML_DIALECT_KERNEL_IR_KERNELATTRIBUTES_TD

include "oaml/Dialect/Kernel/IR/KernelDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Kernel_Attr<string name, string attrMnemonic>
    : AttrDef<Kernel_Dialect, name> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

def Kernel_DeviceAttr : Kernel_Attr<"Device", "device"> {
  let summary = "What a Vulkan device can do and what it likes";
  let description = [{
    Facts that code generation reads. Sizes are in bytes unless the name says
    otherwise. `parallel_workgroups` is how many workgroups the device runs at
    once (threads of a CPU device). `load_bits` is the widest memory access that
    pays; `pointer_views` says that a pointer made of another pointer by
    `OpBitcast` works and is fast (SwiftShader of Chromium 156 crashes on it).

    Example:

    ```mlir
    #kernel.device<name = "lavapipe", subgroup_size = 8, max_invocations = 1024,
      max_workgroups = 65535, shared_memory = 32768, parallel_workgroups = 2,
      load_bits = 64, pointer_views = true, int64 = true, float16 = true,
      storage16 = true, storage8 = true, signed_zero_inf_nan = true>
    ```
  }];
  let parameters = (ins
    StringRefParameter<"profile or device name">:$name,
    "int64_t":$subgroup_size,
    "int64_t":$max_invocations,
    "int64_t":$max_workgroups,
    "int64_t":$shared_memory,
    "int64_t":$parallel_workgroups,
    "int64_t":$load_bits,
    "bool":$pointer_views,
    "bool":$int64,
    "bool":$float16,
    "bool":$storage16,
    "bool":$storage8,
    "bool":$signed_zero_inf_nan
  );
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Schedule
//===----------------------------------------------------------------------===//

def Kernel_Strategy : I32EnumAttr<"Strategy", "How a kernel is tiled", [
    I32EnumAttrCase<"Elementwise", 0, "elementwise">,
    I32EnumAttrCase<"Reduction", 1, "reduction">,
    I32EnumAttrCase<"Contraction", 2, "contraction">,
    I32EnumAttrCase<"Scatter", 3, "scatter">]> {
  let cppNamespace = "::oaml::kernel";
  let genSpecializedAttr = 0;
}

def Kernel_EdgeHandling : I32EnumAttr<"EdgeHandling",
    "What a tile does that would stick out of the iteration space", [
    I32EnumAttrCase<"Guard", 0, "guard">,
    I32EnumAttrCase<"Shift", 1, "shift">]> {
  let cppNamespace = "::oaml::kernel";
  let genSpecializedAttr = 0;
}

def Kernel_ScheduleAttr : Kernel_Attr<"Schedule", "schedule"> {
  let summary = "Tile sizes and edge handling of one kernel";
  let description = [{
    The *iteration space* of a kernel is that of its anchor: the loops of the
    root op's result (parallel), followed by the reduction loops of the anchor
    contraction or reduction that do not appear in the result.

    - `tile[d]`: extent of loop `d` that one workgroup computes; 0: the whole
      extent (always 0 for reduction loops).
    - `block[d]`: the workgroup runs its part of the loop in blocks of this
      extent; 0: all at once, which needs a `tile[d]` that is not 0. A block
      divides the tile.
    - `strategy = scatter` is for a sum by index, whose workgroup walks through all
      terms in order and adds those of its tile in memory. All parallel loops have
      a tile, the reduction loop runs in blocks of 1, and no tile may be shifted.
    - `edges`: `guard` makes a second, guarded copy of the code behind one
      uniform branch; `shift` lets the last tile start earlier and compute some
      elements twice, to the same bits. `shift` needs extents known to be at
      least one tile and outputs that share memory with no input.

    Example, 32x64 tiles of a matrix product in steps of 16:

    ```mlir
    #kernel.schedule<strategy = contraction, tile = [32, 64, 0],
                     block = [0, 0, 16], edges = guard>
    ```
  }];
  let parameters = (ins
    EnumParameter<Kernel_Strategy>:$strategy,
    OptionalArrayRefParameter<"int64_t">:$tile,
    OptionalArrayRefParameter<"int64_t">:$block,
    EnumParameter<Kernel_EdgeHandling>:$edges
  );
  let assemblyFormat = [{
    `<` `strategy` `=` $strategy `,` `tile` `=` `[` (`]`) : ($tile^ `]`)? `,`
        `block` `=` `[` (`]`) : ($block^ `]`)? `,` `edges` `=` $edges `>`
  }];
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

def Kernel_LayoutAttr : Kernel_Attr<"Layout", "layout"> {
  let summary = "Which lane holds which element of a vector, in which register";
  let description = [{
    One entry per dimension of the vector: `repeat`, `lanes`, `width`, `stride`.
    Element `e` of a dimension is at

        e = (r * lanes + coordinate) * width + w,   0 <= r < repeat, 0 <= w < width

    in local register `r * width + w` of the lanes whose coordinate in that
    dimension, `(lane / stride) % lanes`, is `coordinate`. Where the product of
    all `lanes` is less than the subgroup size, the remaining lanes hold copies.

    Example, a 32x64 accumulator: rows in registers, columns over 8 lanes in pairs:

    ```mlir
    #kernel.layout<repeat = [32, 4], lanes = [1, 8], width = [1, 2], stride = [1, 1]>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$repeat,
    OptionalArrayRefParameter<"int64_t">:$lanes,
    OptionalArrayRefParameter<"int64_t">:$width,
    OptionalArrayRefParameter<"int64_t">:$stride
  );
  let assemblyFormat = [{
    `<` `repeat` `=` `[` (`]`) : ($repeat^ `]`)? `,` `lanes` `=` `[` (`]`) : ($lanes^ `]`)? `,`
        `width` `=` `[` (`]`) : ($width^ `]`)? `,` `stride` `=` `[` (`]`) : ($stride^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of dimensions.
    int64_t getRank() const { return getRepeat().size(); }
    /// Extent of dimension `d`.
    int64_t getExtent(int64_t d) const {
      return getRepeat()[d] * getLanes()[d] * getWidth()[d];
    }
    /// Elements of dimension `d` that one lane holds.
    int64_t getLocal(int64_t d) const { return getRepeat()[d] * getWidth()[d]; }
    /// Elements that one lane holds.
    int64_t getNumRegisters() const;
    /// The element of dimension `d` in local register `local` of the lanes with
    /// coordinate 0.
    int64_t getElement(int64_t d, int64_t local) const {
      return local / getWidth()[d] * getLanes()[d] * getWidth()[d] +
             local % getWidth()[d];
    }
  }];
}

#endif // OAML_DIALECT_KERNEL_IR_KERNELATTRIBUTES_TD
