//===- SelectionTest.cpp - Choice of devices, needs, and other pure parts -===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationImpl.h"
#include "PipelineCache.h"
#include "TestArtifact.h"

#include "oaml-rt/Artifact.h"
#include "oaml-rt/Device.h"

#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace oaml::rt;
using namespace oaml::rt::test;

namespace {

DeviceInfo makeDevice(unsigned index, const std::string &name, DeviceKind kind,
                      const std::string &profile) {
  DeviceInfo info;
  info.index = index;
  info.name = name;
  info.kind = kind;
  info.profile = profile;
  info.apiVersion = (1u << 22) | (3u << 12);
  info.subgroupSize = info.minSubgroupSize = info.maxSubgroupSize = 8;
  info.maxWorkgroupInvocations = 256;
  info.maxWorkgroupSize = {256, 256, 64};
  info.maxWorkgroupCount = {65535, 65535, 65535};
  info.maxSharedMemory = 32768;
  return info;
}

std::vector<DeviceInfo> makeDevices() {
  return {makeDevice(0, "SwiftShader Device (Subzero)", DeviceKind::Cpu,
                     "swiftshader"),
          makeDevice(1, "llvmpipe (LLVM 15.0.6, 256 bits)", DeviceKind::Cpu,
                     "lavapipe"),
          makeDevice(2, "Intel(R) Graphics", DeviceKind::Integrated, "mobile"),
          makeDevice(3, "AMD Radeon", DeviceKind::Discrete, "desktop"),
          makeDevice(4, "NVIDIA Foo", DeviceKind::Discrete, "desktop")};
}

Artifact makeArtifact(TestArtifact program = makeProgram()) {
  std::vector<uint8_t> bytes = program.build();
  auto artifact = Artifact::fromMemory(bytes.data(), bytes.size());
  EXPECT_TRUE(artifact) << artifact.getStatus().toString();
  return *artifact;
}

std::string explain(const Status &status) {
  EXPECT_EQ(status.getCode(), ErrorCode::Unsupported) << status.toString();
  return status.toString();
}

#define EXPECT_CONTAINS(text, part)                                            \
  EXPECT_NE((text).find(part), std::string::npos) << (text)

} // namespace

TEST(SelectionTest, PrefersRealGPUsThenLavapipe) {
  std::vector<DeviceInfo> devices = makeDevices();
  EXPECT_EQ(*selectDevice(devices, ""), 3u);
  devices[3].unusable = "it is asleep";
  EXPECT_EQ(*selectDevice(devices, ""), 4u);
  devices.resize(3);
  EXPECT_EQ(*selectDevice(devices, ""), 2u);
  devices.resize(2);
  EXPECT_EQ(*selectDevice(devices, ""), 1u);
  devices.resize(1);
  EXPECT_EQ(*selectDevice(devices, ""), 0u);
}

TEST(SelectionTest, HeedsPreferences) {
  std::vector<DeviceInfo> devices = makeDevices();
  EXPECT_EQ(*selectDevice(devices, "0"), 0u);
  EXPECT_EQ(*selectDevice(devices, "lavapipe"), 1u);
  EXPECT_EQ(*selectDevice(devices, "LavaPipe"), 1u);
  EXPECT_EQ(*selectDevice(devices, "swiftshader"), 0u);
  EXPECT_EQ(*selectDevice(devices, "llvm"), 1u);
  EXPECT_EQ(*selectDevice(devices, "radeon"), 3u);
  EXPECT_EQ(*selectDevice(devices, "foo"), 4u);
  EXPECT_EQ(*selectDevice(devices, "desktop"), 3u);
}

TEST(SelectionTest, ExplainsWhatItCannotFind) {
  std::vector<DeviceInfo> devices = makeDevices();
  Status missing = selectDevice(devices, "mali").getStatus();
  EXPECT_EQ(missing.getCode(), ErrorCode::NotFound);
  EXPECT_CONTAINS(missing.toString(), "no Vulkan device matches 'mali'");
  EXPECT_CONTAINS(missing.toString(), "3 'AMD Radeon'");
  EXPECT_EQ(selectDevice(devices, "17").getStatus().getCode(),
            ErrorCode::NotFound);
  EXPECT_EQ(selectDevice(devices, "99999999999999999999").getStatus().getCode(),
            ErrorCode::NotFound);
  EXPECT_EQ(selectDevice({}, "").getStatus().getCode(), ErrorCode::NotFound);
  for (DeviceInfo &device : devices)
    device.unusable = "Vulkan 1.2 is needed";
  EXPECT_CONTAINS(explain(selectDevice(devices, "").getStatus()),
                  "unusable: Vulkan 1.2 is needed");
  EXPECT_CONTAINS(explain(selectDevice(devices, "1").getStatus()),
                  "device '1' cannot be used");
}

TEST(SelectionTest, ChecksNeedsOfArtifacts) {
  DeviceInfo device = makeDevice(0, "tiny", DeviceKind::Cpu, "desktop");
  EXPECT_TRUE(makeArtifact().checkNeeds(device).isOk());

  TestArtifact program = makeProgram();
  program.root.target = "lavapipe";
  program.root.vulkan_version = (1u << 22) | (4u << 12);
  EXPECT_CONTAINS(
      explain(makeArtifact(std::move(program)).checkNeeds(device)),
      "the artifact was compiled for 'lavapipe' and does not run on 'tiny': it "
      "needs Vulkan 1.4, the device has 1.3");

  program = makeProgram();
  program.root.kernels[1]->needs = artifact::Feature::Float16;
  EXPECT_CONTAINS(explain(makeArtifact(std::move(program)).checkNeeds(device)),
                  "kernel 'add_one' needs feature Float16");

  device.subgroupSize = device.minSubgroupSize = device.maxSubgroupSize = 4;
  EXPECT_CONTAINS(explain(makeArtifact().checkNeeds(device)),
                  "needs subgroups of 8 lanes, the device has 4");
  device.subgroupSizeControl = true;
  device.maxSubgroupSize = 16;
  EXPECT_TRUE(makeArtifact().checkNeeds(device).isOk());
  device.minSubgroupSize = 16;
  device.maxSubgroupSize = 32;
  EXPECT_CONTAINS(explain(makeArtifact().checkNeeds(device)),
                  "the device has 16 to 32");

  device = makeDevice(0, "tiny", DeviceKind::Cpu, "desktop");
  device.maxWorkgroupInvocations = 4;
  EXPECT_CONTAINS(explain(makeArtifact().checkNeeds(device)),
                  "workgroups of 8 invocations, the device allows 4");
  device = makeDevice(0, "tiny", DeviceKind::Cpu, "desktop");
  program = makeProgram();
  program.root.kernels[0]->shared_memory = 32769;
  EXPECT_CONTAINS(explain(makeArtifact(std::move(program)).checkNeeds(device)),
                  "32769 bytes of shared memory, the device has 32768");
}

TEST(RunTest, SplitsByCost) {
  std::vector<detail::ResolvedCommand> commands(7);
  double costs[] = {0.2, 0, 0.2, 0.2, 2, 0, 0.1};
  for (size_t i = 0; i < 7; ++i)
    commands[i].cost = costs[i];
  auto ends = [&](double budget) {
    std::vector<size_t> result;
    size_t begin = 0;
    for (const detail::Segment &segment :
         detail::splitCommands(commands, budget)) {
      EXPECT_EQ(segment.begin, begin);
      begin = segment.end;
      result.push_back(segment.end);
    }
    return result;
  };
  EXPECT_EQ(ends(100), (std::vector<size_t>{7}));
  EXPECT_EQ(ends(0.5), (std::vector<size_t>{3, 4, 6, 7}));
  EXPECT_EQ(ends(0), (std::vector<size_t>{2, 3, 4, 6, 7}));
  // An entry without commands is still one (empty) submission.
  commands.clear();
  EXPECT_EQ(ends(1), (std::vector<size_t>{0}));
}

TEST(RunTest, NamesTheLaunchOfALoss) {
  Artifact artifact = makeArtifact();
  const ArtifactInfo &info = artifact.getInfo();
  const EntryInfo &chain =
      info.entries[static_cast<size_t>(info.findEntry("chain"))];
  std::vector<detail::Segment> whole = {{0, 3}}, each = {{0, 2}, {2, 3}};
  EXPECT_EQ(detail::describeLoss(chain, info, whole, 5, 4),
            "the last launch was one from kernel 'add_one' (add_one) to kernel "
            "'add' (add); submissionSeconds = 0 tells which");
  EXPECT_EQ(detail::describeLoss(chain, info, each, 5, 0),
            "the last launch was kernel 'add_one' (add_one)");
  EXPECT_EQ(detail::describeLoss(chain, info, each, 5, 5),
            "the last launch was kernel 'add' (add)");
  EXPECT_EQ(detail::describeLoss(chain, info, each, 5, 6),
            "all launches had finished");
}

TEST(RunTest, SeesEveryDamagedGuardByte) {
  std::vector<uint8_t> band(64);
  for (size_t i = 0; i < band.size(); ++i)
    band[i] = detail::getGuardByte(100 + i);
  EXPECT_EQ(detail::findGuardDamage(band.data(), band.size(), 100), -1);
  for (size_t i = 0; i < band.size(); ++i) {
    band[i] ^= 1;
    EXPECT_EQ(detail::findGuardDamage(band.data(), band.size(), 100),
              static_cast<int64_t>(i));
    band[i] ^= 1;
  }
}

TEST(RunTest, SizesTensors) {
  EXPECT_EQ(*getByteSize(DType::F32, {2, 3}), 24u);
  EXPECT_EQ(*getByteSize(DType::BF16, {}), 2u);
  EXPECT_EQ(*getByteSize(DType::UI8, {INT64_MAX}), uint64_t(INT64_MAX));
  EXPECT_EQ(*getByteSize(DType::F32, {INT64_MAX, 0}), 0u);
  EXPECT_FALSE(getByteSize(DType::F32, {INT64_MAX}));
  EXPECT_FALSE(getByteSize(DType::I8, {-1, 0}));
  EXPECT_EQ(getTypeText(DType::BF16, {2, 3}), "2x3xbf16");
}

TEST(PipelineCacheTest, KeepsBlobsAndDropsDamagedOnes) {
  char directory[] = "/tmp/oaml-rt-cache-XXXXXX";
  ASSERT_TRUE(mkdtemp(directory));
  DeviceInfo device = makeDevice(0, "tiny", DeviceKind::Cpu, "desktop");
  detail::PipelineCache cache(device, std::string(directory) + "/a/b");
  std::vector<uint8_t> blob = {1, 2, 3, 4, 5};
  EXPECT_TRUE(cache.load(7, 8).empty());
  cache.store(7, 8, blob);
  EXPECT_EQ(cache.load(7, 8), blob);
  EXPECT_TRUE(cache.load(7, 4).empty());
  EXPECT_TRUE(cache.load(8, 8).empty());
  device.driverUUID[3] = 1;
  EXPECT_TRUE(detail::PipelineCache(device, std::string(directory) + "/a/b")
                  .load(7, 8)
                  .empty());
  device.driverUUID[3] = 0;

  std::string name = std::string(directory) + "/a/b/" + std::string(32, '0') +
                     "-" + std::string(32, '0') + "-0000000000000007-8.bin";
  int file = open(name.c_str(), O_RDWR);
  ASSERT_GE(file, 0);
  ASSERT_EQ(pwrite(file, "x", 1, 26), 1);
  EXPECT_TRUE(cache.load(7, 8).empty());
  ASSERT_EQ(ftruncate(file, 10), 0);
  EXPECT_TRUE(cache.load(7, 8).empty());
  close(file);
  // An empty directory name turns the cache off; one that cannot be made is as
  // good as none.
  EXPECT_FALSE(detail::PipelineCache(device, std::string()).isEnabled());
  detail::PipelineCache impossible(device, std::string("/dev/null/cache"));
  impossible.store(7, 8, blob);
  EXPECT_TRUE(impossible.load(7, 8).empty());
  EXPECT_EQ(std::system(("rm -rf " + std::string(directory)).c_str()), 0);
}
