//===- main.cpp - A program outside of OAML's tree --------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/Device.h"

#include <cstdio>

int main() {
  std::printf("feature 0 is %s\n", oaml::rt::getName(oaml::rt::Feature::Int64));
  return 0;
}
