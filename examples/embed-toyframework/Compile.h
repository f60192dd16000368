//===- Compile.h - From a tape to a training step ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_EMBED_TOYFRAMEWORK_COMPILE_H
#define OAML_EXAMPLES_EMBED_TOYFRAMEWORK_COMPILE_H

#include "Tensor.h"

#include <oaml-cpp/Compiler.h>
#include <oaml-cpp/Runtime.h>

namespace toy {

/// A tape as compiled programs. Weights live on the device, from step to step.
class Trainer {
public:
  /// Compiles what `loss` (shape [1]) was computed by: a step of gradient
  /// descent on all its parameters, and the forward pass up to `output`. The
  /// extent that all inputs start with may be another one in each run. Throws
  /// Failure.
  Trainer(const Tensor &loss, const Tensor &output,
          const oaml::embed::Device &device);

  /// Sets a weight; all must be set before the first step.
  void setParameter(const Tensor &parameter);

  /// One step on these inputs; gives the loss before it.
  float step(const std::vector<float> &x, const std::vector<int32_t> &targets,
             float learningRate);

  /// The output for these inputs, with the weights after the last step.
  std::vector<float> predict(const std::vector<float> &x);

private:
  /// Binds an input whose first extent follows from the number of values.
  template <typename T>
  void bindInput(oaml::embed::Invocation &call, bool isInteger,
                 const std::vector<T> &values);

  Tape tape;
  /// step, predict.
  std::vector<oaml::embed::Invocation> calls;
};

} // namespace toy

#endif // OAML_EXAMPLES_EMBED_TOYFRAMEWORK_COMPILE_H
