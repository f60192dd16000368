//===- SsmOps.cpp - Rules of state-space models ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/SsmOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/SsmOps.cpp.inc"

namespace oaml {
void registerSsmOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/SsmOps.cpp.inc"
      >();
}
} // namespace oaml

using NamedShape = std::pair<NamedTensor, SmallVector<int64_t>>;

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

/// Rejects tensors of other shapes or of another element type than the first.
static LogicalResult requireShapes(ShapeContext &context,
                                   ArrayRef<NamedShape> tensors) {
  for (const auto &[tensor, shape] : tensors) {
    if (failed(
            requireSameElementType(context, {tensors.front().first, tensor})) ||
        failed(requireRank(context, tensor, shape.size())))
      return failure();
    SymbolicShape extents = context.getShape(tensor.value);
    for (auto [axis, extent] : llvm::enumerate(shape))
      if (failed(context.requireEqual(
              extents[axis], context.getConstant(extent),
              formatMessage(tensor.name, " of the configured extent at axis ",
                            axis))))
        return failure();
  }
  return success();
}

static void addResult(ShapeContext &context, ArrayRef<int64_t> shape,
                      Type element, SmallVectorImpl<ResultShape> &results) {
  SymbolicShape extents;
  for (int64_t extent : shape)
    extents.push_back(context.getConstant(extent));
  results.push_back({extents, element});
}

//===----------------------------------------------------------------------===//
// Preprocessing
//===----------------------------------------------------------------------===//

/// The widths of the eight results.
static SmallVector<std::pair<StringRef, int64_t>>
getPreprocessWidths(Mamba3PreprocessConfigAttr config) {
  return {{"x", config.getInnerSize()},   {"z", config.getInnerSize()},
          {"bh", config.getBcWidth()},    {"ch", config.getBcWidth()},
          {"dt", config.getNumHeads()},   {"adt", config.getNumHeads()},
          {"trap", config.getNumHeads()}, {"angle", config.getNumRopeAngles()}};
}

static LogicalResult requirePacked(ShapeContext &context, Value projected,
                                   Value bias,
                                   Mamba3PreprocessConfigAttr config) {
  NamedTensor packed = {"projected", projected};
  if (failed(requireRank(context, packed, 2)) ||
      failed(requireNonEmpty(context, {packed})) ||
      failed(context.requireEqual(
          context.getShape(projected)[1],
          context.getConstant(config.getProjectedWidth()),
          "as many columns of projected as the configuration has")))
    return failure();
  return requireShapes(context, {{{"dt_bias", bias}, {config.getNumHeads()}}});
}

LogicalResult
Mamba3PreprocessOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                 SmallVectorImpl<ResultShape> &results) {
  Value projected = adaptor.getProjected();
  if (failed(requireSameElementType(
          context,
          {{"projected", projected}, {"dt_bias", adaptor.getDtBias()}})) ||
      failed(requirePacked(context, projected, adaptor.getDtBias(),
                           adaptor.getConfig())))
    return failure();
  AffineExpr rows = context.getShape(projected)[0];
  for (auto [name, width] : getPreprocessWidths(adaptor.getConfig()))
    results.push_back(
        {{rows, context.getConstant(width)}, getElement(projected)});
  return success();
}

LogicalResult Mamba3PreprocessBackwardOp::inferResults(
    ShapeContext &context, Adaptor adaptor,
    SmallVectorImpl<ResultShape> &results) {
  Value projected = adaptor.getProjected();
  if (failed(requirePacked(context, projected, adaptor.getDtBias(),
                           adaptor.getConfig())))
    return failure();
  AffineExpr rows = context.getShape(projected)[0];
  for (auto [i, named] :
       llvm::enumerate(getPreprocessWidths(adaptor.getConfig()))) {
    Value gradient = adaptor.getOperands()[i + 2];
    if (failed(requireSameElementType(
            context, {{"projected", projected}, {named.first, gradient}})) ||
        failed(requireRank(context, {named.first, gradient}, 2)))
      return failure();
    SymbolicShape shape = context.getShape(gradient);
    if (failed(
            context.requireEqual(shape[0], rows,
                                 formatMessage("as many rows of ", named.first,
                                               " as of projected"))) ||
        failed(context.requireEqual(
            shape[1], context.getConstant(named.second),
            formatMessage("as many columns of ", named.first,
                          " as the configuration has"))))
      return failure();
  }
  Type element = getElement(projected);
  results.push_back({context.getShape(projected), element});
  results.push_back({context.getShape(adaptor.getDtBias()), element});
  return success();
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// The operands of a scan, without gradient and states, with their shapes.
static SmallVector<NamedShape>
getScanShapes(ValueRange operands, SsmConfigAttr config, bool isMimo) {
  int64_t batch = config.getBatchSize(), length = config.getSequenceLength();
  int64_t heads = config.getNumHeads(), rank = config.getMimoRank();
  int64_t width = config.getHeadDim(), state = config.getStateSize();
  SmallVector<int64_t> grouped = {batch, length, rank * config.getGroups(),
                                  state};
  SmallVector<int64_t> vectors = {batch, length, heads, width};
  SmallVector<int64_t> scalars = {batch, length, heads};
  auto getBias = [&](Value bias) -> SmallVector<int64_t> {
    bool isPerRank =
        isMimo && cast<RankedTensorType>(bias.getType()).getRank() == 3;
    if (isPerRank)
      return {heads, rank, state};
    return {heads, state};
  };
  SmallVector<NamedShape> shapes = {
      {{"c", operands[0]}, grouped},
      {{"b", operands[1]}, grouped},
      {{"x", operands[2]}, vectors},
      {{"z", operands[3]}, vectors},
      {{"adt", operands[4]}, scalars},
      {{"dt", operands[5]}, scalars},
      {{"trap", operands[6]}, scalars},
      {{"angle", operands[7]}, {batch, length, config.getNumRopeAngles()}},
      {{"c_bias", operands[8]}, getBias(operands[8])},
      {{"b_bias", operands[9]}, getBias(operands[9])},
      {{"d", operands[10]}, {heads}}};
  if (isMimo) {
    for (auto [i, name] : {std::pair(11, "mimo_x"), std::pair(12, "mimo_z"),
                           std::pair(13, "mimo_o")})
      shapes.push_back({{name, operands[i]}, {heads, rank, width}});
    shapes.push_back({{"norm_weight", operands[14]}, {heads, width}});
  }
  return shapes;
}

/// The states of a step, with their shapes.
static SmallVector<NamedShape>
getStateShapes(ValueRange operands, SsmConfigAttr config, bool isMimo) {
  int64_t batch = config.getBatchSize(), heads = config.getNumHeads();
  int64_t width = config.getHeadDim(), state = config.getStateSize();
  SmallVector<int64_t> perHead = {batch, heads};
  if (isMimo)
    perHead.push_back(config.getMimoRank());
  SmallVector<int64_t> keys(perHead), values(perHead);
  keys.push_back(state);
  values.push_back(width);
  return {
      {{"ssm_state", operands[0]}, {batch, heads, width, state}},
      {{"angle_state", operands[1]}, {batch, heads, config.getNumRopeAngles()}},
      {{"k_state", operands[2]}, keys},
      {{"v_state", operands[3]}, values}};
}

static LogicalResult requireConfig(ShapeContext &context, SsmConfigAttr config,
                                   bool isMimo, bool isStep) {
  if (!isMimo && config.getMimoRank() != 1)
    return context.emitError(formatMessage("requires 'mimo_rank' of 1, found ",
                                           config.getMimoRank()));
  if (!isMimo && config.getHasOutputNorm())
    return context.emitError("requires 'has_output_norm' of false, found true");
  if (isStep && config.getSequenceLength() != 1)
    return context.emitError(formatMessage(
        "requires 'sequence_length' of 1, found ", config.getSequenceLength()));
  return success();
}

static LogicalResult inferScan(ShapeContext &context, ValueRange operands,
                               SsmConfigAttr config, bool isMimo,
                               SmallVectorImpl<ResultShape> &results) {
  if (failed(requireConfig(context, config, isMimo, /*isStep=*/false)))
    return failure();
  SmallVector<NamedShape> shapes = getScanShapes(operands, config, isMimo);
  if (failed(requireShapes(context, shapes)))
    return failure();
  addResult(context, shapes[2].second, getElement(operands[2]), results);
  return success();
}

static LogicalResult inferBackward(ShapeContext &context, ValueRange operands,
                                   SsmConfigAttr config, bool isMimo,
                                   SmallVectorImpl<ResultShape> &results) {
  if (failed(requireConfig(context, config, isMimo, /*isStep=*/false)))
    return failure();
  SmallVector<NamedShape> shapes =
      getScanShapes(operands.drop_front(), config, isMimo);
  SmallVector<NamedShape> all(shapes);
  all.push_back({{"output_gradient", operands[0]}, shapes[2].second});
  if (failed(requireShapes(context, all)))
    return failure();
  for (const auto &[tensor, shape] : shapes)
    addResult(context, shape, getElement(tensor.value), results);
  return success();
}

static LogicalResult inferStep(ShapeContext &context, ValueRange operands,
                               SsmConfigAttr config, bool isMimo,
                               SmallVectorImpl<ResultShape> &results) {
  if (failed(requireConfig(context, config, isMimo, /*isStep=*/true)))
    return failure();
  SmallVector<NamedShape> shapes = getScanShapes(operands, config, isMimo);
  SmallVector<NamedShape> states =
      getStateShapes(operands.take_back(4), config, isMimo);
  SmallVector<NamedShape> all(shapes);
  llvm::append_range(all, states);
  if (failed(requireShapes(context, all)))
    return failure();
  Type element = getElement(operands[0]);
  addResult(context, shapes[2].second, element, results);
  for (const auto &[tensor, shape] : states)
    addResult(context, shape, element, results);
  return success();
}

LogicalResult
Mamba3SisoOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  return inferScan(context, adaptor.getOperands(), adaptor.getConfig(),
                   /*isMimo=*/false, results);
}

LogicalResult
Mamba3MimoOp::inferResults(ShapeContext &context, Adaptor adaptor,
                           SmallVectorImpl<ResultShape> &results) {
  return inferScan(context, adaptor.getOperands(), adaptor.getConfig(),
                   /*isMimo=*/true, results);
}

LogicalResult
Mamba3SisoBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  return inferBackward(context, adaptor.getOperands(), adaptor.getConfig(),
                       /*isMimo=*/false, results);
}

LogicalResult
Mamba3MimoBackwardOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                   SmallVectorImpl<ResultShape> &results) {
  return inferBackward(context, adaptor.getOperands(), adaptor.getConfig(),
                       /*isMimo=*/true, results);
}

LogicalResult
Mamba3SisoStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                               SmallVectorImpl<ResultShape> &results) {
  return inferStep(context, adaptor.getOperands(), adaptor.getConfig(),
                   /*isMimo=*/false, results);
}

LogicalResult
Mamba3MimoStepOp::inferResults(ShapeContext &context, Adaptor adaptor,
                               SmallVectorImpl<ResultShape> &results) {
  return inferStep(context, adaptor.getOperands(), adaptor.getConfig(),
                   /*isMimo=*/true, results);
}
