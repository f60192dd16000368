//===- HostArray.h - Tensors that own their memory --------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_HOSTARRAY_H
#define OAML_RT_HOSTARRAY_H

#include "oaml-rt/Types.h"

#include <cstdint>
#include <vector>

namespace oaml::rt {

/// A dense row-major tensor with its own memory, as files hold it. Elements are
/// little-endian.
struct HostArray {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  std::vector<char> bytes;
};

} // namespace oaml::rt

#endif // OAML_RT_HOSTARRAY_H
