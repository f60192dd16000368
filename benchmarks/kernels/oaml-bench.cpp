//===- oaml-bench.cpp - Times generated kernels beside hand-written ones --===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs the variants of each case in turn, many times, through the runtime, and
// writes what it measured as JSON. benchmarks/run.py drives it and knows the
// bars. Every result is checked against the host's, before and after timing.
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include "Stopwatch.h"
#include "TwinArtifact.h"

#include "oaml-rt/Program.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <regex>

using namespace oaml;
using namespace oaml::bench;
using Json = nlohmann::ordered_json;

namespace {

struct Options {
  std::string generated, twins, device, filter, output = "-";
  double seconds = 4;
  unsigned rounds = 40;
  bool listFiles = false;
};

/// A variant that is ready to run, and what was measured of it.
struct Contender {
  const Variant *variant = nullptr;
  std::optional<rt::Invocation> invocation;
  const Reference *reference = nullptr;
  /// Runs of a sample, so that one lasts about five milliseconds.
  unsigned runs = 1;
  /// To make the pipeline and run for the first time.
  double startNs = 0;
  /// In units of the tolerance.
  double error = 0;
  /// Why it could not be run, or nothing.
  std::string failure;
  std::vector<double> wallNs, cpuNs;
};

/// Runs the variants of one case.
class CaseRunner {
public:
  CaseRunner(const rt::Device &device, const Case &task, const Options &options)
      : device(device), task(task), options(options) {}

  /// Makes inputs, buffers and pipelines, checks results, and measures.
  rt::Expected<Json> run();

private:
  rt::Status createBuffers();
  rt::Status prepare(Contender &contender);
  rt::Expected<rt::Artifact> load(const Variant &variant) const;
  /// Runs once into a buffer of NaN and compares.
  rt::Status check(Contender &contender);
  rt::Status sample(Contender &contender);
  Json describe(const Contender &contender) const;

  const rt::Device &device;
  const Case &task;
  const Options &options;
  std::vector<HostTensor> inputs;
  std::vector<rt::Buffer> buffers;
  rt::Buffer result;
  std::vector<float> values;
  Reference reference, copyReference;
};

} // namespace

rt::Status CaseRunner::createBuffers() {
  for (const HostTensor &input : inputs) {
    uint64_t size = input.values.size() * sizeof(float);
    auto buffer = rt::Buffer::create(device, size);
    if (!buffer)
      return buffer.getStatus();
    if (rt::Status status = buffer->write(0, input.values.data(), size))
      return status;
    buffers.push_back(*buffer);
  }
  // A copy's result is as large as what it copies.
  size_t size = std::max(reference.values.size(), copyReference.values.size());
  auto buffer = rt::Buffer::create(device, size * sizeof(float));
  if (!buffer)
    return buffer.getStatus();
  result = *buffer;
  return {};
}

rt::Expected<rt::Artifact> CaseRunner::load(const Variant &variant) const {
  if (variant.kind == Variant::Kind::Generated)
    return rt::Artifact::load(options.generated + "/" + variant.file +
                              ".oamlx");
  TwinKernel kernel{variant.file,
                    options.twins + "/" + variant.file + ".spv",
                    {},
                    {variant.kind == Variant::Kind::Copy ? inputs[0].shape
                                                         : task.resultShape},
                    variant.grid};
  for (const HostTensor &input : inputs) {
    kernel.arguments.push_back(input.shape);
    if (variant.kind == Variant::Kind::Copy)
      break;
  }
  return createTwinArtifact(kernel);
}

rt::Status CaseRunner::prepare(Contender &contender) {
  auto artifact = load(*contender.variant);
  if (!artifact)
    return artifact.getStatus();
  Stopwatch stopwatch;
  auto program = rt::Program::create(device, *artifact);
  if (!program)
    return program.getStatus();
  auto invocation = program->createInvocation();
  if (!invocation)
    return invocation.getStatus();
  contender.invocation.emplace(std::move(*invocation));
  bool copies = contender.variant->kind == Variant::Kind::Copy;
  contender.reference = copies ? &copyReference : &reference;
  for (size_t i = 0; i < (copies ? 1 : inputs.size()); ++i)
    if (rt::Status status = contender.invocation->bindArgument(
            i, buffers[i], rt::DType::F32, inputs[i].shape))
      return status;
  if (rt::Status status = contender.invocation->bindResult(0, result))
    return status;
  if (rt::Status status = contender.invocation->run())
    return status;
  contender.startNs = stopwatch.getElapsed().wallNs;
  if (rt::Status status = check(contender))
    return status;

  constexpr double kSampleNs = 5e6;
  Stopwatch once;
  if (rt::Status status = contender.invocation->run())
    return status;
  contender.runs =
      std::max(1.0, std::round(kSampleNs / once.getElapsed().wallNs));
  return {};
}

rt::Status CaseRunner::check(Contender &contender) {
  values.assign(contender.reference->values.size(),
                std::numeric_limits<float>::quiet_NaN());
  uint64_t size = values.size() * sizeof(float);
  if (rt::Status status = result.write(0, values.data(), size))
    return status;
  if (rt::Status status = contender.invocation->run())
    return status;
  if (rt::Status status = result.read(0, values.data(), size))
    return status;
  contender.error =
      std::max(contender.error, getLargestError(values, *contender.reference));
  return {};
}

rt::Status CaseRunner::sample(Contender &contender) {
  Stopwatch stopwatch;
  for (unsigned i = 0; i < contender.runs; ++i)
    if (rt::Status status = contender.invocation->run())
      return status;
  Duration duration = stopwatch.getElapsed();
  contender.wallNs.push_back(duration.wallNs / contender.runs);
  contender.cpuNs.push_back(duration.cpuNs / contender.runs);
  return {};
}

Json CaseRunner::describe(const Contender &contender) const {
  static const char *const kKinds[] = {"generated", "twin", "copy"};
  Json json = {{"name", contender.variant->name},
               {"kind", kKinds[static_cast<unsigned>(contender.variant->kind)]},
               {"file", contender.variant->file}};
  if (!contender.failure.empty()) {
    json["failure"] = contender.failure;
    return json;
  }
  json["correct"] = contender.error <= 1;
  json["error_in_tolerances"] =
      std::isfinite(contender.error) ? Json(contender.error) : Json("inf");
  json["start_ms"] = contender.startNs * 1e-6;
  json["samples"] = contender.wallNs.size();
  json["runs_per_sample"] = contender.runs;
  Summary wall = Summary::of(contender.wallNs),
          cpu = Summary::of(contender.cpuNs);
  json["wall_ms"] = {{"min", wall.least * 1e-6},
                     {"median", wall.median * 1e-6}};
  json["cpu_ms"] = {{"min", cpu.least * 1e-6}, {"median", cpu.median * 1e-6}};
  return json;
}

rt::Expected<Json> CaseRunner::run() {
  inputs = task.createInputs();
  reference = task.computeReference(inputs);
  copyReference = getCopyReference(inputs[0]);
  if (rt::Status status = createBuffers())
    return status;

  std::vector<Contender> contenders(task.variants.size());
  std::vector<Contender *> ready;
  for (size_t i = 0; i < contenders.size(); ++i) {
    contenders[i].variant = &task.variants[i];
    if (rt::Status status = prepare(contenders[i]))
      contenders[i].failure = status.toString();
    else
      ready.push_back(&contenders[i]);
  }

  // Turn by turn, each round from another one on, so that what disturbs the
  // machine for a while meets all of them.
  Stopwatch stopwatch;
  for (unsigned round = 0; round < options.rounds; ++round) {
    for (size_t i = 0; i < ready.size(); ++i)
      if (rt::Status status = sample(*ready[(round + i) % ready.size()]))
        return status;
    if (round >= 4 && stopwatch.getElapsed().wallNs > options.seconds * 1e9)
      break;
  }

  Json json = {{"name", task.name},
               {"flops", task.flops},
               {"bytes", task.bytes},
               {"copy_bytes", 2.0 * sizeof(float) * inputs[0].values.size()},
               {"variants", Json::array()}};
  for (Contender *contender : ready)
    if (rt::Status status = check(*contender))
      return status;
  for (const Contender &contender : contenders)
    json["variants"].push_back(describe(contender));
  return json;
}

static int fail(const rt::Status &status) {
  std::cerr << "oaml-bench: error: " << status.toString() << "\n";
  return 3;
}

static rt::Expected<Json> runCases(const rt::Device &device,
                                   const Options &options) {
  const rt::DeviceInfo &info = device.getInfo();
  Json json = {{"device",
                {{"name", info.name},
                 {"driver", info.driverName + " " + info.driverInfo},
                 {"profile", info.profile},
                 {"cpu", info.kind == rt::DeviceKind::Cpu},
                 {"workgroups_at_once", info.parallelWorkgroups}}},
               {"cases", Json::array()}};
  std::regex filter(options.filter);
  for (const Case &task : getCases()) {
    if (!std::regex_search(task.name, filter))
      continue;
    std::cerr << "oaml-bench: " << task.name << "\n";
    auto result = CaseRunner(device, task, options).run();
    if (!result)
      return result.getStatus();
    json["cases"].push_back(std::move(*result));
  }
  return json;
}

static void listFiles(const Options &options) {
  std::regex filter(options.filter);
  for (const Case &task : getCases())
    for (const Variant &variant : task.variants)
      if (variant.kind == Variant::Kind::Generated &&
          std::regex_search(task.name, filter))
        std::cout << variant.file << "\n";
}

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Times generated kernels beside hand-written ones");
  app.add_option("--generated", options.generated,
                 "Directory of compiled programs, <case>.oamlx")
      ->required();
  app.add_option("--twins", options.twins,
                 "Directory of hand-written kernels, <case>.spv")
      ->required();
  app.add_option("--device", options.device,
                 "An index, a profile or a part of the name");
  app.add_option("--filter", options.filter,
                 "Only cases whose name this regular expression finds");
  app.add_option("--seconds", options.seconds,
                 "Time for the samples of a case (at least five rounds)")
      ->capture_default_str();
  app.add_option("--rounds", options.rounds, "At most so many samples each")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--list-files", options.listFiles,
               "Only print which compiled programs the cases want");
  app.add_option("-o,--output", options.output, "Where the JSON goes")
      ->capture_default_str();
  try {
    app.parse(argc, argv);
    std::regex check(options.filter);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::regex_error &error) {
    std::cerr << "oaml-bench: error: --filter: " << error.what() << "\n";
    return 2;
  }

  if (options.listFiles) {
    listFiles(options);
    return 0;
  }

  rt::DeviceOptions deviceOptions;
  deviceOptions.device = options.device;
  auto device = rt::Device::create(deviceOptions);
  if (!device)
    return fail(device.getStatus());
  auto json = runCases(*device, options);
  if (!json)
    return fail(json.getStatus());
  if (options.output == "-") {
    std::cout << json->dump(2) << "\n";
    return 0;
  }
  std::ofstream file(options.output);
  file << json->dump(2) << "\n";
  if (!file.flush())
    return fail(rt::Status::error(rt::ErrorCode::IO,
                                  "cannot write '" + options.output + "'"));
  return 0;
}
