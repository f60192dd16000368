//===- TestArtifact.h - Small artifacts for tests ---------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_UNITTESTS_RUNTIME_TESTARTIFACT_H
#define OAML_UNITTESTS_RUNTIME_TESTARTIFACT_H

#include "oaml-rt/ArtifactFormat.h"
#include "oaml-rt/Artifact_generated.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace oaml::rt::test {

/// Steps of expressions.
artifact::ExprOp constant(int64_t value);
artifact::ExprOp symbol(int64_t index);
artifact::ExprOp op(artifact::ExprKind kind);

using ExprPtr = std::unique_ptr<artifact::ExprT>;
ExprPtr expr(std::vector<artifact::ExprOp> ops);
ExprPtr expr(int64_t value);

/// The SPIR-V of Inputs/`name`.spvasm.
std::vector<uint32_t> readKernel(const std::string &name);

/// An artifact in the making. The kernels are those of Inputs: all have the
/// fields "pointers, n" and compute 8 elements per workgroup.
class TestArtifact {
public:
  /// Kernels are compiled for subgroups of `subgroupSize` lanes.
  explicit TestArtifact(unsigned subgroupSize = 8);

  /// Adds a kernel, once; returns its position.
  unsigned addKernel(const std::string &name, unsigned numAddresses);

  /// Adds an entry without anything.
  artifact::EntryT &addEntry(const std::string &name);

  /// Adds a constant of floats; returns its position.
  unsigned addConstant(const std::vector<float> &values);

  /// Adds a location; returns its position.
  uint32_t addLocation(const std::string &text);

  /// The bytes of the file; `root` has length and hash of `segment` by then.
  std::vector<uint8_t> build() const;

  artifact::ArtifactT root;
  std::vector<uint8_t> segment;

private:
  unsigned subgroupSize;
};

/// A float tensor of the signature with these extents.
std::unique_ptr<artifact::TensorInfoT>
makeTensor(const std::string &name, std::vector<ExprPtr> dims,
           artifact::DType dtype = artifact::DType::F32);

/// `size` bytes from the start of a buffer.
std::unique_ptr<artifact::BufferRefT> makeRef(artifact::Space space,
                                              unsigned index, ExprPtr size,
                                              ExprPtr offset = expr(0));

/// A memory behind an address of a launch.
struct Operand {
  artifact::Space space;
  unsigned index;
  artifact::Access access;
};

/// Adds a launch of an 8-wide kernel over `n` elements (given as steps) whose
/// operands are `n` floats each.
artifact::LaunchT &addLaunch(artifact::EntryT &entry, unsigned kernel,
                             const std::vector<Operand> &operands,
                             const std::vector<artifact::ExprOp> &n,
                             const std::string &label);

void addBarrier(artifact::EntryT &entry);

/// Adds a copy of `size` bytes.
artifact::CopyT &addCopy(artifact::EntryT &entry, Operand from, Operand to,
                         const std::vector<artifact::ExprOp> &size);

/// Adds an arena buffer at `offset` of `size` bytes.
void addArenaBuffer(artifact::EntryT &entry, const std::string &name,
                    ExprPtr offset, ExprPtr size);

/// A program with one of everything:
///   add(x: Bxf32, y: Bxf32) -> (z: Bxf32)               z = x + y
///   step(w: Bxf32, donated) -> (w: Bxf32)               w + 1 in place
///   chain(x: Bxf32) -> (y: Bxf32)      y = (x + 1) + x by an arena buffer
///   bias(x: 4xf32) -> (y: 4xf32)                        x + a constant
///   duplicate(x: Bxf32) -> (y: Bxf32)                   by a copy command
///   noise(x: Bxf32, run_seed hidden) -> (y: Bxi32)      y = the run's seed
///   wild(x: Bxf32) -> (y: Bxf32)        writes whole workgroups: wrong
///   wide() -> (y: 600000xf32)           a static grid above 65,535
/// B must be at most 1,000,000 in add ("oaml.add").
TestArtifact makeProgram(unsigned subgroupSize = 8);

} // namespace oaml::rt::test

#endif // OAML_UNITTESTS_RUNTIME_TESTARTIFACT_H
