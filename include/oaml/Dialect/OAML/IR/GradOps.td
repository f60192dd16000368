//===- GradOps.td - Requests for gradients -----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_GRADOPS_TD
#define OAML_DIALECT_OAML_IR_GRADOPS_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"
include "mlir/IR/SymbolInterfaces.td"

/// A request for derivatives of a function. The differentiate phase expands it.
class OAML_GradientOp<string mnemonic>
    : Op<OAML_Dialect, mnemonic, [Pure,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>]>;

defvar gradientText = [{

    The function's first result is differentiated and has exactly one element;
    the others are auxiliary. `wrt` numbers the arguments, rising or not, to which
    derivatives are wanted; they are float tensors. Requests may occur inside the
    function: they are expanded innermost first. Recursion is rejected.
}];

def OAML_GradOp : OAML_GradientOp<"grad"> {
  let summary = "Gradient of a function";
  let description = !strconcat([{
    Results: one gradient per entry of `wrt`, of its argument's type.
  }], gradientText, [{

    Example:

    ```mlir
    %gw = oaml.grad @loss(%w, %x) {wrt = array<i64: 0>}
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }]);
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<OAML_Tensor>:$arguments,
                       DenseI64ArrayAttr:$wrt);
  let results = (outs Variadic<OAML_Tensor>:$gradients);
  let assemblyFormat = [{
    $callee `(` $arguments `)` attr-dict `:`
    functional-type($arguments, $gradients)
  }];
}

def OAML_ValueAndGradOp : OAML_GradientOp<"value_and_grad"> {
  let summary = "Results and gradient of a function";
  let description = !strconcat([{
    Results: all results of the function, then one gradient per entry of `wrt`.
  }], gradientText, [{

    Example:

    ```mlir
    %l, %gw = oaml.value_and_grad @loss(%w, %x) {wrt = array<i64: 0>}
        : (tensor<4xf32>, tensor<4xf32>) -> (tensor<1xf32>, tensor<4xf32>)
    ```
  }]);
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<OAML_Tensor>:$arguments,
                       DenseI64ArrayAttr:$wrt);
  let results = (outs Variadic<OAML_Tensor>:$outputs);
  let assemblyFormat = [{
    $callee `(` $arguments `)` attr-dict `:`
    functional-type($arguments, $outputs)
  }];
}

def OAML_VjpOp : Op<OAML_Dialect, "vjp", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Results of a function and its vector-Jacobian product";
  let description = [{
    `cotangents` has one tensor per result of the function, of its type. Results:
    all results of the function, then one cotangent per entry of `wrt`, of its
    argument's type.

    Example:

    ```mlir
    %y, %gx = oaml.vjp @f(%x) cotangents(%gy) {wrt = array<i64: 0>}
        : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<OAML_Tensor>:$arguments,
                       Variadic<OAML_Tensor>:$cotangents,
                       DenseI64ArrayAttr:$wrt);
  let results = (outs Variadic<OAML_Tensor>:$outputs);
  let assemblyFormat = [{
    $callee `(` $arguments `)` `cotangents` `(` $cotangents `)` attr-dict `:`
    functional-type(operands, $outputs)
  }];
}

#endif // OAML_DIALECT_OAML_IR_GRADOPS_TD
