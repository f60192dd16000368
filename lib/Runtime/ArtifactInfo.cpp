//===- ArtifactInfo.cpp - Describing artifacts ----------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArtifactImpl.h"
#include "Expr.h"

using namespace oaml::rt;
using namespace oaml::rt::detail;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// Position of the element called `name`, or -1.
template <typename T>
static int find(const std::vector<T> &list, const std::string &name) {
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].name == name)
      return static_cast<int>(i);
  return -1;
}

std::string TensorInfo::getTypeText() const {
  std::string text;
  for (const DimInfo &dim : dims)
    text += (dim.name.empty() ? dim.text : dim.name) + "x";
  return text + getName(dtype);
}

int EntryInfo::findArgument(const std::string &name) const {
  return find(arguments, name);
}

int EntryInfo::findResult(const std::string &name) const {
  return find(results, name);
}

int ArtifactInfo::findEntry(const std::string &name) const {
  return find(entries, name);
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

namespace {
/// Makes the plain structures out of a verified artifact.
class Describer {
public:
  explicit Describer(const artifact::Artifact &root) : root(root) {}

  ArtifactInfo run(const std::vector<FeatureSet> &kernelNeeds);

private:
  std::string getText(const flatbuffers::String *text) {
    return text ? text->str() : std::string();
  }
  std::string getLocation(uint32_t index) {
    return index < getSize(root.locations())
               ? root.locations()->Get(index)->str()
               : std::string();
  }
  std::string print(const artifact::Expr *expr) {
    return expr ? printExpr(*expr, symbols) : std::string();
  }

  TensorInfo describe(const artifact::TensorInfo &tensor);
  CommandInfo describe(artifact::Command kind, const void *command);
  EntryInfo describe(const artifact::Entry &entry);
  KernelInfo describe(const artifact::Kernel &kernel, FeatureSet needs);

  const artifact::Artifact &root;
  /// Names of the symbols of the entry at hand.
  std::vector<std::string> symbols;
};
} // namespace

TensorInfo Describer::describe(const artifact::TensorInfo &tensor) {
  TensorInfo info;
  info.name = tensor.name()->str();
  info.dtype = static_cast<DType>(tensor.dtype());
  for (uint32_t i = 0; i < getSize(tensor.dims()); ++i) {
    const artifact::Dim &dim = *tensor.dims()->Get(i);
    DimInfo dimInfo;
    dimInfo.name = getText(dim.name());
    dimInfo.text = print(dim.extent());
    if (isConstant(*dim.extent()))
      dimInfo.value = *evaluate(*dim.extent(), {});
    info.dims.push_back(std::move(dimInfo));
  }
  info.donated = tensor.donated();
  info.hidden = tensor.hidden() != artifact::Hidden::None;
  info.location = getLocation(tensor.location());
  return info;
}

CommandInfo Describer::describe(artifact::Command kind, const void *command) {
  CommandInfo info;
  switch (kind) {
  case artifact::Command::Launch: {
    const auto &launch = *static_cast<const artifact::Launch *>(command);
    info.kind = CommandInfo::Kind::Launch;
    info.kernel = launch.kernel();
    info.text = print(launch.grid());
    info.label = getText(launch.label());
    info.location = getLocation(launch.location());
    break;
  }
  case artifact::Command::Copy: {
    const auto &copy = *static_cast<const artifact::Copy *>(command);
    info.kind = CommandInfo::Kind::Copy;
    info.text = print(copy.size());
    info.label = getText(copy.label());
    info.location = getLocation(copy.location());
    break;
  }
  default:
    info.kind = CommandInfo::Kind::Barrier;
  }
  return info;
}

EntryInfo Describer::describe(const artifact::Entry &entry) {
  EntryInfo info;
  info.name = entry.name()->str();
  symbols.clear();
  for (uint32_t i = 0; i < getSize(entry.symbols()); ++i) {
    const artifact::Symbol &symbol = *entry.symbols()->Get(i);
    info.symbols.push_back(
        {symbol.name()->str(), symbol.argument(), symbol.dimension()});
    symbols.push_back(info.symbols.back().name);
  }
  for (uint32_t i = 0; i < getSize(entry.arguments()); ++i)
    info.arguments.push_back(describe(*entry.arguments()->Get(i)));
  for (uint32_t i = 0; i < getSize(entry.results()); ++i)
    info.results.push_back(describe(*entry.results()->Get(i)));
  static const char *const signs[] = {" == ", " != ", " < ", " <= "};
  for (uint32_t i = 0; i < getSize(entry.predicates()); ++i) {
    const artifact::Predicate &predicate = *entry.predicates()->Get(i);
    info.predicates.push_back(
        {predicate.op()->str(), predicate.rule()->str(),
         print(predicate.lhs()) +
             signs[static_cast<unsigned>(predicate.comparison())] +
             print(predicate.rhs()),
         getLocation(predicate.location())});
  }
  for (uint32_t i = 0; i < getSize(entry.commands()); ++i)
    info.commands.push_back(
        describe(entry.commands_type()->Get(i), entry.commands()->Get(i)));
  info.arenaSize = print(entry.arena_size());
  info.arenaLowerBound = print(entry.arena_lower_bound());
  info.location = getLocation(entry.location());
  return info;
}

KernelInfo Describer::describe(const artifact::Kernel &kernel,
                               FeatureSet needs) {
  KernelInfo info;
  info.name = kernel.name()->str();
  info.entryPoint = kernel.entry_point()->str();
  for (uint32_t i = 0; i < getSize(kernel.ops()); ++i)
    info.ops.push_back(kernel.ops()->Get(i)->str());
  info.subgroupSize = kernel.subgroup_size();
  info.workgroupSize = kernel.workgroup_size();
  info.sharedMemory = kernel.shared_memory();
  info.recordSize = kernel.record_size();
  info.needs = needs;
  info.contentHash = kernel.content_hash();
  info.spirvHash = kernel.spirv_hash();
  info.spirvSize = 4 * uint64_t(kernel.spirv()->size());
  info.location = getLocation(kernel.location());
  return info;
}

ArtifactInfo Describer::run(const std::vector<FeatureSet> &kernelNeeds) {
  ArtifactInfo info;
  info.schemaMajor = root.schema_major();
  info.schemaMinor = root.schema_minor();
  info.compiler = root.compiler()->str();
  info.target = root.target()->str();
  info.vulkanVersion = root.vulkan_version();
  for (uint32_t i = 0; i < getSize(root.kernels()); ++i)
    info.kernels.push_back(describe(*root.kernels()->Get(i), kernelNeeds[i]));
  for (uint32_t i = 0; i < getSize(root.entries()); ++i)
    info.entries.push_back(describe(*root.entries()->Get(i)));
  for (uint32_t i = 0; i < getSize(root.constants()); ++i) {
    const artifact::ConstantInfo &constant = *root.constants()->Get(i);
    info.constants.push_back(
        {getText(constant.name()), constant.offset(), constant.size()});
  }
  info.constantBytes = root.constant_length();
  return info;
}

ArtifactInfo
detail::describeArtifact(const artifact::Artifact &root,
                         const std::vector<FeatureSet> &kernelNeeds) {
  return Describer(root).run(kernelNeeds);
}
