//===- Scan.h - Building scans ----------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_DIALECT_OAML_IR_SCAN_H
#define OAML_LIB_DIALECT_OAML_IR_SCAN_H

#include "oaml/Dialect/OAML/IR/RecurrentOps.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"

namespace oaml {

/// The operands of a scan; see `oaml.scan`.
struct ScanOperands {
  llvm::SmallVector<mlir::Value> inits, scanned, captured;
  int64_t axis = 0;
  bool reverse = false;
};

/// Builds a body: from carried tensors, slices and captured tensors to the next
/// carried tensors, then slices of further results.
using ScanBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::ValueRange carried, mlir::ValueRange slices,
    mlir::ValueRange captured)>;

/// An `oaml.scan` at `builder`'s insertion point; `body` is called with that
/// moved into the scan.
ScanOp buildScan(TensorBuilder &builder, const ScanOperands &operands,
                 ScanBody body);

} // namespace oaml

#endif // OAML_LIB_DIALECT_OAML_IR_SCAN_H
