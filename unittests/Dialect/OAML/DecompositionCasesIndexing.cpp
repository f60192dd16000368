//===- DecompositionCasesIndexing.cpp - Composite ops ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addIndexingDecompositionCases(CompositeCases &cases) {
  for (const char *element : {"f32", "f16"}) {
    const std::string source = std::string("tensor<5x2x") + element + ">";
    const std::string result = std::string("tensor<3x2x") + element + ">";
    cases.push_back(
        {std::string("scatter_add_rows_") + element,
         makeProgram("oaml.scatter_add_rows",
                     "%x: " + source + ", %i: tensor<5xi32>", "%x, %i",
                     "{rows = 3}", source + ", tensor<5xi32>", result),
         {{}, {1, 0, 1, -1, 3}}});
  }
}
