//===- HostTensor.h - Values of the interpreter -----------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_INTERPRETER_HOSTTENSOR_H
#define OAML_INTERPRETER_HOSTTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace oaml {

/// A row-major tensor on the host. Elements are read and written as double or
/// int64_t, whatever the element type; writing rounds to the element type
/// (nearest, ties to even; integers wrap), or keeps floats in double in the
/// interpreter's wide mode. Copies share storage until one is written.
class HostTensor {
public:
  HostTensor() = default;
  /// Zeros of static `type`. With `wide`, float elements are kept in double.
  explicit HostTensor(mlir::RankedTensorType type, bool wide = false);

  mlir::RankedTensorType getType() const { return type; }
  llvm::ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getRank() const { return type.getRank(); }
  mlir::Type getElementType() const { return type.getElementType(); }
  int64_t getNumElements() const { return type.getNumElements(); }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(getElementType()); }

  /// Element number `index` in row-major order of a float tensor.
  double getFloat(int64_t index) const;
  /// Element of an integer tensor; ui8 is zero-extended.
  int64_t getInt(int64_t index) const;
  /// Element of any tensor as a double.
  double getNumber(int64_t index) const {
    return isFloat() ? getFloat(index) : static_cast<double>(getInt(index));
  }
  void setFloat(int64_t index, double value);
  void setInt(int64_t index, int64_t value);

  /// The same elements under another static shape of equal size.
  HostTensor reshaped(llvm::ArrayRef<int64_t> shape) const;

  /// Elements in storage format (f32, f16, bf16, i32, i8, ui8), row-major.
  std::vector<char> getBytes() const;
  /// The inverse of `getBytes`; `bytes` has the size of `type`'s elements.
  static HostTensor fromBytes(mlir::RankedTensorType type,
                              llvm::ArrayRef<char> bytes, bool wide = false);

private:
  mlir::RankedTensorType type;
  bool wide = false;
  std::shared_ptr<std::vector<double>> floats;
  std::shared_ptr<std::vector<int64_t>> integers;
};

/// What an op's interpretation may ask of the interpreter.
class InterpreterContext {
public:
  virtual ~InterpreterContext();

  /// A new tensor of zeros with `shape` and `elementType`, wide if this run is.
  virtual HostTensor makeTensor(llvm::ArrayRef<int64_t> shape,
                                mlir::Type elementType) = 0;
  /// The value of an operand of index type.
  virtual int64_t getIndex(mlir::Value index) = 0;
  /// Runs `block`, which is part of the op being interpreted, on `arguments`;
  /// the values that its terminator takes. Failure has been reported.
  virtual llvm::FailureOr<llvm::SmallVector<HostTensor>>
  runBlock(mlir::Block &block, llvm::ArrayRef<HostTensor> arguments) = 0;
  /// Floats are kept in double throughout (for finite differences).
  virtual bool isWide() const = 0;
};

} // namespace oaml

#endif // OAML_INTERPRETER_HOSTTENSOR_H
