//===- digits.cpp - Trains a classifier of handwritten digits -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A trainer on OAML's runtime: no MLIR in it, and no arithmetic of the model.
// All that is computed comes from digits.mlir, compiled to an artifact by
//
//   oaml-compile examples/digits/digits.mlir -o build/digits/digits.oamlx
//
// Ends with 0: done; 1: wrong input, or fewer held-out digits right than
// wanted; 2: wrong usage; 3: the device or the system failed.

#include "Classifier.h"
#include "Data.h"
#include "Terminal.h"

#include "oaml-rt/AtomicFile.h"
#include "oaml-rt/Safetensors.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

using namespace digits;
using namespace oaml::rt;

namespace {

enum ExitCode { Done = 0, WrongInput = 1, WrongUsage = 2, SystemFailure = 3 };

/// Least percentage of held-out images to be classified right.
constexpr size_t kRequiredPercent = 96;

struct Options {
  std::string artifact = "build/digits/digits.oamlx";
  std::string data = "examples/digits/data";
  std::string weights = "build/digits/weights.safetensors";
  std::string device;
  uint64_t seed = 1, splitSeed = 0;
  unsigned epochs = 30;
  size_t batch = 64;
  float learningRate = 0.005f;
  bool predictOnly = false;
};

/// Keys of the weight file's metadata.
constexpr char kSeedKey[] = "seed";
constexpr char kSplitSeedKey[] = "split_seed";
constexpr char kCorrectKey[] = "held_out_correct";
constexpr char kDeviceKey[] = "device";

} // namespace

static ExitCode fail(ExitCode code, const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "digits: error: %s\n", message.c_str());
  return code;
}

/// Reports an error of the runtime.
static ExitCode fail(const Status &status) {
  switch (status.getCode()) {
  case ErrorCode::InvalidArgument:
  case ErrorCode::InvalidArtifact:
  case ErrorCode::PredicateFailed:
    return fail(WrongInput, status.toString());
  default:
    return fail(SystemFailure, status.toString());
  }
}

static std::string formatAccuracy(size_t correct, size_t images) {
  char text[80];
  std::snprintf(text, sizeof(text), "%.2f %% (%zu of %zu)",
                100.0 * static_cast<double>(correct) /
                    static_cast<double>(images),
                correct, images);
  return text;
}

static size_t countCorrect(const Examples &examples,
                           const std::vector<int32_t> &predictions) {
  size_t correct = 0;
  for (size_t i = 0; i < examples.size(); ++i)
    correct += examples.labels[i] == predictions[i];
  return correct;
}

/// The last line, and what becomes of the process.
static ExitCode finish(size_t correct, size_t images) {
  ExitCode code = Done;
  if (100 * correct < kRequiredPercent * images)
    code = fail(WrongInput, "fewer than " + std::to_string(kRequiredPercent) +
                                " % of the held-out images are classified "
                                "right");
  std::printf("held-out accuracy: %s\n",
              formatAccuracy(correct, images).c_str());
  return code;
}

/// Falls from the full rate at the first step to zero after the last one, along
/// half a wave of the cosine.
static float getLearningRate(const Options &options, size_t step,
                             size_t numSteps) {
  constexpr double kPi = 3.14159265358979323846;
  double done = static_cast<double>(step) / static_cast<double>(numSteps);
  return options.learningRate *
         static_cast<float>(0.5 * (1 + std::cos(kPi * done)));
}

/// All epochs. Returns Done, or reports an error.
static ExitCode trainEpochs(const Options &options, const Examples &examples,
                            Classifier &classifier) {
  // A generator of its own, or the split would depend on the order of draws.
  std::mt19937_64 generator(options.seed);
  Augmentation augmentation;
  size_t perEpoch = (examples.size() + options.batch - 1) / options.batch;
  Progress progress(options.epochs);
  for (unsigned epoch = 1; epoch <= options.epochs; ++epoch) {
    std::vector<size_t> order = shuffledOrder(examples.size(), generator);
    if (Status s = classifier.beginEpoch(perEpoch))
      return fail(s);
    for (size_t i = 0; i < perEpoch; ++i) {
      // The last batch is what is left: the program takes any number of images.
      size_t end = std::min((i + 1) * options.batch, examples.size());
      Examples batch = examples.select(order, i * options.batch, end);
      augmentation.apply(batch, generator);
      float rate = getLearningRate(options, (epoch - 1) * perEpoch + i,
                                   options.epochs * perEpoch);
      if (Status s = classifier.step(batch, rate))
        return fail(s);
      if (!progress.wantsUpdate())
        continue;
      Expected<Score> score = classifier.readScore();
      if (!score)
        return fail(score.getStatus());
      progress.update(epoch, static_cast<double>(i + 1) / perEpoch, *score);
    }
    Expected<Score> score = classifier.readScore();
    if (!score)
      return fail(score.getStatus());
    progress.endEpoch(epoch, *score);
    if (!std::isfinite(score->getLoss()))
      return fail(WrongInput, "the loss is no longer finite after epoch " +
                                  std::to_string(epoch) +
                                  "; a smaller --lr may help");
  }
  return Done;
}

static ExitCode train(const Options &options, const Examples &all,
                      const Device &device, Classifier &classifier) {
  Split split = splitExamples(all, options.splitSeed);
  // Better now than after the training.
  if (Expected<AtomicFile> file = AtomicFile::create(options.weights); !file)
    return fail(file.getStatus());
  std::printf("training on %zu images, %zu held out\n", split.train.size(),
              split.heldOut.size());
  if (Status s = classifier.initialize(options.seed))
    return fail(s);

  auto start = std::chrono::steady_clock::now();
  if (ExitCode code = trainEpochs(options, split.train, classifier))
    return code;
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  size_t perEpoch = (split.train.size() + options.batch - 1) / options.batch;
  size_t numSteps = options.epochs * perEpoch;
  std::printf("%zu steps in %.2f s, %.2f ms each\n", numSteps, time.count(),
              1e3 * time.count() / static_cast<double>(numSteps));

  Expected<std::vector<int32_t>> predictions =
      classifier.predict(split.heldOut);
  if (!predictions)
    return fail(predictions.getStatus());
  size_t correct = countCorrect(split.heldOut, *predictions);

  Expected<std::vector<Safetensors::Entry>> weights = classifier.readWeights();
  if (!weights)
    return fail(weights.getStatus());
  Safetensors file{std::move(*weights),
                   {{kSeedKey, std::to_string(options.seed)},
                    {kSplitSeedKey, std::to_string(options.splitSeed)},
                    {kCorrectKey, std::to_string(correct)},
                    {kDeviceKey, device.getInfo().name}}};
  if (Status s = writeSafetensors(options.weights, file))
    return fail(s);
  std::printf("weights saved in %s\n", options.weights.c_str());
  return finish(correct, split.heldOut.size());
}

/// A number in the metadata of a weight file.
static Expected<uint64_t> getNumber(const Safetensors &file, const char *key) {
  auto found = file.metadata.find(key);
  if (found == file.metadata.end())
    return Status::error(ErrorCode::InvalidArgument,
                         std::string("has no '") + key +
                             "' in its metadata: it was not written here");
  const std::string &text = found->second;
  uint64_t number = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size())
    return Status::error(ErrorCode::InvalidArgument,
                         std::string("'") + key +
                             "' in its metadata requires a number, found '" +
                             text + "'");
  return number;
}

/// The first held-out images, and some that are taken for something else.
static void showSome(const Examples &examples,
                     const std::vector<int32_t> &predictions) {
  constexpr size_t numFirst = 4, numWrong = 4;
  std::vector<size_t> rows;
  for (size_t i = 0; i < std::min(numFirst, examples.size()); ++i)
    rows.push_back(i);
  size_t wrong = 0;
  for (size_t i = numFirst; i < examples.size() && wrong < numWrong; ++i)
    if (examples.labels[i] != predictions[i]) {
      rows.push_back(i);
      ++wrong;
    }
  drawDigits(examples, predictions, rows);
}

/// Weights from a file against the images that were held out when it was made.
static ExitCode predictHeldOut(const Options &options, const Examples &all,
                               const Device &device, Classifier &classifier) {
  Expected<Safetensors> file = readSafetensors(options.weights);
  if (!file)
    return fail(WrongInput, file.getStatus().toString());
  Expected<uint64_t> splitSeed = getNumber(*file, kSplitSeedKey);
  if (!splitSeed)
    return fail(WrongInput,
                options.weights + ": " + splitSeed.getStatus().getMessage());
  Expected<uint64_t> saved = getNumber(*file, kCorrectKey);
  if (!saved)
    return fail(WrongInput,
                options.weights + ": " + saved.getStatus().getMessage());
  if (Status s = classifier.loadWeights(*file)) {
    if (s.getCode() != ErrorCode::InvalidArgument)
      return fail(s);
    return fail(WrongInput, options.weights + ": " + s.getMessage());
  }
  std::printf("weights loaded from %s\n\n", options.weights.c_str());

  Split split = splitExamples(all, *splitSeed);
  Expected<std::vector<int32_t>> predictions =
      classifier.predict(split.heldOut);
  if (!predictions)
    return fail(predictions.getStatus());
  showSome(split.heldOut, *predictions);
  size_t correct = countCorrect(split.heldOut, *predictions);
  if (correct != *saved) {
    std::string difference = "after training " + std::to_string(*saved) +
                             " held-out images were classified right, now " +
                             std::to_string(correct) + " are";
    // Another device may round a near tie to the other side.
    if (file->metadata[kDeviceKey] == device.getInfo().name)
      return fail(WrongInput, options.weights + ": " + difference);
    std::printf("%s (on %s then)\n", difference.c_str(),
                file->metadata[kDeviceKey].c_str());
  }
  return finish(correct, split.heldOut.size());
}

static ExitCode run(const Options &options) {
  Expected<Examples> examples = readExamples(options.data);
  if (!examples)
    return fail(WrongInput, examples.getStatus().toString());
  Expected<Artifact> artifact = Artifact::load(options.artifact);
  if (!artifact)
    return fail(WrongInput, artifact.getStatus().toString());
  DeviceOptions deviceOptions;
  deviceOptions.device = options.device;
  Expected<Device> device = Device::create(deviceOptions);
  if (!device)
    return fail(device.getStatus());
  std::printf("device: %s\n", device->getInfo().name.c_str());
  Expected<Classifier> classifier = Classifier::create(*device, *artifact);
  if (!classifier) {
    const Status &s = classifier.getStatus();
    if (s.getCode() == ErrorCode::NotFound) // an entry: another program
      return fail(WrongInput, options.artifact + ": " + s.getMessage());
    return fail(s);
  }
  if (options.predictOnly)
    return predictHeldOut(options, *examples, *device, *classifier);
  return train(options, *examples, *device, *classifier);
}

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Trains a classifier of handwritten digits on a Vulkan device, "
               "tests it on held-out images and saves its weights.\n"
               "Paths are relative to the current directory.",
               "digits");
  app.add_option("--artifact", options.artifact,
                 "digits.mlir, compiled by oaml-compile")
      ->capture_default_str()
      ->group("Files");
  app.add_option("--data", options.data,
                 "Directory of images.npy and labels.npy")
      ->capture_default_str()
      ->group("Files");
  app.add_option("--weights", options.weights,
                 "Weights (safetensors): written, or read by --predict-only")
      ->capture_default_str()
      ->group("Files");
  app.add_option("--seed", options.seed,
                 "Start weights, order of images, noise")
      ->capture_default_str()
      ->group("Training");
  app.add_option("--split-seed", options.splitSeed,
                 "Which fifth of the images is held out; --predict-only has "
                 "it from the weights' file")
      ->capture_default_str()
      ->group("Training");
  app.add_option("--epochs", options.epochs, "Passes over the images")
      ->check(CLI::Range(1u, 1000000u))
      ->capture_default_str()
      ->group("Training");
  app.add_option("--batch", options.batch, "Images per step")
      ->check(CLI::Range(size_t(1), size_t(1) << 20))
      ->capture_default_str()
      ->group("Training");
  app.add_option("--lr", options.learningRate,
                 "Learning rate of the first step; it falls to 0")
      ->check(CLI::PositiveNumber)
      ->capture_default_str()
      ->group("Training");
  app.add_option("--device", options.device,
                 "Index, profile or a part of the name; default: OAML_DEVICE, "
                 "or the best")
      ->group("Execution");
  app.add_flag("--predict-only", options.predictOnly,
               "Do not train: load weights and test them")
      ->group("Execution");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) // --help
      return app.exit(error);
    return fail(WrongUsage, error.what());
  }
  return run(options);
}
