//===- DecompositionCasesRandom.cpp - Composite ops -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addRandomDecompositionCases(CompositeCases &cases) {
  for (const char *shape : {"[4, 9]", "[7]", "[2, 3, 5]"}) {
    std::string text = shape, extents;
    for (char c : text.substr(1, text.size() - 2))
      extents += c == ',' ? "x" : c == ' ' ? "" : std::string(1, c);
    cases.push_back(
        {"rand_xavier_" + extents,
         makeProgram("oaml.rand_xavier", "%s: tensor<i32>", text + " seed(%s)",
                     "", "tensor<i32>", "tensor<" + extents + "xf32>"),
         {{42}}});
  }
  cases.push_back({"rand_xavier_dynamic",
                   "func.func @f(%x: tensor<?xf32>) -> tensor<4x?xf32> {\n"
                   "  %n = oaml.dim %x {axis = 0} : tensor<?xf32>\n"
                   "  %r = oaml.rand_xavier [4, %n] {seed = 5} : (index) -> "
                   "tensor<4x?xf32>\n  return %r : tensor<4x?xf32>\n}\n",
                   {}});
}
