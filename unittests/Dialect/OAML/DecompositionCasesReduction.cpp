//===- DecompositionCasesReduction.cpp - Composite ops --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addReductionDecompositionCases(CompositeCases &cases) {
  const std::vector<double> special = getSpecialNumbers();
  const CompositeCases added = {
      {"sum", makeUnary("oaml.sum", "tensor<3x4xf32>", "tensor<1xf32>"), {}},
      {"sum_axis",
       makeUnary("oaml.sum", "tensor<?x4xf16>", "tensor<?x1xf16>",
                 "{axis = 1}"),
       {}},
      {"sum_scalar", makeUnary("oaml.sum", "tensor<f32>", "tensor<1xf32>"), {}},
      // The sum is out of the range of f16, the mean is not.
      {"mean_f16",
       makeUnary("oaml.mean", "tensor<4xf16>", "tensor<1xf16>"),
       {{6e4, 6e4, 5e4, 5.5e4}}},
      {"mean_dynamic",
       makeUnary("oaml.mean", "tensor<?x4xf32>", "tensor<1xf32>"),
       {}},
      {"max",
       makeUnary("oaml.max", "tensor<12xf32>", "tensor<1xf32>"),
       {special}},
      {"max_infinite",
       makeUnary("oaml.max", "tensor<3xf32>", "tensor<1xf32>"),
       {{-infinite, infinite, 0.0}}},
      {"max_axis",
       makeUnary("oaml.max", "tensor<3x4xf32>", "tensor<1x4xf32>",
                 "{axis = 0}"),
       {}},
      {"softmax",
       makeUnary("oaml.softmax", "tensor<4x3xf32>", "tensor<4x3xf32>",
                 "{axis = 1}"),
       {{-infinite, -infinite, -infinite, 1e4, -1e4, 0.0, qnan, 1.0, 2.0,
         -infinite, 1.0, 1.0}}},
      {"softmax_f16",
       makeUnary("oaml.softmax", "tensor<?x4xf16>", "tensor<?x4xf16>",
                 "{axis = 0}"),
       {}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
