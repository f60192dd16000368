//===- AdjointCasesActivation.cpp - Functions to differentiate ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

using namespace oaml;

void oaml::addActivationAdjointCases(AdjointCases &cases) {
  addUnary(cases, "oaml.sigmoid");
  addUnary(cases, "oaml.tanh");
  addUnary(cases, "oaml.relu", 0.0, false);
  addUnary(cases, "oaml.gelu");
}
