//===- InterpretMoe.cpp - Mixtures of experts -----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "oaml/Dialect/OAML/IR/MoeOps.h"
#include "oaml/Interpreter/HostTensor.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

using Results = SmallVectorImpl<HostTensor>;

/// An element of a map, which is unsigned.
static int64_t getUnsigned(const HostTensor &map, int64_t i) {
  return static_cast<uint32_t>(map.getInt(i));
}

LogicalResult MoeExpertPlanOp::interpret(InterpreterContext &context,
                                         ArrayRef<HostTensor> operands,
                                         Results &results) {
  const HostTensor &indices = operands[0];
  int64_t tokens = indices.getShape()[0], slots = indices.getShape()[1];
  int64_t routes = tokens * slots, experts = getNumExperts();
  Type i32 = indices.getElementType();
  HostTensor counts = context.makeTensor({experts}, i32);
  HostTensor offsets = context.makeTensor({experts + 1}, i32);
  HostTensor packedToken = context.makeTensor({routes}, i32);
  HostTensor packedExpert = context.makeTensor({routes}, i32);
  HostTensor packedSlot = context.makeTensor({routes}, i32);
  HostTensor inverse = context.makeTensor({routes}, i32);
  for (int64_t i = 0; i < routes; ++i) {
    packedToken.setInt(i, tokens);
    packedExpert.setInt(i, experts);
    packedSlot.setInt(i, routes);
    inverse.setInt(i, routes);
  }
  int64_t place = 0;
  for (int64_t e = 0; e < experts; ++e) {
    int64_t first = place;
    offsets.setInt(e, first);
    for (int64_t r = 0; r < routes; ++r) {
      if (indices.getInt(r) != e)
        continue;
      packedToken.setInt(place, r / slots);
      packedExpert.setInt(place, e);
      packedSlot.setInt(place, r);
      inverse.setInt(r, place++);
    }
    counts.setInt(e, place - first);
  }
  offsets.setInt(experts, place);
  for (HostTensor *result :
       {&counts, &offsets, &packedToken, &packedExpert, &packedSlot, &inverse})
    results.push_back(std::move(*result));
  return success();
}

LogicalResult MoeRouteWeightsOp::interpret(InterpreterContext &context,
                                           ArrayRef<HostTensor> operands,
                                           Results &results) {
  const HostTensor &probabilities = operands[0], &indices = operands[1];
  int64_t tokens = indices.getShape()[0], slots = indices.getShape()[1];
  int64_t experts = probabilities.getShape()[1];
  HostTensor result =
      context.makeTensor(indices.getShape(), probabilities.getElementType());
  for (int64_t t = 0; t < tokens; ++t) {
    SmallVector<double> picked;
    double total = 0.0;
    for (int64_t k = 0; k < slots; ++k) {
      int64_t expert = indices.getInt(t * slots + k);
      bool isLive = expert >= 0 && expert < experts;
      picked.push_back(isLive ? probabilities.getFloat(t * experts + expert)
                              : 0.0);
      total += picked.back();
    }
    for (int64_t k = 0; k < slots; ++k)
      result.setFloat(t * slots + k, total > 0.0 ? picked[k] / total : 0.0);
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult MoeGatherOp::interpret(InterpreterContext &context,
                                     ArrayRef<HostTensor> operands,
                                     Results &results) {
  const HostTensor &input = operands[0], &tokens = operands[1];
  int64_t rows = input.getShape()[0], width = input.getShape()[1];
  int64_t routes = tokens.getNumElements();
  HostTensor result =
      context.makeTensor({routes, width}, input.getElementType());
  for (int64_t p = 0; p < routes; ++p) {
    int64_t token = getUnsigned(tokens, p);
    for (int64_t d = 0; token < rows && d < width; ++d)
      result.setFloat(p * width + d, input.getFloat(token * width + d));
  }
  results.push_back(std::move(result));
  return success();
}

LogicalResult MoeCombineOp::interpret(InterpreterContext &context,
                                      ArrayRef<HostTensor> operands,
                                      Results &results) {
  const HostTensor &packed = operands[0], &gate = operands[1],
                   &inverse = operands[2];
  int64_t tokens = gate.getShape()[0], slots = gate.getShape()[1];
  int64_t routes = packed.getShape()[0], width = packed.getShape()[1];
  HostTensor result =
      context.makeTensor({tokens, width}, packed.getElementType());
  for (int64_t t = 0; t < tokens; ++t)
    for (int64_t d = 0; d < width; ++d) {
      double sum = 0.0;
      for (int64_t r = t * slots; r < (t + 1) * slots; ++r)
        if (int64_t place = getUnsigned(inverse, r); place < routes)
          sum += packed.getFloat(place * width + d) * gate.getFloat(r);
      result.setFloat(t * width + d, sum);
    }
  results.push_back(std::move(result));
  return success();
}

/// Calls `body` with each row that belongs to a group, and the group.
static void forEachRow(const HostTensor &offsets, int64_t rows,
                       function_ref<void(int64_t row, int64_t group)> body) {
  for (int64_t e = 0; e + 1 < offsets.getNumElements(); ++e) {
    int64_t end = std::min(getUnsigned(offsets, e + 1), rows);
    for (int64_t r = getUnsigned(offsets, e); r < end; ++r)
      body(r, e);
  }
}

static HostTensor multiplyGrouped(InterpreterContext &context,
                                  const HostTensor &input,
                                  const HostTensor &weight,
                                  const HostTensor *bias,
                                  const HostTensor &offsets) {
  int64_t rows = input.getShape()[0], inner = input.getShape()[1];
  int64_t width = weight.getShape()[1];
  HostTensor result = context.makeTensor({rows, width}, input.getElementType());
  forEachRow(offsets, rows, [&](int64_t r, int64_t e) {
    for (int64_t n = 0; n < width; ++n) {
      double sum = bias ? bias->getFloat(e * width + n) : 0.0;
      for (int64_t k = 0; k < inner; ++k)
        sum += input.getFloat(r * inner + k) *
               weight.getFloat((e * width + n) * inner + k);
      result.setFloat(r * width + n, sum);
    }
  });
  return result;
}

LogicalResult GroupedGemmMOp::interpret(InterpreterContext &context,
                                        ArrayRef<HostTensor> operands,
                                        Results &results) {
  results.push_back(
      multiplyGrouped(context, operands[0], operands[1], nullptr, operands[2]));
  return success();
}

LogicalResult GroupedLinearMOp::interpret(InterpreterContext &context,
                                          ArrayRef<HostTensor> operands,
                                          Results &results) {
  results.push_back(multiplyGrouped(context, operands[0], operands[1],
                                    &operands[2], operands[3]));
  return success();
}

LogicalResult GroupedOuterMOp::interpret(InterpreterContext &context,
                                         ArrayRef<HostTensor> operands,
                                         Results &results) {
  const HostTensor &left = operands[0], &right = operands[1],
                   &offsets = operands[2];
  int64_t n = left.getShape()[1], k = right.getShape()[1];
  int64_t groups = offsets.getNumElements() - 1;
  SmallVector<double> sums(groups * n * k, 0.0);
  forEachRow(offsets, left.getShape()[0], [&](int64_t r, int64_t e) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < k; ++j)
        sums[(e * n + i) * k + j] +=
            left.getFloat(r * n + i) * right.getFloat(r * k + j);
  });
  HostTensor result = context.makeTensor({groups, n, k}, left.getElementType());
  for (auto [i, sum] : llvm::enumerate(sums))
    result.setFloat(i, sum);
  results.push_back(std::move(result));
  return success();
}

LogicalResult MoeRoutingBiasUpdateOp::interpret(InterpreterContext &context,
                                                ArrayRef<HostTensor> operands,
                                                Results &results) {
  const HostTensor &mask = operands[0], &bias = operands[1];
  double gamma =
      getScalar(getOperation(), operands, getGammaValue(), getGammaAttr());
  if (!std::isfinite(gamma) || gamma < 0.0)
    gamma = std::numeric_limits<double>::quiet_NaN();
  int64_t tokens = mask.getShape()[0], experts = mask.getShape()[1];
  HostTensor result =
      context.makeTensor(bias.getShape(), bias.getElementType());
  for (int64_t e = 0; e < experts; ++e) {
    double load = 0.0;
    for (int64_t t = 0; t < tokens; ++t)
      load += mask.getFloat(t * experts + e);
    double excess =
        load - double(tokens) * double(getExpertsPerToken()) / double(experts);
    double sign = excess > 0.0 ? 1.0 : excess < 0.0 ? -1.0 : excess * 0.0;
    result.setFloat(e, bias.getFloat(e) - gamma * sign);
  }
  results.push_back(std::move(result));
  return success();
}
