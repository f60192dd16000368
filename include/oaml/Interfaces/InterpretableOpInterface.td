//===- InterpretableOpInterface.td - Reference semantics ---*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_INTERPRETABLEOPINTERFACE_TD
#define OAML_INTERFACES_INTERPRETABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def InterpretableOpInterface : OpInterface<"InterpretableOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{
    What an op means, executed on the host by obvious code that shares nothing
    with lowering and uses no `decompose()`: the arbiter for all executors.
  }];
  let methods = [
    InterfaceMethod<[{
        Computes the results from `operands`, which have the op's types (dynamic
        extents filled in). Called by the interpreter in program order. Failure
        has been reported at the op.
      }], "::llvm::LogicalResult", "interpret",
      (ins "::oaml::InterpreterContext &":$context,
           "::llvm::ArrayRef<::oaml::HostTensor>":$operands,
           "::llvm::SmallVectorImpl<::oaml::HostTensor> &":$results)>
  ];
}

#endif // OAML_INTERFACES_INTERPRETABLEOPINTERFACE_TD
