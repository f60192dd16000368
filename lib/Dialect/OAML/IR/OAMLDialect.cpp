//===- OAMLDialect.cpp - The oaml dialect ---------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Dialect/OAML/IR/ShapeOps.h"

#include "oaml/Dialect/OAML/IR/ShapeRules.h"
#include "oaml/Dialect/OAML/IR/TensorBuilder.h"
#include "oaml/Interpreter/HostTensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace oaml;

#include "oaml/Dialect/OAML/IR/OAMLDialect.cpp.inc"
#include "oaml/Dialect/OAML/IR/OAMLEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "oaml/Dialect/OAML/IR/OAMLAttributes.cpp.inc"

// A function per family, defined where its ops are.
#define OAML_OP_FAMILY(Family)                                                 \
  namespace oaml {                                                             \
  void register##Family##Ops(OAMLDialect &dialect);                            \
  }
#include "oaml/Dialect/OAML/IR/OpFamilies.inc"
#undef OAML_OP_FAMILY

namespace {
/// Ops are pure and know nothing of the function around them.
struct OAMLInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void OAMLDialect::initialize() {
  addInterfaces<OAMLInlinerInterface>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "oaml/Dialect/OAML/IR/OAMLAttributes.cpp.inc"
      >();
#define OAML_OP_FAMILY(Family) register##Family##Ops(*this);
#include "oaml/Dialect/OAML/IR/OpFamilies.inc"
#undef OAML_OP_FAMILY
}

Operation *OAMLDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location location) {
  if (isa<IndexType>(type))
    return arith::ConstantOp::materialize(builder, value, type, location);
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, location, type, elements);
}
