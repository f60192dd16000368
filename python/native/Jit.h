//===- Jit.h - Functions that are compiled when called ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_JIT_H
#define OAML_PYTHON_NATIVE_JIT_H

#include "Executable.h"
#include "PyTree.h"

namespace oaml::python {

/// What is traced: a Python function called with these arguments.
struct Signature {
  /// The tuple of positional arguments and the dict of keyword arguments,
  /// static ones replaced by None.
  TreeDef structure;
  /// The leaves of the structure; `positions` numbers those that are arrays, -1
  /// are values that the function sees as they are.
  std::vector<nb::object> objects;
  std::vector<int> positions;
  /// The arrays.
  std::vector<Leaf> leaves;
  /// One per array: the caller gives it away.
  std::vector<char> isDonated;
  /// Extents that are only known at run time: names per axis, empty where the
  /// extent is static. One entry per array, or none at all.
  std::vector<std::vector<std::string>> dims;
};

/// A traced function.
struct TracedFunction {
  TracePtr trace;
  std::string entry;
  TreeDef results;
  std::vector<std::string> argumentNames, resultNames;
  /// Leaves whose memory becomes a result's.
  std::vector<char> isDonated;
};

/// `value` in the form of a result: a traced value, or a constant.
mlir::Value getResultValue(Scope &scope, nb::handle value,
                           const std::string &function,
                           const std::string &path);

void bindJit(nb::module_ &module);
void bindGradients(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_JIT_H
