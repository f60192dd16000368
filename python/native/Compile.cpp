//===- Compile.cpp - From a traced program to an artifact -----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../tools/Support/HostDevice.h"
#include "Executable.h"

#include "oaml/Pipelines/Compile.h"
#include "oaml/Pipelines/RegisterAll.h"
#include "oaml/Target/Vulkan/ArtifactWriter.h"
#include "oaml/Target/Vulkan/Devices.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/xxhash.h"

#include <condition_variable>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

using namespace mlir;
using namespace oaml;
using namespace oaml::python;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

std::string python::getTargetText(const std::string &target,
                                  const DevicePtr &device) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<kernel::KernelDialect>();
  std::string problem;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    problem = diagnostic.str();
    return success();
  });
  kernel::DeviceAttr attribute;
  if (target == "host") {
    if (device && !device->isInterpreter())
      attribute = getDeviceAttr(&context, device->getInfo());
    else if (auto found = getHostDevice(&context, ""); succeeded(found))
      attribute = *found;
    if (!attribute)
      raise("DeviceError", problem);
  } else if (!(attribute = getDeviceProfile(&context, target))) {
    auto file = llvm::MemoryBuffer::getFile(target);
    if (!file)
      raise(PyExc_ValueError, "unknown target '" + target +
                                  "': neither 'host' nor a profile ('" +
                                  llvm::join(getDeviceProfileNames(), "', '") +
                                  "') nor a file that can be read");
    auto json = llvm::json::parse((*file)->getBuffer());
    if (!json)
      raise(PyExc_ValueError, target + ": " + llvm::toString(json.takeError()));
    auto parsed = parseDevice(*json, UnknownLoc::get(&context));
    if (failed(parsed))
      raise(PyExc_ValueError, target + ": " + problem);
    attribute = *parsed;
  }
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

//===----------------------------------------------------------------------===//
// The cache on disk
//===----------------------------------------------------------------------===//

/// The folder for files that can be made again; empty: none is wanted.
static std::string getCacheDir() {
  if (const char *directory = std::getenv("OAML_CACHE_DIR"))
    return directory;
  SmallString<128> path;
  if (const char *cache = std::getenv("XDG_CACHE_HOME"))
    path = cache;
  else if (const char *home = std::getenv("HOME"))
    llvm::sys::path::append(path, home, ".cache");
  else
    return "";
  llvm::sys::path::append(path, "oaml");
  return path.str().str();
}

/// What tells this compiler from another one: its library's size and date.
static const std::string &getCompilerIdentity() {
  static const std::string identity = [] {
    Dl_info info = {};
    llvm::sys::fs::file_status status;
    if (!dladdr(reinterpret_cast<void *>(&compileToArtifact), &info) ||
        llvm::sys::fs::status(info.dli_fname, status))
      return std::string();
    auto time = status.getLastModificationTime().time_since_epoch().count();
    return std::to_string(status.getSize()) + "." + std::to_string(time);
  }();
  return identity;
}

static std::string getCachePath(StringRef bytecode, StringRef target) {
  std::string directory = getCacheDir();
  const std::string &compiler = getCompilerIdentity();
  if (directory.empty() || compiler.empty())
    return "";
  llvm::SHA256 hash;
  for (StringRef part : {bytecode, target, StringRef(compiler)}) {
    hash.update(part);
    hash.update(StringRef("\0", 1));
  }
  SmallString<128> path(directory);
  llvm::sys::path::append(path, "programs",
                          llvm::toHex(hash.final(), /*LowerCase=*/true) +
                              ".oamlx");
  return path.str().str();
}

static std::string getReportPath(StringRef artifact) {
  return (artifact + ".json").str();
}

static std::shared_ptr<const Compiled> readCache(const std::string &path) {
  if (path.empty())
    return nullptr;
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return nullptr;
  auto compiled = std::make_shared<Compiled>();
  compiled->artifact.assign((*file)->getBufferStart(), (*file)->getBufferEnd());
  // A damaged file is as good as none.
  if (!rt::Artifact::fromMemory(compiled->artifact.data(),
                                compiled->artifact.size()))
    return nullptr;
  if (auto report = llvm::MemoryBuffer::getFile(getReportPath(path)))
    compiled->report = (*report)->getBuffer().str();
  return compiled;
}

/// Puts a file in its place when it is complete. Failures are of no
/// consequence.
static bool writeFile(StringRef path, StringRef content) {
  (void)llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path));
  llvm::Error error =
      llvm::writeToOutput(path, [&](raw_ostream &stream) -> llvm::Error {
        stream << content;
        return llvm::Error::success();
      });
  bool isWritten = !error;
  llvm::consumeError(std::move(error));
  return isWritten;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

std::string python::getBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(module, stream)))
    raise("CompileError", "the program cannot be written as bytecode");
  return bytes;
}

namespace {

/// One compilation, in a thread of its own: it may be left behind when the user
/// loses patience. Holds nothing of Python.
struct Job {
  std::string bytecode, target;
  std::mutex mutex;
  std::condition_variable isDoneCondition;
  bool isDone = false;
  std::atomic<bool> isCancelled{false};
  std::shared_ptr<Compiled> result;
  std::string phase, message;

  void run();
  void work();
};

} // namespace

/// Shared by all compilations, so that they do not multiply threads.
static llvm::ThreadPoolInterface &getThreadPool() {
  static auto *pool = new llvm::DefaultThreadPool();
  return *pool;
}

void Job::work() {
  phase = "import";
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.setThreadPool(getThreadPool());
  context.loadDialect<kernel::KernelDialect>();
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return success();
    llvm::raw_string_ostream stream(messages);
    if (!messages.empty())
      stream << '\n';
    if (!isa<UnknownLoc>(diagnostic.getLocation()))
      stream << diagnostic.getLocation() << ": ";
    stream << diagnostic.str();
    return success();
  });
  auto fail = [&] {
    message = messages.empty() ? "no reason was given" : messages;
  };
  ParserConfig config(&context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(bytecode, config);
  Attribute device = parseAttribute(target, &context);
  if (!module || !device)
    return fail();
  CompileOptions options;
  Report report;
  options.device = cast<kernel::DeviceAttr>(device);
  for (Phase step : getPhases()) {
    if (isCancelled)
      return;
    phase = getName(step).str();
    if (step == Phase::Artifact)
      break;
    options.from = options.to = step;
    if (failed(runPhases(*module, options, &report)))
      return fail();
  }
  FailureOr<SmallVector<char>> bytes = writeArtifact(*module);
  if (failed(bytes))
    return fail();
  report.artifactBytes = bytes->size();
  result = std::make_shared<Compiled>();
  result->artifact.assign(bytes->begin(), bytes->end());
  llvm::raw_string_ostream(result->report) << toJSON(report);
}

void Job::run() {
  work();
  std::lock_guard<std::mutex> lock(mutex);
  isDone = true;
  isDoneCondition.notify_all();
}

/// Those that were started, for the end of the process. Used with the GIL.
static std::vector<std::weak_ptr<Job>> &getLiveJobs() {
  static auto *jobs = new std::vector<std::weak_ptr<Job>>();
  llvm::erase_if(*jobs, [](const auto &job) { return job.expired(); });
  return *jobs;
}

void python::finishCompilations() {
  std::vector<std::weak_ptr<Job>> jobs = getLiveJobs();
  for (const std::weak_ptr<Job> &weak : jobs) {
    std::shared_ptr<Job> job = weak.lock();
    if (!job)
      continue;
    job->isCancelled = true;
    nb::gil_scoped_release release;
    std::unique_lock<std::mutex> lock(job->mutex);
    job->isDoneCondition.wait(lock, [&] { return job->isDone; });
  }
}

/// Waits for the job without the GIL; looks for Ctrl-C in between.
static void waitFor(Job &job) {
  while (true) {
    {
      nb::gil_scoped_release release;
      std::unique_lock<std::mutex> lock(job.mutex);
      if (job.isDoneCondition.wait_for(lock, std::chrono::milliseconds(50),
                                       [&] { return job.isDone; }))
        return;
    }
    if (PyErr_CheckSignals() != 0) {
      job.isCancelled = true;
      throw nb::python_error();
    }
  }
}

/// The file that `oaml-compile` fails on as this process did.
static std::string saveReproducer(Trace &trace, const std::string &name) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  trace.getModule().print(stream, OpPrintingFlags().enableDebugInfo());
  std::string directory = getCacheDir();
  SmallString<128> path(directory);
  if (directory.empty())
    llvm::sys::path::system_temp_directory(true, path);
  llvm::sys::path::append(
      path, "reproducers",
      name + "-" +
          llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true) +
          ".mlir");
  return writeFile(path, text) ? path.str().str() : "";
}

std::shared_ptr<const Compiled> python::compile(Trace &trace,
                                                const std::string &bytecode,
                                                const std::string &target,
                                                const std::string &name) {
  std::string path = getCachePath(bytecode, target);
  if (auto cached = readCache(path))
    return cached;
  auto job = std::make_shared<Job>();
  job->bytecode = bytecode;
  job->target = target;
  getLiveJobs().push_back(job);
  std::thread([job] { job->run(); }).detach();
  waitFor(*job);
  if (!job->result) {
    std::string file = saveReproducer(trace, name);
    raiseCompileError("compiling '" + name + "' failed in phase '" +
                          job->phase + "': " + job->message,
                      job->phase, file);
  }
  if (!path.empty()) {
    // The report first: with the artifact the entry is complete.
    const Bytes &artifact = job->result->artifact;
    (void)writeFile(getReportPath(path), job->result->report);
    (void)writeFile(path, StringRef(artifact.data(), artifact.size()));
  }
  return job->result;
}
