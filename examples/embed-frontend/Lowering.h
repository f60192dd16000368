//===- Lowering.h - From trees to OAML graphs -------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_EMBED_FRONTEND_LOWERING_H
#define OAML_EXAMPLES_EMBED_FRONTEND_LOWERING_H

#include "Syntax.h"

#include <oaml-cpp/Compiler.h>

namespace arr {

/// Checks a program and adds its functions to `module`, all of them entries.
/// `file` is the name of the source for what OAML has to say about it. Throws
/// SourceError.
void lower(const std::vector<Definition> &program, const std::string &file,
           oaml::embed::Module &module);

} // namespace arr

#endif // OAML_EXAMPLES_EMBED_FRONTEND_LOWERING_H
