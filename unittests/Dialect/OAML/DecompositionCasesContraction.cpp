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
      {"bmm_nt",
       makeProgram("oaml.bmm_nt",
                   "%a: tensor<2x3x5xf32>, %b: tensor<2x4x5xf32>", "%a, %b", "",
                   "tensor<2x3x5xf32>, tensor<2x4x5xf32>", "tensor<2x3x4xf32>"),
       {}},
      {"bmm_tn",
       makeProgram("oaml.bmm_tn",
                   "%a: tensor<?x5x2xf32>, %b: tensor<?x5x4xf32>", "%a, %b", "",
                   "tensor<?x5x2xf32>, tensor<?x5x4xf32>", "tensor<?x2x4xf32>"),
       {}},
      {"linear_gelu",
       makeProgram(
           "oaml.linear_gelu",
           "%x: tensor<1x2xf32>, %w: tensor<3x2xf32>, %b: tensor<3xf32>",
           "%x, %w, %b", "", "tensor<1x2xf32>, tensor<3x2xf32>, tensor<3xf32>",
           "tensor<1x3xf32>"),
       {{1.0, 2.0}, {1.0, 1.0, -1.0, -1.0, qnan, 0.0}, {0.5, 0.5, 0.5}}},
      {"packed_linear",
       makeProgram("oaml.packed_linear",
                   "%x: tensor<?x2xf32>, %u: tensor<3x2xf32>, "
                   "%v: tensor<?x2xf32>, %w: tensor<1x2xf32>",
                   "%x weights(%u, %v, %w)", "",
                   "tensor<?x2xf32>, tensor<3x2xf32>, tensor<?x2xf32>, "
                   "tensor<1x2xf32>",
                   "tensor<?x?xf32>"),
       {}},
      {"packed_linear_biases",
       makeProgram("oaml.packed_linear",
                   "%x: tensor<2x2xf16>, %u: tensor<3x2xf16>, "
                   "%v: tensor<1x2xf16>, %b: tensor<3xf16>, %c: tensor<1xf16>",
                   "%x weights(%u, %v) biases(%b, %c)", "",
                   "tensor<2x2xf16>, tensor<3x2xf16>, tensor<1x2xf16>, "
                   "tensor<3xf16>, tensor<1xf16>",
                   "tensor<2x4xf16>"),
       {}},
      {"bias_add",
       makeProgram("oaml.bias_add", "%x: tensor<2x?x3xf32>, %b: tensor<3xf32>",
                   "%x, %b", "", "tensor<2x?x3xf32>, tensor<3xf32>",
                   "tensor<2x?x3xf32>"),
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
