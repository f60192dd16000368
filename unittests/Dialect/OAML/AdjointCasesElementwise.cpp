//===- AdjointCasesElementwise.cpp - Functions to differentiate -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

/// Binary ops with each kind of broadcasting.
static void addBinary(AdjointCases &cases, const std::string &op,
                      bool isCurved) {
  struct Shapes {
    const char *name;
    AdjointArgument left, right;
    const char *result;
  };
  const Shapes all[] = {
      {"equal",
       {"a", "tensor<3x5xf32>", {3, 5}, {}},
       {"b", "tensor<3x5xf32>", {3, 5}, {}},
       "tensor<3x5xf32>"},
      {"row",
       {"a", "tensor<3x5xf32>", {3, 5}, {}},
       {"b", "tensor<5xf32>", {5}, {}},
       "tensor<3x5xf32>"},
      {"outer",
       {"a", "tensor<3x1xf32>", {3, 1}, {}},
       {"b", "tensor<1x5xf32>", {1, 5}, {}},
       "tensor<3x5xf32>"},
      {"scalar",
       {"a", "tensor<f32>", {}, {}},
       {"b", "tensor<2x1x3xf32>", {2, 1, 3}, {}},
       "tensor<2x1x3xf32>"},
      {"dynamic",
       {"a", "tensor<?x5xf32>", {3, 5}, {}},
       {"b", "tensor<?x1xf32>", {3, 1}, {}},
       "tensor<?x5xf32>"},
      {"refined",
       {"a", "tensor<?x5xf32>", {3, 5}, {}},
       {"b", "tensor<3x?xf32>", {3, 5}, {}},
       "tensor<3x5xf32>"},
  };
  for (const Shapes &shapes : all)
    cases.push_back({op.substr(5) + "_" + shapes.name,
                     {shapes.left, shapes.right},
                     "%y = " + op + " %a, %b : (" + shapes.left.type + ", " +
                         shapes.right.type + ") -> " + shapes.result + "\n",
                     shapes.result,
                     isCurved});
}

/// An op of elements and a scalar, which is an attribute or an operand.
static void addScalar(AdjointCases &cases, const std::string &op,
                      const std::string &scalar, double value,
                      bool isCurved = false, double shift = 0.0) {
  const std::string number = std::to_string(value);
  const std::string head =
      "%c = oaml.constant dense<" + std::to_string(shift) +
      "> : tensor<f32>\n%z = oaml.add %x, %c : (tensor<?x3xf32>, tensor<f32>) "
      "-> tensor<?x3xf32>\n";
  cases.push_back({op.substr(5) + "_attribute",
                   {{"x", "tensor<?x3xf32>", {5, 3}, {}}},
                   head + "%y = " + op + " %z {" + scalar + " = " + number +
                       "} : (tensor<?x3xf32>) -> tensor<?x3xf32>\n",
                   "tensor<?x3xf32>",
                   isCurved});
  cases.push_back({op.substr(5) + "_operand",
                   {{"x", "tensor<?x3xf32>", {5, 3}, {}}},
                   head + "%s = oaml.constant dense<" + number +
                       "> : tensor<1xf32>\n%y = " + op + " %z " + scalar +
                       "(%s) : (tensor<?x3xf32>, tensor<1xf32>) -> "
                       "tensor<?x3xf32>\n",
                   "tensor<?x3xf32>",
                   isCurved});
}

void oaml::addElementwiseAdjointCases(AdjointCases &cases) {
  addBinary(cases, "oaml.add", false);
  addBinary(cases, "oaml.sub", false);
  addBinary(cases, "oaml.mul", true);
  addBinary(cases, "oaml.div", true);
  addUnary(cases, "oaml.neg", 0.0, false);
  addUnary(cases, "oaml.exp");
  addUnary(cases, "oaml.expm1");
  addUnary(cases, "oaml.log", 3.0);
  addUnary(cases, "oaml.log1p", 2.0);
  addUnary(cases, "oaml.sqrt", 3.0);
  addUnary(cases, "oaml.abs", 0.0, false);
  addUnary(cases, "oaml.sin");
  addUnary(cases, "oaml.cos");
  addUnary(cases, "oaml.reciprocal", 3.0);
  addUnary(cases, "oaml.copy", 0.0, false);

  cases.push_back({"select",
                   {{"m", "tensor<3x1xi32>", {3, 1}, {1, 0, 2}},
                    {"a", "tensor<3x5xf32>", {3, 5}, {}},
                    {"b", "tensor<5xf32>", {5}, {}}},
                   R"(
    %s = oaml.select %m, %a, %b
        : (tensor<3x1xi32>, tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>
    %y = oaml.mul %s, %s : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
)",
                   "tensor<3x5xf32>"});
  // Both casts are exact where floats are kept in double.
  cases.push_back({"cast",
                   {{"x", "tensor<7xf32>", {7}, {}}},
                   R"(
    %h = oaml.cast %x {dtype = f16} : (tensor<7xf32>) -> tensor<7xf16>
    %q = oaml.mul %h, %h : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xf16>
    %y = oaml.cast %q {dtype = f32} : (tensor<7xf16>) -> tensor<7xf32>
)",
                   "tensor<7xf32>"});
  cases.push_back({"compare_and_detach",
                   {{"x", "tensor<7xf32>", {7}, {}}},
                   R"(
    %d = oaml.detach %x : (tensor<7xf32>) -> tensor<7xf32>
    %m = oaml.compare gt, %x, %d : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi32>
    %y = oaml.select %m, %d, %x
        : (tensor<7xi32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
)",
                   "tensor<7xf32>",
                   /*isCurved=*/false});

  addScalar(cases, "oaml.scale", "factor", 1.5);
  addScalar(cases, "oaml.add_scalar", "value", 1.5);
  addScalar(cases, "oaml.sub_scalar", "value", 1.5);
  addScalar(cases, "oaml.div_scalar", "value", 1.5);
  addScalar(cases, "oaml.clamp_min", "minimum", 0.03125);
  addScalar(cases, "oaml.clamp_max", "maximum", 0.03125);
  addScalar(cases, "oaml.pow", "exponent", 2.5, true, 3.0);
}
