//===- Passes.td - Lowering to linalg ----------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CONVERSION_OAMLTOLINALG_PASSES_TD
#define OAML_CONVERSION_OAMLTOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLinalg
    : InterfacePass<"oaml-lower-to-linalg", "::mlir::FunctionOpInterface"> {
  let summary = "Lower the oaml ops of a function to linalg on tensors";
  let description = [{
    Every core op is replaced by what its `lowerToLinalg` builds of linalg,
    tensor and arith ops, functions of one number by math ops; `oaml.dim` by
    `tensor.dim`; ui8 by i8, in the signature as well. Arithmetic that may be
    contracted to fused multiply-add carries `fastmath<contract>`. Other ops stay.

    The function has one block. An op without a lowering (composite ops are
    decomposed before) is an error; the function is then left as it was.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
      "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
      "::mlir::tensor::TensorDialect"];
}

#endif // OAML_CONVERSION_OAMLTOLINALG_PASSES_TD
