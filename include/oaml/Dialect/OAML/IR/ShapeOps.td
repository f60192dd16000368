//===- ShapeOps.td - Shapes and movement -------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_SHAPEOPS_TD
#define OAML_DIALECT_OAML_IR_SHAPEOPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"
include "mlir/Interfaces/ShapedOpInterfaces.td"

def OAML_ConstantOp : OAML_CoreOp<"constant", "Generator",
    [ConstantLike, OAML_Detached]> {
  let summary = "A tensor known at compile time";
  let description = [{
    `result = value`. Large values are `dense_resource` and end up in the
    artifact's constant segment.

    Example:

    ```mlir
    %c = oaml.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def OAML_DimOp : Op<OAML_Dialect, "dim", [Pure,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<ShapedDimOpInterface>]> {
  let summary = "Extent of a tensor's axis";
  let description = [{
    The extent of `x` along `axis`, for ops that take a shape.

    Example:

    ```mlir
    %b = oaml.dim %x {axis = 0} : tensor<?x64xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, I64Attr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_FromIndexOp
    : OAML_CoreOp<"from_index", "Generator", [OAML_Detached]> {
  let summary = "An extent as a tensor";
  let description = [{
    `result = index`, as an i32 of rank 0: how arithmetic on elements comes to
    know an extent, for example the number of rows of a mean. Extents fit i32.

    Example:

    ```mlir
    %n = oaml.from_index %b : (index) -> tensor<i32>
    ```
  }];
  let arguments = (ins Index:$index);
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat =
      "$index attr-dict `:` functional-type(operands, results)";
  let shapeRule = [{
    results.push_back({{}, IntegerType::get(context.getContext(), 32)});
    return success();
  }];
  let hasFolder = 1;
}

def OAML_BroadcastToOp : OAML_CoreOp<"broadcast_to", "Elementwise",
    [OAML_Differentiable]> {
  let summary = "Repeat along axes of extent 1";
  let description = [{
    `x` repeated to `shape`, aligned at the right: each extent of `x` equals
    that of `shape` or is 1. Extents of `shape` that are only known at run time
    are index operands. The gradient is summed back.

    Example:

    ```mlir
    %y = oaml.broadcast_to %x to [%b, 3] : (tensor<3xf32>, index) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, Variadic<Index>:$dynamic_shape,
                       DenseI64ArrayAttr:$shape);
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat = [{
    $x `to` custom<DynamicIndexList>($dynamic_shape, $shape) attr-dict `:`
    functional-type(operands, results)
  }];
  let adjoint = [{ return b.sumToOperands({g}); }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_ReshapeOp : OAML_CoreOp<"reshape", "Reshape", [OAML_Differentiable]> {
  let summary = "The same elements in another shape";
  let description = [{
    Row-major order stays. One extent of `shape` may be -1: it is inferred.
    Extents only known at run time are index operands. Rejected: differing
    element counts, two -1.

    Example:

    ```mlir
    %y = oaml.reshape %x to [-1] : (tensor<4x3xf32>) -> tensor<12xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, Variadic<Index>:$dynamic_shape,
                       DenseI64ArrayAttr:$shape);
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat = [{
    $x `to` custom<DynamicIndexList>($dynamic_shape, $shape) attr-dict `:`
    functional-type(operands, results)
  }];
  let adjoint = [{ return {b.reshapeLike(g, b(getX()))}; }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_TransposeOp
    : OAML_CoreOp<"transpose", "Movement", [OAML_Differentiable]> {
  let summary = "Two axes swapped";
  let description = [{
    `result` is `x` with axes `axis0` and `axis1` swapped. Rejected: an axis
    outside 0 … rank-1.

    Example:

    ```mlir
    %y = oaml.transpose %x {axis0 = 0, axis1 = 1}
        : (tensor<4x3xf32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, I64Attr:$axis0, I64Attr:$axis1);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let adjoint = [{ return {b.transpose(g, getAxis0(), getAxis1())}; }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_SliceOp : OAML_CoreOp<"slice", "Movement",
    [AttrSizedOperandSegments, OAML_Differentiable]> {
  let summary = "A range of positions along one axis";
  let description = [{
    Positions `start … end-1` along `axis`. A bound that is only known at run
    time is `ShapedType::kDynamic` in its attribute and an index operand.
    Rejected: not `0 <= start < end <= extent`. The gradient is placed into zeros.

    Example:

    ```mlir
    %y = oaml.slice %x {axis = 1, start = 0, end = 2}
        : (tensor<4x3xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, Optional<Index>:$dynamic_start,
                       Optional<Index>:$dynamic_end, I64Attr:$axis,
                       I64Attr:$start, I64Attr:$end);
  let opDeclarations = [{
    /// The bounds: attributes, or values where only known at run time.
    ::mlir::OpFoldResult getMixedStart();
    ::mlir::OpFoldResult getMixedEnd();
  }];
  let opDefinitions = [{
    ::mlir::OpFoldResult $cppClass::getMixedStart() {
      if (::mlir::Value start = getDynamicStart())
        return start;
      return getStartAttr();
    }
    ::mlir::OpFoldResult $cppClass::getMixedEnd() {
      if (::mlir::Value end = getDynamicEnd())
        return end;
      return getEndAttr();
    }
  }];
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat = [{
    $x (`start` `(` $dynamic_start^ `)`)? (`end` `(` $dynamic_end^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_PadOp : OAML_CoreOp<"pad", "Movement",
    [AttrSizedOperandSegments, OAML_Differentiable]> {
  let summary = "A tensor placed into a larger one of one value";
  let description = [{
    `low[d]` elements of `value` before axis `d`, `high[d]` after it. Amounts
    only known at run time are index operands; a negative one is rejected. The
    gradient is the matching part.

    Example:

    ```mlir
    %y = oaml.pad %x low [0, 1] high [0, %n] {value = 0.0}
        : (tensor<4x3xf32>, index) -> tensor<4x?xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, Variadic<Index>:$dynamic_low,
                       Variadic<Index>:$dynamic_high,
                       DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high,
                       DefaultValuedAttr<F64Attr, "0.0">:$value);
  let opDeclarations = [{
    /// The amounts: attributes, or values where only known at run time.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLow();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedHigh();
  }];
  let opDefinitions = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> $cppClass::getMixedLow() {
      return ::mlir::getMixedValues(getLow(), getDynamicLow(), getContext());
    }
    ::llvm::SmallVector<::mlir::OpFoldResult> $cppClass::getMixedHigh() {
      return ::mlir::getMixedValues(getHigh(), getDynamicHigh(), getContext());
    }
  }];
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat = [{
    $x `low` custom<DynamicIndexList>($dynamic_low, $low)
    `high` custom<DynamicIndexList>($dynamic_high, $high) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def OAML_IotaOp : OAML_CoreOp<"iota", "Generator", [OAML_Detached]> {
  let summary = "Positions along an axis";
  let description = [{
    `result[i0, …] = i_axis`, as i32.

    Example:

    ```mlir
    %i = oaml.iota [%b, 10] {axis = 1} : (index) -> tensor<?x10xi32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamic_shape,
                       DenseI64ArrayAttr:$shape, I64Attr:$axis);
  let opDeclarations = mixedShapeDeclaration;
  let opDefinitions = mixedShapeDefinition;
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat = [{
    custom<DynamicIndexList>($dynamic_shape, $shape) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasCanonicalizer = 1;
}

def OAML_DetachOp : OAML_CoreOp<"detach", "Elementwise", [OAML_Detached]> {
  let summary = "The same values, through which no gradient flows";
  let description = [{
    `result = input`, without an edge for differentiation.

    Example:

    ```mlir
    %y = oaml.detach %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$input);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
  let shapeRule = [{
    return inferUnary(context, adaptor.getInput(), results);
  }];
  let hasFolder = 1;
}

def OAML_ConcatOp : OAML_CoreOp<"concat", "Movement", [OAML_Differentiable]> {
  let summary = "Tensors side by side along an axis";
  let description = [{
    The `parts` one after another along `axis`; they may be empty along it.
    Rejected: no part, an axis outside 0 … rank-1, differing element types, ranks or
    other extents. Gradient: the matching slices.

    Example:

    ```mlir
    %y = oaml.concat %a, %b {axis = 1}
        : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x5xf32>
    ```
  }];
  let arguments = (ins Variadic<OAML_Tensor>:$parts, I64Attr:$axis);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$parts attr-dict `:` functional-type(operands, results)";
}

def OAML_SplitOp : OAML_CompositeOp<"split", [OAML_Differentiable]> {
  let summary = "Consecutive slices along an axis";
  let description = [{
    One result per entry of `sizes`. Rejected: an axis outside 0 … rank-1, no
    elements, no size, a size below 1, a total other than the extent. Gradient: joined.

    Example:

    ```mlir
    %a, %b = oaml.split %x {sizes = array<i64: 3, 2>, axis = 1}
        : (tensor<4x5xf32>) -> (tensor<4x3xf32>, tensor<4x2xf32>)
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, DenseI64ArrayAttr:$sizes, I64Attr:$axis);
  let results = (outs Variadic<OAML_Tensor>:$parts);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
}

def OAML_RepeatInterleaveOp : OAML_CompositeOp<"repeat_interleave"> {
  let summary = "Each position several times in a row";
  let description = [{
    Each position along `axis` `repeats` times in a row. Rejected: `repeats < 1`, an
    axis outside 0 … rank-1, no elements. The gradient sums each run.

    Example:

    ```mlir
    %y = oaml.repeat_interleave %x {repeats = 2, axis = 1}
        : (tensor<4x3xf32>) -> tensor<4x6xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, I64Attr:$repeats, I64Attr:$axis);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
}

def OAML_CausalMaskOp : OAML_CompositeOp<"causal_mask"> {
  let summary = "-1e9 after the diagonal";
  let description = [{
    `scores` is `[..., Q, K]`: elements at `k > q` become -1e9, the others stay.
    Without `scores`, the mask of zeros of f32 `[size, size]`. Rejected: rank below
    2, no elements, both forms at once, `size < 1`. Masked elements have no gradient.

    Example:

    ```mlir
    %y = oaml.causal_mask %s : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    ```
  }];
  let arguments = (ins Optional<OAML_FloatTensor>:$scores,
                       OptionalAttr<I64Attr>:$size);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "($scores^)? attr-dict `:` functional-type(operands, results)";
}

#endif // OAML_DIALECT_OAML_IR_SHAPEOPS_TD
