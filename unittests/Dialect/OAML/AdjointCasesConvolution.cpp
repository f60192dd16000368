//===- AdjointCasesConvolution.cpp - Functions to differentiate -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addConvolutionAdjointCases(AdjointCases &cases) {
  struct Conv {
    const char *name, *op, *attributes;
    AdjointArgument x, w;
    /// Empty: none.
    std::vector<int64_t> bias;
    const char *result;
  };
  const std::vector<Conv> all = {
      {"conv_1d",
       "conv_1d",
       "{stride = 2, padding = 3, dilation = 2}",
       {"x", "tensor<2x2x5xf32>", {2, 2, 5}, {}},
       {"v", "tensor<3x2x2xf32>", {3, 2, 2}, {}},
       {3},
       "tensor<2x3x5xf32>"},
      {"conv_1d_dynamic",
       "conv_1d",
       "{stride = 3, padding = 1, dilation = 1}",
       {"x", "tensor<?x2x?xf32>", {2, 2, 6}, {}},
       {"v", "tensor<3x2x2xf32>", {3, 2, 2}, {}},
       {3},
       "tensor<?x3x?xf32>"},
      {"conv_2d",
       "conv_2d",
       "{stride = 2, padding = 1, groups = 1}",
       {"x", "tensor<?x1x4x3xf32>", {2, 1, 4, 3}, {}},
       {"v", "tensor<2x1x3x3xf32>", {2, 1, 3, 3}, {}},
       {2},
       "tensor<?x2x2x2xf32>"},
      {"conv_2d_groups",
       "conv_2d",
       "{stride = 1, padding = 1, groups = 2}",
       {"x", "tensor<1x4x2x3xf32>", {1, 4, 2, 3}, {}},
       {"v", "tensor<2x2x2x2xf32>", {2, 2, 2, 2}, {}},
       {2},
       "tensor<1x2x3x4xf32>"},
      {"conv_transpose_1d",
       "conv_transpose_1d",
       "{stride = 3, padding = 1, dilation = 2}",
       {"x", "tensor<2x2x3xf32>", {2, 2, 3}, {}},
       {"v", "tensor<2x3x2xf32>", {2, 3, 2}, {}},
       {},
       "tensor<2x3x7xf32>"},
      {"conv_transpose_1d_dynamic",
       "conv_transpose_1d",
       "{stride = 2, padding = 1, dilation = 1}",
       {"x", "tensor<?x2x?xf32>", {1, 2, 3}, {}},
       {"v", "tensor<2x1x3xf32>", {2, 1, 3}, {}},
       {},
       "tensor<?x1x?xf32>"},
      {"conv_transpose_2d",
       "conv_transpose_2d",
       "{stride = 2, padding = 1}",
       {"x", "tensor<1x2x2x3xf32>", {1, 2, 2, 3}, {}},
       {"v", "tensor<2x1x3x3xf32>", {2, 1, 3, 3}, {}},
       {1},
       "tensor<1x1x3x5xf32>"}};
  for (const Conv &conv : all) {
    std::vector<AdjointArgument> arguments = {conv.x, conv.w};
    std::string operands = "%x, %v", types = conv.x.type + ", " + conv.w.type;
    if (!conv.bias.empty()) {
      std::string type =
          "tensor<" + std::to_string(conv.bias.front()) + "xf32>";
      arguments.push_back({"b", type, conv.bias, {}});
      operands += ", %b";
      types += ", " + type;
    }
    cases.push_back({conv.name, arguments,
                     std::string("%y = oaml.") + conv.op + " " + operands +
                         " " + conv.attributes + " : (" + types + ") -> " +
                         conv.result + "\n",
                     conv.result});
  }

  // The general op for each target: two axes, a dilated input, groups.
  const std::string attributes =
      "{strides = array<i64: 2, 1>, padding_low = array<i64: 1, 0>, "
      "padding_high = array<i64: 0, 2>, dilations = array<i64: 1, 2>, "
      "input_dilations = array<i64: 2, 1>, groups = 2}";
  const std::string x = "tensor<1x2x2x3xf32>", w = "tensor<2x1x2x2xf32>",
                    y = "tensor<1x2x2x3xf32>";
  for (auto [target, left, right, to, result] :
       {std::tuple("output", x, w, "", y),
        std::tuple("input", y, w, "to [2, 3] ", x),
        std::tuple("weight", x, y, "to [2, 2] ", w)})
    cases.push_back({std::string("convolution_") + target,
                     {{"a", left, {1, 2, 2, 3}, {}},
                      {"b",
                       right,
                       right == w ? std::vector<int64_t>{2, 1, 2, 2}
                                  : std::vector<int64_t>{1, 2, 2, 3},
                       {}}},
                     std::string("%y = oaml.convolution ") + target +
                         ", %a, %b " + to + attributes + " : (" + left + ", " +
                         right + ") -> " + result + "\n",
                     result});
  // Operands that hold their padding.
  const std::string padded =
      "{padding_low = array<i64: 1>, padding_high = array<i64: 0>, padded}";
  for (auto [target, left, leftShape, right, rightShape, to, result] :
       {std::tuple("output", "tensor<1x2x5xf32>", std::vector<int64_t>{1, 2, 5},
                   "tensor<2x2x3xf32>", std::vector<int64_t>{2, 2, 3}, "",
                   "tensor<1x2x3xf32>"),
        std::tuple("input", "tensor<1x2x6xf32>", std::vector<int64_t>{1, 2, 6},
                   "tensor<2x2x3xf32>", std::vector<int64_t>{2, 2, 3},
                   "to [4] ", "tensor<1x2x4xf32>"),
        std::tuple("weight", "tensor<1x2x5xf32>", std::vector<int64_t>{1, 2, 5},
                   "tensor<1x2x3xf32>", std::vector<int64_t>{1, 2, 3},
                   "to [3] ", "tensor<2x2x3xf32>")})
    cases.push_back({std::string("convolution_padded_") + target,
                     {{"a", left, leftShape, {}}, {"b", right, rightShape, {}}},
                     std::string("%y = oaml.convolution ") + target +
                         ", %a, %b " + to + padded + " : (" + left + ", " +
                         right + ") -> " + result + "\n",
                     result});
}
