//===- ReportText.cpp - Reports as JSON and as text -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Pipelines/Report.h"

#include "oaml/Dialect/Plan/Transforms/MemoryPlan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InterleavedRange.h"

using namespace oaml;
using llvm::json::Object;
using llvm::json::Value;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

Value oaml::toJSON(const ReportQuantity &quantity) {
  return Object{{"expression", quantity.expression}, {"value", quantity.value}};
}

Value oaml::toJSON(const ReportOp &op) {
  return Object{{"name", op.name}, {"location", op.location}};
}

Value oaml::toJSON(const ReportSchedule &schedule) {
  return Object{{"strategy", schedule.strategy},
                {"tile", schedule.tile},
                {"block", schedule.block},
                {"edges", schedule.edges}};
}

Value oaml::toJSON(const ReportKernel &kernel) {
  return Object{{"name", kernel.name},
                {"ops", kernel.ops},
                {"symbols", kernel.symbols},
                {"schedules", kernel.schedules},
                {"subgroup_size", kernel.subgroupSize},
                {"registers", kernel.registers},
                {"spirv_bytes", kernel.spirvBytes},
                {"workgroups", kernel.workgroups},
                {"bytes_read", kernel.bytesRead},
                {"bytes_written", kernel.bytesWritten},
                {"flops", kernel.flops},
                {"launches", kernel.launches},
                {"unfused", kernel.unfused}};
}

Value oaml::toJSON(const ReportLaunch &launch) {
  return Object{{"kernel", launch.kernel},
                {"location", launch.location},
                {"workgroups", launch.workgroups},
                {"bytes_read", launch.bytesRead},
                {"bytes_written", launch.bytesWritten},
                {"flops", launch.flops}};
}

Value oaml::toJSON(const ReportEntry &entry) {
  return Object{{"name", entry.name},
                {"symbols", entry.symbols},
                {"launches", entry.launches},
                {"barriers", entry.barriers},
                {"copies", entry.copies},
                {"arena_bytes", entry.arenaBytes},
                {"arena_lower_bound", entry.arenaLowerBound}};
}

Value oaml::toJSON(const ReportPhase &phase) {
  return Object{{"phase", getName(phase.phase)},
                {"milliseconds", phase.milliseconds}};
}

Value oaml::toJSON(const Report &report) {
  return Object{{"compiler", report.compiler},
                {"target", report.target},
                {"symbol_value", plan::symbolForBound},
                {"phases", report.phases},
                {"kernels", report.kernels},
                {"entries", report.entries},
                {"artifact_bytes", report.artifactBytes}};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// "1234", "12.3 k", "4.56 M": three digits, in steps of 1000.
static std::string getShort(int64_t value) {
  if (value < 10000)
    return std::to_string(value);
  double scaled = value;
  const char *units = " kMGTP";
  while (scaled >= 999.5 && units[1]) {
    scaled /= 1000;
    ++units;
  }
  int digits = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.*f %c", digits, scaled, *units);
  return text;
}

static std::string getShort(const std::optional<ReportQuantity> &quantity) {
  return quantity ? getShort(quantity->value) : "?";
}

/// "1 launch", "2 launches".
static std::string count(int64_t number, llvm::StringRef one,
                         llvm::StringRef ending) {
  return std::to_string(number) + " " + one.str() +
         (number == 1 ? "" : ending.str());
}

static void print(llvm::raw_ostream &stream, const ReportEntry &entry) {
  stream << "\n@" << entry.name << ": "
         << count(entry.launches.size(), "launch", "es") << ", "
         << count(entry.barriers, "barrier", "s") << ", " << entry.copies
         << " copied" << ", arena of " << getShort(entry.arenaBytes)
         << " bytes (lower bound " << getShort(entry.arenaLowerBound) << ")\n";
  if (!entry.symbols.empty())
    stream << "  for " << llvm::join(entry.symbols, ", ") << " = "
           << plan::symbolForBound << "\n";
  size_t width = 6;
  for (const ReportLaunch &launch : entry.launches)
    width = std::max(width, launch.kernel.size());
  auto row = [&](llvm::StringRef kernel, llvm::StringRef workgroups,
                 llvm::StringRef read, llvm::StringRef written,
                 llvm::StringRef flops, llvm::StringRef location) {
    stream << "  " << llvm::left_justify(kernel, width)
           << llvm::right_justify(workgroups, 12)
           << llvm::right_justify(read, 12) << llvm::right_justify(written, 12)
           << llvm::right_justify(flops, 10);
    if (!location.empty())
      stream << "  " << location;
    stream << "\n";
  };
  row("kernel", "workgroups", "bytes read", "written", "flop", "");
  for (const ReportLaunch &launch : entry.launches)
    row(launch.kernel, getShort(launch.workgroups), getShort(launch.bytesRead),
        getShort(launch.bytesWritten), getShort(launch.flops), launch.location);
}

static void print(llvm::raw_ostream &stream, const ReportKernel &kernel) {
  stream << "\n"
         << kernel.name << ": " << count(kernel.launches, "launch", "es")
         << ", " << getShort(kernel.spirvBytes) << " bytes of SPIR-V";
  if (kernel.registers)
    stream << ", " << count(*kernel.registers, "register", "s");
  stream << "\n";
  for (const ReportSchedule &schedule : kernel.schedules)
    stream << "  " << schedule.strategy << ", tile "
           << llvm::interleaved_array(schedule.tile) << ", block "
           << llvm::interleaved_array(schedule.block) << ", edges "
           << schedule.edges << "\n";
  // Neighbours from one place share a line.
  for (size_t i = 0; i < kernel.ops.size();) {
    const std::string &location = kernel.ops[i].location;
    llvm::ListSeparator comma;
    stream << "  ";
    for (; i < kernel.ops.size() && kernel.ops[i].location == location; ++i)
      stream << comma << kernel.ops[i].name;
    if (!location.empty())
      stream << "  (" << location << ")";
    stream << "\n";
  }
  for (const std::string &reason : kernel.unfused)
    stream << "  not fused: " << reason << "\n";
}

void oaml::print(llvm::raw_ostream &stream, const Report &report) {
  double total = 0;
  for (const ReportPhase &phase : report.phases)
    total += phase.milliseconds;
  stream << llvm::format("compiled in %.1f ms", total);
  const char *separator = " (";
  for (const ReportPhase &phase : report.phases) {
    stream << separator << getName(phase.phase)
           << llvm::format(" %.1f", phase.milliseconds);
    separator = ", ";
  }
  if (!report.phases.empty())
    stream << ")";
  stream << " by " << report.compiler << " for " << report.target;
  if (report.artifactBytes)
    stream << ": " << getShort(report.artifactBytes) << " bytes";
  stream << "\n";
  for (const ReportEntry &entry : report.entries)
    ::print(stream, entry);
  for (const ReportKernel &kernel : report.kernels)
    ::print(stream, kernel);
}
