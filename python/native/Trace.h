//===- Trace.h - Programs that are being written ----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Python function is called with tracers for arguments; each op on them adds
// an operation to an MLIR function. All of this happens under the GIL.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_TRACE_H
#define OAML_PYTHON_NATIVE_TRACE_H

#include "Array.h"

#include "oaml/Dialect/OAML/IR/OpDescriptors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace oaml::python {

class Scope;

/// What MLIR said, and where.
struct Message {
  std::string text;
  std::string file;
  int line = 0;
};

/// A module with a context of its own: what one thread compiles is nothing to
/// the others, and all memory goes with it.
class Trace : public std::enable_shared_from_this<Trace> {
public:
  /// With `liftsArrays`, arrays that a function takes from outside become
  /// further arguments, else constants.
  explicit Trace(bool liftsArrays);
  ~Trace();

  mlir::MLIRContext *getContext() { return &context; }
  mlir::ModuleOp getModule() { return *module; }
  bool liftsArrays() const { return lifts; }

  /// A new function at the end of the module, its name made unique.
  mlir::func::FuncOp addFunction(llvm::StringRef name, mlir::Location location);

  mlir::RankedTensorType getType(rt::DType dtype,
                                 llvm::ArrayRef<int64_t> shape);
  rt::DType getDType(mlir::Type elementType);

  /// The line of the user's program that is running now.
  mlir::Location getLocation();

  /// `text` parsed, remembered.
  mlir::Attribute parseAttribute(llvm::StringRef text);

  mlir::OperationName getOpName(const OpDescriptor &op);

  /// Messages since the last call.
  std::vector<Message> takeMessages();
  /// Raises OpError with what MLIR said about `op`.
  [[noreturn]] void raiseOpError(llvm::StringRef op);

  /// Where arrays of other packages go that become arguments.
  DevicePtr device;
  /// Arrays that became arguments, in order.
  struct Lifted {
    Leaf leaf;
    nb::object object;
  };
  std::vector<Lifted> lifted;

private:
  friend class Scope;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  bool lifts;
  std::vector<Message> messages;
  llvm::StringMap<mlir::Attribute> attributes;
  llvm::StringMap<unsigned> functionNames;
  std::vector<std::optional<mlir::OperationName>> opNames;
  /// Result types of operations that were accepted, by name, attributes and
  /// types of operands: what an op says of static types it says again.
  llvm::DenseMap<llvm::ArrayRef<const void *>, llvm::SmallVector<mlir::Type, 1>>
      accepted;
  llvm::BumpPtrAllocator allocator;
  llvm::DenseMap<std::pair<void *, int>, mlir::Location> locations;
  std::vector<nb::object> codes;
};

using TracePtr = std::shared_ptr<Trace>;

/// A value of a program that is being written. Its memory is nowhere.
class Tracer : public Array {
public:
  Tracer(TracePtr trace, mlir::Value value);

  bool isTraced() const override { return true; }

  TracePtr trace;
  mlir::Value value;
};

/// The extent of a traced value along an axis, known at run time only.
struct Size {
  nb::object tensor;
  int64_t axis;
};

/// A function that is being traced; scopes of a thread nest.
class Scope {
public:
  /// A function without arguments; its results are set by `finish`.
  Scope(TracePtr trace, llvm::StringRef name);
  ~Scope();
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

  /// The innermost one of this thread, or null.
  static Scope *getCurrent();

  Trace &getTrace() { return *trace; }
  const TracePtr &getTracePtr() { return trace; }
  mlir::func::FuncOp getFunction() { return function; }
  mlir::Block *getBlock() { return block; }

  nb::object addArgument(mlir::Type type);

  /// `tracer` in this function: what an outer function defines becomes an
  /// argument here. TracerError for a value of another program.
  mlir::Value resolve(const Tracer &tracer);
  /// A concrete array, as a constant or as an argument of the outermost
  /// function.
  mlir::Value capture(Leaf leaf, nb::handle object);
  /// A constant of rank 0.
  mlir::Value makeConstant(double value, rt::DType dtype);
  mlir::Value makeExtent(const Size &size);
  /// Any of these, and numbers as literals.
  mlir::Value getValue(nb::handle object);

  nb::object wrap(mlir::Value value);

  /// Builds an operation and verifies it; OpError if it is rejected.
  mlir::Operation *build(mlir::OperationName name, mlir::ValueRange operands,
                         mlir::NamedAttrList attributes,
                         mlir::Location location);
  mlir::Operation *build(llvm::StringRef name, mlir::ValueRange operands,
                         mlir::NamedAttrList attributes);
  /// With result types that nothing infers.
  mlir::Operation *buildTyped(llvm::StringRef name, mlir::ValueRange operands,
                              mlir::NamedAttrList attributes,
                              mlir::TypeRange types);

  /// Sets the results and ends the function.
  void finish(mlir::ValueRange results);

  /// Values of outer functions that became arguments, in order.
  llvm::SmallVector<mlir::Value> getCaptures() const;

private:
  mlir::Value resolve(mlir::Value value, bool &isFound);
  mlir::Value liftInto(const Leaf &leaf, nb::handle object);

  TracePtr trace;
  Scope *parent;
  mlir::func::FuncOp function;
  mlir::Block *block;
  /// Values of outer functions, and of arrays by their memory.
  llvm::MapVector<mlir::Value, mlir::Value> captures;
  llvm::DenseMap<const void *, mlir::Value> arrays;
};

void bindTrace(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_TRACE_H
