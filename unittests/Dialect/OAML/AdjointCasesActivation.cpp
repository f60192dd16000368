//===- AdjointCasesActivation.cpp - Functions to differentiate ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

/// An op of one operand with attributes.
static void addWithAttributes(AdjointCases &cases, const std::string &name,
                              const std::string &op, bool isCurved = true) {
  cases.push_back({name,
                   {{"x", "tensor<?x5xf32>", {3, 5}, {}}},
                   "%y = " + op + " : (tensor<?x5xf32>) -> tensor<?x5xf32>\n",
                   "tensor<?x5xf32>",
                   isCurved});
}

void oaml::addActivationAdjointCases(AdjointCases &cases) {
  addUnary(cases, "oaml.sigmoid");
  addUnary(cases, "oaml.tanh");
  addUnary(cases, "oaml.relu", 0.0, false);
  addUnary(cases, "oaml.gelu");
  addUnary(cases, "oaml.silu");
  addUnary(cases, "oaml.softplus");
  addUnary(cases, "oaml.mish");
  addWithAttributes(cases, "leaky_relu", "oaml.leaky_relu %x {alpha = 0.3}",
                    false);
  addWithAttributes(cases, "elu", "oaml.elu %x {alpha = 0.7}");
  cases.push_back({"swiglu",
                   {{"a", "tensor<3x?xf32>", {3, 5}, {}},
                    {"b", "tensor<3x?xf32>", {3, 5}, {}}},
                   "%y = oaml.swiglu %a, %b : (tensor<3x?xf32>, "
                   "tensor<3x?xf32>) -> tensor<3x?xf32>\n",
                   "tensor<3x?xf32>"});
  cases.push_back({"silu_mul",
                   {{"x", "tensor<?x2x6xf32>", {2, 2, 6}, {}}},
                   "%y = oaml.silu_mul %x {intermediate_size = 3} : "
                   "(tensor<?x2x6xf32>) -> tensor<?x2x3xf32>\n",
                   "tensor<?x2x3xf32>"});
}
