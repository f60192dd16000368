//===- Conversions.h - Arrays of both sides ---------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_TOOLS_OAML_RUN_CONVERSIONS_H
#define OAML_TOOLS_OAML_RUN_CONVERSIONS_H

#include "oaml-rt/HostArray.h"
#include "oaml/Interpreter/HostTensor.h"

namespace oaml {

HostTensor toTensor(mlir::MLIRContext *context, const rt::HostArray &array);
rt::HostArray toArray(const HostTensor &tensor);

} // namespace oaml

#endif // OAML_TOOLS_OAML_RUN_CONVERSIONS_H
