//===- DecompositionCasesMoe.cpp - Mixtures of experts --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addMoeDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"moe_expert_plan",
       makeProgram(
           "oaml.moe_expert_plan", "%i: tensor<3x2xi32>", "%i",
           "{num_experts = 2}", "tensor<3x2xi32>",
           "tensor<2xi32>, tensor<3xi32>, tensor<6xi32>, tensor<6xi32>, "
           "tensor<6xi32>, tensor<6xi32>",
           "%r0, %r1, %r2, %r3, %r4, %r5"),
       {{1, -1, 0, 1, 2, 0}}},
      {"moe_expert_plan_dynamic",
       makeProgram(
           "oaml.moe_expert_plan", "%i: tensor<?x2xi32>", "%i",
           "{num_experts = 2}", "tensor<?x2xi32>",
           "tensor<2xi32>, tensor<3xi32>, tensor<?xi32>, tensor<?xi32>, "
           "tensor<?xi32>, tensor<?xi32>",
           "%r0, %r1, %r2, %r3, %r4, %r5"),
       {{1, 0, 0, 1, 1, 0}}},
      {"moe_route_weights",
       makeProgram("oaml.moe_route_weights",
                   "%p: tensor<3x3xf32>, %i: tensor<3x2xi32>", "%p, %i", "",
                   "tensor<3x3xf32>, tensor<3x2xi32>", "tensor<3x2xf32>"),
       {{0.5, 0.25, 0.25, 0.0, 0.0, 1.0, qnan, 1.0, 2.0}, {0, 5, 0, 1, 1, 2}}},
      {"moe_gather",
       makeProgram("oaml.moe_gather",
                   "%x: tensor<?x2xf32>, %t: tensor<6xi32>, %i: tensor<6xi32>",
                   "%x, %t, %i", "",
                   "tensor<?x2xf32>, tensor<6xi32>, tensor<6xi32>",
                   "tensor<6x2xf32>"),
       {{}, {1, 0, 2, 3, -1, 1}, {1, 0, 5, 6, 2, 6}}},
      {"moe_combine",
       makeProgram(
           "oaml.moe_combine",
           "%p: tensor<4x3xf32>, %g: tensor<2x2xf32>, %i: tensor<4xi32>,"
           " %s: tensor<4xi32>",
           "%p, %g, %i, %s", "",
           "tensor<4x3xf32>, tensor<2x2xf32>, tensor<4xi32>, "
           "tensor<4xi32>",
           "tensor<2x3xf32>"),
       {{}, {1.0, qnan, 2.0, infinite}, {1, 4, 0, -1}, {2, 0, 4, 4}}},
      {"grouped_linear_m",
       makeProgram("oaml.grouped_linear_m",
                   "%x: tensor<5x2xf32>, %k: tensor<3x3x2xf32>, %b: "
                   "tensor<3x3xf32>, %o: tensor<4xi32>",
                   "%x, %k, %b, %o", "",
                   "tensor<5x2xf32>, tensor<3x3x2xf32>, tensor<3x3xf32>, "
                   "tensor<4xi32>",
                   "tensor<5x3xf32>"),
       {{}, {}, {}, {0, 2, 2, 4}}},
      {"moe_routing_bias_update",
       makeProgram("oaml.moe_routing_bias_update",
                   "%m: tensor<3x2xf32>, %b: tensor<1x2xf32>", "%m, %b",
                   "{experts_per_token = 1, gamma = 0.5}",
                   "tensor<3x2xf32>, tensor<1x2xf32>", "tensor<1x2xf32>"),
       {{1.0, 0.0, 1.0, 0.0, 0.0, 1.0}, {}}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
