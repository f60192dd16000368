//===- Executable.cpp - Running programs ----------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executable.h"

#include "oaml/Dialect/OAML/Transforms/Passes.h"
#include "oaml/Interpreter/Interpreter.h"
#include "oaml/Pipelines/RegisterAll.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::python;

Executable::~Executable() = default;

static thread_local uint64_t runtimeNs = 0;

uint64_t Executable::getRuntimeNs() { return runtimeNs; }

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

namespace {
struct Seeds {
  uint64_t seed = 0;
  /// How often it was set.
  std::atomic<unsigned> epoch{0};
  uint64_t numDrawn = 0;
  std::mutex mutex;
};
} // namespace

static Seeds &getSeeds() {
  static auto *seeds = new Seeds();
  return *seeds;
}

void python::setRngSeed(uint64_t seed) {
  Seeds &seeds = getSeeds();
  std::lock_guard<std::mutex> lock(seeds.mutex);
  seeds.seed = seed;
  seeds.numDrawn = 0;
  ++seeds.epoch;
}

/// What a program's generator is to be restarted with, if at all.
static std::optional<uint64_t> nextSeed(SeedUse use,
                                        std::atomic<unsigned> &epoch) {
  Seeds &seeds = getSeeds();
  if (use == SeedUse::Program && epoch == seeds.epoch)
    return std::nullopt;
  std::lock_guard<std::mutex> lock(seeds.mutex);
  epoch = seeds.epoch.load();
  if (use == SeedUse::Program)
    return seeds.seed;
  // Far apart, so that the sequences of two runs do not meet.
  return seeds.seed + (++seeds.numDrawn << 32);
}

//===----------------------------------------------------------------------===//
// Vulkan
//===----------------------------------------------------------------------===//

namespace {

class VulkanExecutable final : public Executable {
public:
  VulkanExecutable(DevicePtr device, rt::Program program, std::string entry)
      : Executable(std::move(device)), program(std::move(program)),
        entry(std::move(entry)) {
    int index = this->program.getInfo().findEntry(this->entry);
    const rt::EntryInfo &info = this->program.getInfo().entries[index];
    for (const rt::TensorInfo &argument : info.arguments) {
      hasSeed |= argument.hidden;
      if (!argument.hidden)
        positions.push_back(&argument - info.arguments.data());
    }
    for (const rt::TensorInfo &result : info.results) {
      dtypes.push_back(result.dtype);
      Shape shape;
      for (const rt::DimInfo &dim : result.dims)
        shape.push_back(dim.value.value_or(-1));
      shapes.push_back(std::move(shape));
    }
  }

protected:
  std::vector<nb::object> execute(std::vector<Leaf> &leaves,
                                  ArrayRef<char> isDonated) override;

private:
  struct Result {
    Shape shape;
    rt::Buffer buffer;
  };

  std::unique_ptr<rt::Invocation> acquire();
  rt::Status bind(rt::Invocation &invocation, std::vector<Leaf> &leaves,
                  ArrayRef<char> isDonated);
  rt::Status collect(rt::Invocation &invocation, std::vector<Result> &results);

  rt::Program program;
  std::string entry;
  bool hasSeed = false;
  std::atomic<unsigned> epoch{0};
  /// Of the arguments that callers give, and of results.
  std::vector<size_t> positions;
  std::vector<rt::DType> dtypes;
  std::vector<Shape> shapes;
  std::mutex mutex;
  std::vector<std::unique_ptr<rt::Invocation>> idle;
};

} // namespace

std::unique_ptr<rt::Invocation> VulkanExecutable::acquire() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!idle.empty()) {
      std::unique_ptr<rt::Invocation> invocation = std::move(idle.back());
      idle.pop_back();
      return invocation;
    }
  }
  nb::gil_scoped_release release;
  rt::Expected<rt::Invocation> created = program.createInvocation(entry);
  nb::gil_scoped_acquire acquire;
  return std::make_unique<rt::Invocation>(check(std::move(created)));
}

/// Whether the memory of an argument may be overwritten: it is this device's,
/// nobody else looks at it, and no other argument is the same.
static bool isOwn(const std::vector<Leaf> &leaves, size_t index) {
  const StoragePtr &storage = leaves[index].storage;
  if (!storage || storage->isImported || storage->numExports > 0)
    return false;
  for (size_t i = 0; i < leaves.size(); ++i)
    if (i != index && leaves[i].storage == storage)
      return false;
  return true;
}

rt::Status VulkanExecutable::bind(rt::Invocation &invocation,
                                  std::vector<Leaf> &leaves,
                                  ArrayRef<char> isDonated) {
  rt::HostAccess access = device->sharesHostMemory() ? rt::HostAccess::Borrow
                                                     : rt::HostAccess::Copy;
  for (auto [number, leaf] : llvm::enumerate(leaves)) {
    size_t position = positions[number];
    bool isTaken = number < isDonated.size() && isDonated[number];
    if (leaf.storage && leaf.storage->buffer &&
        (!isTaken || isOwn(leaves, number))) {
      if (rt::Status status = invocation.bindArgument(
              position, leaf.storage->buffer, leaf.dtype, leaf.shape))
        return status;
      continue;
    }
    rt::HostTensor tensor{leaf.dtype, leaf.shape, leaf.getHostData()};
    std::vector<char> copy;
    if (leaf.storage) {
      tensor.data = leaf.storage->data;
      if (!tensor.data) {
        copy.resize(leaf.storage->bytes);
        if (rt::Status status =
                leaf.storage->buffer.read(0, copy.data(), copy.size()))
          return status;
        tensor.data = copy.data();
      }
    }
    if (rt::Status status = invocation.bindHost(
            position, tensor, copy.empty() ? access : rt::HostAccess::Copy))
      return status;
  }
  return {};
}

rt::Status VulkanExecutable::collect(rt::Invocation &invocation,
                                     std::vector<Result> &results) {
  for (size_t i = 0; i < shapes.size(); ++i) {
    Result result;
    result.shape = shapes[i];
    if (llvm::is_contained(result.shape, -1)) {
      auto shape = invocation.getResultShape(i);
      if (!shape)
        return shape.getStatus();
      result.shape = *shape;
    }
    results.push_back(std::move(result));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    auto buffer = invocation.takeResult(i);
    if (!buffer)
      return buffer.getStatus();
    results[i].buffer = *buffer;
  }
  return {};
}

std::vector<nb::object> VulkanExecutable::execute(std::vector<Leaf> &leaves,
                                                  ArrayRef<char> isDonated) {
  if (device->isClosed())
    raise("DeviceError", "the program was compiled for device '" +
                             device->getInfo().name + "', which was closed");
  for (const Leaf &leaf : leaves)
    if (leaf.storage && leaf.storage->device && leaf.storage->device != device)
      raise("DeviceError", "arrays of two devices are mixed: '" +
                               leaf.storage->device->getInfo().name +
                               "' and '" + device->getInfo().name +
                               "'; move one with oaml.array(x, device=…)");
  if (leaves.size() != positions.size())
    raise(PyExc_TypeError, "the program takes " + Twine(positions.size()) +
                               " arrays, found " + Twine(leaves.size()));
  std::unique_ptr<rt::Invocation> invocation = acquire();
  if (hasSeed)
    if (std::optional<uint64_t> seed = nextSeed(seedUse, epoch))
      program.setSeed(*seed);
  std::vector<Result> results;
  rt::Status status;
  {
    nb::gil_scoped_release release;
    auto begin = std::chrono::steady_clock::now();
    status = bind(*invocation, leaves, isDonated);
    if (!status)
      status = invocation->run();
    if (!status)
      status = collect(*invocation, results);
    runtimeNs = (std::chrono::steady_clock::now() - begin).count();
  }
  check(status); // an invocation that failed is not used again
  {
    std::lock_guard<std::mutex> lock(mutex);
    idle.push_back(std::move(invocation));
  }
  std::vector<nb::object> arrays;
  for (auto [dtype, result] : llvm::zip(dtypes, results)) {
    auto storage = std::make_shared<Storage>();
    storage->device = device;
    storage->data = result.buffer.map();
    storage->bytes = check(rt::getByteSize(dtype, result.shape));
    storage->buffer = std::move(result.buffer);
    arrays.push_back(
        nb::cast(Array(dtype, std::move(result.shape), std::move(storage))));
  }
  return arrays;
}

ExecutablePtr python::loadExecutable(const DevicePtr &device,
                                     const rt::Artifact &artifact,
                                     const std::string &entry) {
  rt::Device &opened = device->get();
  rt::Status status;
  std::optional<rt::Program> program;
  {
    nb::gil_scoped_release release;
    auto created = rt::Program::create(opened, artifact);
    status = created.getStatus();
    if (created) {
      program = *created;
      status = program->prepare();
    }
  }
  check(status);
  return std::make_shared<VulkanExecutable>(device, *program, entry);
}

//===----------------------------------------------------------------------===//
// Interpreter
//===----------------------------------------------------------------------===//

namespace {

class InterpretedExecutable final : public Executable {
public:
  InterpretedExecutable(const std::string &bytecode, const std::string &entry);

protected:
  std::vector<nb::object> execute(std::vector<Leaf> &leaves,
                                  ArrayRef<char> isDonated) override;

private:
  std::unique_ptr<Trace> trace;
  MLIRContext *context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  rt::SeedSequence seeds;
  std::atomic<unsigned> epoch{0};
  std::mutex mutex;
};

} // namespace

InterpretedExecutable::InterpretedExecutable(const std::string &bytecode,
                                             const std::string &entry)
    : Executable(nullptr), trace(std::make_unique<Trace>(false)),
      context(trace->getContext()) {
  module = parseSourceString<ModuleOp>(bytecode, ParserConfig(context));
  PassManager passes(context);
  passes.addPass(createResolveSeeds());
  passes.addPass(createDifferentiate());
  if (!module || failed(passes.run(*module))) {
    std::vector<Message> found = trace->takeMessages();
    raiseCompileError("preparing '" + entry + "' for the interpreter failed: " +
                          (found.empty() ? "" : found.front().text),
                      "differentiate", "");
  }
  function = module->lookupSymbol<func::FuncOp>(entry);
}

std::vector<nb::object>
InterpretedExecutable::execute(std::vector<Leaf> &leaves, ArrayRef<char>) {
  // Never waited for with the GIL, which the thread that has it wants back.
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  {
    nb::gil_scoped_release release;
    lock.lock();
  }
  SmallVector<HostTensor> arguments;
  for (const Leaf &leaf : leaves) {
    std::vector<char> bytes(check(rt::getByteSize(leaf.dtype, leaf.shape)));
    if (leaf.storage)
      leaf.storage->read(bytes.data());
    else if (!bytes.empty())
      std::memcpy(bytes.data(), leaf.getHostData(), bytes.size());
    arguments.push_back(
        HostTensor::fromBytes(trace->getType(leaf.dtype, leaf.shape), bytes));
  }
  if (std::optional<uint64_t> seed = nextSeed(seedUse, epoch))
    seeds = rt::SeedSequence(*seed);
  InterpreterOptions options;
  options.runSeed = seeds.next();
  FailureOr<SmallVector<HostTensor>> results = failure();
  {
    nb::gil_scoped_release release;
    results = interpretFunction(function, arguments, options);
  }
  if (failed(results))
    trace->raiseOpError("interpreter");
  std::vector<nb::object> arrays;
  for (const HostTensor &tensor : *results) {
    std::vector<char> bytes = tensor.getBytes();
    arrays.push_back(nb::cast(
        Array(trace->getDType(tensor.getElementType()),
              Shape(tensor.getShape().begin(), tensor.getShape().end()),
              makeStorage(nullptr, bytes.data(), bytes.size()))));
  }
  return arrays;
}

ExecutablePtr python::makeInterpreter(const std::string &bytecode,
                                      const std::string &entry) {
  return std::make_shared<InterpretedExecutable>(bytecode, entry);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::vector<nb::object> Executable::run(std::vector<Leaf> &leaves,
                                        ArrayRef<char> isDonated,
                                        const std::string &function) {
  std::vector<nb::object> results = execute(leaves, isDonated);
  for (size_t i = 0; i < isDonated.size(); ++i)
    if (isDonated[i] && leaves[i].array)
      leaves[i].array->invalidate(function);
  // A loop around this call is stopped here.
  if (PyErr_CheckSignals() != 0)
    throw nb::python_error();
  return results;
}

ExecutablePtr python::getExecutable(Trace &trace, const std::string &entry,
                                    const DevicePtr &device,
                                    const std::string &name) {
  // By content: functions that are traced anew come out the same.
  static auto *known = new llvm::StringMap<ExecutablePtr>();
  std::string bytecode = getBytecode(trace.getModule());
  llvm::SHA256 hash;
  hash.update(bytecode);
  std::array<uint8_t, 32> digest = hash.final();
  std::string key(digest.begin(), digest.end());
  Device *pointer = device.get();
  key.append(reinterpret_cast<const char *>(&pointer), sizeof(pointer));
  auto it = known->find(key);
  if (it != known->end())
    return it->second;
  ExecutablePtr result;
  if (!device || device->isInterpreter()) {
    result = makeInterpreter(bytecode, entry);
  } else {
    std::shared_ptr<const Compiled> compiled =
        compile(trace, bytecode, getTargetText("host", device), name);
    rt::Artifact artifact = check(rt::Artifact::fromMemory(
        compiled->artifact.data(), compiled->artifact.size()));
    result = loadExecutable(device, artifact, entry);
  }
  (*known)[key] = result;
  return result;
}
