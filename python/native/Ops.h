//===- Ops.h - Ops as Python functions --------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One native function per op, made of its descriptor: nothing here names an op.
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_OPS_H
#define OAML_PYTHON_NATIVE_OPS_H

#include "Trace.h"

namespace oaml::python {

/// An op as a Python function.
struct OpFunction {
  explicit OpFunction(const OpDescriptor &op);

  const OpDescriptor &op;
  /// The first position from which on all parameters may be left out.
  unsigned numRequired;
  /// Interned names of parameters.
  std::vector<nb::object> names;
  std::string name, doc;
  PyMethodDef definition;
  /// The named tuple of several results; made when first wanted.
  nb::object resultType;
};

/// The value of each parameter; null: left out.
using Slots = llvm::SmallVector<nb::handle, 8>;

/// Adds the op to the function that is being traced.
nb::object traceOp(Scope &scope, OpFunction &function, const Slots &slots);

/// Puts one object per result of the op into what its function returns:
/// nothing, one, a tuple or a named tuple.
nb::object packResults(OpFunction &function, const Slots &slots,
                       llvm::ArrayRef<nb::object> results);

/// Runs the op on arrays (EagerOps.cpp).
nb::object runOp(OpFunction &function, const Slots &slots);

/// The attribute of `entry` for `value`; OpError when it does not fit.
mlir::Attribute makeAttribute(Trace &trace, llvm::StringRef op,
                              const EntryDescriptor &entry, nb::handle value);

/// Adds what identifies `value` to the key of a cache.
void appendAttributeKey(std::string &key, nb::handle value);

void bindOps(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_OPS_H
