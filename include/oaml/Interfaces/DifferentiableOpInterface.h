//===- DifferentiableOpInterface.h - Adjoint rules --------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_DIFFERENTIABLEOPINTERFACE_H
#define OAML_INTERFACES_DIFFERENTIABLEOPINTERFACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

namespace oaml {
class TensorBuilder;
} // namespace oaml

#include "oaml/Interfaces/DifferentiableOpInterface.h.inc"

#endif // OAML_INTERFACES_DIFFERENTIABLEOPINTERFACE_H
