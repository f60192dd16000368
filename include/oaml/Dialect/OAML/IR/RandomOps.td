//===- RandomOps.td - Random numbers and initial values ----*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_RANDOMOPS_TD
#define OAML_DIALECT_OAML_IR_RANDOMOPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"

def OAML_ResolveSeedOp
    : OAML_CoreOp<"resolve_seed", "Elementwise", [OAML_Detached]> {
  let summary = "The seed of one op in one run";
  let description = [{
    `seed`, or where it is 0 a number made of `run_seed` (rank 0) and the op's
    unique `salt` (never 0). Import puts one before each random op, so that
    forward, backward and recomputation draw the same numbers.

    That number is MurmurHash3's finalizer over both, in 32-bit arithmetic that
    wraps, with logical shifts:

    ```
    h = run_seed xor (salt * 0x9E3779B9)
    h = h xor (h >> 16);  h = h * 0x85EBCA6B
    h = h xor (h >> 13);  h = h * 0xC2B2AE35
    h = h xor (h >> 16);  1 where h is 0
    ```

    Example:

    ```mlir
    %s = oaml.resolve_seed %seed, %run {salt = 3}
        : (tensor<i32>, tensor<i32>) -> tensor<i32>
    ```
  }];
  let arguments = (ins OAML_I32Tensor:$seed, OAML_I32Tensor:$run_seed,
                       I64Attr:$salt);
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat = [{
    $seed `,` $run_seed attr-dict `:` functional-type(operands, results)
  }];
}

def OAML_PhiloxUniformOp : OAML_CoreOp<"philox_uniform", "Generator",
    [AttrSizedOperandSegments, OAML_Detached, RandomOpInterface]> {
  let summary = "Uniform numbers by Philox4x32-10";
  let description = [{
    Element `i` is word `i mod 4` of counter `(i div 4, 0, 0, 0)` under the key
    `(seed, 0x12345678)`, rounded to f32, times 2^-32, then `u (high - low) + low`
    with the product rounded before the sum. `seed` is an attribute or an i32
    operand; 0 stands for a seed drawn anew in each run.

    Example:

    ```mlir
    %u = oaml.philox_uniform [4, 3] seed(%s) {low = 0.0, high = 1.0}
        : (tensor<i32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamic_shape,
      Optional<OAML_ScalarTensor>:$low_value,
      Optional<OAML_ScalarTensor>:$high_value,
      Optional<OAML_ScalarTensor>:$seed_value,
      DenseI64ArrayAttr:$shape, OptionalAttr<F64Attr>:$low,
      OptionalAttr<F64Attr>:$high, OptionalAttr<I64Attr>:$seed);
  let scalars = ["Low", "High", "Seed"];
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($dynamic_shape, $shape)
    (`low` `(` $low_value^ `)`)? (`high` `(` $high_value^ `)`)?
    (`seed` `(` $seed_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def OAML_RandXavierOp : OAML_CompositeOp<"rand_xavier",
    [AttrSizedOperandSegments, OAML_Detached, RandomOpInterface]> {
  let summary = "Uniform initial values with bound sqrt(1/in)";
  let description = [{
    Uniform in `[-bound, bound)`; without `bound` it is `sqrt(1/in)` for a shape
    `[out, in]`, 0.1 for other ranks.

    Example:

    ```mlir
    %w = oaml.rand_xavier [128, 64] {seed = 7} : () -> tensor<128x64xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamic_shape,
      Optional<OAML_ScalarTensor>:$seed_value,
      DenseI64ArrayAttr:$shape, OptionalAttr<I64Attr>:$seed,
      OptionalAttr<F64Attr>:$bound);
  let scalars = ["Seed"];
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($dynamic_shape, $shape)
    (`seed` `(` $seed_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // OAML_DIALECT_OAML_IR_RANDOMOPS_TD
