//===- KernelDialect.td - The kernel dialect ---------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_KERNEL_IR_KERNELDIALECT_TD
#define OAML_DIALECT_KERNEL_IR_KERNELDIALECT_TD

include "mlir/IR/OpBase.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::oaml::kernel";
  let summary = "Groups of tensor ops that one dispatch computes, and how they are compiled";
  let description = [{
    A `kernel.func` holds the tensor program of one dispatch. Attributes say for
    which device it is compiled (`#kernel.device`) and how
    (`#kernel.schedule`); code generation distributes its whole-tile vectors over
    the lanes of a subgroup as `#kernel.layout` says and adds the compiled form
    as a sibling `kernel.binary`.
  }];
  let useDefaultAttributePrinterParser = 1;
}

#endif // OAML_DIALECT_KERNEL_IR_KERNELDIALECT_TD
