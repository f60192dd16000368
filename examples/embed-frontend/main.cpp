//===- main.cpp - Compiles and runs programs of a small language ----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// embed-frontend FILE.arr FUNCTION [NAME=EXTENTSxf32:NUMBERS ...] [-o
// OUT.oamlx]
//
// Compiles FUNCTION for the device that is there and runs it; one number stands
// for all elements. -o writes the artifact instead.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include <oaml-cpp/Runtime.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace oaml::embed;

namespace {

/// An argument of the command line.
struct HostTensor {
  Shape shape;
  std::vector<float> values;
};

[[noreturn]] void fail(const std::string &message) {
  Error error;
  error.message = message;
  throw Failure(error);
}

/// "4x3:1,2" and so on; no extents for a single number.
HostTensor parseTensor(const std::string &name, const std::string &text) {
  HostTensor tensor;
  size_t colon = text.find(':'), count = 1;
  std::stringstream extents(colon == std::string::npos ? ""
                                                       : text.substr(0, colon)),
      numbers(text.substr(colon == std::string::npos ? 0 : colon + 1));
  for (std::string item; std::getline(extents, item, 'x');) {
    tensor.shape.push_back(std::atoll(item.c_str()));
    if (tensor.shape.back() < 1)
      fail("argument '" + name + "': no extent: '" + item + "'");
    count *= static_cast<size_t>(tensor.shape.back());
  }
  for (std::string item; std::getline(numbers, item, ',');) {
    char *end = nullptr;
    tensor.values.push_back(std::strtof(item.c_str(), &end));
    if (item.empty() || *end)
      fail("argument '" + name + "': no number: '" + item + "'");
  }
  if (tensor.values.size() == 1)
    tensor.values.resize(count, tensor.values[0]);
  if (tensor.values.size() != count)
    fail("argument '" + name + "': wants " + std::to_string(count) +
         " numbers, found " + std::to_string(tensor.values.size()));
  return tensor;
}

void printResults(Invocation &call) {
  const OamlEntryInfo &entry = call.getEntry();
  for (size_t i = 0; i < entry.numResults; ++i) {
    for (int64_t extent : call.getShape(i).value())
      std::cout << extent << "x";
    std::cout << "f32:";
    for (float value : call.read<float>(i).value())
      std::cout << " " << value;
    std::cout << "\n";
  }
}

void compileAndRun(
    const std::string &file, const std::string &source,
    const std::string &entry, const std::string &output,
    const std::vector<std::pair<std::string, HostTensor>> &arguments) {
  // The pattern of every frontend: a context, a module, functions built op by
  // op with their places in the source, and one call that compiles.
  Context context;
  Module module(context);
  arr::lower(arr::parse(source), file, module);
  Device device = Device::create().value();
  std::string bytes =
      module.compile(device.getInfo().description, {entry}).value();
  if (!output.empty()) {
    std::ofstream stream(output, std::ios::binary);
    if (!stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      fail(output + " cannot be written");
    return;
  }
  Artifact artifact = Artifact::fromMemory(bytes.data(), bytes.size()).value();
  Program program = Program::create(device, artifact).value();
  Invocation call = program.invoke(entry).value();
  for (const auto &[name, tensor] : arguments)
    call.bind(name, tensor.values.data(), tensor.shape).value();
  call.run().value();
  printResults(call);
}

} // namespace

int main(int argc, char **argv) {
  std::string file, entry, output;
  std::vector<std::pair<std::string, HostTensor>> arguments;
  try {
    for (int i = 1; i < argc; ++i) {
      std::string text = argv[i];
      size_t equals = text.find('=');
      if (text == "-o" && i + 1 < argc)
        output = argv[++i];
      else if (file.empty())
        file = text;
      else if (entry.empty())
        entry = text;
      else if (equals != std::string::npos)
        arguments.push_back(
            {text.substr(0, equals),
             parseTensor(text.substr(0, equals), text.substr(equals + 1))});
      else
        fail("not NAME=...: '" + text + "'");
    }
    if (entry.empty()) {
      std::cerr << "usage: embed-frontend FILE.arr FUNCTION "
                   "[NAME=EXTENTS:NUMBERS ...] [-o OUT.oamlx]\n";
      return 2;
    }
    std::ifstream stream(file, std::ios::binary);
    std::stringstream source;
    source << stream.rdbuf();
    if (!stream)
      fail(file + " cannot be read");
    compileAndRun(file, source.str(), entry, output, arguments);
  } catch (const arr::SourceError &error) {
    std::cerr << file << ":" << error.place.line << ":" << error.place.column
              << ": error: " << error.what() << "\n";
    return 1;
  } catch (const Failure &failure) {
    std::cerr << "embed-frontend: error: " << failure.what() << "\n";
    return 1;
  }
  return 0;
}
