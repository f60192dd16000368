//===- Module.cpp - Contexts and modules of the C interface ---------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include "oaml/Dialect/OAML/IR/OAMLDialect.h"
#include "oaml/Pipelines/Compile.h"
#include "oaml/Pipelines/RegisterAll.h"
#include "oaml/Target/Vulkan/Devices.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace oaml;
using namespace oaml::capi;

uint32_t oamlCompilerGetVersion(void) { return OAML_C_VERSION; }

//===----------------------------------------------------------------------===//
// Blobs
//===----------------------------------------------------------------------===//

namespace {

/// What an OamlBlob is the first part of.
struct BlobBox {
  OamlBlob blob;
  std::string bytes;
};

} // namespace

OamlBlob *capi::makeBlob(std::string bytes) {
  auto *box = new BlobBox{{}, std::move(bytes)};
  box->blob = {box->bytes.data(), box->bytes.size()};
  return &box->blob;
}

void oamlBlobDestroy(OamlBlob *blob) {
  delete reinterpret_cast<BlobBox *>(blob);
}

/// What `write` writes.
static OamlBlob *makeBlob(llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  write(stream);
  return capi::makeBlob(std::move(bytes));
}

OamlBlob *oamlCompilerListOps(void) {
  return makeBlob(
      [](llvm::raw_ostream &stream) { printOpDescriptors(stream); });
}

//===----------------------------------------------------------------------===//
// Contexts and diagnostics
//===----------------------------------------------------------------------===//

namespace {

/// A diagnostic and its notes as C structs, with the texts they point to.
class DiagnosticText {
public:
  explicit DiagnosticText(Diagnostic &diagnostic) {
    add(diagnostic, storage.emplace_back());
    for (Diagnostic &note : diagnostic.getNotes())
      notes.push_back(add(note, storage.emplace_back()));
    top = add(diagnostic, storage.front());
    top.numNotes = notes.size();
    top.notes = notes.data();
  }

  const OamlDiagnostic &get() const { return top; }

private:
  struct Texts {
    std::string message, file;
  };

  static OamlDiagnostic add(Diagnostic &diagnostic, Texts &texts) {
    OamlDiagnostic result{};
    switch (diagnostic.getSeverity()) {
    case DiagnosticSeverity::Error:
      result.severity = OAML_SEVERITY_ERROR;
      break;
    case DiagnosticSeverity::Warning:
      result.severity = OAML_SEVERITY_WARNING;
      break;
    case DiagnosticSeverity::Remark:
      result.severity = OAML_SEVERITY_REMARK;
      break;
    case DiagnosticSeverity::Note:
      result.severity = OAML_SEVERITY_NOTE;
      break;
    }
    texts.message = diagnostic.str();
    LocationAttr location = diagnostic.getLocation();
    if (auto place = location.findInstanceOf<FileLineColLoc>()) {
      texts.file = place.getFilename().str();
      result.line = place.getLine();
      result.column = place.getColumn();
    }
    result.message = texts.message.c_str();
    result.file = texts.file.c_str();
    return result;
  }

  std::deque<Texts> storage;
  std::vector<OamlDiagnostic> notes;
  OamlDiagnostic top;
};

} // namespace

static const DialectRegistry &getRegistry() {
  static const DialectRegistry *registry = [] {
    auto *made = new DialectRegistry();
    registerAllDialects(*made);
    return made;
  }();
  return *registry;
}

OamlContext::OamlContext(OamlDiagnosticCallback callback, void *user)
    : context(getRegistry()) {
  context.loadDialect<OAMLDialect, func::FuncDialect, kernel::KernelDialect>();
  // Not a note with all of a module after each error about it.
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler([=](Diagnostic &diagnostic) {
    if (callback)
      callback(&DiagnosticText(diagnostic).get(), user);
  });
}

OamlContext *oamlContextCreate(OamlDiagnosticCallback callback, void *user) {
  return new OamlContext(callback, user);
}

void oamlContextDestroy(OamlContext *context) { delete context; }

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

OamlModule *oamlModuleCreate(OamlContext *context) {
  if (!context)
    return nullptr;
  return new OamlModule(ModuleOp::create(UnknownLoc::get(&context->context)));
}

OamlModule *oamlModuleParse(OamlContext *context, const void *data, size_t size,
                            const char *name) {
  if (!context)
    return nullptr;
  StringRef bytes(static_cast<const char *>(data), data ? size : 0);
  // A copy: aligned as bytecode wants it, and with the zero that the lexer
  // looks for.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      bytes.size(), name ? name : "<memory>", llvm::Align(64));
  llvm::copy(bytes, buffer->getBufferStart());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context->context));
  return module ? new OamlModule(std::move(module)) : nullptr;
}

void oamlModuleDestroy(OamlModule *module) { delete module; }

/// Whether all functions have bodies to the end; an error where not.
static bool checkFinished(const OamlModule &module) {
  for (const OamlFunction &function : module.functions)
    if (!function.isFinished) {
      emitError(function.location)
          << "function '" << OamlFunction(function).function.getSymName()
          << "' is not finished: oamlFunctionReturn is missing";
      return false;
    }
  return true;
}

int oamlModuleVerify(OamlModule *module) {
  return module && checkFinished(*module) &&
         succeeded(verify(module->module.get()));
}

OamlBlob *oamlModulePrint(OamlModule *module, int withLocations) {
  if (!module)
    return nullptr;
  OpPrintingFlags flags;
  flags.enableDebugInfo(withLocations != 0);
  // What is not finished may not verify; the general form always prints.
  if (!llvm::all_of(module->functions, [](const OamlFunction &function) {
        return function.isFinished;
      }))
    flags.printGenericOpForm();
  return makeBlob([&](llvm::raw_ostream &stream) {
    module->module->print(stream, flags);
    stream << "\n";
  });
}

OamlBlob *oamlModuleWriteBytecode(OamlModule *module) {
  if (!module || !checkFinished(*module))
    return nullptr;
  bool isWritten = false;
  OamlBlob *blob = makeBlob([&](llvm::raw_ostream &stream) {
    isWritten = succeeded(writeBytecodeToFile(module->module.get(), stream));
  });
  if (isWritten)
    return blob;
  oamlBlobDestroy(blob);
  return nullptr;
}

/// The device that `target` describes; null, with an error, where it does not.
static kernel::DeviceAttr getDevice(Location location, StringRef target) {
  MLIRContext *context = location.getContext();
  if (kernel::DeviceAttr device = getDeviceProfile(context, target))
    return device;
  if (!target.ltrim().starts_with("{")) {
    InFlightDiagnostic error =
        emitError(location) << "unknown target '" << target
                            << "': neither a description in JSON nor a profile";
    for (auto [i, name] : llvm::enumerate(getDeviceProfileNames()))
      error << (i == 0 ? " (" : ", ") << name;
    error << ")";
    return {};
  }
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(target);
  if (!json) {
    emitError(location) << "the target is no JSON: "
                        << llvm::toString(json.takeError());
    return {};
  }
  FailureOr<kernel::DeviceAttr> device = parseDevice(*json, location);
  return succeeded(device) ? *device : kernel::DeviceAttr();
}

OamlBlob *oamlModuleCompile(OamlModule *module,
                            const OamlCompileOptions *options,
                            OamlBlob **report) {
  if (!module || !checkFinished(*module))
    return nullptr;
  Location location = module->module->getLoc();
  OamlCompileOptions wanted;
  if (!readOptions(location, "OamlCompileOptions", options, wanted))
    return nullptr;
  if (wanted.level < OAML_LEVEL_DEFAULT || wanted.level > OAML_O2) {
    emitError(location) << "there is no optimization level "
                        << static_cast<int>(wanted.level);
    return nullptr;
  }
  // The compiler takes programs that verify for granted.
  if (failed(verify(module->module.get())))
    return nullptr;
  CompileOptions compileOptions;
  if (wanted.target) {
    compileOptions.device = getDevice(location, wanted.target);
    if (!compileOptions.device)
      return nullptr;
  }
  for (size_t i = 0; i < wanted.numEntries; ++i)
    compileOptions.entries.push_back(wanted.entries[i]);
  if (wanted.dumpDirectory)
    compileOptions.dumpDir = wanted.dumpDirectory;
  if (wanted.level != OAML_LEVEL_DEFAULT)
    compileOptions.pipeline.optimizationLevel = wanted.level - OAML_O0;
  OwningOpRef<ModuleOp> copy(module->module->clone());
  Report facts;
  FailureOr<SmallVector<char>> artifact =
      compileToArtifact(*copy, compileOptions, report ? &facts : nullptr);
  if (failed(artifact))
    return nullptr;
  if (report)
    *report = makeBlob([&](llvm::raw_ostream &stream) {
      stream << llvm::formatv("{0:2}\n", toJSON(facts));
    });
  return capi::makeBlob(std::string(artifact->begin(), artifact->end()));
}
