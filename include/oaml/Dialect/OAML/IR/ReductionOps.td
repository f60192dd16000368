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

#endif // OAML_DIALECT_OAML_IR_REDUCTIONOPS_TD
