//===- GradOps.cpp - Verification of requests for gradients ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/GradOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

using namespace mlir;
using namespace oaml;

#define GET_OP_CLASSES
#include "oaml/Dialect/OAML/IR/GradOps.cpp.inc"

namespace oaml {
void registerGradOps(OAMLDialect &dialect) {
  dialect.registerOps<
#define GET_OP_LIST
#include "oaml/Dialect/OAML/IR/GradOps.cpp.inc"
      >();
}
} // namespace oaml

/// The function that `op` names.
static FailureOr<FunctionOpInterface>
lookupFunction(Operation *op, FlatSymbolRefAttr callee,
               SymbolTableCollection &symbols) {
  auto function =
      symbols.lookupNearestSymbolFrom<FunctionOpInterface>(op, callee);
  if (!function)
    return op->emitOpError() << "requires 'callee' to be a function, found "
                             << callee << ", which is none";
  if (function->isAncestor(op)) {
    InFlightDiagnostic error = op->emitOpError()
                               << "requires functions without recursion, found "
                               << callee << " inside of itself";
    error.attachNote(function.getLoc()) << "function is here";
    return error;
  }
  return function;
}

/// Types that must be equal, one by one.
static LogicalResult verifyTypes(Operation *op, FunctionOpInterface function,
                                 TypeRange found, TypeRange expected,
                                 StringRef what) {
  auto attachFunction = [&](InFlightDiagnostic &error) -> LogicalResult {
    error.attachNote(function.getLoc()) << "function is here";
    return error;
  };
  if (found.size() != expected.size()) {
    InFlightDiagnostic error = op->emitOpError()
                               << "requires " << expected.size() << " " << what
                               << ", found " << found.size();
    return attachFunction(error);
  }
  for (unsigned i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i])
      continue;
    InFlightDiagnostic error = op->emitOpError()
                               << "requires " << what << " number " << i
                               << " of type " << expected[i] << ", found "
                               << found[i];
    return attachFunction(error);
  }
  return success();
}

/// `wrt` names distinct float arguments; on success their types are appended.
static LogicalResult verifyWrt(Operation *op, FunctionOpInterface function,
                               ArrayRef<int64_t> wrt,
                               SmallVectorImpl<Type> &types) {
  if (wrt.empty())
    return op->emitOpError("requires 'wrt' with at least one argument, found "
                           "none");
  ArrayRef<Type> arguments = function.getArgumentTypes();
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t number : wrt) {
    if (number < 0 || number >= static_cast<int64_t>(arguments.size()))
      return op->emitOpError()
             << "requires 'wrt' to number arguments, found " << number
             << " and " << arguments.size() << " arguments";
    if (!seen.insert(number).second)
      return op->emitOpError() << "requires distinct numbers in 'wrt', found "
                               << number << " twice";
    auto tensor = dyn_cast<RankedTensorType>(arguments[number]);
    if (!tensor || !isa<FloatType>(tensor.getElementType()))
      return op->emitOpError()
             << "requires 'wrt' to number float tensors, found "
             << arguments[number] << " as argument " << number;
    types.push_back(tensor);
  }
  return success();
}

/// The first result is what is differentiated: one float element.
static LogicalResult verifyLoss(Operation *op, FunctionOpInterface function) {
  ArrayRef<Type> results = function.getResultTypes();
  auto loss = results.empty() ? RankedTensorType()
                              : dyn_cast<RankedTensorType>(results.front());
  if (loss && isa<FloatType>(loss.getElementType()) && loss.hasStaticShape() &&
      loss.getNumElements() == 1)
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "requires a function whose first result is one "
                                "float element, found ";
  if (results.empty())
    error << "no result";
  else
    error << results.front();
  error.attachNote(function.getLoc()) << "function is here";
  return error;
}

/// The rules that `grad` and `value_and_grad` share. `withOutputs`: the results
/// of the function come before the gradients.
template <typename Op>
static LogicalResult verifyGradient(Op op, SymbolTableCollection &symbols,
                                    bool withOutputs) {
  FailureOr<FunctionOpInterface> function =
      lookupFunction(op, op.getCalleeAttr(), symbols);
  if (failed(function))
    return failure();
  SmallVector<Type> expected;
  if (withOutputs)
    llvm::append_range(expected, function->getResultTypes());
  if (failed(verifyTypes(op, *function, op.getArguments().getTypes(),
                         function->getArgumentTypes(), "arguments")) ||
      failed(verifyLoss(op, *function)) ||
      failed(verifyWrt(op, *function, op.getWrt(), expected)))
    return failure();
  return verifyTypes(op, *function, op->getResultTypes(), expected, "results");
}

LogicalResult GradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyGradient(*this, symbols, /*withOutputs=*/false);
}

LogicalResult ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyGradient(*this, symbols, /*withOutputs=*/true);
}

LogicalResult VjpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FailureOr<FunctionOpInterface> function =
      lookupFunction(*this, getCalleeAttr(), symbols);
  if (failed(function))
    return failure();
  SmallVector<Type> expected(function->getResultTypes());
  if (failed(verifyTypes(*this, *function, getArguments().getTypes(),
                         function->getArgumentTypes(), "arguments")) ||
      failed(verifyTypes(*this, *function, getCotangents().getTypes(),
                         function->getResultTypes(), "cotangents")) ||
      failed(verifyWrt(*this, *function, getWrt(), expected)))
    return failure();
  return verifyTypes(*this, *function, getResultTypes(), expected, "results");
}
