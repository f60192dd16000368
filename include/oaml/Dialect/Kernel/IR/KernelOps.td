//===- KernelOps.td - Ops of the kernel dialect ------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_IR_KERNELOPS_TD
#define OAML_DIALECT_KERNEL_IR_KERNELOPS_TD

include "oaml/Dialect/Kernel/IR/KernelAttributes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "oaml/Interfaces/ShapeRuleOpInterface.td"

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Kernels and their use
//===----------------------------------------------------------------------===//

def Kernel_FuncOp : Kernel_Op<"func", [FunctionOpInterface, IsolatedFromAbove]> {
  let summary = "The tensor program that one dispatch computes";
  let description = [{
    A function from tensors to tensors whose whole body becomes one dispatch.
    Dynamic extents of arguments and results are named by `oaml.dims`; equal names
    are equal extents. An extent that no tensor argument carries is an index
    argument with `kernel.symbol`. The kernel's *symbols* are the distinct names
    in order of first appearance over arguments, then results.

    `kernel.device` and `kernel.schedule` among the attributes say for what and
    how it is compiled; `kernel.ops` lists the ops of the source program that it
    computes, `kernel.unfused` why it holds no more of them.

    Example:

    ```mlir
    kernel.func @add(%x: tensor<?x4xf32> {oaml.dims = ["B", 4]},
                     %y: tensor<4xf32>)
        -> (tensor<?x4xf32> {oaml.dims = ["B", 4]}) {
      %z = oaml.add %x, %y
          : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
      kernel.return %z : tensor<?x4xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
                                 "::mlir::FunctionType":$type)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// The names of the kernel's symbols, in order.
    ::llvm::SmallVector<::mlir::StringAttr> getSymbols();
  }];
}

def Kernel_ReturnOp : Kernel_Op<"return",
    [Pure, HasParent<"FuncOp">, ReturnLike, Terminator]> {
  let summary = "Results of a kernel";
  let description = [{
    Ends a `kernel.func`; operands have the types of its results.

    Example:

    ```mlir
    kernel.return %z : tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let hasVerifier = 1;
}

def Kernel_DispatchOp : Kernel_Op<"dispatch",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
     DeclareOpInterfaceMethods<ShapeRuleOpInterface>]> {
  let summary = "Run a kernel on tensors";
  let description = [{
    Computes the results of `kernel.func` `kernel` for `operands`, which match
    its arguments, index arguments included.

    Example:

    ```mlir
    %z = kernel.dispatch @add(%x, %y)
        : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<AnyTypeOf<[AnyRankedTensor, Index]>>:$operands);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $operands `)` attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// The kernel, or null if there is none of that name.
    FuncOp lookupKernel();
    /// The values of the symbols of `kernel`, in their order, by the shapes
    /// and values of the operands.
    ::llvm::SmallVector<::mlir::AffineExpr> getSymbolValues(
        FuncOp kernel,
        ::llvm::function_ref<::oaml::SymbolicShape(::mlir::Value)> getShape,
        ::llvm::function_ref<::mlir::AffineExpr(::mlir::Value)> getIndex);
  }];
}

def Kernel_BinaryOp : Kernel_Op<"binary",
    [Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A compiled kernel";
  let description = [{
    The compiled form of the `kernel.func` named `kernel`, its sibling. `spirv` is
    the module's words; `grid` maps the kernel's `symbols` to the number of
    workgroups, of `subgroup_size` invocations each. The launch record holds a
    pointer of 8 bytes per buffer (tensor arguments, then results), a u32 per
    symbol, and the u32 total of workgroups; its size is rounded up to 8.
    `in_place[r]` is the argument whose memory result `r` may take, or -1.
    `needs` lists device features. For reports: `flops` maps the symbols to the
    floating-point operations of a launch, and a lane holds at most `registers`
    values at the same time.

    Example:

    ```mlir
    kernel.binary @add_code {kernel = @add, entry = "add",
        spirv = dense<[119734787]> : tensor<1xi32>, subgroup_size = 8 : i64,
        grid = affine_map<()[s0] -> (s0 ceildiv 8)>, symbols = ["B"],
        in_place = array<i64: -1>, needs = []}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$kernel,
                       StrAttr:$entry, ElementsAttr:$spirv,
                       I64Attr:$subgroup_size, AffineMapAttr:$grid,
                       StrArrayAttr:$symbols, DenseI64ArrayAttr:$in_place,
                       StrArrayAttr:$needs, OptionalAttr<AffineMapAttr>:$flops,
                       OptionalAttr<I64Attr>:$registers);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Inside a kernel
//===----------------------------------------------------------------------===//

def Kernel_WorkgroupIdOp : Kernel_Op<"workgroup_id", [Pure]> {
  let summary = "Number of this workgroup within the kernel's grid";
  let description = [{
    Grids are one-dimensional to the kernel. The launch splits a grid of more
    than `max_workgroups` over two dimensions; the lowering to SPIR-V joins them
    and lets surplus workgroups return at once.

    Example:

    ```mlir
    %id = kernel.workgroup_id : index
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Kernel_ConvertLayoutOp : Kernel_Op<"convert_layout",
    [Pure, SameOperandsAndResultType]> {
  let summary = "The same vector, spread over the lanes in another way";
  let description = [{
    The layout of the result is in the op's attribute `kernel.layouts`, that of
    the operand at the op that defines it. Distribution makes shuffles and
    selects of it; where all lanes hold what they need, it costs nothing.

    Example:

    ```mlir
    %b = kernel.convert_layout %a {kernel.layouts = [
        #kernel.layout<repeat = [16], lanes = [1], width = [1], stride = [1]>]}
        : vector<16xf32>
    ```
  }];
  let arguments = (ins AnyVectorOfAnyRank:$source);
  let results = (outs AnyVectorOfAnyRank:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
}

def Kernel_AdvanceOp : Kernel_Op<"advance",
    [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "A pointer to a later element of a buffer";
  let description = [{
    Element `i` of the result is element `i + offset` of the source. On devices
    with `pointer_views` a pointer of its own, made once per tile and lane, lets
    all accesses be at constant distances from it. The offset may be negative.

    Example:

    ```mlir
    %q = kernel.advance %p, %n : memref<?xf32>
    ```
  }];
  let arguments = (ins MemRefRankOf<[AnyType], [1]>:$source, Index:$offset);
  let results = (outs MemRefRankOf<[AnyType], [1]>:$result);
  let assemblyFormat = "$source `,` $offset attr-dict `:` type($source)";
}

#endif // OAML_DIALECT_KERNEL_IR_KERNELOPS_TD
