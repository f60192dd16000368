//===- Program.h - Running compiled programs --------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In short:
//
//   auto device = Device::create();
//   auto artifact = Artifact::load("step.oamlx");
//   auto program = Program::create(*device, *artifact);
//   auto call = program->createInvocation("step");
//   call->bindHost("x", {DType::F32, {64, 10}, data});
//   call->run();
//   call->readResult(0, out, sizeof(out));
//
// Each of these returns an Expected or a Status that must be looked at.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_RT_PROGRAM_H
#define OAML_RT_PROGRAM_H

#include "oaml-rt/Artifact.h"
#include "oaml-rt/Buffer.h"
#include "oaml-rt/Device.h"
#include "oaml-rt/Status.h"
#include "oaml-rt/Types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace oaml::rt {

namespace detail {
class ProgramImpl;
class InvocationImpl;
} // namespace detail

class Invocation;

/// A dense row-major tensor in the caller's memory.
struct HostTensor {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  const void *data = nullptr;
};

/// What the runtime may do with a host array that is bound to an argument.
enum class HostAccess : uint8_t {
  /// Copy it at once: the array is free afterwards.
  Copy,
  /// The array stays as it is until the runs that read it are finished; it is
  /// imported without a copy where the device can and it pays, else copied.
  /// Only for arguments that are not donated; donated ones are always copied.
  Borrow
};

/// How a program is run.
struct ProgramOptions {
  /// Longest estimated time of one submission in seconds; programs that take
  /// longer are split, so that a display driver's watchdog does not strike. The
  /// estimate counts bytes (1 GB/s) and launches (20 us each). 0: a submission
  /// per launch, which also makes a device loss name its launch exactly.
  double submissionSeconds = 0.5;
  /// Threads that create pipelines; 0: one per hardware thread.
  unsigned pipelineThreads = 0;
};

/// When a launch ran, by the device's clock.
struct LaunchTiming {
  /// Position in EntryInfo::commands.
  unsigned command = 0;
  /// Nanoseconds since the first launch of the run began.
  double beginNs = 0, endNs = 0;
};

/// An artifact on a device: constants, pipelines, the arena, and the generator
/// of run seeds. A cheap handle that may be copied, safe to use from several
/// threads. Invocations of one program share its arena, so their runs follow
/// one another on the device.
class Program {
public:
  /// Checks needs (Artifact::checkNeeds) and uploads constants. Pipelines are
  /// made when an entry is first wanted.
  OAML_RT_API static Expected<Program>
  create(const Device &device, const Artifact &artifact,
         const ProgramOptions &options = {});

  OAML_RT_API const ArtifactInfo &getInfo() const;
  OAML_RT_API const Device &getDevice() const;

  /// Makes the pipelines of all entries now, in parallel.
  OAML_RT_API Status prepare() const;

  /// Makes a runnable instance of an entry. An empty name means the only one.
  /// NotFound lists the entries there are.
  OAML_RT_API Expected<Invocation>
  createInvocation(const std::string &entry = {}) const;

  /// Restarts the generator that fills hidden seed arguments, one draw per run
  /// of any entry that has one. A new program starts as after setSeed(0).
  OAML_RT_API void setSeed(uint64_t seed) const;

  /// For the runtime's own use.
  const std::shared_ptr<detail::ProgramImpl> &getImpl() const { return impl; }
  explicit Program(std::shared_ptr<detail::ProgramImpl> impl)
      : impl(std::move(impl)) {}

private:
  std::shared_ptr<detail::ProgramImpl> impl;
};

/// One way to run an entry: its bindings, launch records and recorded command
/// buffers. Record once, run many times: new arguments and sizes rewrite the
/// records; only an entry with copies or one that is split differently is
/// recorded again. Runs with sizes seen before allocate nothing. May be moved,
/// not copied; one thread at a time.
///
/// Bindings last until replaced. A donated argument's buffer becomes its
/// result: after a run both are the same memory, so that the next run without
/// rebinding goes on from the new value.
class Invocation {
public:
  OAML_RT_API Invocation(Invocation &&);
  OAML_RT_API Invocation &operator=(Invocation &&);
  OAML_RT_API ~Invocation();

  OAML_RT_API const EntryInfo &getEntry() const;

  /// Binds device memory to an argument, from byte `offset` of `buffer` (a
  /// multiple of 16), or a host array. dtype, rank and static extents are
  /// checked here, dynamic ones in `resolve`. Errors name the argument, what
  /// was expected and what was found. Waits for a run that is still going.
  OAML_RT_API Status bindArgument(size_t index, const Buffer &buffer,
                                  DType dtype,
                                  const std::vector<int64_t> &shape,
                                  uint64_t offset = 0);
  OAML_RT_API Status bindArgument(const std::string &name, const Buffer &buffer,
                                  DType dtype,
                                  const std::vector<int64_t> &shape,
                                  uint64_t offset = 0);
  OAML_RT_API Status bindHost(size_t index, const HostTensor &tensor,
                              HostAccess access = HostAccess::Copy);
  OAML_RT_API Status bindHost(const std::string &name, const HostTensor &tensor,
                              HostAccess access = HostAccess::Copy);

  /// Binds device memory to a result; it must not be the memory of an argument.
  /// Without it, the runtime allocates (and reuses) the result's buffer. An
  /// empty handle undoes the binding.
  OAML_RT_API Status bindResult(size_t index, const Buffer &buffer,
                                uint64_t offset = 0);

  /// Computes symbols, checks extents and predicates, sizes the results and
  /// writes the launch records. `run` and `submit` do it when something
  /// changed.
  OAML_RT_API Status resolve();

  /// The shape of a result for the arguments now bound; resolves.
  OAML_RT_API Expected<std::vector<int64_t>> getResultShape(size_t index);

  /// Runs and waits.
  OAML_RT_API Status run();

  /// Starts a run; `wait` waits for it. A second submit waits for the first.
  OAML_RT_API Status submit();
  /// Waits for the run that was submitted last, then checks guard bands.
  OAML_RT_API Status wait();

  /// The buffer of a result (that of its donated argument where there is one).
  /// The next run overwrites it.
  OAML_RT_API Expected<Buffer> getResult(size_t index);
  /// As getResult, but gives the buffer away: the next run uses another one
  /// (one that was given away before, where all handles to it are gone). A
  /// donated argument must be bound anew before that.
  OAML_RT_API Expected<Buffer> takeResult(size_t index);
  /// Copies a result to the host; `size` must be its size in bytes.
  OAML_RT_API Status readResult(size_t index, void *data, size_t size);

  /// Turns timestamps around each launch on or off (off at first).
  /// Unsupported where the device has none.
  OAML_RT_API Status setProfiling(bool enable);
  /// Timings of the last finished run; empty without profiling.
  OAML_RT_API const std::vector<LaunchTiming> &getTimings() const;

  /// For tests and reports: how often command buffers were recorded, and
  /// device memory was allocated, by this invocation.
  OAML_RT_API unsigned getNumRecordings() const;
  OAML_RT_API unsigned getNumAllocations() const;

  explicit Invocation(std::unique_ptr<detail::InvocationImpl> impl);

private:
  std::unique_ptr<detail::InvocationImpl> impl;
};

} // namespace oaml::rt

#endif // OAML_RT_PROGRAM_H
