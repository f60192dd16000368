//===- DecompositionCasesVq.cpp - Vector quantization ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addVqDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"vq_assign",
       makeProgram("oaml.vq_assign", "%x: tensor<3x2xf32>, %c: tensor<4x2xf32>",
                   "%x, %c", "", "tensor<3x2xf32>, tensor<4x2xf32>",
                   "tensor<3xi32>, tensor<3x2xf32>", "%r0, %r1"),
       {{0.5, 0.5, qnan, 1.0, infinite, 0.0},
        {1.0, 1.0, 0.5, 0.25, 0.5, 0.25, infinite, 0.0}}},
      {"vq_lookup",
       makeProgram("oaml.vq_lookup", "%c: tensor<?x2xf32>, %i: tensor<4xi32>",
                   "%c, %i", "", "tensor<?x2xf32>, tensor<4xi32>",
                   "tensor<4x2xf32>"),
       {{}, {0, -1, 3, 2}}},
      {"vq_ema_update_normalize",
       makeProgram(
           "oaml.vq_ema_update",
           "%x: tensor<5x2xf32>, %i: tensor<5xi32>, %s: tensor<3x2xf32>,"
           " %n: tensor<3xf32>, %c: tensor<3x2xf32>",
           "%x, %i, %s, %n, %c",
           "{decay = 0.9, epsilon = 1.0e-5, dead_threshold = 0.5, seed ="
           " 7, normalize = true}",
           "tensor<5x2xf32>, tensor<5xi32>, tensor<3x2xf32>, "
           "tensor<3xf32>, tensor<3x2xf32>",
           "tensor<3x2xf32>, tensor<3xf32>, tensor<3x2xf32>", "%r0, %r1, %r2"),
       {{}, {0, 1, 1, 7, -1}, {}, {1.0, 0.1, 2.0}, {}}},
      {"vq_ema_update",
       makeProgram(
           "oaml.vq_ema_update",
           "%x: tensor<5x2xf32>, %i: tensor<5xi32>, %s: tensor<3x2xf32>,"
           " %n: tensor<3xf32>, %c: tensor<3x2xf32>",
           "%x, %i, %s, %n, %c",
           "{decay = 0.9, epsilon = 1.0e-5, dead_threshold = 0.5, seed ="
           " 7, normalize = false}",
           "tensor<5x2xf32>, tensor<5xi32>, tensor<3x2xf32>, "
           "tensor<3xf32>, tensor<3x2xf32>",
           "tensor<3x2xf32>, tensor<3xf32>, tensor<3x2xf32>", "%r0, %r1, %r2"),
       {{}, {0, 1, 1, 7, -1}, {}, {1.0, 0.1, 2.0}, {}}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
