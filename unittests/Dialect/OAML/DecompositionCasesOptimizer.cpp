//===- DecompositionCasesOptimizer.cpp - Composite ops --------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecompositionCases.h"

using namespace oaml;

static std::string makeAdamW(const std::string &arguments,
                             const std::string &operands,
                             const std::string &types,
                             const std::string &attributes) {
  const std::string t = "tensor<5xf32>";
  return makeProgram("oaml.adamw_step",
                     "%p: " + t + ", %m: " + t + ", %v: " + t + ", %g: " + t +
                         arguments,
                     "%p, %m, %v, %g " + operands, attributes,
                     t + ", " + t + ", " + t + ", " + t + types,
                     t + ", " + t + ", " + t, "%a, %b, %c");
}

static std::string makeSgd(const std::string &arguments,
                           const std::string &operands,
                           const std::string &types,
                           const std::string &attributes) {
  const std::string t = "tensor<5xf32>";
  return makeProgram("oaml.sgd_step",
                     "%p: " + t + ", %b: " + t + ", %g: " + t + arguments,
                     "%p, momentum(%b), %g " + operands, attributes,
                     t + ", " + t + ", " + t + types, t + ", " + t, "%q, %c");
}

void oaml::addOptimizerDecompositionCases(CompositeCases &cases) {
  const CompositeCases added = {
      {"adamw_attributes",
       makeAdamW("", "", "",
                 "{lr = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8, "
                 "weight_decay = 0.1, step = 3}"),
       {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.0}, {}}},
      {"adamw_zero_betas",
       makeAdamW("", "", "",
                 "{lr = 0.01, beta1 = 0.0, beta2 = 0.0, epsilon = 1.0e-8, "
                 "weight_decay = 0.0, step = 1}"),
       {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.0}, {}}}};
  cases.insert(cases.end(), added.begin(), added.end());

  // Every scalar as an operand, in range and out of it.
  struct Scalar {
    const char *name, *type;
    std::vector<double> values;
  };
  const Scalar scalars[] = {
      {"lr", "tensor<f32>", {0.0, 0.25, -1.0, infinite, qnan}},
      {"beta1", "tensor<1xf32>", {0.0, 0.5, 1.0, -0.5, qnan}},
      {"beta2", "tensor<f32>", {0.0, 0.75, 1.0, -0.5, qnan}},
      {"epsilon", "tensor<f32>", {0.5, 0.0, -1.0, infinite, qnan}},
      {"weight_decay", "tensor<f32>", {0.0, 0.5, -0.5, infinite, qnan}},
      {"step", "tensor<f32>", {1.0, 7.0, 0.0, infinite, qnan}},
      {"step", "tensor<i32>", {1.0, 1000000.0, 0.0, -3.0}}};
  for (const Scalar &scalar : scalars) {
    std::string attributes = "{";
    for (auto [name, value] :
         {std::pair("lr", "0.01"), std::pair("beta1", "0.9"),
          std::pair("beta2", "0.999"), std::pair("epsilon", "1.0e-8"),
          std::pair("weight_decay", "0.1"), std::pair("step", "3")})
      if (std::string(name) != scalar.name)
        attributes += (attributes.size() > 1 ? ", " : "") + std::string(name) +
                      " = " + value;
    std::string type = scalar.type;
    for (size_t i = 0; i < scalar.values.size(); ++i)
      cases.push_back(
          {"adamw_" + std::string(scalar.name) +
               (type == "tensor<i32>" ? "_int_" : "_") + std::to_string(i),
           makeAdamW(", %s: " + type, std::string(scalar.name) + "(%s)",
                     ", " + type, attributes + "}"),
           {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.5}, {}, {scalar.values[i]}}});
  }
  for (double factor : {0.0, 0.5, 1.0, qnan})
    cases.push_back(
        {"sgd_factor_" + std::to_string(cases.size()),
         makeSgd(", %s: tensor<f32>", "momentum_factor(%s)", ", tensor<f32>",
                 "{lr = 0.1, weight_decay = 0.25}"),
         {{}, {}, {}, {factor}}});
  cases.push_back({"sgd_lr",
                   makeSgd(", %s: tensor<f32>", "lr(%s)", ", tensor<f32>",
                           "{momentum_factor = 0.5, "
                           "weight_decay = 0.25}"),
                   {{}, {}, {}, {-1.0}}});
  cases.push_back(
      {"sgd_plain",
       makeProgram("oaml.sgd_step", "%p: tensor<?xf32>, %g: tensor<?xf32>",
                   "%p, %g",
                   "{lr = 0.1, momentum_factor = 0.5, weight_decay = 0.25}",
                   "tensor<?xf32>, tensor<?xf32>", "tensor<?xf32>"),
       {}});

  const std::string t = "tensor<5xf32>";
  cases.push_back(
      {"adam",
       makeProgram("oaml.adam_step",
                   "%p: " + t + ", %m: " + t + ", %v: " + t + ", %g: " + t +
                       ", %s: tensor<i32>",
                   "%p, %m, %v, %g step(%s)",
                   "{lr = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1.0e-8}",
                   t + ", " + t + ", " + t + ", " + t + ", tensor<i32>",
                   t + ", " + t + ", " + t, "%a, %b, %c"),
       {{}, {}, {0.1, 0.2, 0.3, 0.4, 0.0}, {}, {3}}});

  auto makeMuon = [](const std::string &type, const std::string &iterations,
                     bool hasOperand) {
    std::string types = type + ", " + type + ", " + type;
    return makeProgram(
        "oaml.muon_step",
        "%p: " + type + ", %b: " + type + ", %g: " + type +
            (hasOperand ? ", %s: tensor<f32>" : ""),
        hasOperand ? "%p, %b, %g beta(%s)" : "%p, %b, %g",
        std::string(hasOperand ? "{" : "{beta = 0.75, ") +
            "lr = 0.25, weight_decay = 0.5, epsilon = 1.0e-8, iterations = " +
            iterations + "}",
        hasOperand ? types + ", tensor<f32>" : types, type + ", " + type,
        "%q, %c");
  };
  cases.push_back({"muon_wide", makeMuon("tensor<2x5xf32>", "3", false), {}});
  cases.push_back({"muon_tall", makeMuon("tensor<5x2xf32>", "3", false), {}});
  cases.push_back(
      {"muon_dynamic", makeMuon("tensor<?x?xf32>", "2", false), {}});
  cases.push_back({"muon_vector", makeMuon("tensor<?xf32>", "5", false), {}});
  cases.push_back({"muon_plain", makeMuon("tensor<2x5xf32>", "0", false), {}});
  for (double beta : {0.0, 0.5, 1.0, qnan})
    cases.push_back({"muon_beta_" + std::to_string(cases.size()),
                     makeMuon("tensor<2x2xf32>", "1", true),
                     {{}, {}, {}, {beta}}});

  auto makeClip = [](const std::string &limit, bool hasOperand) {
    return makeProgram("oaml.clip_grad_norm",
                       std::string("%g: tensor<?x2xf32>, %h: tensor<3xf32>") +
                           (hasOperand ? ", %s: tensor<f32>" : ""),
                       hasOperand ? "%g, %h max_norm(%s)" : "%g, %h",
                       hasOperand ? "" : "{max_norm = " + limit + "}",
                       std::string("tensor<?x2xf32>, tensor<3xf32>") +
                           (hasOperand ? ", tensor<f32>" : ""),
                       "tensor<?x2xf32>, tensor<3xf32>", "%a, %b");
  };
  cases.push_back({"clip_above", makeClip("0.5", false), {}});
  cases.push_back({"clip_below", makeClip("1.0e6", false), {}});
  for (double limit : {0.5, 1e6, 0.0, qnan})
    cases.push_back({"clip_operand_" + std::to_string(cases.size()),
                     makeClip("", true),
                     {{}, {}, {limit}}});
}
