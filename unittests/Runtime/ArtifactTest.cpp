//===- ArtifactTest.cpp - Reading good and bad artifacts ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SPIRVModule.h"
#include "TestArtifact.h"

#include "oaml-rt/Artifact.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

using namespace oaml::rt;
using namespace oaml::rt::test;
using artifact::Access;
using artifact::ExprKind;
using artifact::Space;

namespace {

Expected<Artifact> read(const std::vector<uint8_t> &bytes) {
  return Artifact::fromMemory(bytes.data(), bytes.size());
}

/// The program after a change, with its hashes right again.
Status change(const std::function<void(TestArtifact &)> &edit) {
  TestArtifact program = makeProgram();
  edit(program);
  for (auto &kernel : program.root.kernels)
    kernel->spirv_hash =
        hashBytes(kernel->spirv.data(), 4 * kernel->spirv.size());
  auto artifact = read(program.build());
  return artifact ? Status() : artifact.getStatus();
}

#define EXPECT_REJECTED(text, ...)                                             \
  do {                                                                         \
    Status status = change([](TestArtifact &p) { __VA_ARGS__; });              \
    EXPECT_EQ(status.getCode(), ErrorCode::InvalidArtifact) << text;           \
    EXPECT_NE(status.toString().find(text), std::string::npos)                 \
        << status.toString();                                                  \
  } while (false)

/// The first launch of an entry.
artifact::LaunchT &launchOf(TestArtifact &program, size_t entry) {
  return *program.root.entries[entry]->commands[0].AsLaunch();
}

} // namespace

TEST(ArtifactTest, DescribesPrograms) {
  TestArtifact program = makeProgram();
  std::vector<uint8_t> bytes = program.build();
  auto artifact = read(bytes);
  ASSERT_TRUE(artifact) << artifact.getStatus().toString();
  const ArtifactInfo &info = artifact->getInfo();
  EXPECT_EQ(info.compiler, "test");
  EXPECT_EQ(info.fileBytes, bytes.size());
  EXPECT_EQ(info.constantBytes, 16u);
  ASSERT_EQ(info.entries.size(), 8u);
  EXPECT_EQ(info.findEntry("step"), 1);
  EXPECT_EQ(info.findEntry("none"), -1);
  const EntryInfo &add = info.entries[0];
  EXPECT_EQ(add.arguments[1].getTypeText(), "Bxf32");
  EXPECT_EQ(add.arguments[1].dims[0].name, "B");
  EXPECT_FALSE(add.arguments[1].dims[0].value);
  ASSERT_EQ(add.predicates.size(), 1u);
  EXPECT_EQ(add.predicates[0].text, "B <= 1000000");
  EXPECT_EQ(add.predicates[0].location, "model.mlir:3:8");
  ASSERT_EQ(add.commands.size(), 1u);
  EXPECT_EQ(add.commands[0].text, "ceildiv(B, 8)");
  EXPECT_EQ(add.commands[0].location, "model.mlir:4:8");
  EXPECT_EQ(info.entries[1].arguments[0].donated, 0);
  EXPECT_EQ(info.entries[2].arenaSize, "B * 4");
  EXPECT_EQ(info.entries[2].commands[1].kind, CommandInfo::Kind::Barrier);
  EXPECT_EQ(info.entries[4].commands[0].kind, CommandInfo::Kind::Copy);
  EXPECT_TRUE(info.entries[5].arguments[1].hidden);
  EXPECT_EQ(info.entries[7].arguments[0].dims[0].value, 600000);
  EXPECT_EQ(info.kernels[0].ops, std::vector<std::string>{"oaml.add"});
  EXPECT_EQ(artifact->getSPIRV(0), readKernel("add"));
}

TEST(ArtifactTest, ReadsFiles) {
  char path[] = "/tmp/oaml-rt-artifact-XXXXXX";
  int file = mkstemp(path);
  ASSERT_GE(file, 0);
  std::vector<uint8_t> bytes = makeProgram().build();
  ASSERT_EQ(write(file, bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  auto artifact = Artifact::load(path);
  ASSERT_TRUE(artifact) << artifact.getStatus().toString();
  EXPECT_EQ(artifact->getInfo().fileBytes, bytes.size());

  for (size_t size :
       {size_t(0), size_t(3), size_t(11), size_t(200), bytes.size() - 1}) {
    ASSERT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
    auto truncated = Artifact::load(path);
    ASSERT_FALSE(truncated) << size;
    EXPECT_EQ(truncated.getStatus().getCode(), ErrorCode::InvalidArtifact);
    EXPECT_NE(truncated.getStatus().getMessage().find(path), std::string::npos);
  }
  close(file);
  unlink(path);
  EXPECT_EQ(Artifact::load(path).getStatus().getCode(), ErrorCode::NotFound);
  EXPECT_EQ(Artifact::load("/tmp").getStatus().getCode(), ErrorCode::IO);
  EXPECT_EQ(Artifact::load("/dev/zero").getStatus().getCode(), ErrorCode::IO);
}

TEST(ArtifactTest, RejectsOtherVersions) {
  EXPECT_REJECTED("schema version 2.0", p.root.schema_major = 2);
  EXPECT_REJECTED("schema version 1.1", p.root.schema_minor = 1);
  EXPECT_REJECTED("unknown Vulkan version", p.root.vulkan_version = 1);
}

TEST(ArtifactTest, RejectsBadKernels) {
  EXPECT_REJECTED("the name is empty", p.root.kernels[0]->name = "");
  EXPECT_REJECTED("control characters", p.root.kernels[0]->name = "\x1b[2J");
  EXPECT_REJECTED("control characters",
                  p.root.kernels[0]->ops = {std::string("a\0b", 3)});
  EXPECT_REJECTED("no compute entry point 'main'",
                  p.root.kernels[0]->entry_point = "main");
  EXPECT_REJECTED("subgroup size 0", p.root.kernels[0]->subgroup_size = 0);
  EXPECT_REJECTED("subgroup size 6", p.root.kernels[0]->subgroup_size = 6);
  EXPECT_REJECTED("subgroup size 256", p.root.kernels[0]->subgroup_size = 256);
  EXPECT_REJECTED("no multiple of the subgroup",
                  p.root.kernels[0]->workgroup_size = 12);
  EXPECT_REJECTED("differs from the module's LocalSize",
                  p.root.kernels[0]->workgroup_size = 16);
  EXPECT_REJECTED("record size", p.root.kernels[0]->record_size += 8);
  EXPECT_REJECTED("record size", p.root.kernels[0]->num_addresses = 0xffffffff);
  EXPECT_REJECTED("unknown needs",
                  p.root.kernels[0]->needs =
                      static_cast<artifact::Feature>(uint64_t(1) << 40));
  EXPECT_REJECTED("SPIR-V 1.6 in an artifact for Vulkan 1.2",
                  p.root.kernels[0]->spirv[1] = 0x00010600);
  EXPECT_REJECTED("location 99", p.root.kernels[0]->location = 99);

  TestArtifact damaged = makeProgram();
  damaged.root.kernels[0]->spirv[30] ^= 1;
  EXPECT_NE(read(damaged.build())
                .getStatus()
                .getMessage()
                .find("does not match its hash"),
            std::string::npos);
}

TEST(ArtifactTest, RejectsBadSignatures) {
  EXPECT_REJECTED("a second entry", p.root.entries[1]->name = "add");
  EXPECT_REJECTED("a second argument 'x'",
                  p.root.entries[0]->arguments[1]->name = "x");
  EXPECT_REJECTED("unknown dtype", p.root.entries[0]->arguments[1]->dtype =
                                       static_cast<artifact::DType>(6));
  EXPECT_REJECTED("unknown kind of hidden",
                  p.root.entries[0]->arguments[1]->hidden =
                      static_cast<artifact::Hidden>(2));
  EXPECT_REJECTED("must be of type i32",
                  p.root.entries[0]->arguments[1]->hidden =
                      artifact::Hidden::RunSeed);
  EXPECT_REJECTED("donated to result 1 of 1",
                  p.root.entries[1]->arguments[0]->donated = 1);
  EXPECT_REJECTED("donated to result -2 of 1",
                  p.root.entries[1]->arguments[0]->donated = -2);
  EXPECT_REJECTED("donated", p.root.entries[1]->results[0]->donated = 0);
  EXPECT_REJECTED("another dtype",
                  p.root.entries[1]->results[0]->dtype = artifact::DType::I32);
  EXPECT_REJECTED("two arguments' memory",
                  for (auto &argument : p.root.entries[0]->arguments)
                      argument->donated = 0);
  EXPECT_REJECTED("an extent is negative",
                  p.root.entries[3]->arguments[0]->dims[0]->extent = expr(-4));
  EXPECT_REJECTED("does not fit in 63 bits",
                  p.root.entries[3]->arguments[0]->dims[0]->extent =
                      expr(INT64_MAX));
  EXPECT_REJECTED("bound by argument 9",
                  p.root.entries[0]->symbols[0]->argument = 9);
  EXPECT_REJECTED("dimension 1 of argument 0 is not this symbol",
                  p.root.entries[0]->symbols[0]->dimension = 1);
  EXPECT_REJECTED("is not this symbol",
                  p.root.entries[0]->arguments[0]->dims[0]->extent =
                      expr({symbol(0), constant(1), op(ExprKind::Mul)}));
  EXPECT_REJECTED("uses symbol 1 of 1",
                  p.root.entries[0]->results[0]->dims[0]->extent =
                      expr({symbol(1)}));
  EXPECT_REJECTED("unknown comparison",
                  p.root.entries[0]->predicates[0]->comparison =
                      static_cast<artifact::Comparison>(4));
  EXPECT_REJECTED("overflow",
                  p.root.entries[0]->predicates[0]->rhs = expr(
                      {constant(INT64_MAX), constant(1), op(ExprKind::Add)}));
  EXPECT_REJECTED(
      "rank 33", for (int i = 0; i < 32; ++i) {
        p.root.entries[3]->results[0]->dims.push_back(
            std::make_unique<artifact::DimT>());
        p.root.entries[3]->results[0]->dims.back()->extent = expr(1);
      });
}

TEST(ArtifactTest, RejectsBadCommands) {
  EXPECT_REJECTED("kernel 77 of 5", launchOf(p, 0).kernel = 77);
  EXPECT_REJECTED("a record of 2 addresses and 1 values for a kernel that "
                  "wants 3 and 1",
                  launchOf(p, 0).addresses.pop_back());
  EXPECT_REJECTED("a record of 3 addresses and 0 values",
                  launchOf(p, 0).values.clear());
  EXPECT_REJECTED("the grid is negative", launchOf(p, 0).grid = expr(-1));
  EXPECT_REJECTED("a grid of 4294967296",
                  launchOf(p, 0).grid = expr(int64_t(1) << 32));
  EXPECT_REJECTED("does not fit in 32 bits",
                  launchOf(p, 0).values[0]->value = expr(int64_t(1) << 32));
  EXPECT_REJECTED("argument 2 of 2",
                  launchOf(p, 0).addresses[0]->buffer->index = 2);
  EXPECT_REJECTED("arena buffer 1 of 1",
                  launchOf(p, 2).addresses[1]->buffer->index = 1);
  EXPECT_REJECTED("unknown kind of buffer",
                  launchOf(p, 0).addresses[0]->buffer->space =
                      static_cast<Space>(4));
  EXPECT_REJECTED("unknown kind of access",
                  launchOf(p, 0).addresses[0]->access = static_cast<Access>(3));
  EXPECT_REJECTED("argument 'x' is written but not donated",
                  launchOf(p, 0).addresses[0]->access = Access::Write);
  EXPECT_REJECTED("constant 0 is written",
                  launchOf(p, 3).addresses[1]->access = Access::ReadWrite);
  EXPECT_REJECTED("stick out of a buffer of 16",
                  launchOf(p, 3).addresses[1]->buffer->offset = expr(4));
  EXPECT_REJECTED("stick out of a buffer of 16",
                  launchOf(p, 3).addresses[1]->buffer->size = expr(INT64_MAX));
  EXPECT_REJECTED("the offset is negative",
                  launchOf(p, 3).addresses[1]->buffer->offset = expr(-4));
  EXPECT_REJECTED("is written but not donated",
                  p.root.entries[4]->commands[0].AsCopy()->to->space =
                      Space::Argument);
  EXPECT_REJECTED("control characters", launchOf(p, 0).label = "a\nb");
  EXPECT_REJECTED("no multiple of 256",
                  p.root.entries[2]->arena_buffers[0]->offset = expr(128));
  EXPECT_REJECTED("stick out of an arena of 16",
                  p.root.entries[2]->arena_size = expr(16);
                  p.root.entries[2]->arena_buffers[0]->size = expr(32));
}

TEST(ArtifactTest, RejectsBadConstants) {
  EXPECT_REJECTED("do not match their hash", p.segment[3] ^= 1);
  EXPECT_REJECTED("announces", p.root.constant_length = 15);
  EXPECT_REJECTED("announces", p.segment.push_back(0));
  EXPECT_REJECTED("announces", p.root.constant_length = 0);
  EXPECT_REJECTED("announces", p.root.constant_length = UINT64_MAX);
  EXPECT_REJECTED("aligned to 64", p.root.constant_alignment = 64);
  EXPECT_REJECTED("stick out of the constant segment",
                  p.root.constants[0]->size = 17);
  EXPECT_REJECTED("stick out of the constant segment",
                  p.root.constants[0]->offset = 256);
  EXPECT_REJECTED("no multiple of 256", p.root.constants[0]->offset = 4);
}

TEST(ArtifactTest, RejectsEveryTruncation) {
  std::vector<uint8_t> bytes = makeProgram().build();
  for (size_t size = 0; size < bytes.size(); size += size < 12000 ? 1 : 97) {
    // Of its own allocation, so that a sanitizer sees reads past the end.
    std::vector<uint8_t> cut(bytes.begin(),
                             bytes.begin() + static_cast<ptrdiff_t>(size));
    ASSERT_FALSE(read(cut)) << size;
  }
  bytes.push_back(0);
  EXPECT_FALSE(read(bytes));
}

/// Whatever a file says, reading it ends with a description or an error.
TEST(ArtifactTest, SurvivesMutations) {
  std::vector<uint8_t> good = makeProgram().build();
  DeviceInfo device;
  unsigned accepted = 0, rejected = 0;
  auto tryBytes = [&](const std::vector<uint8_t> &bytes) {
    auto artifact = read(bytes);
    if (!artifact) {
      ++rejected;
      EXPECT_FALSE(artifact.getStatus().getMessage().empty());
      return;
    }
    ++accepted;
    (void)artifact->checkNeeds(device).isOk();
    for (unsigned i = 0; i < artifact->getInfo().kernels.size(); ++i)
      (void)artifact->getSPIRV(i);
  };
  // Every bit of the FlatBuffer, in strides that miss no kind of field.
  uint32_t prefix;
  std::memcpy(&prefix, good.data(), 4);
  for (size_t i = 0; i < prefix + 4; ++i) {
    std::vector<uint8_t> bytes = good;
    bytes[i] ^= static_cast<uint8_t>(1u << i % 8);
    tryBytes(bytes);
  }
  // Interesting words in random places; std::mt19937 is the same everywhere.
  std::mt19937 random(20240607);
  const uint32_t words[] = {0,          1,          4,          0x7fffffff,
                            0x80000000, 0xffffffff, 0xfffffff0, 0x100};
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint8_t> bytes = good;
    for (unsigned k = 0; k < 1 + random() % 3; ++k) {
      size_t at = random() % (prefix / 4) * 4;
      uint32_t word = words[random() % 8];
      if (random() % 2)
        word = random() % prefix;
      std::memcpy(bytes.data() + at, &word, 4);
    }
    tryBytes(bytes);
  }
  EXPECT_GT(accepted, 0u);
  EXPECT_GT(rejected, 20000u);
}

/// A small file must not cost hours, however often it points at its parts.
TEST(ArtifactTest, BoundsTheWorkOfSharedParts) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<uint32_t> spirv(50000, 0x00010000);
  auto words = builder.CreateVector(spirv);
  auto name = builder.CreateString("k");
  auto kernel = artifact::CreateKernel(
      builder, name, name, words, 8, 8, 0, 0, 0, 8, artifact::Feature(0), 0, 0,
      hashBytes(spirv.data(), 4 * spirv.size()));
  std::vector<flatbuffers::Offset<artifact::Kernel>> kernels(40000, kernel);
  auto vector = builder.CreateVector(kernels);
  artifact::ArtifactBuilder root(builder);
  root.add_schema_major(kSchemaMajor);
  root.add_compiler(name);
  root.add_target(name);
  root.add_vulkan_version(1u << 22);
  root.add_constant_hash(hashBytes(nullptr, 0));
  root.add_kernels(vector);
  builder.FinishSizePrefixed(root.Finish(), artifact::ArtifactIdentifier());
  auto artifact =
      Artifact::fromMemory(builder.GetBufferPointer(), builder.GetSize());
  EXPECT_FALSE(artifact);
}

TEST(SPIRVTest, ReadsModules) {
  std::vector<uint32_t> words = readKernel("add");
  auto module = detail::readSPIRV(words.data(), words.size(), "add");
  ASSERT_TRUE(module) << module.getStatus().toString();
  EXPECT_EQ(module->localSize, (std::array<uint32_t, 3>{8, 1, 1}));
  EXPECT_EQ(module->minorVersion, 5u);
  EXPECT_EQ(module->needs.bits, 0u);
}

TEST(SPIRVTest, RejectsBadModules) {
  std::vector<uint32_t> good = readKernel("add");
  auto reject = [&](const std::string &text,
                    const std::function<void(std::vector<uint32_t> &)> &edit) {
    std::vector<uint32_t> words = good;
    edit(words);
    auto module = detail::readSPIRV(words.data(), words.size(), "add");
    ASSERT_FALSE(module) << text;
    EXPECT_NE(module.getStatus().getMessage().find(text), std::string::npos)
        << module.getStatus().toString();
  };
  using Words = std::vector<uint32_t>;
  reject("has no header", [](Words &w) { w.resize(4); });
  reject("magic", [](Words &w) { w[0] = 0x03022307; });
  reject("version", [](Words &w) { w[1] = 0x00010700; });
  reject("version", [](Words &w) { w[1] = 0x00020000; });
  reject("bound", [](Words &w) { w[3] = 0; });
  reject("bound", [](Words &w) { w[3] = 0xffffffff; });
  reject("reserved", [](Words &w) { w[4] = 1; });
  reject("has no end", [](Words &w) { w.pop_back(); });
  reject("in turn", [](Words &w) { w.push_back(1u << 16 | 56); });
  reject("passes the end", [](Words &w) { w[5] = 17; });
  reject("capability 4431",
         [](Words &w) { w.insert(w.begin() + 5, {(2u << 16) | 17, 4431}); });
  reject("descriptors",
         [](Words &w) { w.insert(w.end(), {(4u << 16) | 71, 1, 34, 0}); });
  reject("does not address physical storage buffers", [](Words &w) {
    // The second capability becomes another Shader.
    w[8] = 1;
  });
  reject("execution mode 31",
         [](Words &w) { w.insert(w.end(), {(3u << 16) | 16, 1, 31}); });

  Words half = good;
  half.insert(half.begin() + 5, {(2u << 16) | 17, 9});
  auto module = detail::readSPIRV(half.data(), half.size(), "add");
  ASSERT_TRUE(module);
  EXPECT_TRUE(module->needs.has(Feature::Float16));
}
