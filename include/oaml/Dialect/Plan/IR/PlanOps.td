//===- PlanOps.td - The plan dialect: host programs --------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_PLAN_IR_PLANOPS_TD
#define OAML_DIALECT_PLAN_IR_PLANOPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::oaml::plan";
  let summary = "What the runtime does to run an entry: launches, barriers, copies";
  let description = [{
    A `plan.entry` is the program that the runtime records. Buffers are ranges of
    bytes of the arena, of an argument, of a result or of a constant. Sizes,
    offsets and extents are affine maps of the entry's symbols: the dynamic
    extents of its arguments.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

def Plan_BufferType : TypeDef<Plan_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "A range of bytes in device memory";
}

class Plan_Attr<string name, string attrMnemonic>
    : AttrDef<Plan_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Plan_SymbolAttr : Plan_Attr<"Symbol", "symbol"> {
  let summary = "A dynamic extent, bound by an argument's shape";
  let description = [{
    Symbol number i of an entry is `s<i>` in its maps: the extent of argument
    `argument` along `dimension`.

    Example: `#plan.symbol<"B", argument = 0, dimension = 0>`
  }];
  let parameters = (ins StringRefParameter<"name">:$name,
                        "int64_t":$argument, "int64_t":$dimension);
  let assemblyFormat = [{
    `<` $name `,` `argument` `=` $argument `,` `dimension` `=` $dimension `>`
  }];
}

def Plan_PredicateAttr : Plan_Attr<"Predicate", "predicate"> {
  let summary = "A shape rule that is decided when arguments are bound";
  let description = [{
    `relation` is one of "eq", "ne", "lt", "le" and holds between the values of
    the one-result maps `lhs` and `rhs`.

    Example: `#plan.predicate<"oaml.add", "operands that broadcast", #lhs, "eq", #rhs, loc(unknown)>`
  }];
  let parameters = (ins StringRefParameter<"op name">:$op,
                        StringRefParameter<"rule">:$rule,
                        "::mlir::AffineMapAttr":$lhs,
                        StringRefParameter<"relation">:$relation,
                        "::mlir::AffineMapAttr":$rhs,
                        "::mlir::LocationAttr":$location);
  let assemblyFormat = [{
    `<` $op `,` $rule `,` $lhs `,` $relation `,` $rhs `,` $location `>`
  }];
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class Plan_Op<string mnemonic, list<Trait> traits = []>
    : Op<Plan_Dialect, mnemonic, traits>;

def Plan_EntryOp : Plan_Op<"entry",
    [Symbol, IsolatedFromAbove, NoTerminator, SingleBlock]> {
  let summary = "A function that can be run";
  let description = [{
    `function_type`, `arg_attrs` and `res_attrs` are those of the function it was
    made of: `oaml.name`, `oaml.dims`, `oaml.donated`, `oaml.run_seed`.
    `argument_extents` and `result_extents` hold a map per tensor, from the symbols
    to its extents. `arena_size`
    is a map to the bytes of the arena, `arena_lower_bound` to the largest sum of
    sizes of buffers that are live at the same time.

    Example:

    ```mlir
    plan.entry @main type (tensor<?x4xf32>) -> tensor<?x4xf32>
        symbols [#plan.symbol<"B", argument = 0, dimension = 0>]
        extents [affine_map<()[s0] -> (s0, 4)>] -> [affine_map<()[s0] -> (s0, 4)>]
        arena affine_map<()[s0] -> (0)> bound affine_map<()[s0] -> (0)> {
      %x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>
      %y = plan.result 0 size affine_map<()[s0] -> (s0 * 16)>
      plan.launch @relu(%x, %y) extents [affine_map<()[s0] -> (s0)>]
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      TypedArrayAttrBase<Plan_SymbolAttr, "symbols">:$symbols,
      DefaultValuedAttr<TypedArrayAttrBase<Plan_PredicateAttr, "predicates">,
                        "{}">:$predicates,
      AffineMapArrayAttr:$argument_extents, AffineMapArrayAttr:$result_extents,
      AffineMapAttr:$arena_size, AffineMapAttr:$arena_lower_bound,
      OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `type` $function_type `symbols` $symbols
    `extents` $argument_extents `->` $result_extents
    `arena` $arena_size `bound` $arena_lower_bound attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Attribute `name` of argument `i`, null if absent.
    ::mlir::Attribute getArgAttr(unsigned i, ::llvm::StringRef name);
    /// Attribute `name` of result `i`, null if absent.
    ::mlir::Attribute getResultAttr(unsigned i, ::llvm::StringRef name);
  }];
}

class Plan_BufferOp<string mnemonic>
    : Plan_Op<mnemonic, [Pure, HasParent<"EntryOp">]> {
  let results = (outs Plan_BufferType:$buffer);
}

def Plan_ArgumentOp : Plan_BufferOp<"argument"> {
  let summary = "The memory of an argument";
  let description = [{
    Example: `%x = plan.argument 0 size affine_map<()[s0] -> (s0 * 16)>`
  }];
  let arguments = (ins I64Attr:$index, AffineMapAttr:$size);
  let assemblyFormat = "$index `size` $size attr-dict";
}

def Plan_ResultOp : Plan_BufferOp<"result"> {
  let summary = "The memory of a result";
  let description = [{
    A result that takes over a donated argument's buffer has no memory of its
    own and is written through that argument.

    Example: `%y = plan.result 0 size affine_map<()[s0] -> (s0 * 16)>`
  }];
  let arguments = (ins I64Attr:$index, AffineMapAttr:$size);
  let assemblyFormat = "$index `size` $size attr-dict";
}

def Plan_ArenaOp : Plan_BufferOp<"arena"> {
  let summary = "A part of the arena";
  let description = [{
    `offset` (a multiple of 256) and `size` are maps to bytes. Parts that are live
    at the same time do not overlap.

    Example: `%t = plan.arena at affine_map<() -> (0)> size affine_map<() -> (64)>`
  }];
  let arguments = (ins AffineMapAttr:$offset, AffineMapAttr:$size);
  let assemblyFormat = "`at` $offset `size` $size attr-dict";
}

def Plan_ConstantOp : Plan_BufferOp<"constant"> {
  let summary = "The memory of a constant";
  let description = [{
    Example: `%c = plan.constant dense<[1.0, 2.0]> : tensor<2xf32>`
  }];
  let arguments = (ins ElementsAttr:$value);
  let assemblyFormat = "$value attr-dict";
}

def Plan_LaunchOp : Plan_Op<"launch", [HasParent<"EntryOp">,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Run a kernel";
  let description = [{
    `buffers` are those of the kernel's tensor arguments, then of its results;
    `extents` are the values of its symbols as maps of the entry's.

    Example: `plan.launch @add(%x, %y, %z) extents [affine_map<()[s0] -> (s0)>]`
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<Plan_BufferType>:$buffers,
                       AffineMapArrayAttr:$extents);
  let assemblyFormat =
      "$kernel `(` $buffers `)` `extents` $extents attr-dict";
}

def Plan_BarrierOp : Plan_Op<"barrier", [HasParent<"EntryOp">]> {
  let summary = "All that was launched before is finished and visible after";
  let description = [{
    Example: `plan.barrier`
  }];
  let assemblyFormat = "attr-dict";
}

def Plan_CopyOp : Plan_Op<"copy", [HasParent<"EntryOp">]> {
  let summary = "Copy bytes";
  let description = [{
    Copies `size` bytes from the start of `source` to the start of `target`.

    Example: `plan.copy %x to %y size affine_map<()[s0] -> (s0 * 16)>`
  }];
  let arguments = (ins Plan_BufferType:$source, Plan_BufferType:$target,
                       AffineMapAttr:$size);
  let assemblyFormat = "$source `to` $target `size` $size attr-dict";
}

#endif // OAML_DIALECT_PLAN_IR_PLANOPS_TD
