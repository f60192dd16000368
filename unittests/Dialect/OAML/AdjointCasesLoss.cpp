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
}
