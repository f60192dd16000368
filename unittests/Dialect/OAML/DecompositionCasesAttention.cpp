//===- DecompositionCasesAttention.cpp - Composite ops --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

/// An op of query, key and value of one type, and other operands.
static std::string makeAttention(const std::string &op, const std::string &type,
                                 const std::string &attributes,
                                 const std::string &mask = "") {
  std::string types = type + ", " + type + ", " + type;
  return makeProgram("oaml." + op,
                     "%q: " + type + ", %k: " + type + ", %v: " + type +
                         (mask.empty() ? "" : ", %m: " + mask),
                     mask.empty() ? "%q, %k, %v" : "%q, %k, %v mask(%m)",
                     attributes, mask.empty() ? types : types + ", " + mask,
                     type);
}

void oaml::addAttentionDecompositionCases(CompositeCases &cases) {
  const std::string causal = "{scale = 0.5, causal = true}",
                    dense = "{scale = 0.5, causal = false}";
  const CompositeCases added = {
      {"softmax_scaled_masked",
       makeProgram("oaml.softmax_scaled_masked",
                   "%x: tensor<5x3xf32>, %m: tensor<5x3xf32>", "%x, %m",
                   "{scale = 2.0}", "tensor<5x3xf32>, tensor<5x3xf32>",
                   "tensor<5x3xf32>"),
       {{1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.0, infinite, 3.0, 1.0, qnan, 3.0, 1e30,
         1.0, -1e30},
        {-infinite, -infinite, -infinite, -infinite, 0.0, -infinite, 0.0, 0.0,
         0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}}},
      {"softmax_scaled_masked_f16",
       makeProgram("oaml.softmax_scaled_masked",
                   "%x: tensor<2x?x3xf16>, %m: tensor<?x3xf16>", "%x, %m",
                   "{scale = -0.25}", "tensor<2x?x3xf16>, tensor<?x3xf16>",
                   "tensor<2x?x3xf16>"),
       {}},
      {"split_heads",
       makeUnary("oaml.split_heads", "tensor<6x?xf16>", "tensor<6x3x?xf16>",
                 "{batch = 2, sequence_length = 3, num_heads = 3}"),
       {}},
      {"merge_heads",
       makeUnary("oaml.merge_heads", "tensor<?x3x2xf32>", "tensor<9x2xf32>",
                 "{batch = 3, sequence_length = 3, num_heads = 1}"),
       {}},
      {"rope",
       makeUnary("oaml.rope", "tensor<?x8xf32>", "tensor<?x8xf32>",
                 "{num_heads = 2, head_dim = 4, theta_base = 1.0e4, "
                 "position_offset = 100000}"),
       {}},
      {"rope_operand",
       makeProgram("oaml.rope", "%x: tensor<3x4xbf16>, %o: tensor<1xi32>",
                   "%x position_offset(%o)",
                   "{num_heads = 1, head_dim = 4, theta_base = 0.5}",
                   "tensor<3x4xbf16>, tensor<1xi32>", "tensor<3x4xbf16>"),
       {{}, {-5}}},
      {"attention",
       makeAttention("scaled_dot_product_attention", "tensor<2x4x3xf32>",
                     dense),
       {}},
      {"attention_mask_of_rows",
       makeAttention("scaled_dot_product_attention", "tensor<2x3x2xf32>",
                     causal, "tensor<6x3xf32>"),
       {}},
      {"attention_mask_of_planes",
       makeAttention("scaled_dot_product_attention", "tensor<?x3x2xf32>", dense,
                     "tensor<?x3x3xf32>"),
       {}},
      {"attention_mask_of_one_plane",
       makeAttention("scaled_dot_product_attention", "tensor<2x?x2xf16>",
                     causal, "tensor<?x?xf16>"),
       {}},
      {"attention_hidden_row",
       makeAttention("scaled_dot_product_attention", "tensor<1x2x2xf32>", dense,
                     "tensor<2x2xf32>"),
       {{}, {}, {}, {-infinite, -infinite, -infinite, 0.0}}},
      {"flash_attention_causal",
       makeAttention("flash_attention_causal", "tensor<?x?x4xf32>",
                     "{scale = 1.5}"),
       {}},
      {"packed_attention",
       makeAttention("scaled_dot_product_attention_causal", "tensor<?x6xf32>",
                     "{sequence_length = 3, num_heads = 2}"),
       {}},
      {"packed_attention_width",
       makeAttention("scaled_dot_product_attention_causal", "tensor<4x?xf32>",
                     "{sequence_length = 2, num_heads = 3}"),
       {}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
