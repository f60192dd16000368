//===- steps.cpp - Runs an entry many times on its own results ------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   oaml-steps ARTIFACT ENTRY DIRECTORY COUNT
//
// For tests. Argument i starts as in<i>.npy of the directory; before step k
// (from 1 on) it becomes <k>.in<i>.npy where there is such a file. Donated
// arguments go on from the step before. Result r of step k goes to
// <k>.out<r>.npy.
//
//===----------------------------------------------------------------------===//

#include "oaml-rt/Npy.h"
#include "oaml-rt/Program.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace oaml::rt;

static Status bind(Invocation &invocation, size_t number,
                   const std::string &path) {
  Expected<HostArray> array = readNpy(path);
  if (!array)
    return array.getStatus();
  return invocation.bindHost(number,
                             {array->dtype, array->shape, array->bytes.data()});
}

static Status write(Invocation &invocation, size_t number,
                    const std::string &path) {
  HostArray array;
  array.dtype = invocation.getEntry().results[number].dtype;
  Expected<std::vector<int64_t>> shape = invocation.getResultShape(number);
  if (!shape)
    return shape.getStatus();
  array.shape = *shape;
  Expected<uint64_t> size = getByteSize(array.dtype, array.shape);
  if (!size)
    return size.getStatus();
  array.bytes.resize(*size);
  if (Status s =
          invocation.readResult(number, array.bytes.data(), array.bytes.size()))
    return s;
  return writeNpy(path, array);
}

static Status runSteps(const std::string &artifactPath,
                       const std::string &entry, const std::string &directory,
                       int count) {
  Expected<Artifact> artifact = Artifact::load(artifactPath);
  if (!artifact)
    return artifact.getStatus();
  Expected<Device> device = Device::create();
  if (!device)
    return device.getStatus();
  Expected<Program> program = Program::create(*device, *artifact);
  if (!program)
    return program.getStatus();
  Expected<Invocation> invocation = program->createInvocation(entry);
  if (!invocation)
    return invocation.getStatus();
  size_t numArguments = invocation->getEntry().arguments.size();
  size_t numResults = invocation->getEntry().results.size();
  for (int step = 0; step <= count; ++step) {
    std::string prefix = directory + "/";
    if (step)
      prefix += std::to_string(step) + ".";
    for (size_t i = 0; i < numArguments; ++i) {
      std::string path = prefix + "in" + std::to_string(i) + ".npy";
      if (!std::filesystem::exists(path))
        continue;
      if (Status s = bind(*invocation, i, path))
        return s;
    }
    if (step == 0)
      continue;
    if (Status s = invocation->run())
      return s;
    for (size_t r = 0; r < numResults; ++r)
      if (Status s = write(*invocation, r,
                           prefix + "out" + std::to_string(r) + ".npy"))
        return s;
  }
  return {};
}

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: oaml-steps ARTIFACT ENTRY DIRECTORY COUNT\n");
    return 2;
  }
  if (Status status = runSteps(argv[1], argv[2], argv[3], std::atoi(argv[4]))) {
    std::fprintf(stderr, "oaml-steps: error: %s\n", status.toString().c_str());
    return 1;
  }
  return 0;
}
