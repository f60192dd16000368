//===- DecompositionCasesLoss.cpp - Composite ops -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addLossDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"cross_entropy",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<?x4xf32>, %t: tensor<?xi32>", "%x, %t", "",
                   "tensor<?x4xf32>, tensor<?xi32>", "tensor<1xf32>"),
       {{1.0, -1e4, 3.0, 1e4, 0.0, 0.0, 0.0, 0.0, -infinite, 1.0, 2.0, 3.0},
        {3, 0, 1}}},
      {"cross_entropy_bad_target",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<2x4xf32>, %t: tensor<2xi32>", "%x, %t", "",
                   "tensor<2x4xf32>, tensor<2xi32>", "tensor<1xf32>"),
       {{}, {4, 0}}},
      {"cross_entropy_negative_target",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<2x4xf16>, %t: tensor<2xi32>", "%x, %t", "",
                   "tensor<2x4xf16>, tensor<2xi32>", "tensor<1xf32>"),
       {{}, {1, -1}}},
      {"accuracy_count",
       makeProgram(
           "oaml.accuracy_count",
           "%x: tensor<2x?x3xf32>, %t: tensor<?xui8>, %m: tensor<?xf32>",
           "%x, %t, %m", "", "tensor<2x?x3xf32>, tensor<?xui8>, tensor<?xf32>",
           "tensor<1xi32>"),
       // Right; ties; NaN never wins; all NaN; masked; wrong.
       {{1.0, 2.0, 0.0, 5.0, 5.0, 5.0, qnan, 1.0, 2.0, qnan, qnan, qnan, 3.0,
         2.0, 1.0, 1.0, 2.0, 3.0},
        {1, 0, 2, 0, 0, 0},
        {1.0, 0.5, qnan, 1.0, 0.0, 1.0}}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
