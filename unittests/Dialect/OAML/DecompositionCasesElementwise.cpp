//===- DecompositionCasesElementwise.cpp - Composite ops ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

void oaml::addElementwiseDecompositionCases(CompositeCases &cases) {
  const std::vector<double> special = getSpecialNumbers();
  struct ScalarOp {
    const char *op, *scalar;
  };
  const ScalarOp ops[] = {{"scale", "factor"},      {"add_scalar", "value"},
                          {"sub_scalar", "value"},  {"div_scalar", "value"},
                          {"clamp_min", "minimum"}, {"clamp_max", "maximum"},
                          {"equal", "value"},       {"greater_equal", "value"}};
  for (const auto &[op, scalar] : ops) {
    std::string name = op, attribute = scalar;
    for (const char *type : {"tensor<12xf32>", "tensor<12xf16>"})
      cases.push_back(
          {name + (type == std::string("tensor<12xf32>") ? "" : "_f16"),
           makeUnary("oaml." + name, type, type, "{" + attribute + " = 1.0}"),
           {special}});
    cases.push_back(
        {name + "_operand",
         makeProgram("oaml." + name, "%x: tensor<12xf32>, %s: tensor<1xf32>",
                     "%x " + attribute + "(%s)", "",
                     "tensor<12xf32>, tensor<1xf32>", "tensor<12xf32>"),
         {special, {-2.5}}});
  }
  const CompositeCases added = {
      {"add_scalar_wraps",
       makeUnary("oaml.add_scalar", "tensor<3xi32>", "tensor<3xi32>",
                 "{value = 2.0}"),
       {{2147483647.0, -2.0, 5.0}}},
      {"equal_i32",
       makeUnary("oaml.equal", "tensor<3xi32>", "tensor<3xf32>",
                 "{value = 16777217.0}"),
       {{16777216.0, 16777217.0, -1.0}}},
      {"reciprocal",
       makeUnary("oaml.reciprocal", "tensor<12xf32>", "tensor<12xf32>"),
       {special}},
      {"copy", makeUnary("oaml.copy", "tensor<?xui8>", "tensor<?xui8>"), {}}};
  cases.insert(cases.end(), added.begin(), added.end());
}
