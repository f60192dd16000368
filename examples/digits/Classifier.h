//===- Classifier.h - The compiled digits program on a device ---*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_DIGITS_CLASSIFIER_H
#define OAML_EXAMPLES_DIGITS_CLASSIFIER_H

#include "Data.h"

#include "oaml-rt/Program.h"
#include "oaml-rt/Safetensors.h"

#include <string>
#include <vector>

namespace digits {

/// What @step says of batches, summed.
struct Score {
  /// Sum of the batches' losses, each times its number of images.
  double weightedLoss = 0;
  size_t correct = 0, images = 0;

  double getLoss() const { return weightedLoss / static_cast<double>(images); }
  double getAccuracy() const {
    return static_cast<double>(correct) / static_cast<double>(images);
  }
};

/// Runs the entries `init`, `step` and `predict` of digits.mlir. Weights and
/// moments live in device memory that `init` allocates, `step` updates in place
/// and `predict` reads; nothing of them comes to the host but for saving.
class Classifier {
public:
  static oaml::rt::Expected<Classifier>
  create(const oaml::rt::Device &device, const oaml::rt::Artifact &artifact);

  /// New weights, drawn from `seed`; moments and the count of steps are zero.
  oaml::rt::Status initialize(uint64_t seed);

  /// Forgets the losses so far and makes room for those of `numSteps` steps.
  oaml::rt::Status beginEpoch(size_t numSteps);

  /// One step of AdamW; one run of the program. Its loss stays on the device.
  oaml::rt::Status step(const Examples &batch, float learningRate);

  /// The steps since `beginEpoch`, each judged before its update.
  oaml::rt::Expected<Score> readScore() const;

  /// The digit that each image shows.
  oaml::rt::Expected<std::vector<int32_t>> predict(const Examples &examples);

  /// The weights under the names of @predict's arguments.
  oaml::rt::Expected<std::vector<oaml::rt::Safetensors::Entry>>
  readWeights() const;

  /// Takes weights of these names; InvalidArgument where one is missing or of
  /// another type.
  oaml::rt::Status loadWeights(const oaml::rt::Safetensors &file);

private:
  /// Device memory that outlives a run.
  struct Variable {
    std::string name;
    oaml::rt::DType dtype;
    std::vector<int64_t> shape;
    oaml::rt::Buffer buffer;
  };

  Classifier(oaml::rt::Program program, oaml::rt::Invocation init,
             oaml::rt::Invocation step, oaml::rt::Invocation predict)
      : program(std::move(program)), initCall(std::move(init)),
        stepCall(std::move(step)), predictCall(std::move(predict)) {}

  oaml::rt::Program program;
  oaml::rt::Invocation initCall, stepCall, predictCall;
  int lossResult = -1, correctResult = -1, digitsResult = -1;

  /// Results of `init`, arguments of the other two.
  std::vector<Variable> variables;
  int32_t numSteps = 0;

  /// A slot per step of an epoch for its loss and count of right answers.
  oaml::rt::Buffer losses, counts;
  /// Images of each step since `beginEpoch`.
  std::vector<size_t> batchSizes;
};

} // namespace digits

#endif // OAML_EXAMPLES_DIGITS_CLASSIFIER_H
