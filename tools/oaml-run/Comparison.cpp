//===- Comparison.cpp - Comparing a device with the interpreter -----------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

#include "Conversions.h"
#include "TensorText.h"

#include "oaml/Dialect/Kernel/IR/KernelDialect.h"
#include "oaml/Interpreter/Interpreter.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace oaml;

void oaml::exposeKernelResults(func::FuncOp function) {
  SmallVector<Value> values;
  for (auto dispatch : function.getBody().front().getOps<kernel::DispatchOp>())
    llvm::append_range(values, dispatch.getResults());
  SmallVector<unsigned> positions(values.size(), function.getNumResults());
  SmallVector<DictionaryAttr> attributes(
      values.size(), DictionaryAttr::get(function.getContext()));
  (void)function.insertResults(positions, TypeRange(ValueRange(values)),
                               attributes);
  Operation *terminator = function.getBody().front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), values);
}

namespace {
/// Elements of two tensors that are further apart than they may be.
struct Difference {
  int64_t count = 0;
  int64_t first = 0;
};
} // namespace

/// How many times coarser than f32 a type is.
static double getCoarseness(Type type) {
  if (type.isF16())
    return std::ldexp(1.0, 13);
  return type.isBF16() ? std::ldexp(1.0, 16) : 1.0;
}

static Difference findDifference(const HostTensor &expected,
                                 const HostTensor &found, double tolerance) {
  Difference difference;
  double largest = 0.0;
  for (int64_t i = 0, e = expected.getNumElements(); i < e; ++i)
    if (double size = std::abs(expected.getNumber(i)); std::isfinite(size))
      largest = std::max(largest, size);
  double relative = tolerance * getCoarseness(expected.getElementType());
  for (int64_t i = 0, e = expected.getNumElements(); i < e; ++i) {
    double a = expected.getNumber(i), b = found.getNumber(i);
    bool agrees = a == b || (std::isnan(a) && std::isnan(b));
    if (expected.isFloat())
      agrees |= std::isfinite(a) &&
                std::abs(a - b) <= relative * std::max(std::abs(a), largest);
    if (!agrees && difference.count++ == 0)
      difference.first = i;
  }
  return difference;
}

/// "result 0 at [3, 17]: found 1.5, expected 1.25; 12 of 400 elements differ".
static std::string describe(unsigned result, const HostTensor &expected,
                            const HostTensor &found,
                            const Difference &difference) {
  SmallVector<int64_t> position(expected.getRank());
  int64_t rest = difference.first;
  for (size_t axis = position.size(); axis-- > 0;) {
    position[axis] = rest % expected.getShape()[axis];
    rest /= expected.getShape()[axis];
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "result " << result << " at [";
  llvm::interleaveComma(position, stream);
  stream << "]: found ";
  printElement(stream, toArray(found), difference.first);
  stream << ", expected ";
  printElement(stream, toArray(expected), difference.first);
  stream << "; " << difference.count << " of " << expected.getNumElements()
         << " elements differ";
  return text;
}

/// "oaml.linear, oaml.relu": the source ops of a kernel.
static std::string listOps(kernel::FuncOp kernel) {
  SmallVector<StringRef> names;
  if (auto ops = kernel->getAttrOfType<ArrayAttr>(kernel::opsAttrName))
    for (Attribute name : ops)
      names.push_back(cast<StringAttr>(name).getValue());
  return llvm::join(names, ", ");
}

/// Interprets the program before and after kernels were formed.
static LogicalResult comparePhases(const Comparison &comparison,
                                   ArrayRef<HostTensor> arguments,
                                   const InterpreterOptions &options) {
  func::FuncOp source = comparison.source, kernels = comparison.kernels;
  FailureOr<SmallVector<HostTensor>> expected =
      interpretFunction(source, arguments, options);
  FailureOr<SmallVector<HostTensor>> found =
      interpretFunction(kernels, arguments, options);
  if (failed(expected) || failed(found))
    return failure();
  for (auto [number, tensor] : llvm::enumerate(*expected)) {
    Difference difference =
        findDifference(tensor, (*found)[number], comparison.tolerance);
    if (difference.count > 0)
      return source.emitError()
             << "the phases that form kernels change "
             << describe(number, tensor, (*found)[number], difference);
  }
  return success();
}

/// Interprets each kernel on what the device gave it.
static LogicalResult compareKernels(const Comparison &comparison,
                                    ArrayRef<HostTensor> arguments,
                                    InterpreterOptions options) {
  func::FuncOp function = comparison.kernels;
  SmallVector<Value> values;
  for (auto dispatch : function.getBody().front().getOps<kernel::DispatchOp>())
    llvm::append_range(values, dispatch.getResults());
  ArrayRef<rt::HostArray> arrays = comparison.results.take_back(values.size());

  unsigned numDiffering = 0;
  options.probe = [&](Value value, HostTensor &tensor) {
    auto *it = llvm::find(values, value);
    if (it == values.end())
      return;
    HostTensor found =
        toTensor(function.getContext(), arrays[it - values.begin()]);
    Difference difference = findDifference(tensor, found, comparison.tolerance);
    auto dispatch = cast<kernel::DispatchOp>(value.getDefiningOp());
    if (difference.count > 0 && numDiffering++ == 0)
      dispatch.emitError() << "kernel @" << dispatch.getKernel() << " ("
                           << listOps(dispatch.lookupKernel())
                           << ") differs from the interpreter in "
                           << describe(cast<OpResult>(value).getResultNumber(),
                                       tensor, found, difference);
    tensor = std::move(found);
  };
  if (failed(interpretFunction(function, arguments, options)))
    return failure();
  if (numDiffering > 0)
    return function.emitRemark() << numDiffering << " of " << values.size()
                                 << " values that cross kernels differ";
  llvm::errs() << "oaml-run: all " << values.size()
               << " values that cross kernels agree with the interpreter\n";
  return success();
}

ExitCode oaml::compareWithInterpreter(const Comparison &comparison) {
  SmallVector<HostTensor> arguments;
  for (const rt::HostArray &array : comparison.arguments)
    arguments.push_back(toTensor(comparison.kernels->getContext(), array));
  InterpreterOptions options;
  options.runSeed = comparison.runSeed;
  if (failed(comparePhases(comparison, arguments, options)) ||
      failed(compareKernels(comparison, arguments, options)))
    return WrongInput;
  return Done;
}
