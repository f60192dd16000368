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
      {"log_softmax",
       makeUnary("oaml.log_softmax", "tensor<4x3xf32>", "tensor<4x3xf32>",
                 "{axis = 1}"),
       {{-infinite, -infinite, -infinite, 1e4, -1e4, 0.0, qnan, 1.0, 2.0,
         -infinite, 1.0, 1.0}}},
      {"log_softmax_f16",
       makeUnary("oaml.log_softmax", "tensor<?x4xf16>", "tensor<?x4xf16>",
                 "{axis = 0}"),
       {}},
      {"top_k",
       makeProgram("oaml.top_k", "%x: tensor<2x6xf32>", "%x", "{k = 4}",
                   "tensor<2x6xf32>", "tensor<2x4xf32>, tensor<2x4xi32>",
                   "%v, %i"),
       {{qnan, 1.0, -infinite, 1.0, 0.0, -0.0, qnan, -infinite, qnan, infinite,
         -infinite, qnan}}},
      {"top_k_of_fewer",
       makeProgram("oaml.top_k", "%x: tensor<3xf16>", "%x", "{k = 9}",
                   "tensor<3xf16>", "tensor<3xf16>, tensor<3xi32>", "%v, %i"),
       {}},
      {"top_k_dynamic",
       makeProgram("oaml.top_k", "%x: tensor<?x?xf32>", "%x", "{k = 2}",
                   "tensor<?x?xf32>", "tensor<?x2xf32>, tensor<?x2xi32>",
                   "%v, %i"),
       {}},
      {"top_k_in_chunks",
       makeProgram("oaml.top_k", "%x: tensor<?x2500xf32>", "%x", "{k = 3}",
                   "tensor<?x2500xf32>", "tensor<?x3xf32>, tensor<?x3xi32>",
                   "%v, %i"),
       {}},
      {"top_k_mask",
       makeUnary("oaml.top_k_mask", "tensor<?x2xi32>", "tensor<?x4xf32>",
                 "{num_experts = 4}"),
       {{0.0, 3.0, -1.0, 4.0, 2.0, 2.0}}},
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
