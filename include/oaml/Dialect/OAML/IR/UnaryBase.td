//===- UnaryBase.td - Classes of ops on elements -----------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_UNARYBASE_TD
#define OAML_DIALECT_OAML_IR_UNARYBASE_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

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

class OAML_ActivationOp<string mnemonic>
    : OAML_CoreOp<mnemonic, "Elementwise", [OAML_Differentiable]> {
  let arguments = (ins OAML_FloatTensor:$input);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

class OAML_CompositeActivationOp<string mnemonic>
    : OAML_CompositeOp<mnemonic, [OAML_Differentiable]> {
  let arguments = (ins OAML_FloatTensor:$input);
  let results = (outs OAML_FloatTensor:$result);
  let assemblyFormat =
      "$input attr-dict `:` functional-type(operands, results)";
  let shapeRule = unaryShapeRule;
}

/// An op on the elements of `x` and one scalar, which may change from run to
/// run: attribute `name` or operand `name_value`.
class OAML_ScalarOp<string mnemonic, string name, string accessor, Type type,
                    list<Trait> traits = []>
    : OAML_Op<mnemonic, traits> {
  let arguments = !con((ins type:$x),
                       !dag(ins, [Optional<OAML_ScalarTensor>], [name # "_value"]),
                       !dag(ins, [OptionalAttr<F64Attr>], [name]));
  let scalars = [accessor];
  let assemblyFormat = "$x (`" # name # "` `(` $" # name # [{_value^ `)`)?
    attr-dict `:` functional-type(operands, results)}];
  let opDeclarations = [{
    ::llvm::LogicalResult verify();
  }];
  let opDefinitions = [{
    ::llvm::LogicalResult $cppClass::verify() {
      return ::oaml::verifyElementScalar(*this, "}] # name # [{", get}] #
    accessor # [{Scalar(), getX());
    }
  }];
  let shapeRule = unaryShapeRule;
}

#endif // OAML_DIALECT_OAML_IR_UNARYBASE_TD
