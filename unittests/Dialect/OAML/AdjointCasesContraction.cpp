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
  for (const char *op : {"linear", "linear_relu"})
    cases.push_back({op,
                     {{"x", "tensor<?x5xf32>", {3, 5}, {}},
                      {"v", "tensor<2x5xf32>", {2, 5}, {}},
                      {"b", "tensor<2xf32>", {2}, {}}},
                     "%y = oaml." + std::string(op) +
                         " %x, %v, %b : (tensor<?x5xf32>, tensor<2x5xf32>, "
                         "tensor<2xf32>) -> tensor<?x2xf32>\n",
                     "tensor<?x2xf32>"});
}
