//===- Safetensors.cpp - Named arrays in .safetensors files ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/Safetensors.h"

#include "oaml-rt/AtomicFile.h"

#include "ElementTypes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <tuple>

using namespace oaml::rt;
using namespace oaml::rt::formats;
using Json = nlohmann::ordered_json;

static constexpr ElementName elementNames[] = {
    {"F32", DType::F32, 4}, {"F16", DType::F16, 2}, {"BF16", DType::BF16, 2},
    {"I32", DType::I32, 4}, {"U32", DType::I32, 4}, {"I8", DType::I8, 1},
    {"U8", DType::UI8, 1},  {"BOOL", DType::UI8, 1}};

static constexpr char metadataKey[] = "__metadata__";

const HostArray *Safetensors::find(const std::string &name) const {
  for (const Entry &entry : entries)
    if (entry.name == name)
      return &entry.array;
  return nullptr;
}

namespace {
/// What the header says of an array.
struct Record {
  std::string name;
  const ElementName *element;
  std::vector<int64_t> shape;
  uint64_t begin, end;
};
} // namespace

/// A JSON array of numbers that fit int64_t and are not negative.
static bool readNumbers(const Json &json, std::vector<int64_t> &numbers) {
  if (!json.is_array())
    return false;
  for (const Json &number : json) {
    if (!number.is_number_unsigned() ||
        number.get<uint64_t>() > uint64_t(std::numeric_limits<int64_t>::max()))
      return false;
    numbers.push_back(number.get<int64_t>());
  }
  return true;
}

/// Empty on success, else what is wrong.
static std::string readRecord(const std::string &name, const Json &json,
                              Record &record) {
  record.name = name;
  std::vector<int64_t> offsets;
  if (!json.is_object() || !json.contains("dtype") ||
      !json["dtype"].is_string() || !json.contains("shape") ||
      !readNumbers(json["shape"], record.shape) ||
      !json.contains("data_offsets") ||
      !readNumbers(json["data_offsets"], offsets) || offsets.size() != 2)
    return "lacks dtype, shape or data_offsets";
  std::string dtype = json["dtype"].get<std::string>();
  record.element = findName(elementNames, dtype);
  if (!record.element)
    return "has dtype " + dtype +
           ", readable are F32, F16, BF16, I32, U32, I8, U8 and BOOL";
  record.begin = offsets[0];
  record.end = offsets[1];
  std::optional<uint64_t> size = getSize(record.shape, record.element->size);
  if (!size || record.end < record.begin || record.end - record.begin != *size)
    return "has data_offsets that do not fit its shape";
  return {};
}

Expected<Safetensors> oaml::rt::readSafetensors(const std::string &path) {
  auto error = [&](const std::string &message) {
    return Status::error(ErrorCode::InvalidArgument, path + ": " + message);
  };
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file)
    return Status::error(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::IO,
                         path + ": " + std::strerror(errno));
  std::streamoff fileSize = file.tellg();
  file.seekg(0);
  unsigned char length[8];
  if (fileSize < 8 || !file.read(reinterpret_cast<char *>(length), 8))
    return error("is truncated: no header");
  uint64_t headerSize = 0;
  for (int i = 7; i >= 0; --i)
    headerSize = headerSize << 8 | length[i];
  uint64_t rest = fileSize - 8;
  if (headerSize > rest)
    return error("is truncated: a header of " + std::to_string(headerSize) +
                 " bytes, " + std::to_string(rest) + " left");
  std::string text(headerSize, '\0');
  if (!file.read(text.data(), text.size()))
    return Status::error(ErrorCode::IO, path + ": cannot be read");
  Json header = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!header.is_object())
    return error("has a header that is no JSON object");

  Safetensors contents;
  std::vector<Record> records;
  for (const auto &[name, json] : header.items()) {
    if (name == metadataKey) {
      if (!json.is_object())
        return error("has metadata that are no JSON object");
      for (const auto &[key, value] : json.items()) {
        if (!value.is_string())
          return error("has metadata '" + key + "' that are no string");
        contents.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    records.emplace_back();
    std::string problem = readRecord(name, json, records.back());
    if (!problem.empty())
      return error("array '" + name + "' " + problem);
  }
  // Empty arrays come before the one that begins at the same place.
  std::sort(records.begin(), records.end(),
            [](const Record &a, const Record &b) {
              return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
            });

  uint64_t position = 0;
  for (Record &record : records) {
    if (record.begin != position)
      return error("array '" + record.name +
                   "' leaves a gap or overlaps the one before");
    position = record.end;
    if (position > rest - headerSize)
      return error("is truncated in array '" + record.name + "'");
    HostArray array;
    array.dtype = record.element->dtype;
    array.shape = std::move(record.shape);
    array.bytes.resize(record.end - record.begin);
    if (!file.read(array.bytes.data(), array.bytes.size()))
      return Status::error(ErrorCode::IO, path + ": cannot be read");
    contents.entries.push_back({record.name, std::move(array)});
  }
  if (position != rest - headerSize)
    return error("has " + std::to_string(rest - headerSize - position) +
                 " bytes after the last array");
  return contents;
}

Status oaml::rt::writeSafetensors(const std::string &path,
                                  const Safetensors &contents) {
  auto error = [&](const std::string &message) {
    return Status::error(ErrorCode::InvalidArgument, path + ": " + message);
  };
  Json header = Json::object();
  if (!contents.metadata.empty())
    header[metadataKey] = contents.metadata;
  std::set<std::string> names = {metadataKey};
  uint64_t position = 0;
  for (const Safetensors::Entry &entry : contents.entries) {
    const HostArray &array = entry.array;
    const ElementName &element = findDType(elementNames, array.dtype);
    if (!names.insert(entry.name).second)
      return error("the name '" + entry.name + "' is taken");
    if (getSize(array.shape, element.size) != array.bytes.size())
      return error("array '" + entry.name + "' has " +
                   std::to_string(array.bytes.size()) +
                   " bytes, which do not fit its shape");
    uint64_t end = position + array.bytes.size();
    header[entry.name] = {{"dtype", element.name},
                          {"shape", array.shape},
                          {"data_offsets", {position, end}}};
    position = end;
  }
  std::string text = header.dump(-1, ' ', /*ensure_ascii=*/false,
                                 Json::error_handler_t::replace);
  // The data begin at a multiple of 8 bytes.
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string start;
  for (int i = 0; i < 8; ++i)
    start += static_cast<char>(uint64_t(text.size()) >> 8 * i);

  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.getStatus();
  if (Status failure = file->write(start.data(), start.size()))
    return failure;
  if (Status failure = file->write(text.data(), text.size()))
    return failure;
  for (const Safetensors::Entry &entry : contents.entries)
    if (Status failure =
            file->write(entry.array.bytes.data(), entry.array.bytes.size()))
      return failure;
  return file->commit();
}
