//===- Compilation.h - Compiling a program in memory ------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_COMPILATION_H
#define OAML_TOOLS_OAML_RUN_COMPILATION_H

#include "Executor.h"
#include "VulkanExecutor.h"

#include "oaml/Pipelines/Compile.h"

namespace oaml {

/// Options for compiling the function `name` for the device that `device` names
/// (see rt::DeviceOptions). SystemFailure where there is none.
ExitCode getCompileOptions(mlir::MLIRContext *context, llvm::StringRef name,
                           const std::string &device, int optimizationLevel,
                           CompileOptions &options);

/// Compiles `module`, which is changed, and makes an executor of the result.
ExitCode compileAndLoad(mlir::ModuleOp module, llvm::StringRef name,
                        llvm::ArrayRef<rt::HostArray> arguments,
                        const CompileOptions &compileOptions,
                        const VulkanOptions &options,
                        std::unique_ptr<Executor> &executor);

/// Runs the function `name` of `module` on the device and compares every value
/// that crosses a kernel with the interpreter. `results` are those of the
/// function.
ExitCode runAndCompare(mlir::ModuleOp module, llvm::StringRef name,
                       llvm::ArrayRef<rt::HostArray> arguments,
                       const CompileOptions &compileOptions,
                       const VulkanOptions &options, double tolerance,
                       llvm::SmallVectorImpl<rt::HostArray> &results);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_COMPILATION_H
