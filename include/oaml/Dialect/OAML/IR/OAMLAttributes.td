//===- OAMLAttributes.td - Enums and attributes ------------*- tablegen -*-===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_OAMLATTRIBUTES_TD
#define OAML_DIALECT_OAML_IR_OAMLATTRIBUTES_TD

include "oaml/Dialect/OAML/IR/OAMLBase.td"

def OAML_Comparison : I32EnumAttr<"Comparison", "How two numbers are compared", [
    I32EnumAttrCase<"Equal", 0, "eq">, I32EnumAttrCase<"NotEqual", 1, "ne">,
    I32EnumAttrCase<"Less", 2, "lt">, I32EnumAttrCase<"LessEqual", 3, "le">,
    I32EnumAttrCase<"Greater", 4, "gt">,
    I32EnumAttrCase<"GreaterEqual", 5, "ge">]> {
  let cppNamespace = "::oaml";
  let genSpecializedAttr = 0;
}
def OAML_ComparisonAttr : EnumAttr<OAML_Dialect, OAML_Comparison, "comparison"> {
  let assemblyFormat = "$value";
}

def OAML_ReductionKind : I32EnumAttr<"ReductionKind",
    "How elements are combined", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Max", 1, "max">,
    // Ignores NaN, as argmax does; fewer operations than "max".
    I32EnumAttrCase<"MaxNumber", 2, "max_number">]> {
  let cppNamespace = "::oaml";
  let genSpecializedAttr = 0;
}
def OAML_ReductionKindAttr
    : EnumAttr<OAML_Dialect, OAML_ReductionKind, "reduction_kind"> {
  let assemblyFormat = "$value";
}

def OAML_ConvolutionTarget : I32EnumAttr<"ConvolutionTarget",
    "Which of the three tensors of a convolution is computed", [
    I32EnumAttrCase<"Output", 0, "output">,
    I32EnumAttrCase<"Input", 1, "input">,
    I32EnumAttrCase<"Weight", 2, "weight">]> {
  let cppNamespace = "::oaml";
  let genSpecializedAttr = 0;
}
def OAML_ConvolutionTargetAttr
    : EnumAttr<OAML_Dialect, OAML_ConvolutionTarget, "convolution_target"> {
  let assemblyFormat = "$value";
}

def OAML_ResampleMode : I32EnumAttr<"ResampleMode",
    "Which cells of a plane an element is made of", [
    I32EnumAttrCase<"Window", 0, "window">,
    I32EnumAttrCase<"Adaptive", 1, "adaptive">,
    I32EnumAttrCase<"Nearest", 2, "nearest">,
    I32EnumAttrCase<"Bilinear", 3, "bilinear">]> {
  let cppNamespace = "::oaml";
  let genSpecializedAttr = 0;
}
def OAML_ResampleModeAttr
    : EnumAttr<OAML_Dialect, OAML_ResampleMode, "resample_mode"> {
  let assemblyFormat = "$value";
}

def OAML_UpsampleMode : I32EnumAttr<"UpsampleMode", "How a plane is enlarged", [
    I32EnumAttrCase<"Nearest", 0, "nearest">,
    I32EnumAttrCase<"Bilinear", 1, "bilinear">]> {
  let cppNamespace = "::oaml";
  let genSpecializedAttr = 0;
}
def OAML_UpsampleModeAttr
    : EnumAttr<OAML_Dialect, OAML_UpsampleMode, "upsample_mode"> {
  let assemblyFormat = "$value";
}

#endif // OAML_DIALECT_OAML_IR_OAMLATTRIBUTES_TD
