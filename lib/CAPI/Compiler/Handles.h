//===- Handles.h - What the handles of the C interface hold -----*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_LIB_CAPI_COMPILER_HANDLES_H
#define OAML_LIB_CAPI_COMPILER_HANDLES_H

#include "oaml-c/Compiler.h"
#include "oaml/Frontend/NamedOp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <deque>
#include <string>

struct OamlContext {
  OamlContext(OamlDiagnosticCallback callback, void *user);

  mlir::MLIRContext context;
};

struct OamlFunction {
  OamlFunction(mlir::func::FuncOp function, bool isFinished)
      : function(function), builder(function.getContext()),
        location(mlir::UnknownLoc::get(function.getContext())),
        isFinished(isFinished) {}

  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  mlir::Location location;
  bool isFinished;
};

struct OamlModule {
  OamlModule(mlir::OwningOpRef<mlir::ModuleOp> module)
      : module(std::move(module)) {}

  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Handles that were given out; a deque, so that they stay where they are.
  std::deque<OamlFunction> functions;
};

struct OamlOp {
  OamlFunction *function;
  oaml::NamedOp op;
  bool hasFailed = false;
};

namespace oaml::capi {

inline OamlValue *wrap(mlir::Value value) {
  return static_cast<OamlValue *>(value.getAsOpaquePointer());
}
inline mlir::Value unwrap(const OamlValue *value) {
  return mlir::Value::getFromOpaquePointer(value);
}

/// A blob with these bytes.
OamlBlob *makeBlob(std::string bytes);

/// The element type of the enumerator; null for OAML_INDEX and unknown ones.
mlir::Type getElementType(mlir::MLIRContext *context, OamlDType dtype);

/// The type of a tensor; null, with an error at `location`, where there is no
/// such type. `what` says whose it is.
mlir::RankedTensorType getTensorType(mlir::Location location,
                                     const llvm::Twine &what, OamlDType dtype,
                                     size_t rank, const int64_t *shape);

/// Copies a struct of options that a caller of another version filled: what he
/// does not know is zero. False, with an error, where it is larger than ours.
template <typename T>
bool readOptions(mlir::Location location, llvm::StringRef what, const T *from,
                 T &to) {
  to = {};
  if (!from)
    return true;
  if (from->structSize == 0 || from->structSize > sizeof(T)) {
    mlir::emitError(location)
        << "structSize of " << what << " is " << from->structSize
        << ", at most " << sizeof(T) << " is known";
    return false;
  }
  std::memcpy(&to, from, from->structSize);
  return true;
}

/// Whether all values may be used in `function`, which must not be finished;
/// an error where not.
bool checkValues(OamlFunction &function, llvm::StringRef what,
                 llvm::ArrayRef<OamlValue *> values,
                 llvm::SmallVectorImpl<mlir::Value> &unwrapped);

/// Whether ops can still be added; an error where not.
bool checkOpen(OamlFunction &function);

} // namespace oaml::capi

#endif // OAML_LIB_CAPI_COMPILER_HANDLES_H
