//===- DecompositionCases.h - Composite ops that tests decompose *- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_UNITTESTS_DIALECT_OAML_DECOMPOSITIONCASES_H
#define OAML_UNITTESTS_DIALECT_OAML_DECOMPOSITIONCASES_H

#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

namespace oaml {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double qnan = std::numeric_limits<double>::quiet_NaN();

/// A composite op whose interpretation and decomposition are compared.
struct CompositeCase {
  std::string name;
  /// `@f`, of one op.
  std::string program;
  /// Elements of the arguments in order; empty: numbers in [-3, 3] are drawn.
  std::vector<std::vector<double>> arguments;
  /// What dynamic extents are.
  int64_t dynamicExtent = 3;
  /// Compare in double: the decomposition has so many steps that their rounding
  /// would be more than the comparison allows.
  bool wide = false;
};

using CompositeCases = std::vector<CompositeCase>;

inline void PrintTo(const CompositeCase &test, std::ostream *stream) {
  *stream << test.name;
}

/// Each adds the cases of its family; they are defined in
/// DecompositionCases<Family>.cpp.
#define FAMILY(name) void add##name##DecompositionCases(CompositeCases &cases);
#include "DecompositionFamilies.inc"
#undef FAMILY

/// Twelve numbers: NaN, infinities, zeros, and some that f16 can hold.
std::vector<double> getSpecialNumbers();

/// A function of one op whose operands and results are named by their types.
std::string makeProgram(const std::string &op, const std::string &arguments,
                        const std::string &operands,
                        const std::string &attributes, const std::string &types,
                        const std::string &results,
                        const std::string &names = "%r");

/// The same for one operand and one result.
std::string makeUnary(const std::string &op, const std::string &type,
                      const std::string &result,
                      const std::string &attributes = "");

} // namespace oaml

#endif // OAML_UNITTESTS_DIALECT_OAML_DECOMPOSITIONCASES_H
