//===- FusibleOpInterface.td - Kinds of access -------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_FUSIBLEOPINTERFACE_TD
#define OAML_INTERFACES_FUSIBLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def FusibleOpInterface : OpInterface<"FusibleOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{
    What kernel formation asks of an op. Composite ops are decomposed before
    kernels are formed, so core ops answer.
  }];
  let methods = [
    InterfaceMethod<[{
        The kind of access from result elements to operand elements.
      }], "::oaml::FusionKind", "getFusionKind">,
    InterfaceMethod<[{
        The axes of operand 0 that a reduction runs over; empty for other ops.
      }], "::llvm::SmallVector<int64_t>", "getReducedAxes", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">
  ];
}

#endif // OAML_INTERFACES_FUSIBLEOPINTERFACE_TD
