//===- KernelAttributes.cpp - Verifiers of device, schedule and layout ---===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace oaml::kernel;

LogicalResult DeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name, int64_t subgroupSize,
                                 int64_t maxInvocations, int64_t maxWorkgroups,
                                 int64_t sharedMemory,
                                 int64_t parallelWorkgroups, int64_t loadBits,
                                 bool pointerViews, bool int64, bool float16,
                                 bool storage16, bool storage8,
                                 bool signedZeroInfNan) {
  if (name.empty())
    return emitError() << "a device needs a name";
  if (subgroupSize < 4 || subgroupSize > 128 ||
      !llvm::isPowerOf2_64(subgroupSize))
    return emitError() << "subgroup_size must be a power of two from 4 to 128, "
                          "found "
                       << subgroupSize;
  if (maxInvocations < subgroupSize)
    return emitError() << "max_invocations must be at least subgroup_size ("
                       << subgroupSize << "), found " << maxInvocations;
  if (maxWorkgroups < 1 || parallelWorkgroups < 1 || sharedMemory < 0)
    return emitError() << "max_workgroups and parallel_workgroups must be at "
                          "least 1 and shared_memory at least 0, found "
                       << maxWorkgroups << ", " << parallelWorkgroups << ", "
                       << sharedMemory;
  if (loadBits != 32 && loadBits != 64 && loadBits != 128)
    return emitError() << "load_bits must be 32, 64 or 128, found " << loadBits;
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Strategy strategy, ArrayRef<int64_t> tile,
                                   ArrayRef<int64_t> block,
                                   EdgeHandling edges) {
  if (tile.size() != block.size())
    return emitError() << "tile and block must have one entry per loop, found "
                       << tile.size() << " and " << block.size();
  for (auto [loop, sizes] : llvm::enumerate(llvm::zip(tile, block))) {
    auto [t, b] = sizes;
    if (t < 0 || b < 0 || (t == 0 && b == 0))
      return emitError() << "tile and block must not be negative and one of "
                            "them positive, found "
                         << t << " and " << b << " in loop " << loop;
    if (b != 0 && t % b != 0)
      return emitError() << "a block must divide its tile, found " << t
                         << " and " << b << " in loop " << loop;
  }
  return success();
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> repeat,
                                 ArrayRef<int64_t> lanes,
                                 ArrayRef<int64_t> width,
                                 ArrayRef<int64_t> stride) {
  if (repeat.size() != lanes.size() || repeat.size() != width.size() ||
      repeat.size() != stride.size())
    return emitError() << "repeat, lanes, width and stride must have one entry "
                          "per dimension, found "
                       << repeat.size() << ", " << lanes.size() << ", "
                       << width.size() << ", " << stride.size();
  for (ArrayRef<int64_t> list : {repeat, lanes, width, stride})
    for (int64_t value : list)
      if (value < 1)
        return emitError() << "layout entries must be positive, found "
                           << value;
  return success();
}

int64_t LayoutAttr::getNumRegisters() const {
  int64_t count = 1;
  for (int64_t d = 0; d < getRank(); ++d)
    count *= getLocal(d);
  return count;
}
