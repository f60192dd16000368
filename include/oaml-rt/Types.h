//===- Types.h - Element types ----------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_TYPES_H
#define OAML_RT_TYPES_H

#include "oaml-rt/Status.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace oaml::rt {

/// Element type of a tensor, in the order of the artifact schema. BF16 is kept
/// as its 16 bits; UI8 is unsigned, I8 and I32 are signed.
enum class DType : uint8_t { F32, F16, BF16, I32, I8, UI8 };

/// Bytes of one element.
OAML_RT_API size_t getByteSize(DType dtype);

/// MLIR's spelling: "f32", "f16", "bf16", "i32", "i8", "ui8".
OAML_RT_API const char *getName(DType dtype);

/// "360x64xf32"; rank 0: "f32".
OAML_RT_API std::string getTypeText(DType dtype,
                                    const std::vector<int64_t> &shape);

/// Bytes of a dense tensor; an error where an extent is negative or the size
/// does not fit in 63 bits.
OAML_RT_API Expected<uint64_t> getByteSize(DType dtype,
                                           const std::vector<int64_t> &shape);

} // namespace oaml::rt

#endif // OAML_RT_TYPES_H
