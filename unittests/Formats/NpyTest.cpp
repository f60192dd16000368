//===- NpyTest.cpp - Arrays in .npy files ---------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TemporaryDirectory.h"

#include "oaml-rt/Npy.h"

#include "gtest/gtest.h"

#include <csignal>
#include <sys/resource.h>

using namespace oaml;
using namespace oaml::rt;

/// A file as NumPy writes it, with any header.
static std::string makeFile(std::string header, const std::string &data,
                            char version = 1) {
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  header += '\n';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>(header.size() >> 8 * i);
  return file + header + data;
}

static std::string makeHeader(const std::string &descr,
                              const std::string &shape,
                              const std::string &order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order +
         ", 'shape': " + shape + ", }";
}

/// The message of an error when this file is read.
static std::string getError(const std::string &contents) {
  TemporaryDirectory directory;
  Expected<HostArray> array = readNpy(directory.write("x.npy", contents));
  if (array)
    return "";
  EXPECT_EQ(array.getStatus().getCode(), ErrorCode::InvalidArgument);
  return array.getStatus().getMessage();
}

#define EXPECT_ERROR(contents, part)                                           \
  EXPECT_NE(getError(contents).find(part), std::string::npos)                  \
      << getError(contents)

TEST(NpyTest, writesAndReadsEveryType) {
  for (auto [dtype, size] : {std::pair(DType::F32, 4),
                             {DType::F16, 2},
                             {DType::BF16, 2},
                             {DType::I32, 4},
                             {DType::I8, 1},
                             {DType::UI8, 1}}) {
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {5}, {2, 3}, {0, 4}, {1, 2, 1, 2}}) {
      TemporaryDirectory directory;
      HostArray array{dtype, shape, {}};
      int64_t count = size;
      for (int64_t extent : shape)
        count *= extent;
      for (int64_t i = 0; i < count; ++i)
        array.bytes.push_back(static_cast<char>(3 * i + 1));
      ASSERT_TRUE(writeNpy(directory.get("x.npy"), array).isOk());
      EXPECT_EQ(directory.countFiles(), 1u);
      Expected<HostArray> read = readNpy(directory.get("x.npy"));
      ASSERT_TRUE(bool(read)) << read.getStatus().getMessage();
      EXPECT_EQ(read->dtype, dtype);
      EXPECT_EQ(read->shape, shape);
      EXPECT_EQ(read->bytes, array.bytes);
    }
  }
}

TEST(NpyTest, writesWhatNumPyWrites) {
  TemporaryDirectory directory;
  HostArray array{DType::F32, {3}, std::vector<char>(12, 'a')};
  ASSERT_TRUE(writeNpy(directory.get("x.npy"), array).isOk());
  // numpy.save of an array of this shape, NumPy 1.26.
  std::string header = makeHeader("<f4", "(3,)");
  header.append(128 - 10 - 1 - header.size(), ' ');
  EXPECT_EQ(directory.read("x.npy"), makeFile(header, std::string(12, 'a')));
}

TEST(NpyTest, readsForeignSpellings) {
  TemporaryDirectory directory;
  auto getDType = [&](const std::string &file) {
    Expected<HostArray> array = readNpy(directory.write("x.npy", file));
    EXPECT_TRUE(bool(array)) << array.getStatus().getMessage();
    return array ? array->dtype : DType::F32;
  };
  EXPECT_EQ(getDType(makeFile(makeHeader("<u4", "(1,)"), "abcd")), DType::I32);
  EXPECT_EQ(getDType(makeFile(makeHeader("|b1", "(1,)"), "a")), DType::UI8);
  EXPECT_EQ(getDType(makeFile(makeHeader("|V2", "(1,)"), "ab")), DType::BF16);
  // Other versions, quotes, order of keys; Fortran order of a vector.
  std::string other =
      "{\"shape\":(2,),\"fortran_order\":True,\"descr\":\"|i1\"}";
  EXPECT_EQ(getDType(makeFile(other, "ab", 2)), DType::I8);
  EXPECT_EQ(getDType(makeFile(other, "ab", 3)), DType::I8);
}

TEST(NpyTest, readsArraysOneAfterAnother) {
  TemporaryDirectory directory;
  std::string path =
      directory.write("x.npy", makeFile(makeHeader("|i1", "(2,)"), "ab") +
                                   makeFile(makeHeader("|i1", "()"), "c"));
  Expected<NpyReader> reader = NpyReader::open(path);
  ASSERT_TRUE(bool(reader));
  EXPECT_EQ(reader->read()->bytes.size(), 2u);
  EXPECT_FALSE(reader->atEnd());
  EXPECT_EQ(reader->read()->bytes.front(), 'c');
  EXPECT_TRUE(reader->atEnd());
  Expected<HostArray> none = reader->read();
  ASSERT_FALSE(bool(none));
  EXPECT_NE(none.getStatus().getMessage().find(
                "x.npy, array 3: does not exist, the file ends before it"),
            std::string::npos)
      << none.getStatus().getMessage();
}

TEST(NpyTest, rejectsWhatIsNoArray) {
  EXPECT_ERROR("", "is empty");
  EXPECT_ERROR("0.5 0.25 1.0", "is no .npy file");
  EXPECT_ERROR("\x93NUM", "is truncated in the magic string: 8 bytes wanted, 4 "
                          "left");
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(1,)"), "abcd", 4),
               "has version 4.0, readable are 1.0 to 3.0");
  EXPECT_ERROR(makeFile("[]", ""), "its header is no dictionary");
  EXPECT_ERROR(makeFile("{'descr' '<f4'}", ""), "its header is damaged");
  EXPECT_ERROR(makeFile("{'descr': '<f4'", ""), "its header is damaged");
  EXPECT_ERROR(makeFile("{'descr': '<f4', }", ""), "lacks");
  EXPECT_ERROR(makeFile("{'colour': 'red'}", ""), "unknown key 'colour'");
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(x,)"), ""), "header");
}

TEST(NpyTest, rejectsForeignElements) {
  EXPECT_ERROR(makeFile(makeHeader("<f8", "(1,)"), "abcdefgh"),
               "has dtype '<f8', readable are f4, f2");
  EXPECT_ERROR(makeFile(makeHeader("<i8", "(1,)"), "abcdefgh"),
               "has dtype '<i8'");
  EXPECT_ERROR(makeFile(makeHeader(">f4", "(1,)"), "abcd"),
               "is big-endian (dtype '>f4')");
  EXPECT_ERROR(makeFile(makeHeader("", "(1,)"), "abcd"), "has dtype ''");
  EXPECT_ERROR(
      makeFile("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}",
               "abcd"),
      "its elements are records");
}

TEST(NpyTest, rejectsForeignLayouts) {
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(1, 1)", "True"), "abcd"),
               "is in Fortran order");
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(-1,)"), "abcd"), "header");
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(4611686018427387904, 4)"), "abcd"),
               "does not fit in 63 bits");
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(99999999999999999999,)"), "abcd"),
               "header");
}

TEST(NpyTest, rejectsTruncatedFilesBeforeItAllocates) {
  // A header that promises 4 EiB.
  EXPECT_ERROR(makeFile(makeHeader("<f4", "(1152921504606846975,)"), "abcd"),
               "is truncated in the elements: 4611686018427387900 bytes "
               "wanted, 4 left");
  std::string file = makeFile(makeHeader("<f4", "(2,)"), "abcdefgh");
  for (size_t length = 1; length < file.size(); ++length)
    EXPECT_ERROR(file.substr(0, length), "truncated");
}

TEST(NpyTest, reportsMissingFiles) {
  TemporaryDirectory directory;
  Expected<HostArray> array = readNpy(directory.get("none.npy"));
  ASSERT_FALSE(bool(array));
  EXPECT_EQ(array.getStatus().getCode(), ErrorCode::NotFound);
  EXPECT_FALSE(bool(readNpy(directory.get(""))));
}

TEST(AtomicFileTest, leavesNothingBehind) {
  TemporaryDirectory directory;
  std::string path = directory.write("x", "old");
  {
    Expected<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(bool(file));
    EXPECT_TRUE(file->write("new!", 4).isOk());
    EXPECT_TRUE(file->finish().isOk());
    EXPECT_EQ(directory.countFiles(), 2u);
    EXPECT_EQ(directory.read("x"), "old");
  }
  EXPECT_EQ(directory.countFiles(), 1u);
  EXPECT_EQ(directory.read("x"), "old");
}

TEST(AtomicFileTest, replacesOnCommit) {
  TemporaryDirectory directory;
  std::string path = directory.write("x", "old");
  Expected<AtomicFile> file = AtomicFile::create(path);
  ASSERT_TRUE(bool(file));
  EXPECT_TRUE(file->write("new!", 4).isOk());
  EXPECT_TRUE(file->commit().isOk());
  EXPECT_EQ(directory.countFiles(), 1u);
  EXPECT_EQ(directory.read("x"), "new!");
}

TEST(AtomicFileTest, reportsPlacesThatCannotBeWritten) {
  TemporaryDirectory directory;
  Expected<AtomicFile> file = AtomicFile::create(directory.get("none/x"));
  ASSERT_FALSE(bool(file));
  EXPECT_EQ(file.getStatus().getCode(), ErrorCode::IO);
  EXPECT_NE(file.getStatus().getMessage().find("none/x: cannot be written: No "
                                               "such file or directory"),
            std::string::npos);
  EXPECT_FALSE(bool(AtomicFile::create(directory.get(""))));
}

TEST(AtomicFileTest, removesWhatDidNotFit) {
  TemporaryDirectory directory;
  rlimit old;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  rlimit small = old;
  small.rlim_cur = 100;
  signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  HostArray array{DType::F32, {100000}, std::vector<char>(400000)};
  Status status = writeNpy(directory.get("x.npy"), array);
  setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_EQ(status.getCode(), ErrorCode::IO);
  EXPECT_EQ(directory.countFiles(), 0u);
}
