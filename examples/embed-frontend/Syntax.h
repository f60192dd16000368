//===- Syntax.h - Text of a program as a tree -------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_EXAMPLES_EMBED_FRONTEND_SYNTAX_H
#define OAML_EXAMPLES_EMBED_FRONTEND_SYNTAX_H

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace arr {

/// A place in the source, from 1.
struct Place {
  unsigned line = 1, column = 1;
};

/// Something wrong with a program, at a place of it.
class SourceError : public std::runtime_error {
public:
  SourceError(Place place, const std::string &message)
      : std::runtime_error(message), place(place) {}

  Place place;
};

/// An expression.
struct Expr {
  enum class Kind {
    Number,
    /// A parameter or a local name.
    Name,
    /// text is the operator or the function; "-" with one operand negates.
    Operator,
    Call,
    /// The gradient of function `text` for its first parameter.
    Grad
  };

  Kind kind;
  Place place;
  std::string text;
  double number = 0;
  std::vector<std::unique_ptr<Expr>> operands;
};

/// An extent: a number, or a name of one only known at run time.
struct Extent {
  long value = -1;
  std::string name;

  bool operator==(const Extent &other) const {
    return value == other.value && name == other.name;
  }
  bool operator!=(const Extent &other) const { return !(*this == other); }
};

/// A parameter; all tensors are f32.
struct Parameter {
  Place place;
  std::string name;
  std::vector<Extent> shape;
};

/// `let name = value`.
struct Binding {
  Place place;
  std::string name;
  std::unique_ptr<Expr> value;
};

/// fn name(parameters) { let ...; result, ... }
struct Definition {
  Place place;
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Binding> bindings;
  std::vector<std::unique_ptr<Expr>> results;
};

/// Reads a program; throws SourceError.
std::vector<Definition> parse(const std::string &source);

} // namespace arr

#endif // OAML_EXAMPLES_EMBED_FRONTEND_SYNTAX_H
