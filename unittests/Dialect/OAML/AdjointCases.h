//===- AdjointCases.h - Functions that tests differentiate ------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_UNITTESTS_DIALECT_OAML_ADJOINTCASES_H
#define OAML_UNITTESTS_DIALECT_OAML_ADJOINTCASES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace oaml {

/// An argument of a case: `name` as in `%name`, `type` as in IR, `shape` what
/// its dynamic extents are in the test.
struct AdjointArgument {
  std::string name;
  std::string type;
  std::vector<int64_t> shape;
  /// Elements of an integer argument; floats are drawn.
  std::vector<int64_t> values;
};

/// One function, mostly one op: arguments and a body that defines `%y`.
struct AdjointCase {
  std::string name;
  std::vector<AdjointArgument> arguments;
  std::string body;
  std::string resultType;
  /// Second derivatives are not zero.
  bool isCurved = true;
};

inline void PrintTo(const AdjointCase &test, std::ostream *stream) {
  *stream << test.name;
}

using AdjointCases = std::vector<AdjointCase>;

/// Each adds the cases of its family; they are defined in
/// AdjointCases<Family>.cpp.
#define FAMILY(name) void add##name##AdjointCases(AdjointCases &cases);
#include "AdjointFamilies.inc"
#undef FAMILY

/// Adds cases of an element-wise op of one operand, on shapes with a prime and
/// a dynamic extent. `shift` moves operands from [-2, 2] to where the op is
/// smooth; `isCurved` as in AdjointCase.
void addUnary(AdjointCases &cases, const std::string &op, double shift = 0.0,
              bool isCurved = true);

/// Cases for all ops with an adjoint rule or a decomposition that gradients go
/// through.
const AdjointCases &getAdjointCases();

/// The module of `test`. `@result` returns `%y`, `@loss` sums `%y` times the
/// weights `%w`, its last argument. `@first` is the gradient of `@loss` in all
/// float arguments but
/// `%w`; `@second`, which takes a direction for each of these after `%w`, is
/// the gradient of the product of that gradient with the directions. All shapes
/// are those of the types.
std::string getAdjointProgram(const AdjointCase &test);

/// A context with the dialects of the programs.
void loadAdjointDialects(mlir::MLIRContext &context);

/// The parsed program after `oaml-differentiate`; null after an error.
mlir::OwningOpRef<mlir::ModuleOp>
getDifferentiatedProgram(const AdjointCase &test, mlir::MLIRContext &context);

} // namespace oaml

#endif // OAML_UNITTESTS_DIALECT_OAML_ADJOINTCASES_H
