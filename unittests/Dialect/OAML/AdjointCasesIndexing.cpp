//===- AdjointCasesIndexing.cpp - Functions to differentiate --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addIndexingAdjointCases(AdjointCases &cases) {
  // Rows read twice, not at all, and out of range.
  cases.push_back({"embedding",
                   {{"x", "tensor<?x3xf32>", {4, 3}, {}},
                    {"i", "tensor<2x3xi32>", {2, 3}, {0, 3, 0, -1, 4, 2}}},
                   R"(
    %e = oaml.embedding %x, %i : (tensor<?x3xf32>, tensor<2x3xi32>) -> tensor<6x3xf32>
    %y = oaml.mul %e, %e : (tensor<6x3xf32>, tensor<6x3xf32>) -> tensor<6x3xf32>
)",
                   "tensor<6x3xf32>"});
  cases.push_back({"gather_last_dim",
                   {{"x", "tensor<2x?xf32>", {2, 4}, {}},
                    {"i", "tensor<2x3xi32>", {2, 3}, {3, 3, 0, -1, 4, 2}}},
                   R"(
    %e = oaml.gather_last_dim %x, %i : (tensor<2x?xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    %y = oaml.mul %e, %e : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
)",
                   "tensor<2x3xf32>"});
  for (const char *op : {"scatter_add_rows", "accumulate_rows"})
    cases.push_back(
        {op,
         {{"x", "tensor<?x2xf32>", {5, 2}, {}},
          {"i", "tensor<?xi32>", {5}, {1, 0, 1, -1, 3}},
          {"n", "tensor<?xf32>", {3}, {}}},
         "%n0 = oaml.dim %n {axis = 0} : tensor<?xf32>\n%e = oaml." +
             std::string(op) +
             " %x, %i rows(%n0) {rows = -9223372036854775808} : "
             "(tensor<?x2xf32>, tensor<?xi32>, index) -> "
             "tensor<?x2xf32>\n%y = oaml.mul %e, %e : "
             "(tensor<?x2xf32>, tensor<?x2xf32>) -> "
             "tensor<?x2xf32>\n",
         "tensor<?x2xf32>"});
  cases.push_back({"accumulate_last_dim",
                   {{"x", "tensor<2x3xf32>", {2, 3}, {}},
                    {"i", "tensor<2x3xi32>", {2, 3}, {3, 3, 0, -1, 4, 2}}},
                   R"(
    %e = oaml.accumulate_last_dim %x, %i {size = 4} : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x4xf32>
    %y = oaml.mul %e, %e : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
)",
                   "tensor<2x4xf32>"});
}
