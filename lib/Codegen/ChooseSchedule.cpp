//===- ChooseSchedule.cpp - Tiles and blocks for a device -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One workgroup is one subgroup whose lanes hold a tile in registers. What the
// choice weighs:
//
// - Reuse: a contraction of an MT x NT tile reads (MT + NT) K elements for
//   MT NT K products; more accumulators per lane, fewer loads.
// - Code: a tile is unrolled, and drivers compile it at start-up (lavapipe:
//   0.2 s for 16x32 by 16, 0.9 s for 32x64 by 16). Guarded copies double it.
// - Parallelism: at least a few workgroups for each that the device runs at
//   once, but not many more than that for small work (lavapipe: 40 ns each).
// - Lanes: some dimension of every tile is a multiple of the subgroup, the
//   innermost one if it can be, in pairs where loads are wider than elements.
//
// All figures were measured on lavapipe, subgroup size 8.
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"

#include "oaml/Codegen/KernelSignature.h"
#include "oaml/Codegen/Passes.h"
#include "oaml/Codegen/Tile.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/InterleavedRange.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "oaml-choose-schedule"

namespace oaml {
#define GEN_PASS_DEF_CHOOSESCHEDULE
#include "oaml/Codegen/Passes.h.inc"
} // namespace oaml

using namespace mlir;
using namespace oaml;
using namespace oaml::tile;
using kernel::DeviceAttr;
using kernel::EdgeHandling;
using kernel::ScheduleAttr;
using kernel::Strategy;

namespace {
class Chooser {
public:
  Chooser(TileProgram &program, const Part &part, DeviceAttr device)
      : program(program), part(part), device(device),
        lanes(device.getSubgroupSize()), tile(part.loops.size(), 0),
        block(part.loops.size(), 0) {}

  ScheduleAttr choose();

private:
  void chooseContraction();
  void chooseReduction();
  void chooseElementwise();
  void chooseScatter();

  std::optional<int64_t> extent(unsigned loop) const {
    return tile::getConstant(part.loops[loop].extent);
  }
  /// The extent, or a guess for one that is not known.
  int64_t guess(unsigned loop) const { return extent(loop).value_or(256); }
  Value root() { return program.getResult(part.root); }

  /// A size for loop `loop` of about `wanted` (a multiple of the lanes): the
  /// extent if it is no larger, else the largest multiple of `step` up to
  /// `wanted` that divides it and is at least half of that, else `wanted`.
  int64_t fit(unsigned loop, int64_t wanted, int64_t step) const {
    std::optional<int64_t> size = extent(loop);
    if (!size)
      return wanted;
    if (*size <= wanted)
      return std::max<int64_t>(*size, 1);
    for (int64_t t = wanted; t >= std::max(step, wanted / 2); t -= step)
      if (*size % t == 0)
        return t;
    return wanted;
  }

  /// Number of workgroups with the present tiles.
  int64_t countWorkgroups() const {
    int64_t count = 1;
    for (unsigned d = 0; d < part.numParallel; ++d)
      if (tile[d])
        count *= llvm::divideCeil(guess(d), tile[d]);
    return count;
  }

  /// Enough workgroups to keep the device busy to the end.
  int64_t wantedWorkgroups() const {
    return 2 * device.getParallelWorkgroups();
  }

  bool mayShift() const;

  TileProgram &program;
  const Part &part;
  DeviceAttr device;
  int64_t lanes;
  SmallVector<int64_t> tile, block;
};
} // namespace

/// Are there tiles at an edge that may start earlier? That saves a guarded copy
/// of the code.
bool Chooser::mayShift() const {
  if (part.strategy == Strategy::Scatter)
    return false;
  for (unsigned result : part.results)
    if (program.getFunction().getResultAttr(result, kernel::inPlaceAttrName))
      return false;
  bool ragged = false;
  for (unsigned d = 0; d < part.numParallel; ++d) {
    if (tile[d] == 0 || part.loops[d].extent.isMultipleOf(tile[d]))
      continue;
    ragged = true;
    if (!extent(d) || *extent(d) < tile[d])
      return false;
  }
  return ragged;
}

ScheduleAttr Chooser::choose() {
  switch (part.strategy) {
  case Strategy::Contraction:
    chooseContraction();
    break;
  case Strategy::Reduction:
    chooseReduction();
    break;
  case Strategy::Elementwise:
    chooseElementwise();
    break;
  case Strategy::Scatter:
    chooseScatter();
    break;
  }
  for (auto [i, loop] : llvm::enumerate(part.loops))
    if (tile[i] == 0 && block[i] == 0)
      block[i] = loop.anchorLoop ? 1 : fit(i, 4 * lanes, lanes);
  return ScheduleAttr::get(program.getContext(), part.strategy, tile, block,
                           mayShift() ? EdgeHandling::Shift
                                      : EdgeHandling::Guard);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

void Chooser::chooseContraction() {
  linalg::GenericOp anchor = part.anchor;
  Contraction match = *matchContraction(anchor);
  // Which side of the product each loop of the result belongs to.
  std::optional<unsigned> m, n;
  for (unsigned d = 0; d < part.numParallel; ++d) {
    tile[d] = 1;
    bool left = false, right = false;
    for (unsigned loop = 0; loop < anchor.getNumLoops(); ++loop) {
      if (!program.sameLoop(anchor, loop, root(), d))
        continue;
      left |= llvm::is_contained(match.lhsLoops, loop);
      right |= llvm::is_contained(match.rhsLoops, loop);
    }
    // The innermost one, but for a short one beside a long one, such as the
    // taps of a convolution's weight beside its channels.
    auto take = [&](std::optional<unsigned> &chosen) {
      if (!chosen || 4 * guess(d) > guess(*chosen))
        chosen = d;
    };
    if (left && !right)
      take(m);
    if (right && !left)
      take(n);
  }
  // Reshapes or square products hide it: the last two loops.
  if (!n && part.numParallel >= 1 && m != part.numParallel - 1)
    n = part.numParallel - 1;
  if (!m && part.numParallel >= 2 && n != part.numParallel - 2)
    m = part.numParallel - 2;
  // Lanes run along the innermost of the two.
  if (m && n && *m > *n)
    std::swap(m, n);

  // Do other ops reduce over a loop of the result? It stays in one workgroup
  // then, whole if that is possible, so that the product is not repeated.
  auto isReduced = [&](unsigned d) {
    bool reduced = false;
    program.getFunction()->walk([&](linalg::GenericOp op) {
      if (op == anchor)
        return;
      SmallVector<unsigned> loops;
      op.getReductionDims(loops);
      for (unsigned loop : loops)
        reduced |= program.sameLoop(op, loop, root(), d) &&
                   op->isBeforeInBlock(op->getBlock()->getTerminator()) &&
                   anchor->isBeforeInBlock(op);
    });
    return reduced;
  };

  // Large problems earn the large tile's start-up cost. Those of unknown size
  // count as large next to extents as large as theirs may be: with the small
  // tile they reach 0.7 of the speed.
  double products = 1;
  for (unsigned i = 0; i < part.loops.size(); ++i)
    products *= extent(i).value_or(512);
  bool large = products >= double(1 << 26);
  int64_t mt = large ? 32 : 16, nt = (large ? 8 : 4) * lanes;
  if (lanes > 16)
    nt = (large ? 4 : 2) * lanes;
  int64_t kt = 16;
  // Both operands along their outer dimension: shorter steps of K, as nothing
  // is loaded along it.
  auto innermost = [&](ArrayRef<unsigned> loops) {
    return !loops.empty() && anchor.getIteratorTypesArray()[loops.back()] ==
                                 utils::IteratorType::parallel;
  };
  if (innermost(match.lhsLoops) && innermost(match.rhsLoops)) {
    mt = 16;
    kt = 8;
  }

  // A factor that is computed from other products: each tile of the result's
  // columns would compute it again, so there is one. Its products are sums in
  // registers, a block of the outer one deep.
  if (isNested(anchor)) {
    // A softmax is 3 products of code, its gradients are 8.
    bool isSoftmax = matchSoftmax(anchor).has_value();
    mt = isSoftmax ? 16 : 8;
    kt = (isSoftmax ? 4 : 2) * lanes;
    if (n && extent(*n))
      nt = llvm::alignTo(*extent(*n), lanes);
  }

  if (n) {
    tile[*n] = fit(*n, nt, 2 * lanes);
    // Lanes along M where N does not fill them.
    if (m && tile[*n] % lanes != 0 && tile[*n] < 2 * lanes) {
      int64_t rows = std::max(lanes, 4 * mt * lanes / (2 * tile[*n]));
      rows = std::min<int64_t>(llvm::alignTo(rows, lanes), 8 * lanes);
      tile[*m] = fit(*m, rows, lanes);
      if (tile[*m] % lanes != 0)
        tile[*m] = llvm::alignTo(tile[*m], lanes);
    } else if (tile[*n] % lanes != 0) {
      tile[*n] = llvm::alignTo(tile[*n], lanes);
    }
  }
  if (m && tile[*m] == 1)
    tile[*m] = fit(*m, mt, std::min<int64_t>(mt, 4));
  // More workgroups for small problems, as long as reuse stands it.
  while (m && countWorkgroups() < wantedWorkgroups() && tile[*m] > 4 &&
         tile[*m] % 2 == 0 &&
         ((n && tile[*n] % lanes == 0) || tile[*m] % (2 * lanes) == 0))
    tile[*m] /= 2;

  for (unsigned d : llvm::seq<unsigned>(0, part.numParallel))
    if (isReduced(d)) {
      std::optional<int64_t> size = extent(d);
      block[d] = size && *size <= 16 * lanes ? *size : 8 * lanes;
      tile[d] = 0;
    }
  // The innermost reduction loop runs in steps of K, others one by one.
  std::optional<unsigned> inner;
  for (unsigned i = part.numParallel; i < part.loops.size(); ++i) {
    block[i] = 1;
    if (!inner || guess(i) > 1)
      inner = i;
  }
  if (inner)
    block[*inner] = std::max<int64_t>(1, std::min(kt, guess(*inner)));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

void Chooser::chooseReduction() {
  linalg::GenericOp anchor = part.anchor;
  SmallVector<unsigned> reductions;
  anchor.getReductionDims(reductions);
  bool known = matchReduction(anchor).has_value();
  bool columns = keepsInnermost(anchor);

  // What each loop of the result is to the anchor.
  SmallVector<unsigned> rows, swept;
  bool related = false;
  for (unsigned d = 0; d < part.numParallel; ++d) {
    bool kept = false, reduced = false;
    for (unsigned loop = 0; loop < anchor.getNumLoops(); ++loop)
      if (program.sameLoop(anchor, loop, root(), d))
        (llvm::is_contained(reductions, loop) ? reduced : kept) = true;
    // Loops that the reduction does not know reuse its result.
    (kept && !reduced ? rows : swept).push_back(d);
    related |= kept || reduced;
  }
  // A reshape in between hides how they are related: all are rows.
  if (!related)
    std::swap(rows, swept);
  std::optional<unsigned> inner;
  for (unsigned i = part.numParallel; i < part.loops.size(); ++i) {
    block[i] = 1;
    inner = i;
  }
  if (inner && swept.empty() && !known) {
    // In order: lanes along the kept loops.
    for (unsigned d : rows)
      tile[d] = 1;
    if (!rows.empty())
      tile[rows.back()] =
          llvm::alignTo(fit(rows.back(), 2 * lanes, lanes), lanes);
    return;
  }

  if (columns && !rows.empty()) {
    for (unsigned d : rows)
      tile[d] = 1;
    unsigned last = rows.back();
    int64_t width = fit(last, 2 * lanes, lanes);
    tile[last] = llvm::alignTo(width, lanes);
    if (inner)
      block[*inner] =
          std::max<int64_t>(1, std::min<int64_t>(16, guess(*inner)));
    for (unsigned d : swept)
      block[d] = std::max<int64_t>(1, std::min<int64_t>(16, guess(d)));
    return;
  }

  // Rows. A short row is one block, in registers from end to end; long ones run
  // in blocks of one access per lane (4096x1024 on lavapipe: eight rows in
  // blocks of 16 take 0.9 times as long as four in blocks of 32).
  std::optional<int64_t> length;
  unsigned along = 0;
  bool hasLength = false;
  if (!swept.empty()) {
    along = swept.back();
    hasLength = true;
  } else if (inner) {
    along = *inner;
    hasLength = true;
  }
  int64_t size = std::max<int64_t>(2, device.getLoadBits() / 32) * lanes;
  if (hasLength) {
    length = extent(along);
    if (length && (*length <= 8 * lanes ||
                   (*length <= 16 * lanes && *length % (2 * lanes) == 0)))
      size = std::max<int64_t>(1, *length);
    else if (rows.empty())
      size = 16 * lanes;
    block[along] = size;
  }
  for (unsigned d : swept)
    if (d != along)
      block[d] = 1;
  for (unsigned d : rows)
    tile[d] = 1;
  if (rows.empty())
    return;
  unsigned last = rows.back();
  // About 16 elements per lane, 4 rows at least: rows share what they read of
  // other operands, and their last steps across lanes.
  int64_t count = std::max<int64_t>(4, 16 * lanes / size);
  count = std::min<int64_t>(count, 4 * lanes);
  if (size % lanes != 0)
    count = llvm::alignTo(count, lanes);
  tile[last] = fit(last, count, size % lanes != 0 ? lanes : 4);
  if (size % lanes != 0)
    tile[last] = llvm::alignTo(tile[last], lanes);
  int64_t least = size % lanes != 0 ? lanes : 2;
  while (countWorkgroups() < wantedWorkgroups() && tile[last] % 2 == 0 &&
         tile[last] / 2 >= least)
    tile[last] /= 2;
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

void Chooser::chooseElementwise() {
  if (part.numParallel == 0)
    return;
  unsigned last = part.numParallel - 1;
  for (unsigned d = 0; d < part.numParallel; ++d)
    tile[d] = 1;
  // Is some tensor read along another loop?
  std::optional<unsigned> across;
  program.getFunction()->walk([&](linalg::GenericOp op) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (map.getNumResults() < 2)
        continue;
      auto dim = dyn_cast<AffineDimExpr>(map.getResults().back());
      for (unsigned d = 0; dim && d < last; ++d)
        if (program.sameLoop(op, dim.getPosition(), root(), d) &&
            !program.sameLoop(op, dim.getPosition(), root(), last))
          across = d;
    }
  });
  if (across) {
    // Reads or writes are strided, whatever one does: lanes along one side, two
    // rows each (1024x1024 on lavapipe: 1.4 ms, with 16x16 tiles 2.2 ms).
    tile[last] = fit(last, 2 * lanes, lanes);
    tile[*across] = fit(*across, lanes, lanes);
    if (tile[last] % lanes != 0 && tile[*across] % lanes != 0)
      tile[last] = llvm::alignTo(tile[last], lanes);
    return;
  }
  // Blocks of 8 elements per lane, as many in a workgroup as outweigh its cost
  // and still leave enough of them (on lavapipe a loop of small blocks takes
  // 0.6 times as long as the same work unrolled).
  int64_t size = 8 * lanes, blocks = 32, total = 1;
  for (unsigned d = 0; d < part.numParallel; ++d)
    total *= guess(d);
  while (blocks > 1 && total / (size * blocks) < 2 * wantedWorkgroups())
    blocks /= 2;
  if (part.numParallel == 1) {
    tile[last] = llvm::alignTo(fit(last, size, 2 * lanes), lanes);
    if (extent(last).value_or(size) >= tile[last] * blocks && blocks > 1) {
      block[last] = tile[last];
      tile[last] *= blocks;
    }
    return;
  }
  // Rows of a matrix: four at a time, to share what does not depend on the row.
  int64_t elements = std::min<int64_t>(4, blocks) * size;
  tile[last] = fit(last, size, 2 * lanes);
  if (tile[last] % lanes == 0) {
    tile[last - 1] =
        fit(last - 1, std::max<int64_t>(1, elements / tile[last]), 1);
    int64_t more =
        std::min<int64_t>(blocks / 4, extent(last).value_or(0) / tile[last]);
    if (more > 1) {
      block[last] = tile[last];
      tile[last] *= more;
    }
    return;
  }
  // Rows that do not fill the lanes: lanes along the next loop.
  int64_t rows = std::max(lanes, elements / tile[last] / lanes * lanes);
  if (extent(last - 1) && *extent(last - 1) < lanes) {
    tile[last] = llvm::alignTo(tile[last], lanes);
    tile[last - 1] = fit(last - 1, elements / tile[last], 1);
  } else {
    tile[last - 1] = llvm::alignTo(fit(last - 1, rows, lanes), lanes);
  }
}

//===----------------------------------------------------------------------===//
// Sums by index
//===----------------------------------------------------------------------===//

void Chooser::chooseScatter() {
  unsigned rowLoop = matchScatter(part.anchor)->rowLoop;
  // Lanes along the innermost dimension of a row.
  std::optional<unsigned> row, inner;
  for (unsigned d = 0; d < part.numParallel; ++d) {
    tile[d] = 1;
    if (program.sameLoop(part.anchor, rowLoop, root(), d))
      row = d;
    else
      inner = d;
  }
  if (inner)
    tile[*inner] = llvm::alignTo(fit(*inner, 4 * lanes, lanes), lanes);
  // Every range of rows reads all indices: no more ranges than keep the device
  // busy. Where the number of rows is not known, ranges are long enough to make
  // that cheap.
  int64_t others = std::max<int64_t>(1, countWorkgroups() / guess(*row));
  int64_t ranges =
      std::max<int64_t>(1, llvm::divideCeil(wantedWorkgroups(), others));
  tile[*row] = std::max<int64_t>(
      1, llvm::divideCeil(extent(*row).value_or(1024 * ranges), ranges));
}

//===----------------------------------------------------------------------===//
// Recurrences
//===----------------------------------------------------------------------===//

/// Splits the steps of `program` over workgroups along its rows only, and in
/// all parts alike: what a workgroup reads of steps before it has written.
static void keepStepsTogether(TileProgram &program, DeviceAttr device,
                              SmallVectorImpl<Attribute> &schedules) {
  std::optional<unsigned> row = program.getScan()->rows;
  ArrayRef<Part> parts = program.getParts();
  int64_t lanes = device.getSubgroupSize();
  // As many rows as the part of least tiles has, unless lanes run along them.
  int64_t rows = 0, least = 1;
  AffineExpr extent;
  for (auto [part, attr] : llvm::zip_equal(parts, schedules)) {
    if (!row)
      break;
    auto schedule = cast<ScheduleAttr>(attr);
    ArrayRef<int64_t> tile = schedule.getTile(), block = schedule.getBlock();
    unsigned last = part.numParallel - 1;
    int64_t width = block[last] ? block[last] : tile[last];
    int64_t own = std::max<int64_t>(tile[*row] ? tile[*row] : block[*row], 1);
    if (last == *row || width % lanes != 0)
      least = std::max<int64_t>(least, llvm::alignTo(own, lanes));
    rows = rows ? std::min(rows, own) : own;
    extent = part.loops[*row].extent;
  }
  if (row) {
    int64_t count = tile::getConstant(extent).value_or(256);
    while (rows > 1 && rows % 2 == 0 &&
           count / rows < 2 * device.getParallelWorkgroups())
      rows /= 2;
    rows = std::max(rows, least);
  }
  for (auto [part, attr] : llvm::zip_equal(parts, schedules)) {
    auto schedule = cast<ScheduleAttr>(attr);
    SmallVector<int64_t> tile(schedule.getTile()), block(schedule.getBlock());
    for (unsigned d = 0; d < part.numParallel; ++d) {
      if (d == row) {
        tile[d] = rows;
        block[d] = 0;
      } else if (tile[d] != 0) {
        block[d] = block[d] ? block[d] : tile[d];
        tile[d] = 0;
      }
    }
    attr = ScheduleAttr::get(program.getContext(), schedule.getStrategy(), tile,
                             block, EdgeHandling::Guard);
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

LogicalResult oaml::chooseSchedule(FunctionOpInterface func) {
  if (func->hasAttr(kernel::scheduleAttrName))
    return success(succeeded(readSchedules(func)));
  Attribute attr;
  for (Operation *op = func; op && !attr; op = op->getParentOp())
    attr = op->getAttr(kernel::deviceAttrName);
  auto device = dyn_cast_or_null<DeviceAttr>(attr);
  if (!device)
    return func->emitOpError("needs the attribute '")
           << kernel::deviceAttrName
           << "' (#kernel.device), its own or an enclosing op's";
  FailureOr<ScheduledKernel> kernel = analyseKernel(func, /*simplify=*/true);
  if (failed(kernel))
    return failure();
  SmallVector<Attribute> schedules;
  for (const Part &part : kernel->program->getParts())
    schedules.push_back(Chooser(*kernel->program, part, device).choose());
  if (kernel->program->getScan())
    keepStepsTogether(*kernel->program, device, schedules);
  func->setAttr(kernel::scheduleAttrName,
                schedules.size() == 1
                    ? schedules.front()
                    : ArrayAttr::get(func->getContext(), schedules));
  return success();
}

void oaml::remarkSchedule(FunctionOpInterface func) {
  Attribute attr = func->getAttr(kernel::scheduleAttrName);
  SmallVector<Attribute> schedules{attr};
  if (auto list = dyn_cast_or_null<ArrayAttr>(attr))
    schedules.assign(list.begin(), list.end());
  for (auto [number, element] : llvm::enumerate(schedules)) {
    auto schedule = cast<ScheduleAttr>(element);
    // In one piece: what is streamed is also printed as pieces.
    std::string text = func.getName().str();
    llvm::raw_string_ostream stream(text);
    if (schedules.size() > 1)
      stream << ", part " << number;
    stream << ": " << stringifyStrategy(schedule.getStrategy()) << ", tile "
           << llvm::interleaved_array(schedule.getTile()) << ", block "
           << llvm::interleaved_array(schedule.getBlock()) << ", edges "
           << stringifyEdgeHandling(schedule.getEdges());
    remark::passed(func.getLoc(),
                   remark::RemarkOpts::name("tile").category("schedule"))
        << text;
  }
}

namespace {
struct ChooseSchedulePass
    : public oaml::impl::ChooseScheduleBase<ChooseSchedulePass> {
  using ChooseScheduleBase::ChooseScheduleBase;

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](FunctionOpInterface func) {
      if (isa<gpu::GPUFuncOp>(func.getOperation()) || func.isExternal())
        return WalkResult::advance();
      if (failed(chooseSchedule(func)))
        return WalkResult::interrupt();
      if (emitRemarks)
        remarkSchedule(func);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
