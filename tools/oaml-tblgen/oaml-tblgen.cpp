//===- oaml-tblgen.cpp - TableGen driver with OAML's backends -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backends beside those of mlir-tblgen, each in a file of its own. All see the
// ops with the names of the op contract: an operand `x_value` or `dynamic_x`
// beside an attribute `x` is the other form of it, and a result `new_x` is
// called `x`.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-tblgen/MlirTblgenMain.h"

int main(int argc, char **argv) { return mlir::MlirTblgenMain(argc, argv); }
