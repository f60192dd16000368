//===- AdjointCasesLoss.cpp - Functions to differentiate ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addLossAdjointCases(AdjointCases &cases) {
  cases.push_back({"cross_entropy",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}},
                    {"t", "tensor<3xui8>", {3}, {4, 0, 2}}},
                   "%y = oaml.cross_entropy %x, %t : (tensor<3x5xf32>, "
                   "tensor<3xui8>) -> tensor<1xf32>\n",
                   "tensor<1xf32>"});
  cases.push_back({"cross_entropy_dynamic",
                   {{"x", "tensor<?x?xf32>", {3, 5}, {}},
                    {"t", "tensor<?xi32>", {3}, {4, 0, 2}}},
                   "%y = oaml.cross_entropy %x, %t : (tensor<?x?xf32>, "
                   "tensor<?xi32>) -> tensor<1xf32>\n",
                   "tensor<1xf32>"});

  // Targets and masks are detached: they are made of integers.
  cases.push_back({"masked_cross_entropy",
                   {{"x", "tensor<?x3xf32>", {4, 3}, {}},
                    {"t", "tensor<?xi32>", {4}, {2, -7, 0, 1}},
                    {"i", "tensor<?xi32>", {4}, {1, 0, 2, 0}}},
                   R"(
    %m = oaml.cast %i {dtype = f32} : (tensor<?xi32>) -> tensor<?xf32>
    %y = oaml.masked_cross_entropy %x, %t, %m {valid_count = 2}
        : (tensor<?x3xf32>, tensor<?xi32>, tensor<?xf32>) -> tensor<1xf32>
)",
                   "tensor<1xf32>"});
  for (const char *op : {"mse", "l1", "smooth_l1"})
    cases.push_back(
        {op,
         {{"x", "tensor<?x3xf32>", {2, 3}, {}},
          {"i", "tensor<?x3xi32>", {2, 3}, {0, 3, -1, 1, 1, 0}}},
         "%t = oaml.cast %i {dtype = f32} : (tensor<?x3xi32>) -> "
         "tensor<?x3xf32>\n%y = oaml." +
             std::string(op) +
             " %x, %t : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<1xf32>\n",
         "tensor<1xf32>",
         /*isCurved=*/std::string(op) != "l1"});
  cases.push_back({"bce",
                   {{"x", "tensor<2x3xf32>", {2, 3}, {}},
                    {"i", "tensor<2x3xi32>", {2, 3}, {0, 1, 1, 0, 1, 0}}},
                   R"(
    %p = oaml.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %t = oaml.cast %i {dtype = f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %y = oaml.bce %p, %t : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<1xf32>
)",
                   "tensor<1xf32>"});
  cases.push_back({"masked_mse",
                   {{"x", "tensor<?x3xf32>", {2, 3}, {}},
                    {"i", "tensor<?x3xi32>", {2, 3}, {0, 3, -1, 1, 1, 0}},
                    {"j", "tensor<3xi32>", {3}, {1, 0, 3}}},
                   R"(
    %t = oaml.cast %i {dtype = f32} : (tensor<?x3xi32>) -> tensor<?x3xf32>
    %m = oaml.cast %j {dtype = f32} : (tensor<3xi32>) -> tensor<3xf32>
    %y = oaml.masked_mse %x, %t, %m
        : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<3xf32>) -> tensor<1xf32>
)",
                   "tensor<1xf32>"});
}
