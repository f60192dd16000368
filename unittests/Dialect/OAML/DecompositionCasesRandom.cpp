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
  for (const char *op : {"rand", "rand_n", "rand_xavier", "rand_glorot_uniform",
                         "rand_kaiming_uniform"}) {
    std::string name = op;
    for (const char *shape : {"[4, 9]", "[7]", "[2, 3, 5]"}) {
      std::string text = shape, extents;
      for (char c : text.substr(1, text.size() - 2))
        extents += c == ',' ? "x" : c == ' ' ? "" : std::string(1, c);
      cases.push_back(
          {name + "_" + extents,
           makeProgram("oaml." + name, "%s: tensor<i32>", text + " seed(%s)",
                       "", "tensor<i32>", "tensor<" + extents + "xf32>"),
           {{42}}});
    }
    cases.push_back({name + "_dynamic",
                     "func.func @f(%x: tensor<?xf32>) -> tensor<4x?xf32> {\n"
                     "  %n = oaml.dim %x {axis = 0} : tensor<?xf32>\n"
                     "  %r = oaml." +
                         name +
                         " [4, %n] {seed = 5} : (index) -> "
                         "tensor<4x?xf32>\n  return %r : tensor<4x?xf32>\n}\n",
                     {}});
  }
  cases.push_back(
      {"dropout",
       makeUnary("oaml.dropout", "tensor<?x5xf16>", "tensor<?x5xf16>",
                 "{probability = 0.25, seed = 9}"),
       {}});
  cases.push_back({"dropout_nothing",
                   makeUnary("oaml.dropout", "tensor<4xf32>", "tensor<4xf32>",
                             "{probability = 0.0, seed = 9}"),
                   {{qnan, infinite, 1.0, -2.0}}});
  for (double probability : {0.0, 0.5, 1.0, -0.5, qnan})
    cases.push_back(
        {"dropout_operand_" + std::to_string(cases.size()),
         makeProgram("oaml.dropout",
                     "%x: tensor<9xf32>, %p: tensor<1xf32>, %s: tensor<i32>",
                     "%x probability(%p) seed(%s)", "",
                     "tensor<9xf32>, tensor<1xf32>, tensor<i32>",
                     "tensor<9xf32>"),
         {{}, {probability}, {-3}}});
}
