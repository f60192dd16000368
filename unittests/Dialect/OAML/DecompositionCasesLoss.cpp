//===- DecompositionCasesLoss.cpp - Composite ops -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addLossDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"cross_entropy",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<?x4xf32>, %t: tensor<?xi32>", "%x, %t", "",
                   "tensor<?x4xf32>, tensor<?xi32>", "tensor<1xf32>"),
       {{1.0, -1e4, 3.0, 1e4, 0.0, 0.0, 0.0, 0.0, -infinite, 1.0, 2.0, 3.0},
        {3, 0, 1}}},
      {"cross_entropy_bad_target",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<2x4xf32>, %t: tensor<2xi32>", "%x, %t", "",
                   "tensor<2x4xf32>, tensor<2xi32>", "tensor<1xf32>"),
       {{}, {4, 0}}},
      {"cross_entropy_negative_target",
       makeProgram("oaml.cross_entropy",
                   "%x: tensor<2x4xf16>, %t: tensor<2xi32>", "%x, %t", "",
                   "tensor<2x4xf16>, tensor<2xi32>", "tensor<1xf32>"),
       {{}, {1, -1}}},
      // A masked row with a bad target, with NaN; a bad count.
      {"masked_cross_entropy",
       makeProgram("oaml.masked_cross_entropy",
                   "%x: tensor<?x2xf32>, %t: tensor<?xi32>, %m: tensor<?xf32>",
                   "%x, %t, %m", "{valid_count = 2}",
                   "tensor<?x2xf32>, tensor<?xi32>, tensor<?xf32>",
                   "tensor<1xf32>"),
       {{1.0, 2.0, qnan, 1.0, -1e4, 1e4}, {1, 9, 0}, {1.0, 0.0, 0.5}}},
      {"masked_cross_entropy_nothing",
       makeProgram(
           "oaml.masked_cross_entropy",
           "%x: tensor<2x2xf16>, %t: tensor<2xui8>, %m: tensor<1x2xf16>",
           "%x, %t, %m", "{valid_count = 1}",
           "tensor<2x2xf16>, tensor<2xui8>, tensor<1x2xf16>", "tensor<1xf32>"),
       {{}, {0, 1}, {0.0, 0.0}}},
      {"masked_mse",
       makeProgram(
           "oaml.masked_mse",
           "%x: tensor<?x4xf32>, %t: tensor<?x4xf32>, %m: tensor<4xf32>",
           "%x, %t, %m", "", "tensor<?x4xf32>, tensor<?x4xf32>, tensor<4xf32>",
           "tensor<1xf32>"),
       {{}, {}, {0.5, 0.0, 2.0, 1.0}}},
      {"masked_mse_small_weight",
       makeProgram("oaml.masked_mse",
                   "%x: tensor<4xf32>, %t: tensor<4xf32>, %m: tensor<1xf32>",
                   "%x, %t, %m", "",
                   "tensor<4xf32>, tensor<4xf32>, tensor<1xf32>",
                   "tensor<1xf32>"),
       {{}, {}, {0.125}}},
      {"accuracy_count",
       makeProgram(
           "oaml.accuracy_count",
           "%x: tensor<2x?x3xf32>, %t: tensor<?xui8>, %m: tensor<?xf32>",
           "%x, %t, %m", "", "tensor<2x?x3xf32>, tensor<?xui8>, tensor<?xf32>",
           "tensor<1xi32>"),
       // Right; ties; NaN never wins; all NaN; masked; wrong.
       {{1.0, 2.0, 0.0, 5.0, 5.0, 5.0, qnan, 1.0, 2.0, qnan, qnan, qnan, 3.0,
         2.0, 1.0, 1.0, 2.0, 3.0},
        {1, 0, 2, 0, 0, 0},
        {1.0, 0.5, qnan, 1.0, 0.0, 1.0}}}};
  cases.insert(cases.end(), added.begin(), added.end());
  for (double count : {2.0, 0.0, 4.0, qnan})
    cases.push_back(
        {"masked_cross_entropy_count_" + std::to_string(cases.size()),
         makeProgram("oaml.masked_cross_entropy",
                     "%x: tensor<3x2xf32>, %t: tensor<3xi32>, "
                     "%m: tensor<3xf32>, %n: tensor<f32>",
                     "%x, %t, %m valid_count(%n)", "",
                     "tensor<3x2xf32>, tensor<3xi32>, "
                     "tensor<3xf32>, tensor<f32>",
                     "tensor<1xf32>"),
         {{}, {1, 0, 1}, {1.0, 0.0, 1.0}, {count}}});
  for (const char *op : {"mse", "l1", "smooth_l1", "bce"}) {
    std::string name = op;
    auto make = [&](const std::string &type) {
      return makeProgram("oaml." + name, "%x: " + type + ", %t: " + type,
                         "%x, %t", "", type + ", " + type, "tensor<1xf32>");
    };
    cases.push_back({name, make("tensor<?x4xf32>"), {}});
    cases.push_back({name + "_f16", make("tensor<2x4xf16>"), {}});
    cases.push_back({name + "_scalar", make("tensor<f32>"), {{0.5}, {0.25}}});
    // Both kinks; probabilities at and beyond both ends.
    cases.push_back(
        {name + "_kinks",
         make("tensor<6xf32>"),
         {{0.0, 1.0, -1.0, 2.0, 1.0, 0.5}, {0.0, 0.0, 0.0, 1.0, 1.0, 1.0}}});
    cases.push_back(
        {name + "_nan", make("tensor<2xf32>"), {{qnan, 0.5}, {0.5, 0.5}}});
  }
}
