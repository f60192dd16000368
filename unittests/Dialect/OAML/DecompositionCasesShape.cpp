//===- DecompositionCasesShape.cpp - Composite ops ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addShapeDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"split",
       makeProgram("oaml.split", "%x: tensor<?x5xf32>", "%x",
                   "{sizes = array<i64: 2, 3>, axis = 1}", "tensor<?x5xf32>",
                   "tensor<?x2xf32>, tensor<?x3xf32>", "%a, %b"),
       {}},
      {"repeat_interleave",
       makeUnary("oaml.repeat_interleave", "tensor<2x?x3xf16>",
                 "tensor<2x?x3xf16>", "{repeats = 2, axis = 1}"),
       {}},
      {"repeat_interleave_rank_8",
       makeUnary("oaml.repeat_interleave", "tensor<1x2x1x2x1x2x1x?xi32>",
                 "tensor<1x2x1x2x1x2x1x?xi32>", "{repeats = 3, axis = 7}"),
       {}},
      {"causal_mask",
       makeUnary("oaml.causal_mask", "tensor<2x?x3xf32>", "tensor<2x?x3xf32>"),
       {},
       4},
      {"causal_mask_of_zeros",
       makeProgram("oaml.causal_mask", "", "", "{size = 5}", "",
                   "tensor<5x5xf32>"),
       {}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
