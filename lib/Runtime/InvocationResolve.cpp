//===- InvocationResolve.cpp - Sizes, addresses and launch records --------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// From bindings to launch records. Sizes are worked out when a shape changed,
// addresses when memory did; where nothing changed, nothing is done.
//
//===----------------------------------------------------------------------===//

#include "InvocationImpl.h"

#include "oaml-rt/ArtifactFormat.h"

#include <algorithm>
#include <atomic>
#include <cstring>

using namespace oaml::rt;
using namespace oaml::rt::detail;

/// Bytes between the buffers of an arena whose strays are watched.
static constexpr uint64_t kArenaGap = 1024;
/// The estimate behind the splitting of long programs.
static constexpr double kSecondsPerCommand = 20e-6;
static constexpr double kSecondsPerByte = 1e-9;

static Status invalid(const std::string &what, std::string location = {}) {
  return Status::error(ErrorCode::InvalidArgument, what, std::move(location));
}

Status InvocationImpl::resolve() {
  if (Status status = wait())
    return status;
  if (!areSizesDirty && !areAddressesDirty)
    return {};
  // A failure in between leaves both marks set: everything is done again.
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!arguments[i].memory.buffer)
      return invalid(describeArgument(i) + " is not bound; expected " +
                     entry.arguments[i].getTypeText());
  if (areSizesDirty) {
    areAddressesDirty = true;
    if (Status status = resolveSymbols())
      return status;
    if (Status status = checkPredicates())
      return status;
    if (Status status = resolveSizes())
      return status;
    if (Status status = resolveArena())
      return status;
    if (Status status = resolveCommands())
      return status;
  }
  if (Status status = allocate())
    return status;
  if (Status status = checkAliases())
    return status;
  writeTable();
  if (getRecordKey() != recordedKey)
    if (Status status = record())
      return status;
  areSizesDirty = areAddressesDirty = false;
  return {};
}

Status InvocationImpl::evaluateSize(const artifact::Expr &expr,
                                    const std::string &what,
                                    uint64_t &value) const {
  Expected<int64_t> result = evaluate(expr, symbols);
  std::string wrong;
  if (!result)
    wrong = result.getStatus().getMessage();
  else if (*result < 0)
    wrong = "it is " + std::to_string(*result);
  else {
    value = static_cast<uint64_t>(*result);
    return {};
  }
  std::vector<std::string> names;
  for (const SymbolInfo &symbol : entry.symbols)
    names.push_back(symbol.name);
  std::string text = "cannot size " + what + " of '" + entry.name + "', " +
                     printExpr(expr, names);
  for (size_t i = 0; i < symbols.size(); ++i)
    text += (i == 0 ? " with " : ", ") + names[i] + " = " +
            std::to_string(symbols[i]);
  return invalid(text + ": " + wrong);
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

Status InvocationImpl::resolveSymbols() {
  symbols.clear();
  for (const SymbolInfo &symbol : entry.symbols)
    symbols.push_back(arguments[symbol.argument].shape[symbol.dimension]);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorInfo &info = entry.arguments[i];
    for (uint32_t d = 0; d < info.dims.size(); ++d) {
      if (info.dims[d].value)
        continue;
      const artifact::Expr &expr = *source.arguments()
                                        ->Get(static_cast<uint32_t>(i))
                                        ->dims()
                                        ->Get(d)
                                        ->extent();
      uint64_t expected = 0;
      if (Status status = evaluateSize(expr,
                                       "dimension " + std::to_string(d) +
                                           " of argument '" + info.name + "'",
                                       expected))
        return status;
      int64_t found = arguments[i].shape[d];
      if (static_cast<uint64_t>(found) == expected)
        continue;
      std::string text = describeArgument(i) + ": dimension " +
                         std::to_string(d) + " must be " + info.dims[d].text +
                         " = " + std::to_string(expected);
      if (std::optional<uint64_t> symbol = getAsSymbol(expr))
        text += ", as in argument '" +
                entry.arguments[entry.symbols[*symbol].argument].name + "'";
      return invalid(text + ", found " + std::to_string(found), info.location);
    }
  }
  return {};
}

Status InvocationImpl::checkPredicates() {
  for (uint32_t i = 0; i < entry.predicates.size(); ++i) {
    const artifact::Predicate &predicate = *source.predicates()->Get(i);
    const PredicateInfo &info = entry.predicates[i];
    Expected<int64_t> lhs = evaluate(*predicate.lhs(), symbols);
    Expected<int64_t> rhs = evaluate(*predicate.rhs(), symbols);
    const Expected<int64_t> &failed = !lhs ? lhs : rhs;
    if (!failed)
      return Status::error(ErrorCode::PredicateFailed,
                           info.op + ": " + info.rule + ": " + info.text +
                               ": " + failed.getStatus().getMessage(),
                           info.location, {}, info.op);
    bool holds = false;
    switch (predicate.comparison()) {
    case artifact::Comparison::EQ:
      holds = *lhs == *rhs;
      break;
    case artifact::Comparison::NE:
      holds = *lhs != *rhs;
      break;
    case artifact::Comparison::LT:
      holds = *lhs < *rhs;
      break;
    case artifact::Comparison::LE:
      holds = *lhs <= *rhs;
      break;
    }
    // As the compiler says it of a rule that it can decide.
    if (!holds)
      return Status::error(ErrorCode::PredicateFailed,
                           "'" + info.op + "' op requires " + info.rule +
                               ", found " + std::to_string(*lhs) + " and " +
                               std::to_string(*rhs),
                           info.location, {}, info.op);
  }
  return {};
}

Status InvocationImpl::resolveSizes() {
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorInfo &info = entry.results[i];
    ResultBinding &result = results[i];
    result.shape.clear();
    for (uint32_t d = 0; d < info.dims.size(); ++d) {
      uint64_t extent = 0;
      if (Status status = evaluateSize(*source.results()
                                            ->Get(static_cast<uint32_t>(i))
                                            ->dims()
                                            ->Get(d)
                                            ->extent(),
                                       "dimension " + std::to_string(d) +
                                           " of result '" + info.name + "'",
                                       extent))
        return status;
      result.shape.push_back(static_cast<int64_t>(extent));
    }
    Expected<uint64_t> bytes = getByteSize(info.dtype, result.shape);
    if (!bytes)
      return invalid(describeResult(i) + ": " + bytes.getStatus().getMessage());
    result.bytes = *bytes;
    if (result.donor < 0)
      continue;
    const ArgumentBinding &donor = arguments[static_cast<size_t>(result.donor)];
    if (donor.bytes != result.bytes)
      return invalid(
          describeResult(i) + " has " + std::to_string(result.bytes) +
          " bytes and cannot take over the " + std::to_string(donor.bytes) +
          " of " + describeArgument(static_cast<size_t>(result.donor)));
  }
  return {};
}

Status InvocationImpl::resolveArena() {
  if (Status status =
          evaluateSize(*source.arena_size(), "the arena", arenaSize))
    return status;
  arenaOffsets.clear();
  arenaSizes.clear();
  uint64_t apart = kArenaGap;
  for (uint32_t i = 0; i < getSize(source.arena_buffers()); ++i) {
    const artifact::ArenaBuffer &buffer = *source.arena_buffers()->Get(i);
    std::string what = "arena buffer " + std::to_string(i);
    uint64_t offset = 0, size = 0;
    if (Status status = evaluateSize(*buffer.offset(), what, offset))
      return status;
    if (Status status = evaluateSize(*buffer.size(), what, size))
      return status;
    if (offset % kBufferAlignment != 0 || offset > arenaSize ||
        size > arenaSize - offset)
      return invalid(what + " of '" + entry.name + "', bytes " +
                     std::to_string(offset) + " + " + std::to_string(size) +
                     ", is not aligned or sticks out of the arena of " +
                     std::to_string(arenaSize));
    arenaSizes.push_back(size);
    if (!hasGuards()) {
      arenaOffsets.push_back(offset);
      continue;
    }
    // Far more than any device has, and far from an overflow.
    if (size > uint64_t(1) << 48 || apart > uint64_t(1) << 48)
      return Status::error(ErrorCode::OutOfMemory,
                           what + " of '" + entry.name + "' has " +
                               std::to_string(size) +
                               " bytes, too many for guard bands");
    arenaOffsets.push_back(apart);
    apart = (apart + size + kArenaGap + kBufferAlignment - 1) /
            kBufferAlignment * kBufferAlignment;
  }
  if (hasGuards() && !arenaSizes.empty())
    arenaSize = apart;
  return {};
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

Status InvocationImpl::resolveRef(const artifact::BufferRef &ref,
                                  ResolvedRef &resolved) {
  resolved.space = ref.space();
  resolved.index = ref.index();
  uint64_t whole = 0;
  const char *what = "";
  switch (ref.space()) {
  case artifact::Space::Arena:
    whole = arenaSizes[ref.index()];
    what = "arena buffer";
    break;
  case artifact::Space::Argument:
    whole = arguments[ref.index()].bytes;
    what = "argument";
    break;
  case artifact::Space::Result:
    whole = results[ref.index()].bytes;
    what = "result";
    break;
  case artifact::Space::Constant:
    whole = program->getInfo().constants[ref.index()].size;
    what = "constant";
    break;
  }
  if (Status status = evaluateSize(*ref.offset(), "a buffer", resolved.offset))
    return status;
  if (Status status = evaluateSize(*ref.size(), "a buffer", resolved.size))
    return status;
  if (resolved.offset > whole || resolved.size > whole - resolved.offset)
    return invalid("bytes " + std::to_string(resolved.offset) + " + " +
                   std::to_string(resolved.size) + " stick out of " + what +
                   " " + std::to_string(ref.index()) + " of " +
                   std::to_string(whole) + " bytes");
  return {};
}

Status InvocationImpl::resolveCommands() {
  uint8_t *bytes = table->getMapped();
  for (size_t i = 0; i < commands.size(); ++i) {
    ResolvedCommand &command = commands[i];
    command.refs.clear();
    command.cost = 0;
    auto fail = [&](const Status &status) {
      const CommandInfo &info = entry.commands[i];
      return Status::error(status.getCode(),
                           "command " + std::to_string(i) + " (" + info.label +
                               ") of '" + entry.name +
                               "': " + status.getMessage(),
                           info.location, {}, info.label);
    };
    auto addRef = [&](const artifact::BufferRef &ref) {
      command.refs.emplace_back();
      Status status = resolveRef(ref, command.refs.back());
      command.cost +=
          static_cast<double>(command.refs.back().size) * kSecondsPerByte;
      return status;
    };
    if (const artifact::Copy *copy = command.copy) {
      if (Status status = addRef(*copy->from()))
        return fail(status);
      if (Status status = addRef(*copy->to()))
        return fail(status);
      if (Status status =
              evaluateSize(*copy->size(), "a copy", command.copySize))
        return fail(status);
      if (command.copySize >
          std::min(command.refs[0].size, command.refs[1].size))
        return fail(invalid("a copy of " + std::to_string(command.copySize) +
                            " bytes between " +
                            std::to_string(command.refs[0].size) + " and " +
                            std::to_string(command.refs[1].size)));
      command.cost += kSecondsPerCommand;
    }
    const artifact::Launch *launch = command.launch;
    if (!launch)
      continue;
    for (uint32_t k = 0; k < getSize(launch->addresses()); ++k)
      if (Status status = addRef(*launch->addresses()->Get(k)->buffer()))
        return fail(status);
    // Values follow the addresses, which writeTable fills in.
    uint8_t *cursor = bytes + command.recordOffset + 8 * command.refs.size();
    auto put = [&](uint64_t value) {
      auto narrow = static_cast<uint32_t>(value);
      std::memcpy(cursor, &narrow, sizeof(narrow));
      cursor += sizeof(narrow);
    };
    for (uint32_t k = 0; k < getSize(launch->values()); ++k) {
      uint64_t value = 0;
      if (Status status = evaluateSize(*launch->values()->Get(k)->value(),
                                       "a value", value))
        return fail(status);
      if (value > UINT32_MAX)
        return fail(invalid("value " + std::to_string(k) + " is " +
                            std::to_string(value) +
                            " and does not fit in 32 bits"));
      put(value);
    }
    if (Status status = evaluateSize(*launch->grid(), "a grid", command.grid))
      return fail(status);
    uint64_t rows = (command.grid + kMaxGridX - 1) / kMaxGridX;
    if (command.grid > UINT32_MAX ||
        rows > program->device.getInfo().maxWorkgroupCount[1])
      return fail(invalid("a grid of " + std::to_string(command.grid) +
                          " workgroups is more than the device allows"));
    put(command.grid);
    if (command.isIndirect) {
      VkDispatchIndirectCommand dispatch{
          static_cast<uint32_t>(std::min(command.grid, kMaxGridX)),
          static_cast<uint32_t>(rows), 1};
      std::memcpy(bytes + command.indirectOffset, &dispatch, sizeof(dispatch));
    }
    command.cost += kSecondsPerCommand;
  }
  segments = splitCommands(commands, program->options.submissionSeconds);
  return {};
}

std::vector<Segment>
detail::splitCommands(const std::vector<ResolvedCommand> &commands,
                      double budget) {
  std::vector<Segment> segments(1);
  double spent = 0;
  for (size_t i = 0; i < commands.size(); ++i) {
    // A barrier costs nothing and never starts a submission.
    if (spent > 0 && commands[i].cost > 0 &&
        spent + commands[i].cost > budget) {
      segments.push_back({i, i});
      spent = 0;
    }
    spent += commands[i].cost;
    segments.back().end = i + 1;
  }
  return segments;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Takes back a buffer that was given away and whose new owner is gone, so that
/// a caller who takes every result does not cost an allocation per run.
void InvocationImpl::reuseGiven(ResultBinding &result) {
  if (result.memory.buffer)
    return;
  for (std::shared_ptr<BufferImpl> &given : result.given) {
    bool fits =
        hasGuards() ? given->size == result.bytes : given->size >= result.bytes;
    // With one owner left, which is us, nobody can make another one.
    if (given.use_count() != 1 || !fits)
      continue;
    std::atomic_thread_fence(std::memory_order_acquire);
    result.memory.buffer = std::move(given);
    result.given.erase(result.given.begin() + (&given - result.given.data()));
    return;
  }
}

Status InvocationImpl::allocate() {
  for (size_t i = 0; i < results.size(); ++i) {
    ResultBinding &result = results[i];
    if (result.donor >= 0) {
      result.memory = arguments[static_cast<size_t>(result.donor)].memory;
      continue;
    }
    if (!result.isBound) {
      result.memory.offset = 0;
      reuseGiven(result);
      if (Status status =
              ensure(result.memory.buffer, result.bytes, entry.results[i].name))
        return status;
      continue;
    }
    uint64_t size = result.memory.buffer->size;
    if (result.memory.offset > size ||
        result.bytes > size - result.memory.offset)
      return invalid(
          describeResult(i) + ": " + std::to_string(result.bytes) +
          " bytes from offset " + std::to_string(result.memory.offset) +
          " do not fit in the bound buffer of " + std::to_string(size));
  }
  // Guards lie between the buffers of this very entry: an arena of its own.
  if (hasGuards())
    return ensure(arena, arenaSize, "arena");
  if (arena && arena->size >= arenaSize)
    return {};
  bool grown = false;
  auto shared = program->getArena(arenaSize, grown);
  if (!shared)
    return shared.getStatus();
  arena = *shared;
  numAllocations += grown;
  return {};
}

Status InvocationImpl::checkAliases() const {
  struct Range {
    uint64_t begin, end;
    bool isWritten, isResult;
    size_t index;
  };
  std::vector<Range> ranges;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentBinding &binding = arguments[i];
    uint64_t begin = binding.memory.getAddress();
    if (!entry.arguments[i].hidden && binding.bytes > 0)
      ranges.push_back({begin, begin + binding.bytes,
                        entry.arguments[i].donated >= 0, false, i});
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const ResultBinding &binding = results[i];
    uint64_t begin = binding.memory.getAddress();
    if (binding.donor < 0 && binding.bytes > 0)
      ranges.push_back({begin, begin + binding.bytes, true, true, i});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const Range &a, const Range &b) { return a.begin < b.begin; });
  // The ranges that reach furthest so far: among all, and among the written.
  const Range *furthest = nullptr, *furthestWritten = nullptr;
  for (const Range &range : ranges) {
    const Range *other = range.isWritten ? furthest : furthestWritten;
    if (other && other->end > range.begin) {
      auto describe = [&](const Range &side) {
        return side.isResult ? describeResult(side.index)
                             : describeArgument(side.index);
      };
      return invalid(describe(*other) + " and " + describe(range) +
                     " share memory, and one of them is written");
    }
    if (!furthest || range.end > furthest->end)
      furthest = &range;
    if (range.isWritten &&
        (!furthestWritten || range.end > furthestWritten->end))
      furthestWritten = &range;
  }
  return {};
}

BufferImpl &InvocationImpl::getBuffer(const ResolvedRef &ref,
                                      uint64_t &offset) const {
  offset = ref.offset;
  switch (ref.space) {
  case artifact::Space::Arena:
    offset += arenaOffsets[ref.index];
    return *arena;
  case artifact::Space::Argument:
    offset += arguments[ref.index].memory.offset;
    return *arguments[ref.index].memory.buffer;
  case artifact::Space::Result:
    offset += results[ref.index].memory.offset;
    return *results[ref.index].memory.buffer;
  case artifact::Space::Constant:
    break;
  }
  offset += program->getInfo().constants[ref.index].offset;
  return *program->constants;
}

uint64_t InvocationImpl::getAddress(const ResolvedRef &ref) const {
  uint64_t offset = 0;
  const BufferImpl &buffer = getBuffer(ref, offset);
  return buffer.getAddress() + offset;
}

void InvocationImpl::writeTable() {
  for (const ResolvedCommand &command : commands) {
    if (!command.launch)
      continue;
    uint8_t *cursor = table->getMapped() + command.recordOffset;
    for (const ResolvedRef &ref : command.refs) {
      uint64_t address = getAddress(ref);
      std::memcpy(cursor, &address, sizeof(address));
      cursor += sizeof(address);
    }
  }
}

std::vector<uint64_t> InvocationImpl::getRecordKey() const {
  std::vector<uint64_t> key = {uint64_t(1) + isProfiling};
  for (const Segment &segment : segments)
    key.push_back(segment.end);
  for (const ResolvedCommand &command : commands) {
    if (!command.copy)
      continue;
    key.push_back(command.copySize);
    // Empty tensors have no buffer.
    if (command.copySize == 0)
      continue;
    for (const ResolvedRef &ref : command.refs) {
      uint64_t offset = 0;
      const BufferImpl &buffer = getBuffer(ref, offset);
      key.push_back(reinterpret_cast<uint64_t>(buffer.buffer));
      key.push_back(offset);
    }
  }
  return key;
}
