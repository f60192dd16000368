//===- DeviceTest.cpp - Programs on real devices --------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs small programs of hand-written SPIR-V on every device whose driver the
// environment names (OAML_TEST_LAVAPIPE_ICD, OAML_TEST_SWIFTSHADER_ICD), with
// the validation layer watching where OAML_TEST_VALIDATION_LAYER_DIR has it.
//
//===----------------------------------------------------------------------===//

#include "TestArtifact.h"

#include "oaml-rt/Program.h"

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace oaml::rt;
using namespace oaml::rt::test;

namespace {

/// A driver, and whether transfers go through staging buffers.
struct Case {
  const char *name;
  const char *variable;
  bool staging;
};

void PrintTo(const Case &c, std::ostream *stream) { *stream << c.name; }

class DeviceTest : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    const char *manifest = std::getenv(GetParam().variable);
    if (!manifest || !*manifest || access(manifest, R_OK) != 0)
      GTEST_SKIP() << GetParam().variable << " names no driver";
    setenv("VK_DRIVER_FILES", manifest, 1);
    options.forceStaging = GetParam().staging;
    options.cacheDirectory = "";
    const char *layers = std::getenv("OAML_TEST_VALIDATION_LAYER_DIR");
    if (layers &&
        access(
            (std::string(layers) + "/VkLayer_khronos_validation.json").c_str(),
            R_OK) == 0) {
      setenv("VK_LAYER_PATH", layers, 1);
      options.validate = true;
    }
  }

  void TearDown() override {
    if (!device)
      return;
    for (const std::string &message : device->getValidationMessages())
      ADD_FAILURE() << message;
  }

  /// Opens the device and loads the test program.
  void load(const ProgramOptions &programOptions = {}) {
    auto opened = Device::create(options);
    ASSERT_TRUE(opened) << opened.getStatus().toString();
    device = *opened;
    std::vector<uint8_t> bytes =
        makeProgram(device->getInfo().subgroupSize).build();
    auto artifact = Artifact::fromMemory(bytes.data(), bytes.size());
    ASSERT_TRUE(artifact) << artifact.getStatus().toString();
    auto loaded = Program::create(*device, *artifact, programOptions);
    ASSERT_TRUE(loaded) << loaded.getStatus().toString();
    program = *loaded;
  }

  Expected<Invocation> start(const char *entry) {
    return program->createInvocation(entry);
  }

  DeviceOptions options;
  std::optional<Device> device;
  std::optional<Program> program;
};

std::vector<float> iota(size_t count, float first = 0) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

HostTensor floats(const std::vector<float> &values) {
  return {DType::F32, {static_cast<int64_t>(values.size())}, values.data()};
}

std::vector<float> readFloats(Invocation &call, size_t result, size_t count) {
  std::vector<float> values(count, -1);
  Status status = call.readResult(result, values.data(), 4 * count);
  EXPECT_TRUE(status.isOk()) << status.toString();
  return values;
}

#define ASSERT_OK(expression)                                                  \
  do {                                                                         \
    Status status = (expression);                                              \
    ASSERT_TRUE(status.isOk()) << status.toString();                           \
  } while (false)

#define EXPECT_ERROR(expression, code, text)                                   \
  do {                                                                         \
    Status status = (expression);                                              \
    EXPECT_EQ(status.getCode(), code) << status.toString();                    \
    EXPECT_NE(status.toString().find(text), std::string::npos)                 \
        << status.toString();                                                  \
  } while (false)

} // namespace

TEST_P(DeviceTest, DescribesTheDevice) {
  load();
  const DeviceInfo &info = device->getInfo();
  EXPECT_TRUE(info.unusable.empty());
  EXPECT_EQ(info.kind, DeviceKind::Cpu);
  EXPECT_GE(info.parallelWorkgroups, 1u);
  EXPECT_TRUE(info.unifiedMemory);
  if (info.profile == "lavapipe") {
    EXPECT_EQ(info.subgroupSize, 8u);
    EXPECT_TRUE(info.features.has(Feature::Int64));
    EXPECT_EQ(info.loadBits, 64u);
  } else {
    EXPECT_EQ(info.profile, "swiftshader");
    EXPECT_EQ(info.subgroupSize, 4u);
    EXPECT_FALSE(info.features.has(Feature::Int64));
    EXPECT_FALSE(info.pointerViews);
  }
}

TEST_P(DeviceTest, RunsManySizesFromOneRecording) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  for (size_t b : {1, 7, 64, 360, 7, 0, 64}) {
    std::vector<float> x = iota(b), y = iota(b, 100);
    ASSERT_OK(call->bindHost("x", floats(x)));
    ASSERT_OK(call->bindHost("y", floats(y)));
    auto shape = call->getResultShape(0);
    ASSERT_TRUE(shape) << shape.getStatus().toString();
    EXPECT_EQ(*shape, std::vector<int64_t>{static_cast<int64_t>(b)});
    ASSERT_OK(call->run());
    std::vector<float> z = readFloats(*call, 0, b);
    for (size_t i = 0; i < b; ++i)
      ASSERT_EQ(z[i], x[i] + y[i]) << b << " " << i;
  }
  EXPECT_EQ(call->getNumRecordings(), 1u);
}

TEST_P(DeviceTest, AllocatesNothingForSizesSeenBefore) {
  load();
  auto call = start("chain");
  ASSERT_TRUE(call) << call.getStatus().toString();
  unsigned allocations = 0;
  for (int round = 0; round < 4; ++round) {
    for (size_t b : {360, 7}) {
      std::vector<float> x = iota(b);
      ASSERT_OK(call->bindHost(0, floats(x)));
      ASSERT_OK(call->run());
      EXPECT_EQ(readFloats(*call, 0, b)[b - 1], 2 * x[b - 1] + 1);
    }
    if (round == 0)
      allocations = call->getNumAllocations();
  }
  EXPECT_EQ(call->getNumAllocations(), allocations);
}

TEST_P(DeviceTest, UpdatesDonatedArgumentsInPlace) {
  load();
  auto call = start("step");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> w = iota(37);
  auto buffer = Buffer::create(*device, 4 * 37, "w");
  ASSERT_TRUE(buffer) << buffer.getStatus().toString();
  ASSERT_OK(buffer->write(0, w.data(), 4 * 37));
  ASSERT_OK(call->bindArgument("w", *buffer, DType::F32, {37}));
  for (int i = 0; i < 5; ++i)
    ASSERT_OK(call->submit());
  ASSERT_OK(call->wait());
  auto result = call->getResult(0);
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, *buffer);
  EXPECT_EQ(readFloats(*call, 0, 37)[36], 41);
  std::vector<float> seen(37);
  ASSERT_OK(buffer->read(0, seen.data(), 4 * 37));
  EXPECT_EQ(seen[0], 5);
  // The caller's host array is never touched.
  ASSERT_OK(call->bindHost("w", floats(w)));
  ASSERT_OK(call->run());
  EXPECT_EQ(readFloats(*call, 0, 37)[0], 1);
  EXPECT_EQ(w[0], 0);
}

TEST_P(DeviceTest, GivesResultsAway) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x = iota(9), y = iota(9);
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->bindHost(1, floats(y)));
  ASSERT_OK(call->run());
  auto first = call->takeResult(0);
  ASSERT_TRUE(first);
  EXPECT_FALSE(call->getResult(0));
  x[3] = 100;
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->run());
  EXPECT_EQ(readFloats(*call, 0, 9)[3], 103);
  float old = 0;
  ASSERT_OK(first->read(12, &old, 4));
  EXPECT_EQ(old, 6);
  EXPECT_EQ(call->getNumRecordings(), 1u);

  // A donated argument goes with its result.
  auto step = start("step");
  ASSERT_TRUE(step);
  ASSERT_OK(step->bindArgument(0, *first, DType::F32, {9}));
  ASSERT_OK(step->run());
  ASSERT_TRUE(step->takeResult(0));
  EXPECT_ERROR(step->run(), ErrorCode::InvalidArgument, "is not bound");
}

TEST_P(DeviceTest, TakesBackResultsThatNobodyHolds) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x = iota(9), y = iota(9);
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->bindHost(1, floats(y)));
  Buffer last;
  unsigned allocations = 0;
  for (int round = 0; round < 8; ++round) {
    ASSERT_OK(call->run());
    auto result = call->takeResult(0);
    ASSERT_TRUE(result);
    EXPECT_NE(*result, last); // still held, so it must not be written
    last = *result;
    if (round == 1)
      allocations = call->getNumAllocations();
  }
  EXPECT_EQ(call->getNumAllocations(), allocations);
}

TEST_P(DeviceTest, CatchesWritesToConstants) {
  options.guardBands = true;
  load();
  // A kernel that claims to read what it writes, both ways a constant.
  TestArtifact changed = makeProgram(device->getInfo().subgroupSize);
  auto &entry = *changed.root.entries[3];
  ASSERT_EQ(entry.name, "bias");
  auto &launch = *entry.commands[0].AsLaunch();
  launch.kernel = 1; // add_one
  launch.addresses.erase(launch.addresses.begin());
  launch.addresses[1]->buffer = makeRef(artifact::Space::Constant, 0, expr(16));
  launch.addresses[1]->access = artifact::Access::Read;
  std::vector<uint8_t> bytes = changed.build();
  auto artifact = Artifact::fromMemory(bytes.data(), bytes.size());
  ASSERT_TRUE(artifact) << artifact.getStatus().toString();
  auto loaded = Program::create(*device, *artifact);
  ASSERT_TRUE(loaded) << loaded.getStatus().toString();
  auto call = loaded->createInvocation("bias");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x(4);
  ASSERT_OK(call->bindHost(0, floats(x)));
  EXPECT_ERROR(call->run(), ErrorCode::GuardViolation,
               "wrote where nothing may be written: the constants");
}

TEST_P(DeviceTest, BindsResultsToBuffersOfTheCaller) {
  load();
  auto call = start("bias");
  ASSERT_TRUE(call) << call.getStatus().toString();
  auto buffer = Buffer::create(*device, 64);
  ASSERT_TRUE(buffer);
  std::vector<float> x = iota(4);
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->bindResult(0, *buffer, 32));
  ASSERT_OK(call->run());
  std::vector<float> y(4);
  ASSERT_OK(buffer->read(32, y.data(), 16));
  EXPECT_EQ(y, (std::vector<float>{1, 3, 5, 7}));
  EXPECT_ERROR(call->bindResult(0, *buffer, 8), ErrorCode::InvalidArgument,
               "multiple of 16");
  ASSERT_OK(call->bindResult(0, *buffer, 64));
  EXPECT_ERROR(call->run(), ErrorCode::InvalidArgument, "do not fit");
}

TEST_P(DeviceTest, RecordsCopiesAgainWhenTheyChange) {
  load();
  auto call = start("duplicate");
  ASSERT_TRUE(call) << call.getStatus().toString();
  for (size_t b : {5, 5, 3}) {
    std::vector<float> x = iota(b, static_cast<float>(b));
    ASSERT_OK(call->bindHost(0, floats(x)));
    ASSERT_OK(call->run());
    EXPECT_EQ(readFloats(*call, 0, b), x);
  }
  EXPECT_EQ(call->getNumRecordings(), 2u);
}

TEST_P(DeviceTest, RunsGridsAbove65535) {
  load();
  auto wide = start("wide");
  ASSERT_TRUE(wide) << wide.getStatus().toString();
  std::vector<float> x = iota(600000);
  ASSERT_OK(wide->bindHost(0, floats(x)));
  ASSERT_OK(wide->run());
  std::vector<float> y = readFloats(*wide, 0, 600000);
  auto dynamic = start("add");
  ASSERT_TRUE(dynamic) << dynamic.getStatus().toString();
  ASSERT_OK(dynamic->bindHost(0, floats(x)));
  ASSERT_OK(dynamic->bindHost(1, floats(y)));
  ASSERT_OK(dynamic->run());
  std::vector<float> z = readFloats(*dynamic, 0, 600000);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(y[i], x[i] + 1) << i;
    ASSERT_EQ(z[i], x[i] + y[i]) << i;
  }
}

TEST_P(DeviceTest, DrawsSeedsThatSetSeedFixes) {
  load();
  auto call = start("noise");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x(3);
  ASSERT_OK(call->bindHost("x", floats(x)));
  auto draw = [&] {
    EXPECT_TRUE(call->run().isOk());
    std::vector<int32_t> seeds(3);
    EXPECT_TRUE(call->readResult(0, seeds.data(), 12).isOk());
    EXPECT_EQ(seeds[0], seeds[2]);
    return seeds[0];
  };
  int32_t first = draw(), second = draw();
  EXPECT_NE(first, second);
  program->setSeed(7);
  int32_t other = draw();
  EXPECT_NE(other, first);
  program->setSeed(0);
  EXPECT_EQ(draw(), first);
  EXPECT_EQ(draw(), second);
  EXPECT_ERROR(call->bindHost("run_seed", {DType::I32, {}, &first}),
               ErrorCode::InvalidArgument, "filled by the runtime");
}

TEST_P(DeviceTest, ReportsWrongArguments) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x = iota(4), y = iota(5);
  int32_t integers[4] = {};
  EXPECT_ERROR(call->bindHost("q", floats(x)), ErrorCode::NotFound,
               "entry 'add' has no argument 'q'; its arguments: 'x' 'y'");
  EXPECT_ERROR(call->bindHost(2, floats(x)), ErrorCode::InvalidArgument,
               "there is no number 2");
  EXPECT_ERROR(call->bindHost(0, {DType::I32, {4}, integers}),
               ErrorCode::InvalidArgument,
               "argument 0 'x' of 'add': expected Bxf32, found 4xi32");
  EXPECT_ERROR(call->bindHost(0, {DType::F32, {2, 2}, x.data()}),
               ErrorCode::InvalidArgument, "expected Bxf32, found 2x2xf32");
  EXPECT_ERROR(call->bindHost(0, {DType::F32, {-1}, x.data()}),
               ErrorCode::InvalidArgument, "found -1xf32");
  EXPECT_ERROR(call->run(), ErrorCode::InvalidArgument,
               "argument 0 'x' of 'add' is not bound");
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->bindHost(1, floats(y)));
  EXPECT_ERROR(call->run(), ErrorCode::InvalidArgument,
               "argument 1 'y' of 'add': dimension 0 must be B = 4, as in "
               "argument 'x', found 5");
  auto small = Buffer::create(*device, 12);
  ASSERT_TRUE(small);
  EXPECT_ERROR(call->bindArgument(0, *small, DType::F32, {4}),
               ErrorCode::InvalidArgument, "do not fit in a buffer of 12");
  EXPECT_ERROR(small->write(8, x.data(), 8), ErrorCode::InvalidArgument,
               "stick out");
  EXPECT_ERROR(start("nothing").getStatus(), ErrorCode::NotFound,
               "no entry 'nothing': 'add', 'step'");
  float out[4];
  EXPECT_ERROR(call->readResult(0, out, 16), ErrorCode::InvalidArgument,
               "no memory before a run");
  // And a right binding mends it.
  ASSERT_OK(call->bindHost(1, floats(x)));
  ASSERT_OK(call->run());
  EXPECT_ERROR(call->readResult(0, out, 12), ErrorCode::InvalidArgument,
               "has 16 bytes, asked for 12");
}

TEST_P(DeviceTest, ReportsFailedPredicatesWithTheirLocation) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x(1000001);
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->bindHost(1, floats(x)));
  EXPECT_ERROR(call->run(), ErrorCode::PredicateFailed,
               "model.mlir:3:8: 'oaml.add' op requires a small batch, found "
               "1000001 and 1000000");
}

TEST_P(DeviceTest, RefusesSharedMemoryThatIsWritten) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  auto buffer = Buffer::create(*device, 64);
  ASSERT_TRUE(buffer);
  // Reading the same memory twice is fine.
  ASSERT_OK(call->bindArgument(0, *buffer, DType::F32, {8}));
  ASSERT_OK(call->bindArgument(1, *buffer, DType::F32, {8}));
  ASSERT_OK(call->run());
  ASSERT_OK(call->bindResult(0, *buffer, 16));
  EXPECT_ERROR(call->run(), ErrorCode::InvalidArgument, "share memory");
  ASSERT_OK(call->bindResult(0, *buffer, 32));
  ASSERT_OK(call->run());
}

TEST_P(DeviceTest, BorrowsHostArrays) {
  load();
  auto call = start("add");
  ASSERT_TRUE(call) << call.getStatus().toString();
  constexpr size_t n = 300000;
  std::vector<float> storage = iota(n + 8), y = iota(n);
  // Not at the start of a page, but of 16 bytes.
  auto address = reinterpret_cast<uintptr_t>(storage.data());
  float *x = storage.data() + (16 - address % 16) % 16 / 4 + 4;
  HostTensor tensor{DType::F32, {n}, x};
  for (int round = 0; round < 3; ++round) {
    x[5] = static_cast<float>(1000 + round);
    ASSERT_OK(call->bindHost(0, tensor, HostAccess::Borrow));
    ASSERT_OK(call->bindHost(1, floats(y), HostAccess::Borrow));
    ASSERT_OK(call->run());
    std::vector<float> z = readFloats(*call, 0, n);
    EXPECT_EQ(z[5], x[5] + 5);
    EXPECT_EQ(z[n - 1], x[n - 1] + y[n - 1]);
  }
  // Records, result, and one import or copy for each array.
  EXPECT_LE(call->getNumAllocations(), 5u);
}

TEST_P(DeviceTest, CatchesStrayWrites) {
  options.guardBands = true;
  load();
  std::vector<float> x = iota(13);
  for (const char *entry : {"chain", "add", "step"}) {
    auto good = start(entry);
    ASSERT_TRUE(good) << good.getStatus().toString();
    for (const TensorInfo &argument : good->getEntry().arguments)
      ASSERT_OK(good->bindHost(argument.name, floats(x)));
    ASSERT_OK(good->run());
    ASSERT_OK(good->run());
  }
  auto call = start("wild");
  ASSERT_TRUE(call) << call.getStatus().toString();
  ASSERT_OK(call->bindHost(0, floats(x)));
  EXPECT_ERROR(call->run(), ErrorCode::GuardViolation,
               "wrote 0 bytes after its end: arena buffer 0 't'; written by "
               "'wild'");
  // No stray where the workgroups fit.
  x = iota(16);
  ASSERT_OK(call->bindHost(0, floats(x)));
  ASSERT_OK(call->run());
}

TEST_P(DeviceTest, CatchesStrayWritesToResults) {
  options.guardBands = true;
  load();
  // The arena's buffer of the test program, turned into a result.
  TestArtifact changed = makeProgram(device->getInfo().subgroupSize);
  auto &entry = *changed.root.entries[6];
  ASSERT_EQ(entry.name, "wild");
  entry.commands.pop_back();
  auto &field = *entry.commands[0].AsLaunch()->addresses[1];
  field.buffer->space = artifact::Space::Result;
  std::vector<uint8_t> bytes = changed.build();
  auto artifact = Artifact::fromMemory(bytes.data(), bytes.size());
  ASSERT_TRUE(artifact) << artifact.getStatus().toString();
  auto loaded = Program::create(*device, *artifact);
  ASSERT_TRUE(loaded) << loaded.getStatus().toString();
  auto call = loaded->createInvocation("wild");
  ASSERT_TRUE(call) << call.getStatus().toString();
  std::vector<float> x = iota(3);
  ASSERT_OK(call->bindHost(0, floats(x)));
  EXPECT_ERROR(call->run(), ErrorCode::GuardViolation,
               "bytes after its end: result 0 'y' of 'wild'");
}

TEST_P(DeviceTest, SplitsSubmissionsAndProfiles) {
  ProgramOptions programOptions;
  programOptions.submissionSeconds = 0;
  load(programOptions);
  auto call = start("chain");
  ASSERT_TRUE(call) << call.getStatus().toString();
  ASSERT_OK(call->setProfiling(true));
  std::vector<float> x = iota(50000);
  ASSERT_OK(call->bindHost(0, floats(x)));
  for (int i = 0; i < 3; ++i)
    ASSERT_OK(call->run());
  EXPECT_EQ(readFloats(*call, 0, 50000)[49999], 2 * 49999 + 1);
  const std::vector<LaunchTiming> &timings = call->getTimings();
  ASSERT_EQ(timings.size(), 2u);
  EXPECT_EQ(timings[0].command, 0u);
  EXPECT_EQ(timings[1].command, 2u);
  EXPECT_EQ(timings[0].beginNs, 0);
  for (const LaunchTiming &timing : timings)
    EXPECT_LE(timing.beginNs, timing.endNs);
  EXPECT_LE(timings[0].endNs, timings[1].endNs);
  ASSERT_OK(call->setProfiling(false));
  ASSERT_OK(call->run());
  EXPECT_TRUE(call->getTimings().empty());
}

TEST_P(DeviceTest, SharesBuffersBetweenEntries) {
  load();
  auto step = start("step");
  auto add = start("add");
  ASSERT_TRUE(step && add);
  auto weights = Buffer::create(*device, 4 * 100);
  ASSERT_TRUE(weights);
  std::vector<float> zero(100), x = iota(100);
  ASSERT_OK(weights->write(0, zero.data(), 400));
  ASSERT_OK(step->bindArgument(0, *weights, DType::F32, {100}));
  ASSERT_OK(add->bindArgument(0, *weights, DType::F32, {100}));
  ASSERT_OK(add->bindHost(1, floats(x)));
  for (int i = 1; i <= 10; ++i) {
    // No wait in between: the timeline orders them.
    ASSERT_OK(step->submit());
    ASSERT_OK(add->submit());
  }
  ASSERT_OK(step->wait());
  EXPECT_EQ(readFloats(*add, 0, 100)[99], 10 + 99);
}

TEST_P(DeviceTest, RunsFromSeveralThreads) {
  load();
  ASSERT_OK(program->prepare());
  auto work = [&](size_t b) {
    auto call = program->createInvocation("chain");
    if (!call)
      return false;
    std::vector<float> x = iota(b), y(b);
    for (int round = 0; round < 20; ++round) {
      x[0] = static_cast<float>(round);
      if (call->bindHost(0, floats(x)) || call->run() ||
          call->readResult(0, y.data(), 4 * b) || y[0] != 2 * x[0] + 1 ||
          y[b - 1] != 2 * x[b - 1] + 1)
        return false;
    }
    return true;
  };
  bool isRight[3] = {};
  std::vector<std::thread> threads;
  for (size_t i = 0; i < 3; ++i)
    threads.emplace_back([&, i] { isRight[i] = work(100 + 500 * i); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(isRight[0] && isRight[1] && isRight[2]);
}

TEST_P(DeviceTest, RefusesArtifactsForOtherDevices) {
  load();
  TestArtifact other = makeProgram(device->getInfo().subgroupSize);
  other.root.target = "phone";
  other.root.kernels[0]->subgroup_size =
      device->getInfo().subgroupSize == 8 ? 4 : 8;
  std::vector<uint8_t> bytes = other.build();
  auto artifact = Artifact::fromMemory(bytes.data(), bytes.size());
  ASSERT_TRUE(artifact) << artifact.getStatus().toString();
  EXPECT_ERROR(Program::create(*device, *artifact).getStatus(),
               ErrorCode::Unsupported, "was compiled for 'phone'");
  EXPECT_ERROR(Program::create(*device, *artifact).getStatus(),
               ErrorCode::Unsupported, "kernel 'add' needs subgroups of");
}

TEST_P(DeviceTest, LoadsFilesAndKeepsPipelines) {
  char directory[] = "/tmp/oaml-rt-test-XXXXXX";
  ASSERT_TRUE(mkdtemp(directory));
  options.cacheDirectory = std::string(directory) + "/deep/cache";
  load();
  std::string path = std::string(directory) + "/program.oamlx";
  TestArtifact source = makeProgram(device->getInfo().subgroupSize);
  // Large enough to be imported from the mapped file.
  source.addConstant(iota(100000));
  source.root.constant_length = source.segment.size();
  source.root.constant_hash =
      hashBytes(source.segment.data(), source.segment.size());
  std::vector<uint8_t> bytes = source.build();
  FILE *file = fopen(path.c_str(), "wb");
  ASSERT_TRUE(file);
  ASSERT_EQ(fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
  fclose(file);
  for (int round = 0; round < 2; ++round) {
    auto artifact = Artifact::load(path);
    ASSERT_TRUE(artifact) << artifact.getStatus().toString();
    auto loaded = Program::create(*device, *artifact);
    ASSERT_TRUE(loaded) << loaded.getStatus().toString();
    ASSERT_OK(loaded->prepare());
    auto call = loaded->createInvocation("bias");
    ASSERT_TRUE(call) << call.getStatus().toString();
    std::vector<float> x(4);
    ASSERT_OK(call->bindHost(0, floats(x)));
    ASSERT_OK(call->run());
    EXPECT_EQ(readFloats(*call, 0, 4), (std::vector<float>{1, 2, 3, 4}));
  }
  std::string command = std::string("rm -rf ") + directory;
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_P(DeviceTest, HeedsTheEnvironment) {
  setenv("OAML_DEVICE", "0", 1);
  EXPECT_TRUE(Device::create(options));
  setenv("OAML_DEVICE", "no such device", 1);
  EXPECT_ERROR(Device::create(options).getStatus(), ErrorCode::NotFound,
               "no Vulkan device matches 'no such device'; devices: 0 '");
  // What the program asks for comes first.
  options.device = "0";
  EXPECT_TRUE(Device::create(options));
  unsetenv("OAML_DEVICE");

  setenv("OAML_GUARD", "1", 1);
  auto guarded = Device::create(options);
  ASSERT_TRUE(guarded);
  EXPECT_TRUE(guarded->getOptions().guardBands);
  unsetenv("OAML_GUARD");

  setenv("VK_LAYER_PATH", "/nonexistent", 1);
  setenv("OAML_VALIDATE", "1", 1);
  options.validate = false;
  EXPECT_ERROR(Device::create(options).getStatus(), ErrorCode::NotFound,
               "no layer VK_LAYER_KHRONOS_validation");
  setenv("OAML_VALIDATE", "0", 1);
  EXPECT_TRUE(Device::create(options));
  unsetenv("OAML_VALIDATE");
  unsetenv("VK_LAYER_PATH");
}

TEST(NoDeviceTest, SaysThatThereIsNone) {
  setenv("VK_DRIVER_FILES", "/nonexistent/driver.json", 1);
  EXPECT_ERROR(Device::enumerate().getStatus(), ErrorCode::NotFound,
               "no Vulkan d");
  EXPECT_ERROR(Device::create().getStatus(), ErrorCode::NotFound,
               "no Vulkan d");
}

TEST(NoDeviceTest, DescribesDevicesThatRunNothing) {
  const char *manifest = std::getenv("OAML_TEST_MOCK_DEVICE_ICD");
  if (!manifest)
    GTEST_SKIP() << "OAML_TEST_MOCK_DEVICE_ICD names no driver";
  setenv("VK_DRIVER_FILES", manifest, 1);
  auto devices = Device::enumerate();
  ASSERT_TRUE(devices) << devices.getStatus().toString();
  for (const DeviceInfo &info : *devices)
    EXPECT_FALSE(info.name.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, DeviceTest,
    testing::Values(Case{"Lavapipe", "OAML_TEST_LAVAPIPE_ICD", false},
                    Case{"LavapipeStaging", "OAML_TEST_LAVAPIPE_ICD", true},
                    Case{"SwiftShader", "OAML_TEST_SWIFTSHADER_ICD", false},
                    Case{"SwiftShaderStaging", "OAML_TEST_SWIFTSHADER_ICD",
                         true}),
    [](const testing::TestParamInfo<Case> &info) { return info.param.name; });
