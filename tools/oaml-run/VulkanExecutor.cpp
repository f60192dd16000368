//===- VulkanExecutor.cpp - Running an entry on a device ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanExecutor.h"

#include "oaml-rt/AtomicFile.h"
#include "oaml-rt/Program.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace oaml;

namespace {

class VulkanExecutor final : public Executor {
public:
  VulkanExecutor(rt::Program program, rt::Invocation invocation,
                 std::string profile)
      : program(std::move(program)), invocation(std::move(invocation)),
        profile(std::move(profile)) {}

  size_t getNumResults() const override {
    return invocation.getEntry().results.size();
  }

  ExitCode run() override {
    if (rt::Status status = invocation.run())
      return fail(status);
    return Done;
  }

  ExitCode getResults(llvm::SmallVectorImpl<rt::HostArray> &results) override;
  ExitCode finish() override;

private:
  ExitCode writeProfile();

  rt::Program program;
  rt::Invocation invocation;
  std::string profile;
};

} // namespace

ExitCode
VulkanExecutor::getResults(llvm::SmallVectorImpl<rt::HostArray> &results) {
  for (auto [i, info] : llvm::enumerate(invocation.getEntry().results)) {
    rt::HostArray array;
    array.dtype = info.dtype;
    rt::Expected<std::vector<int64_t>> shape = invocation.getResultShape(i);
    if (!shape)
      return fail(shape.getStatus());
    array.shape = *shape;
    rt::Expected<uint64_t> size = rt::getByteSize(array.dtype, array.shape);
    if (!size)
      return fail(size.getStatus());
    array.bytes.resize(*size);
    if (rt::Status status =
            invocation.readResult(i, array.bytes.data(), array.bytes.size()))
      return fail(status);
    results.push_back(std::move(array));
  }
  return Done;
}

/// Chrome's trace format, which Perfetto reads, too: complete events ("X") in
/// microseconds.
ExitCode VulkanExecutor::writeProfile() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  const rt::EntryInfo &entry = invocation.getEntry();
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeArray("traceEvents", [&] {
      json.object([&] {
        json.attribute("ph", "M");
        json.attribute("name", "process_name");
        json.attribute("pid", 1);
        json.attributeObject("args", [&] {
          json.attribute("name", program.getDevice().getInfo().name);
        });
      });
      for (const rt::LaunchTiming &timing : invocation.getTimings()) {
        const rt::CommandInfo &command = entry.commands[timing.command];
        const rt::KernelInfo &kernel =
            program.getInfo().kernels[command.kernel];
        json.object([&] {
          json.attribute("ph", "X");
          json.attribute("name",
                         command.label.empty() ? kernel.name : command.label);
          json.attribute("cat", "launch");
          json.attribute("pid", 1);
          json.attribute("tid", 1);
          json.attribute("ts", timing.beginNs / 1e3);
          json.attribute("dur", (timing.endNs - timing.beginNs) / 1e3);
          json.attributeObject("args", [&] {
            json.attribute("kernel", kernel.name);
            json.attribute("workgroups", command.text);
            json.attribute("location", command.location);
          });
        });
      }
    });
  });
  rt::Expected<rt::AtomicFile> file = rt::AtomicFile::create(profile);
  if (!file)
    return fail(file.getStatus());
  if (rt::Status status = file->write(text.data(), text.size()))
    return fail(status);
  if (rt::Status status = file->commit())
    return fail(status);
  return Done;
}

ExitCode VulkanExecutor::finish() {
  if (!profile.empty())
    if (ExitCode code = writeProfile())
      return code;
  std::vector<std::string> messages =
      program.getDevice().getValidationMessages();
  for (const std::string &message : messages)
    fail(SystemFailure, "validation: " + message);
  return messages.empty() ? Done : SystemFailure;
}

ExitCode oaml::createVulkanExecutor(const rt::Artifact &artifact,
                                    llvm::StringRef name,
                                    llvm::ArrayRef<rt::HostArray> arguments,
                                    const VulkanOptions &options,
                                    std::unique_ptr<Executor> &executor) {
  const rt::ArtifactInfo &info = artifact.getInfo();
  auto listEntries = [&] {
    std::string list;
    for (const rt::EntryInfo &entry : info.entries)
      list += (list.empty() ? "@" : ", @") + entry.name;
    return list.empty() ? std::string("none") : list;
  };
  int number = info.findEntry(name.str());
  if (name.empty()) {
    if (info.entries.size() != 1)
      return fail(WrongInput,
                  "--function=NAME is required unless the program has exactly "
                  "one public function; public ones: " +
                      listEntries());
    number = 0;
  } else if (number < 0) {
    return fail(WrongInput,
                "no function @" + name +
                    " in the program; public ones: " + listEntries());
  }
  const rt::EntryInfo &entry = info.entries[number];
  llvm::SmallVector<size_t> visible;
  for (auto [i, argument] : llvm::enumerate(entry.arguments))
    if (!argument.hidden)
      visible.push_back(i);
  if (visible.size() != arguments.size())
    return fail(rt::Status::error(rt::ErrorCode::InvalidArgument,
                                  "requires " + std::to_string(visible.size()) +
                                      " arguments, found " +
                                      std::to_string(arguments.size()),
                                  entry.location));

  rt::Expected<rt::Device> device = rt::Device::create(options.device);
  if (!device)
    return fail(device.getStatus());
  rt::Expected<rt::Program> program = rt::Program::create(*device, artifact);
  if (!program)
    return fail(program.getStatus());
  program->setSeed(options.seed);
  rt::Expected<rt::Invocation> invocation =
      program->createInvocation(entry.name);
  if (!invocation)
    return fail(invocation.getStatus());
  for (auto [i, array] : llvm::zip(visible, arguments))
    if (rt::Status status = invocation->bindHost(
            i, {array.dtype, array.shape, array.bytes.data()}))
      return fail(status);
  if (rt::Status status = invocation->resolve())
    return fail(status);
  if (!options.profile.empty())
    if (rt::Status status = invocation->setProfiling(true))
      return fail(status);
  executor = std::make_unique<VulkanExecutor>(
      std::move(*program), std::move(*invocation), options.profile);
  return Done;
}
