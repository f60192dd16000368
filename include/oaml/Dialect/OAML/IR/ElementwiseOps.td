//===- ElementwiseOps.td - Element-wise ops ----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_TD
#define OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

//===----------------------------------------------------------------------===//
// Arithmetic, with broadcasting
//===----------------------------------------------------------------------===//

class OAML_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : OAML_CoreOp<mnemonic, "Elementwise",
                  !listconcat(traits, [OAML_Differentiable])> {
  let arguments = (ins type:$left, type:$right);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $left `,` $right attr-dict `:` functional-type(operands, results)
  }];
  let shapeRule = [{
    return inferBinary(context, adaptor.getLeft(), adaptor.getRight(), results);
  }];
}

defvar broadcastText = [{

    The operands broadcast: shapes are aligned at the right, extents are equal
    or 1; a dynamic extent broadcasts never. The adjoint of a broadcast operand
    is summed over the broadcast axes. Rejected: shapes that do not broadcast,
    differing element types. Integers wrap and have no gradient.
}];

def OAML_AddOp : OAML_BinaryOp<"add", OAML_NumericTensor, [Commutative]> {
  let summary = "left + right";
  let description = !strconcat([{
    `result = left + right`, element by element.
  }], broadcastText, [{

    Example:

    ```mlir
    %y = oaml.add %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }]);
  let adjoint = [{ return b.sumToOperands({g, g}); }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_SubOp : OAML_BinaryOp<"sub", OAML_NumericTensor> {
  let summary = "left - right";
  let description = !strconcat([{
    `result = left - right`, element by element.
  }], broadcastText, [{

    Example:

    ```mlir
    %y = oaml.sub %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
    ```
  }]);
  let adjoint = [{ return b.sumToOperands({g, -g}); }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_MulOp : OAML_BinaryOp<"mul", OAML_NumericTensor, [Commutative]> {
  let summary = "left * right";
  let description = !strconcat([{
    `result = left * right`, element by element.
  }], broadcastText, [{

    Example:

    ```mlir
    %y = oaml.mul %a, %b : (tensor<4x3xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
    ```
  }]);
  let adjoint = [{
    return b.sumToOperands({g * b(getRight()), g * b(getLeft())});
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_DivOp : OAML_BinaryOp<"div", OAML_FloatTensor> {
  let summary = "left / right";
  let description = !strconcat([{
    `result = left / right`, IEEE: a zero divisor gives infinity or NaN.
  }], broadcastText, [{

    Example:

    ```mlir
    %y = oaml.div %a, %b : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
    ```
  }]);
  let adjoint = [{
    TensorExpr d = g / b(getRight());
    return b.sumToOperands({d, -(d * y)});
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Functions of one operand
//===----------------------------------------------------------------------===//

defvar unaryShapeRule = [{
    return inferUnary(context, adaptor.getOperands()[0], results);
}];

class OAML_UnaryOp<string mnemonic, Type type = OAML_FloatTensor>
    : OAML_CoreOp<mnemonic, "Elementwise", [OAML_Differentiable]> {
  let arguments = (ins type:$x);
  let results = (outs type:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

def OAML_NegOp : OAML_UnaryOp<"neg"> {
  let summary = "-x";
  let description = [{
    `result = -x`, element by element; also of a NaN and of zero (sign flipped).

    Example:

    ```mlir
    %y = oaml.neg %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {-g}; }];
  let hasFolder = 1;
}

def OAML_ExpOp : OAML_UnaryOp<"exp"> {
  let summary = "Exponential function";
  let description = [{
    `result = e^x`, within 4 ulp; `exp(-inf) = 0`, `exp(inf) = inf`.

    Example:

    ```mlir
    %y = oaml.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g * y}; }];
  let hasFolder = 1;
}

def OAML_Expm1Op : OAML_UnaryOp<"expm1"> {
  let summary = "e^x - 1, accurate near 0";
  let description = [{
    `result = e^x - 1`, within 4 ulp also where `x` is small.

    Example:

    ```mlir
    %y = oaml.expm1 %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g * (y + 1.0)}; }];
  let hasFolder = 1;
}

def OAML_LogOp : OAML_UnaryOp<"log"> {
  let summary = "Natural logarithm";
  let description = [{
    `result = ln x`, within 4 ulp; `log(0) = -inf`, NaN for negative numbers.

    Example:

    ```mlir
    %y = oaml.log %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g / b(getX())}; }];
  let hasFolder = 1;
}

def OAML_Log1pOp : OAML_UnaryOp<"log1p"> {
  let summary = "ln(1 + x), accurate near 0";
  let description = [{
    `result = ln(1 + x)`, within 4 ulp also where `x` is small.

    Example:

    ```mlir
    %y = oaml.log1p %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g / (b(getX()) + 1.0)}; }];
  let hasFolder = 1;
}

def OAML_SqrtOp : OAML_UnaryOp<"sqrt"> {
  let summary = "Square root";
  let description = [{
    `result = x^(1/2)`; NaN for negative numbers. The derivative at 0 is infinite.

    Example:

    ```mlir
    %y = oaml.sqrt %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g / (y + y)}; }];
  let hasFolder = 1;
}

class OAML_ActivationOp<string mnemonic>
    : OAML_CoreOp<mnemonic, "Elementwise", [OAML_Differentiable]> {
  let arguments = (ins OAML_FloatTensor:$input);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

def OAML_SigmoidOp : OAML_ActivationOp<"sigmoid"> {
  let summary = "Logistic function";
  let description = [{
    `result = 1 / (1 + e^-x)`, within 4 ulp. Derivative `y (1 - y)`.

    Example:

    ```mlir
    %y = oaml.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g * (y - y * y)}; }];
  let hasFolder = 1;
}

def OAML_TanhOp : OAML_ActivationOp<"tanh"> {
  let summary = "Hyperbolic tangent";
  let description = [{
    `result = tanh x`, within 4 ulp. Derivative `1 - y^2`.

    Example:

    ```mlir
    %y = oaml.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{ return {g - g * (y * y)}; }];
  let hasFolder = 1;
}

class OAML_CompositeActivationOp<string mnemonic>
    : OAML_CompositeOp<mnemonic, [OAML_Differentiable]> {
  let arguments = (ins OAML_FloatTensor:$input);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

def OAML_ReluOp : OAML_CompositeActivationOp<"relu"> {
  let summary = "max(x, 0)";
  let description = [{
    `result = x` where `x > 0`, 0 where `x <= 0`, NaN where `x` is NaN. The
    derivative is 1 where `x > 0`, else 0.

    Example:

    ```mlir
    %y = oaml.relu %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  // From the result: it is there anyway as the operand of the next layer.
  let adjoint = [{
    TensorExpr flat = b->compare(Comparison::LessEqual, y, 0.0);
    return {b.select(flat, b.zeroLike(g), g)};
  }];
  let hasCanonicalizeMethod = 1;
}

def OAML_GeluOp : OAML_CompositeActivationOp<"gelu"> {
  let summary = "Gaussian error linear unit, tanh form";
  let description = [{
    `result = x/2 (1 + tanh(c (x + 0.044715 x^3)))` with `c = sqrt(2/pi)`.

    Example:

    ```mlir
    %y = oaml.gelu %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Comparison, selection, casts
//===----------------------------------------------------------------------===//

def OAML_CompareOp : OAML_CoreOp<"compare", "Elementwise", [OAML_Detached]> {
  let summary = "1 where a comparison holds, else 0";
  let description = [{
    `result = 1` where `left <comparison> right`, else 0. A NaN compares false,
    but true under `ne`. Operands broadcast as in `oaml.add` and have one
    element type; masks are i32, which every device stores.

    Example:

    ```mlir
    %m = oaml.compare gt, %a, %b : (tensor<4xf32>, tensor<f32>) -> tensor<4xi32>
    ```
  }];
  let arguments = (ins OAML_ComparisonAttr:$comparison, OAML_Tensor:$left,
                       OAML_Tensor:$right);
  let results = (outs OAML_I32Tensor:$result);
  let assemblyFormat = [{
    $comparison `,` $left `,` $right attr-dict `:`
    functional-type(operands, results)
  }];
  let shapeRule = [{
    if (failed(inferBinary(context, adaptor.getLeft(), adaptor.getRight(),
                           results)))
      return failure();
    results[0].elementType = IntegerType::get(context.getContext(), 32);
    return success();
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_SelectOp
    : OAML_CoreOp<"select", "Elementwise", [OAML_PartlyDifferentiable]> {
  let summary = "One of two values, chosen by a condition";
  let description = [{
    `result = on_true` where `condition` is not 0 (also NaN), else `on_false`.
    All three broadcast as in `oaml.add`. The value that is not chosen has no
    influence, not even as NaN, and gets the gradient 0. The condition is detached.

    Example:

    ```mlir
    %y = oaml.select %m, %a, %b
        : (tensor<4xi32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins OAML_Tensor:$condition, OAML_Tensor:$on_true,
                       OAML_Tensor:$on_false);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat = [{
    $condition `,` $on_true `,` $on_false attr-dict `:`
    functional-type(operands, results)
  }];
  let adjoint = [{
    TensorExpr zero = b.zeroLike(g), condition = b(getCondition());
    return b.sumToOperands(
        {TensorExpr(), b.select(condition, g, zero),
         b.select(condition, zero, g)});
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OAML_CastOp : OAML_CoreOp<"cast", "Elementwise", [OAML_Differentiable]> {
  let summary = "Nearest value in another element type";
  let description = [{
    Float to integer: toward zero, saturating, NaN to 0. Integer to float and
    wide to narrow float: nearest, ties to even. Integer to integer: the low
    bits. The gradient is cast back; none flows through integers.

    Example:

    ```mlir
    %y = oaml.cast %x {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
    ```
  }];
  let arguments = (ins OAML_Tensor:$x, TypeAttr:$dtype);
  let results = (outs OAML_Tensor:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

#endif // OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_TD
