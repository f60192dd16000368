//===- RandomOpInterface.td - Random ops -------------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_RANDOMOPINTERFACE_TD
#define OAML_INTERFACES_RANDOMOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def RandomOpInterface : OpInterface<"RandomOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{
    An op with a `seed`, an attribute or the operand `seed_value`. 0 stands for a
    number that each run draws anew; the methods are those of the op's record.
  }];
  let methods = [
    InterfaceMethod<"The seed as an attribute, or null.",
                    "::mlir::IntegerAttr", "getSeedAttr">,
    InterfaceMethod<"Removes the attribute.", "::mlir::Attribute",
                    "removeSeedAttr">,
    InterfaceMethod<"The seed as an operand, or null.",
                    "::mlir::Value", "getSeedValue">,
    InterfaceMethod<"For setting the operand.", "::mlir::MutableOperandRange",
                    "getSeedValueMutable">
  ];
}

#endif // OAML_INTERFACES_RANDOMOPINTERFACE_TD
