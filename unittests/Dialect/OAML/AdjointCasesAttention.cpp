//===- AdjointCasesAttention.cpp - Functions to differentiate -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

/// Three arguments `%q`, `%k`, `%v` of one type.
static std::vector<AdjointArgument> makeInputs(const std::string &type,
                                               std::vector<int64_t> shape) {
  return {
      {"q", type, shape, {}}, {"k", type, shape, {}}, {"v", type, shape, {}}};
}

/// One op of three operands and a result of `type`.
static std::string makeAttention(const std::string &op, const std::string &type,
                                 const std::string &attributes) {
  return "%y = oaml." + op + " %q, %k, %v {" + attributes + "} : (" + type +
         ", " + type + ", " + type + ") -> " + type + "\n";
}

void oaml::addAttentionAdjointCases(AdjointCases &cases) {
  // The mask is detached: it is made of integers.
  cases.push_back({"softmax_scaled_masked",
                   {{"x", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"i", "tensor<5xi32>", {5}, {1, 0, -1, 2, 0}}},
                   R"(
    %m = oaml.cast %i {dtype = f32} : (tensor<5xi32>) -> tensor<5xf32>
    %y = oaml.softmax_scaled_masked %x, %m {scale = -0.5}
        : (tensor<2x3x5xf32>, tensor<5xf32>) -> tensor<2x3x5xf32>
)",
                   "tensor<2x3x5xf32>"});
  cases.push_back({"split_and_merge_heads",
                   {{"x", "tensor<6x4xf32>", {6, 4}, {}}},
                   R"(
    %s = oaml.split_heads %x {batch = 2, sequence_length = 3, num_heads = 2}
        : (tensor<6x4xf32>) -> tensor<4x3x2xf32>
    %p = oaml.mul %s, %s : (tensor<4x3x2xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
    %y = oaml.merge_heads %p {batch = 2, sequence_length = 3, num_heads = 2}
        : (tensor<4x3x2xf32>) -> tensor<6x4xf32>
)",
                   "tensor<6x4xf32>"});
  cases.push_back({"rope",
                   {{"x", "tensor<?x8xf32>", {3, 8}, {}}},
                   R"(
    %r = oaml.rope %x {num_heads = 2, head_dim = 4, theta_base = 10.0, position_offset = 2}
        : (tensor<?x8xf32>) -> tensor<?x8xf32>
    %y = oaml.mul %r, %r : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
)",
                   "tensor<?x8xf32>"});
  for (const char *causal : {"false", "true"})
    cases.push_back(
        {"attention_causal_" + std::string(causal),
         makeInputs("tensor<2x4x3xf32>", {2, 4, 3}),
         makeAttention("scaled_dot_product_attention", "tensor<2x4x3xf32>",
                       "scale = 0.5, causal = " + std::string(causal)),
         "tensor<2x4x3xf32>"});
  std::vector<AdjointArgument> masked =
      makeInputs("tensor<1x3x2xf32>", {1, 3, 2});
  masked.push_back(
      {"i", "tensor<3x3xi32>", {3, 3}, {0, 1, -1, 2, 0, 1, 0, 0, -2}});
  cases.push_back({"attention_masked", masked,
                   R"(
    %m = oaml.cast %i {dtype = f32} : (tensor<3x3xi32>) -> tensor<3x3xf32>
    %y = oaml.scaled_dot_product_attention %q, %k, %v mask(%m) {scale = 1.5, causal = false}
        : (tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<3x3xf32>)
        -> tensor<1x3x2xf32>
)",
                   "tensor<1x3x2xf32>"});
  // Both results; a row of a mask of integers hides nothing.
  for (const char *causal : {"false", "true"}) {
    std::string attributes =
        "{scale = 0.5, causal = " + std::string(causal) + "}";
    cases.push_back({"attention_kernel_causal_" + std::string(causal),
                     makeInputs("tensor<1x3x2xf32>", {1, 3, 2}),
                     "%r, %l = oaml.attention %q, %k, %v " + attributes +
                         R"( : (tensor<1x3x2xf32>, tensor<1x3x2xf32>,
            tensor<1x3x2xf32>) -> (tensor<1x3x2xf32>, tensor<1x3xf32>)
    %m = oaml.reshape %l to [1, 3, 1] : (tensor<1x3xf32>) -> tensor<1x3x1xf32>
    %y = oaml.mul %r, %m : (tensor<1x3x2xf32>, tensor<1x3x1xf32>) -> tensor<1x3x2xf32>
)",
                     "tensor<1x3x2xf32>"});
    std::vector<AdjointArgument> arguments =
        makeInputs("tensor<1x3x2xf32>", {1, 3, 2});
    arguments.push_back({"g", "tensor<1x3x2xf32>", {1, 3, 2}, {}});
    arguments.push_back({"l", "tensor<1x3xf32>", {1, 3}, {}});
    arguments.push_back({"d", "tensor<1x3xf32>", {1, 3}, {}});
    arguments.push_back(
        {"i", "tensor<3x3xi32>", {3, 3}, {0, 1, -1, 0, 0, 1, 0, 0, -2}});
    cases.push_back({"attention_backward_causal_" + std::string(causal),
                     arguments,
                     R"(
    %m = oaml.cast %i {dtype = f32} : (tensor<3x3xi32>) -> tensor<3x3xf32>
    %a, %b, %c = oaml.attention_backward %q, %k, %v, %g, %l, %d mask(%m) )" +
                         attributes +
                         R"( : (tensor<1x3x2xf32>, tensor<1x3x2xf32>,
            tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3xf32>,
            tensor<1x3xf32>, tensor<3x3xf32>)
        -> (tensor<1x3x2xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>)
    %s = oaml.add %a, %b : (tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
    %y = oaml.mul %s, %c : (tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
)",
                     "tensor<1x3x2xf32>"});
  }
  cases.push_back({"flash_attention_causal",
                   makeInputs("tensor<?x?x3xf32>", {2, 4, 3}),
                   makeAttention("flash_attention_causal", "tensor<?x?x3xf32>",
                                 "scale = -0.5"),
                   "tensor<?x?x3xf32>"});
  cases.push_back(
      {"packed_attention", makeInputs("tensor<?x4xf32>", {6, 4}),
       makeAttention("scaled_dot_product_attention_causal", "tensor<?x4xf32>",
                     "sequence_length = 3, num_heads = 2"),
       "tensor<?x4xf32>"});
}
