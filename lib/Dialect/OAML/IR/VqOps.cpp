//===- VqOps.cpp - Rules of vector quantization ---------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "oaml/Dialect/OAML/IR/VqOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/VqOps.cpp.inc"

namespace oaml {
void registerVqOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/VqOps.cpp.inc"
      >();
}
} // namespace oaml

static Type getElement(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

LogicalResult VqAssignOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  NamedTensor latent = {"latent", adaptor.getLatent()};
  NamedTensor codebook = {"codebook", adaptor.getCodebook()};
  if (failed(requireSameElementType(context, {latent, codebook})) ||
      failed(requireRank(context, latent, 2)) ||
      failed(requireRank(context, codebook, 2)) ||
      failed(requireNonEmpty(context, {latent, codebook})))
    return failure();
  SymbolicShape shape = context.getShape(latent.value);
  if (failed(context.requireEqual(shape[1], context.getShape(codebook.value)[1],
                                  "equal widths of latent and codebook")))
    return failure();
  results.push_back({{shape[0]}, IntegerType::get(context.getContext(), 32)});
  results.push_back({shape, getElement(latent.value)});
  return success();
}

LogicalResult VqLookupOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                       SmallVectorImpl<ResultShape> &results) {
  NamedTensor codebook = {"codebook", adaptor.getCodebook()};
  NamedTensor indices = {"indices", adaptor.getIndices()};
  if (failed(requireRank(context, codebook, 2)) ||
      failed(requireRank(context, indices, 1)) ||
      failed(requireNonEmpty(context, {codebook, indices})))
    return failure();
  results.push_back({{context.getShape(indices.value)[0],
                      context.getShape(codebook.value)[1]},
                     getElement(codebook.value)});
  return success();
}

LogicalResult
VqRevivalRowOp::inferResults(ShapeContext &context, Adaptor adaptor,
                             SmallVectorImpl<ResultShape> &results) {
  if (failed(requireRank(context, {"seed", adaptor.getSeed()}, 0)) ||
      failed(requireRank(context, {"rows", adaptor.getRows()}, 0)))
    return failure();
  return inferUnary(context, adaptor.getCode(), results);
}

LogicalResult
VqEmaUpdateOp::inferResults(ShapeContext &context, Adaptor adaptor,
                            SmallVectorImpl<ResultShape> &results) {
  NamedTensor latent = {"latent", adaptor.getLatent()};
  NamedTensor indices = {"indices", adaptor.getIndices()};
  NamedTensor sums = {"embed_sum", adaptor.getEmbedSum()};
  NamedTensor sizes = {"cluster_size", adaptor.getClusterSize()};
  NamedTensor codebook = {"codebook", adaptor.getCodebook()};
  if (failed(requireRank(context, latent, 2)) ||
      failed(requireRank(context, indices, 1)) ||
      failed(requireRank(context, sizes, 1)) ||
      failed(requireRank(context, codebook, 2)) ||
      failed(
          requireNonEmpty(context, {latent, indices, sums, sizes, codebook})) ||
      failed(requireSameShape(context, {codebook, sums})))
    return failure();
  SymbolicShape rows = context.getShape(latent.value);
  SymbolicShape codes = context.getShape(codebook.value);
  if (failed(context.requireEqual(context.getShape(indices.value)[0], rows[0],
                                  "an element of indices per row of latent")) ||
      failed(context.requireEqual(rows[1], codes[1],
                                  "equal widths of latent and codebook")) ||
      failed(context.requireEqual(
          context.getShape(sizes.value)[0], codes[0],
          "an element of cluster_size per row of codebook")))
    return failure();
  Type f32 = Float32Type::get(context.getContext());
  results.push_back({codes, f32});
  results.push_back({{codes[0]}, f32});
  results.push_back({codes, f32});
  return success();
}

LogicalResult VqEmaUpdateOp::verify() {
  if (failed(verifyScalar(*this, "decay", getDecayScalar(), nonNegative)) ||
      failed(verifyScalar(*this, "epsilon", getEpsilonScalar(), positive)) ||
      failed(verifyScalar(*this, "dead_threshold", getDeadThresholdScalar(),
                          nonNegative)) ||
      failed(verifyIntegerScalar(*this, "seed", getSeedScalar())))
    return failure();
  if (getDecay() && getDecayAttr().getValueAsDouble() > 1.0)
    return emitOpError("requires 'decay' of at most 1, found ")
           << getDecayAttr().getValueAsDouble();
  int64_t seed = getSeed() ? getSeedAttr().getInt() : 0;
  if (seed < 0 || seed > std::numeric_limits<uint32_t>::max())
    return emitOpError("requires 'seed' of 32 bits without sign, found ")
           << seed;
  return success();
}
