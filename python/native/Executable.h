//===- Executable.h - Compiling and running ---------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_EXECUTABLE_H
#define OAML_PYTHON_NATIVE_EXECUTABLE_H

#include "Trace.h"

#include "oaml-rt/Program.h"
#include "oaml-rt/SeedSequence.h"

#include <mutex>

namespace oaml::python {

using Bytes = std::vector<char>;

/// What the compiler made of a program.
struct Compiled {
  Bytes artifact;
  /// The compiler's report (oaml/Pipelines/Report.h) as JSON; may be empty.
  std::string report;
};

/// For what a program is compiled: text of a #kernel.device attribute.
/// "host" is `device`'s; else a profile or a file of oaml-run --device-info.
std::string getTargetText(const std::string &target, const DevicePtr &device);

/// The module as bytecode, locations included.
std::string getBytecode(mlir::ModuleOp module);

/// The artifact of the trace's program. From the cache on disk if it is there.
/// Compiles without the GIL; CompileError on failure, KeyboardInterrupt when
/// the user stops it. `name` is the program's, for logs and reproducers.
std::shared_ptr<const Compiled> compile(Trace &trace,
                                        const std::string &bytecode,
                                        const std::string &target,
                                        const std::string &name);

/// Ends what was left behind by Ctrl-C, at the end of its phase: a thread of
/// the compiler must not outlive the process' globals.
void finishCompilations();

/// How numbers are drawn where a program asks for a fresh seed.
enum class SeedUse {
  /// One sequence per program, as oaml-run --seed does.
  Program,
  /// One sequence of all programs: ops that are called one by one.
  Shared
};

/// One entry of a program, ready to run on one device. Threads may share it.
class Executable {
public:
  virtual ~Executable();

  /// Nanoseconds that the last run of this thread spent in the runtime:
  /// binding, running, taking results. For benchmarks.
  static uint64_t getRuntimeNs();

  /// Runs; `isDonated` says which arguments the caller gives away: those arrays
  /// are invalid afterwards. New arrays, one per result.
  std::vector<nb::object> run(std::vector<Leaf> &leaves,
                              llvm::ArrayRef<char> isDonated,
                              const std::string &function);

  SeedUse seedUse = SeedUse::Program;

protected:
  explicit Executable(DevicePtr device) : device(std::move(device)) {}
  /// The work, with or without the GIL.
  virtual std::vector<nb::object> execute(std::vector<Leaf> &leaves,
                                          llvm::ArrayRef<char> isDonated) = 0;

  DevicePtr device;
};

using ExecutablePtr = std::shared_ptr<Executable>;

/// Loads an artifact on a device.
ExecutablePtr loadExecutable(const DevicePtr &device,
                             const rt::Artifact &artifact,
                             const std::string &entry);

/// The interpreter for a program as bytecode.
ExecutablePtr makeInterpreter(const std::string &bytecode,
                              const std::string &entry);

/// The trace's program on a device, from all that this process has compiled or
/// by compiling it now.
ExecutablePtr getExecutable(Trace &trace, const std::string &entry,
                            const DevicePtr &device, const std::string &name);

/// Restarts all generators of seeds.
void setRngSeed(uint64_t seed);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_EXECUTABLE_H
