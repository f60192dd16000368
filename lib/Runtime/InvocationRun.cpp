//===- InvocationRun.cpp - Recording, submission and waiting --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationImpl.h"

#include "oaml-rt/ArtifactFormat.h"

#include <algorithm>
#include <cstring>

using namespace oaml::rt;
using namespace oaml::rt::detail;

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

Status InvocationImpl::record() {
  DeviceImpl &device = getDevice();
  recordedKey.clear();
  VkResult result = device.vk.vkResetCommandPool(device.device, pool, 0);
  if (result != VK_SUCCESS)
    return makeError(result, "reset a command pool");
  if (commandBuffers.size() < segments.size()) {
    size_t have = commandBuffers.size();
    commandBuffers.resize(segments.size());
    VkCommandBufferAllocateInfo info{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = static_cast<uint32_t>(segments.size() - have);
    result = device.vk.vkAllocateCommandBuffers(device.device, &info,
                                                commandBuffers.data() + have);
    if (result != VK_SUCCESS) {
      commandBuffers.resize(have);
      return makeError(result, "allocate command buffers");
    }
  } else if (commandBuffers.size() > segments.size()) {
    device.vk.vkFreeCommandBuffers(
        device.device, pool,
        static_cast<uint32_t>(commandBuffers.size() - segments.size()),
        commandBuffers.data() + segments.size());
    commandBuffers.resize(segments.size());
  }
  for (size_t i = 0; i < segments.size(); ++i) {
    device.setName(VK_OBJECT_TYPE_COMMAND_BUFFER,
                   reinterpret_cast<uint64_t>(commandBuffers[i]),
                   entry.name + " " + std::to_string(i));
    if (Status status = recordSegment(commandBuffers[i], i))
      return status;
  }
  ++numRecordings;
  recordedKey = getRecordKey();
  return {};
}

Status InvocationImpl::recordSegment(VkCommandBuffer command, size_t index) {
  DeviceImpl &device = getDevice();
  const VolkDeviceTable &vk = device.vk;
  const Instance &instance = *device.instance;
  constexpr VkPipelineStageFlags stages =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  constexpr VkAccessFlags writes =
      VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  auto putBarrier = [&](VkPipelineStageFlags after, VkAccessFlags access) {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = writes;
    barrier.dstAccessMask = access;
    vk.vkCmdPipelineBarrier(command, stages, after, 0, 1, &barrier, 0, nullptr,
                            0, nullptr);
  };

  VkCommandBufferBeginInfo beginInfo{
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  VkResult result = vk.vkBeginCommandBuffer(command, &beginInfo);
  if (result != VK_SUCCESS)
    return makeError(result, "record entry '" + entry.name + "'");
  if (isProfiling && index == 0)
    vk.vkCmdResetQueryPool(command, queries, 0,
                           static_cast<uint32_t>(2 * commands.size()));
  VkPipeline bound = VK_NULL_HANDLE;
  const Segment &segment = segments[index];
  for (size_t i = segment.begin; i < segment.end; ++i) {
    const ResolvedCommand &step = commands[i];
    const CommandInfo &info = entry.commands[i];
    if (step.kind == CommandInfo::Kind::Barrier) {
      putBarrier(stages, writes | VK_ACCESS_SHADER_READ_BIT |
                             VK_ACCESS_TRANSFER_READ_BIT);
      continue;
    }
    bool isLabelled = instance.vkCmdBeginDebugUtilsLabel && !info.label.empty();
    if (isLabelled) {
      VkDebugUtilsLabelEXT label{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
      label.pLabelName = info.label.c_str();
      instance.vkCmdBeginDebugUtilsLabel(command, &label);
    }
    // Both stamps wait for all work before them: what a launch takes is the
    // time from one to the other.
    auto putStamp = [&](size_t query) {
      if (isProfiling)
        vk.vkCmdWriteTimestamp(command, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                               queries, static_cast<uint32_t>(query));
    };
    putStamp(2 * i);
    if (step.copy) {
      // Empty tensors have no buffer.
      if (step.copySize > 0) {
        uint64_t from = 0, to = 0;
        const BufferImpl &source = getBuffer(step.refs[0], from);
        const BufferImpl &target = getBuffer(step.refs[1], to);
        VkBufferCopy region{source.begin + from, target.begin + to,
                            step.copySize};
        vk.vkCmdCopyBuffer(command, source.buffer, target.buffer, 1, &region);
      }
    } else {
      VkPipeline pipeline = program->pipelines[info.kernel];
      if (pipeline != bound)
        vk.vkCmdBindPipeline(command, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
      bound = pipeline;
      uint64_t address = table->getAddress() + step.recordOffset;
      vk.vkCmdPushConstants(command, program->layout,
                            VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushConstantSize,
                            &address);
      if (step.isIndirect)
        vk.vkCmdDispatchIndirect(command, table->buffer,
                                 table->begin + step.indirectOffset);
      else if (step.grid > 0)
        vk.vkCmdDispatch(
            command, static_cast<uint32_t>(std::min(step.grid, kMaxGridX)),
            static_cast<uint32_t>((step.grid + kMaxGridX - 1) / kMaxGridX), 1);
    }
    putStamp(2 * i + 1);
    if (isLabelled)
      instance.vkCmdEndDebugUtilsLabel(command);
  }
  if (index + 1 == segments.size())
    putBarrier(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
  result = vk.vkEndCommandBuffer(command);
  if (result != VK_SUCCESS)
    return makeError(result, "record entry '" + entry.name + "'");
  return {};
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Status InvocationImpl::submit() {
  if (Status status = resolve())
    return status;
  if (hasGuards())
    if (Status status = prepareGuards())
      return status;
  if (hasSeed) {
    int32_t seed = program->drawSeed();
    std::memcpy(table->getMapped() + seedOffset, &seed, sizeof(seed));
  }
  timings.clear();
  Expected<uint64_t> value = getDevice().submit(commandBuffers);
  if (!value) {
    const Status &status = value.getStatus();
    return Status::error(status.getCode(),
                         "entry '" + entry.name + "': " + status.getMessage(),
                         {}, status.getVulkanResult());
  }
  inFlight = *value;
  touchBuffers(*value);
  return {};
}

void InvocationImpl::touchBuffers(uint64_t value) {
  auto touch = [&](const std::shared_ptr<BufferImpl> &buffer) {
    if (!buffer)
      return;
    uint64_t seen = buffer->lastUse;
    while (seen < value &&
           !buffer->lastUse.compare_exchange_weak(seen, value)) {
    }
  };
  for (const ArgumentBinding &argument : arguments)
    touch(argument.memory.buffer);
  for (const ResultBinding &result : results)
    touch(result.memory.buffer);
  touch(arena);
  touch(table);
  touch(program->constants);
}

Status InvocationImpl::wait() {
  if (inFlight == 0)
    return {};
  uint64_t value = inFlight;
  inFlight = 0;
  DeviceImpl &device = getDevice();
  if (Status status = device.wait(value)) {
    std::string text = "entry '" + entry.name + "': " + status.getMessage();
    std::string location;
    if (device.isLost) {
      uint64_t first = value - segments.size() + 1;
      text += "; " + describeLoss(entry, program->getInfo(), segments, first,
                                  device.getCompletedValue());
    }
    return Status::error(status.getCode(), text, location,
                         status.getVulkanResult());
  }
  if (isProfiling)
    if (Status status = readTimings())
      return status;
  return hasGuards() ? checkGuards() : Status();
}

std::string detail::describeLoss(const EntryInfo &entry,
                                 const ArtifactInfo &info,
                                 const std::vector<Segment> &segments,
                                 uint64_t firstValue, uint64_t completed) {
  size_t segment = completed < firstValue
                       ? 0
                       : static_cast<size_t>(completed - firstValue + 1);
  if (segment >= segments.size())
    return "all launches had finished";
  const CommandInfo *first = nullptr, *last = nullptr;
  for (size_t i = segments[segment].begin; i < segments[segment].end; ++i) {
    const CommandInfo &command = entry.commands[i];
    if (command.kind == CommandInfo::Kind::Barrier)
      continue;
    if (!first)
      first = &command;
    last = &command;
  }
  auto describe = [&](const CommandInfo &command) {
    std::string text =
        command.kind == CommandInfo::Kind::Copy
            ? "the copy"
            : "kernel '" + info.kernels[command.kernel].name + "'";
    if (!command.label.empty())
      text += " (" + command.label + ")";
    if (!command.location.empty())
      text += " at " + command.location;
    return text;
  };
  if (!first)
    return "nothing was launched";
  if (first == last)
    return "the last launch was " + describe(*first);
  return "the last launch was one from " + describe(*first) + " to " +
         describe(*last) + "; submissionSeconds = 0 tells which";
}

//===----------------------------------------------------------------------===//
// Profiling
//===----------------------------------------------------------------------===//

Status InvocationImpl::setProfiling(bool enable) {
  if (enable == isProfiling)
    return {};
  if (Status status = wait())
    return status;
  DeviceImpl &device = getDevice();
  if (enable && device.info.timestampPeriod == 0)
    return Status::error(ErrorCode::Unsupported,
                         "device '" + device.info.name + "' has no timestamps");
  if (enable && !queries && !commands.empty()) {
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = static_cast<uint32_t>(2 * commands.size());
    VkResult result =
        device.vk.vkCreateQueryPool(device.device, &info, nullptr, &queries);
    if (result != VK_SUCCESS)
      return makeError(result, "create a pool of timestamps");
  }
  isProfiling = enable && !commands.empty();
  timings.clear();
  areAddressesDirty = true; // resolve sees that the recording is another one
  return {};
}

Status InvocationImpl::readTimings() {
  DeviceImpl &device = getDevice();
  double origin = -1;
  for (size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].kind == CommandInfo::Kind::Barrier)
      continue;
    uint64_t ticks[2] = {};
    VkResult result = device.vk.vkGetQueryPoolResults(
        device.device, queries, static_cast<uint32_t>(2 * i), 2, sizeof(ticks),
        ticks, sizeof(uint64_t),
        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    if (result != VK_SUCCESS)
      return makeError(result, "read timestamps");
    double begin = static_cast<double>(ticks[0]) * device.info.timestampPeriod;
    double end = static_cast<double>(ticks[1]) * device.info.timestampPeriod;
    if (origin < 0)
      origin = begin;
    timings.push_back({static_cast<unsigned>(i), begin - origin, end - origin});
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Guard bands
//===----------------------------------------------------------------------===//

Status InvocationImpl::prepareGuards() {
  // Not a number in every float type: what is read before it is written shows.
  constexpr uint8_t poison = 0xff;
  for (const ResultBinding &result : results)
    if (result.donor < 0) {
      if (Status status = getDevice().wait(result.memory.buffer->lastUse))
        return status;
      if (Status status = result.memory.buffer->fill(result.memory.offset,
                                                     result.bytes, poison))
        return status;
    }
  std::vector<uint8_t> bytes(arenaSize);
  for (uint64_t i = 0; i < arenaSize; ++i)
    bytes[i] = getGuardByte(i);
  for (size_t i = 0; i < arenaSizes.size(); ++i)
    std::fill_n(bytes.begin() + static_cast<ptrdiff_t>(arenaOffsets[i]),
                arenaSizes[i], poison);
  return arena->write(0, bytes.data(), arenaSize);
}

Status InvocationImpl::checkGuards() {
  auto fail = [&](artifact::Space space, size_t index, const std::string &what,
                  const std::string &where) {
    std::string text = "guard bands: a kernel of '" + entry.name + "' wrote " +
                       where + ": " + what;
    // Who might it be? Those that write to this buffer.
    std::string location, writers;
    for (size_t i = 0; i < commands.size(); ++i) {
      const artifact::Launch *launch = commands[i].launch;
      for (uint32_t k = 0; launch && k < getSize(launch->addresses()); ++k) {
        const artifact::AddressField &field = *launch->addresses()->Get(k);
        if (field.access() == artifact::Access::Read ||
            field.buffer()->space() != space ||
            field.buffer()->index() != index)
          continue;
        const CommandInfo &info = entry.commands[i];
        writers += (writers.empty() ? "; written by '" : "', '") +
                   program->getInfo().kernels[info.kernel].name;
        location = info.location;
      }
    }
    if (!writers.empty())
      text += writers + "'";
    return Status::error(ErrorCode::GuardViolation, text, location);
  };
  auto check = [&](const BufferImpl &buffer, artifact::Space space,
                   size_t index, const std::string &what) -> Status {
    Expected<std::string> damage = buffer.checkGuards();
    if (!damage)
      return damage.getStatus();
    return damage->empty() ? Status() : fail(space, index, what, *damage);
  };
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!entry.arguments[i].hidden)
      if (Status status =
              check(*arguments[i].memory.buffer, artifact::Space::Argument, i,
                    describeArgument(i)))
        return status;
  for (size_t i = 0; i < results.size(); ++i)
    if (Status status = check(*results[i].memory.buffer,
                              artifact::Space::Result, i, describeResult(i)))
      return status;
  constexpr size_t none = SIZE_MAX;
  if (Status status = check(*arena, artifact::Space::Arena, none, "the arena"))
    return status;
  if (Status status =
          check(*table, artifact::Space::Arena, none, "the launch records"))
    return status;
  if (const std::shared_ptr<BufferImpl> &constants = program->constants) {
    if (Status status =
            check(*constants, artifact::Space::Constant, none, "the constants"))
      return status;
    std::vector<uint8_t> bytes(constants->size);
    if (Status status = constants->read(0, bytes.data(), bytes.size()))
      return status;
    if (hashBytes(bytes.data(), bytes.size()) !=
        program->getArtifact().getRoot().constant_hash())
      return fail(artifact::Space::Constant, none, "the constants",
                  "where nothing may be written");
  }

  auto describeArenaBuffer = [&](size_t i) {
    const artifact::ArenaBuffer &buffer =
        *source.arena_buffers()->Get(static_cast<uint32_t>(i));
    std::string text = "arena buffer " + std::to_string(i);
    if (buffer.name())
      text += " '" + buffer.name()->str() + "'";
    return text;
  };
  for (size_t i = 0; i <= arenaSizes.size() && !arenaSizes.empty(); ++i) {
    uint64_t begin = i == 0 ? 0 : arenaOffsets[i - 1] + arenaSizes[i - 1];
    uint64_t end = i == arenaSizes.size() ? arenaSize : arenaOffsets[i];
    std::vector<uint8_t> band(end - begin);
    if (Status status = arena->read(begin, band.data(), band.size()))
      return status;
    int64_t damage = findGuardDamage(band.data(), band.size(), begin);
    if (damage < 0)
      continue;
    // A gap has two neighbours; the nearer one is the likelier.
    auto position = static_cast<uint64_t>(damage);
    bool isAfter =
        i > 0 && (i == arenaSizes.size() || position < band.size() / 2);
    if (isAfter)
      return fail(artifact::Space::Arena, i - 1, describeArenaBuffer(i - 1),
                  std::to_string(position) + " bytes after its end");
    return fail(artifact::Space::Arena, i, describeArenaBuffer(i),
                std::to_string(band.size() - position) +
                    " bytes before its start");
  }
  return {};
}
