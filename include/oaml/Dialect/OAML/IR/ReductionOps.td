//===- ReductionOps.td - Reductions, softmax, argmax -------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_REDUCTIONOPS_TD
#define OAML_DIALECT_OAML_IR_REDUCTIONOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

def OAML_ReduceOp
    : OAML_CoreOp<"reduce", "Reduction", [OAML_Differentiable]> {
  let summary = "Combine elements along axes, which stay with extent 1";
  let description = [{
    `kind` is `sum`, `max` or `max_number`. `axes` are distinct and rising; each
    stays in the result with extent 1. Floats are summed in f32 or wider. A NaN
    makes a sum and a maximum NaN; `max_number` ignores it, and is NaN or -inf
    where all elements are NaN. A sum over an empty axis is 0; a maximum is rejected.
    The adjoint of a maximum gives the whole gradient to every element equal to
    it.

    Example:

    ```mlir
    %y = oaml.reduce sum, %x {axes = array<i64: 1>}
        : (tensor<4x3xf32>) -> tensor<4x1xf32>
    ```
  }];
  let arguments = (ins OAML_ReductionKindAttr:$kind, OAML_NumericTensor:$x,
                       DenseI64ArrayAttr:$axes);
  let results = (outs OAML_NumericTensor:$result);
  let assemblyFormat = [{
    $kind `,` $x attr-dict `:` functional-type(operands, results)
  }];
  let opDeclarations = [{
    ::llvm::SmallVector<int64_t> getReducedAxes() {
      return ::llvm::SmallVector<int64_t>(getAxes());
    }
  }];
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

class OAML_AxisReductionOp<string mnemonic, bit allowEmpty = 0>
    : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$x, OptionalAttr<I64Attr>:$axis);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let shapeRule = !strconcat([{
    return inferAxisReduction(context, adaptor.getX(), adaptor.getAxis(),
                              results, /*allowEmpty=*/}],
                             !if(allowEmpty, "true", "false"), ");");
}

def OAML_SumOp : OAML_AxisReductionOp<"sum", /*allowEmpty=*/1> {
  let summary = "Sum along an axis or of all elements";
  let description = [{
    With `axis`: the axis stays with extent 1. Without: shape `[1]`; of rank 0
    the element itself.

    Example:

    ```mlir
    %y = oaml.sum %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xf32>
    ```
  }];
}

def OAML_MeanOp : OAML_AxisReductionOp<"mean"> {
  let summary = "Mean along an axis or of all elements";
  let description = [{
    The sum times `1/n`, `n` the number of elements summed. With `axis`: the axis
    stays with extent 1. Without: shape `[1]`. An empty mean is rejected.

    Example:

    ```mlir
    %y = oaml.mean %x : (tensor<4x3xf32>) -> tensor<1xf32>
    ```
  }];
}

def OAML_MaxOp : OAML_AxisReductionOp<"max"> {
  let summary = "Largest element along an axis or of all";
  let description = [{
    With `axis`: the axis stays with extent 1. Without: shape `[1]`. Every element
    equal to the maximum takes the whole gradient.

    Example:

    ```mlir
    %y = oaml.max %x : (tensor<4x3xf32>) -> tensor<1xf32>
    ```
  }];
}

def OAML_ArgmaxOp : OAML_CoreOp<"argmax", "Reduction", [OAML_Detached]> {
  let summary = "Position of the largest element";
  let description = [{
    The lowest position on ties; NaN never wins against a number, all NaN gives 0.
    With `axis`: positions along it, the axis stays with extent 1. Without: the
    flat position, shape `[1]`.

    Example:

    ```mlir
    %i = oaml.argmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x1xi32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, OptionalAttr<I64Attr>:$axis);
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let opDeclarations = [{
    ::llvm::SmallVector<int64_t> getReducedAxes() {
      if (::std::optional<uint64_t> axis = getAxis())
        return {static_cast<int64_t>(*axis)};
      return ::llvm::to_vector(
          ::llvm::seq<int64_t>(0, getX().getType().getRank()));
    }
  }];
  let shapeRule = [{
    if (failed(inferAxisReduction(context, adaptor.getX(), adaptor.getAxis(),
                                  results)))
      return failure();
    results[0].elementType = IntegerType::get(context.getContext(), 32);
    return success();
  }];
}

def OAML_SoftmaxOp : OAML_CompositeOp<"softmax", [OAML_Differentiable]> {
  let summary = "Exponentials along an axis, divided by their sum";
  let description = [{
    `e^(x-m) / sum e^(x-m)`, `m` the maximum along `axis`. A row of -inf only is
    NaN. Adjoint `y (g - sum g y)`.

    Example:

    ```mlir
    %y = oaml.softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, I64Attr:$axis);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let adjoint = [{
    TensorExpr weighted = b.reduce(ReductionKind::Sum, g * y, {int64_t(getAxis())});
    return {y * (g - weighted)};
  }];
}

def OAML_LogSoftmaxOp
    : OAML_CompositeOp<"log_softmax", [OAML_Differentiable]> {
  let summary = "Logarithm of the softmax along an axis";
  let description = [{
    `x - m - ln sum e^(x-m)`, `m` the maximum along `axis`. A row of -inf only is
    NaN. Adjoint `g - e^y sum g`.

    Example:

    ```mlir
    %y = oaml.log_softmax %x {axis = 1} : (tensor<4x3xf32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, I64Attr:$axis);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let adjoint = [{
    TensorExpr total = b.reduce(ReductionKind::Sum, g, {int64_t(getAxis())});
    return {g - b->exp(y) * total};
  }];
}

def OAML_TopKOp : OAML_CompositeOp<"top_k", [OAML_Detached]> {
  let summary = "The largest elements of each row and where they are";
  let description = [{
    `x` is `[E]` or `[T, E]`; `values` and `indices` (i32) have its shape with
    `min(k, E)` in place of `E`. Largest first, equal values by rising index, NaN
    after every number, by index; -inf is an ordinary value. Rejected: other ranks,
    no elements, `k < 1`. A dynamic `E` has to be at least `k`.

    An element's place is the number of elements before it, which takes `E^2`
    comparisons a row. Rows of more than 2 `C` elements, where
    `C = max(1024, 4 k)` as a power of 2, are first cut into chunks of `C`, whose
    `k` largest are the candidates.

    Example:

    ```mlir
    %v, %i = oaml.top_k %x {k = 2}
        : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    ```
  }];
  let arguments = (ins OAML_FloatTensor:$x, I64Attr:$k);
  let results = (outs OAML_FloatTensor:$values, OAML_I32Tensor:$indices);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
}

def OAML_TopKMaskOp : OAML_CompositeOp<"top_k_mask", [OAML_Detached]> {
  let summary = "1 at the listed columns, else 0";
  let description = [{
    `indices` is `[T, K]`, the result f32 `[T, num_experts]`: 1 in row `t` at the
    columns that row `t` of `indices` lists. Indices outside mark nothing.

    Example:

    ```mlir
    %m = oaml.top_k_mask %i {num_experts = 8} : (tensor<4x2xi32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins OAML_I32Tensor:$indices, I64Attr:$num_experts);
  let results = (outs OAML_F32Tensor:$result);
  let assemblyFormat =
      "$indices attr-dict `:` functional-type(operands, results)";
}

#endif // OAML_DIALECT_OAML_IR_REDUCTIONOPS_TD
