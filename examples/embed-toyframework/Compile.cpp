//===- Compile.cpp - From a tape to a training step -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include <map>

using namespace toy;
using namespace oaml::embed;

namespace {

/// What the value at `root` depends on, in the order of the tape.
std::vector<size_t> collect(const Tape &tape, size_t root) {
  std::vector<bool> isNeeded(tape.size());
  isNeeded[root] = true;
  for (size_t i = root + 1; i-- > 0;)
    if (isNeeded[i])
      for (size_t operand : tape[i].operands)
        isNeeded[operand] = true;
  std::vector<size_t> needed;
  for (size_t i = 0; i <= root; ++i)
    if (isNeeded[i])
      needed.push_back(i);
  return needed;
}

/// Inputs are arguments. Batches may have any size: "B".
TensorSpec getSpec(const Record &record) {
  TensorSpec spec{
      record.isInteger ? OAML_I32 : OAML_F32, record.shape, record.name, {}};
  if (!record.isTrained) {
    spec.shape[0] = OAML_DYNAMIC;
    spec.dims.resize(spec.shape.size());
    spec.dims[0] = "B";
  }
  return spec;
}

std::vector<TensorSpec> getSpecs(const Tape &tape,
                                 const std::vector<size_t> &inputs) {
  std::vector<TensorSpec> specs;
  for (size_t input : inputs)
    specs.push_back(getSpec(tape[input]));
  return specs;
}

std::vector<size_t> getInputs(const Tape &tape, size_t root) {
  std::vector<size_t> inputs;
  for (size_t i : collect(tape, root))
    if (tape[i].op.empty())
      inputs.push_back(i);
  return inputs;
}

/// The tape up to `root` as a function of its inputs.
Function addFunction(Module &module, const std::string &name, const Tape &tape,
                     size_t root, bool isPublic) {
  std::vector<size_t> inputs = getInputs(tape, root);
  Function function =
      module.addFunction(name, getSpecs(tape, inputs), isPublic).value();
  std::map<size_t, Value> values;
  for (size_t i = 0; i < inputs.size(); ++i)
    values[inputs[i]] = function.getArgument(i);
  for (size_t i : collect(tape, root)) {
    if (tape[i].op.empty())
      continue;
    std::vector<Value> operands;
    for (size_t operand : tape[i].operands)
      operands.push_back(values[operand]);
    values[i] = function.op(tape[i].op, operands).value();
  }
  function.setResults({values[root]}, {"value"}).value();
  return function;
}

/// loss, weights' = step(inputs, learning rate), in place.
void addStep(Module &module, const Function &loss, const Tape &tape,
             size_t root) {
  std::vector<size_t> inputs = getInputs(tape, root);
  std::vector<TensorSpec> specs = getSpecs(tape, inputs);
  specs.push_back({OAML_F32, {}, "lr", {}});
  Function step = module.addFunction("step", specs).value();
  std::vector<Value> arguments;
  std::vector<int64_t> wrt;
  for (size_t i = 0; i < inputs.size(); ++i) {
    arguments.push_back(step.getArgument(i));
    if (tape[inputs[i]].isTrained)
      wrt.push_back(static_cast<int64_t>(i));
  }
  std::vector<Value> values = step.valueAndGrad(loss, arguments, wrt).value();
  std::vector<Value> results = {values[0]};
  for (size_t i = 0; i < wrt.size(); ++i) {
    auto argument = static_cast<size_t>(wrt[i]);
    step.donate(argument, results.size()).value();
    results.push_back(step.op("sgd_step",
                              {arguments[argument], {}, values[1 + i]},
                              {{"lr", step.getArgument(inputs.size())},
                               {"momentum_factor", 0.0},
                               {"weight_decay", 0.0}})
                          .value());
  }
  step.setResults(results).value();
}

} // namespace

Trainer::Trainer(const Tensor &loss, const Tensor &output, const Device &device)
    : tape(loss.getTape()) {
  Context context;
  Module module(context);
  Function function =
      addFunction(module, "loss", tape, loss.getPosition(), false);
  addStep(module, function, tape, loss.getPosition());
  addFunction(module, "predict", tape, output.getPosition(), true);
  std::string bytes = module.compile(device.getInfo().description).value();
  Artifact artifact = Artifact::fromMemory(bytes.data(), bytes.size()).value();
  Program program = Program::create(device, artifact).value();
  calls.push_back(program.invoke("step").value());
  calls.push_back(program.invoke("predict").value());
}

void Trainer::setParameter(const Tensor &parameter) {
  calls[0]
      .bind(tape[parameter.getPosition()].name, parameter.getValues().data(),
            parameter.getShape())
      .value();
}

template <typename T>
void Trainer::bindInput(Invocation &call, bool isInteger,
                        const std::vector<T> &values) {
  for (const Record &record : tape) {
    if (!record.op.empty() || record.isTrained || record.isInteger != isInteger)
      continue;
    Shape shape = record.shape;
    int64_t perRow = 1;
    for (size_t d = 1; d < shape.size(); ++d)
      perRow *= shape[d];
    shape[0] = static_cast<int64_t>(values.size()) / perRow;
    call.bind(record.name, values.data(), shape).value();
  }
}

float Trainer::step(const std::vector<float> &x,
                    const std::vector<int32_t> &targets, float learningRate) {
  Invocation &call = calls[0];
  bindInput(call, false, x);
  bindInput(call, true, targets);
  call.bind("lr", &learningRate, {}).value();
  call.run().value();
  return call.read<float>(0).value().front();
}

std::vector<float> Trainer::predict(const std::vector<float> &x) {
  // The weights where the last step left them, without a copy.
  const OamlEntryInfo &step = calls[0].getEntry();
  for (size_t i = 0; i < step.numArguments; ++i) {
    const OamlTensorInfo &info = *step.arguments[i];
    if (info.donated < 0)
      continue;
    Shape shape;
    for (size_t d = 0; d < info.rank; ++d)
      shape.push_back(info.dims[d].value);
    Buffer buffer =
        calls[0].getResult(static_cast<size_t>(info.donated)).value();
    calls[1].bind(info.name, buffer, OAML_F32, shape).value();
  }
  bindInput(calls[1], false, x);
  calls[1].run().value();
  return calls[1].read<float>(0).value();
}
