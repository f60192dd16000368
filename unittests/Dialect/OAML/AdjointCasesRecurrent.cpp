//===- AdjointCasesRecurrent.cpp - Gradients of recurrent networks --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addRecurrentAdjointCases(AdjointCases &cases) {
  for (const char *gates : {"", "3"}) {
    bool isGru = *gates;
    std::string op = isGru ? "gru" : "rnn";
    int64_t width = isGru ? 6 : 2;
    std::string w = std::to_string(width);
    std::string weight = "tensor<" + w + "x2xf32>",
                bias = "tensor<" + w + "xf32>";
    AdjointArgument weightArgument = {"v", weight, {width, 2}, {}};
    AdjointArgument biasArgument = {"b", bias, {width}, {}};
    cases.push_back({op + "_cell",
                     {{"g", "tensor<2x" + w + "xf32>", {2, width}, {}},
                      {"h", "tensor<2x2xf32>", {2, 2}, {}},
                      weightArgument,
                      biasArgument},
                     "%y = oaml." + op + "_cell %g, %h, %v, %b : (tensor<2x" +
                         w + "xf32>, tensor<2x2xf32>, " + weight + ", " + bias +
                         ") -> tensor<2x2xf32>\n",
                     "tensor<2x2xf32>"});
    cases.push_back({op + "_scan",
                     {{"g", "tensor<2x3x" + w + "xf32>", {2, 3, width}, {}},
                      weightArgument,
                      biasArgument},
                     "%y = oaml." + op + "_scan %g, %v, %b : (tensor<2x3x" + w +
                         "xf32>, " + weight + ", " + bias +
                         ") -> tensor<2x3x2xf32>\n",
                     "tensor<2x3x2xf32>"});
    cases.push_back({op + "_scan_dynamic",
                     {{"g", "tensor<?x?x" + w + "xf32>", {2, 2, width}, {}},
                      weightArgument},
                     "%y = oaml." + op + "_scan %g, %v : (tensor<?x?x" + w +
                         "xf32>, " + weight + ") -> tensor<?x?x2xf32>\n",
                     "tensor<?x?x2xf32>"});
    // Second derivatives of explicit gradients are third ones of the cell.
    cases.push_back({op + "_cell_backward",
                     {{"r", "tensor<1x2xf32>", {1, 2}, {}},
                      {"g", "tensor<1x" + w + "xf32>", {1, width}, {}},
                      {"h", "tensor<1x2xf32>", {1, 2}, {}},
                      weightArgument},
                     "%y, %dh, %dw = oaml." + op +
                         "_cell_backward %r, %g, %h, %v : "
                         "(tensor<1x2xf32>, tensor<1x" +
                         w + "xf32>, tensor<1x2xf32>, " + weight +
                         ") -> (tensor<1x" + w + "xf32>, tensor<1x2xf32>, " +
                         weight + ")\n",
                     "tensor<1x" + w + "xf32>"});
    cases.push_back({op + "_scan_backward",
                     {{"r", "tensor<1x2x2xf32>", {1, 2, 2}, {}},
                      {"g", "tensor<1x2x" + w + "xf32>", {1, 2, width}, {}},
                      weightArgument,
                      biasArgument},
                     "%dg, %y, %db = oaml." + op +
                         "_scan_backward %r, %g, %v, %b : "
                         "(tensor<1x2x2xf32>, tensor<1x2x" +
                         w + "xf32>, " + weight + ", " + bias +
                         ") -> (tensor<1x2x" + w + "xf32>, " + weight + ", " +
                         bias + ")\n",
                     weight});
  }
  // A carried tensor that starts anywhere, a further result, captured tensors
  // that are multiplied and added, both directions.
  for (bool reverse : {false, true})
    cases.push_back(
        {reverse ? "scan_reverse" : "scan",
         {{"h", "tensor<2xf32>", {2}, {}},
          {"x", "tensor<3x2xf32>", {3, 2}, {}},
          {"v", "tensor<2xf32>", {2}, {}}},
         std::string("%s, %y = oaml.scan carries(%h) slices(%x) captures(%v) "
                     "{axis = 0") +
             (reverse ? ", reverse" : "") +
             "} : (tensor<2xf32>, tensor<3x2xf32>, tensor<2xf32>) -> "
             "(tensor<3x2xf32>, tensor<3x2xf32>) {\n"
             "^bb0(%c: tensor<2xf32>, %t: tensor<2xf32>, %u: tensor<2xf32>):\n"
             "  %0 = oaml.mul %c, %u : (tensor<2xf32>, tensor<2xf32>) -> "
             "tensor<2xf32>\n"
             "  %1 = oaml.add %0, %t : (tensor<2xf32>, tensor<2xf32>) -> "
             "tensor<2xf32>\n"
             "  %2 = oaml.tanh %1 : (tensor<2xf32>) -> tensor<2xf32>\n"
             "  %3 = oaml.mul %2, %c : (tensor<2xf32>, tensor<2xf32>) -> "
             "tensor<2xf32>\n"
             "  oaml.yield %1, %3 : tensor<2xf32>, tensor<2xf32>\n"
             "}\n",
         "tensor<3x2xf32>"});
}
