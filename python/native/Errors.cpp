//===- Errors.cpp - Exceptions --------------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"

using namespace oaml;
using namespace oaml::python;

void python::raise(PyObject *type, const llvm::Twine &message) {
  PyErr_SetString(type, message.str().c_str());
  throw nb::python_error();
}

static nb::object getClass(const char *name) {
  return nb::module_::import_("oaml._errors").attr(name);
}

static nb::str toStr(llvm::StringRef text) {
  return nb::str(text.data(), text.size());
}

void python::raise(const char *name, const llvm::Twine &message) {
  raise(getClass(name).ptr(), message);
}

void python::raiseOpError(llvm::StringRef op, const llvm::Twine &message,
                          llvm::StringRef file, int line) {
  nb::object type = getClass("OpError");
  nb::object error =
      type(toStr(message.str()), toStr(op), toStr(file), nb::int_(line));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

void python::raiseCompileError(const llvm::Twine &message,
                               llvm::StringRef phase,
                               llvm::StringRef reproducer) {
  nb::object type = getClass("CompileError");
  nb::object error =
      type(toStr(message.str()), toStr(phase), toStr(reproducer));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

/// "'oaml.add' op requires …" of file "model.py:12:3": an error of the user's
/// line.
static void raisePredicate(const rt::Status &status) {
  llvm::StringRef message = status.getMessage();
  llvm::StringRef op = message.ltrim('\'').split('\'').first;
  auto [rest, column] = llvm::StringRef(status.getLocation()).rsplit(':');
  auto [file, lineText] = rest.rsplit(':');
  int line = 0;
  if (lineText.getAsInteger(10, line))
    file = "";
  raiseOpError(op, message, file, line);
}

void python::raise(const rt::Status &status) {
  switch (status.getCode()) {
  case rt::ErrorCode::PredicateFailed:
    raisePredicate(status);
    [[fallthrough]];
  case rt::ErrorCode::InvalidArgument:
  case rt::ErrorCode::InvalidArtifact:
    raise(PyExc_ValueError, status.toString());
  case rt::ErrorCode::OutOfMemory:
    raise(PyExc_MemoryError, status.toString());
  case rt::ErrorCode::IO:
    raise(PyExc_OSError, status.toString());
  default:
    raise("DeviceError", status.toString());
  }
}

std::string python::describeType(nb::handle object) {
  nb::handle type = object.type();
  std::string module = nb::cast<std::string>(type.attr("__module__"));
  std::string name = nb::cast<std::string>(type.attr("__qualname__"));
  return module == "builtins" ? name : module + "." + name;
}
