//===- TileSchedule.cpp - Schedules that fit a kernel's loops -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "oaml/Codegen/KernelSignature.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;
using kernel::EdgeHandling;
using kernel::ScheduleAttr;

/// Checks that `schedule` fits the loops of `part`.
static LogicalResult verifySchedule(FunctionOpInterface func, const Part &part,
                                    ScheduleAttr schedule, unsigned number) {
  auto error = [&]() {
    return func->emitOpError("schedule of part ") << number << ": ";
  };
  if (schedule.getTile().size() != part.loops.size())
    return error() << "needs one entry for each of " << part.numParallel
                   << " parallel loops and "
                   << part.loops.size() - part.numParallel
                   << " reduction loops, found " << schedule.getTile().size();
  bool isScatter = part.strategy == kernel::Strategy::Scatter;
  if (isScatter && schedule.getEdges() == EdgeHandling::Shift)
    return error() << "'shift' computes some elements twice, which a sum by "
                      "index in memory must not";
  for (auto [i, loop] : llvm::enumerate(part.loops)) {
    int64_t size = schedule.getTile()[i];
    if (isScatter && !loop.anchorLoop && size == 0)
      return error() << "a sum by index needs a tile in each parallel loop, "
                        "found 0 in loop "
                     << i;
    if (loop.anchorLoop && size != 0)
      return error() << "the tile of reduction loop " << i
                     << " must be 0, found " << size;
    if (size == 0 || schedule.getEdges() != EdgeHandling::Shift ||
        loop.extent.isMultipleOf(size))
      continue;
    std::optional<int64_t> extent = tile::getConstant(loop.extent);
    if (!extent || *extent < size)
      return error() << "'shift' needs an extent that is known to be at least "
                        "the tile of "
                     << size << " in loop " << i << ", found "
                     << (extent ? std::to_string(*extent) : "a dynamic one");
    for (unsigned result : part.results)
      if (func.getResultAttr(result, kernel::inPlaceAttrName))
        return error() << "'shift' computes some elements twice, but result "
                       << result << " may share its memory with an argument";
  }
  return success();
}

/// One schedule per part; an error at `func` if their number is wrong.
static FailureOr<SmallVector<ScheduleAttr>>
listSchedules(FunctionOpInterface func, ArrayRef<Part> parts) {
  Attribute attr = func->getAttr(kernel::scheduleAttrName);
  SmallVector<ScheduleAttr> schedules;
  if (auto one = dyn_cast_or_null<ScheduleAttr>(attr)) {
    schedules.assign(parts.size(), one);
  } else if (auto list = dyn_cast_or_null<ArrayAttr>(attr)) {
    for (Attribute element : list) {
      auto schedule = dyn_cast<ScheduleAttr>(element);
      if (!schedule)
        return func->emitOpError("'")
               << kernel::scheduleAttrName
               << "' must list #kernel.schedule, found " << element;
      schedules.push_back(schedule);
    }
  } else {
    return func->emitOpError("needs the attribute '")
           << kernel::scheduleAttrName
           << "': #kernel.schedule or an array of them";
  }
  if (schedules.size() != parts.size())
    return func->emitOpError("needs one schedule for each of its ")
           << parts.size() << " groups of results, found " << schedules.size();
  return schedules;
}

FailureOr<ScheduledKernel> tile::analyseKernel(FunctionOpInterface func,
                                               bool simplify) {
  if (func.isExternal())
    return func->emitOpError("has no body to compile");
  ScheduledKernel kernel;
  kernel.copy = func->clone();
  FailureOr<std::unique_ptr<TileProgram>> program = TileProgram::create(
      cast<FunctionOpInterface>(kernel.copy.get()), simplify);
  if (failed(program))
    return failure();
  kernel.program = std::move(*program);
  return kernel;
}

FailureOr<ScheduledKernel> tile::readSchedules(FunctionOpInterface func) {
  // Schedules are usually made for simplified loops; one written by hand may be
  // for the loops as they are.
  FailureOr<ScheduledKernel> best = failure();
  for (bool simplify : {true, false}) {
    FailureOr<ScheduledKernel> kernel = analyseKernel(func, simplify);
    if (failed(kernel))
      return failure();
    ArrayRef<Part> parts = kernel->program->getParts();
    FailureOr<SmallVector<ScheduleAttr>> schedules = listSchedules(func, parts);
    if (failed(schedules))
      return failure();
    kernel->schedules = std::move(*schedules);
    bool fits = llvm::all_of(llvm::zip_equal(parts, kernel->schedules),
                             [](const auto &pair) {
                               return std::get<1>(pair).getTile().size() ==
                                      std::get<0>(pair).loops.size();
                             });
    // Errors are about the loops that a reader sees.
    best = std::move(*kernel);
    if (fits)
      break;
  }
  for (auto [i, part] : llvm::enumerate(best->program->getParts()))
    if (failed(verifySchedule(func, part, best->schedules[i], i)))
      return failure();
  return best;
}
