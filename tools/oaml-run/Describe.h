//===- Describe.h - What is in an artifact ----------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_DESCRIBE_H
#define OAML_TOOLS_OAML_RUN_DESCRIBE_H

#include "oaml-rt/Artifact.h"

#include "llvm/Support/raw_ostream.h"

namespace oaml {

/// Prints signature, commands, kernels and needs for people.
void describe(llvm::raw_ostream &stream, const rt::ArtifactInfo &info);

/// The same and more as one JSON object.
void describeAsJSON(llvm::raw_ostream &stream, const rt::ArtifactInfo &info);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_DESCRIBE_H
