//===- OAMLDialect.h - The oaml dialect -------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_DIALECT_OAML_IR_OAMLDIALECT_H
#define OAML_DIALECT_OAML_IR_OAMLDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "oaml/Interfaces/DifferentiableOpInterface.h"
#include "oaml/Interfaces/FusibleOpInterface.h"
#include "oaml/Interfaces/InterpretableOpInterface.h"
#include "oaml/Interfaces/LowerableOpInterface.h"
#include "oaml/Interfaces/RandomOpInterface.h"
#include "oaml/Interfaces/ShapeRuleOpInterface.h"
#include "oaml/Interfaces/SignatureAttributes.h"

namespace oaml {

struct ScalarSource;

/// Trait of ops through which no gradient flows.
template <typename ConcreteOp>
class Detached : public mlir::OpTrait::TraitBase<ConcreteOp, Detached> {};

/// Trait of ops whose result types are verified by their shape rule.
template <typename ConcreteOp>
class VerifiedByShapeRule
    : public mlir::OpTrait::TraitBase<ConcreteOp, VerifiedByShapeRule> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyShapeRule(llvm::cast<ShapeRuleOpInterface>(op));
  }
};

} // namespace oaml

#include "oaml/Dialect/OAML/IR/OAMLDialect.h.inc"
#include "oaml/Dialect/OAML/IR/OAMLEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "oaml/Dialect/OAML/IR/OAMLAttributes.h.inc"

#endif // OAML_DIALECT_OAML_IR_OAMLDIALECT_H
