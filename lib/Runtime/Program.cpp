//===- Program.cpp - Programs on a device ---------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramImpl.h"

#include "InvocationImpl.h"

#include <algorithm>
#include <atomic>
#include <thread>

using namespace oaml::rt;
using namespace oaml::rt::detail;

/// Bytes of the header that every blob of vkGetPipelineCacheData starts with; a
/// blob without more is not worth a file.
static constexpr size_t kVulkanCacheHeader = 32;

ProgramImpl::ProgramImpl(const Device &device, const Artifact &artifact,
                         const ProgramOptions &options)
    : device(device), artifact(artifact), options(options),
      pipelines(artifact.getInfo().kernels.size()) {}

ProgramImpl::~ProgramImpl() {
  DeviceImpl &owner = getDeviceImpl();
  for (VkPipeline pipeline : pipelines)
    if (pipeline)
      owner.vk.vkDestroyPipeline(owner.device, pipeline, nullptr);
  if (layout)
    owner.vk.vkDestroyPipelineLayout(owner.device, layout, nullptr);
}

Status ProgramImpl::initialize() {
  if (Status status = artifact.checkNeeds(device.getInfo()))
    return status;
  DeviceImpl &owner = getDeviceImpl();
  VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushConstantSize};
  VkPipelineLayoutCreateInfo layoutInfo{
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layoutInfo.pushConstantRangeCount = 1;
  layoutInfo.pPushConstantRanges = &range;
  VkResult result = owner.vk.vkCreatePipelineLayout(owner.device, &layoutInfo,
                                                    nullptr, &layout);
  if (result != VK_SUCCESS)
    return makeError(result, "create a pipeline layout");

  uint64_t bytes = getInfo().constantBytes;
  if (bytes == 0)
    return {};
  const ArtifactImpl &impl = getArtifact();
  if (impl.importable && bytes >= kLeastImport &&
      device.getInfo().unifiedMemory)
    if (auto imported = BufferImpl::importHost(
            device.getImpl(), impl.importable, bytes, "constants")) {
      constants = *imported;
      return {};
    }
  auto created = BufferImpl::create(device.getImpl(), bytes, "constants",
                                    MemoryKind::Device);
  if (!created)
    return created.getStatus();
  constants = *created;
  return constants->write(0, impl.getConstants(), bytes);
}

std::vector<unsigned> ProgramImpl::getKernels(unsigned entry) const {
  std::vector<unsigned> kernels;
  for (const CommandInfo &command : getInfo().entries[entry].commands)
    if (command.kind == CommandInfo::Kind::Launch)
      kernels.push_back(command.kernel);
  std::sort(kernels.begin(), kernels.end());
  kernels.erase(std::unique(kernels.begin(), kernels.end()), kernels.end());
  return kernels;
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

Status ProgramImpl::makePipeline(unsigned index, const PipelineCache &cache) {
  const KernelInfo &kernel = getInfo().kernels[index];
  const artifact::Kernel &source = getArtifact().getKernel(index);
  DeviceImpl &owner = getDeviceImpl();
  const DeviceInfo &info = device.getInfo();
  auto fail = [&](VkResult result) {
    Status status =
        makeError(result, "create the pipeline of kernel '" + kernel.name +
                              "' on '" + info.name + "'");
    return Status::error(status.getCode(), status.getMessage(), kernel.location,
                         status.getVulkanResult());
  };

  VkShaderModuleCreateInfo moduleInfo{
      VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  moduleInfo.codeSize = kernel.spirvSize;
  moduleInfo.pCode = reinterpret_cast<const uint32_t *>(source.spirv()->Data());
  VkShaderModule module;
  VkResult result = owner.vk.vkCreateShaderModule(owner.device, &moduleInfo,
                                                  nullptr, &module);
  if (result != VK_SUCCESS)
    return fail(result);

  // One cache object per kernel, so that threads share none.
  VkPipelineCache vulkanCache = VK_NULL_HANDLE;
  std::vector<uint8_t> blob;
  if (cache.isEnabled()) {
    blob = cache.load(kernel.spirvHash, kernel.subgroupSize);
    VkPipelineCacheCreateInfo cacheInfo{
        VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    cacheInfo.initialDataSize = blob.size();
    cacheInfo.pInitialData = blob.data();
    if (owner.vk.vkCreatePipelineCache(owner.device, &cacheInfo, nullptr,
                                       &vulkanCache) != VK_SUCCESS)
      vulkanCache = VK_NULL_HANDLE;
  }

  VkComputePipelineCreateInfo pipelineInfo{
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  pipelineInfo.layout = layout;
  VkPipelineShaderStageCreateInfo &stage = pipelineInfo.stage;
  stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  stage.module = module;
  stage.pName = kernel.entryPoint.c_str();
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup{
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
  subgroup.requiredSubgroupSize = kernel.subgroupSize;
  // A device with a single size has nothing to be told.
  if (info.subgroupSizeControl &&
      info.minSubgroupSize != info.maxSubgroupSize) {
    stage.pNext = &subgroup;
    if (info.fullSubgroups)
      stage.flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  }
  VkPipeline pipeline = VK_NULL_HANDLE;
  result = owner.vk.vkCreateComputePipelines(owner.device, vulkanCache, 1,
                                             &pipelineInfo, nullptr, &pipeline);
  owner.vk.vkDestroyShaderModule(owner.device, module, nullptr);
  if (result == VK_SUCCESS) {
    pipelines[index] = pipeline;
    owner.setName(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<uint64_t>(pipeline),
                  kernel.name);
  }

  if (vulkanCache) {
    size_t size = 0;
    std::vector<uint8_t> made;
    if (result == VK_SUCCESS &&
        owner.vk.vkGetPipelineCacheData(owner.device, vulkanCache, &size,
                                        nullptr) == VK_SUCCESS &&
        size > kVulkanCacheHeader) {
      made.resize(size);
      if (owner.vk.vkGetPipelineCacheData(owner.device, vulkanCache, &size,
                                          made.data()) != VK_SUCCESS)
        made.clear();
    }
    owner.vk.vkDestroyPipelineCache(owner.device, vulkanCache, nullptr);
    if (!made.empty() && made != blob)
      cache.store(kernel.spirvHash, kernel.subgroupSize, made);
  }
  return result == VK_SUCCESS ? Status() : fail(result);
}

Status ProgramImpl::makePipelines(const std::vector<unsigned> &kernels) {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<unsigned> missing;
  for (unsigned kernel : kernels)
    if (!pipelines[kernel])
      missing.push_back(kernel);
  if (missing.empty())
    return {};
  PipelineCache cache(device.getInfo(), device.getOptions().cacheDirectory);
  std::vector<Status> statuses(missing.size());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < missing.size();)
      statuses[i] = makePipeline(missing[i], cache);
  };
  size_t count = options.pipelineThreads;
  if (count == 0)
    count = std::max(1u, std::thread::hardware_concurrency());
  count = std::min(count, missing.size());
  std::vector<std::thread> threads;
  for (size_t i = 1; i < count; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (Status &status : statuses)
    if (status)
      return std::move(status);
  return {};
}

//===----------------------------------------------------------------------===//
// Arena and seeds
//===----------------------------------------------------------------------===//

Expected<std::shared_ptr<BufferImpl>> ProgramImpl::getArena(uint64_t size,
                                                            bool &grown) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!arena || arena->size < size) {
    auto created =
        BufferImpl::create(device.getImpl(), size, "arena", MemoryKind::Device);
    if (!created)
      return created;
    arena = *created;
    grown = true;
  }
  return arena;
}

int32_t ProgramImpl::drawSeed() {
  std::lock_guard<std::mutex> lock(mutex);
  return seeds.next();
}

void ProgramImpl::setSeed(uint64_t seed) {
  std::lock_guard<std::mutex> lock(mutex);
  seeds = SeedSequence(seed);
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

Expected<Program> Program::create(const Device &device,
                                  const Artifact &artifact,
                                  const ProgramOptions &options) {
  auto impl = std::make_shared<ProgramImpl>(device, artifact, options);
  if (Status status = impl->initialize())
    return status;
  return Program(std::move(impl));
}

const ArtifactInfo &Program::getInfo() const { return impl->getInfo(); }

const Device &Program::getDevice() const { return impl->device; }

Status Program::prepare() const {
  std::vector<unsigned> kernels(getInfo().kernels.size());
  for (size_t i = 0; i < kernels.size(); ++i)
    kernels[i] = static_cast<unsigned>(i);
  return impl->makePipelines(kernels);
}

Expected<Invocation> Program::createInvocation(const std::string &name) const {
  const ArtifactInfo &info = getInfo();
  int index =
      name.empty() && info.entries.size() == 1 ? 0 : info.findEntry(name);
  if (index < 0) {
    std::string text = name.empty() ? "the program has " +
                                          std::to_string(info.entries.size()) +
                                          " entries, name one"
                                    : "the program has no entry '" + name + "'";
    for (const EntryInfo &entry : info.entries)
      text +=
          (&entry == &info.entries.front() ? ": '" : ", '") + entry.name + "'";
    return Status::error(ErrorCode::NotFound, text);
  }
  auto entry = static_cast<unsigned>(index);
  if (Status status = impl->makePipelines(impl->getKernels(entry)))
    return status;
  auto invocation = std::make_unique<InvocationImpl>(impl, entry);
  if (Status status = invocation->initialize())
    return status;
  return Invocation(std::move(invocation));
}

void Program::setSeed(uint64_t seed) const { impl->setSeed(seed); }
