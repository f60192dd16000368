//===- Report.cpp - What a compiled program is and costs ------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Pipelines/Report.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Dialect/OAML/IR/ShapeOps.h"
#include "oaml/Dialect/Plan/IR/PlanDialect.h"
#include "oaml/Dialect/Plan/Transforms/MemoryPlan.h"
#include "oaml/Target/Vulkan/ArtifactWriter.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace oaml;

//===----------------------------------------------------------------------===//
// Quantities
//===----------------------------------------------------------------------===//

/// `expr` with the names of its symbols.
static std::string getText(AffineExpr expr, ArrayRef<std::string> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExprKind kind = expr.getKind();
  auto getOperand = [&](AffineExpr operand) {
    std::string text = getText(operand, symbols);
    bool needsParentheses =
        isa<AffineBinaryOpExpr>(operand) && kind != AffineExprKind::Add &&
        (kind != AffineExprKind::Mul || operand.getKind() != kind);
    return needsParentheses ? "(" + text + ")" : text;
  };
  auto getSign = [&] {
    switch (kind) {
    case AffineExprKind::Add:
      return " + ";
    case AffineExprKind::Mul:
      return " * ";
    case AffineExprKind::FloorDiv:
      return " floordiv ";
    case AffineExprKind::CeilDiv:
      return " ceildiv ";
    case AffineExprKind::Mod:
      return " mod ";
    default:
      llvm_unreachable("no other binary expressions exist");
    }
  };
  return getOperand(binary.getLHS()) + getSign() + getOperand(binary.getRHS());
}

static ReportQuantity getQuantity(AffineExpr expr,
                                  ArrayRef<std::string> symbols) {
  return {getText(expr, symbols), plan::evaluateAt(expr, plan::symbolForBound)};
}

static std::vector<std::string> getStrings(ArrayAttr list) {
  std::vector<std::string> strings;
  if (list)
    for (StringRef string : list.getAsValueRange<StringAttr>())
      strings.push_back(string.str());
  return strings;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {

/// What a kernel costs, as expressions of the symbols of its binary.
struct Cost {
  AffineExpr workgroups, bytesRead, bytesWritten, flops;

  /// With the symbols as `values`.
  Cost replace(ArrayRef<AffineExpr> values) const {
    return {workgroups.replaceSymbols(values), bytesRead.replaceSymbols(values),
            bytesWritten.replaceSymbols(values),
            flops ? flops.replaceSymbols(values) : flops};
  }

  /// Writes the members of the same names.
  template <typename T>
  void write(T &target, ArrayRef<std::string> symbols) const {
    target.workgroups = getQuantity(workgroups, symbols);
    target.bytesRead = getQuantity(bytesRead, symbols);
    target.bytesWritten = getQuantity(bytesWritten, symbols);
    if (flops)
      target.flops = getQuantity(flops, symbols);
  }
};

} // namespace

/// Bytes of a tensor whose dynamic extents are named by `dims`.
static AffineExpr getBytes(RankedTensorType type, Attribute dims,
                           ArrayRef<std::string> symbols) {
  AffineExpr bytes = getAffineConstantExpr(
      type.getElementType().getIntOrFloatBitWidth() / 8, type.getContext());
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      bytes = bytes * extent;
      continue;
    }
    StringRef name = cast<StringAttr>(cast<ArrayAttr>(dims)[axis]).getValue();
    bytes =
        bytes * getAffineSymbolExpr(llvm::find(symbols, name) - symbols.begin(),
                                    type.getContext());
  }
  return bytes;
}

static Cost getCost(kernel::FuncOp function, kernel::BinaryOp binary,
                    ArrayRef<std::string> symbols) {
  Cost cost;
  cost.workgroups = binary.getGrid().getResult(0);
  if (std::optional<AffineMap> flops = binary.getFlops())
    cost.flops = flops->getResult(0);
  cost.bytesRead = cost.bytesWritten =
      getAffineConstantExpr(0, function.getContext());
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      cost.bytesRead =
          cost.bytesRead +
          getBytes(tensor, function.getArgAttr(i, dimsAttrName), symbols);
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    cost.bytesWritten =
        cost.bytesWritten + getBytes(cast<RankedTensorType>(type),
                                     function.getResultAttr(i, dimsAttrName),
                                     symbols);
  return cost;
}

static std::vector<ReportSchedule> getSchedules(Attribute attr) {
  SmallVector<Attribute> list{attr};
  if (auto array = dyn_cast_or_null<ArrayAttr>(attr))
    list.assign(array.begin(), array.end());
  std::vector<ReportSchedule> schedules;
  for (Attribute element : list)
    if (auto schedule = dyn_cast_or_null<kernel::ScheduleAttr>(element))
      schedules.push_back({stringifyStrategy(schedule.getStrategy()).str(),
                           schedule.getTile(), schedule.getBlock(),
                           stringifyEdgeHandling(schedule.getEdges()).str()});
  return schedules;
}

static ReportKernel describeKernel(kernel::FuncOp function,
                                   kernel::BinaryOp binary, const Cost &cost) {
  ReportKernel kernel;
  kernel.name = function.getSymName().str();
  function.walk([&](FusibleOpInterface op) {
    if (!isa<oaml::ConstantOp>(op))
      kernel.ops.push_back(
          {op->getName().getStringRef().str(), getSourceText(op->getLoc())});
  });
  kernel.symbols = getStrings(binary.getSymbols());
  kernel.schedules = getSchedules(function->getAttr(kernel::scheduleAttrName));
  kernel.subgroupSize = binary.getSubgroupSize();
  kernel.registers = binary.getRegisters();
  kernel.spirvBytes = binary.getSpirv().getNumElements() *
                      static_cast<int64_t>(sizeof(uint32_t));
  cost.write(kernel, kernel.symbols);
  kernel.unfused =
      getStrings(function->getAttrOfType<ArrayAttr>(kernel::unfusedAttrName));
  return kernel;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

void oaml::describeProgram(ModuleOp module, Report &report) {
  report.compiler = "oaml " OAML_VERSION;
  if (auto device =
          module->getAttrOfType<kernel::DeviceAttr>(kernel::deviceAttrName))
    report.target = device.getName().str();

  SymbolTable symbolTable(module);
  struct Known {
    kernel::FuncOp function;
    Cost cost;
    size_t index;
  };
  llvm::StringMap<Known> known;
  for (auto binary : module.getOps<kernel::BinaryOp>()) {
    auto function = symbolTable.lookup<kernel::FuncOp>(binary.getKernel());
    Cost cost = getCost(function, binary, getStrings(binary.getSymbols()));
    known[binary.getKernel()] = {function, cost, report.kernels.size()};
    report.kernels.push_back(describeKernel(function, binary, cost));
  }

  for (auto op : module.getOps<plan::EntryOp>()) {
    ReportEntry &entry = report.entries.emplace_back();
    entry.name = op.getSymName().str();
    for (auto symbol : op.getSymbols().getAsRange<plan::SymbolAttr>())
      entry.symbols.push_back(symbol.getName().str());
    entry.arenaBytes =
        getQuantity(op.getArenaSize().getResult(0), entry.symbols);
    entry.arenaLowerBound =
        getQuantity(op.getArenaLowerBound().getResult(0), entry.symbols);
    for (Operation &command : op.getBody().front()) {
      entry.barriers += isa<plan::BarrierOp>(command);
      entry.copies += isa<plan::CopyOp>(command);
      auto launch = dyn_cast<plan::LaunchOp>(command);
      if (!launch)
        continue;
      ReportLaunch &line = entry.launches.emplace_back();
      line.kernel = launch.getKernel().str();
      line.location = getSourceText(launch.getLoc());
      auto it = known.find(launch.getKernel());
      if (it == known.end())
        continue;
      // The launch lists extents in the order of the kernel's symbols, the
      // binary has an order of its own.
      ReportKernel &kernel = report.kernels[it->second.index];
      SmallVector<AffineExpr> values(kernel.symbols.size());
      for (auto [name, extent] :
           llvm::zip(it->second.function.getSymbols(), launch.getExtents()))
        values[llvm::find(kernel.symbols, name.getValue()) -
               kernel.symbols.begin()] =
            cast<AffineMapAttr>(extent).getValue().getResult(0);
      it->second.cost.replace(values).write(line, entry.symbols);
      ++kernel.launches;
    }
  }
}
