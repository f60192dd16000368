//===- Tensor.h - Eager tensors that remember what was done -----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A framework as small as can be: tensors are computed at once, on the host, in
// plain loops, and each operation is written down. What was written down can be
// compiled (Compile.h).
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_EMBED_TOYFRAMEWORK_TENSOR_H
#define OAML_EXAMPLES_EMBED_TOYFRAMEWORK_TENSOR_H

#include <cstdint>
#include <string>
#include <vector>

namespace toy {

using Shape = std::vector<int64_t>;

/// What was done to get a value.
struct Record {
  /// The name of OAML's op; empty for an input.
  std::string op;
  /// Positions of the operands on the tape.
  std::vector<size_t> operands;
  Shape shape;
  /// Inputs only: what it is called, whether it is a number of a class (i32)
  /// and whether it is trained.
  std::string name;
  bool isInteger = false, isTrained = false;
};

/// All that was done, in order.
using Tape = std::vector<Record>;

/// A value: numbers that are there, and a place on a tape.
class Tensor {
public:
  Tensor(Tape &tape, Record record, std::vector<float> values);

  const Shape &getShape() const { return shape; }
  const std::vector<float> &getValues() const { return values; }
  Tape &getTape() const { return *tape; }
  size_t getPosition() const { return position; }

private:
  Tape *tape;
  size_t position;
  Shape shape;
  std::vector<float> values;
};

/// An input of the tape.
Tensor input(Tape &tape, const std::string &name, Shape shape,
             std::vector<float> values);
/// Classes, one per row.
Tensor classes(Tape &tape, const std::string &name,
               const std::vector<int32_t> &values);
/// A weight: an input that is trained.
Tensor parameter(Tape &tape, const std::string &name, Shape shape,
                 std::vector<float> values);

/// x [B, K] times weight [N, K] transposed plus bias [N]. Throws
/// std::invalid_argument for other shapes, as all operations do.
Tensor linear(const Tensor &x, const Tensor &weight, const Tensor &bias);
Tensor relu(const Tensor &x);
/// The mean over rows of logits [B, C] of -log softmax at the class, shape [1].
Tensor crossEntropy(const Tensor &logits, const Tensor &targets);

} // namespace toy

#endif // OAML_EXAMPLES_EMBED_TOYFRAMEWORK_TENSOR_H
