//===- Arrays.cpp - Arguments and results on the command line -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "TensorText.h"

#include "oaml-rt/Npy.h"

#include "llvm/ADT/StringSet.h"

#include <map>

using namespace oaml;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

ExitCode oaml::readInputs(ArrayRef<std::string> options,
                          llvm::SmallVectorImpl<rt::HostArray> &arrays) {
  std::map<std::string, rt::NpyReader> readers;
  for (auto [number, option] : llvm::enumerate(options)) {
    StringRef text = option;
    bool isNext = text.consume_front("+");
    if (!text.consume_front("@")) {
      if (isNext)
        return fail(WrongUsage,
                    "--input=" + option + ": a file is written +@FILE");
      llvm::Expected<rt::HostArray> array = parseTensor(text);
      if (!array)
        return fail(WrongUsage, "--input=" + option.substr(0, 60) + ": " +
                                    toString(array.takeError()));
      arrays.push_back(std::move(*array));
      continue;
    }
    std::string path = text.str();
    auto it = readers.find(path);
    if (!isNext && it != readers.end()) {
      readers.erase(it);
      it = readers.end();
    }
    if (it == readers.end()) {
      rt::Expected<rt::NpyReader> reader = rt::NpyReader::open(path);
      // A file that is not there is the user's, not the system's, fault.
      if (!reader)
        return fail(WrongInput, reader.getStatus().getMessage());
      it = readers.emplace(path, std::move(*reader)).first;
    }
    rt::Expected<rt::HostArray> array = it->second.read();
    if (!array)
      return fail(WrongInput, array.getStatus().getMessage());
    arrays.push_back(std::move(*array));
  }
  return Done;
}

ExitCode oaml::checkOutputs(ArrayRef<std::string> options) {
  llvm::StringSet<> files;
  for (StringRef option : options) {
    if (option == "-")
      continue;
    if (!option.starts_with("@") || option.size() == 1)
      return fail(WrongUsage,
                  "--output=" + option + ": requires @FILE.npy, or - to print");
    if (!files.insert(option).second)
      return fail(WrongUsage,
                  "--output=" + option + ": the file is named twice");
  }
  return Done;
}

ExitCode oaml::checkNumOutputs(ArrayRef<std::string> options,
                               size_t numResults) {
  if (options.size() <= numResults)
    return Done;
  return fail(WrongInput, "requires at most one --output per result, found " +
                              Twine(options.size()) + " and " +
                              Twine(numResults) + " results");
}

ExitCode oaml::writeOutputs(ArrayRef<std::string> options,
                            ArrayRef<rt::HostArray> arrays) {
  // All files are complete before the first one takes its name.
  llvm::SmallVector<rt::AtomicFile> files;
  for (auto [option, array] : llvm::zip(options, arrays)) {
    if (option == "-")
      continue;
    rt::Expected<rt::AtomicFile> file =
        rt::AtomicFile::create(option.substr(1));
    if (!file)
      return fail(file.getStatus());
    if (rt::Status status = rt::writeNpy(*file, array))
      return fail(status);
    if (rt::Status status = file->finish())
      return fail(status);
    files.push_back(std::move(*file));
  }
  for (rt::AtomicFile &file : files)
    if (rt::Status status = file.commit())
      return fail(status);
  for (auto [number, array] : llvm::enumerate(arrays)) {
    if (number < options.size() && options[number] != "-")
      continue;
    printTensor(llvm::outs(), array);
    llvm::outs() << '\n';
  }
  return Done;
}
