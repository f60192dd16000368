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

//===----------------------------------------------------------------------===//
// Configurations
//===----------------------------------------------------------------------===//

/// A float of double precision, written as such.
def OAML_DoubleParameter : APFloatParameter<"a number of double precision"> {
  let parser = [{[&]() -> ::mlir::FailureOr<::llvm::APFloat> {
    double value;
    if (failed($_parser.parseFloat(value)))
      return ::mlir::failure();
    return ::llvm::APFloat(value);
  }()}];
  let printer = "$_printer.printFloat($_self)";
}

/// A record of named values. `defaults`, such as "num_groups = 0", are those of
/// the record's class in other languages; in MLIR all values are written.
class OAML_RecordAttr<string name, list<string> fieldDefaults>
    : AttrDef<OAML_Dialect, name> {
  list<string> defaults = fieldDefaults;
}

def OAML_SsmConfigAttr : OAML_RecordAttr<"SsmConfig",
    ["num_groups = 0", "mimo_rank = 1", "has_z = true", "has_d = true",
     "has_output_norm = false"]> {
  let mnemonic = "ssm_config";
  let summary = "Geometry and optional paths of the Mamba-3 scans and steps";
  let description = [{
    `num_groups = 0` stands for one group per head. All extents are at least 1,
    `num_rope_angles` at least 0 and twice it at most `state_size`; `num_groups`
    divides `num_heads`.

    ```mlir
    #oaml.ssm_config<batch_size = 2, sequence_length = 16, num_heads = 4,
      num_groups = 2, head_dim = 8, state_size = 16, num_rope_angles = 4,
      mimo_rank = 1, has_z = true, has_d = true, has_output_norm = false>
    ```
  }];
  let parameters = (ins "int64_t":$batch_size, "int64_t":$sequence_length,
      "int64_t":$num_heads, "int64_t":$num_groups, "int64_t":$head_dim,
      "int64_t":$state_size, "int64_t":$num_rope_angles, "int64_t":$mimo_rank,
      "bool":$has_z, "bool":$has_d, "bool":$has_output_norm);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The number of groups: one per head where `num_groups` is 0.
    int64_t getGroups() const {
      return getNumGroups() ? getNumGroups() : getNumHeads();
    }
  }];
}

def OAML_Mamba3PreprocessConfigAttr
    : OAML_RecordAttr<"Mamba3PreprocessConfig",
    ["num_groups = 1", "mimo_rank = 1", "epsilon = 1.0e-5", "dt_min = 1.0e-3",
     "dt_max = 1.0e-1", "a_floor = 1.0e-4"]> {
  let mnemonic = "mamba3_preprocess_config";
  let summary = "Geometry and bounds of mamba3_preprocess";
  let description = [{
    All extents are at least 1, `num_rope_angles` at least 0 and twice it at most
    `state_size`; the numbers are finite and above 0, `dt_min` at most `dt_max`.

    ```mlir
    #oaml.mamba3_preprocess_config<inner_size = 32, state_size = 16,
      num_heads = 4, num_rope_angles = 4, num_groups = 1, mimo_rank = 1,
      epsilon = 1.0e-5, dt_min = 1.0e-3, dt_max = 1.0e-1, a_floor = 1.0e-4>
    ```
  }];
  let parameters = (ins "int64_t":$inner_size, "int64_t":$state_size,
      "int64_t":$num_heads, "int64_t":$num_rope_angles, "int64_t":$num_groups,
      "int64_t":$mimo_rank, OAML_DoubleParameter:$epsilon,
      OAML_DoubleParameter:$dt_min, OAML_DoubleParameter:$dt_max,
      OAML_DoubleParameter:$a_floor);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Width of the B slice of a packed row, and of the C slice.
    int64_t getBcWidth() const {
      return getNumGroups() * getMimoRank() * getStateSize();
    }
    /// Width of a packed row.
    int64_t getProjectedWidth() const {
      return 2 * getInnerSize() + 2 * getBcWidth() + 3 * getNumHeads() +
             getNumRopeAngles();
    }
  }];
}

#endif // OAML_DIALECT_OAML_IR_OAMLATTRIBUTES_TD
