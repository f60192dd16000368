//===- OAMLAttributes.cpp - Verifiers of configurations -------------------===//
//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"

using namespace mlir;
using namespace oaml;

using EmitError = function_ref<InFlightDiagnostic()>;

namespace {
/// A parameter with its name, for errors.
struct NamedExtent {
  StringRef name;
  int64_t value;
};
} // namespace

/// Rejects an extent below 1; `attribute` is its attribute's name.
static LogicalResult requirePositive(EmitError emitError, StringRef attribute,
                                     ArrayRef<NamedExtent> extents) {
  for (auto [name, value] : extents)
    if (value < 1)
      return emitError() << attribute << " requires '" << name
                         << "' of at least 1, found " << value;
  return success();
}

/// Rejects angles that do not fit the state.
static LogicalResult requireAngles(EmitError emitError, StringRef attribute,
                                   int64_t angles, int64_t stateSize) {
  if (angles >= 0 && angles <= stateSize / 2)
    return success();
  return emitError() << attribute
                     << " requires 'num_rope_angles' from 0 to half of "
                        "'state_size', found "
                     << angles << " and " << stateSize;
}

LogicalResult SsmConfigAttr::verify(EmitError emitError, int64_t batchSize,
                                    int64_t sequenceLength, int64_t numHeads,
                                    int64_t numGroups, int64_t headDim,
                                    int64_t stateSize, int64_t numRopeAngles,
                                    int64_t mimoRank, bool, bool, bool) {
  constexpr StringLiteral attribute = "#oaml.ssm_config";
  if (failed(requirePositive(emitError, attribute,
                             {{"batch_size", batchSize},
                              {"sequence_length", sequenceLength},
                              {"num_heads", numHeads},
                              {"head_dim", headDim},
                              {"state_size", stateSize},
                              {"mimo_rank", mimoRank}})) ||
      failed(requireAngles(emitError, attribute, numRopeAngles, stateSize)))
    return failure();
  if (numGroups < 0 || (numGroups > 0 && numHeads % numGroups != 0))
    return emitError() << attribute
                       << " requires 'num_groups' that is 0 or divides "
                          "'num_heads', found "
                       << numGroups << " and " << numHeads;
  return success();
}

LogicalResult Mamba3PreprocessConfigAttr::verify(
    EmitError emitError, int64_t innerSize, int64_t stateSize, int64_t numHeads,
    int64_t numRopeAngles, int64_t numGroups, int64_t mimoRank, APFloat epsilon,
    APFloat dtMin, APFloat dtMax, APFloat aFloor) {
  constexpr StringLiteral attribute = "#oaml.mamba3_preprocess_config";
  if (failed(requirePositive(emitError, attribute,
                             {{"inner_size", innerSize},
                              {"state_size", stateSize},
                              {"num_heads", numHeads},
                              {"num_groups", numGroups},
                              {"mimo_rank", mimoRank}})) ||
      failed(requireAngles(emitError, attribute, numRopeAngles, stateSize)))
    return failure();
  for (auto [name, value] :
       {std::pair<StringRef, const APFloat &>("epsilon", epsilon),
        std::pair<StringRef, const APFloat &>("dt_min", dtMin),
        std::pair<StringRef, const APFloat &>("dt_max", dtMax),
        std::pair<StringRef, const APFloat &>("a_floor", aFloor)})
    if (!value.isFinite() || value.isNegative() || value.isZero())
      return emitError() << attribute << " requires a finite '" << name
                         << "' above 0, found " << value.convertToDouble();
  if (dtMin > dtMax)
    return emitError() << attribute
                       << " requires 'dt_min' of at most 'dt_max', found "
                       << dtMin.convertToDouble() << " and "
                       << dtMax.convertToDouble();
  return success();
}
