//===- SignatureAttributes.h - Names of signature attributes ----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_SIGNATUREATTRIBUTES_H
#define OAML_INTERFACES_SIGNATUREATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace oaml {

/// Argument and result attributes of functions (values of oaml.dims: a string
/// names a dynamic extent, an integer states a static one).
inline constexpr llvm::StringLiteral nameAttrName = "oaml.name";
inline constexpr llvm::StringLiteral dimsAttrName = "oaml.dims";
inline constexpr llvm::StringLiteral donatedAttrName = "oaml.donated";
/// Marks the argument that the runtime fills with the run's seed.
inline constexpr llvm::StringLiteral runSeedAttrName = "oaml.run_seed";
/// On index arguments of kernels: the name of the symbol that they carry.
inline constexpr llvm::StringLiteral symbolAttrName = "kernel.symbol";

} // namespace oaml

#endif // OAML_INTERFACES_SIGNATUREATTRIBUTES_H
