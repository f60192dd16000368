//===- Classifier.cpp - The compiled digits program on a device -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classifier.h"

#include <algorithm>
#include <cstring>

using namespace digits;
using namespace oaml::rt;

/// Results may be bound at multiples of 16 bytes.
static constexpr size_t kSlot = 16;

static int64_t toExtent(size_t count) { return static_cast<int64_t>(count); }

/// The number of a result, or an error that names what is missing.
static Expected<int> findResult(const Invocation &call, const char *name) {
  int index = call.getEntry().findResult(name);
  if (index < 0)
    return Status::error(ErrorCode::NotFound, "entry '" + call.getEntry().name +
                                                  "' has no result '" + name +
                                                  "'");
  return index;
}

Expected<Classifier> Classifier::create(const Device &device,
                                        const Artifact &artifact) {
  Expected<Program> program = Program::create(device, artifact);
  if (!program)
    return program.getStatus();
  Expected<Invocation> init = program->createInvocation("init");
  if (!init)
    return init.getStatus();
  Expected<Invocation> step = program->createInvocation("step");
  if (!step)
    return step.getStatus();
  Expected<Invocation> predict = program->createInvocation("predict");
  if (!predict)
    return predict.getStatus();
  Expected<int> loss = findResult(*step, "loss");
  if (!loss)
    return loss.getStatus();
  Expected<int> correct = findResult(*step, "correct");
  if (!correct)
    return correct.getStatus();
  Expected<int> digits = findResult(*predict, "digits");
  if (!digits)
    return digits.getStatus();
  // Pipelines are made in parallel now, not one after the other in first runs.
  if (Status s = program->prepare())
    return s;
  Classifier classifier(std::move(*program), std::move(*init), std::move(*step),
                        std::move(*predict));
  classifier.lossResult = *loss;
  classifier.correctResult = *correct;
  classifier.digitsResult = *digits;
  return classifier;
}

Status Classifier::initialize(uint64_t seed) {
  program.setSeed(seed);
  if (Status s = initCall.run())
    return s;
  variables.clear();
  const std::vector<TensorInfo> &results = initCall.getEntry().results;
  for (size_t i = 0; i < results.size(); ++i) {
    Expected<std::vector<int64_t>> shape = initCall.getResultShape(i);
    if (!shape)
      return shape.getStatus();
    Expected<Buffer> buffer = initCall.takeResult(i);
    if (!buffer)
      return buffer.getStatus();
    variables.push_back({results[i].name, results[i].dtype, *shape, *buffer});
  }
  // The same memory for all: `step` donates it, so it stays in place.
  for (const Variable &variable : variables) {
    if (Status s = stepCall.bindArgument(variable.name, variable.buffer,
                                         variable.dtype, variable.shape))
      return s;
    if (predictCall.getEntry().findArgument(variable.name) < 0)
      continue; // a moment
    if (Status s = predictCall.bindArgument(variable.name, variable.buffer,
                                            variable.dtype, variable.shape))
      return s;
  }
  numSteps = 0;
  return {};
}

Status Classifier::beginEpoch(size_t count) {
  batchSizes.clear();
  uint64_t bytes = count * kSlot;
  if (losses && losses.getSize() >= bytes)
    return {};
  for (Buffer *buffer : {&losses, &counts}) {
    Expected<Buffer> created =
        Buffer::create(program.getDevice(), bytes, "scores of an epoch");
    if (!created)
      return created.getStatus();
    *buffer = *created;
  }
  return {};
}

Status Classifier::step(const Examples &batch, float learningRate) {
  int64_t count = toExtent(batch.size());
  ++numSteps;
  struct Argument {
    const char *name;
    HostTensor tensor;
  };
  const Argument arguments[] = {
      {"images", {DType::F32, {count, toExtent(kPixels)}, batch.images.data()}},
      {"labels", {DType::I32, {count}, batch.labels.data()}},
      {"lr", {DType::F32, {}, &learningRate}},
      {"step", {DType::I32, {}, &numSteps}}};
  for (const Argument &argument : arguments)
    if (Status s = stepCall.bindHost(argument.name, argument.tensor))
      return s;
  uint64_t slot = batchSizes.size() * kSlot;
  if (Status s = stepCall.bindResult(lossResult, losses, slot))
    return s;
  if (Status s = stepCall.bindResult(correctResult, counts, slot))
    return s;
  if (Status s = stepCall.run())
    return s;
  batchSizes.push_back(batch.size());
  return {};
}

Expected<Score> Classifier::readScore() const {
  size_t bytes = batchSizes.size() * kSlot;
  std::vector<char> lossBytes(bytes), countBytes(bytes);
  if (Status s = losses.read(0, lossBytes.data(), bytes))
    return s;
  if (Status s = counts.read(0, countBytes.data(), bytes))
    return s;
  Score score;
  for (size_t i = 0; i < batchSizes.size(); ++i) {
    float loss = 0;
    int32_t correct = 0;
    std::memcpy(&loss, &lossBytes[i * kSlot], sizeof(loss));
    std::memcpy(&correct, &countBytes[i * kSlot], sizeof(correct));
    score.weightedLoss += static_cast<double>(loss) * batchSizes[i];
    score.correct += correct;
    score.images += batchSizes[i];
  }
  return score;
}

Expected<std::vector<int32_t>> Classifier::predict(const Examples &examples) {
  HostTensor images{DType::F32,
                    {toExtent(examples.size()), toExtent(kPixels)},
                    examples.images.data()};
  if (Status s = predictCall.bindHost("images", images))
    return s;
  if (Status s = predictCall.run())
    return s;
  std::vector<int32_t> digits(examples.size());
  if (Status s = predictCall.readResult(digitsResult, digits.data(),
                                        digits.size() * sizeof(int32_t)))
    return s;
  return digits;
}

Expected<std::vector<Safetensors::Entry>> Classifier::readWeights() const {
  std::vector<Safetensors::Entry> entries;
  for (const Variable &variable : variables) {
    if (predictCall.getEntry().findArgument(variable.name) < 0)
      continue;
    Expected<uint64_t> bytes = getByteSize(variable.dtype, variable.shape);
    if (!bytes)
      return bytes.getStatus();
    Safetensors::Entry entry{variable.name,
                             {variable.dtype, variable.shape, {}}};
    entry.array.bytes.resize(*bytes);
    if (Status s = variable.buffer.read(0, entry.array.bytes.data(), *bytes))
      return s;
    entries.push_back(std::move(entry));
  }
  return entries;
}

Status Classifier::loadWeights(const Safetensors &file) {
  for (const TensorInfo &argument : predictCall.getEntry().arguments) {
    if (argument.name == "images")
      continue;
    const HostArray *array = file.find(argument.name);
    if (!array)
      return Status::error(ErrorCode::InvalidArgument,
                           "has no array '" + argument.name + "' of type " +
                               argument.getTypeText());
    if (Status s = predictCall.bindHost(
            argument.name, {array->dtype, array->shape, array->bytes.data()}))
      return s;
  }
  return {};
}
