//===- MathAccuracyTest.cpp - Error of the expanded functions -------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs what the pass oaml-expand-math emits, op by op, on f32 numbers of all
// sizes, and compares with the C library's double functions. Environment
// variable OAML_MATH_TEST_STRIDE: every which bit pattern is tried (1: all).

#include "oaml/Codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>

using namespace mlir;

namespace {

/// Words of many numbers; floats by their bits.
using Words = std::vector<uint32_t>;

float asFloat(uint32_t bits) { return llvm::bit_cast<float>(bits); }
uint32_t asBits(float value) { return llvm::bit_cast<uint32_t>(value); }

/// What a device does with the arithmetic.
enum class Device {
  Exact,    ///< As it is written.
  Fusing,   ///< Contracts what may be contracted.
  Flushing, ///< Takes subnormal results as 0.
};

/// The arithmetic that the pass makes of `math.<name>` of an f32.
class Expansion {
public:
  /// A function of two numbers has the second fixed.
  Expansion(StringRef name, std::optional<float> second, StringRef attributes,
            Device device)
      : device(device) {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        math::MathDialect>();
    std::string source = "func.func @f(%x: f32) -> f32 {\n  %y = math." +
                         name.str() + " %x" + (second ? ", %p " : " ") +
                         attributes.str() + " : f32\n  return %y : f32\n}";
    if (second)
      source.insert(source.find('\n'),
                    "\n  %p = arith.constant " +
                        llvm::formatv("{0:x8}", asBits(*second)).str() +
                        " : f32");
    module = parseSourceString<ModuleOp>(source, &context);
    PassManager pm(&context);
    pm.addPass(oaml::createExpandMath());
    if (!module || failed(pm.run(*module)))
      llvm::report_fatal_error("the function does not expand");
  }

  Words run(const Words &x) {
    auto func = *module->getOps<func::FuncOp>().begin();
    values.clear();
    values[func.getArgument(0)] = x;
    for (Operation &op : func.getBody().front()) {
      if (isa<func::ReturnOp>(op))
        return values[op.getOperand(0)];
      runOp(&op, x.size());
    }
    llvm_unreachable("no return");
  }

private:
  template <typename F>
  Words map(Operation *op, size_t count, F f) {
    Words result(count);
    if (op->getNumOperands() == 1) {
      const Words &a = values[op->getOperand(0)];
      for (size_t i = 0; i < count; ++i)
        result[i] = f(a[i], 0, 0);
      return result;
    }
    bool three = op->getNumOperands() == 3;
    const Words &a = values[op->getOperand(0)];
    const Words &b = values[op->getOperand(1)];
    const Words &c = values[op->getOperand(three ? 2 : 1)];
    for (size_t i = 0; i < count; ++i)
      result[i] = f(a[i], b[i], c[i]);
    return result;
  }

  template <typename F>
  Words mapFloats(Operation *op, size_t count, F f) {
    bool flush = device == Device::Flushing;
    return map(op, count, [&](uint32_t a, uint32_t b, uint32_t) {
      float result = f(asFloat(a), asFloat(b));
      if (flush && std::abs(result) < std::numeric_limits<float>::min())
        result = std::copysign(0.0f, result);
      return asBits(result);
    });
  }

  static bool isContractible(Operation *op) {
    return arith::bitEnumContainsAny(cast<arith::ArithFastMathInterface>(op)
                                         .getFastMathFlagsAttr()
                                         .getValue(),
                                     arith::FastMathFlags::contract);
  }

  static bool compare(arith::CmpFPredicate predicate, float a, float b) {
    switch (predicate) {
    case arith::CmpFPredicate::OEQ:
      return a == b;
    case arith::CmpFPredicate::OLT:
      return a < b;
    case arith::CmpFPredicate::OLE:
      return a <= b;
    case arith::CmpFPredicate::OGT:
      return a > b;
    case arith::CmpFPredicate::OGE:
      return a >= b;
    case arith::CmpFPredicate::UGE:
      return !(a < b);
    case arith::CmpFPredicate::UGT:
      return !(a <= b);
    default:
      llvm::report_fatal_error("unexpected predicate");
    }
  }

  static uint32_t compareInts(arith::CmpIPredicate predicate, uint32_t a,
                              uint32_t b) {
    switch (predicate) {
    case arith::CmpIPredicate::eq:
      return a == b;
    case arith::CmpIPredicate::ne:
      return a != b;
    case arith::CmpIPredicate::ult:
      return a < b;
    default:
      llvm::report_fatal_error("unexpected predicate");
    }
  }

  void runOp(Operation *op, size_t count) {
    Words result;
    computeOp(op, count, result);
    if (!result.empty())
      values[op->getResult(0)] = std::move(result);
  }

  void computeOp(Operation *op, size_t count, Words &result) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto number = dyn_cast<FloatAttr>(constant.getValue());
      APInt bits = number ? number.getValue().bitcastToAPInt()
                          : cast<IntegerAttr>(constant.getValue()).getValue();
      result.assign(count, bits.getZExtValue());
    } else if (auto add = dyn_cast<arith::AddFOp>(op)) {
      auto product = add.getLhs().getDefiningOp<arith::MulFOp>();
      if (device == Device::Fusing && product && isContractible(op) &&
          isContractible(product)) {
        const Words &a = values[product.getLhs()];
        const Words &b = values[product.getRhs()];
        const Words &c = values[add.getRhs()];
        result.resize(count);
        for (size_t i = 0; i < count; ++i)
          result[i] =
              asBits(std::fma(asFloat(a[i]), asFloat(b[i]), asFloat(c[i])));
        return;
      }
      result = mapFloats(op, count, [](float a, float b) { return a + b; });
    } else if (isa<arith::SubFOp>(op)) {
      result = mapFloats(op, count, [](float a, float b) { return a - b; });
    } else if (isa<arith::MulFOp>(op)) {
      result = mapFloats(op, count, [](float a, float b) { return a * b; });
    } else if (isa<arith::DivFOp>(op)) {
      result = mapFloats(op, count, [](float a, float b) { return a / b; });
    } else if (isa<math::SqrtOp>(op)) {
      result =
          mapFloats(op, count, [](float a, float) { return std::sqrt(a); });
    } else if (auto cmp = dyn_cast<arith::CmpFOp>(op)) {
      result =
          map(op, count, [&](uint32_t a, uint32_t b, uint32_t) -> uint32_t {
            return compare(cmp.getPredicate(), asFloat(a), asFloat(b));
          });
    } else if (isa<arith::SelectOp>(op)) {
      result = map(op, count, [](uint32_t c, uint32_t a, uint32_t b) {
        return c ? a : b;
      });
    } else if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
      result = map(op, count, [&](uint32_t a, uint32_t b, uint32_t) {
        return compareInts(cmp.getPredicate(), a, b);
      });
    } else if (isa<arith::MulUIExtendedOp>(op)) {
      const Words &a = values[op->getOperand(0)];
      const Words &b = values[op->getOperand(1)];
      Words low(count), high(count);
      for (size_t i = 0; i < count; ++i) {
        uint64_t product = static_cast<uint64_t>(a[i]) * b[i];
        low[i] = static_cast<uint32_t>(product);
        high[i] = static_cast<uint32_t>(product >> 32);
      }
      values[op->getResult(0)] = std::move(low);
      values[op->getResult(1)] = std::move(high);
    } else if (isa<arith::BitcastOp>(op)) {
      result = values[op->getOperand(0)];
    } else if (isa<arith::AddIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a + b; });
    } else if (isa<arith::SubIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a - b; });
    } else if (isa<arith::MulIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a * b; });
    } else if (isa<arith::XOrIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a ^ b; });
    } else if (isa<arith::ShRUIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a >> b; });
    } else if (isa<arith::MaxSIOp>(op)) {
      result = map(op, count, [](uint32_t a, uint32_t b, uint32_t) {
        return static_cast<int32_t>(a) > static_cast<int32_t>(b) ? a : b;
      });
    } else if (isa<arith::AndIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a & b; });
    } else if (isa<arith::OrIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a | b; });
    } else if (isa<arith::ShLIOp>(op)) {
      result = map(op, count,
                   [](uint32_t a, uint32_t b, uint32_t) { return a << b; });
    } else if (isa<arith::ShRSIOp>(op)) {
      result = map(op, count, [](uint32_t a, uint32_t b, uint32_t) {
        return static_cast<uint32_t>(static_cast<int32_t>(a) >> b);
      });
    } else if (isa<arith::MinSIOp>(op)) {
      result = map(op, count, [](uint32_t a, uint32_t b, uint32_t) {
        return static_cast<int32_t>(a) < static_cast<int32_t>(b) ? a : b;
      });
    } else if (isa<arith::SIToFPOp>(op)) {
      result = map(op, count, [](uint32_t a, uint32_t, uint32_t) {
        return asBits(static_cast<float>(static_cast<int32_t>(a)));
      });
    } else {
      llvm::report_fatal_error("unexpected op " + op->getName().getStringRef());
    }
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  DenseMap<Value, Words> values;
  Device device;
};

struct Function {
  const char *name;
  double (*exact)(double);
  /// Greatest error in ulp of the exact result.
  double bound;
  /// The second operand, if there is one.
  std::optional<float> second = std::nullopt;
  /// Is the op told that its operand is at most 0, or NaN?
  bool nonpositive = false;
};

class MathAccuracyTest : public testing::TestWithParam<Function> {};

/// An ulp of `value`, which is in the normal range of f32.
double getUlp(double value) {
  int exponent;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, exponent - 24);
}

/// Is `value` right where the error is not measured in ulp?
bool isRightOutside(double exact, float value) {
  constexpr float least = std::numeric_limits<float>::min();
  if (std::isnan(exact))
    return std::isnan(value);
  if (std::abs(exact) < least)
    return std::abs(value) <= least;
  return static_cast<float>(exact) == value;
}

void check(const Function &function, Device device) {
  constexpr float least = std::numeric_limits<float>::min();
  // Prime, so that all low bits occur.
  uint64_t stride = 4099;
  if (const char *text = std::getenv("OAML_MATH_TEST_STRIDE"))
    stride = std::max(1ull, std::strtoull(text, nullptr, 10));
  Expansion expansion(function.name, function.second,
                      function.nonpositive ? "{kernel.nonpositive}" : "",
                      device);
  double worst = 0;
  float worstAt = 0;
  unsigned failures = 0;
  auto flush = [&](const Words &x) {
    Words y = expansion.run(x);
    for (auto [xBits, yBits] : llvm::zip_equal(x, y)) {
      float value = asFloat(yBits);
      double exact = function.exact(asFloat(xBits));
      if (!std::isfinite(static_cast<float>(exact)) || !std::isfinite(value) ||
          std::abs(exact) < least) {
        if (!isRightOutside(exact, value) && ++failures <= 10)
          ADD_FAILURE() << function.name << "(" << asFloat(xBits) << ") is "
                        << value << ", must be " << exact;
        continue;
      }
      double error = std::abs(value - exact) / getUlp(exact);
      if (error > worst) {
        worst = error;
        worstAt = asFloat(xBits);
      }
    }
  };
  Words x;
  // Where functions change their course, and NaNs of several payloads.
  for (float value : {0.0f, 0.5f, 1.0f, 2.0f, 9.0f, 10.0f, 20.0f, 87.336544f,
                      88.722836f, 89.0f, 0x1p24f, 0x1p64f, 0x1p127f, least,
                      std::numeric_limits<float>::max(),
                      std::numeric_limits<float>::infinity()})
    for (int step = -3; step <= 3; ++step)
      for (uint32_t sign : {0u, 0x80000000u})
        x.push_back((asBits(value) + step) ^ sign);
  for (uint32_t nan : {0x7FC00000u, 0x7FC00001u, 0x7FFFFFFFu, 0xFFC00000u,
                       0xFFC00003u, 0x7F800001u})
    x.push_back(nan);
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += stride) {
    x.push_back(static_cast<uint32_t>(bits));
    if (x.size() < 4096)
      continue;
    // Subnormal operands may count as 0 or not: left out.
    llvm::erase_if(x, [&](uint32_t bits) {
      float value = std::abs(asFloat(bits));
      return (value != 0 && value < least) ||
             (function.nonpositive && asFloat(bits) > 0);
    });
    flush(x);
    x.clear();
  }
  flush(x);
  EXPECT_LT(worst, function.bound) << function.name << " at " << worstAt;
  testing::Test::RecordProperty("worst_ulp", std::to_string(worst));
}

TEST_P(MathAccuracyTest, Exact) { check(GetParam(), Device::Exact); }

TEST_P(MathAccuracyTest, Fusing) { check(GetParam(), Device::Fusing); }

TEST_P(MathAccuracyTest, Flushing) { check(GetParam(), Device::Flushing); }

double computeRsqrt(double x) { return 1.0 / std::sqrt(x); }

INSTANTIATE_TEST_SUITE_P(
    Functions, MathAccuracyTest,
    testing::Values(
        Function{"exp", std::exp, 2.3},
        Function{"exp", std::exp, 2.3, std::nullopt, /*nonpositive=*/true},
        Function{"expm1", std::expm1, 1.6}, Function{"log", std::log, 1.3},
        Function{"log1p", std::log1p, 1.9}, Function{"tanh", std::tanh, 2.5},
        Function{"sin", std::sin, 2.6}, Function{"cos", std::cos, 2.6},
        Function{"rsqrt", computeRsqrt, 1.5}),
    [](const auto &info) {
      return std::string(info.param.name) +
             (info.param.nonpositive ? "_nonpositive" : "");
    });

template <int numerator, int denominator>
double power(double x) {
  return std::pow(x, static_cast<float>(numerator) / denominator);
}
template <int numerator, int denominator>
Function makePower() {
  return {"powf", power<numerator, denominator>, 3.0,
          static_cast<float>(numerator) / denominator};
}

INSTANTIATE_TEST_SUITE_P(
    Powers, MathAccuracyTest,
    testing::Values(makePower<0, 1>(), makePower<1, 1>(), makePower<-1, 1>(),
                    makePower<2, 1>(), makePower<3, 1>(), makePower<1, 2>(),
                    makePower<-5, 2>(), makePower<1, 10>(), makePower<1, 3>(),
                    makePower<-13, 1>(), makePower<201, 2>(),
                    makePower<10001, 1>(), makePower<1 << 30, 1>(),
                    makePower<1, 1 << 30>()),
    [](const auto &info) { return "powf_" + std::to_string(info.index); });

} // namespace
