//===- Arrays.h - Arguments and results on the command line -----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_ARRAYS_H
#define OAML_TOOLS_OAML_RUN_ARRAYS_H

#include "ExitCode.h"

#include "oaml-rt/HostArray.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace oaml {

/// Reads what --input options say: `@FILE` (the first array of a .npy file),
/// `+@FILE` (the next one of that file), or a tensor as text.
ExitCode readInputs(llvm::ArrayRef<std::string> options,
                    llvm::SmallVectorImpl<rt::HostArray> &arrays);

/// Checks --output options: `@FILE` with a name of its own, or `-`.
ExitCode checkOutputs(llvm::ArrayRef<std::string> options);

/// Checks that there is no --output option without a result.
ExitCode checkNumOutputs(llvm::ArrayRef<std::string> options,
                         size_t numResults);

/// Writes each result to the file of its --output option, and prints those
/// whose option is `-` or missing; see `checkNumOutputs`. Either all files
/// appear or none.
ExitCode writeOutputs(llvm::ArrayRef<std::string> options,
                      llvm::ArrayRef<rt::HostArray> arrays);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_ARRAYS_H
