//===- RecurrentOps.td - Recurrent networks ----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_RECURRENTOPS_TD
#define OAML_DIALECT_OAML_IR_RECURRENTOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

//===----------------------------------------------------------------------===//
// The general recurrence
//===----------------------------------------------------------------------===//

def OAML_YieldOp : Op<OAML_Dialect, "yield",
    [Pure, Terminator, HasParent<"ScanOp">]> {
  let summary = "What one step of a scan computes";
  let description = [{
    The next value of each carried tensor, then one slice per further result of
    the `oaml.scan` around it.

    Example:

    ```mlir
    %y = oaml.scan carries(%h) slices(%x) {axis = 0}
        : (tensor<4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32> {
    ^bb0(%c: tensor<4xf32>, %s: tensor<4xf32>):
      %0 = oaml.add %c, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      oaml.yield %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<OAML_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def OAML_ScanOp : OAML_CoreOp<"scan", "Opaque",
    [AttrSizedOperandSegments, IsolatedFromAbove, OAML_Differentiable]> {
  let summary = "A recurrence along an axis";
  let description = [{
    Runs `body` once per position along `axis` of the `scanned` tensors, from the
    first to the last, with `reverse` from the last to the first. The body gets the
    carried tensors (`inits` before the first step), the slice of each scanned
    tensor at this position (without the axis) and the `captured` tensors, which
    stay. It yields the next carried tensors, of the same shapes, then slices of
    further results. Results: of each carried tensor its values after the steps,
    then the further ones; each stacked along `axis` at the step's position.

    Rejected: no scanned tensor, a rank that has no such axis, extents along it
    that differ or are 0, body arguments and yields of other types.

    The adjoint is a scan in the other direction whose body is the adjoint of this
    body; it computes the values of the body again from the stacked carried
    tensors. What a captured tensor gets from a matrix product or a sum in each
    step is one product or sum over all steps behind the scan.

    Example:

    ```mlir
    %y = oaml.scan carries(%h) slices(%x) captures(%w) {axis = 1}
        : (tensor<2x4xf32>, tensor<2x8x4xf32>, tensor<4xf32>)
        -> tensor<2x8x4xf32> {
    ^bb0(%c: tensor<2x4xf32>, %s: tensor<2x4xf32>, %v: tensor<4xf32>):
      %0 = oaml.mul %c, %v : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
      %1 = oaml.add %0, %s : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
      oaml.yield %1 : tensor<2x4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<OAML_Tensor>:$inits,
                       Variadic<OAML_Tensor>:$scanned,
                       Variadic<OAML_Tensor>:$captured, I64Attr:$axis,
                       UnitAttr:$reverse);
  let results = (outs Variadic<OAML_Tensor>:$stacked);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`carries` `(` $inits^ `)`)? (`slices` `(` $scanned^ `)`)?
    (`captures` `(` $captured^ `)`)? attr-dict `:`
    functional-type(operands, results) $body
  }];
  let opDeclarations = [{
    /// The operand that `argument` of the body stands for, or a slice of it.
    ::mlir::Value getSource(::mlir::BlockArgument argument) {
      return getOperand(argument.getArgNumber());
    }
    /// Whether `argument` of the body is a slice of a scanned tensor.
    bool isSlice(::mlir::BlockArgument argument) {
      unsigned first = getInits().size();
      return argument.getArgNumber() >= first &&
             argument.getArgNumber() < first + getScanned().size();
    }
    /// What a step yields.
    ::mlir::OperandRange getYielded() {
      return getBody().front().getTerminator()->getOperands();
    }
  }];
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Recurrent networks
//===----------------------------------------------------------------------===//

defvar gateText = [{

    The projection of the input is done before: `gates_i` holds `W_ih x + b_ih`.
    `bias_hh` may be left out. Rejected: shapes that do not fit, no elements.
}];

class OAML_CellOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$gates_i, OAML_FloatTensor:$hidden,
      OAML_FloatTensor:$weight_hh, Optional<OAML_FloatTensor>:$bias_hh);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $gates_i `,` $hidden `,` $weight_hh (`,` $bias_hh^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

class OAML_RecurrenceOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$gates_i, OAML_FloatTensor:$weight_hh,
      Optional<OAML_FloatTensor>:$bias_hh);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat = [{
    $gates_i `,` $weight_hh (`,` $bias_hh^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OAML_RnnCellOp : OAML_CellOp<"rnn_cell"> {
  let summary = "One update of an Elman network";
  let description = !strconcat([{
    `result = tanh(gates_i + hidden weight_hh^T + bias_hh)`: `gates_i`, `hidden` and
    the result are `[B, H]`, `weight_hh` `[H, H]`, `bias_hh` `[H]`.
  }], gateText, [{

    Example:

    ```mlir
    %y = oaml.rnn_cell %g, %h, %w, %b
        : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>, tensor<4xf32>)
        -> tensor<2x4xf32>
    ```
  }]);
}

def OAML_GruCellOp : OAML_CellOp<"gru_cell"> {
  let summary = "One update of a gated recurrent unit";
  let description = !strconcat([{
    With `a = hidden weight_hh^T + bias_hh` and the three blocks reset, update and
    candidate of `gates_i` and `a`, in this order:

    ```
    r = sigmoid(i_r + a_r),  u = sigmoid(i_u + a_u),  n = tanh(i_c + r a_c)
    result = (1 - u) n + u hidden
    ```

    `gates_i` is `[B, 3 H]`, `hidden` and the result `[B, H]`, `weight_hh`
    `[3 H, H]`, `bias_hh` `[3 H]`.
  }], gateText, [{

    Example:

    ```mlir
    %y = oaml.gru_cell %g, %h, %w
        : (tensor<2x12xf32>, tensor<2x4xf32>, tensor<12x4xf32>) -> tensor<2x4xf32>
    ```
  }]);
}

def OAML_RnnScanOp : OAML_RecurrenceOp<"rnn_scan"> {
  let summary = "An Elman network over sequences";
  let description = !strconcat([{
    `oaml.rnn_cell` for each position of `gates_i` `[B, S, H]` in turn, from zeros;
    the result `[B, S, H]` holds the hidden state after each.
  }], gateText, [{

    Example:

    ```mlir
    %y = oaml.rnn_scan %g, %w, %b
        : (tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<2x5x4xf32>
    ```
  }]);
}

def OAML_GruScanOp : OAML_RecurrenceOp<"gru_scan"> {
  let summary = "A gated recurrent unit over sequences";
  let description = !strconcat([{
    `oaml.gru_cell` for each position of `gates_i` `[B, S, 3 H]` in turn, from zeros;
    the result `[B, S, H]` holds the hidden state after each.
  }], gateText, [{

    Example:

    ```mlir
    %y = oaml.gru_scan %g, %w
        : (tensor<2x5x12xf32>, tensor<12x4xf32>) -> tensor<2x5x4xf32>
    ```
  }]);
}

class OAML_CellBackwardOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$output_gradient,
      OAML_FloatTensor:$gates_i, OAML_FloatTensor:$hidden,
      OAML_FloatTensor:$weight_hh, Optional<OAML_FloatTensor>:$bias_hh);
  let results = (outs OAML_FloatTensor:$d_gates_i, OAML_FloatTensor:$d_hidden,
      OAML_FloatTensor:$d_weight_hh, Optional<OAML_FloatTensor>:$d_bias_hh);
  let assemblyFormat = [{
    $output_gradient `,` $gates_i `,` $hidden `,` $weight_hh (`,` $bias_hh^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

class OAML_RecurrenceBackwardOp<string mnemonic> : OAML_CompositeOp<mnemonic> {
  let arguments = (ins OAML_FloatTensor:$output_gradient,
      OAML_FloatTensor:$gates_i, OAML_FloatTensor:$weight_hh,
      Optional<OAML_FloatTensor>:$bias_hh);
  let results = (outs OAML_FloatTensor:$d_gates_i,
      OAML_FloatTensor:$d_weight_hh, Optional<OAML_FloatTensor>:$d_bias_hh);
  let assemblyFormat = [{
    $output_gradient `,` $gates_i `,` $weight_hh (`,` $bias_hh^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

defvar recurrentBackwardText = [{
    The gradients of the operands, in their order, for that of the result. There is
    one of `bias_hh` if that is there. Rejected: shapes that do not fit.
}];

def OAML_RnnCellBackwardOp : OAML_CellBackwardOp<"rnn_cell_backward"> {
  let summary = "Gradients of rnn_cell";
  let description = !strconcat(recurrentBackwardText, [{

    Example:

    ```mlir
    %dg, %dh, %dw = oaml.rnn_cell_backward %dy, %g, %h, %w
        : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>)
        -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>)
    ```
  }]);
}

def OAML_RnnScanBackwardOp : OAML_RecurrenceBackwardOp<"rnn_scan_backward"> {
  let summary = "Gradients of rnn_scan";
  let description = !strconcat(recurrentBackwardText, [{

    Example:

    ```mlir
    %dg, %dw, %db = oaml.rnn_scan_backward %dy, %g, %w, %b
        : (tensor<2x5x4xf32>, tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>)
        -> (tensor<2x5x4xf32>, tensor<4x4xf32>, tensor<4xf32>)
    ```
  }]);
}

def OAML_GruCellBackwardOp : OAML_CellBackwardOp<"gru_cell_backward"> {
  let summary = "Gradients of gru_cell";
  let description = !strconcat(recurrentBackwardText, [{

    Example:

    ```mlir
    %dg, %dh, %dw = oaml.gru_cell_backward %dy, %g, %h, %w
        : (tensor<2x4xf32>, tensor<2x12xf32>, tensor<2x4xf32>, tensor<12x4xf32>)
        -> (tensor<2x12xf32>, tensor<2x4xf32>, tensor<12x4xf32>)
    ```
  }]);
}

def OAML_GruScanBackwardOp : OAML_RecurrenceBackwardOp<"gru_scan_backward"> {
  let summary = "Gradients of gru_scan";
  let description = !strconcat(recurrentBackwardText, [{

    Example:

    ```mlir
    %dg, %dw, %db = oaml.gru_scan_backward %dy, %g, %w, %b
        : (tensor<2x5x4xf32>, tensor<2x5x12xf32>, tensor<12x4xf32>, tensor<12xf32>)
        -> (tensor<2x5x12xf32>, tensor<12x4xf32>, tensor<12xf32>)
    ```
  }]);
}

#endif // OAML_DIALECT_OAML_IR_RECURRENTOPS_TD
