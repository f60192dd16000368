//===- AdjointCasesRandom.cpp - Functions to differentiate ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addRandomAdjointCases(AdjointCases &cases) {
  cases.push_back({"dropout",
                   {{"x", "tensor<?x5xf32>", {3, 5}, {}}},
                   R"(
    %d = oaml.dropout %x {probability = 0.5, seed = 3} : (tensor<?x5xf32>) -> tensor<?x5xf32>
    %y = oaml.mul %d, %d : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
)",
                   "tensor<?x5xf32>"});
}
