//===- ActivationOps.td - Activations ----------------------*- tablegen -*-===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_ACTIVATIONOPS_TD
#define OAML_DIALECT_OAML_IR_ACTIVATIONOPS_TD

include "oaml/Dialect/OAML/IR/OAMLAttributes.td"

#endif // OAML_DIALECT_OAML_IR_ACTIVATIONOPS_TD
