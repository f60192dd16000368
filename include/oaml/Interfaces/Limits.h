//===- Limits.h - How large tensors may be ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_LIMITS_H
#define OAML_INTERFACES_LIMITS_H

#include <cstdint>

namespace oaml {

/// The largest extent, and the most elements of a tensor: kernels index with 32
/// bits.
inline constexpr int64_t maxElements = (int64_t(1) << 32) - 1;

} // namespace oaml

#endif // OAML_INTERFACES_LIMITS_H
