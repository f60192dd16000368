//===- ShapeRuleOpInterface.td - Shape rules ---------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_SHAPERULEOPINTERFACE_TD
#define OAML_INTERFACES_SHAPERULEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def ShapeRuleOpInterface : OpInterface<"ShapeRuleOpInterface"> {
  let cppNamespace = "::oaml";
  let description = [{
    An op states its shape rule once, on symbolic extents. From the one rule
    follow type inference, verification, the extents of a whole program as
    expressions of its arguments' extents, and the checks that can only be
    made when arguments are bound.
  }];
  let methods = [
    InterfaceMethod<[{
        Computes the shapes and element types of the results from `context`'s
        shapes of the operands. Called by program-level shape analysis on ops
        that verify. Rules go through `context.require…`, which decides them,
        reports them, or records them for run time.
      }], "::llvm::LogicalResult", "inferSymbolicResults",
      (ins "::oaml::ShapeContext &":$context,
           "::llvm::SmallVectorImpl<::oaml::ResultShape> &":$results)>
  ];
}

#endif // OAML_INTERFACES_SHAPERULEOPINTERFACE_TD
