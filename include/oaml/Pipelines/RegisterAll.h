//===- RegisterAll.h - OAML's dialects and passes ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PIPELINES_REGISTERALL_H
#define OAML_PIPELINES_REGISTERALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace oaml {

/// Adds OAML's dialects, the upstream dialects that its phases use, and the
/// external interface models between them.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers OAML's passes and pipelines by their command-line names.
void registerAllPasses();

} // namespace oaml

#endif // OAML_PIPELINES_REGISTERALL_H
