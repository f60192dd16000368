//===- LowerableOpInterface.td - Lowering ------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_LOWERABLEOPINTERFACE_TD
#define OAML_INTERFACES_LOWERABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def LinalgLowerableOpInterface : OpInterface<"LinalgLowerableOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{ A core op: it has a lowering of its own to linalg. }];
  let methods = [
    InterfaceMethod<[{
        Builds the op's results from `operands`, tensors with signless element
        types (ui8 has become i8), by ops of linalg, tensor, arith and math at
        `builder`'s insertion point. Called for ops inside a kernel.
      }], "::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>",
      "lowerToLinalg",
      (ins "::mlir::ImplicitLocOpBuilder &":$builder,
           "::mlir::ValueRange":$operands)>
  ];
}

def DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{
    A composite op: its meaning in terms of other ops of the dialect. Lowering,
    adjoint and second order follow from it.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds values equal to the op's results, of the same types, at
        `builder`'s insertion point. The op itself stays.
      }], "::llvm::SmallVector<::mlir::Value>", "decompose",
      (ins "::oaml::TensorBuilder &":$builder)>
  ];
}

#endif // OAML_INTERFACES_LOWERABLEOPINTERFACE_TD
