//===- ThreadsTest.cpp - Several threads on one device -------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// For the thread sanitizer (preset tsan), which sees what is not synchronized;
// it has to hold without, too.
//
//===----------------------------------------------------------------------===//

#include "../Runtime/TestArtifact.h"

#include "oaml-cpp/Runtime.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace oaml::embed;
using oaml::rt::test::makeProgram;

namespace {

constexpr int kThreads = 4;
constexpr int kRuns = 25;

/// Runs `work(number)` on several threads at once; counts what they throw.
template <typename Work>
void runThreads(Work work) {
  std::atomic<int> failures{0}, ready{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < kThreads; ++number)
    threads.emplace_back([&, number] {
      ++ready;
      while (ready < kThreads)
        std::this_thread::yield();
      try {
        work(number);
      } catch (const std::exception &error) {
        ++failures;
        fprintf(stderr, "thread %d: %s\n", number, error.what());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

void require(bool holds, const char *what) {
  if (!holds) {
    Error error;
    error.message = what;
    raise(error);
  }
}

Device openDevice() {
  OamlDeviceOptions options{};
  options.structSize = sizeof(options);
  options.cacheDirectory = "";
  return Device::create("lavapipe", &options).value();
}

Artifact loadArtifact() {
  std::vector<uint8_t> bytes = makeProgram().build();
  return Artifact::fromMemory(bytes.data(), bytes.size()).value();
}

} // namespace

TEST(Threads, ShareAProgram) {
  Device device = openDevice();
  Artifact artifact = loadArtifact();
  Program program = Program::create(device, artifact).value();
  runThreads([&](int number) {
    // An arena, a seed and the pipelines are shared; sizes differ.
    Invocation chain = program.invoke("chain").value();
    Invocation noise = program.invoke("noise").value();
    Invocation step = program.invoke("step").value();
    float start = 0;
    step.bind(0, &start, {1}).value();
    for (int run = 0; run < kRuns; ++run) {
      std::vector<float> x(static_cast<size_t>(1 + 37 * number + run),
                           static_cast<float>(number));
      Shape shape = {static_cast<int64_t>(x.size())};
      chain.bind(0, x.data(), shape).value();
      chain.submit().value();
      noise.bind(0, x.data(), shape).value();
      noise.run().value();
      step.submit().value();
      for (float value : chain.read<float>(0).value())
        require(value == 2 * static_cast<float>(number) + 1, "a wrong sum");
    }
    require(step.read<float>(0).value()[0] == kRuns, "a wrong count");
    program.setSeed(static_cast<uint64_t>(number)).value();
  });
}

TEST(Threads, ShareADeviceAndBuffers) {
  Device device = openDevice();
  Artifact artifact = loadArtifact();
  std::vector<float> ones(4096, 1);
  Buffer shared = Buffer::create(device, 4 * ones.size(), "shared").value();
  shared.write(0, ones.data(), 4 * ones.size()).value();
  runThreads([&](int number) {
    for (int round = 0; round < 3; ++round) {
      Program program = Program::create(device, artifact).value();
      program.prepare().value();
      Invocation add = program.invoke("add").value();
      add.bind("x", shared, OAML_F32, {4096}).value();
      add.bind("y", shared, OAML_F32, {4096}).value();
      std::vector<float> read(4096);
      for (int run = 0; run < kRuns / 5; ++run) {
        add.run().value();
        add.takeResult(0).value().read(0, read.data(), 4 * read.size()).value();
        require(read[static_cast<size_t>(number)] == 2, "a wrong sum");
        shared.read(0, read.data(), 4 * read.size()).value();
        require(read.back() == 1, "an input was written");
      }
      device.waitIdle().value();
      require(std::string(device.getInfo().profile) == "lavapipe", "a device");
      require(artifact.getInfo().numEntries > 0, "entries");
    }
  });
}

TEST(Threads, OpenDevicesOfTheirOwn) {
  Artifact artifact = loadArtifact();
  runThreads([&](int) {
    require(DeviceList::create().value().size() == 1, "one device");
    Device device = openDevice();
    Invocation add =
        Program::create(device, artifact).value().invoke("add").value();
    float one = 1;
    add.bind(0, &one, {1}).value();
    add.bind(1, &one, {1}).value();
    add.run().value();
    require(add.read<float>(0).value()[0] == 2, "a wrong sum");
  });
}
