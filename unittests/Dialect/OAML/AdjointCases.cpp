//===- AdjointCases.cpp - Functions that tests differentiate --------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCases.h"

#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace oaml;

/// Element-wise ops of one operand, on shapes with a prime and a dynamic
/// extent. `shift` moves operands from [-2, 2] to where the op is smooth.
static void addUnary(std::vector<AdjointCase> &cases, const std::string &op,
                     double shift = 0.0, bool isCurved = true) {
  auto add = [&](const std::string &suffix, const std::string &type,
                 std::vector<int64_t> shape) {
    std::string body = "%c = oaml.constant dense<" + std::to_string(shift) +
                       "> : tensor<f32>\n"
                       "%z = oaml.add %x, %c : (" +
                       type + ", tensor<f32>) -> " + type + "\n%y = " + op +
                       " %z : (" + type + ") -> " + type + "\n";
    cases.push_back({op.substr(5) + suffix,
                     {{"x", type, std::move(shape), {}}},
                     body,
                     type,
                     isCurved});
  };
  add("", "tensor<7x1xf32>", {7, 1});
  add("_dynamic", "tensor<?x3xf32>", {5, 3});
}

/// Binary ops with each kind of broadcasting.
static void addBinary(std::vector<AdjointCase> &cases, const std::string &op,
                      bool isCurved) {
  struct Shapes {
    const char *name;
    AdjointArgument left, right;
    const char *result;
  };
  const Shapes all[] = {
      {"equal",
       {"a", "tensor<3x5xf32>", {3, 5}, {}},
       {"b", "tensor<3x5xf32>", {3, 5}, {}},
       "tensor<3x5xf32>"},
      {"row",
       {"a", "tensor<3x5xf32>", {3, 5}, {}},
       {"b", "tensor<5xf32>", {5}, {}},
       "tensor<3x5xf32>"},
      {"outer",
       {"a", "tensor<3x1xf32>", {3, 1}, {}},
       {"b", "tensor<1x5xf32>", {1, 5}, {}},
       "tensor<3x5xf32>"},
      {"scalar",
       {"a", "tensor<f32>", {}, {}},
       {"b", "tensor<2x1x3xf32>", {2, 1, 3}, {}},
       "tensor<2x1x3xf32>"},
      {"dynamic",
       {"a", "tensor<?x5xf32>", {3, 5}, {}},
       {"b", "tensor<?x1xf32>", {3, 1}, {}},
       "tensor<?x5xf32>"},
      {"refined",
       {"a", "tensor<?x5xf32>", {3, 5}, {}},
       {"b", "tensor<3x?xf32>", {3, 5}, {}},
       "tensor<3x5xf32>"},
  };
  for (const Shapes &shapes : all)
    cases.push_back({op.substr(5) + "_" + shapes.name,
                     {shapes.left, shapes.right},
                     "%y = " + op + " %a, %b : (" + shapes.left.type + ", " +
                         shapes.right.type + ") -> " + shapes.result + "\n",
                     shapes.result,
                     isCurved});
}

static std::vector<AdjointCase> makeCases() {
  std::vector<AdjointCase> cases;
  addBinary(cases, "oaml.add", false);
  addBinary(cases, "oaml.sub", false);
  addBinary(cases, "oaml.mul", true);
  addBinary(cases, "oaml.div", true);
  addUnary(cases, "oaml.neg", 0.0, false);
  addUnary(cases, "oaml.exp");
  addUnary(cases, "oaml.expm1");
  addUnary(cases, "oaml.log", 3.0);
  addUnary(cases, "oaml.log1p", 2.0);
  addUnary(cases, "oaml.sqrt", 3.0);
  addUnary(cases, "oaml.sigmoid");
  addUnary(cases, "oaml.tanh");
  addUnary(cases, "oaml.relu", 0.0, false);
  addUnary(cases, "oaml.gelu");

  cases.push_back({"select",
                   {{"m", "tensor<3x1xi32>", {3, 1}, {1, 0, 2}},
                    {"a", "tensor<3x5xf32>", {3, 5}, {}},
                    {"b", "tensor<5xf32>", {5}, {}}},
                   R"(
    %s = oaml.select %m, %a, %b
        : (tensor<3x1xi32>, tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>
    %y = oaml.mul %s, %s : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
)",
                   "tensor<3x5xf32>"});
  // Both casts are exact where floats are kept in double.
  cases.push_back({"cast",
                   {{"x", "tensor<7xf32>", {7}, {}}},
                   R"(
    %h = oaml.cast %x {dtype = f16} : (tensor<7xf32>) -> tensor<7xf16>
    %q = oaml.mul %h, %h : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xf16>
    %y = oaml.cast %q {dtype = f32} : (tensor<7xf16>) -> tensor<7xf32>
)",
                   "tensor<7xf32>"});
  cases.push_back({"compare_and_detach",
                   {{"x", "tensor<7xf32>", {7}, {}}},
                   R"(
    %d = oaml.detach %x : (tensor<7xf32>) -> tensor<7xf32>
    %m = oaml.compare gt, %x, %d : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi32>
    %y = oaml.select %m, %d, %x
        : (tensor<7xi32>, tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
)",
                   "tensor<7xf32>",
                   /*isCurved=*/false});

  for (const char *kind : {"sum", "max"})
    for (bool isDynamic : {false, true}) {
      std::string type = isDynamic ? "tensor<?x5x?xf32>" : "tensor<3x5x2xf32>";
      cases.push_back(
          {std::string("reduce_") + kind + (isDynamic ? "_dynamic" : ""),
           {{"x", type, {3, 5, 2}, {}}},
           "%r = oaml.reduce " + std::string(kind) +
               ", %x {axes = array<i64: 0, 2>} : (" + type +
               ") -> tensor<1x5x1xf32>\n"
               "%y = oaml.mul %r, %r : (tensor<1x5x1xf32>, "
               "tensor<1x5x1xf32>) -> tensor<1x5x1xf32>\n",
           "tensor<1x5x1xf32>"});
    }
  for (const char *op : {"sum", "mean", "max"})
    for (bool isDynamic : {false, true})
      for (bool hasAxis : {false, true}) {
        std::string type = isDynamic ? "tensor<?x5xf32>" : "tensor<3x5xf32>";
        std::string result = hasAxis ? "tensor<1x5xf32>" : "tensor<1xf32>";
        cases.push_back({std::string(op) + (hasAxis ? "_axis" : "") +
                             (isDynamic ? "_dynamic" : ""),
                         {{"x", type, {3, 5}, {}}},
                         "%r = oaml." + std::string(op) + " %x " +
                             (hasAxis ? "{axis = 0} " : "") + ": (" + type +
                             ") -> " + result + "\n%y = oaml.mul %r, %r : (" +
                             result + ", " + result + ") -> " + result + "\n",
                         result});
      }
  cases.push_back({"softmax",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}}},
                   "%y = oaml.softmax %x {axis = 1} : (tensor<3x5xf32>) -> "
                   "tensor<3x5xf32>\n",
                   "tensor<3x5xf32>"});
  cases.push_back({"softmax_dynamic",
                   {{"x", "tensor<?x2xf32>", {3, 2}, {}}},
                   "%y = oaml.softmax %x {axis = 0} : (tensor<?x2xf32>) -> "
                   "tensor<?x2xf32>\n",
                   "tensor<?x2xf32>"});

  // A type that knows less than it could.
  cases.push_back({"unrefined",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}}},
                   R"(
    %e = oaml.exp %x : (tensor<3x5xf32>) -> tensor<?x5xf32>
    %s = oaml.softmax %e {axis = 1} : (tensor<?x5xf32>) -> tensor<?x5xf32>
    %m = oaml.mean %s {axis = 0} : (tensor<?x5xf32>) -> tensor<1x5xf32>
    %y = oaml.mul %m, %e : (tensor<1x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
)",
                   "tensor<?x5xf32>"});

  cases.push_back({"contraction_batched",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<5x2x1xf32>", {5, 2, 1}, {}}},
                   R"(
    %y = oaml.contraction %a, %b {indexing_maps = [
        affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, b, n)>,
        affine_map<(b, m, n, k) -> (n, b, m)>]}
        : (tensor<2x3x5xf32>, tensor<5x2x1xf32>) -> tensor<1x2x3xf32>
)",
                   "tensor<1x2x3xf32>"});
  cases.push_back({"matmul_nt",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<7x5xf32>", {7, 5}, {}}},
                   "%y = oaml.matmul_nt %a, %b : (tensor<2x3x5xf32>, "
                   "tensor<7x5xf32>) -> tensor<2x3x7xf32>\n",
                   "tensor<2x3x7xf32>"});
  cases.push_back({"matmul_nt_dynamic",
                   {{"a", "tensor<?x?xf32>", {3, 5}, {}},
                    {"b", "tensor<7x5xf32>", {7, 5}, {}}},
                   "%y = oaml.matmul_nt %a, %b : (tensor<?x?xf32>, "
                   "tensor<7x5xf32>) -> tensor<?x7xf32>\n",
                   "tensor<?x7xf32>"});
  cases.push_back({"bmm",
                   {{"a", "tensor<2x3x5xf32>", {2, 3, 5}, {}},
                    {"b", "tensor<2x5x7xf32>", {2, 5, 7}, {}}},
                   "%y = oaml.bmm %a, %b : (tensor<2x3x5xf32>, "
                   "tensor<2x5x7xf32>) -> tensor<2x3x7xf32>\n",
                   "tensor<2x3x7xf32>"});
  for (const char *op : {"linear", "linear_relu"})
    cases.push_back({op,
                     {{"x", "tensor<?x5xf32>", {3, 5}, {}},
                      {"v", "tensor<2x5xf32>", {2, 5}, {}},
                      {"b", "tensor<2xf32>", {2}, {}}},
                     "%y = oaml." + std::string(op) +
                         " %x, %v, %b : (tensor<?x5xf32>, tensor<2x5xf32>, "
                         "tensor<2xf32>) -> tensor<?x2xf32>\n",
                     "tensor<?x2xf32>"});

  cases.push_back(
      {"broadcast_to",
       {{"x", "tensor<3x1xf32>", {3, 1}, {}}, {"z", "tensor<?xf32>", {5}, {}}},
       R"(
    %n = oaml.dim %z {axis = 0} : tensor<?xf32>
    %r = oaml.broadcast_to %x to [2, 3, %n] : (tensor<3x1xf32>, index) -> tensor<2x3x?xf32>
    %y = oaml.mul %r, %z : (tensor<2x3x?xf32>, tensor<?xf32>) -> tensor<2x3x?xf32>
)",
       "tensor<2x3x?xf32>"});
  cases.push_back({"reshape_and_transpose",
                   {{"x", "tensor<?x6xf32>", {5, 6}, {}}},
                   R"(
    %n = oaml.dim %x {axis = 0} : tensor<?x6xf32>
    %r = oaml.reshape %x to [2, %n, 3] : (tensor<?x6xf32>, index) -> tensor<2x?x3xf32>
    %t = oaml.transpose %r {axis0 = 0, axis1 = 2} : (tensor<2x?x3xf32>) -> tensor<3x?x2xf32>
    %y = oaml.mul %t, %t : (tensor<3x?x2xf32>, tensor<3x?x2xf32>) -> tensor<3x?x2xf32>
)",
                   "tensor<3x?x2xf32>"});
  cases.push_back({"slice",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}}},
                   R"(
    %s = oaml.slice %x {axis = 1, start = 1, end = 4} : (tensor<3x5xf32>) -> tensor<3x3xf32>
    %y = oaml.mul %s, %s : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
)",
                   "tensor<3x3xf32>"});
  cases.push_back(
      {"slice_dynamic",
       {{"x", "tensor<?x2xf32>", {7, 2}, {}}, {"z", "tensor<?xf32>", {5}, {}}},
       R"(
    %e = oaml.dim %z {axis = 0} : tensor<?xf32>
    %s = oaml.slice %x end(%e) {axis = 0, start = 2, end = -9223372036854775808}
        : (tensor<?x2xf32>, index) -> tensor<?x2xf32>
    %y = oaml.mul %s, %s : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
)",
       "tensor<?x2xf32>"});
  cases.push_back(
      {"pad",
       {{"x", "tensor<3x?xf32>", {3, 2}, {}}, {"z", "tensor<?xf32>", {5}, {}}},
       R"(
    %n = oaml.dim %z {axis = 0} : tensor<?xf32>
    %p = oaml.pad %x low [1, %n] high [0, 2] {value = 1.5}
        : (tensor<3x?xf32>, index) -> tensor<4x?xf32>
    %y = oaml.mul %p, %p : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
)",
       "tensor<4x?xf32>"});
  cases.push_back({"cross_entropy",
                   {{"x", "tensor<3x5xf32>", {3, 5}, {}},
                    {"t", "tensor<3xui8>", {3}, {4, 0, 2}}},
                   "%y = oaml.cross_entropy %x, %t : (tensor<3x5xf32>, "
                   "tensor<3xui8>) -> tensor<1xf32>\n",
                   "tensor<1xf32>"});
  cases.push_back({"cross_entropy_dynamic",
                   {{"x", "tensor<?x?xf32>", {3, 5}, {}},
                    {"t", "tensor<?xi32>", {3}, {4, 0, 2}}},
                   "%y = oaml.cross_entropy %x, %t : (tensor<?x?xf32>, "
                   "tensor<?xi32>) -> tensor<1xf32>\n",
                   "tensor<1xf32>"});
  return cases;
}

const std::vector<AdjointCase> &oaml::getAdjointCases() {
  static const std::vector<AdjointCase> cases = makeCases();
  return cases;
}

std::string oaml::getAdjointProgram(const AdjointCase &test) {
  std::string declared, passed, types, wrt, directions, wanted, wantedTypes,
      products;
  const std::string &y = test.resultType;
  unsigned numFloats = 0;
  for (auto [number, argument] : llvm::enumerate(test.arguments)) {
    declared += "%" + argument.name + ": " + argument.type + ", ";
    passed += "%" + argument.name + ", ";
    types += argument.type + ", ";
    if (!argument.values.empty())
      continue;
    std::string n = std::to_string(numFloats++);
    const std::string &type = argument.type;
    wrt += (n == "0" ? ": " : ", ") + std::to_string(number);
    directions += ", %d" + n + ": " + type;
    wanted += (n == "0" ? "%g" : ", %g") + n;
    wantedTypes += (n == "0" ? "" : ", ") + type;
    products += "    %p" + n + " = oaml.mul %g" + n + ", %d" + n + " : (" +
                type + ", " + type + ") -> " + type + "\n    %s" + n +
                " = oaml.sum %p" + n + " : (" + type + ") -> tensor<1xf32>\n";
    products += n == "0" ? "    %t0 = oaml.add %s0, %zero : (tensor<1xf32>, "
                           "tensor<1xf32>) -> tensor<1xf32>\n"
                         : "    %t" + n + " = oaml.add %t" +
                               std::to_string(numFloats - 2) + ", %s" + n +
                               " : (tensor<1xf32>, tensor<1xf32>) -> "
                               "tensor<1xf32>\n";
  }
  std::string last = std::to_string(numFloats - 1);
  std::string gradient = wanted + " = oaml.grad @loss(" + passed +
                         "%w) {wrt = array<i64" + wrt + ">} : (" + types + y +
                         ") -> (" + wantedTypes + ")\n";
  std::string allDirections, directionTypes;
  for (unsigned i = 0; i < numFloats; ++i)
    allDirections += ", %d" + std::to_string(i);
  directionTypes = ", " + wantedTypes;
  std::string parameters = declared.substr(0, declared.size() - 2);
  return "func.func private @result(" + parameters + ") -> " + y + " {\n" +
         test.body + "    return %y : " + y +
         "\n}\n"
         "func.func private @loss(" +
         declared + "%w: " + y + ") -> tensor<1xf32> {\n" + test.body +
         "    %weighted = oaml.mul %y, %w : (" + y + ", " + y + ") -> " + y +
         "\n    %sum = oaml.sum %weighted : (" + y +
         ") -> tensor<1xf32>\n    return %sum : tensor<1xf32>\n}\n"
         "func.func @first(" +
         declared + "%w: " + y + ") -> (" + wantedTypes + ") {\n    " +
         gradient + "    return " + wanted + " : " + wantedTypes +
         "\n}\nfunc.func private @directional(" + declared + "%w: " + y +
         directions +
         ") -> tensor<1xf32> {\n"
         "    %zero = oaml.constant dense<0.0> : tensor<1xf32>\n    " +
         gradient + products + "    return %t" + last +
         " : tensor<1xf32>\n}\nfunc.func @second(" + declared + "%w: " + y +
         directions + ") -> (" + wantedTypes + ") {\n    " + wanted +
         " = oaml.grad @directional(" + passed + "%w" + allDirections +
         ") {wrt = array<i64" + wrt + ">} : (" + types + y + directionTypes +
         ") -> (" + wantedTypes + ")\n    return " + wanted + " : " +
         wantedTypes + "\n}\n";
}

void oaml::loadAdjointDialects(MLIRContext &context) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<arith::ArithDialect, func::FuncDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

OwningOpRef<ModuleOp> oaml::getDifferentiatedProgram(const AdjointCase &test,
                                                     MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(getAdjointProgram(test), &context);
  if (!module)
    return nullptr;
  PassManager passes(&context);
  passes.addPass(createDifferentiate());
  if (failed(passes.run(*module)))
    return nullptr;
  return module;
}
