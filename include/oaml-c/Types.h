/*===- Types.h - What both C interfaces share ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of the OAML project, under the Apache License v2.0 with LLVM          *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef OAML_C_TYPES_H
#define OAML_C_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks what the libraries export. */
#define OAML_C_API __attribute__((visibility("default")))

/**
 * The version of these headers; oamlRuntimeGetVersion and
 * oamlCompilerGetVersion give that of the library. Before 1.0 the minor
 * versions of both must be equal; from then on a library serves programs that
 * were compiled against older headers of its major version: functions stay,
 * and structs only grow at their end.
 */
#define OAML_MAKE_VERSION(major, minor, patch)                                 \
  ((uint32_t)(major) << 22 | (uint32_t)(minor) << 12 | (uint32_t)(patch))
#define OAML_VERSION_MAJOR(version) ((version) >> 22)
#define OAML_VERSION_MINOR(version) ((version) >> 12 & 0x3ffu)
#define OAML_VERSION_PATCH(version) ((version) & 0xfffu)
#define OAML_C_VERSION OAML_MAKE_VERSION(0, 1, 0)

/** Element types. Floats are IEEE's (bf16: the upper half of an f32). */
typedef enum OamlDType {
  OAML_F32 = 0,
  OAML_F16 = 1,
  OAML_BF16 = 2,
  OAML_I32 = 3,
  OAML_I8 = 4,
  OAML_UI8 = 5,
  /** An extent inside a program under construction (result of "dim"). */
  OAML_INDEX = 100
} OamlDType;

/** The largest rank of a tensor. */
#define OAML_MAX_RANK 8

/** Bytes of one element. */
static inline size_t oamlGetByteSize(OamlDType dtype) {
  switch (dtype) {
  case OAML_F32:
  case OAML_I32:
    return 4;
  case OAML_F16:
  case OAML_BF16:
    return 2;
  case OAML_I8:
  case OAML_UI8:
    return 1;
  case OAML_INDEX:
    break;
  }
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif /* OAML_C_TYPES_H */
