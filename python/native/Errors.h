//===- Errors.h - Exceptions ------------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every error of the extension is a Python exception; the classes are those of
// oaml/_errors.py.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_ERRORS_H
#define OAML_PYTHON_NATIVE_ERRORS_H

#include "oaml-rt/Status.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

namespace oaml::python {
namespace nb = nanobind;

/// Raises a built-in exception.
[[noreturn]] void raise(PyObject *type, const llvm::Twine &message);

/// Raises the class `name` of oaml._errors with `message`.
[[noreturn]] void raise(const char *name, const llvm::Twine &message);

/// Raises oaml.OpError for a line of the user's program; `file` may be empty.
[[noreturn]] void raiseOpError(llvm::StringRef op, const llvm::Twine &message,
                               llvm::StringRef file, int line);

/// Raises oaml.CompileError.
[[noreturn]] void raiseCompileError(const llvm::Twine &message,
                                    llvm::StringRef phase,
                                    llvm::StringRef reproducer);

/// Raises what fits the error of the runtime.
[[noreturn]] void raise(const rt::Status &status);

inline void check(const rt::Status &status) {
  if (status)
    raise(status);
}

/// The value, or an exception.
template <typename T>
T check(rt::Expected<T> value) {
  if (!value)
    raise(value.getStatus());
  return std::move(*value);
}

/// "int", "numpy.ndarray": the type of an object, for errors.
std::string describeType(nb::handle object);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_ERRORS_H
