//===- DecompositionCasesNorm.cpp - Composite ops -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

/// A case whose operands have `types`; `places` is the text of the operands,
/// where `%a`, `%b`, … are named in order.
static CompositeCase makeCase(const std::string &name, const std::string &op,
                              const std::vector<std::string> &types,
                              const std::string &results,
                              const std::string &places = "",
                              const std::string &names = "%r") {
  std::string arguments, operands, joined;
  for (size_t i = 0; i < types.size(); ++i) {
    std::string value = std::string("%") + static_cast<char>('a' + i);
    std::string separator = i ? ", " : "";
    arguments += separator + value + ": " + types[i];
    operands += separator + value;
    joined += separator + types[i];
  }
  return {name,
          makeProgram("oaml." + op, arguments,
                      places.empty() ? operands : places, "{epsilon = 1.0}",
                      joined, results, names),
          {}};
}

void oaml::addNormDecompositionCases(CompositeCases &cases) {
  const std::string v3 = "tensor<3xf32>";
  cases.push_back(makeCase(
      "batch_norm_2d", "batch_norm_2d", {"tensor<2x3x?x4xf32>", v3, v3},
      "tensor<2x3x?x4xf32>, tensor<3xf32>, tensor<3xf32>", "", "%r, %s, %t"));
  cases.push_back(makeCase(
      "batch_norm_2d_one", "batch_norm_2d",
      {"tensor<1x3x1x1xf16>", "tensor<3xf16>", "tensor<3xf16>"},
      "tensor<1x3x1x1xf16>, tensor<3xf32>, tensor<3xf32>", "", "%r, %s, %t"));
  cases.push_back(
      makeCase("batch_norm_2d_with_stats", "batch_norm_2d_with_stats",
               {"tensor<2x3x1x4xf32>", v3, v3, v3, v3}, "tensor<2x3x1x4xf32>"));
  for (const char *op : {"channel_norm", "channel_norm_relu"})
    cases.push_back(
        makeCase(op, op, {"tensor<?x3x5xf32>", v3, v3}, "tensor<?x3x5xf32>"));
  cases.push_back(makeCase("channel_norm_backward", "channel_norm_backward",
                           {"tensor<2x3x?xf32>", v3, "tensor<2x3x?xf32>"},
                           "tensor<2x3x?xf32>, tensor<3xf32>, tensor<3xf32>",
                           "", "%r, %s, %t"));
  cases.push_back(makeCase(
      "channel_norm_relu_backward", "channel_norm_relu_backward",
      {"tensor<2x3x5xf32>", v3, "tensor<2x3x5xf32>", "tensor<2x3x5xf32>"},
      "tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>", "", "%r, %s, %t"));
  cases.push_back(
      makeCase("layer_norm", "layer_norm",
               {"tensor<2x?x3xf16>", "tensor<3xf16>", "tensor<3xf16>"},
               "tensor<2x?x3xf16>"));
  cases.push_back(makeCase("rms_norm", "rms_norm",
                           {"tensor<7xf32>", "tensor<7xf32>"},
                           "tensor<7xf32>"));
  CompositeCase special =
      makeCase("rms_norm_special", "rms_norm",
               {"tensor<3x4xf32>", "tensor<4xf32>"}, "tensor<3x4xf32>");
  special.arguments = {getSpecialNumbers(), {1.0, 2.0, 3.0, 4.0}};
  cases.push_back(special);
  cases.push_back(
      makeCase("residual_rms_norm", "residual_rms_norm",
               {"tensor<?x4xf32>", "tensor<?x4xf32>", "tensor<4xf32>"},
               "tensor<?x4xf32>, tensor<?x4xf32>", "", "%r, %s"));
  const std::string rows = "tensor<6x3xf32>", affine = "tensor<2x3xf32>";
  cases.push_back(makeCase("rms_norm_gated", "rms_norm_gated",
                           {rows, affine, affine, rows}, rows,
                           "%a, %b, bias(%c), %d"));
  cases.push_back(
      makeCase("rms_norm_gated_dynamic", "rms_norm_gated",
               {"tensor<2x?x3xf32>", "tensor<?x3xf32>", "tensor<2x?x3xf32>"},
               "tensor<2x?x3xf32>"));
  cases.push_back(makeCase("rms_norm_gated_backward", "rms_norm_gated_backward",
                           {rows, affine, affine, rows, rows},
                           rows + ", " + affine + ", " + affine + ", " + rows,
                           "%a, %b, bias(%c), %d, %e", "%r, %s, %t, %u"));
  cases.push_back(makeCase("rms_norm_gated_backward_no_bias",
                           "rms_norm_gated_backward", {rows, v3, rows, rows},
                           rows + ", " + v3 + ", " + rows, "", "%r, %s, %t"));
}
