//===- Program.h - Compiled programs in Python ------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_PROGRAM_H
#define OAML_PYTHON_NATIVE_PROGRAM_H

#include "Jit.h"

#include "oaml-rt/Artifact.h"

namespace oaml::python {

/// A parameter of a program: its name and the structure of its value.
struct ProgramParameter {
  std::string name;
  TreeDef structure;
};

/// A compiled program: an artifact and the structures around its arrays.
class Program {
public:
  Program(std::shared_ptr<const Compiled> compiled, std::string entry,
          std::vector<ProgramParameter> parameters, TreeDef results,
          DevicePtr device);

  nb::object call(nb::args args, nb::kwargs kwargs);
  const rt::ArtifactInfo &getInfo() const { return artifact.getInfo(); }
  const rt::EntryInfo &getEntry() const;
  const Compiled &getCompiled() const { return *compiled; }

private:
  std::vector<nb::object> bindParameters(nb::handle args, nb::handle kwargs);
  DevicePtr chooseDevice(const std::vector<Leaf> &leaves) const;

  std::shared_ptr<const Compiled> compiled;
  rt::Artifact artifact;
  std::string entry;
  std::vector<ProgramParameter> parameters;
  TreeDef results;
  /// Null: that of the arguments, or the default one.
  DevicePtr device;
  llvm::DenseMap<Device *, ExecutablePtr> executables;
};

/// A traced function that is not compiled.
struct Lowered {
  std::string name;
  TracedFunction function;
  std::vector<ProgramParameter> parameters;

  std::string getText(bool withLocations) const;
  std::shared_ptr<Program> compile(const std::string &target,
                                   nb::handle device) const;
};

void bindProgram(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_PROGRAM_H
