//===- ElementwiseOps.td - Element-wise ops ----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_TD
#define OAML_DIALECT_OAML_IR_ELEMENTWISEOPS_TD

include "oaml/Dialect/OAML/IR/UnaryBase.td"

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

def OAML_AbsOp : OAML_UnaryOp<"abs"> {
  let summary = "Magnitude";
  let description = [{
    `result = |x|`; NaN gives NaN. The derivative is the sign of `x`, 0 at 0.

    Example:

    ```mlir
    %y = oaml.abs %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{
    TensorExpr x = b(getX()), zero = b.zeroLike(g);
    TensorExpr above = b->compare(Comparison::Greater, x, 0.0);
    TensorExpr below = b->compare(Comparison::Less, x, 0.0);
    return {b.select(above, g, b.select(below, -g, zero))};
  }];
}

def OAML_SinOp : OAML_UnaryOp<"sin"> {
  let summary = "Sine";
  let description = [{
    `result = sin x`, within 4 ulp for every finite `x`; NaN for infinities.

    Example:

    ```mlir
    %y = oaml.sin %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{
    return {g * b(CosOp::create(*b.operator->(), getX()))};
  }];
}

def OAML_CosOp : OAML_UnaryOp<"cos"> {
  let summary = "Cosine";
  let description = [{
    `result = cos x`, within 4 ulp for every finite `x`; NaN for infinities.

    Example:

    ```mlir
    %y = oaml.cos %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let adjoint = [{
    return {-(g * b(SinOp::create(*b.operator->(), getX())))};
  }];
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

class OAML_CompositeUnaryOp<string mnemonic, Type type>
    : OAML_CompositeOp<mnemonic> {
  let arguments = (ins type:$x);
  let results = (outs type:$result);
  let assemblyFormat =
      "$x attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

def OAML_ReciprocalOp : OAML_CompositeUnaryOp<"reciprocal", OAML_FloatTensor> {
  let summary = "1 / x";
  let description = [{
    `result = 1 / x`, IEEE: zeros give infinities.

    Example:

    ```mlir
    %y = oaml.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def OAML_CopyOp : OAML_CompositeUnaryOp<"copy", OAML_Tensor> {
  let summary = "The same values";
  let description = [{
    `result = x`, of every element type. Gradients pass.

    Example:

    ```mlir
    %y = oaml.copy %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// An element and a scalar
//===----------------------------------------------------------------------===//

class OAML_CompositeScalarOp<string mnemonic, string name, string accessor,
                             Type type, list<Trait> traits = []>
    : OAML_ScalarOp<mnemonic, name, accessor, type, !listconcat(traits, [
        DeclareOpInterfaceMethods<DecomposableOpInterface>])> {
  let results = (outs type:$result);
}

defvar scalarOperandText = [{

    The scalar is an attribute or, where it is only known at run time, an operand
    of one element, which takes no gradient. Floats are computed in f32; the
    scalar is rounded to that. Infinities and NaN go through the formula.
}];

def OAML_ScaleOp : OAML_CompositeScalarOp<"scale", "factor", "Factor",
    OAML_FloatTensor> {
  let summary = "x * factor";
  let description = !strconcat([{
    `result = x * factor`, element by element.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.scale %x factor(%s) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_AddScalarOp : OAML_CompositeScalarOp<"add_scalar", "value", "Value",
    OAML_NumericTensor> {
  let summary = "x + value";
  let description = !strconcat([{
    `result = x + value`, element by element. Integers wrap.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.add_scalar %x {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_SubScalarOp : OAML_CompositeScalarOp<"sub_scalar", "value", "Value",
    OAML_FloatTensor> {
  let summary = "x - value";
  let description = !strconcat([{
    `result = x - value`, element by element.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.sub_scalar %x {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_DivScalarOp : OAML_CompositeScalarOp<"div_scalar", "value", "Value",
    OAML_FloatTensor> {
  let summary = "x / value";
  let description = !strconcat([{
    `result = x / value`, IEEE: a zero gives infinity or NaN.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.div_scalar %x {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_ClampMinOp : OAML_CompositeScalarOp<"clamp_min", "minimum", "Minimum",
    OAML_FloatTensor,
    [OAML_PartlyDifferentiable]> {
  let summary = "The larger of x and a bound";
  let description = !strconcat([{
    `result = x` where `x > minimum`, else `minimum`; NaN stays. The derivative is 1
    where `x > minimum`, else 0.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.clamp_min %x {minimum = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_ClampMaxOp : OAML_CompositeScalarOp<"clamp_max", "maximum", "Maximum",
    OAML_FloatTensor,
    [OAML_PartlyDifferentiable]> {
  let summary = "The smaller of x and a bound";
  let description = !strconcat([{
    `result = x` where `x < maximum`, else `maximum`; NaN stays. The derivative is 1
    where `x < maximum`, else 0.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.clamp_max %x {maximum = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_PowOp : OAML_ScalarOp<"pow", "exponent", "Exponent", OAML_FloatTensor,
    [OAML_PartlyDifferentiable, DeclareOpInterfaceMethods<FusibleOpInterface>,
     DeclareOpInterfaceMethods<LinalgLowerableOpInterface>]> {
  let summary = "x to the power of a scalar";
  let description = !strconcat([{
    `result = x^exponent` as C's `powf` has it, within 4 ulp: 1 for the exponent 0,
    NaN for negative `x` and an exponent that is no integer. The derivative is
    `exponent x^(exponent-1)`, 0 for the exponent 0.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.pow %x {exponent = 3.0} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
  let results = (outs OAML_FloatTensor:$result);
  let fusionKind = "Elementwise";
}

class OAML_MaskOp<string mnemonic, Type type>
    : OAML_ScalarOp<mnemonic, "value", "Value", type,
        [OAML_Detached, DeclareOpInterfaceMethods<DecomposableOpInterface>]> {
  let results = (outs OAML_FloatTensor:$result);
  let shapeRule = [{
    return inferMask(context, adaptor.getX(), results);
  }];
}

def OAML_EqualOp : OAML_MaskOp<"equal", OAML_NumericTensor> {
  let summary = "1 where x equals a value, else 0";
  let description = !strconcat([{
    `result = 1` where `x = value`, else 0, in the type of `x`, in f32 for integers. A
    NaN equals nothing.
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.equal %x {value = 3.0} : (tensor<4xi32>) -> tensor<4xf32>
    ```
  }]);
}

def OAML_GreaterEqualOp : OAML_MaskOp<"greater_equal", OAML_FloatTensor> {
  let summary = "1 where x is at least a value, else 0";
  let description = !strconcat([{
    `result = 1` where `x >= value`, else 0 (also for NaN).
  }], scalarOperandText, [{

    Example:

    ```mlir
    %y = oaml.greater_equal %x {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
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
