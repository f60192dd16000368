//===- AdjointCasesContraction.cpp - Functions to differentiate -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addContractionAdjointCases(AdjointCases &cases) {
  cases.push_back({"contraction_batched",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<5x2x1xf32>", {5, 2, 1}, {}}},
                   R"(
    %y = oaml.contraction %a, %b {indexing_maps = [
        affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, b, n)>,
        affine_map<(b, m, n, k) -> (n, b, m)>]}
        : (tensor<2x3x5xf32>, tensor<5x2x1xf32>) -> tensor<1x2x3xf32>
)",
                   "tensor<1x2x3xf32>"});
  cases.push_back({"matmul_nt",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<7x5xf32>", {7, 5}, {}}},
                   "%y = oaml.matmul_nt %a, %b : (tensor<2x3x5xf32>, "
                   "tensor<7x5xf32>) -> tensor<2x3x7xf32>\n",
                   "tensor<2x3x7xf32>"});
  cases.push_back({"matmul_nt_dynamic",
                   {{"a", "tensor<?x?xf32>", {3, 5}, {}},
                    {"b", "tensor<7x5xf32>", {7, 5}, {}}},
                   "%y = oaml.matmul_nt %a, %b : (tensor<?x?xf32>, "
                   "tensor<7x5xf32>) -> tensor<?x7xf32>\n",
                   "tensor<?x7xf32>"});
  cases.push_back({"bmm",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<2x5x7xf32>", {2, 5, 7}, {}}},
                   "%y = oaml.bmm %a, %b : (tensor<2x3x5xf32>, "
                   "tensor<2x5x7xf32>) -> tensor<2x3x7xf32>\n",
                   "tensor<2x3x7xf32>"});
  cases.push_back({"bmm_nt",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<2x7x?xf32>", {2, 7, 5}, {}}},
                   "%y = oaml.bmm_nt %a, %b : (tensor<2x3x5xf32>, "
                   "tensor<2x7x?xf32>) -> tensor<2x3x7xf32>\n",
                   "tensor<2x3x7xf32>"});
  cases.push_back({"bmm_tn",
                   {{"a", "tensor<?x5x3xf32>", {2, 5, 3}, {}},
                    {"b", "tensor<?x5x7xf32>", {2, 5, 7}, {}}},
                   "%y = oaml.bmm_tn %a, %b : (tensor<?x5x3xf32>, "
                   "tensor<?x5x7xf32>) -> tensor<?x3x7xf32>\n",
                   "tensor<?x3x7xf32>"});
  cases.push_back({"packed_linear",
                   {{"x", "tensor<?x5xf32>", {3, 5}, {}},
                    {"u", "tensor<2x5xf32>", {2, 5}, {}},
                    {"v", "tensor<1x5xf32>", {1, 5}, {}},
                    {"b", "tensor<2xf32>", {2}, {}},
                    {"c", "tensor<1xf32>", {1}, {}}},
                   R"(
    %y = oaml.packed_linear %x weights(%u, %v) biases(%b, %c)
        : (tensor<?x5xf32>, tensor<2x5xf32>, tensor<1x5xf32>, tensor<2xf32>,
           tensor<1xf32>) -> tensor<?x3xf32>
)",
                   "tensor<?x3xf32>"});
  cases.push_back(
      {"bias_add",
       {{"x", "tensor<?x5xf32>", {3, 5}, {}}, {"b", "tensor<5xf32>", {5}, {}}},
       R"(
    %s = oaml.bias_add %x, %b : (tensor<?x5xf32>, tensor<5xf32>) -> tensor<?x5xf32>
    %y = oaml.mul %s, %s : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
)",
       "tensor<?x5xf32>"});
  for (const char *op : {"linear", "linear_relu", "linear_gelu"})
    cases.push_back({op,
                     {{"x", "tensor<?x5xf32>", {3, 5}, {}},
                      {"v", "tensor<2x5xf32>", {2, 5}, {}},
                      {"b", "tensor<2xf32>", {2}, {}}},
                     "%y = oaml." + std::string(op) +
                         " %x, %v, %b : (tensor<?x5xf32>, tensor<2x5xf32>, "
                         "tensor<2xf32>) -> tensor<?x2xf32>\n",
                     "tensor<?x2xf32>"});
}
