//===- ExitCode.cpp - How oaml-run ends -----------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitCode.h"

#include "llvm/Support/WithColor.h"

using namespace oaml;

ExitCode oaml::fail(ExitCode code, const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "oaml-run") << message << '\n';
  return code;
}

ExitCode oaml::fail(const rt::Status &status) {
  std::string message = status.getMessage();
  if (!status.getVulkanResult().empty())
    message += " (" + status.getVulkanResult() + ")";
  llvm::StringRef where = "oaml-run";
  if (!status.getLocation().empty())
    where = status.getLocation();
  llvm::WithColor::error(llvm::errs(), where) << message << '\n';
  switch (status.getCode()) {
  case rt::ErrorCode::InvalidArgument:
  case rt::ErrorCode::InvalidArtifact:
  case rt::ErrorCode::PredicateFailed:
    return WrongInput;
  default:
    return SystemFailure;
  }
}
