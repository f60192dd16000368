//===- AdjointCasesMoe.cpp - Gradients of mixtures of experts -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addMoeAdjointCases(AdjointCases &cases) {
  cases.push_back({"moe_route_weights",
                   {{"p", "tensor<3x4xf32>", {3, 4}, {}},
                    {"i", "tensor<3x2xi32>", {3, 2}, {0, 2, 1, 1, 3, 9}}},
                   "%y = oaml.moe_route_weights %p, %i : (tensor<3x4xf32>, "
                   "tensor<3x2xi32>) -> tensor<3x2xf32>\n",
                   "tensor<3x2xf32>"});
  cases.push_back({"moe_gather",
                   {{"x", "tensor<2x3xf32>", {2, 3}, {}},
                    {"t", "tensor<4xi32>", {4}, {1, 0, 1, 2}},
                    {"i", "tensor<4xi32>", {4}, {1, 4, 0, 2}}},
                   "%y = oaml.moe_gather %x, %t, %i : (tensor<2x3xf32>, "
                   "tensor<4xi32>, tensor<4xi32>) -> tensor<4x3xf32>\n",
                   "tensor<4x3xf32>",
                   false});
  cases.push_back({"moe_combine",
                   {{"p", "tensor<4x3xf32>", {4, 3}, {}},
                    {"g", "tensor<2x2xf32>", {2, 2}, {}},
                    {"i", "tensor<4xi32>", {4}, {1, 4, 0, 2}},
                    {"s", "tensor<4xi32>", {4}, {2, 0, 3, 4}}},
                   "%y = oaml.moe_combine %p, %g, %i, %s : (tensor<4x3xf32>, "
                   "tensor<2x2xf32>, tensor<4xi32>, tensor<4xi32>) -> "
                   "tensor<2x3xf32>\n",
                   "tensor<2x3xf32>"});
  cases.push_back({"grouped_gemm_m",
                   {{"x", "tensor<5x2xf32>", {5, 2}, {}},
                    {"k", "tensor<3x3x2xf32>", {3, 3, 2}, {}},
                    {"o", "tensor<4xi32>", {4}, {0, 2, 2, 4}}},
                   "%y = oaml.grouped_gemm_m %x, %k, %o : (tensor<5x2xf32>, "
                   "tensor<3x3x2xf32>, tensor<4xi32>) -> tensor<5x3xf32>\n",
                   "tensor<5x3xf32>"});
  cases.push_back({"grouped_linear_m",
                   {{"x", "tensor<5x2xf32>", {5, 2}, {}},
                    {"k", "tensor<3x3x2xf32>", {3, 3, 2}, {}},
                    {"b", "tensor<3x3xf32>", {3, 3}, {}},
                    {"o", "tensor<4xi32>", {4}, {0, 2, 2, 4}}},
                   "%y = oaml.grouped_linear_m %x, %k, %b, %o : "
                   "(tensor<5x2xf32>, tensor<3x3x2xf32>, tensor<3x3xf32>, "
                   "tensor<4xi32>) -> tensor<5x3xf32>\n",
                   "tensor<5x3xf32>"});
  cases.push_back({"grouped_outer_m",
                   {{"a", "tensor<5x2xf32>", {5, 2}, {}},
                    {"b", "tensor<5x3xf32>", {5, 3}, {}},
                    {"o", "tensor<4xi32>", {4}, {0, 2, 2, 4}}},
                   "%y = oaml.grouped_outer_m %a, %b, %o : (tensor<5x2xf32>, "
                   "tensor<5x3xf32>, tensor<4xi32>) -> tensor<3x2x3xf32>\n",
                   "tensor<3x2x3xf32>"});
}
