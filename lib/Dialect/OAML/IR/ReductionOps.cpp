//===- ReductionOps.cpp - Rules of reductions -----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ReductionOps.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/ReductionOps.cpp.inc"

namespace oaml {
void registerReductionOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/ReductionOps.cpp.inc"
      >();
}
} // namespace oaml

LogicalResult ReduceOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                     SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  auto type = cast<RankedTensorType>(x.getType());
  ArrayRef<int64_t> axes = adaptor.getAxes();
  if (!llvm::is_sorted(axes, std::less_equal<int64_t>()))
    return context.emitError(
        formatMessage("requires 'axes' that are distinct and rising, found [",
                      llvm::interleaved(axes), "]"));
  SymbolicShape shape = context.getShape(x);
  for (int64_t axis : axes) {
    if (failed(requireAxis(context, axis, type.getRank(), "axes")))
      return failure();
    shape[axis] = context.getConstant(1);
  }
  if (adaptor.getKind() != ReductionKind::Sum &&
      failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  results.push_back({shape, type.getElementType()});
  return success();
}

LogicalResult SoftmaxOp::inferResults(ShapeContext &context, Adaptor adaptor,
                                      SmallVectorImpl<ResultShape> &results) {
  Value x = adaptor.getX();
  if (failed(requireAxis(context, adaptor.getAxis(),
                         cast<RankedTensorType>(x.getType()).getRank(),
                         "axis")) ||
      failed(requireNonEmpty(context, {{"x", x}})))
    return failure();
  return inferUnary(context, x, results);
}
