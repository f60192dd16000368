//===- Expected.h - Values or errors ----------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Header-only C++17 wrappers of the C interfaces. A call that can fail returns
// an Expected: test it and look at error(), or take value(), which throws
// Failure.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CPP_EXPECTED_H
#define OAML_CPP_EXPECTED_H

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace oaml::embed {

/// What went wrong.
struct Error {
  /// An OamlErrorCode; 0 from the compiler.
  int code = 0;
  /// What was expected and what was found.
  std::string message;
  /// "oaml.add"; "model.mlir:12:8"; "VK_ERROR_DEVICE_LOST"; or empty.
  std::string op, location, vulkanResult;
  /// What else there is to say, "location: text" each.
  std::vector<std::string> notes;

  /// All of it, a line for the error and one for each note.
  std::string toString() const {
    std::string text = location.empty() ? "" : location + ": ";
    text += message;
    if (!vulkanResult.empty())
      text += " (" + vulkanResult + ")";
    for (const std::string &note : notes)
      text += "\n  " + note;
    return text;
  }
};

/// An Error that is thrown.
class Failure : public std::exception {
public:
  explicit Failure(Error error)
      : error(std::move(error)), text(this->error.toString()) {}

  const Error &getError() const { return error; }
  const char *what() const noexcept override { return text.c_str(); }

private:
  Error error;
  std::string text;
};

/// Throws, or where exceptions are off prints and aborts.
[[noreturn]] inline void raise(Error error) {
#ifdef __cpp_exceptions
  throw Failure(std::move(error));
#else
  std::fprintf(stderr, "%s\n", error.toString().c_str());
  std::abort();
#endif
}

/// A value, or the error that tells why there is none.
template <typename T>
class [[nodiscard]] Expected {
public:
  Expected(T value) : held(std::move(value)) {}
  Expected(Error error) : failure(std::move(error)) {}

  /// Whether there is a value.
  explicit operator bool() const { return held.has_value(); }
  T &operator*() { return *held; }
  T *operator->() { return &*held; }
  /// Only where there is no value.
  const Error &error() const { return failure; }

  /// The value; throws Failure where there is none.
  T value() && {
    if (!held)
      raise(std::move(failure));
    return std::move(*held);
  }
  T &value() & {
    if (!held)
      raise(failure);
    return *held;
  }

private:
  std::optional<T> held;
  Error failure;
};

/// Success, or an error.
template <>
class [[nodiscard]] Expected<void> {
public:
  Expected() = default;
  Expected(Error error) : failure(std::move(error)) {}

  explicit operator bool() const { return !failure.has_value(); }
  const Error &error() const { return *failure; }
  /// Throws Failure where there is an error.
  void value() const {
    if (failure)
      raise(*failure);
  }

private:
  std::optional<Error> failure;
};

} // namespace oaml::embed

#endif // OAML_CPP_EXPECTED_H
