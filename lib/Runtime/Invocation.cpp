//===- Invocation.cpp - Binding arguments and results ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationImpl.h"

#include "oaml-rt/ArtifactFormat.h"

using namespace oaml::rt;
using namespace oaml::rt::detail;

static Status invalid(const std::string &what) {
  return Status::error(ErrorCode::InvalidArgument, what);
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

InvocationImpl::InvocationImpl(std::shared_ptr<ProgramImpl> owner,
                               unsigned index)
    : program(std::move(owner)), entry(program->getInfo().entries[index]),
      arguments(entry.arguments.size()), results(entry.results.size()),
      source(program->getArtifact().getEntry(index)) {
  for (size_t i = 0; i < entry.arguments.size(); ++i)
    if (int result = entry.arguments[i].donated; result >= 0)
      results[static_cast<size_t>(result)].donor = static_cast<int>(i);
}

InvocationImpl::~InvocationImpl() {
  DeviceImpl &device = getDevice();
  if (inFlight)
    (void)device.wait(inFlight).isOk(); // nobody is left to be told
  if (queries)
    device.vk.vkDestroyQueryPool(device.device, queries, nullptr);
  if (pool)
    device.vk.vkDestroyCommandPool(device.device, pool, nullptr);
}

Status InvocationImpl::initialize() {
  DeviceImpl &device = getDevice();
  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.queueFamilyIndex = device.queueFamily;
  VkResult result =
      device.vk.vkCreateCommandPool(device.device, &poolInfo, nullptr, &pool);
  if (result != VK_SUCCESS)
    return makeError(result, "create a command pool");

  // Records start where a kernel may load 16 bytes at once.
  uint64_t size = 0;
  auto reserve = [&](uint64_t bytes) {
    uint64_t offset = size;
    size += (bytes + 15) / 16 * 16;
    return offset;
  };
  seedOffset = reserve(4);
  for (uint32_t i = 0; i < entry.commands.size(); ++i) {
    ResolvedCommand command;
    command.kind = entry.commands[i].kind;
    const void *raw = source.commands()->Get(i);
    if (command.kind == CommandInfo::Kind::Launch) {
      command.launch = static_cast<const artifact::Launch *>(raw);
      command.recordOffset = static_cast<uint32_t>(reserve(
          program->getInfo().kernels[command.launch->kernel()].recordSize));
      command.isIndirect = !isConstant(*command.launch->grid());
      if (command.isIndirect)
        command.indirectOffset =
            static_cast<uint32_t>(reserve(sizeof(VkDispatchIndirectCommand)));
    } else if (command.kind == CommandInfo::Kind::Copy) {
      command.copy = static_cast<const artifact::Copy *>(raw);
    }
    commands.push_back(std::move(command));
  }
  if (size > UINT32_MAX)
    return Status::error(ErrorCode::Unsupported,
                         "the launch records of entry '" + entry.name +
                             "' take more than 4 GiB");
  auto created = BufferImpl::create(program->device.getImpl(), size,
                                    "launch records", MemoryKind::Host);
  if (!created)
    return created.getStatus();
  table = *created;
  ++numAllocations;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (entry.arguments[i].hidden) {
      arguments[i].memory = {table, seedOffset};
      arguments[i].bytes = 4;
      hasSeed = true;
    }
  return {};
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

std::string InvocationImpl::describeArgument(size_t index) const {
  return "argument " + std::to_string(index) + " '" +
         entry.arguments[index].name + "' of '" + entry.name + "'";
}

std::string InvocationImpl::describeResult(size_t index) const {
  return "result " + std::to_string(index) + " '" + entry.results[index].name +
         "' of '" + entry.name + "'";
}

Status InvocationImpl::findArgument(const std::string &name,
                                    size_t &index) const {
  int found = entry.findArgument(name);
  if (found >= 0) {
    index = static_cast<size_t>(found);
    return {};
  }
  std::string text = "entry '" + entry.name + "' has no argument '" + name +
                     "'; its arguments:";
  for (const TensorInfo &argument : entry.arguments)
    if (!argument.hidden)
      text += " '" + argument.name + "'";
  return Status::error(ErrorCode::NotFound, text);
}

Status InvocationImpl::checkShape(size_t index, DType dtype,
                                  const std::vector<int64_t> &shape,
                                  uint64_t &bytes) const {
  if (index >= arguments.size())
    return invalid("entry '" + entry.name + "' has " +
                   std::to_string(arguments.size()) +
                   " arguments, there is no number " + std::to_string(index));
  const TensorInfo &info = entry.arguments[index];
  if (info.hidden)
    return invalid(describeArgument(index) +
                   " is filled by the runtime; see setSeed");
  bool fits = dtype == info.dtype && shape.size() == info.dims.size();
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = shape[i] >= 0 &&
           (!info.dims[i].value || *info.dims[i].value == shape[i]);
  if (!fits)
    return Status::error(ErrorCode::InvalidArgument,
                         describeArgument(index) + ": expected " +
                             info.getTypeText() + ", found " +
                             getTypeText(dtype, shape),
                         info.location);
  Expected<uint64_t> size = getByteSize(dtype, shape);
  if (!size)
    return invalid(describeArgument(index) + ": " +
                   size.getStatus().getMessage());
  bytes = *size;
  return {};
}

void InvocationImpl::setBinding(size_t index, TensorMemory memory,
                                const std::vector<int64_t> &shape,
                                uint64_t bytes) {
  ArgumentBinding &binding = arguments[index];
  areSizesDirty |= binding.shape != shape;
  areAddressesDirty |= binding.memory.buffer != memory.buffer ||
                       binding.memory.offset != memory.offset;
  binding.memory = std::move(memory);
  binding.shape = shape;
  binding.bytes = bytes;
}

Status InvocationImpl::ensure(std::shared_ptr<BufferImpl> &buffer,
                              uint64_t bytes, const std::string &name) {
  // Guard bands must follow the last byte that may be written.
  if (buffer && (hasGuards() ? buffer->size == bytes : buffer->size >= bytes))
    return {};
  auto created = BufferImpl::create(program->device.getImpl(), bytes, name,
                                    MemoryKind::Device);
  if (!created)
    return created.getStatus();
  buffer = *created;
  ++numAllocations;
  return {};
}

Status InvocationImpl::bindArgument(size_t index, const Buffer &buffer,
                                    DType dtype,
                                    const std::vector<int64_t> &shape,
                                    uint64_t offset) {
  uint64_t bytes = 0;
  if (Status status = checkShape(index, dtype, shape, bytes))
    return status;
  if (!buffer)
    return invalid(describeArgument(index) + ": the buffer is empty");
  const BufferImpl &impl = *buffer.getImpl();
  if (impl.device.get() != &getDevice())
    return invalid(describeArgument(index) +
                   ": the buffer belongs to another device");
  if (offset % 16 != 0 || offset > impl.size || bytes > impl.size - offset)
    return invalid(describeArgument(index) + ": " + std::to_string(bytes) +
                   " bytes from offset " + std::to_string(offset) +
                   " (a multiple of 16) do not fit in a buffer of " +
                   std::to_string(impl.size));
  if (Status status = wait())
    return status;
  setBinding(index, {buffer.getImpl(), offset}, shape, bytes);
  return {};
}

Status InvocationImpl::bindHost(size_t index, const HostTensor &tensor,
                                HostAccess access) {
  uint64_t bytes = 0;
  if (Status status = checkShape(index, tensor.dtype, tensor.shape, bytes))
    return status;
  if (!tensor.data && bytes > 0)
    return invalid(describeArgument(index) + ": no data");
  if (Status status = wait())
    return status;
  ArgumentBinding &binding = arguments[index];
  const TensorInfo &info = entry.arguments[index];
  if (access == HostAccess::Borrow && info.donated < 0 &&
      bytes >= kLeastImport && program->device.getInfo().unifiedMemory) {
    if (!binding.imported || binding.importedFrom != tensor.data ||
        binding.imported->size != bytes) {
      binding.imported = nullptr;
      // Imported memory is only read: the artifact was checked for that.
      if (auto imported = BufferImpl::importHost(
              program->device.getImpl(), const_cast<void *>(tensor.data), bytes,
              info.name)) {
        binding.imported = *imported;
        binding.importedFrom = tensor.data;
        ++numAllocations;
      }
    }
    if (binding.imported) {
      setBinding(index, {binding.imported, 0}, tensor.shape, bytes);
      return {};
    }
  }
  if (Status status = ensure(binding.owned, bytes, info.name))
    return status;
  // The buffer may have been given to another invocation as well.
  if (Status status = getDevice().wait(binding.owned->lastUse))
    return status;
  if (Status status = binding.owned->write(0, tensor.data, bytes))
    return status;
  setBinding(index, {binding.owned, 0}, tensor.shape, bytes);
  return {};
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Status InvocationImpl::checkResultIndex(size_t index) const {
  if (index < results.size())
    return {};
  return invalid("entry '" + entry.name + "' has " +
                 std::to_string(results.size()) +
                 " results, there is no number " + std::to_string(index));
}

Status InvocationImpl::bindResult(size_t index, const Buffer &buffer,
                                  uint64_t offset) {
  if (Status status = checkResultIndex(index))
    return status;
  ResultBinding &binding = results[index];
  if (binding.donor >= 0)
    return invalid(describeResult(index) + " takes over the memory of " +
                   describeArgument(static_cast<size_t>(binding.donor)) +
                   " and cannot be bound");
  if (buffer && buffer.getImpl()->device.get() != &getDevice())
    return invalid(describeResult(index) +
                   ": the buffer belongs to another device");
  if (offset % 16 != 0)
    return invalid(describeResult(index) + ": offset " +
                   std::to_string(offset) + " is no multiple of 16");
  if (Status status = wait())
    return status;
  binding.memory = {buffer.getImpl(), buffer ? offset : 0};
  binding.isBound = static_cast<bool>(buffer);
  areAddressesDirty = true;
  return {};
}

Expected<Buffer> InvocationImpl::takeResult(size_t index) {
  if (Status status = checkResultIndex(index))
    return status;
  ResultBinding &binding = results[index];
  if (!binding.memory.buffer)
    return invalid(describeResult(index) + " has no memory before a run");
  Buffer buffer(binding.memory.buffer);
  if (binding.donor < 0 && !binding.isBound) {
    // Two are enough for a caller who lets go of one result when he has the
    // next one.
    binding.given.insert(binding.given.begin(), buffer.getImpl());
    if (binding.given.size() > 2)
      binding.given.pop_back();
  }
  binding.memory = {};
  binding.isBound = false;
  if (binding.donor >= 0) {
    ArgumentBinding &donor = arguments[static_cast<size_t>(binding.donor)];
    donor.memory = {};
    donor.owned = nullptr;
  }
  areAddressesDirty = true;
  return buffer;
}

//===----------------------------------------------------------------------===//
// Invocation
//===----------------------------------------------------------------------===//

Invocation::Invocation(std::unique_ptr<InvocationImpl> impl)
    : impl(std::move(impl)) {}
Invocation::Invocation(Invocation &&) = default;
Invocation &Invocation::operator=(Invocation &&) = default;
Invocation::~Invocation() = default;

const EntryInfo &Invocation::getEntry() const { return impl->entry; }

Status Invocation::bindArgument(size_t index, const Buffer &buffer, DType dtype,
                                const std::vector<int64_t> &shape,
                                uint64_t offset) {
  return impl->bindArgument(index, buffer, dtype, shape, offset);
}

Status Invocation::bindArgument(const std::string &name, const Buffer &buffer,
                                DType dtype, const std::vector<int64_t> &shape,
                                uint64_t offset) {
  size_t index = 0;
  if (Status status = impl->findArgument(name, index))
    return status;
  return impl->bindArgument(index, buffer, dtype, shape, offset);
}

Status Invocation::bindHost(size_t index, const HostTensor &tensor,
                            HostAccess access) {
  return impl->bindHost(index, tensor, access);
}

Status Invocation::bindHost(const std::string &name, const HostTensor &tensor,
                            HostAccess access) {
  size_t index = 0;
  if (Status status = impl->findArgument(name, index))
    return status;
  return impl->bindHost(index, tensor, access);
}

Status Invocation::bindResult(size_t index, const Buffer &buffer,
                              uint64_t offset) {
  return impl->bindResult(index, buffer, offset);
}

Status Invocation::resolve() { return impl->resolve(); }

Expected<std::vector<int64_t>> Invocation::getResultShape(size_t index) {
  if (Status status = impl->checkResultIndex(index))
    return status;
  if (Status status = impl->resolve())
    return status;
  return impl->results[index].shape;
}

Status Invocation::run() {
  if (Status status = impl->submit())
    return status;
  return impl->wait();
}

Status Invocation::submit() { return impl->submit(); }

Status Invocation::wait() { return impl->wait(); }

Expected<Buffer> Invocation::getResult(size_t index) {
  if (Status status = impl->checkResultIndex(index))
    return status;
  if (!impl->results[index].memory.buffer)
    return invalid("result " + std::to_string(index) + " of '" +
                   impl->entry.name + "' has no memory before a run");
  return Buffer(impl->results[index].memory.buffer);
}

Expected<Buffer> Invocation::takeResult(size_t index) {
  return impl->takeResult(index);
}

Status Invocation::readResult(size_t index, void *data, size_t size) {
  if (Status status = impl->checkResultIndex(index))
    return status;
  if (Status status = impl->wait())
    return status;
  const ResultBinding &result = impl->results[index];
  if (!result.memory.buffer)
    return invalid("result " + std::to_string(index) + " of '" +
                   impl->entry.name + "' has no memory before a run");
  if (size != result.bytes)
    return invalid("result " + std::to_string(index) + " of '" +
                   impl->entry.name + "' has " + std::to_string(result.bytes) +
                   " bytes, asked for " + std::to_string(size));
  return Buffer(result.memory.buffer).read(result.memory.offset, data, size);
}

Status Invocation::setProfiling(bool enable) {
  return impl->setProfiling(enable);
}

const std::vector<LaunchTiming> &Invocation::getTimings() const {
  return impl->timings;
}

unsigned Invocation::getNumRecordings() const { return impl->numRecordings; }

unsigned Invocation::getNumAllocations() const { return impl->numAllocations; }
