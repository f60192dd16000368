//===- TwinArtifact.cpp - Artifacts of hand-written kernels ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TwinArtifact.h"

#include "oaml-rt/ArtifactFormat.h"
#include "oaml-rt/Artifact_generated.h"

#include <fstream>
#include <iterator>
#include <memory>

using namespace oaml;
using namespace oaml::bench;
namespace format = oaml::rt::artifact;

static std::unique_ptr<format::ExprT> createConstant(int64_t value) {
  auto expr = std::make_unique<format::ExprT>();
  expr->ops.emplace_back(value, format::ExprKind::Constant);
  return expr;
}

static std::unique_ptr<format::TensorInfoT>
createTensor(const std::string &name, const std::vector<int64_t> &shape) {
  auto tensor = std::make_unique<format::TensorInfoT>();
  tensor->name = name;
  tensor->dtype = format::DType::F32;
  for (int64_t extent : shape) {
    auto dim = std::make_unique<format::DimT>();
    dim->extent = createConstant(extent);
    tensor->dims.push_back(std::move(dim));
  }
  return tensor;
}

static std::unique_ptr<format::AddressFieldT>
createAddress(format::Space space, unsigned index,
              const std::vector<int64_t> &shape) {
  int64_t size = 4;
  for (int64_t extent : shape)
    size *= extent;
  auto buffer = std::make_unique<format::BufferRefT>();
  buffer->space = space;
  buffer->index = index;
  buffer->offset = createConstant(0);
  buffer->size = createConstant(size);
  auto address = std::make_unique<format::AddressFieldT>();
  address->buffer = std::move(buffer);
  address->access = space == format::Space::Argument ? format::Access::Read
                                                     : format::Access::Write;
  return address;
}

static std::unique_ptr<format::KernelT>
createKernel(const TwinKernel &twin, std::vector<uint32_t> spirv) {
  auto kernel = std::make_unique<format::KernelT>();
  kernel->name = twin.name;
  kernel->entry_point = "main";
  kernel->spirv_hash =
      rt::hashBytes(spirv.data(), spirv.size() * sizeof(uint32_t));
  kernel->content_hash = kernel->spirv_hash;
  kernel->spirv = std::move(spirv);
  kernel->subgroup_size = kernel->workgroup_size = 8;
  kernel->num_addresses = twin.arguments.size() + twin.results.size();
  kernel->record_size = rt::getRecordSize(kernel->num_addresses, 0);
  return kernel;
}

static std::unique_ptr<format::EntryT> createEntry(const TwinKernel &twin) {
  auto launch = std::make_unique<format::LaunchT>();
  launch->kernel = 0;
  launch->grid = createConstant(twin.grid);
  launch->label = twin.name;
  auto entry = std::make_unique<format::EntryT>();
  entry->name = twin.name;
  entry->arena_size = createConstant(0);
  for (unsigned i = 0; i < twin.arguments.size(); ++i) {
    entry->arguments.push_back(
        createTensor("x" + std::to_string(i), twin.arguments[i]));
    launch->addresses.push_back(
        createAddress(format::Space::Argument, i, twin.arguments[i]));
  }
  for (unsigned i = 0; i < twin.results.size(); ++i) {
    entry->results.push_back(
        createTensor("y" + std::to_string(i), twin.results[i]));
    launch->addresses.push_back(
        createAddress(format::Space::Result, i, twin.results[i]));
  }
  format::CommandUnion command;
  command.Set(std::move(*launch));
  entry->commands.push_back(std::move(command));
  return entry;
}

static rt::Expected<std::vector<uint32_t>> readModule(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return rt::Status::error(rt::ErrorCode::NotFound,
                             "cannot open '" + path + "'");
  std::string bytes((std::istreambuf_iterator<char>(file)),
                    std::istreambuf_iterator<char>());
  if (file.bad() || bytes.empty() || bytes.size() % sizeof(uint32_t))
    return rt::Status::error(rt::ErrorCode::IO,
                             "'" + path + "' is not a SPIR-V module");
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

rt::Expected<rt::Artifact>
oaml::bench::createTwinArtifact(const TwinKernel &twin) {
  auto words = readModule(twin.path);
  if (!words)
    return words.getStatus();

  format::ArtifactT artifact;
  artifact.schema_major = rt::kSchemaMajor;
  artifact.schema_minor = rt::kSchemaMinor;
  artifact.compiler = "hand-written";
  artifact.target = "lavapipe";
  artifact.vulkan_version = (1u << 22) | (2u << 12); // Vulkan 1.2
  artifact.constant_hash = rt::hashBytes(nullptr, 0);
  artifact.kernels.push_back(createKernel(twin, std::move(*words)));
  artifact.entries.push_back(createEntry(twin));

  flatbuffers::FlatBufferBuilder builder;
  builder.FinishSizePrefixed(format::Artifact::Pack(builder, &artifact),
                             format::ArtifactIdentifier());
  return rt::Artifact::fromMemory(builder.GetBufferPointer(),
                                  builder.GetSize());
}
