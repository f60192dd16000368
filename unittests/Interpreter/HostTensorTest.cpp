//===- HostTensorTest.cpp - Values of the interpreter ---------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml/Interpreter/HostTensor.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace oaml;

namespace {

class HostTensorTest : public ::testing::Test {
protected:
  RankedTensorType type(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
  /// `value` after it was an element of type `element`.
  double round(Type element, double value) {
    HostTensor tensor(type({1}, element));
    tensor.setFloat(0, value);
    return tensor.getFloat(0);
  }
  int64_t wrap(Type element, int64_t value) {
    HostTensor tensor(type({1}, element));
    tensor.setInt(0, value);
    return tensor.getInt(0);
  }

  MLIRContext context;
  Type f32 = Float32Type::get(&context), f16 = Float16Type::get(&context),
       bf16 = BFloat16Type::get(&context), i32 = IntegerType::get(&context, 32),
       i8 = IntegerType::get(&context, 8),
       ui8 = IntegerType::get(&context, 8, IntegerType::Unsigned);
};

TEST_F(HostTensorTest, roundsToNearestTiesToEven) {
  double step = std::ldexp(1.0, -23);
  EXPECT_EQ(round(f32, 1.0 + 0.5 * step), 1.0);
  EXPECT_EQ(round(f32, 1.0 + 1.5 * step), 1.0 + 2 * step);
  EXPECT_EQ(round(f32, 1.0 + 0.75 * step), 1.0 + step);
  EXPECT_EQ(round(f16, 2049.0), 2048.0);
  EXPECT_EQ(round(f16, 2051.0), 2052.0);
  EXPECT_EQ(round(bf16, 257.0), 256.0);
  EXPECT_EQ(round(bf16, 259.0), 260.0);
  // Not by way of f32, which would make a tie of it.
  EXPECT_EQ(round(f16, 2049.0 + 1e-9), 2050.0);
}

TEST_F(HostTensorTest, keepsSpecialValues) {
  double inf = std::numeric_limits<double>::infinity();
  for (Type element : {f32, f16, bf16}) {
    EXPECT_EQ(round(element, inf), inf);
    EXPECT_EQ(round(element, -inf), -inf);
    EXPECT_TRUE(std::isnan(round(element, std::nan(""))));
    EXPECT_TRUE(std::signbit(round(element, -0.0)));
    EXPECT_EQ(round(element, 1e300), inf);
  }
  EXPECT_EQ(round(f16, 65519.0), 65504.0);
  EXPECT_EQ(round(f16, 65520.0), inf);
}

TEST_F(HostTensorTest, wrapsIntegers) {
  EXPECT_EQ(wrap(i32, int64_t(1) << 31), -(int64_t(1) << 31));
  EXPECT_EQ(wrap(i32, (int64_t(1) << 32) + 5), 5);
  EXPECT_EQ(wrap(i8, 200), -56);
  EXPECT_EQ(wrap(ui8, 200), 200);
  EXPECT_EQ(wrap(ui8, -1), 255);
}

TEST_F(HostTensorTest, keepsDoublesInWideMode) {
  HostTensor tensor(type({}, f16), /*wide=*/true);
  tensor.setFloat(0, 0.1);
  EXPECT_EQ(tensor.getFloat(0), 0.1);
  HostTensor narrow = HostTensor::fromBytes(type({}, f16), tensor.getBytes());
  EXPECT_EQ(narrow.getFloat(0), round(f16, 0.1));
}

TEST_F(HostTensorTest, copiesShareUntilOneIsWritten) {
  HostTensor first(type({2}, i32));
  first.setInt(1, 7);
  HostTensor second = first.reshaped({1, 2});
  second.setInt(1, 8);
  EXPECT_EQ(first.getInt(1), 7);
  EXPECT_EQ(second.getInt(1), 8);
  EXPECT_EQ(second.getRank(), 2);
}

TEST_F(HostTensorTest, convertsToBytesAndBack) {
  for (Type element : {f32, f16, bf16, i32, i8, ui8}) {
    std::vector<char> bytes;
    size_t size = element.getIntOrFloatBitWidth() / 8;
    for (size_t i = 0; i < 6 * size; ++i)
      bytes.push_back(static_cast<char>(37 * i + 11));
    HostTensor tensor = HostTensor::fromBytes(type({2, 3}, element), bytes);
    EXPECT_EQ(tensor.getBytes(), bytes);
  }
  HostTensor empty = HostTensor::fromBytes(type({0, 3}, f32), {});
  EXPECT_EQ(empty.getNumElements(), 0);
  EXPECT_TRUE(empty.getBytes().empty());
}

} // namespace
