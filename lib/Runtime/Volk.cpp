//===- Volk.cpp - The loader of Vulkan's functions ------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// volk is shipped as source; this unit is its only instance, hidden in
// liboaml-rt.so.
#define VOLK_IMPLEMENTATION
#include <volk.h>
