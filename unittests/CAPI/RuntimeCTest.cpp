//===- RuntimeCTest.cpp - The C interface of the runtime -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Runtime/TestArtifact.h"

#include "oaml-c/Runtime.h"
#include "oaml-cpp/Runtime.h"

#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

using namespace oaml::embed;
using oaml::rt::test::makeProgram;

namespace {

/// A call that has to succeed.
#define ASSERT_OK(expression)                                                  \
  do {                                                                         \
    OamlError *error = (expression);                                           \
    std::string message = error ? error->message : "";                         \
    oamlErrorDestroy(error);                                                   \
    ASSERT_EQ(message, "");                                                    \
  } while (false)

/// A call that has to fail with a code and a message that contains `text`.
#define EXPECT_ERROR(expression, expectedCode, text)                           \
  do {                                                                         \
    OamlError *error = (expression);                                           \
    ASSERT_NE(error, nullptr);                                                 \
    EXPECT_EQ(error->code, expectedCode) << error->message;                    \
    EXPECT_NE(std::string(error->message).find(text), std::string::npos)       \
        << error->message;                                                     \
    oamlErrorDestroy(error);                                                   \
  } while (false)

class RuntimeC : public testing::Test {
protected:
  void SetUp() override {
    OamlDeviceOptions options{};
    options.structSize = sizeof(options);
    options.cacheDirectory = "";
    ASSERT_OK(oamlDeviceCreate("lavapipe", &options, &device));
    std::vector<uint8_t> bytes = makeProgram().build();
    ASSERT_OK(oamlArtifactFromMemory(bytes.data(), bytes.size(), &artifact));
    ASSERT_OK(oamlProgramCreate(device, artifact, &program));
  }

  void TearDown() override {
    oamlInvocationDestroy(call);
    oamlProgramDestroy(program);
    oamlArtifactDestroy(artifact);
    oamlDeviceDestroy(device);
  }

  OamlError *start(const char *entry) {
    oamlInvocationDestroy(call);
    call = nullptr;
    return oamlInvocationCreate(program, entry, &call);
  }

  OamlError *bind(size_t argument, const std::vector<float> &values) {
    int64_t extent = static_cast<int64_t>(values.size());
    OamlTensor tensor = {OAML_F32, 1, &extent, values.data()};
    return oamlInvocationBindHost(call, argument, &tensor, OAML_HOST_COPY);
  }

  OamlDevice *device = nullptr;
  OamlArtifact *artifact = nullptr;
  OamlProgram *program = nullptr;
  OamlInvocation *call = nullptr;
};

} // namespace

TEST_F(RuntimeC, VersionIsThatOfTheHeaders) {
  EXPECT_EQ(oamlRuntimeGetVersion(), OAML_C_VERSION);
  EXPECT_EQ(OAML_VERSION_MAJOR(OAML_MAKE_VERSION(3, 14, 15)), 3u);
  EXPECT_EQ(OAML_VERSION_MINOR(OAML_MAKE_VERSION(3, 14, 15)), 14u);
  EXPECT_EQ(OAML_VERSION_PATCH(OAML_MAKE_VERSION(3, 14, 15)), 15u);
}

TEST_F(RuntimeC, ListsDevices) {
  OamlDeviceList *list = nullptr;
  ASSERT_OK(oamlDeviceListCreate(&list));
  ASSERT_EQ(list->numDevices, 1u);
  const OamlDeviceInfo &info = *list->devices[0];
  EXPECT_STREQ(info.profile, "lavapipe");
  EXPECT_EQ(info.kind, OAML_DEVICE_CPU);
  EXPECT_STREQ(info.unusable, "");
  EXPECT_STREQ(info.name, oamlDeviceGetInfo(device)->name);
  EXPECT_NE(std::string(info.description).find("\"subgroup_size\":8"),
            std::string::npos)
      << info.description;
  ASSERT_OK(oamlArtifactCheckDevice(artifact, &info));
  oamlDeviceListDestroy(list);
}

TEST_F(RuntimeC, ChoosesDevices) {
  OamlDevice *other = nullptr;
  EXPECT_ERROR(oamlDeviceCreate("no such thing", nullptr, &other),
               OAML_ERROR_NOT_FOUND, "no such thing");
  EXPECT_EQ(other, nullptr);
  OamlDeviceOptions options{};
  EXPECT_ERROR(oamlDeviceCreate("", &options, &other),
               OAML_ERROR_INVALID_ARGUMENT, "structSize");
  options.structSize = 10000;
  EXPECT_ERROR(oamlDeviceCreate("", &options, &other),
               OAML_ERROR_INVALID_ARGUMENT, "structSize");
  // What a program of an older version does not know is zero.
  options.structSize = sizeof(size_t) + sizeof(int);
  ASSERT_OK(oamlDeviceCreate("0", &options, &other));
  ASSERT_OK(oamlDeviceWaitIdle(other));
  ASSERT_OK(oamlDeviceCheckValidation(other));
  oamlDeviceDestroy(other);
}

TEST_F(RuntimeC, DescribesTheArtifact) {
  const OamlArtifactInfo &info = *oamlArtifactGetInfo(artifact);
  int index = oamlFindEntry(&info, "step");
  ASSERT_GE(index, 0);
  EXPECT_EQ(oamlFindEntry(&info, "none"), -1);
  const OamlEntryInfo &entry = *info.entries[index];
  ASSERT_EQ(entry.numArguments, 1u);
  const OamlTensorInfo &w = *entry.arguments[oamlFindArgument(&entry, "w")];
  EXPECT_EQ(w.dtype, OAML_F32);
  ASSERT_EQ(w.rank, 1u);
  EXPECT_EQ(w.dims[0].value, -1);
  EXPECT_STREQ(w.dims[0].text, "B");
  EXPECT_STREQ(w.typeText, "Bxf32");
  EXPECT_EQ(w.donated, 0);
  EXPECT_FALSE(w.isHidden);
  EXPECT_EQ(oamlFindArgument(&entry, "x"), -1);
  EXPECT_EQ(oamlFindResult(&entry, "w"), 0);
  EXPECT_EQ(oamlFindResult(&entry, "x"), -1);
  const OamlEntryInfo &noise = *info.entries[oamlFindEntry(&info, "noise")];
  EXPECT_TRUE(noise.arguments[1]->isHidden);
  EXPECT_EQ(noise.results[0]->dtype, OAML_I32);
  const OamlEntryInfo &bias = *info.entries[oamlFindEntry(&info, "bias")];
  EXPECT_EQ(bias.arguments[0]->dims[0].value, 4);
  const OamlEntryInfo &chain = *info.entries[oamlFindEntry(&info, "chain")];
  ASSERT_EQ(chain.numCommands, 3u);
  EXPECT_EQ(chain.commands[0]->kind, OAML_COMMAND_LAUNCH);
  EXPECT_STREQ(chain.commands[0]->kernel, "add_one");
  EXPECT_EQ(chain.commands[1]->kind, OAML_COMMAND_BARRIER);
  EXPECT_STREQ(chain.commands[1]->kernel, "");
}

TEST_F(RuntimeC, RejectsDamagedArtifacts) {
  std::vector<uint8_t> bytes = makeProgram().build();
  OamlArtifact *other = nullptr;
  EXPECT_ERROR(oamlArtifactFromMemory(bytes.data(), bytes.size() / 2, &other),
               OAML_ERROR_INVALID_ARTIFACT, "");
  EXPECT_ERROR(oamlArtifactFromMemory("garbage", 7, &other),
               OAML_ERROR_INVALID_ARTIFACT, "");
  EXPECT_ERROR(oamlArtifactLoad("/nonexistent/file", &other),
               OAML_ERROR_NOT_FOUND, "/nonexistent/file");
  EXPECT_EQ(other, nullptr);
}

TEST_F(RuntimeC, RejectsAnotherDevice) {
  std::vector<uint8_t> bytes = makeProgram(/*subgroupSize=*/4).build();
  OamlArtifact *other = nullptr;
  ASSERT_OK(oamlArtifactFromMemory(bytes.data(), bytes.size(), &other));
  EXPECT_ERROR(oamlArtifactCheckDevice(other, oamlDeviceGetInfo(device)),
               OAML_ERROR_UNSUPPORTED, "subgroups of 4");
  OamlProgram *none = nullptr;
  EXPECT_ERROR(oamlProgramCreate(device, other, &none), OAML_ERROR_UNSUPPORTED,
               "subgroups of 4");
  oamlArtifactDestroy(other);
}

TEST_F(RuntimeC, RunsOnHostArrays) {
  ASSERT_OK(oamlProgramPrepare(program));
  ASSERT_OK(start("add"));
  EXPECT_STREQ(oamlInvocationGetEntry(call)->name, "add");
  for (size_t count : {1u, 7u, 64u, 0u, 100u}) {
    std::vector<float> x(count), y(count, 0.5f), z(count, -1);
    std::iota(x.begin(), x.end(), 0.0f);
    ASSERT_OK(bind(0, x));
    ASSERT_OK(bind(1, y));
    ASSERT_OK(oamlInvocationRun(call));
    int64_t extent = -1;
    ASSERT_OK(oamlInvocationGetResultShape(call, 0, &extent));
    EXPECT_EQ(extent, static_cast<int64_t>(count));
    ASSERT_OK(oamlInvocationReadResult(call, 0, z.data(), 4 * count));
    for (size_t i = 0; i < count; ++i)
      EXPECT_EQ(z[i], x[i] + 0.5f);
  }
}

TEST_F(RuntimeC, RunsOnBuffers) {
  OamlBuffer *in = nullptr, *out = nullptr, *result = nullptr;
  ASSERT_OK(oamlBufferCreate(device, 96, "in", &in));
  ASSERT_OK(oamlBufferCreate(device, 64, nullptr, &out));
  EXPECT_EQ(oamlBufferGetSize(in), 96u);
  std::vector<float> values = {1, 2, 3, 4, 5}, read(5);
  ASSERT_OK(oamlBufferWrite(in, 16, values.data(), 20));
  ASSERT_OK(start("duplicate"));
  int64_t extent = 5;
  ASSERT_OK(oamlInvocationBindBuffer(call, 0, in, 16, OAML_F32, 1, &extent));
  ASSERT_OK(oamlInvocationBindResult(call, 0, out, 16));
  // Runs keep what they use alive.
  oamlBufferDestroy(in);
  ASSERT_OK(oamlInvocationSubmit(call));
  ASSERT_OK(oamlInvocationWait(call));
  ASSERT_OK(oamlInvocationWait(call));
  ASSERT_OK(oamlBufferRead(out, 16, read.data(), 20));
  EXPECT_EQ(read, values);
  auto *mapped = static_cast<float *>(oamlBufferMap(out));
  ASSERT_NE(mapped, nullptr);
  EXPECT_EQ(mapped[4], 1);
  ASSERT_OK(oamlInvocationBindResult(call, 0, nullptr, 0));
  ASSERT_OK(oamlInvocationRun(call));
  ASSERT_OK(oamlInvocationTakeResult(call, 0, &result));
  EXPECT_EQ(oamlBufferGetSize(result), 20u);
  oamlBufferDestroy(result);
  oamlBufferDestroy(out);
}

TEST_F(RuntimeC, ImportsHostMemory) {
  alignas(4096) static float memory[1024] = {1, 2, 3};
  OamlBuffer *buffer = nullptr;
  ASSERT_OK(
      oamlBufferImportHost(device, memory, sizeof(memory), "host", &buffer));
  float read[3] = {};
  ASSERT_OK(oamlBufferRead(buffer, 0, read, sizeof(read)));
  EXPECT_EQ(read[2], 3);
  oamlBufferDestroy(buffer);
  EXPECT_ERROR(oamlBufferImportHost(device,
                                    reinterpret_cast<char *>(memory) + 1, 16,
                                    nullptr, &buffer),
               OAML_ERROR_UNSUPPORTED, "aligned");
}

TEST_F(RuntimeC, UpdatesDonatedArgumentsInPlace) {
  ASSERT_OK(start("step"));
  ASSERT_OK(bind(0, {1, 2, 3}));
  for (int run = 0; run < 3; ++run)
    ASSERT_OK(oamlInvocationRun(call));
  float read[3];
  ASSERT_OK(oamlInvocationReadResult(call, 0, read, sizeof(read)));
  EXPECT_EQ(read[2], 6);
  OamlBuffer *taken = nullptr;
  ASSERT_OK(oamlInvocationTakeResult(call, 0, &taken));
  EXPECT_ERROR(oamlInvocationRun(call), OAML_ERROR_INVALID_ARGUMENT,
               "not bound");
  oamlBufferDestroy(taken);
}

TEST_F(RuntimeC, SeedsRepeatRuns) {
  ASSERT_OK(start("noise"));
  ASSERT_OK(bind(0, {0}));
  auto draw = [&] {
    EXPECT_EQ(oamlInvocationRun(call), nullptr);
    int32_t seed = 0;
    EXPECT_EQ(oamlInvocationReadResult(call, 0, &seed, 4), nullptr);
    return seed;
  };
  ASSERT_OK(oamlProgramSetSeed(program, 7));
  int32_t first = draw(), second = draw();
  EXPECT_NE(first, second);
  ASSERT_OK(oamlProgramSetSeed(program, 7));
  EXPECT_EQ(draw(), first);
  EXPECT_ERROR(bind(1, {1}), OAML_ERROR_INVALID_ARGUMENT, "filled by");
}

TEST_F(RuntimeC, TimesLaunches) {
  ASSERT_OK(start("chain"));
  ASSERT_OK(bind(0, {1, 2}));
  const OamlTiming *timings = nullptr;
  size_t count = 99;
  ASSERT_OK(oamlInvocationGetTimings(call, &timings, &count));
  EXPECT_EQ(count, 0u);
  ASSERT_OK(oamlInvocationSetProfiling(call, 1));
  ASSERT_OK(oamlInvocationRun(call));
  ASSERT_OK(oamlInvocationGetTimings(call, &timings, &count));
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(timings[0].command, 0u);
  EXPECT_EQ(timings[1].command, 2u);
  EXPECT_EQ(timings[0].beginNs, 0);
  EXPECT_LE(timings[0].endNs, timings[1].endNs);
  ASSERT_OK(oamlInvocationSetProfiling(call, 0));
}

TEST_F(RuntimeC, RejectsWhatDoesNotFit) {
  EXPECT_ERROR(start("nothing"), OAML_ERROR_NOT_FOUND, "'add'");
  EXPECT_ERROR(start(nullptr), OAML_ERROR_NOT_FOUND, "name one");
  ASSERT_OK(start("add"));
  EXPECT_ERROR(oamlInvocationRun(call), OAML_ERROR_INVALID_ARGUMENT,
               "argument 0 'x' of 'add' is not bound");
  float data[4] = {};
  int64_t shape[9] = {4, 1, 1, 1, 1, 1, 1, 1, 1};
  OamlTensor tensor = {OAML_I32, 1, shape, data};
  EXPECT_ERROR(oamlInvocationBindHost(call, 0, &tensor, OAML_HOST_COPY),
               OAML_ERROR_INVALID_ARGUMENT, "expected Bxf32, found 4xi32");
  tensor.dtype = static_cast<OamlDType>(17);
  EXPECT_ERROR(oamlInvocationBindHost(call, 0, &tensor, OAML_HOST_COPY),
               OAML_ERROR_INVALID_ARGUMENT, "17");
  tensor = {OAML_F32, 2, shape, data};
  EXPECT_ERROR(oamlInvocationBindHost(call, 0, &tensor, OAML_HOST_COPY),
               OAML_ERROR_INVALID_ARGUMENT, "found 4x1xf32");
  tensor.rank = 9;
  EXPECT_ERROR(oamlInvocationBindHost(call, 0, &tensor, OAML_HOST_COPY),
               OAML_ERROR_INVALID_ARGUMENT, "rank of 9");
  tensor = {OAML_F32, 1, nullptr, data};
  EXPECT_ERROR(oamlInvocationBindHost(call, 0, &tensor, OAML_HOST_COPY),
               OAML_ERROR_INVALID_ARGUMENT, "'shape' is null");
  tensor = {OAML_F32, 1, shape, nullptr};
  EXPECT_ERROR(oamlInvocationBindHost(call, 0, &tensor, OAML_HOST_COPY),
               OAML_ERROR_INVALID_ARGUMENT, "no data");
  EXPECT_ERROR(bind(2, {1}), OAML_ERROR_INVALID_ARGUMENT, "no number 2");
  ASSERT_OK(bind(0, {1, 2, 3}));
  ASSERT_OK(bind(1, {1, 2}));
  EXPECT_ERROR(oamlInvocationRun(call), OAML_ERROR_INVALID_ARGUMENT,
               "must be B = 3, as in argument 'x', found 2");
  ASSERT_OK(bind(1, {1, 2, 3}));
  ASSERT_OK(oamlInvocationRun(call));
  EXPECT_ERROR(oamlInvocationReadResult(call, 0, data, 4),
               OAML_ERROR_INVALID_ARGUMENT, "12 bytes");
  EXPECT_ERROR(oamlInvocationReadResult(call, 1, data, 4),
               OAML_ERROR_INVALID_ARGUMENT, "no number 1");
  OamlBuffer *buffer = nullptr;
  ASSERT_OK(oamlBufferCreate(device, 8, nullptr, &buffer));
  EXPECT_ERROR(oamlBufferWrite(buffer, 4, data, 8), OAML_ERROR_INVALID_ARGUMENT,
               "stick out");
  EXPECT_ERROR(oamlInvocationBindBuffer(call, 0, buffer, 0, OAML_F32, 1, shape),
               OAML_ERROR_INVALID_ARGUMENT, "do not fit");
  EXPECT_ERROR(oamlInvocationBindBuffer(call, 0, buffer, 4, OAML_F32, 1, shape),
               OAML_ERROR_INVALID_ARGUMENT, "multiple of 16");
  ASSERT_OK(oamlInvocationBindResult(call, 0, buffer, 0));
  EXPECT_ERROR(oamlInvocationRun(call), OAML_ERROR_INVALID_ARGUMENT,
               "do not fit");
  oamlBufferDestroy(buffer);
}

TEST_F(RuntimeC, PredicatesNameTheirOp) {
  ASSERT_OK(start("add"));
  std::vector<float> many(1000001);
  ASSERT_OK(bind(0, many));
  ASSERT_OK(bind(1, many));
  OamlError *error = oamlInvocationRun(call);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->code, OAML_ERROR_PREDICATE_FAILED);
  EXPECT_STREQ(error->op, "oaml.add");
  EXPECT_STREQ(error->vulkanResult, "");
  oamlErrorDestroy(error);
}

TEST_F(RuntimeC, NullHandlesAreErrors) {
  const OamlErrorCode invalid = OAML_ERROR_INVALID_ARGUMENT;
  OamlBuffer *buffer = nullptr;
  OamlProgram *none = nullptr;
  EXPECT_ERROR(oamlDeviceListCreate(nullptr), invalid, "'list' is null");
  EXPECT_ERROR(oamlDeviceCreate(nullptr, nullptr, nullptr), invalid,
               "'device' is null");
  EXPECT_ERROR(oamlDeviceWaitIdle(nullptr), invalid, "'device'");
  EXPECT_ERROR(oamlDeviceCheckValidation(nullptr), invalid, "'device'");
  EXPECT_ERROR(oamlArtifactLoad(nullptr, &artifact), invalid, "'path'");
  EXPECT_ERROR(oamlArtifactFromMemory("", 0, nullptr), invalid, "'artifact'");
  EXPECT_ERROR(oamlArtifactCheckDevice(artifact, nullptr), invalid, "'device'");
  EXPECT_ERROR(oamlProgramCreate(device, nullptr, &none), invalid,
               "'artifact'");
  EXPECT_ERROR(oamlProgramPrepare(nullptr), invalid, "'program'");
  EXPECT_ERROR(oamlProgramSetSeed(nullptr, 0), invalid, "'program'");
  EXPECT_ERROR(oamlBufferCreate(device, 4, nullptr, nullptr), invalid,
               "'buffer'");
  EXPECT_ERROR(oamlBufferImportHost(device, nullptr, 4, nullptr, &buffer),
               invalid, "'data'");
  EXPECT_ERROR(oamlBufferRead(nullptr, 0, nullptr, 0), invalid, "'buffer'");
  EXPECT_ERROR(oamlBufferWrite(nullptr, 0, nullptr, 0), invalid, "'buffer'");
  EXPECT_ERROR(oamlInvocationCreate(program, "add", nullptr), invalid,
               "'invocation'");
  EXPECT_ERROR(oamlInvocationBindHost(nullptr, 0, nullptr, OAML_HOST_COPY),
               invalid, "'invocation'");
  EXPECT_ERROR(
      oamlInvocationBindBuffer(nullptr, 0, nullptr, 0, OAML_F32, 0, nullptr),
      invalid, "'invocation'");
  EXPECT_ERROR(oamlInvocationBindResult(nullptr, 0, nullptr, 0), invalid,
               "'invocation'");
  EXPECT_ERROR(oamlInvocationRun(nullptr), invalid, "'invocation'");
  EXPECT_ERROR(oamlInvocationSubmit(nullptr), invalid, "'invocation'");
  EXPECT_ERROR(oamlInvocationWait(nullptr), invalid, "'invocation'");
  EXPECT_ERROR(oamlInvocationGetResultShape(nullptr, 0, nullptr), invalid,
               "'invocation'");
  EXPECT_ERROR(oamlInvocationReadResult(nullptr, 0, nullptr, 0), invalid,
               "'invocation'");
  EXPECT_ERROR(oamlInvocationGetResult(nullptr, 0, &buffer), invalid,
               "'invocation'");
  EXPECT_ERROR(oamlInvocationTakeResult(nullptr, 0, &buffer), invalid,
               "'invocation'");
  EXPECT_ERROR(oamlInvocationSetProfiling(nullptr, 1), invalid, "'invocation'");
  EXPECT_ERROR(oamlInvocationGetTimings(nullptr, nullptr, nullptr), invalid,
               "'invocation'");
  EXPECT_EQ(oamlDeviceGetInfo(nullptr), nullptr);
  EXPECT_EQ(oamlArtifactGetInfo(nullptr), nullptr);
  EXPECT_EQ(oamlInvocationGetEntry(nullptr), nullptr);
  EXPECT_EQ(oamlBufferGetSize(nullptr), 0u);
  EXPECT_EQ(oamlBufferMap(nullptr), nullptr);
  oamlErrorDestroy(nullptr);
  oamlDeviceListDestroy(nullptr);
  oamlDeviceDestroy(nullptr);
  oamlArtifactDestroy(nullptr);
  oamlProgramDestroy(nullptr);
  oamlInvocationDestroy(nullptr);
  oamlBufferDestroy(nullptr);
}

TEST_F(RuntimeC, HandlesMayGoInAnyOrder) {
  ASSERT_OK(start("add"));
  oamlDeviceDestroy(device);
  oamlArtifactDestroy(artifact);
  oamlProgramDestroy(program);
  device = nullptr;
  artifact = nullptr;
  program = nullptr;
  ASSERT_OK(bind(0, {1}));
  ASSERT_OK(bind(1, {2}));
  ASSERT_OK(oamlInvocationRun(call));
  EXPECT_STREQ(oamlInvocationGetEntry(call)->results[0]->name, "z");
}

TEST_F(RuntimeC, WrappersOwnAndThrow) {
  std::vector<uint8_t> bytes = makeProgram().build();
  Device opened = Device::create("lavapipe").value();
  Artifact loaded = Artifact::fromMemory(bytes.data(), bytes.size()).value();
  ASSERT_TRUE(loaded.checkDevice(opened.getInfo()));
  Program made = Program::create(opened, loaded).value();
  Invocation add = made.invoke("add").value();
  std::vector<float> x = {1, 2}, y = {3, 4};
  add.bind("x", x.data(), {2}).value();
  add.bind(1, y.data(), {2}, OAML_HOST_BORROW).value();
  add.run().value();
  EXPECT_EQ(add.read<float>("z").value(), (std::vector<float>{4, 6}));
  EXPECT_EQ(add.getShape(0).value(), Shape{2});

  Expected<void> wrong = add.bind("w", x.data(), {2});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, OAML_ERROR_NOT_FOUND);
  EXPECT_EQ(wrong.error().message,
            "there is no argument 'w'; there are 'x', 'y'");
  EXPECT_FALSE(add.read<int32_t>(0));
  EXPECT_FALSE(add.getShape(5));
  try {
    add.bind("x", x.data(), {1, 2}).value();
    FAIL();
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.getError().code, OAML_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::string(failure.what()).find("1x2xf32"), std::string::npos);
  }
  EXPECT_THROW(Artifact::load("/nonexistent").value(), Failure);
  EXPECT_EQ(DeviceList::create().value().size(), 1u);
}
