//===- AdjointCasesNorm.cpp - Functions to differentiate ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

/// Ops of a tensor of `type`, weight and bias of 3 elements.
static void addAffine(AdjointCases &cases, const std::string &op,
                      const std::string &type, std::vector<int64_t> shape,
                      const std::string &suffix = "") {
  bool isBatchNorm = op == "batch_norm_2d";
  std::string vector = "tensor<3xf32>";
  std::string results =
      isBatchNorm ? "(" + type + ", tensor<3xf32>, tensor<3xf32>)" : type;
  cases.push_back({op + suffix,
                   {{"x", type, std::move(shape), {}},
                    {"v", vector, {3}, {}},
                    {"b", vector, {3}, {}}},
                   std::string(isBatchNorm ? "%y, %m, %s" : "%y") + " = oaml." +
                       op + " %x, %v, %b {epsilon = 2.0} : (" + type + ", " +
                       vector + ", " + vector + ") -> " + results + "\n",
                   type});
}

/// rms_norm_gated of rows `type` with affine rows `affine`.
static void addGated(AdjointCases &cases, const std::string &name,
                     const std::string &type, std::vector<int64_t> shape,
                     const std::string &affine,
                     std::vector<int64_t> affineShape, bool hasBias) {
  std::vector<AdjointArgument> arguments = {{"x", type, shape, {}},
                                            {"v", affine, affineShape, {}},
                                            {"z", type, shape, {}}};
  if (hasBias)
    arguments.push_back({"b", affine, affineShape, {}});
  cases.push_back({"rms_norm_gated_" + name, arguments,
                   std::string("%y = oaml.rms_norm_gated %x, %v, ") +
                       (hasBias ? "bias(%b), " : "") +
                       "%z {epsilon = 2.0} : (" + type + ", " + affine + ", " +
                       (hasBias ? affine + ", " : "") + type + ") -> " + type +
                       "\n",
                   type});
}

void oaml::addNormAdjointCases(AdjointCases &cases) {
  addAffine(cases, "batch_norm_2d", "tensor<2x3x2x1xf32>", {2, 3, 2, 1});
  addAffine(cases, "batch_norm_2d", "tensor<?x3x1x?xf32>", {2, 3, 1, 2},
            "_dynamic");
  addAffine(cases, "channel_norm", "tensor<2x3x2xf32>", {2, 3, 2});
  addAffine(cases, "channel_norm", "tensor<?x3x?xf32>", {1, 3, 3}, "_dynamic");
  addAffine(cases, "channel_norm_relu", "tensor<2x3x2xf32>", {2, 3, 2});
  addAffine(cases, "layer_norm", "tensor<2x2x3xf32>", {2, 2, 3});
  addAffine(cases, "layer_norm", "tensor<?x3xf32>", {3, 3}, "_dynamic");

  cases.push_back({"batch_norm_2d_with_stats",
                   {{"x", "tensor<?x2x1x3xf32>", {2, 2, 1, 3}, {}},
                    {"m", "tensor<2xf32>", {2}, {}},
                    {"s", "tensor<2xf32>", {2}, {}},
                    {"v", "tensor<2xf32>", {2}, {}},
                    {"b", "tensor<2xf32>", {2}, {}}},
                   R"(
    %y = oaml.batch_norm_2d_with_stats %x, %m, %s, %v, %b {epsilon = 4.0}
        : (tensor<?x2x1x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
        -> tensor<?x2x1x3xf32>
)",
                   "tensor<?x2x1x3xf32>"});
  cases.push_back(
      {"rms_norm",
       {{"x", "tensor<?x3xf32>", {3, 3}, {}}, {"v", "tensor<?xf32>", {3}, {}}},
       "%y = oaml.rms_norm %x, %v {epsilon = 2.0} : "
       "(tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xf32>\n",
       "tensor<?x3xf32>"});
  // Both results, and each alone.
  const std::string type = "tensor<2x3xf32>";
  const std::string norm =
      "%o, %r = oaml.residual_rms_norm %a, %b, %v {epsilon = 2.0} : (" + type +
      ", " + type + ", tensor<3xf32>) -> (" + type + ", " + type + ")\n";
  const std::string signature =
      " : (" + type + ", " + type + ") -> " + type + "\n";
  for (auto [name, left, right] :
       {std::tuple("both", "%o", "%r"), std::tuple("out", "%o", "%o"),
        std::tuple("residual", "%r", "%r")})
    cases.push_back({std::string("residual_rms_norm_") + name,
                     {{"a", type, {2, 3}, {}},
                      {"b", type, {2, 3}, {}},
                      {"v", "tensor<3xf32>", {3}, {}}},
                     norm + "%y = oaml.mul " + left + ", " + right + signature,
                     type});

  addGated(cases, "row", "tensor<2x3xf32>", {2, 3}, "tensor<3xf32>", {3}, true);
  addGated(cases, "trailing", "tensor<?x2x3xf32>", {2, 2, 3}, "tensor<2x3xf32>",
           {2, 3}, true);
  addGated(cases, "repeated", "tensor<4x3xf32>", {4, 3}, "tensor<2x3xf32>",
           {2, 3}, false);
  addGated(cases, "dynamic", "tensor<?x3xf32>", {4, 3}, "tensor<?x3xf32>",
           {2, 3}, true);

  // The adjoints themselves: all of their results in one.
  const std::string x = "tensor<2x3x2xf32>", v = "tensor<3xf32>";
  const std::string sum = R"(
    %cw = oaml.reshape %gw to [3, 1] : (tensor<3xf32>) -> tensor<3x1xf32>
    %cb = oaml.reshape %gb to [3, 1] : (tensor<3xf32>) -> tensor<3x1xf32>
    %total = oaml.add %gx, %cw : (tensor<2x3x2xf32>, tensor<3x1xf32>) -> tensor<2x3x2xf32>
    %y = oaml.mul %total, %cb : (tensor<2x3x2xf32>, tensor<3x1xf32>) -> tensor<2x3x2xf32>
)";
  cases.push_back(
      {"channel_norm_backward",
       {{"x", x, {2, 3, 2}, {}}, {"v", v, {3}, {}}, {"g", x, {2, 3, 2}, {}}},
       "%gx, %gw, %gb = oaml.channel_norm_backward %x, %v, %g "
       "{epsilon = 2.0} : (" +
           x + ", " + v + ", " + x + ") -> (" + x + ", " + v + ", " + v + ")" +
           sum,
       x});
  cases.push_back({"channel_norm_relu_backward",
                   {{"x", x, {2, 3, 2}, {}},
                    {"v", v, {3}, {}},
                    {"o", x, {2, 3, 2}, {}},
                    {"g", x, {2, 3, 2}, {}}},
                   "%gx, %gw, %gb = oaml.channel_norm_relu_backward %x, %v, "
                   "%o, %g {epsilon = 2.0} : (" +
                       x + ", " + v + ", " + x + ", " + x + ") -> (" + x +
                       ", " + v + ", " + v + ")" + sum,
                   x});
  cases.push_back({"rms_norm_gated_backward",
                   {{"x", type, {2, 3}, {}},
                    {"v", "tensor<3xf32>", {3}, {}},
                    {"b", "tensor<3xf32>", {3}, {}},
                    {"z", type, {2, 3}, {}},
                    {"g", type, {2, 3}, {}}},
                   R"(
    %gx, %gw, %gb, %gz = oaml.rms_norm_gated_backward %x, %v, bias(%b), %z, %g {epsilon = 2.0}
        : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
        -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>)
    %a = oaml.add %gx, %gw : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %c = oaml.add %gz, %gb : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %y = oaml.add %a, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
)",
                   type});
}
