//===- Report.h - What a compiled program is and costs ----------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PIPELINES_REPORT_H
#define OAML_PIPELINES_REPORT_H

#include "oaml/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace oaml {

/// A number that may depend on extents which are known when the program runs.
struct ReportQuantity {
  /// In terms of the symbols of the kernel or the entry, such as "B * 256".
  std::string expression;
  /// With each symbol as `plan::symbolForBound`.
  int64_t value = 0;
};

/// An op of the program and where it comes from, "file:line:column" or empty.
struct ReportOp {
  std::string name;
  std::string location;
};

/// Results of a kernel that are tiled together, and how.
struct ReportSchedule {
  std::string strategy;
  std::vector<int64_t> tile;
  std::vector<int64_t> block;
  std::string edges;
};

/// One kernel. Quantities are of one launch; bytes count each buffer once.
struct ReportKernel {
  std::string name;
  std::vector<ReportOp> ops;
  std::vector<std::string> symbols;
  std::vector<ReportSchedule> schedules;
  int64_t subgroupSize = 0;
  /// Values that one lane holds at the same time; see countRegisters.
  std::optional<int64_t> registers;
  int64_t spirvBytes = 0;
  ReportQuantity workgroups;
  ReportQuantity bytesRead;
  ReportQuantity bytesWritten;
  std::optional<ReportQuantity> flops;
  /// Launches of it in all entries.
  int64_t launches = 0;
  /// Why neighbouring ops are in kernels of their own.
  std::vector<std::string> unfused;
};

/// What one launch of an entry costs, in terms of the entry's symbols.
struct ReportLaunch {
  std::string kernel;
  std::string location;
  ReportQuantity workgroups;
  ReportQuantity bytesRead;
  ReportQuantity bytesWritten;
  std::optional<ReportQuantity> flops;
};

/// One entry: its launches in order, and its memory.
struct ReportEntry {
  std::string name;
  std::vector<std::string> symbols;
  std::vector<ReportLaunch> launches;
  int64_t barriers = 0;
  int64_t copies = 0;
  ReportQuantity arenaBytes;
  /// The largest sum of the sizes of values that are needed together.
  ReportQuantity arenaLowerBound;
};

/// How long a phase took.
struct ReportPhase {
  Phase phase;
  double milliseconds = 0;
};

/// What became of a program.
struct Report {
  std::string compiler;
  /// Name of the device description.
  std::string target;
  /// Those that ran, in order.
  std::vector<ReportPhase> phases;
  std::vector<ReportKernel> kernels;
  std::vector<ReportEntry> entries;
  /// Bytes of the artifact; 0 if none was written.
  int64_t artifactBytes = 0;
};

/// Fills `report.target`, `kernels` and `entries` from `module`, the program
/// after `Phase::Plan`.
void describeProgram(mlir::ModuleOp module, Report &report);

/// Each as an object; keys are the names of the members in snake case, a member
/// that is absent is null.
llvm::json::Value toJSON(const ReportQuantity &quantity);
llvm::json::Value toJSON(const ReportOp &op);
llvm::json::Value toJSON(const ReportSchedule &schedule);
llvm::json::Value toJSON(const ReportKernel &kernel);
llvm::json::Value toJSON(const ReportLaunch &launch);
llvm::json::Value toJSON(const ReportEntry &entry);
llvm::json::Value toJSON(const ReportPhase &phase);
llvm::json::Value toJSON(const Report &report);

/// `report` as text for people.
void print(llvm::raw_ostream &stream, const Report &report);

} // namespace oaml

#endif // OAML_PIPELINES_REPORT_H
