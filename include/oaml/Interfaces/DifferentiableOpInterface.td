//===- DifferentiableOpInterface.td - Adjoint rules --------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
#define OAML_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{
    The adjoint rule of an op: a pure function from operands, results and
    cotangents of results to cotangents of operands. Rules emit only ops that
    have rules themselves, so that gradients of gradients work. An op without
    this interface is differentiated through `decompose()` if it has one; else
    it must carry the trait `Detached`, or a gradient that reaches it is an error.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds the cotangents of all operands, in operand order, at `builder`'s
        insertion point. `cotangents` has an entry per result; a null entry is a
        structural zero (nothing flows in), and at least one is not null. A null
        entry of the returned list is a structural zero: nothing flows out.
        A returned value has the type of its operand.
      }], "::llvm::SmallVector<::mlir::Value>", "buildAdjoint",
      (ins "::oaml::TensorBuilder &":$builder,
           "::llvm::ArrayRef<::mlir::Value>":$cotangents)>,
    InterfaceMethod<[{
        Whether a cotangent can flow into operand number `operand`. Detached
        operands (targets, masks, seeds) and integers are not differentiable.
      }], "bool", "isDifferentiableOperand", (ins "unsigned":$operand),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        auto type = ::llvm::dyn_cast<::mlir::RankedTensorType>(
            $_op->getOperand(operand).getType());
        return type && ::llvm::isa<::mlir::FloatType>(type.getElementType());
      }]>
  ];
}

#endif // OAML_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
