//===- SafetensorsTest.cpp - Named arrays in .safetensors files -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryDirectory.h"

#include "oaml-rt/Safetensors.h"

#include "gtest/gtest.h"

using namespace oaml;
using namespace oaml::rt;

static std::string makeFile(const std::string &header,
                            const std::string &data) {
  std::string file;
  for (int i = 0; i < 8; ++i)
    file += static_cast<char>(uint64_t(header.size()) >> 8 * i);
  return file + header + data;
}

static std::string getError(const std::string &contents) {
  TemporaryDirectory directory;
  Expected<Safetensors> read =
      readSafetensors(directory.write("x.safetensors", contents));
  if (read)
    return "";
  EXPECT_EQ(read.getStatus().getCode(), ErrorCode::InvalidArgument);
  return read.getStatus().getMessage();
}

#define EXPECT_ERROR(contents, part)                                           \
  EXPECT_NE(getError(contents).find(part), std::string::npos)                  \
      << getError(contents)

TEST(SafetensorsTest, writesAndReads) {
  TemporaryDirectory directory;
  Safetensors contents;
  contents.entries.push_back(
      {"w \"1\"\n", {DType::F32, {2, 1}, {1, 2, 3, 4, 5, 6, 7, 8}}});
  contents.entries.push_back({"empty", {DType::I32, {0, 3}, {}}});
  contents.entries.push_back({"scalar", {DType::UI8, {}, {9}}});
  contents.metadata["epoch"] = "20";
  ASSERT_TRUE(writeSafetensors(directory.get("x"), contents).isOk());
  EXPECT_EQ(directory.countFiles(), 1u);
  Expected<Safetensors> read = readSafetensors(directory.get("x"));
  ASSERT_TRUE(bool(read)) << read.getStatus().getMessage();
  ASSERT_EQ(read->entries.size(), 3u);
  EXPECT_EQ(read->entries[0].name, "w \"1\"\n");
  EXPECT_EQ(read->metadata, contents.metadata);
  for (const Safetensors::Entry &entry : contents.entries) {
    const HostArray *array = read->find(entry.name);
    ASSERT_TRUE(array);
    EXPECT_EQ(array->dtype, entry.array.dtype);
    EXPECT_EQ(array->shape, entry.array.shape);
    EXPECT_EQ(array->bytes, entry.array.bytes);
  }
  EXPECT_EQ(read->find("none"), nullptr);
}

TEST(SafetensorsTest, writesWhatOthersRead) {
  TemporaryDirectory directory;
  Safetensors contents;
  contents.entries.push_back({"b", {DType::F32, {1}, {'a', 'b', 'c', 'd'}}});
  ASSERT_TRUE(writeSafetensors(directory.get("x"), contents).isOk());
  std::string header =
      R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  header.append((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(directory.read("x"), makeFile(header, "abcd"));
}

TEST(SafetensorsTest, readsForeignSpellings) {
  TemporaryDirectory directory;
  std::string path = directory.write(
      "x", makeFile(R"({"b":{"dtype":"U32","shape":[1],"data_offsets":[1,5]},)"
                    R"("a":{"dtype":"BOOL","shape":[],"data_offsets":[0,1]}})",
                    "abcde"));
  Expected<Safetensors> read = readSafetensors(path);
  ASSERT_TRUE(bool(read)) << read.getStatus().getMessage();
  EXPECT_EQ(read->entries[0].name, "a");
  EXPECT_EQ(read->find("a")->dtype, DType::UI8);
  EXPECT_EQ(read->find("b")->dtype, DType::I32);
}

TEST(SafetensorsTest, rejectsDamagedFiles) {
  EXPECT_ERROR("abc", "is truncated: no header");
  EXPECT_ERROR(makeFile("{}", "").replace(0, 1, "\xff"), "is truncated");
  EXPECT_ERROR(makeFile("[]", ""), "header that is no JSON object");
  EXPECT_ERROR(makeFile("{\"a\":", ""), "header that is no JSON object");
  EXPECT_ERROR(makeFile(R"({"a":3})", ""), "array 'a' lacks");
  EXPECT_ERROR(makeFile(R"({"__metadata__":{"a":3}})", ""),
               "metadata 'a' that are no string");
  EXPECT_ERROR(
      makeFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
               "abc"),
      "is truncated in array 'a'");
  EXPECT_ERROR(
      makeFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
               "abcde"),
      "has 1 bytes after the last array");
  EXPECT_ERROR(
      makeFile(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
               "abcdefgh"),
      "leaves a gap or overlaps");
  EXPECT_ERROR(
      makeFile(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})",
               "abcd"),
      "do not fit its shape");
  EXPECT_ERROR(
      makeFile(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})",
               "abcd"),
      "lacks dtype, shape");
  EXPECT_ERROR(
      makeFile(
          R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}})",
          "abcd"),
      "do not fit its shape");
  EXPECT_ERROR(
      makeFile(R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})",
               "abcdefgh"),
      "has dtype F64, readable are");
}

TEST(SafetensorsTest, rejectsWhatCannotBeWritten) {
  TemporaryDirectory directory;
  Safetensors twice;
  twice.entries.assign(2, {"a", {DType::I8, {1}, {1}}});
  Status status = writeSafetensors(directory.get("x"), twice);
  EXPECT_EQ(status.getCode(), ErrorCode::InvalidArgument);
  Safetensors wrongSize;
  wrongSize.entries.push_back({"a", {DType::F32, {1}, {1}}});
  EXPECT_EQ(writeSafetensors(directory.get("x"), wrongSize).getCode(),
            ErrorCode::InvalidArgument);
  EXPECT_EQ(writeSafetensors(directory.get("none/x"), {}).getCode(),
            ErrorCode::IO);
  EXPECT_EQ(directory.countFiles(), 0u);
}
