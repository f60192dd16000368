//===- Npy.cpp - Arrays in .npy files -------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/Npy.h"

#include "ElementTypes.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>

using namespace oaml::rt;
using namespace oaml::rt::formats;

/// Names without the byte order in front.
static constexpr ElementName elementNames[] = {
    {"f4", DType::F32, 4}, {"f2", DType::F16, 2}, {"V2", DType::BF16, 2},
    {"i4", DType::I32, 4}, {"u4", DType::I32, 4}, {"i1", DType::I8, 1},
    {"u1", DType::UI8, 1}, {"b1", DType::UI8, 1}};

static constexpr char magic[] = "\x93NUMPY";
static constexpr size_t magicSize = sizeof(magic) - 1;

namespace {

/// What a header says.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Parses the Python dictionary that a header is:
/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
public:
  explicit HeaderParser(const std::string &text) : text(text) {}

  /// Empty on success, else what is wrong.
  std::string parse(Header &header) {
    bool hasDescr = false, hasOrder = false, hasShape = false;
    if (!take('{'))
      return "its header is no dictionary";
    while (!take('}')) {
      std::string key;
      if (!parseString(key) || !take(':'))
        return "its header is damaged";
      if (key == "descr") {
        if (peek() == '[')
          return "its elements are records";
        hasDescr = parseString(header.descr);
      } else if (key == "fortran_order") {
        hasOrder = parseBool(header.fortranOrder);
      } else if (key == "shape") {
        hasShape = parseShape(header.shape);
      } else {
        return "its header has the unknown key '" + key + "'";
      }
      if (!take(',') && peek() != '}')
        return "its header is damaged";
    }
    if (!hasDescr || !hasOrder || !hasShape)
      return "its header lacks descr, fortran_order or shape";
    return {};
  }

private:
  char peek() {
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\n'))
      ++position;
    return position < text.size() ? text[position] : '\0';
  }
  bool take(char c) {
    if (peek() != c || c == '\0')
      return false;
    ++position;
    return true;
  }
  bool takeWord(const char *word) {
    peek();
    if (text.compare(position, std::strlen(word), word) != 0)
      return false;
    position += std::strlen(word);
    return true;
  }
  bool parseString(std::string &value) {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    size_t end = text.find(quote, position + 1);
    if (end == std::string::npos)
      return false;
    value = text.substr(position + 1, end - position - 1);
    position = end + 1;
    return true;
  }
  bool parseBool(bool &value) {
    value = takeWord("True");
    return value || takeWord("False");
  }
  bool parseShape(std::vector<int64_t> &shape) {
    if (!take('('))
      return false;
    while (!take(')')) {
      int64_t extent = 0;
      char c = peek();
      if (c < '0' || c > '9')
        return false;
      for (; c >= '0' && c <= '9'; c = text[++position])
        if (__builtin_mul_overflow(extent, 10, &extent) ||
            __builtin_add_overflow(extent, c - '0', &extent))
          return false;
      shape.push_back(extent);
      if (!take(',') && peek() != ')')
        return false;
    }
    return true;
  }

  const std::string &text;
  size_t position = 0;
};

} // namespace

Expected<NpyReader> NpyReader::open(const std::string &path) {
  NpyReader reader;
  reader.path = path;
  reader.file.reset(std::fopen(path.c_str(), "rb"));
  if (!reader.file)
    return Status::error(errno == ENOENT ? ErrorCode::NotFound : ErrorCode::IO,
                         path + ": " + std::strerror(errno));
  struct stat status;
  if (fstat(fileno(reader.file.get()), &status) != 0)
    return Status::error(ErrorCode::IO, path + ": " + std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return Status::error(ErrorCode::IO, path + ": is no regular file");
  reader.size = status.st_size;
  return reader;
}

Status NpyReader::error(const std::string &message) const {
  std::string where = path;
  if (number > 1)
    where += ", array " + std::to_string(number);
  return Status::error(ErrorCode::InvalidArgument, where + ": " + message);
}

Status NpyReader::readBytes(void *data, uint64_t count, const char *what) {
  if (count > size - position)
    return error(std::string("is truncated in ") + what + ": " +
                 std::to_string(count) + " bytes wanted, " +
                 std::to_string(size - position) + " left");
  if (count > 0 && std::fread(data, count, 1, file.get()) != 1)
    return Status::error(ErrorCode::IO, path + ": cannot be read");
  position += count;
  return {};
}

Expected<HostArray> NpyReader::read() {
  ++number;
  if (atEnd())
    return number == 1 ? error("is empty")
                       : error("does not exist, the file ends before it");
  unsigned char start[magicSize + 2], length[4] = {};
  if (Status failure = readBytes(start, sizeof(start), "the magic string"))
    return failure;
  if (std::memcmp(start, magic, magicSize) != 0)
    return error("is no .npy file");
  unsigned version = start[magicSize];
  if (version < 1 || version > 3)
    return error("has version " + std::to_string(version) + "." +
                 std::to_string(start[magicSize + 1]) +
                 ", readable are 1.0 to 3.0");
  if (Status failure = readBytes(length, version == 1 ? 2 : 4, "the header"))
    return failure;
  std::string text(length[0] | length[1] << 8 | length[2] << 16 |
                       uint32_t(length[3]) << 24,
                   '\0');
  if (Status failure = readBytes(text.data(), text.size(), "the header"))
    return failure;

  Header header;
  std::string problem = HeaderParser(text).parse(header);
  if (!problem.empty())
    return error(problem);
  std::string name = header.descr.empty() ? "" : header.descr.substr(1);
  const ElementName *element = findName(elementNames, name);
  if (!element)
    return error(
        "has dtype '" + header.descr +
        "', readable are f4, f2, V2 (bfloat16), i4, u4, i1, u1 and b1");
  if (header.descr[0] == '>')
    return error("is big-endian (dtype '" + header.descr + "')");
  if (header.descr[0] != '<' && header.descr[0] != '|')
    return error("has the unknown byte order of dtype '" + header.descr + "'");
  if (header.fortranOrder && header.shape.size() > 1)
    return error("is in Fortran order, readable is C order "
                 "(numpy.ascontiguousarray)");
  std::optional<uint64_t> bytes = getSize(header.shape, element->size);
  if (!bytes)
    return error("has a shape whose size does not fit in 63 bits");

  HostArray array;
  array.dtype = element->dtype;
  array.shape = std::move(header.shape);
  // Look before the allocation, which trusts the header.
  if (*bytes <= size - position)
    array.bytes.resize(*bytes);
  if (Status failure = readBytes(array.bytes.data(), *bytes, "the elements"))
    return failure;
  return array;
}

Expected<HostArray> oaml::rt::readNpy(const std::string &path) {
  Expected<NpyReader> reader = NpyReader::open(path);
  if (!reader)
    return reader.getStatus();
  return reader->read();
}

Status oaml::rt::writeNpy(AtomicFile &file, const HostArray &array) {
  const ElementName &element = findDType(elementNames, array.dtype);
  std::string header = "{'descr': '";
  header += element.size == 1 ? '|' : '<';
  header += element.name;
  header += "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.shape)
    header += std::to_string(extent) + (array.shape.size() == 1 ? "," : ", ");
  if (array.shape.size() > 1)
    header.resize(header.size() - 2);
  header += "), }";
  // The elements begin at a multiple of 64 bytes.
  constexpr size_t prefix = magicSize + 4;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::string start(magic, magicSize);
  start += {'\x01', '\x00', static_cast<char>(header.size() & 0xff),
            static_cast<char>(header.size() >> 8)};
  start += header;
  if (Status failure = file.write(start.data(), start.size()))
    return failure;
  return file.write(array.bytes.data(), array.bytes.size());
}

Status oaml::rt::writeNpy(const std::string &path, const HostArray &array) {
  Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.getStatus();
  if (Status failure = writeNpy(*file, array))
    return failure;
  return file->commit();
}
