//===- InvocationImpl.h - One way to run an entry ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_RUNTIME_INVOCATIONIMPL_H
#define OAML_LIB_RUNTIME_INVOCATIONIMPL_H

#include "Expr.h"
#include "ProgramImpl.h"

#include "oaml-rt/Program.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace oaml::rt::detail {

/// Memory behind an argument or a result.
struct TensorMemory {
  std::shared_ptr<BufferImpl> buffer;
  uint64_t offset = 0;

  uint64_t getAddress() const { return buffer->getAddress() + offset; }
};

/// An argument as bound.
struct ArgumentBinding {
  TensorMemory memory;
  std::vector<int64_t> shape;
  uint64_t bytes = 0;
  /// Memory of our own for host arrays, kept from binding to binding.
  std::shared_ptr<BufferImpl> owned;
  /// The last import and the host array it is of.
  std::shared_ptr<BufferImpl> imported;
  const void *importedFrom = nullptr;
};

/// A result as resolved.
struct ResultBinding {
  TensorMemory memory;
  std::vector<int64_t> shape;
  uint64_t bytes = 0;
  /// The argument whose memory it takes over, or -1.
  int donor = -1;
  /// Bound by the caller, to be left alone.
  bool isBound = false;
  /// The last buffers of ours that takeResult gave away.
  std::vector<std::shared_ptr<BufferImpl>> given;
};

/// A BufferRef with its expressions evaluated.
struct ResolvedRef {
  artifact::Space space = artifact::Space::Arena;
  uint32_t index = 0;
  uint64_t offset = 0, size = 0;
};

/// A command with its expressions evaluated.
struct ResolvedCommand {
  CommandInfo::Kind kind = CommandInfo::Kind::Barrier;
  const artifact::Launch *launch = nullptr;
  const artifact::Copy *copy = nullptr;
  /// Launches: bytes into the table of the record, and of the indirect
  /// dispatch where the grid depends on symbols.
  uint32_t recordOffset = 0, indirectOffset = 0;
  bool isIndirect = false;
  uint64_t grid = 0;
  std::vector<ResolvedRef> refs;
  /// Copies.
  uint64_t copySize = 0;
  /// Estimated time in seconds.
  double cost = 0;
};

/// A run of commands that is one submission.
struct Segment {
  size_t begin = 0, end = 0; // positions of commands
};

/// Splits commands of these costs into submissions of at most `budget` seconds
/// (a command that takes longer has its own). A pure function.
std::vector<Segment> splitCommands(const std::vector<ResolvedCommand> &commands,
                                   double budget);

/// The commands among which the device was lost, told by the launches of the
/// first segment that the timeline did not reach. `firstValue` is the value
/// that the first segment signals. A pure function.
std::string describeLoss(const EntryInfo &entry, const ArtifactInfo &info,
                         const std::vector<Segment> &segments,
                         uint64_t firstValue, uint64_t completed);

/// What Invocation points to.
class InvocationImpl {
public:
  InvocationImpl(std::shared_ptr<ProgramImpl> program, unsigned entry);
  ~InvocationImpl();
  InvocationImpl(const InvocationImpl &) = delete;
  InvocationImpl &operator=(const InvocationImpl &) = delete;

  /// Lays out the table of launch records and allocates it.
  Status initialize();

  Status bindArgument(size_t index, const Buffer &buffer, DType dtype,
                      const std::vector<int64_t> &shape, uint64_t offset);
  Status bindHost(size_t index, const HostTensor &tensor, HostAccess access);
  Status bindResult(size_t index, const Buffer &buffer, uint64_t offset);
  Status findArgument(const std::string &name, size_t &index) const;
  Status checkResultIndex(size_t index) const;
  Expected<Buffer> takeResult(size_t index);

  Status resolve();
  Status submit();
  Status wait();
  Status setProfiling(bool enable);

  std::shared_ptr<ProgramImpl> program;
  const EntryInfo &entry;
  std::vector<ArgumentBinding> arguments;
  std::vector<ResultBinding> results;
  std::vector<LaunchTiming> timings;
  unsigned numRecordings = 0, numAllocations = 0;

private:
  DeviceImpl &getDevice() const { return program->getDeviceImpl(); }
  bool hasGuards() const { return getDevice().options.guardBands; }

  // Binding.
  std::string describeArgument(size_t index) const;
  std::string describeResult(size_t index) const;
  Status checkShape(size_t index, DType dtype,
                    const std::vector<int64_t> &shape, uint64_t &bytes) const;
  void setBinding(size_t index, TensorMemory memory,
                  const std::vector<int64_t> &shape, uint64_t bytes);
  Status ensure(std::shared_ptr<BufferImpl> &buffer, uint64_t bytes,
                const std::string &name);

  // Resolution, in order.
  Status resolveSymbols();
  Status checkPredicates();
  Status resolveSizes();
  Status resolveArena();
  Status resolveCommands();
  Status resolveRef(const artifact::BufferRef &ref, ResolvedRef &resolved);
  Status evaluateSize(const artifact::Expr &expr, const std::string &what,
                      uint64_t &value) const;
  void reuseGiven(ResultBinding &result);
  Status allocate();
  Status checkAliases() const;
  void writeTable();
  std::vector<uint64_t> getRecordKey() const;

  // Running.
  BufferImpl &getBuffer(const ResolvedRef &ref, uint64_t &offset) const;
  uint64_t getAddress(const ResolvedRef &ref) const;
  Status record();
  Status recordSegment(VkCommandBuffer command, size_t segment);
  Status prepareGuards();
  Status checkGuards();
  Status readTimings();
  void touchBuffers(uint64_t value);

  const artifact::Entry &source;

  /// Host-visible: launch records, indirect dispatches, the seed.
  std::shared_ptr<BufferImpl> table;
  uint64_t seedOffset = 0;
  bool hasSeed = false;

  std::shared_ptr<BufferImpl> arena;
  uint64_t arenaSize = 0;
  /// Of each arena buffer: offset (as placed by the artifact, or apart from one
  /// another with guard bands on) and size.
  std::vector<uint64_t> arenaOffsets, arenaSizes;

  std::vector<int64_t> symbols;
  std::vector<ResolvedCommand> commands;
  std::vector<Segment> segments;

  bool areSizesDirty = true, areAddressesDirty = true;
  bool isProfiling = false;

  VkCommandPool pool = VK_NULL_HANDLE;
  std::vector<VkCommandBuffer> commandBuffers;
  VkQueryPool queries = VK_NULL_HANDLE;
  /// What the recorded commands depend on; empty: nothing recorded.
  std::vector<uint64_t> recordedKey;

  /// The timeline's value of the run that is going, or 0.
  uint64_t inFlight = 0;
};

} // namespace oaml::rt::detail

#endif // OAML_LIB_RUNTIME_INVOCATIONIMPL_H
