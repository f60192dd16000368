//===- AdjointCasesReduction.cpp - Functions to differentiate -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addReductionAdjointCases(AdjointCases &cases) {
  for (const char *kind : {"sum", "max"})
    for (bool isDynamic : {false, true}) {
      std::string type = isDynamic ? "tensor<?x5x?xf32>" : "tensor<3x5x2xf32>";
      cases.push_back(
          {std::string("reduce_") + kind + (isDynamic ? "_dynamic" : ""),
           {{"x", type, {3, 5, 2}, {}}},
           "%r = oaml.reduce " + std::string(kind) +
               ", %x {axes = array<i64: 0, 2>} : (" + type +
               ") -> tensor<1x5x1xf32>\n"
               "%y = oaml.mul %r, %r : (tensor<1x5x1xf32>, "
               "tensor<1x5x1xf32>) -> tensor<1x5x1xf32>\n",
           "tensor<1x5x1xf32>"});
    }
  for (const char *op : {"sum", "mean", "max"})
    for (bool isDynamic : {false, true})
      for (bool hasAxis : {false, true}) {
        std::string type = isDynamic ? "tensor<?x5xf32>" : "tensor<3x5xf32>";
        std::string result = hasAxis ? "tensor<1x5xf32>" : "tensor<1xf32>";
        cases.push_back({std::string(op) + (hasAxis ? "_axis" : "") +
                             (isDynamic ? "_dynamic" : ""),
                         {{"x", type, {3, 5}, {}}},
                         "%r = oaml." + std::string(op) + " %x " +
                             (hasAxis ? "{axis = 0} " : "") + ": (" + type +
                             ") -> " + result + "\n%y = oaml.mul %r, %r : (" +
                             result + ", " + result + ") -> " + result + "\n",
                         result});
      }
  cases.push_back({"softmax",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}}},
                   "%y = oaml.softmax %x {axis = 1} : (tensor<3x5xf32>) -> "
                   "tensor<3x5xf32>\n",
                   "tensor<3x5xf32>"});
  cases.push_back({"softmax_dynamic",
                   {{"x", "tensor<?x2xf32>", {3, 2}, {}}},
                   "%y = oaml.softmax %x {axis = 0} : (tensor<?x2xf32>) -> "
                   "tensor<?x2xf32>\n",
                   "tensor<?x2xf32>"});

  // A type that knows less than it could.
  cases.push_back({"unrefined",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}}},
                   R"(
    %e = oaml.exp %x : (tensor<3x5xf32>) -> tensor<?x5xf32>
    %s = oaml.softmax %e {axis = 1} : (tensor<?x5xf32>) -> tensor<?x5xf32>
    %m = oaml.mean %s {axis = 0} : (tensor<?x5xf32>) -> tensor<1x5xf32>
    %y = oaml.mul %m, %e : (tensor<1x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
)",
                   "tensor<?x5xf32>"});

  for (const char *axis : {"0", "1"})
    cases.push_back({std::string("log_softmax_axis_") + axis,
                     {{"x", "tensor<?x5xf32>", {3, 5}, {}}},
                     "%y = oaml.log_softmax %x {axis = " + std::string(axis) +
                         "} : (tensor<?x5xf32>) -> tensor<?x5xf32>\n",
                     "tensor<?x5xf32>"});
}
