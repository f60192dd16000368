//===- AdjointCasesShape.cpp - Functions to differentiate -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addShapeAdjointCases(AdjointCases &cases) {
  cases.push_back(
      {"broadcast_to",
       {{"x", "tensor<3x1xf32>", {3, 1}, {}}, {"z", "tensor<?xf32>", {5}, {}}},
       R"(
    %n = oaml.dim %z {axis = 0} : tensor<?xf32>
    %r = oaml.broadcast_to %x to [2, 3, %n] : (tensor<3x1xf32>, index) -> tensor<2x3x?xf32>
    %y = oaml.mul %r, %z : (tensor<2x3x?xf32>, tensor<?xf32>) -> tensor<2x3x?xf32>
)",
       "tensor<2x3x?xf32>"});
  cases.push_back({"reshape_and_transpose",
                   {{"x", "tensor<?x6xf32>", {5, 6}, {}}},
                   R"(
    %n = oaml.dim %x {axis = 0} : tensor<?x6xf32>
    %r = oaml.reshape %x to [2, %n, 3] : (tensor<?x6xf32>, index) -> tensor<2x?x3xf32>
    %t = oaml.transpose %r {axis0 = 0, axis1 = 2} : (tensor<2x?x3xf32>) -> tensor<3x?x2xf32>
    %y = oaml.mul %t, %t : (tensor<3x?x2xf32>, tensor<3x?x2xf32>) -> tensor<3x?x2xf32>
)",
                   "tensor<3x?x2xf32>"});
  cases.push_back({"slice",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}}},
                   R"(
    %s = oaml.slice %x {axis = 1, start = 1, end = 4} : (tensor<3x5xf32>) -> tensor<3x3xf32>
    %y = oaml.mul %s, %s : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
)",
                   "tensor<3x3xf32>"});
  cases.push_back(
      {"slice_dynamic",
       {{"x", "tensor<?x2xf32>", {7, 2}, {}}, {"z", "tensor<?xf32>", {5}, {}}},
       R"(
    %e = oaml.dim %z {axis = 0} : tensor<?xf32>
    %s = oaml.slice %x end(%e) {axis = 0, start = 2, end = -9223372036854775808}
        : (tensor<?x2xf32>, index) -> tensor<?x2xf32>
    %y = oaml.mul %s, %s : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
)",
       "tensor<?x2xf32>"});
  cases.push_back(
      {"pad",
       {{"x", "tensor<3x?xf32>", {3, 2}, {}}, {"z", "tensor<?xf32>", {5}, {}}},
       R"(
    %n = oaml.dim %z {axis = 0} : tensor<?xf32>
    %p = oaml.pad %x low [1, %n] high [0, 2] {value = 1.5}
        : (tensor<3x?xf32>, index) -> tensor<4x?xf32>
    %y = oaml.mul %p, %p : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
)",
       "tensor<4x?xf32>"});

  cases.push_back({"concat",
                   {{"a", "tensor<2x?xf32>", {2, 3}, {}},
                    {"b", "tensor<2x1xf32>", {2, 1}, {}},
                    {"e", "tensor<2x0xf32>", {2, 0}, {}}},
                   R"(
    %c = oaml.concat %a, %b, %e, %a {axis = 1}
        : (tensor<2x?xf32>, tensor<2x1xf32>, tensor<2x0xf32>, tensor<2x?xf32>)
        -> tensor<2x?xf32>
    %y = oaml.mul %c, %c : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
)",
                   "tensor<2x?xf32>"});
  // The last part is not used: nothing flows into it.
  cases.push_back({"split",
                   {{"x", "tensor<?x7xf32>", {3, 7}, {}}},
                   R"(
    %a, %b, %c = oaml.split %x {sizes = array<i64: 2, 2, 3>, axis = 1}
        : (tensor<?x7xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x3xf32>)
    %y = oaml.mul %a, %b : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
)",
                   "tensor<?x2xf32>"});
  cases.push_back({"repeat_interleave",
                   {{"x", "tensor<2x?x3xf32>", {2, 2, 3}, {}}},
                   R"(
    %r = oaml.repeat_interleave %x {repeats = 3, axis = 1}
        : (tensor<2x?x3xf32>) -> tensor<2x?x3xf32>
    %y = oaml.mul %r, %r : (tensor<2x?x3xf32>, tensor<2x?x3xf32>) -> tensor<2x?x3xf32>
)",
                   "tensor<2x?x3xf32>"});
  cases.push_back({"causal_mask",
                   {{"x", "tensor<2x?x4xf32>", {2, 3, 4}, {}}},
                   R"(
    %m = oaml.causal_mask %x : (tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
    %y = oaml.sigmoid %m : (tensor<2x?x4xf32>) -> tensor<2x?x4xf32>
)",
                   "tensor<2x?x4xf32>"});
}
