//===- DecompositionCasesContraction.cpp - Composite ops ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addContractionDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"matmul_nt",
       makeProgram("oaml.matmul_nt",
                   "%a: tensor<2x?x5xf32>, %b: tensor<4x5xf32>", "%a, %b", "",
                   "tensor<2x?x5xf32>, tensor<4x5xf32>", "tensor<2x?x4xf32>"),
       {}},
      {"bmm",
       makeProgram("oaml.bmm", "%a: tensor<2x3x5xf32>, %b: tensor<2x5x4xf32>",
                   "%a, %b", "", "tensor<2x3x5xf32>, tensor<2x5x4xf32>",
                   "tensor<2x3x4xf32>"),
       {}},
      {"linear",
       makeProgram("oaml.linear", "%x: tensor<3x5xf32>, %w: tensor<4x5xf32>",
                   "%x, %w", "", "tensor<3x5xf32>, tensor<4x5xf32>",
                   "tensor<3x4xf32>"),
       {}},
      {"linear_relu",
       makeProgram(
           "oaml.linear_relu",
           "%x: tensor<1x2xf32>, %w: tensor<3x2xf32>, %b: tensor<3xf32>",
           "%x, %w, %b", "", "tensor<1x2xf32>, tensor<3x2xf32>, tensor<3xf32>",
           "tensor<1x3xf32>"),
       {{1.0, 2.0}, {1.0, 1.0, -1.0, -1.0, qnan, 0.0}, {0.5, 0.5, 0.5}}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
