//===- Engine.h - Execution of functions on host tensors --------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_INTERPRETER_ENGINE_H
#define OAML_LIB_INTERPRETER_ENGINE_H

#include "oaml/Interfaces/InterpretableOpInterface.h"
#include "oaml/Interfaces/ShapeRuleOpInterface.h"
#include "oaml/Interpreter/Interpreter.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace oaml {

class RunTimeShapes;

/// The value of an SSA value: a tensor, or an index or integer scalar.
struct Datum {
  Datum() = default;
  Datum(HostTensor tensor) : tensor(std::move(tensor)) {}
  Datum(mlir::Attribute scalar) : scalar(scalar) {}

  HostTensor tensor;
  /// Null for tensors.
  mlir::Attribute scalar;
};

using Frame = llvm::DenseMap<mlir::Value, Datum>;

/// Runs functions op by op.
class Engine final : public InterpreterContext {
public:
  explicit Engine(const InterpreterOptions &options) : options(options) {}

  HostTensor makeTensor(llvm::ArrayRef<int64_t> shape,
                        mlir::Type elementType) override;
  int64_t getIndex(mlir::Value index) override;
  llvm::FailureOr<llvm::SmallVector<HostTensor>>
  runBlock(mlir::Block &block, llvm::ArrayRef<HostTensor> arguments) override;
  bool isWide() const override { return options.wide; }

  /// Runs a function on all its arguments, hidden ones included. Failure has
  /// been reported.
  llvm::FailureOr<llvm::SmallVector<HostTensor>>
  run(mlir::FunctionOpInterface function, llvm::ArrayRef<Datum> arguments);

private:
  llvm::FailureOr<llvm::SmallVector<HostTensor>>
  run(mlir::Block &block, llvm::ArrayRef<Datum> arguments);
  llvm::LogicalResult interpretOp(mlir::Operation &op);
  llvm::LogicalResult interpretTensorOp(InterpretableOpInterface op);
  llvm::LogicalResult interpretCall(mlir::Operation &op,
                                    mlir::Operation *callee,
                                    mlir::ValueRange operands);
  llvm::LogicalResult interpretScalarOp(mlir::Operation &op);
  llvm::LogicalResult checkResults(mlir::Operation *op, RunTimeShapes &shapes,
                                   llvm::ArrayRef<ResultShape> expected,
                                   llvm::ArrayRef<HostTensor> results);
  void define(mlir::Value value, Datum datum);

  const InterpreterOptions &options;
  Frame *frame = nullptr;
  llvm::SmallVector<mlir::Operation *> active;
};

/// "argument 2 ('x')", by the `oaml.name` of the argument.
std::string describeArgument(mlir::FunctionOpInterface function,
                             unsigned index);

/// True if a tensor of `shape` can be a value of `type`.
bool hasShape(mlir::Type type, llvm::ArrayRef<int64_t> shape);

} // namespace oaml

#endif // OAML_LIB_INTERPRETER_ENGINE_H
