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

def OAML_PhiloxNormalOp : OAML_CoreOp<"philox_normal", "Generator",
    [AttrSizedOperandSegments, OAML_Detached, RandomOpInterface]> {
  let summary = "Normal numbers by Philox4x32-10";
  let description = [{
    Elements `2j` and `2j + 1` come from words 0 and 1 of counter `(j, 0, 0, 0)`
    under the key `(seed, 0x87654321)`, made `u1` and `u2` as in
    `oaml.philox_uniform`: `sqrt(-2 ln(u1 + 1e-10))` times `cos(2 pi u2)` and
    `sin(2 pi u2)`, then times `deviation` plus `mean`. `seed` as there.

    Example:

    ```mlir
    %z = oaml.philox_normal [4, 3] seed(%s) {mean = 0.0, deviation = 1.0}
        : (tensor<i32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamic_shape,
      Optional<OAML_ScalarTensor>:$mean_value,
      Optional<OAML_ScalarTensor>:$deviation_value,
      Optional<OAML_ScalarTensor>:$seed_value,
      DenseI64ArrayAttr:$shape, OptionalAttr<F64Attr>:$mean,
      OptionalAttr<F64Attr>:$deviation, OptionalAttr<I64Attr>:$seed);
  let scalars = ["Mean", "Deviation", "Seed"];
  let opDeclarations = mixedShapeDeclaration # [{
    double getOpsPerElement() { return 150.0; }
  }];
  let opDefinitions = mixedShapeDefinition;
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($dynamic_shape, $shape)
    (`mean` `(` $mean_value^ `)`)? (`deviation` `(` $deviation_value^ `)`)?
    (`seed` `(` $seed_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

/// Initial values of a shape.
class OAML_InitialValuesOp<string mnemonic> : OAML_CompositeOp<mnemonic,
    [AttrSizedOperandSegments, OAML_Detached, RandomOpInterface]> {
  let arguments = (ins Variadic<Index>:$dynamic_shape,
      Optional<OAML_ScalarTensor>:$seed_value,
      DenseI64ArrayAttr:$shape, OptionalAttr<I64Attr>:$seed);
  let scalars = ["Seed"];
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let shapeRule = [{
    return inferRandom(context, adaptor.getShape(), adaptor.getDynamicShape(),
                       results);
  }];
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($dynamic_shape, $shape)
    (`seed` `(` $seed_value^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

/// Uniform initial values whose bound an attribute may give.
class OAML_BoundedInitialValuesOp<string mnemonic>
    : OAML_InitialValuesOp<mnemonic> {
  let arguments = (ins Variadic<Index>:$dynamic_shape,
      Optional<OAML_ScalarTensor>:$seed_value,
      DenseI64ArrayAttr:$shape, OptionalAttr<I64Attr>:$seed,
      OptionalAttr<F64Attr>:$bound);
}

def OAML_RandOp : OAML_InitialValuesOp<"rand"> {
  let summary = "Uniform numbers in [0, 1)";
  let description = [{
    `oaml.philox_uniform` from 0 to 1.

    Example:

    ```mlir
    %w = oaml.rand [128, 64] {seed = 7} : () -> tensor<128x64xf32>
    ```
  }];
}

def OAML_RandNOp : OAML_InitialValuesOp<"rand_n"> {
  let summary = "Normal initial values with deviation sqrt(2/in)";
  let description = [{
    `oaml.philox_normal` with mean 0 and deviation `sqrt(2/in)` for a shape
    `[out, in]`, 0.02 for other ranks.

    Example:

    ```mlir
    %w = oaml.rand_n [128, 64] {seed = 7} : () -> tensor<128x64xf32>
    ```
  }];
}

def OAML_RandXavierOp : OAML_BoundedInitialValuesOp<"rand_xavier"> {
  let summary = "Uniform initial values with bound sqrt(1/in)";
  let description = [{
    Uniform in `[-bound, bound)`; without `bound` it is `sqrt(1/in)` for a shape
    `[out, in]`, 0.1 for other ranks.

    Example:

    ```mlir
    %w = oaml.rand_xavier [128, 64] {seed = 7} : () -> tensor<128x64xf32>
    ```
  }];
}

def OAML_RandGlorotUniformOp
    : OAML_BoundedInitialValuesOp<"rand_glorot_uniform"> {
  let summary = "Uniform initial values with bound sqrt(6/(in + out))";
  let description = [{
    Uniform in `[-bound, bound)`; without `bound` it is `sqrt(6/(in + out))` for
    a shape `[out, in]`, 0.1 for other ranks.

    Example:

    ```mlir
    %w = oaml.rand_glorot_uniform [128, 64] {seed = 7} : () -> tensor<128x64xf32>
    ```
  }];
}

def OAML_RandKaimingUniformOp
    : OAML_BoundedInitialValuesOp<"rand_kaiming_uniform"> {
  let summary = "Uniform initial values with bound sqrt(6/in)";
  let description = [{
    Uniform in `[-bound, bound)`; without `bound` it is `sqrt(6/in)` for a shape
    `[out, in]`, 0.1 for other ranks.

    Example:

    ```mlir
    %w = oaml.rand_kaiming_uniform [128, 64] {seed = 7} : () -> tensor<128x64xf32>
    ```
  }];
}

def OAML_DropoutOp : OAML_CompositeOp<"dropout",
    [AttrSizedOperandSegments, RandomOpInterface]> {
  let summary = "Elements kept by chance, scaled up";
  let description = [{
    `x [u >= probability] / (1 - probability)` with `u` the numbers of
    `oaml.philox_uniform` from 0 to 1 for the shape of `x`; forward and backward
    pass draw the same ones. `probability`, in `[0, 1)`, is an attribute or an
    operand; an operand outside its range makes the result NaN. `seed` as in
    `oaml.philox_uniform`. Rejected: rank 0, an empty extent.

    Example:

    ```mlir
    %y = oaml.dropout %x seed(%s) {probability = 0.1}
        : (tensor<4x3xf32>, tensor<i32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x,
      Optional<OAML_ScalarTensor>:$probability_value,
      Optional<OAML_ScalarTensor>:$seed_value,
      OptionalAttr<F64Attr>:$probability, OptionalAttr<I64Attr>:$seed);
  let scalars = ["Probability", "Seed"];
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $x (`probability` `(` $probability_value^ `)`)?
    (`seed` `(` $seed_value^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // OAML_DIALECT_OAML_IR_RANDOMOPS_TD
