//===- TestArtifact.cpp - Small artifacts for tests -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestArtifact.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>

using namespace oaml::rt;
using namespace oaml::rt::test;
using artifact::Access;
using artifact::ExprKind;
using artifact::ExprOp;
using artifact::Space;

ExprOp test::constant(int64_t value) { return {value, ExprKind::Constant}; }

ExprOp test::symbol(int64_t index) { return {index, ExprKind::Symbol}; }

ExprOp test::op(ExprKind kind) { return {0, kind}; }

ExprPtr test::expr(std::vector<ExprOp> ops) {
  auto result = std::make_unique<artifact::ExprT>();
  result->ops = std::move(ops);
  return result;
}

ExprPtr test::expr(int64_t value) {
  return expr(std::vector<ExprOp>{constant(value)});
}

std::vector<uint32_t> test::readKernel(const std::string &name) {
  std::ifstream file(OAML_TEST_SPIRV_DIR "/" + name + ".spv",
                     std::ios::binary | std::ios::ate);
  EXPECT_TRUE(file) << name;
  std::vector<uint32_t> words(static_cast<size_t>(file.tellg()) / 4);
  file.seekg(0);
  file.read(reinterpret_cast<char *>(words.data()),
            static_cast<std::streamsize>(words.size() * 4));
  return words;
}

TestArtifact::TestArtifact(unsigned subgroupSize) : subgroupSize(subgroupSize) {
  root.schema_major = kSchemaMajor;
  root.schema_minor = kSchemaMinor;
  root.compiler = "test";
  root.target = "any";
  root.vulkan_version = (1u << 22) | (2u << 12);
}

unsigned TestArtifact::addKernel(const std::string &name,
                                 unsigned numAddresses) {
  for (size_t i = 0; i < root.kernels.size(); ++i)
    if (root.kernels[i]->name == name)
      return static_cast<unsigned>(i);
  auto kernel = std::make_unique<artifact::KernelT>();
  kernel->name = kernel->entry_point = name;
  kernel->spirv = readKernel(name);
  kernel->spirv_hash =
      hashBytes(kernel->spirv.data(), kernel->spirv.size() * 4);
  kernel->subgroup_size = subgroupSize;
  kernel->workgroup_size = 8;
  kernel->num_addresses = numAddresses;
  kernel->num_values = 1;
  kernel->record_size = static_cast<uint32_t>(getRecordSize(numAddresses, 1));
  kernel->ops = {"oaml." + name};
  root.kernels.push_back(std::move(kernel));
  return static_cast<unsigned>(root.kernels.size() - 1);
}

artifact::EntryT &TestArtifact::addEntry(const std::string &name) {
  root.entries.push_back(std::make_unique<artifact::EntryT>());
  root.entries.back()->name = name;
  root.entries.back()->arena_size = expr(0);
  return *root.entries.back();
}

unsigned TestArtifact::addConstant(const std::vector<float> &values) {
  auto constant = std::make_unique<artifact::ConstantInfoT>();
  segment.resize((segment.size() + kBufferAlignment - 1) / kBufferAlignment *
                 kBufferAlignment);
  constant->offset = segment.size();
  constant->size = 4 * values.size();
  segment.resize(segment.size() + constant->size);
  std::memcpy(segment.data() + constant->offset, values.data(), constant->size);
  root.constants.push_back(std::move(constant));
  return static_cast<unsigned>(root.constants.size() - 1);
}

uint32_t TestArtifact::addLocation(const std::string &text) {
  root.locations.push_back(text);
  return static_cast<uint32_t>(root.locations.size() - 1);
}

std::vector<uint8_t> TestArtifact::build() const {
  flatbuffers::FlatBufferBuilder builder;
  auto offset = artifact::Artifact::Pack(builder, &root);
  builder.FinishSizePrefixed(offset, artifact::ArtifactIdentifier());
  std::vector<uint8_t> bytes(builder.GetBufferPointer(),
                             builder.GetBufferPointer() + builder.GetSize());
  if (segment.empty())
    return bytes;
  bytes.resize(getConstantSegmentBegin(bytes.size()));
  bytes.insert(bytes.end(), segment.begin(), segment.end());
  return bytes;
}

std::unique_ptr<artifact::TensorInfoT>
test::makeTensor(const std::string &name, std::vector<ExprPtr> dims,
                 artifact::DType dtype) {
  auto tensor = std::make_unique<artifact::TensorInfoT>();
  tensor->name = name;
  tensor->dtype = dtype;
  for (ExprPtr &extent : dims) {
    auto dim = std::make_unique<artifact::DimT>();
    if (extent->ops.size() == 1 && extent->ops[0].kind() == ExprKind::Symbol)
      dim->name = "B";
    dim->extent = std::move(extent);
    tensor->dims.push_back(std::move(dim));
  }
  return tensor;
}

std::unique_ptr<artifact::BufferRefT>
test::makeRef(Space space, unsigned index, ExprPtr size, ExprPtr offset) {
  auto ref = std::make_unique<artifact::BufferRefT>();
  ref->space = space;
  ref->index = index;
  ref->offset = std::move(offset);
  ref->size = std::move(size);
  return ref;
}

/// `steps` followed by `constant` and an operator.
static std::vector<ExprOp> with(std::vector<ExprOp> steps, int64_t value,
                                ExprKind kind) {
  steps.push_back(test::constant(value));
  steps.push_back(test::op(kind));
  return steps;
}

artifact::LaunchT &test::addLaunch(artifact::EntryT &entry, unsigned kernel,
                                   const std::vector<Operand> &operands,
                                   const std::vector<ExprOp> &n,
                                   const std::string &label) {
  auto launch = std::make_unique<artifact::LaunchT>();
  launch->kernel = kernel;
  launch->label = label;
  launch->grid = expr(with(n, 8, ExprKind::CeilDiv));
  for (const Operand &operand : operands) {
    auto field = std::make_unique<artifact::AddressFieldT>();
    field->buffer =
        makeRef(operand.space, operand.index, expr(with(n, 4, ExprKind::Mul)));
    field->access = operand.access;
    launch->addresses.push_back(std::move(field));
  }
  launch->values.push_back(std::make_unique<artifact::ValueFieldT>());
  launch->values.back()->value = expr(n);
  artifact::LaunchT &result = *launch;
  artifact::CommandUnion command;
  command.type = artifact::Command::Launch;
  command.value = launch.release();
  entry.commands.push_back(std::move(command));
  return result;
}

void test::addBarrier(artifact::EntryT &entry) {
  artifact::CommandUnion command;
  command.type = artifact::Command::Barrier;
  command.value = new artifact::BarrierT();
  entry.commands.push_back(std::move(command));
}

artifact::CopyT &test::addCopy(artifact::EntryT &entry, Operand from,
                               Operand to, const std::vector<ExprOp> &size) {
  auto copy = std::make_unique<artifact::CopyT>();
  copy->from = makeRef(from.space, from.index, expr(size));
  copy->to = makeRef(to.space, to.index, expr(size));
  copy->size = expr(size);
  copy->label = "copy";
  artifact::CopyT &result = *copy;
  artifact::CommandUnion command;
  command.type = artifact::Command::Copy;
  command.value = copy.release();
  entry.commands.push_back(std::move(command));
  return result;
}

void test::addArenaBuffer(artifact::EntryT &entry, const std::string &name,
                          ExprPtr offset, ExprPtr size) {
  auto buffer = std::make_unique<artifact::ArenaBufferT>();
  buffer->name = name;
  buffer->offset = std::move(offset);
  buffer->size = std::move(size);
  entry.arena_buffers.push_back(std::move(buffer));
}

/// Adds the symbol B, dimension 0 of argument 0.
static void addSymbolB(artifact::EntryT &entry) {
  entry.symbols.push_back(std::make_unique<artifact::SymbolT>());
  entry.symbols.back()->name = "B";
}

/// Dims of one extent.
static std::vector<ExprPtr> dims(ExprPtr extent) {
  std::vector<ExprPtr> result;
  result.push_back(std::move(extent));
  return result;
}

TestArtifact test::makeProgram(unsigned subgroupSize) {
  TestArtifact program(subgroupSize);
  const std::vector<ExprOp> b = {symbol(0)};
  const std::vector<ExprOp> bytes = with(b, 4, ExprKind::Mul);
  unsigned add = program.addKernel("add", 3);
  unsigned addOne = program.addKernel("add_one", 2);
  unsigned copy = program.addKernel("copy", 2);
  unsigned wild = program.addKernel("wild", 2);
  unsigned spreadSeed = program.addKernel("spread_seed", 2);
  unsigned bias = program.addConstant({1, 2, 3, 4});

  artifact::EntryT &addEntry = program.addEntry("add");
  addEntry.arguments.push_back(makeTensor("x", dims(expr(b))));
  addEntry.arguments.push_back(makeTensor("y", dims(expr(b))));
  addEntry.results.push_back(makeTensor("z", dims(expr(b))));
  addSymbolB(addEntry);
  auto predicate = std::make_unique<artifact::PredicateT>();
  predicate->op = "oaml.add";
  predicate->rule = "a small batch";
  predicate->lhs = expr(b);
  predicate->comparison = artifact::Comparison::LE;
  predicate->rhs = expr(1000000);
  predicate->location = program.addLocation("model.mlir:3:8");
  addEntry.predicates.push_back(std::move(predicate));
  addLaunch(addEntry, add,
            {{Space::Argument, 0, Access::Read},
             {Space::Argument, 1, Access::Read},
             {Space::Result, 0, Access::Write}},
            b, "add")
      .location = program.addLocation("model.mlir:4:8");

  artifact::EntryT &step = program.addEntry("step");
  step.arguments.push_back(makeTensor("w", dims(expr(b))));
  step.arguments[0]->donated = 0;
  step.results.push_back(makeTensor("w", dims(expr(b))));
  addSymbolB(step);
  addLaunch(step, addOne,
            {{Space::Argument, 0, Access::Read},
             {Space::Result, 0, Access::ReadWrite}},
            b, "add_one");

  artifact::EntryT &chain = program.addEntry("chain");
  chain.arguments.push_back(makeTensor("x", dims(expr(b))));
  chain.results.push_back(makeTensor("y", dims(expr(b))));
  addSymbolB(chain);
  chain.arena_size = expr(bytes);
  chain.arena_lower_bound = expr(bytes);
  addArenaBuffer(chain, "t", expr(0), expr(bytes));
  addLaunch(
      chain, addOne,
      {{Space::Argument, 0, Access::Read}, {Space::Arena, 0, Access::Write}}, b,
      "add_one");
  addBarrier(chain);
  addLaunch(chain, add,
            {{Space::Arena, 0, Access::Read},
             {Space::Argument, 0, Access::Read},
             {Space::Result, 0, Access::Write}},
            b, "add");

  artifact::EntryT &biasEntry = program.addEntry("bias");
  biasEntry.arguments.push_back(makeTensor("x", dims(expr(4))));
  biasEntry.results.push_back(makeTensor("y", dims(expr(4))));
  addLaunch(biasEntry, add,
            {{Space::Argument, 0, Access::Read},
             {Space::Constant, bias, Access::Read},
             {Space::Result, 0, Access::Write}},
            {constant(4)}, "bias");

  artifact::EntryT &duplicate = program.addEntry("duplicate");
  duplicate.arguments.push_back(makeTensor("x", dims(expr(b))));
  duplicate.results.push_back(makeTensor("y", dims(expr(b))));
  addSymbolB(duplicate);
  addCopy(duplicate, {Space::Argument, 0, Access::Read},
          {Space::Result, 0, Access::Write}, bytes);

  artifact::EntryT &noise = program.addEntry("noise");
  noise.arguments.push_back(makeTensor("x", dims(expr(b))));
  noise.arguments.push_back(makeTensor("run_seed", {}, artifact::DType::I32));
  noise.arguments[1]->hidden = artifact::Hidden::RunSeed;
  noise.results.push_back(makeTensor("y", dims(expr(b)), artifact::DType::I32));
  addSymbolB(noise);
  addLaunch(
      noise, spreadSeed,
      {{Space::Argument, 1, Access::Read}, {Space::Result, 0, Access::Write}},
      b, "noise")
      .addresses[0]
      ->buffer->size = expr(4);

  artifact::EntryT &wildEntry = program.addEntry("wild");
  wildEntry.arguments.push_back(makeTensor("x", dims(expr(b))));
  wildEntry.results.push_back(makeTensor("y", dims(expr(b))));
  addSymbolB(wildEntry);
  wildEntry.arena_size = expr(bytes);
  addArenaBuffer(wildEntry, "t", expr(0), expr(bytes));
  addLaunch(
      wildEntry, wild,
      {{Space::Argument, 0, Access::Read}, {Space::Arena, 0, Access::Write}}, b,
      "wild");
  addBarrier(wildEntry);
  addLaunch(
      wildEntry, copy,
      {{Space::Arena, 0, Access::Read}, {Space::Result, 0, Access::Write}}, b,
      "copy");

  artifact::EntryT &wide = program.addEntry("wide");
  wide.arguments.push_back(makeTensor("x", dims(expr(600000))));
  wide.results.push_back(makeTensor("y", dims(expr(600000))));
  addLaunch(
      wide, addOne,
      {{Space::Argument, 0, Access::Read}, {Space::Result, 0, Access::Write}},
      {constant(600000)}, "wide");

  program.root.constant_length = program.segment.size();
  program.root.constant_hash =
      hashBytes(program.segment.data(), program.segment.size());
  return program;
}
