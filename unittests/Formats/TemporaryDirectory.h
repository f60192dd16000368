//===- TemporaryDirectory.h - Files of a test -------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_UNITTESTS_FORMATS_TEMPORARYDIRECTORY_H
#define OAML_UNITTESTS_FORMATS_TEMPORARYDIRECTORY_H

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string>

namespace oaml {

/// A directory that goes away with its contents.
class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string name =
        (std::filesystem::temp_directory_path() / "oaml-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path); }

  std::string get(const std::string &name) const { return path / name; }

  /// Writes a file and returns its path.
  std::string write(const std::string &name, const std::string &bytes) const {
    std::ofstream(path / name, std::ios::binary) << bytes;
    return path / name;
  }
  std::string read(const std::string &name) const {
    std::ifstream file(path / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t countFiles() const {
    return std::distance(std::filesystem::directory_iterator(path), {});
  }

private:
  std::filesystem::path path;
};

} // namespace oaml

#endif // OAML_UNITTESTS_FORMATS_TEMPORARYDIRECTORY_H
