//===- InterpretableOpInterface.h - Reference semantics ---------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERFACES_INTERPRETABLEOPINTERFACE_H
#define OAML_INTERFACES_INTERPRETABLEOPINTERFACE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

namespace oaml {
class HostTensor;
class InterpreterContext;
} // namespace oaml

#include "oaml/Interfaces/InterpretableOpInterface.h.inc"

#endif // OAML_INTERFACES_INTERPRETABLEOPINTERFACE_H
