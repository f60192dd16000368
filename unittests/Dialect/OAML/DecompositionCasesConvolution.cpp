//===- DecompositionCasesConvolution.cpp - Composite ops ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addConvolutionDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"conv_1d",
       makeProgram("oaml.conv_1d",
                   "%x: tensor<2x3x?xf32>, %w: tensor<4x3x2xf32>, "
                   "%b: tensor<4xf32>",
                   "%x, %w, %b", "{stride = 2, padding = 3, dilation = 2}",
                   "tensor<2x3x?xf32>, tensor<4x3x2xf32>, tensor<4xf32>",
                   "tensor<2x4x?xf32>"),
       {}},
      {"conv_2d",
       makeProgram("oaml.conv_2d",
                   "%x: tensor<?x4x5x4xf32>, %w: tensor<6x2x3x3xf32>, "
                   "%b: tensor<6xf32>",
                   "%x, %w, %b", "{stride = 2, padding = 1, groups = 2}",
                   "tensor<?x4x5x4xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>",
                   "tensor<?x6x3x2xf32>"),
       {}},
      {"conv_transpose_1d",
       makeProgram("oaml.conv_transpose_1d",
                   "%x: tensor<2x3x?xf32>, %w: tensor<3x2x4xf32>", "%x, %w",
                   "{stride = 3, padding = 1, dilation = 2}",
                   "tensor<2x3x?xf32>, tensor<3x2x4xf32>", "tensor<2x2x?xf32>"),
       {}},
      // A weight that is not finite meets cells outside of the input.
      {"conv_transpose_2d",
       makeProgram("oaml.conv_transpose_2d",
                   "%x: tensor<1x1x2x2xf32>, %w: tensor<1x1x2x2xf32>, "
                   "%b: tensor<1xf32>",
                   "%x, %w, %b", "{stride = 3, padding = 0}",
                   "tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1xf32>",
                   "tensor<1x1x5x5xf32>"),
       {{1.0, 2.0, 0.0, 3.0}, {infinite, 1.0, qnan, 2.0}, {0.5}}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
