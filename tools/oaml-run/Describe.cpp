//===- Describe.cpp - What is in an artifact ------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace oaml;

static std::string getVersionText(uint32_t version) {
  return (llvm::Twine(version >> 22 & 0x7f) + "." +
          llvm::Twine(version >> 12 & 0x3ff))
      .str();
}

static llvm::SmallVector<llvm::StringRef> getNames(rt::FeatureSet features) {
  llvm::SmallVector<llvm::StringRef> names;
  for (unsigned i = 0; i < rt::kNumFeatures; ++i)
    if (features.has(static_cast<rt::Feature>(i)))
      names.push_back(getName(static_cast<rt::Feature>(i)));
  return names;
}

/// "x: Bx64xf32", "Bx10xf32", "seed: i32 (hidden)".
static void printTensor(llvm::raw_ostream &stream, const rt::TensorInfo &info) {
  if (!info.name.empty())
    stream << info.name << ": ";
  stream << info.getTypeText();
  if (info.hidden)
    stream << " (filled by the runtime)";
  if (info.donated >= 0)
    stream << " (becomes result " << info.donated << ")";
}

static const char *getName(rt::CommandInfo::Kind kind) {
  switch (kind) {
  case rt::CommandInfo::Kind::Launch:
    return "launch";
  case rt::CommandInfo::Kind::Barrier:
    return "barrier";
  case rt::CommandInfo::Kind::Copy:
    return "copy";
  }
  return "unknown";
}

static void describeEntry(llvm::raw_ostream &stream,
                          const rt::ArtifactInfo &info,
                          const rt::EntryInfo &entry) {
  stream << "\nentry @" << entry.name << '\n';
  for (auto [i, argument] : llvm::enumerate(entry.arguments)) {
    stream << "  argument " << i << "  ";
    printTensor(stream, argument);
    stream << '\n';
  }
  for (auto [i, result] : llvm::enumerate(entry.results)) {
    stream << "  result " << i << "    ";
    printTensor(stream, result);
    stream << '\n';
  }
  for (const rt::PredicateInfo &predicate : entry.predicates)
    stream << "  requires    " << predicate.text << "  (" << predicate.op
           << ": " << predicate.rule << ")\n";
  stream << "  arena       " << entry.arenaSize << " bytes";
  if (!entry.arenaLowerBound.empty())
    stream << ", at least " << entry.arenaLowerBound;
  stream << '\n';
  for (const rt::CommandInfo &command : entry.commands) {
    stream << "  " << llvm::left_justify(getName(command.kind), 10);
    if (command.kind == rt::CommandInfo::Kind::Launch)
      stream << "  " << info.kernels[command.kernel].name << " on "
             << command.text << " workgroups";
    else if (command.kind == rt::CommandInfo::Kind::Copy)
      stream << "  " << command.text << " bytes";
    if (!command.label.empty())
      stream << "  (" << command.label << ")";
    stream << '\n';
  }
}

void oaml::describe(llvm::raw_ostream &stream, const rt::ArtifactInfo &info) {
  stream << "artifact    version " << info.schemaMajor << '.'
         << info.schemaMinor << ", " << info.fileBytes << " bytes\n"
         << "compiler    " << info.compiler << '\n'
         << "target      " << info.target << ", Vulkan "
         << getVersionText(info.vulkanVersion) << '\n'
         << "constants   " << info.constants.size() << ", "
         << info.constantBytes << " bytes\n";
  for (const rt::EntryInfo &entry : info.entries)
    describeEntry(stream, info, entry);
  for (const rt::KernelInfo &kernel : info.kernels) {
    stream << "\nkernel " << kernel.name << '\n'
           << "  ops         " << llvm::join(kernel.ops, ", ") << '\n'
           << "  workgroup   " << kernel.workgroupSize << " in subgroups of "
           << kernel.subgroupSize;
    if (kernel.sharedMemory > 0)
      stream << ", " << kernel.sharedMemory << " bytes shared";
    stream << '\n'
           << "  code        " << kernel.spirvSize << " bytes of SPIR-V\n"
           << "  needs       " << llvm::join(getNames(kernel.needs), ", ")
           << '\n';
    if (!kernel.location.empty())
      stream << "  from        " << kernel.location << '\n';
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {
class JSONWriter {
public:
  JSONWriter(llvm::raw_ostream &stream) : json(stream, /*IndentSize=*/2) {}

  void write(const rt::ArtifactInfo &info);

private:
  /// An attribute that is left out where it says nothing.
  void writeOptional(llvm::StringRef key, const std::string &value) {
    if (!value.empty())
      json.attribute(key, value);
  }
  void writeTensors(llvm::StringRef key,
                    const std::vector<rt::TensorInfo> &tensors);
  void writeEntry(const rt::ArtifactInfo &info, const rt::EntryInfo &entry);
  void writeKernel(const rt::KernelInfo &kernel);

  llvm::json::OStream json;
};
} // namespace

void JSONWriter::writeTensors(llvm::StringRef key,
                              const std::vector<rt::TensorInfo> &tensors) {
  json.attributeArray(key, [&] {
    for (const rt::TensorInfo &tensor : tensors)
      json.object([&] {
        writeOptional("name", tensor.name);
        json.attribute("dtype", getName(tensor.dtype));
        json.attributeArray("dims", [&] {
          for (const rt::DimInfo &dim : tensor.dims) {
            if (dim.value)
              json.value(*dim.value);
            else
              json.value(dim.text);
          }
        });
        if (tensor.donated >= 0)
          json.attribute("donated", tensor.donated);
        if (tensor.hidden)
          json.attribute("hidden", true);
        writeOptional("location", tensor.location);
      });
  });
}

void JSONWriter::writeEntry(const rt::ArtifactInfo &info,
                            const rt::EntryInfo &entry) {
  json.attribute("name", entry.name);
  writeTensors("arguments", entry.arguments);
  writeTensors("results", entry.results);
  json.attributeArray("symbols", [&] {
    for (const rt::SymbolInfo &symbol : entry.symbols)
      json.object([&] {
        json.attribute("name", symbol.name);
        json.attribute("argument", symbol.argument);
        json.attribute("dimension", symbol.dimension);
      });
  });
  json.attributeArray("predicates", [&] {
    for (const rt::PredicateInfo &predicate : entry.predicates)
      json.object([&] {
        json.attribute("op", predicate.op);
        json.attribute("rule", predicate.rule);
        json.attribute("text", predicate.text);
        writeOptional("location", predicate.location);
      });
  });
  json.attribute("arena_size", entry.arenaSize);
  writeOptional("arena_lower_bound", entry.arenaLowerBound);
  json.attributeArray("commands", [&] {
    for (const rt::CommandInfo &command : entry.commands)
      json.object([&] {
        json.attribute("kind", ::getName(command.kind));
        if (command.kind == rt::CommandInfo::Kind::Launch) {
          json.attribute("kernel", info.kernels[command.kernel].name);
          json.attribute("workgroups", command.text);
        } else if (command.kind == rt::CommandInfo::Kind::Copy) {
          json.attribute("bytes", command.text);
        }
        writeOptional("label", command.label);
        writeOptional("location", command.location);
      });
  });
  writeOptional("location", entry.location);
}

void JSONWriter::writeKernel(const rt::KernelInfo &kernel) {
  json.attribute("name", kernel.name);
  json.attribute("entry_point", kernel.entryPoint);
  json.attributeArray("ops", [&] {
    for (const std::string &op : kernel.ops)
      json.value(op);
  });
  json.attribute("subgroup_size", kernel.subgroupSize);
  json.attribute("workgroup_size", kernel.workgroupSize);
  json.attribute("shared_memory", kernel.sharedMemory);
  json.attribute("record_size", kernel.recordSize);
  json.attributeArray("needs", [&] {
    for (llvm::StringRef name : getNames(kernel.needs))
      json.value(name);
  });
  // As text: JSON numbers of many readers have 53 bits.
  json.attribute("content_hash", llvm::utohexstr(kernel.contentHash, true, 16));
  json.attribute("spirv_hash", llvm::utohexstr(kernel.spirvHash, true, 16));
  json.attribute("spirv_bytes", kernel.spirvSize);
  writeOptional("location", kernel.location);
}

void JSONWriter::write(const rt::ArtifactInfo &info) {
  json.object([&] {
    json.attribute("schema", (llvm::Twine(info.schemaMajor) + "." +
                              llvm::Twine(info.schemaMinor))
                                 .str());
    json.attribute("compiler", info.compiler);
    json.attribute("target", info.target);
    json.attribute("vulkan_version", getVersionText(info.vulkanVersion));
    json.attribute("bytes", info.fileBytes);
    json.attributeArray("entries", [&] {
      for (const rt::EntryInfo &entry : info.entries)
        json.object([&] { writeEntry(info, entry); });
    });
    json.attributeArray("kernels", [&] {
      for (const rt::KernelInfo &kernel : info.kernels)
        json.object([&] { writeKernel(kernel); });
    });
    json.attributeArray("constants", [&] {
      for (const rt::ConstantInfo &constant : info.constants)
        json.object([&] {
          json.attribute("name", constant.name);
          json.attribute("offset", constant.offset);
          json.attribute("bytes", constant.size);
        });
    });
  });
}

void oaml::describeAsJSON(llvm::raw_ostream &stream,
                          const rt::ArtifactInfo &info) {
  JSONWriter(stream).write(info);
  stream << '\n';
}
