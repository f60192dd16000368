//===- CompilerCTest.cpp - The C interface of the compiler ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "oaml-c/Compiler.h"
#include "oaml-cpp/Compiler.h"
#include "oaml-cpp/Runtime.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace oaml::embed;

namespace {

/// What the callback was given.
struct Message {
  OamlSeverity severity;
  std::string text, file;
  unsigned line, column;
  std::vector<std::string> notes;
};

class CompilerC : public testing::Test {
protected:
  void SetUp() override {
    context = oamlContextCreate(
        [](const OamlDiagnostic *d, void *user) {
          auto &self = *static_cast<CompilerC *>(user);
          Message message{d->severity, d->message, d->file,
                          d->line,     d->column,  {}};
          for (size_t i = 0; i < d->numNotes; ++i)
            message.notes.push_back(d->notes[i].message);
          self.messages.push_back(message);
        },
        this);
    module = oamlModuleCreate(context);
  }

  void TearDown() override {
    for (const Message &message : messages)
      ADD_FAILURE() << "not expected: " << message.text;
    oamlModuleDestroy(module);
    oamlContextDestroy(context);
  }

  /// There was exactly one error, which contains `text`; forgets it.
  void expectError(const std::string &text) {
    ASSERT_EQ(messages.size(), 1u) << text;
    last = messages.front();
    EXPECT_EQ(last.severity, OAML_SEVERITY_ERROR);
    EXPECT_NE(last.text.find(text), std::string::npos) << last.text;
    messages.clear();
  }

  /// fn(x: Bx3xf32, n: f32).
  OamlFunction *makeFunction(const char *name, int isPublic = 1) {
    static const int64_t shape[] = {OAML_DYNAMIC, 3};
    static const char *const dims[] = {"B", nullptr};
    OamlTensorSpec specs[2] = {};
    specs[0].structSize = specs[1].structSize = sizeof(OamlTensorSpec);
    specs[0].dtype = OAML_F32;
    specs[0].rank = 2;
    specs[0].shape = shape;
    specs[0].dims = dims;
    specs[0].name = "x";
    specs[1].dtype = OAML_F32;
    specs[1].name = "n";
    return oamlFunctionCreate(module, name, isPublic, 2, specs);
  }

  /// The first result of an op with one operand.
  static OamlValue *makeUnary(OamlFunction *function, const char *name,
                              OamlValue *operand) {
    OamlOp *op = oamlOpCreate(function, name);
    OamlValue *result = nullptr;
    oamlOpAddOperand(op, operand);
    return oamlOpFinish(op, 1, &result) == 1 ? result : nullptr;
  }

  OamlContext *context = nullptr;
  OamlModule *module = nullptr;
  std::vector<Message> messages;
  Message last;
};

std::string take(OamlBlob *blob) {
  std::string text(static_cast<const char *>(blob->data), blob->size);
  EXPECT_EQ(static_cast<const char *>(blob->data)[blob->size], 0);
  oamlBlobDestroy(blob);
  return text;
}

const char *const source = R"(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = oaml.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
)";

} // namespace

TEST_F(CompilerC, VersionIsThatOfTheHeaders) {
  EXPECT_EQ(oamlCompilerGetVersion(), OAML_C_VERSION);
}

TEST_F(CompilerC, ListsOps) {
  std::string text = take(oamlCompilerListOps());
  EXPECT_EQ(text.front(), '[');
  EXPECT_NE(text.find("\"name\": \"oaml.softmax\""), std::string::npos);
}

TEST_F(CompilerC, ReadsTextAndBytecode) {
  OamlModule *read =
      oamlModuleParse(context, source, std::strlen(source), "f.mlir");
  ASSERT_NE(read, nullptr);
  EXPECT_TRUE(oamlModuleVerify(read));
  std::string bytecode = take(oamlModuleWriteBytecode(read));
  std::string text = take(oamlModulePrint(read, /*withLocations=*/0));
  EXPECT_EQ(bytecode.substr(0, 4), "ML\xefR");
  oamlModuleDestroy(read);
  read = oamlModuleParse(context, bytecode.data(), bytecode.size(), nullptr);
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(take(oamlModulePrint(read, 0)), text);
  OamlFunction *function = oamlModuleFindFunction(read, "f");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(oamlModuleFindFunction(read, "f"), function);
  EXPECT_EQ(oamlFunctionGetNumArguments(function), 1u);
  EXPECT_EQ(oamlFunctionGetNumResults(function), 1u);
  EXPECT_EQ(oamlModuleFindFunction(read, "g"), nullptr);
  EXPECT_NE(take(oamlModulePrint(read, 1)).find("f.mlir"), std::string::npos);
  oamlModuleDestroy(read);
}

TEST_F(CompilerC, ErrorsOfParsingHaveAPlace) {
  std::string wrong = "func.func @f(%x: tensor<4xf32>) {\n"
                      "  %y = oaml.relu %x : (tensor<4xf32>) -> tensor<5xf32>\n"
                      "  return\n}\n";
  EXPECT_EQ(oamlModuleParse(context, wrong.data(), wrong.size(), "wrong.mlir"),
            nullptr);
  expectError("'oaml.relu' op ");
  EXPECT_EQ(last.file, "wrong.mlir");
  EXPECT_EQ(last.line, 2u);
  EXPECT_EQ(last.column, 8u);
  EXPECT_EQ(oamlModuleParse(context, "func", 4, nullptr), nullptr);
  expectError("");
  EXPECT_EQ(last.file, "<memory>");
  // Half of a file of bytecode.
  OamlModule *read = oamlModuleParse(context, source, std::strlen(source), "f");
  std::string bytecode = take(oamlModuleWriteBytecode(read));
  oamlModuleDestroy(read);
  EXPECT_EQ(oamlModuleParse(context, bytecode.data(), bytecode.size() / 2, "f"),
            nullptr);
  EXPECT_FALSE(messages.empty());
  messages.clear();
}

TEST_F(CompilerC, BuildsAndRunsAGradient) {
  OamlFunction *loss = makeFunction("loss", /*isPublic=*/0);
  oamlFunctionSetLocation(loss, "user.py", 12, 4);
  OamlValue *square = nullptr, *sum = nullptr;
  OamlOp *op = oamlOpCreate(loss, "mul");
  OamlValue *x = oamlFunctionGetArgument(loss, 0);
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  ASSERT_EQ(oamlOpFinish(op, 1, &square), 1u);
  sum = makeUnary(loss, "oaml.sum", square);
  ASSERT_NE(sum, nullptr);
  OamlValue *results[1] = {sum};
  ASSERT_TRUE(oamlFunctionReturn(loss, 1, results, nullptr));

  OamlFunction *step = makeFunction("step");
  OamlValue *arguments[2] = {oamlFunctionGetArgument(step, 0),
                             oamlFunctionGetArgument(step, 1)};
  OamlValue *outputs[2] = {};
  const int64_t wrt[] = {0};
  ASSERT_TRUE(oamlBuildValueAndGrad(step, loss, 2, arguments, 1, wrt, outputs));
  OamlDType dtype;
  size_t rank = 0;
  int64_t shape[OAML_MAX_RANK];
  ASSERT_TRUE(oamlValueGetType(outputs[1], &dtype, &rank, shape));
  EXPECT_EQ(dtype, OAML_F32);
  ASSERT_EQ(rank, 2u);
  EXPECT_EQ(shape[0], OAML_DYNAMIC);
  EXPECT_EQ(shape[1], 3);
  OamlValue *scaled = nullptr;
  op = oamlOpCreate(step, "mul");
  oamlOpAddOperand(op, outputs[1]);
  oamlOpAddOperand(op, arguments[1]);
  ASSERT_EQ(oamlOpFinish(op, 1, &scaled), 1u);
  OamlValue *all[2] = {outputs[0], scaled};
  const char *names[] = {"loss", "gradient"};
  ASSERT_TRUE(oamlFunctionDonate(step, 0, 1));
  ASSERT_TRUE(oamlFunctionReturn(step, 2, all, names));
  ASSERT_TRUE(oamlModuleVerify(module));

  OamlCompileOptions options{};
  options.structSize = sizeof(options);
  options.target = "lavapipe";
  OamlBlob *report = nullptr;
  std::string bytes = take(oamlModuleCompile(module, &options, &report));
  std::string facts = take(report);
  EXPECT_NE(facts.find("\"kernels\""), std::string::npos) << facts;
  // The module is as it was, and equal input gives equal bytes.
  EXPECT_EQ(take(oamlModuleCompile(module, &options, nullptr)), bytes);
  options.level = OAML_O0;
  EXPECT_NE(take(oamlModuleCompile(module, &options, nullptr)), bytes);

  Device device = Device::create("lavapipe").value();
  Artifact artifact = Artifact::fromMemory(bytes.data(), bytes.size()).value();
  Invocation call =
      Program::create(device, artifact).value().invoke("step").value();
  std::vector<float> data = {1, 2, 3, 4, 5, 6};
  float factor = 0.5;
  call.bind("x", data.data(), {2, 3}).value();
  call.bind("n", &factor, {}).value();
  call.run().value();
  EXPECT_EQ(call.read<float>("loss").value(), std::vector<float>{91});
  EXPECT_EQ(call.read<float>("gradient").value(), data);
  // Launches remember the user's line.
  bool hasLocation = false;
  for (size_t i = 0; i < call.getEntry().numCommands; ++i)
    hasLocation |= std::string(call.getEntry().commands[i]->location)
                       .find("user.py:12:4") != std::string::npos;
  EXPECT_TRUE(hasLocation);
}

TEST_F(CompilerC, SetsAttributesOfAllKinds) {
  OamlFunction *f = makeFunction("f");
  OamlValue *x = oamlFunctionGetArgument(f, 0), *result = nullptr;
  OamlValue *n = oamlFunctionGetArgument(f, 1);
  auto finish = [&](OamlOp *op) {
    result = nullptr;
    EXPECT_GE(oamlOpFinish(op, 1, &result), 1u);
    return result;
  };
  auto start = [&](const char *name) {
    OamlOp *op = oamlOpCreate(f, name);
    EXPECT_TRUE(oamlOpAddOperand(op, x));
    return op;
  };
  OamlDType dtype;
  size_t rank;
  int64_t shape[OAML_MAX_RANK];

  OamlOp *op = start("cast");
  EXPECT_TRUE(oamlOpSetDType(op, "dtype", OAML_I32));
  ASSERT_TRUE(oamlValueGetType(finish(op), &dtype, &rank, shape));
  EXPECT_EQ(dtype, OAML_I32);
  op = start("cast");
  EXPECT_TRUE(oamlOpSetString(op, "dtype", "bf16"));
  ASSERT_TRUE(oamlValueGetType(finish(op), &dtype, &rank, shape));
  EXPECT_EQ(dtype, OAML_BF16);

  op = start("compare");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpSetString(op, "comparison", "lt"));
  EXPECT_TRUE(finish(op));

  op = start("pad");
  const int64_t low[] = {0, 1}, high[] = {2, 0};
  EXPECT_TRUE(oamlOpSetInts(op, "low", 2, low));
  EXPECT_TRUE(oamlOpSetInts(op, "high", 2, high));
  EXPECT_TRUE(oamlOpSetInt(op, "value", 7)); // an integer for a float
  ASSERT_TRUE(oamlValueGetType(finish(op), &dtype, &rank, shape));
  EXPECT_EQ(shape[1], 4);

  op = start("dim");
  EXPECT_TRUE(oamlOpSetInt(op, "axis", 0));
  OamlValue *rows = finish(op);
  ASSERT_TRUE(oamlValueGetType(rows, &dtype, &rank, shape));
  EXPECT_EQ(dtype, OAML_INDEX);
  op = oamlOpCreate(f, "broadcast_to");
  EXPECT_TRUE(oamlOpAddOperand(op, n));
  const int64_t extents[] = {0, 5};
  OamlValue *values[] = {rows, nullptr};
  EXPECT_TRUE(oamlOpSetExtents(op, "shape", 2, extents, values));
  ASSERT_TRUE(oamlValueGetType(finish(op), &dtype, &rank, shape));
  EXPECT_EQ(shape[0], OAML_DYNAMIC);
  EXPECT_EQ(shape[1], 5);

  op = start("slice");
  EXPECT_TRUE(oamlOpSetInt(op, "axis", 0));
  EXPECT_TRUE(oamlOpSetInt(op, "start", 0));
  EXPECT_TRUE(oamlOpSetValue(op, "end", rows));
  EXPECT_TRUE(finish(op));

  op = start("contraction");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpSetText(
      op, "indexing_maps",
      "[affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, "
      "affine_map<(m, n, k) -> (m, n)>]"));
  EXPECT_TRUE(finish(op));

  op = oamlOpCreate(f, "sgd_step");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpAddOperand(op, nullptr));
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpSetValue(op, "lr", n));
  EXPECT_TRUE(oamlOpSetFloat(op, "momentum_factor", 0));
  EXPECT_TRUE(oamlOpSetFloat(op, "weight_decay", 0.5));
  EXPECT_TRUE(finish(op));
  OamlValue *results[] = {result};
  EXPECT_TRUE(oamlFunctionReturn(f, 1, results, nullptr));
  EXPECT_TRUE(oamlModuleVerify(module));
}

TEST_F(CompilerC, MakesConstants) {
  OamlFunction *f = makeFunction("f");
  const float small[] = {1, 2};
  std::vector<float> large(10000, 3);
  const int64_t two[] = {2}, many[] = {10000}, wrong[] = {-5};
  EXPECT_TRUE(oamlBuildConstant(f, OAML_F32, 1, two, small, sizeof(small)));
  EXPECT_TRUE(
      oamlBuildConstant(f, OAML_F32, 1, many, large.data(), 4 * large.size()));
  EXPECT_TRUE(oamlBuildScalar(f, OAML_UI8, 255));
  EXPECT_TRUE(oamlBuildScalar(f, OAML_F16, 0.1));
  EXPECT_FALSE(oamlBuildConstant(f, OAML_F32, 1, two, small, 4));
  expectError("requires 8 bytes for 'tensor<2xf32>', found 4");
  EXPECT_FALSE(oamlBuildConstant(f, OAML_F32, 1, wrong, small, 4));
  expectError("found -5 at axis 0");
  const int64_t dynamic[] = {OAML_DYNAMIC};
  EXPECT_FALSE(oamlBuildConstant(f, OAML_F32, 1, dynamic, small, 4));
  expectError("static shape");
  EXPECT_FALSE(oamlBuildConstant(f, OAML_INDEX, 1, two, small, 8));
  expectError("no element type number 100");
  EXPECT_FALSE(oamlBuildConstant(f, OAML_F32, 9, two, small, 8));
  expectError("rank at most 8, found 9");
  for (double value : {256.0, -1.0, 0.5})
    if (!oamlBuildScalar(f, OAML_UI8, value))
      expectError("requires a value of 'ui8'");
    else
      ADD_FAILURE() << value;
}

TEST_F(CompilerC, RejectsOps) {
  OamlFunction *f = makeFunction("f");
  oamlFunctionSetLocation(f, "user.cpp", 3, 7);
  OamlValue *x = oamlFunctionGetArgument(f, 0);
  EXPECT_EQ(oamlOpCreate(f, "sofmax"), nullptr);
  expectError("there is no op 'sofmax'; similar: softmax");
  EXPECT_EQ(last.file, "user.cpp");
  EXPECT_EQ(last.line, 3u);
  EXPECT_EQ(last.column, 7u);
  EXPECT_EQ(oamlOpCreate(f, nullptr), nullptr);
  expectError("there is no op ''");

  // A failed setter stays failed.
  OamlOp *op = oamlOpCreate(f, "softmax");
  EXPECT_FALSE(oamlOpSetInt(op, "axes", 0));
  expectError("'oaml.softmax' op has no attribute 'axes'; there are: axis");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpSetInt(op, "axis", 0));
  EXPECT_EQ(oamlOpFinish(op, 0, nullptr), 0u);
  EXPECT_TRUE(messages.empty());

  op = oamlOpCreate(f, "softmax");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_EQ(oamlOpFinish(op, 0, nullptr), 0u);
  expectError("'oaml.softmax' op requires attribute 'axis'");
  op = oamlOpCreate(f, "softmax");
  EXPECT_EQ(oamlOpFinish(op, 0, nullptr), 0u);
  expectError("'oaml.softmax' op requires operand 'x'");
  op = oamlOpCreate(f, "softmax");
  EXPECT_FALSE(oamlOpAddOperand(op, nullptr));
  expectError("requires operand 'x'");
  oamlOpDestroy(op);
  op = oamlOpCreate(f, "softmax");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_FALSE(oamlOpAddOperand(op, x));
  expectError("has 1 operand, found more");
  oamlOpDestroy(op);
  op = oamlOpCreate(f, "softmax");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  EXPECT_TRUE(oamlOpSetInt(op, "axis", 2));
  EXPECT_EQ(oamlOpFinish(op, 0, nullptr), 0u);
  expectError("'oaml.softmax' op requires");
  op = oamlOpCreate(f, "softmax");
  OamlValue *pair[] = {x, x};
  EXPECT_FALSE(oamlOpAddOperands(op, 2, pair));
  expectError("requires one value for operand 'x', found 2");
  EXPECT_FALSE(oamlOpSetFloat(op, "axis", 0.5));
  expectError("requires attribute 'axis' to be an integer, found 5.0");
  EXPECT_FALSE(oamlOpSetValue(op, "axis", x));
  expectError("requires attribute 'axis' to be known when compiling");
  oamlOpDestroy(op);

  op = oamlOpCreate(f, "compare");
  EXPECT_FALSE(oamlOpSetString(op, "comparison", "about"));
  expectError("to be eq, ne, lt, le, gt, ge, found \"about\"");
  oamlOpDestroy(op);
  op = oamlOpCreate(f, "cast");
  EXPECT_FALSE(oamlOpSetDType(op, "dtype", OAML_INDEX));
  expectError("no element type number 100");
  EXPECT_FALSE(oamlOpSetString(op, "dtype", "f64"));
  expectError("to be f32, f16, bf16, i32, i8 or ui8, found \"f64\"");
  EXPECT_FALSE(oamlOpSetText(op, "dtype", "<"));
  expectError("as MLIR prints it");
  oamlOpDestroy(op);
  op = oamlOpCreate(f, "grad");
  EXPECT_EQ(oamlOpFinish(op, 0, nullptr), 0u);
  EXPECT_FALSE(messages.empty());
  messages.clear();

  op = oamlOpCreate(f, "add");
  EXPECT_TRUE(oamlOpAddOperand(op, x));
  OamlFunction *g = makeFunction("g");
  EXPECT_FALSE(oamlOpAddOperand(op, oamlFunctionGetArgument(g, 0)));
  expectError("belongs to another function");
  oamlOpDestroy(op);
}

TEST_F(CompilerC, RejectsFunctions) {
  OamlFunction *f = makeFunction("f");
  EXPECT_EQ(makeFunction("f"), nullptr);
  expectError("there is a function 'f' already");
  EXPECT_EQ(oamlFunctionCreate(module, "", 1, 0, nullptr), nullptr);
  expectError("requires a name");
  EXPECT_EQ(oamlFunctionCreate(module, "g", 1, 1, nullptr), nullptr);
  expectError("arguments are null");
  OamlTensorSpec spec{};
  EXPECT_EQ(oamlFunctionCreate(module, "g", 1, 1, &spec), nullptr);
  expectError("structSize");
  spec.structSize = sizeof(spec);
  spec.dtype = static_cast<OamlDType>(42);
  EXPECT_EQ(oamlFunctionCreate(module, "g", 1, 1, &spec), nullptr);
  expectError("argument 0 of function 'g': there is no element type number 42");
  EXPECT_EQ(oamlFunctionGetArgument(f, 2), nullptr);

  EXPECT_FALSE(oamlModuleVerify(module));
  expectError("function 'f' is not finished");
  OamlCompileOptions options{};
  options.structSize = sizeof(options);
  EXPECT_EQ(oamlModuleCompile(module, &options, nullptr), nullptr);
  expectError("function 'f' is not finished");
  EXPECT_FALSE(oamlFunctionDonate(f, 5, 0));
  expectError("there is no number 5");

  // Donation to a result of another type; after that the function is as before.
  OamlValue *arguments[] = {oamlFunctionGetArgument(f, 1), nullptr};
  EXPECT_TRUE(oamlFunctionDonate(f, 0, 0));
  EXPECT_FALSE(oamlFunctionReturn(f, 1, arguments, nullptr));
  expectError("oaml.donated requires a result of the argument's type");
  EXPECT_FALSE(oamlFunctionReturn(f, 2, arguments, nullptr));
  expectError("value 1 is null");
  arguments[1] = oamlFunctionGetArgument(f, 0);
  EXPECT_TRUE(oamlFunctionReturn(f, 1, arguments + 1, nullptr));
  EXPECT_FALSE(oamlFunctionReturn(f, 1, arguments + 1, nullptr));
  expectError("function 'f' is finished");
  EXPECT_EQ(oamlOpCreate(f, "add"), nullptr);
  expectError("function 'f' is finished");

  OamlFunction *g = makeFunction("g");
  OamlFunction *open = makeFunction("open");
  OamlValue *x[] = {oamlFunctionGetArgument(g, 0),
                    oamlFunctionGetArgument(g, 1)};
  OamlValue *results[4];
  const int64_t wrt[] = {7};
  EXPECT_FALSE(oamlBuildCall(g, open, 2, x, results));
  expectError("requires a finished function of the module");
  EXPECT_FALSE(oamlBuildCall(g, f, 1, x, results));
  expectError("incorrect number of operands");
  EXPECT_FALSE(oamlBuildGrad(g, f, 2, x, 1, wrt, results));
  expectError("'oaml.grad' op requires a function whose first result is one "
              "float element");
  EXPECT_FALSE(oamlBuildVjp(g, f, 2, x, 1, x, 1, wrt, results));
  expectError("requires 'wrt' to number arguments, found 7");
  EXPECT_TRUE(oamlBuildCall(g, f, 2, x, results));
}

TEST_F(CompilerC, RejectsOptions) {
  OamlModule *read = oamlModuleParse(context, source, std::strlen(source), "f");
  OamlCompileOptions options{};
  auto expectFailure = [&](const char *text) {
    EXPECT_EQ(oamlModuleCompile(read, &options, nullptr), nullptr);
    expectError(text);
  };
  expectFailure("structSize of OamlCompileOptions is 0");
  options.structSize = sizeof(options);
  expectFailure("kernel.device");
  options.target = "toaster";
  expectFailure("unknown target 'toaster': neither a description in JSON nor a "
                "profile (desktop, lavapipe, mobile, swiftshader)");
  options.target = "{";
  expectFailure("the target is no JSON");
  options.target = "{\"name\": 1}";
  EXPECT_EQ(oamlModuleCompile(read, &options, nullptr), nullptr);
  EXPECT_FALSE(messages.empty());
  messages.clear();
  options.target = "mobile";
  options.level = static_cast<OamlLevel>(9);
  expectFailure("no optimization level 9");
  options.level = OAML_O1;
  const char *const entries[] = {"g"};
  options.numEntries = 1;
  options.entries = entries;
  expectFailure("there is no function @g; there are: f");
  options.numEntries = 0;
  oamlBlobDestroy(oamlModuleCompile(read, &options, nullptr));
  oamlModuleDestroy(read);
}

TEST_F(CompilerC, NullHandlesGiveNull) {
  EXPECT_EQ(oamlModuleCreate(nullptr), nullptr);
  EXPECT_EQ(oamlModuleParse(nullptr, "", 0, ""), nullptr);
  EXPECT_FALSE(oamlModuleVerify(nullptr));
  EXPECT_EQ(oamlModulePrint(nullptr, 0), nullptr);
  EXPECT_EQ(oamlModuleWriteBytecode(nullptr), nullptr);
  EXPECT_EQ(oamlModuleCompile(nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(oamlFunctionCreate(nullptr, "f", 1, 0, nullptr), nullptr);
  EXPECT_EQ(oamlModuleFindFunction(nullptr, "f"), nullptr);
  EXPECT_EQ(oamlFunctionGetNumArguments(nullptr), 0u);
  EXPECT_EQ(oamlFunctionGetNumResults(nullptr), 0u);
  EXPECT_EQ(oamlFunctionGetArgument(nullptr, 0), nullptr);
  EXPECT_FALSE(oamlFunctionDonate(nullptr, 0, 0));
  oamlFunctionSetLocation(nullptr, "", 0, 0);
  EXPECT_FALSE(oamlFunctionReturn(nullptr, 0, nullptr, nullptr));
  EXPECT_FALSE(oamlValueGetType(nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(oamlBuildConstant(nullptr, OAML_F32, 0, nullptr, "", 4), nullptr);
  EXPECT_EQ(oamlBuildScalar(nullptr, OAML_F32, 0), nullptr);
  EXPECT_EQ(oamlOpCreate(nullptr, "add"), nullptr);
  EXPECT_FALSE(oamlOpAddOperand(nullptr, nullptr));
  EXPECT_FALSE(oamlOpAddOperands(nullptr, 0, nullptr));
  EXPECT_FALSE(oamlOpSetInt(nullptr, "", 0));
  EXPECT_FALSE(oamlOpSetFloat(nullptr, "", 0));
  EXPECT_FALSE(oamlOpSetBool(nullptr, "", 0));
  EXPECT_FALSE(oamlOpSetString(nullptr, "", ""));
  EXPECT_FALSE(oamlOpSetInts(nullptr, "", 0, nullptr));
  EXPECT_FALSE(oamlOpSetFloats(nullptr, "", 0, nullptr));
  EXPECT_FALSE(oamlOpSetDType(nullptr, "", OAML_F32));
  EXPECT_FALSE(oamlOpSetText(nullptr, "", ""));
  EXPECT_FALSE(oamlOpSetValue(nullptr, "", nullptr));
  EXPECT_FALSE(oamlOpSetExtents(nullptr, "", 0, nullptr, nullptr));
  EXPECT_EQ(oamlOpFinish(nullptr, 0, nullptr), 0u);
  EXPECT_FALSE(oamlBuildCall(nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_FALSE(
      oamlBuildGrad(nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr));
  EXPECT_FALSE(
      oamlBuildValueAndGrad(nullptr, nullptr, 0, nullptr, 0, nullptr, nullptr));
  EXPECT_FALSE(oamlBuildVjp(nullptr, nullptr, 0, nullptr, 0, nullptr, 0,
                            nullptr, nullptr));
  oamlBlobDestroy(nullptr);
  oamlModuleDestroy(nullptr);
  oamlContextDestroy(nullptr);
  oamlOpDestroy(nullptr);
}

TEST(CompilerCpp, WrappersBuildAndExplain) {
  Context context;
  Module module(context);
  Function f =
      module.addFunction("f", {{OAML_F32, {OAML_DYNAMIC, 3}, "x", {"B", ""}}})
          .value();
  f.setLocation("user.arr", 2, 5);
  Value y = f.op("softmax", {f.getArgument(0)}, {{"axis", 1}}).value();
  EXPECT_EQ(y.getShape(), (std::vector<int64_t>{OAML_DYNAMIC, 3}));
  EXPECT_EQ(y.getDType(), OAML_F32);
  Expected<Value> wrong = f.op("softmax", {f.getArgument(0)}, {{"axis", 4}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().op, "oaml.softmax");
  EXPECT_EQ(wrong.error().location, "user.arr:2:5");
  EXPECT_THROW(f.op("nothing", {}).value(), Failure);
  const int64_t shape[] = {1, 3};
  const float row[] = {1, 2, 3};
  Value c = f.constant(OAML_F32, {shape, shape + 2}, row, sizeof(row)).value();
  Value z =
      f.op("reshape", {f.op("mul", {y, c}).value()}, {{"shape", {-1}}}).value();
  f.setResults({z}, {"z"}).value();
  Function g = module.addFunction("g", {{OAML_F32, {4, 3}, "x"}}).value();
  EXPECT_FALSE(g.call(f, {g.getArgument(0)}));
  g.setResults({g.getArgument(0)}).value();
  module.verify().value();
  EXPECT_NE(module.print().find("oaml.softmax"), std::string::npos);
  std::string bytecode = module.writeBytecode().value();
  Module read = Module::parse(context, bytecode).value();
  EXPECT_TRUE(read.findFunction("f"));
  EXPECT_FALSE(read.findFunction("h"));
  EXPECT_FALSE(Module::parse(context, "nonsense", "n.mlir"));
  std::string artifact = read.compile("swiftshader", {"f"}).value();
  EXPECT_EQ(Artifact::fromMemory(artifact.data(), artifact.size())
                .value()
                .getInfo()
                .numEntries,
            1u);
  EXPECT_FALSE(read.compile("toaster"));
}
