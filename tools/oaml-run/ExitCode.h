//===- ExitCode.h - How oaml-run ends ---------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_EXITCODE_H
#define OAML_TOOLS_OAML_RUN_EXITCODE_H

#include "oaml-rt/Status.h"

#include "llvm/ADT/Twine.h"

namespace oaml {

/// What all OAML tools end with.
enum ExitCode {
  Done = 0,
  /// A program, an array or an argument is not as it has to be.
  WrongInput = 1,
  /// The command line is not as `--help` says.
  WrongUsage = 2,
  /// The device or the system failed or cannot do it.
  SystemFailure = 3
};

/// Prints "oaml-run: error: <message>" and returns `code`.
ExitCode fail(ExitCode code, const llvm::Twine &message);

/// Prints an error of the runtime with the location of its op, if it has one,
/// and returns the exit code for its kind.
ExitCode fail(const rt::Status &status);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_EXITCODE_H
