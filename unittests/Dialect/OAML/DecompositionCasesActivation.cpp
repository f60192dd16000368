//===- DecompositionCasesActivation.cpp - Composite ops -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addActivationDecompositionCases(CompositeCases &cases) {
  const std::vector<double> special = getSpecialNumbers();
  const CompositeCases added = {
      {"leaky_relu",
       makeUnary("oaml.leaky_relu", "tensor<12xf32>", "tensor<12xf32>",
                 "{alpha = 0.1}"),
       {special}},
      {"elu",
       makeUnary("oaml.elu", "tensor<12xf32>", "tensor<12xf32>",
                 "{alpha = -0.5}"),
       {special}},
      {"silu_f16",
       makeUnary("oaml.silu", "tensor<?x3xf16>", "tensor<?x3xf16>"),
       {}},
      {"softplus",
       makeUnary("oaml.softplus", "tensor<12xf32>", "tensor<12xf32>"),
       {special}},
      // Minus infinity is free.
      {"mish",
       makeUnary("oaml.mish", "tensor<6xf32>", "tensor<6xf32>"),
       {{qnan, infinite, 1e30, -1e4, 0.5, -3.0}}},
      {"swiglu",
       makeProgram("oaml.swiglu", "%g: tensor<?x5xbf16>, %u: tensor<?x5xbf16>",
                   "%g, %u", "", "tensor<?x5xbf16>, tensor<?x5xbf16>",
                   "tensor<?x5xbf16>"),
       {}},
      {"silu_mul",
       makeUnary("oaml.silu_mul", "tensor<?x6xf32>", "tensor<?x3xf32>",
                 "{intermediate_size = 3}"),
       {}},
      {"relu",
       makeUnary("oaml.relu", "tensor<12xf32>", "tensor<12xf32>"),
       {special}},
      {"relu_f16",
       makeUnary("oaml.relu", "tensor<12xf16>", "tensor<12xf16>"),
       {special}},
      // Minus infinity is free.
      {"gelu",
       makeUnary("oaml.gelu", "tensor<6xf32>", "tensor<6xf32>"),
       {{qnan, infinite, 1e30, -1e4, 0.5, -3.0}}},
      {"gelu_bf16",
       makeUnary("oaml.gelu", "tensor<?x5xbf16>", "tensor<?x5xbf16>"),
       {}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
