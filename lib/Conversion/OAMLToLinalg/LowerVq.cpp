//===- LowerVq.cpp - Rows that revive codes -------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgUtils.h"

#include "oaml/Dialect/OAML/IR/VqOps.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::lowering;

Results VqRevivalRowOp::lowerToLinalg(ImplicitLocOpBuilder &b,
                                      ValueRange operands) {
  Value result = createElementwise(
      b, operands, b.getI32Type(),
      [](ImplicitLocOpBuilder &b, ArrayRef<Value> arguments) -> Value {
        auto multiply = [&](Value x, uint32_t factor) -> Value {
          return arith::MulIOp::create(b, x, createInt(b, factor));
        };
        auto mixShift = [&](Value x, Value y, int64_t shift) -> Value {
          return arith::XOrIOp::create(
              b, x, arith::ShRUIOp::create(b, y, createInt(b, shift)));
        };
        Value code = arith::AddIOp::create(b, arguments[0], createInt(b, 1));
        Value seed = arguments[1];
        Value h = arith::XOrIOp::create(b, multiply(code, 2654435761u),
                                        multiply(seed, 2246822519u));
        h = mixShift(h, seed, 15);
        h = mixShift(h, h, 13);
        h = multiply(h, 3266489917u);
        h = mixShift(h, h, 16);
        Value rows = arith::MaxUIOp::create(b, arguments[2], createInt(b, 1));
        return arith::RemUIOp::create(b, h, rows);
      });
  return SmallVector<Value>{result};
}
