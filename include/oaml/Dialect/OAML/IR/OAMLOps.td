//===- OAMLOps.td - All ops of the dialect -----------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_OAMLOPS_TD
#define OAML_DIALECT_OAML_IR_OAMLOPS_TD

include "oaml/Dialect/OAML/IR/ActivationOps.td"
include "oaml/Dialect/OAML/IR/AttentionOps.td"
include "oaml/Dialect/OAML/IR/ContractionOps.td"
include "oaml/Dialect/OAML/IR/ConvolutionOps.td"
include "oaml/Dialect/OAML/IR/ElementwiseOps.td"
include "oaml/Dialect/OAML/IR/GradOps.td"
include "oaml/Dialect/OAML/IR/IndexingOps.td"
include "oaml/Dialect/OAML/IR/LossOps.td"
include "oaml/Dialect/OAML/IR/MoeOps.td"
include "oaml/Dialect/OAML/IR/NormOps.td"
include "oaml/Dialect/OAML/IR/OptimizerOps.td"
include "oaml/Dialect/OAML/IR/PoolingOps.td"
include "oaml/Dialect/OAML/IR/RandomOps.td"
include "oaml/Dialect/OAML/IR/RecurrentOps.td"
include "oaml/Dialect/OAML/IR/ReductionOps.td"
include "oaml/Dialect/OAML/IR/ShapeOps.td"
include "oaml/Dialect/OAML/IR/SsmOps.td"
include "oaml/Dialect/OAML/IR/VqOps.td"

#endif // OAML_DIALECT_OAML_IR_OAMLOPS_TD
