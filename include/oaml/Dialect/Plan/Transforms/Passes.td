//===- Passes.td - Passes of the plan dialect --------------*- tablegen -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_PLAN_TRANSFORMS_PASSES_TD
#define OAML_DIALECT_PLAN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PlanEntriesPass : Pass<"oaml-plan-entries", "::mlir::ModuleOp"> {
  let summary = "Turn functions of dispatches into host programs";
  let description = [{
    Makes a `plan.entry` of every public function and removes all functions.

    - Dispatches are ordered by levels: as early as what they read allows, and
      after all other readers of a donated argument that they overwrite.
    - A result is written where it is wanted: into the result's memory, or into
      the memory of the argument donated to it if all readers come before and
      the kernel allows it (`kernel.inplace`); otherwise it is copied at the end.
    - Other values share one arena by liveness. The remark `arena` tells its size
      and the lower bound.
    - A barrier stands only between accesses of which one writes to bytes that
      the other touches.

    ```mlir
    // before
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %y = kernel.dispatch @relu(%x) : (tensor<8xf32>) -> tensor<8xf32>
      return %y : tensor<8xf32>
    }
    // after
    plan.entry @main type (tensor<8xf32>) -> tensor<8xf32> symbols [] … {
      %x = plan.argument 0
      %y = plan.result 0
      plan.launch @relu(%x, %y) extents []
    }
    ```
  }];
  let options = [
    Option<"reuse", "reuse", "bool", "true",
           "Let values that are not live at the same time share memory">
  ];
  let statistics = [
    Statistic<"numLaunches", "launches", "Launches planned">,
    Statistic<"numBarriers", "barriers", "Barriers placed">,
    Statistic<"numCopies", "copies", "Copies planned">
  ];
  let dependentDialects = ["::oaml::plan::PlanDialect"];
}

def RecordPredicatesPass
    : Pass<"oaml-record-predicates", "::mlir::ModuleOp"> {
  let summary = "Keep the shape rules that only run time decides";
  let description = [{
    Puts the shape rules of each public function's ops that cannot be decided at
    compile time into its attribute `plan.predicates`, as relations between
    extents of its arguments; among them the limit of 32 bits for the number of
    a tensor's elements. Runs while ops are those of the source: once they
    are in kernels, or replaced by others, their rules are not seen any more.
    `oaml-plan-entries` hands the predicates to the entry.

    ```mlir
    // before
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = oaml.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    // after: the function has
    plan.predicates = [#plan.predicate<"oaml.add", "extents … that are equal",
        affine_map<()[s0, s1] -> (s0)>, "eq", affine_map<()[s0, s1] -> (s1)>, …>]
    ```
  }];
  let statistics = [
    Statistic<"numRecorded", "recorded", "Predicates recorded">
  ];
  let dependentDialects = ["::oaml::plan::PlanDialect"];
}

#endif // OAML_DIALECT_PLAN_TRANSFORMS_PASSES_TD
