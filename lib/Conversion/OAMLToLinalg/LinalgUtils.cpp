//===- LinalgUtils.cpp - What the lowerings share -------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

//===----------------------------------------------------------------------===//
// Types and scalars
//===----------------------------------------------------------------------===//

Type lowering::getSignlessType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(getSignlessType(tensor.getElementType()));
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return type;
  return IntegerType::get(type.getContext(), integer.getWidth());
}

Type lowering::getComputeType(Type type) {
  return isa<FloatType>(type) ? Float32Type::get(type.getContext()) : type;
}

Value lowering::extend(ImplicitLocOpBuilder &b, Value value) {
  Type type = getComputeType(value.getType());
  if (type == value.getType())
    return value;
  return arith::ExtFOp::create(b, type, value);
}

Value lowering::truncate(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (type == value.getType())
    return value;
  return arith::TruncFOp::create(b, type, value);
}

Value lowering::castToI32(ImplicitLocOpBuilder &b, Value x, IntegerType type) {
  if (type.getWidth() == 32)
    return x;
  if (type.isUnsigned())
    return arith::ExtUIOp::create(b, b.getI32Type(), x);
  return arith::ExtSIOp::create(b, b.getI32Type(), x);
}

Value lowering::createFloat(ImplicitLocOpBuilder &b, double value) {
  return arith::ConstantOp::create(
      b, b.getF32FloatAttr(static_cast<float>(value)));
}

Value lowering::createInt(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(
      b, b.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value lowering::createCosineOfTurns(ImplicitLocOpBuilder &b, Value quarters,
                                    Value turns) {
  Value x = arith::MulFOp::create(b, turns, createFloat(b, 2.0 * M_PI));
  Value square = arith::MulFOp::create(b, x, x);
  // Taylor polynomials: up to pi/4 the next terms are below half an ulp.
  auto evaluate = [&](ArrayRef<double> coefficients) -> Value {
    Value sum = createFloat(b, coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = arith::AddFOp::create(
          b, arith::MulFOp::create(b, sum, square, contractible),
          createFloat(b, coefficient), contractible);
    return sum;
  };
  Value cosine = evaluate({1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2, 1.0});
  Value sine = arith::MulFOp::create(
      b, x, evaluate({1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0}));
  // cos, -sin, -cos, sin.
  auto hasBit = [&](Value word, int64_t bit) -> Value {
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne,
        arith::AndIOp::create(b, word, createInt(b, bit)), createInt(b, 0));
  };
  Value magnitude =
      arith::SelectOp::create(b, hasBit(quarters, 1), sine, cosine);
  Value next = arith::AddIOp::create(b, quarters, createInt(b, 1));
  return arith::SelectOp::create(
      b, hasBit(next, 2), arith::NegFOp::create(b, magnitude), magnitude);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> lowering::getMixedValues(ImplicitLocOpBuilder &b,
                                                   ArrayRef<int64_t> shape,
                                                   ValueRange dynamic) {
  // Constant operands become attributes: types take them up as static extents.
  SmallVector<OpFoldResult> mixed;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent)) {
      mixed.push_back(getAsOpFoldResult(dynamic.front()));
      dynamic = dynamic.drop_front();
    } else {
      mixed.push_back(b.getIndexAttr(extent));
    }
  }
  return mixed;
}

Value lowering::asValue(ImplicitLocOpBuilder &b, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
}

Value lowering::castShape(ImplicitLocOpBuilder &b, Value tensor, Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(b, type, tensor);
}

//===----------------------------------------------------------------------===//
// Linalg ops
//===----------------------------------------------------------------------===//

/// The element of a splat constant.
static TypedAttr getSplatElement(Value operand) {
  DenseElementsAttr elements;
  if (!matchPattern(operand, m_Constant(&elements)) || !elements.isSplat())
    return nullptr;
  return dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>());
}

/// Where the elements of an operand of `type` are found in a space of `sizes`.
static AffineMap getBroadcastMap(RankedTensorType type,
                                 ArrayRef<OpFoldResult> sizes) {
  MLIRContext *context = type.getContext();
  int64_t rank = sizes.size();
  SmallVector<AffineExpr> places;
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    int64_t loop = rank - type.getRank() + axis;
    bool repeated =
        type.getDimSize(axis) == 1 && getConstantIntValue(sizes[loop]) != 1;
    places.push_back(repeated ? getAffineConstantExpr(0, context)
                              : getAffineDimExpr(loop, context));
  }
  return AffineMap::get(rank, 0, places, context);
}

/// The extents of the right-aligned broadcast of `operands`.
static SmallVector<OpFoldResult> getBroadcastSizes(ImplicitLocOpBuilder &b,
                                                   ValueRange operands) {
  int64_t rank = 0;
  for (Value operand : operands)
    rank = std::max(rank, cast<RankedTensorType>(operand.getType()).getRank());
  SmallVector<OpFoldResult> sizes(rank, b.getIndexAttr(1));
  for (int64_t loop = 0; loop < rank; ++loop) {
    Value dynamic;
    int64_t dynamicAxis = 0;
    for (Value operand : operands) {
      auto type = cast<RankedTensorType>(operand.getType());
      int64_t axis = loop - (rank - type.getRank());
      if (axis < 0 || type.getDimSize(axis) == 1)
        continue;
      // Dynamic extents are equal to all others that are not 1.
      if (!type.isDynamicDim(axis)) {
        sizes[loop] = b.getIndexAttr(type.getDimSize(axis));
        dynamic = {};
        break;
      }
      if (!dynamic) {
        dynamic = operand;
        dynamicAxis = axis;
      }
    }
    if (dynamic)
      sizes[loop] = tensor::getMixedSize(b, b.getLoc(), dynamic, dynamicAxis);
  }
  return sizes;
}

Value lowering::createElementwise(ImplicitLocOpBuilder &b, ValueRange operands,
                                  ArrayRef<OpFoldResult> sizes,
                                  Type elementType, ScalarBody body) {
  int64_t rank = sizes.size();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<TypedAttr> constants;
  for (Value operand : operands) {
    constants.push_back(getSplatElement(operand));
    if (constants.back())
      continue;
    inputs.push_back(operand);
    maps.push_back(
        getBroadcastMap(cast<RankedTensorType>(operand.getType()), sizes));
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  Value empty = tensor::EmptyOp::create(b, sizes, elementType);
  auto generic = linalg::GenericOp::create(
      b, empty.getType(), inputs, empty, maps,
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        SmallVector<Value> scalars;
        for (TypedAttr constant : constants) {
          if (constant) {
            scalars.push_back(arith::ConstantOp::create(inner, constant));
            continue;
          }
          scalars.push_back(arguments.front());
          arguments = arguments.drop_front();
        }
        linalg::YieldOp::create(inner, body(inner, scalars));
      });
  return generic.getResult(0);
}

Value lowering::createElementwise(ImplicitLocOpBuilder &b, ValueRange operands,
                                  Type elementType, ScalarBody body) {
  return createElementwise(b, operands, getBroadcastSizes(b, operands),
                           elementType, body);
}

Value lowering::createMapped(ImplicitLocOpBuilder &b, ValueRange inputs,
                             ArrayRef<AffineMap> maps,
                             ArrayRef<OpFoldResult> sizes, Type elementType,
                             ScalarBody body) {
  Value empty = tensor::EmptyOp::create(b, sizes, elementType);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(sizes.size()));
  auto generic = linalg::GenericOp::create(
      b, empty.getType(), inputs, empty, allMaps,
      SmallVector<utils::IteratorType>(sizes.size(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        SmallVector<Value> elements(arguments.drop_back());
        linalg::YieldOp::create(inner, body(inner, elements));
      });
  return generic.getResult(0);
}

Value lowering::createContraction(ImplicitLocOpBuilder &b, Value left,
                                  Value right, ArrayRef<AffineMap> maps) {
  AffineMap resultMap = maps[2];
  unsigned numLoops = resultMap.getNumDims();

  // The extent of each loop, from an operand that has it; static ones first.
  SmallVector<OpFoldResult> extents(numLoops);
  for (bool onlyStatic : {true, false})
    for (auto [operand, map] :
         llvm::zip_equal(ArrayRef<Value>{left, right}, maps.take_front(2))) {
      auto type = cast<RankedTensorType>(operand.getType());
      for (auto [axis, place] : llvm::enumerate(map.getResults())) {
        unsigned loop = cast<AffineDimExpr>(place).getPosition();
        if (extents[loop] || (onlyStatic && type.isDynamicDim(axis)))
          continue;
        extents[loop] = tensor::getMixedSize(b, b.getLoc(), operand, axis);
      }
    }

  SmallVector<OpFoldResult> sizes;
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::reduction);
  for (AffineExpr place : resultMap.getResults()) {
    unsigned loop = cast<AffineDimExpr>(place).getPosition();
    sizes.push_back(extents[loop]);
    iterators[loop] = utils::IteratorType::parallel;
  }
  Value zeros = createFilled(b, sizes, b.getF32FloatAttr(0.0f));
  auto product = linalg::GenericOp::create(
      b, zeros.getType(), ValueRange{left, right}, zeros, maps, iterators,
      [](OpBuilder &builder, Location location, ValueRange arguments) {
        ImplicitLocOpBuilder inner(location, builder);
        Value term =
            arith::MulFOp::create(inner, extend(inner, arguments[0]),
                                  extend(inner, arguments[1]), contractible);
        Value sum =
            arith::AddFOp::create(inner, arguments[2], term, contractible);
        linalg::YieldOp::create(inner, sum);
      });
  return product.getResult(0);
}

Value lowering::createFilled(ImplicitLocOpBuilder &b,
                             ArrayRef<OpFoldResult> sizes, TypedAttr value) {
  Value scalar = arith::ConstantOp::create(b, value);
  Value empty = tensor::EmptyOp::create(b, sizes, value.getType());
  return linalg::FillOp::create(b, scalar, empty).getResult(0);
}

Value lowering::truncateElements(ImplicitLocOpBuilder &b, Value tensor,
                                 Type elementType) {
  if (cast<RankedTensorType>(tensor.getType()).getElementType() == elementType)
    return tensor;
  return createElementwise(
      b, tensor, elementType,
      [&](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) {
        return truncate(b, arguments[0], elementType);
      });
}
