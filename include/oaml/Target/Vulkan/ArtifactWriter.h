//===- ArtifactWriter.h - Serialization of compiled programs ----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TARGET_VULKAN_ARTIFACTWRITER_H
#define OAML_TARGET_VULKAN_ARTIFACTWRITER_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace oaml {

/// The bytes of an artifact (`.oamlx`, include/oaml-rt/Artifact.fbs) with the
/// `plan.entry` and `kernel.binary` ops of `module`. The module carries
/// `kernel.device`. Equal modules give equal bytes. Emits an error at the op
/// that cannot be written, such as a launch of a kernel without a binary.
mlir::FailureOr<llvm::SmallVector<char>> writeArtifact(mlir::ModuleOp module);

/// `location` as artifacts spell it: file:line:column, of fused locations the
/// first known one; empty if there is none.
std::string getSourceText(mlir::Location location);

} // namespace oaml

#endif // OAML_TARGET_VULKAN_ARTIFACTWRITER_H
