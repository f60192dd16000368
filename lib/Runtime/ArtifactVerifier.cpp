//===- ArtifactVerifier.cpp - Semantic checks of artifacts ----------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// FlatBuffers' verifier has seen to memory safety; this sees to meaning. After
// it, every index, enumerator and expression can be used without a look, and
// what depends on sizes is left to the moment when arguments are bound.
//
//===----------------------------------------------------------------------===//

#include "ArtifactImpl.h"
#include "Expr.h"
#include "SPIRVModule.h"

#include "oaml-rt/ArtifactFormat.h"

#include <optional>
#include <unordered_set>

using namespace oaml::rt;
using namespace oaml::rt::detail;

namespace {

/// One walk over an artifact. Every check returns false after it has said in
/// `error` what is wrong and, by `context`, where.
class Verifier {
public:
  Verifier(const artifact::Artifact &root, uint64_t flatSize)
      : root(root), budget(16 * flatSize + (1 << 20)) {}

  bool run(std::vector<FeatureSet> &kernelNeeds);
  std::string error;

private:
  bool fail(const std::string &what) {
    error = context.empty() ? what : context + ": " + what;
    return false;
  }

  /// Pays for `bytes` of looking. Shared vectors could make a small file cost
  /// hours; an honest one never gets near the limit.
  bool pay(uint64_t bytes) {
    if (bytes > budget)
      return fail("the file repeats its parts too often");
    budget -= bytes;
    return true;
  }

  bool checkText(const flatbuffers::String *text, const char *what);
  bool checkName(const flatbuffers::String *text, const char *what);
  bool checkLocation(uint32_t location);
  bool checkExpr(const artifact::Expr &expr, const char *what,
                 std::optional<int64_t> *constant = nullptr);
  bool checkSize(const artifact::Expr &expr, const char *what,
                 std::optional<int64_t> *constant = nullptr);
  bool checkKernel(const artifact::Kernel &kernel, FeatureSet &needs);
  bool checkTensor(const artifact::TensorInfo &tensor, bool isArgument);
  bool checkSignature();
  bool checkBuffer(const artifact::BufferRef &ref, artifact::Access access);
  bool checkLaunch(const artifact::Launch &launch);
  bool checkCopy(const artifact::Copy &copy);
  bool checkEntry();
  bool checkConstants();

  const artifact::Artifact &root;
  const artifact::Entry *entry = nullptr;
  std::string context;
  uint64_t budget;
  size_t numSymbols = 0;
};

} // namespace

/// "'name'" of a string that was checked, shortened.
static std::string quote(const flatbuffers::String *text) {
  std::string name = text->str();
  if (name.size() > 80)
    name = name.substr(0, 77) + "...";
  return "'" + name + "'";
}

bool Verifier::checkText(const flatbuffers::String *text, const char *what) {
  if (!text)
    return true;
  if (!pay(text->size()))
    return false;
  for (char c : *text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return fail(std::string(what) + " has control characters");
  return true;
}

bool Verifier::checkName(const flatbuffers::String *text, const char *what) {
  if (text->size() == 0)
    return fail(std::string(what) + " is empty");
  return checkText(text, what);
}

bool Verifier::checkLocation(uint32_t location) {
  if (location != ~uint32_t(0) && location >= getSize(root.locations()))
    return fail("location " + std::to_string(location) + " of " +
                std::to_string(getSize(root.locations())));
  return true;
}

bool Verifier::checkExpr(const artifact::Expr &expr, const char *what,
                         std::optional<int64_t> *constant) {
  if (!pay(16 * uint64_t(expr.ops()->size())))
    return false;
  if (std::string wrong = detail::checkExpr(expr, numSymbols); !wrong.empty())
    return fail(std::string(what) + ": " + wrong);
  if (!isConstant(expr))
    return true;
  Expected<int64_t> value = evaluate(expr, {});
  if (!value)
    return fail(std::string(what) + ": " + value.getStatus().getMessage());
  if (constant)
    *constant = *value;
  return true;
}

bool Verifier::checkSize(const artifact::Expr &expr, const char *what,
                         std::optional<int64_t> *constant) {
  std::optional<int64_t> value;
  if (!checkExpr(expr, what, &value))
    return false;
  if (value && *value < 0)
    return fail(std::string(what) + " is negative: " + std::to_string(*value));
  if (constant)
    *constant = value;
  return true;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

bool Verifier::checkKernel(const artifact::Kernel &kernel, FeatureSet &needs) {
  if (!checkName(kernel.name(), "the name"))
    return false;
  context = "kernel " + quote(kernel.name());
  if (!checkName(kernel.entry_point(), "the entry point") ||
      !checkLocation(kernel.location()))
    return false;
  for (size_t i = 0; i < getSize(kernel.ops()); ++i)
    if (!checkText(kernel.ops()->Get(static_cast<uint32_t>(i)), "an op"))
      return false;

  uint32_t subgroup = kernel.subgroup_size(), group = kernel.workgroup_size();
  if (subgroup == 0 || subgroup > 128 || (subgroup & (subgroup - 1)) != 0)
    return fail("subgroup size " + std::to_string(subgroup) +
                " is no power of two from 1 to 128");
  if (group == 0 || group % subgroup != 0)
    return fail("workgroup size " + std::to_string(group) +
                " is no multiple of the subgroup size " +
                std::to_string(subgroup));
  uint64_t record = getRecordSize(kernel.num_addresses(), kernel.num_values());
  if (kernel.record_size() != record)
    return fail("record size " + std::to_string(kernel.record_size()) +
                " does not fit its fields, which take " +
                std::to_string(record) + " bytes");
  auto declared = static_cast<uint64_t>(kernel.needs());
  if (declared >> kNumFeatures != 0)
    return fail("unknown needs " + std::to_string(declared));

  const auto &spirv = *kernel.spirv();
  uint64_t bytes = 4 * uint64_t(spirv.size());
  if (!pay(bytes))
    return false;
  const auto *words = reinterpret_cast<const uint32_t *>(spirv.Data());
  if (hashBytes(words, bytes) != kernel.spirv_hash())
    return fail("the SPIR-V does not match its hash");
  Expected<SPIRVModule> module =
      readSPIRV(words, spirv.size(), kernel.entry_point()->str());
  if (!module)
    return fail(module.getStatus().getMessage());
  // Vulkan 1.2 takes SPIR-V up to 1.5, later versions 1.6.
  if (module->minorVersion > 5 && (root.vulkan_version() >> 12 & 0x3ff) < 3)
    return fail("SPIR-V 1." + std::to_string(module->minorVersion) +
                " in an artifact for Vulkan 1.2");
  if (module->localSize != std::array<uint32_t, 3>{group, 1, 1})
    return fail("workgroup size " + std::to_string(group) +
                " differs from the module's LocalSize " +
                std::to_string(module->localSize[0]) + " x " +
                std::to_string(module->localSize[1]) + " x " +
                std::to_string(module->localSize[2]));
  needs.bits = declared | module->needs.bits;
  return true;
}

bool Verifier::checkConstants() {
  for (size_t i = 0; i < getSize(root.constants()); ++i) {
    const auto &constant = *root.constants()->Get(static_cast<uint32_t>(i));
    context = "constant " + std::to_string(i);
    if (!checkText(constant.name(), "the name") ||
        !checkLocation(constant.location()))
      return false;
    if (constant.offset() % kBufferAlignment != 0)
      return fail("offset " + std::to_string(constant.offset()) +
                  " is no multiple of 256");
    if (constant.offset() > root.constant_length() ||
        constant.size() > root.constant_length() - constant.offset())
      return fail("bytes " + std::to_string(constant.offset()) + " + " +
                  std::to_string(constant.size()) +
                  " stick out of the constant segment of " +
                  std::to_string(root.constant_length()));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

bool Verifier::checkTensor(const artifact::TensorInfo &tensor,
                           bool isArgument) {
  if (!checkName(tensor.name(), "the name") ||
      !checkLocation(tensor.location()))
    return false;
  if (tensor.dtype() > artifact::DType::MAX)
    return fail("unknown dtype " +
                std::to_string(static_cast<unsigned>(tensor.dtype())));
  if (tensor.hidden() > artifact::Hidden::MAX)
    return fail("unknown kind of hidden argument");
  size_t rank = getSize(tensor.dims());
  if (rank > 32)
    return fail("rank " + std::to_string(rank) + " is above 32");
  bool isConstant = true;
  std::vector<int64_t> shape;
  for (size_t i = 0; i < rank; ++i) {
    const auto &dim = *tensor.dims()->Get(static_cast<uint32_t>(i));
    std::optional<int64_t> extent;
    if (!checkText(dim.name(), "the name of a dimension") ||
        !checkSize(*dim.extent(), "an extent", &extent))
      return false;
    isConstant &= extent.has_value();
    shape.push_back(extent.value_or(0));
  }
  if (isConstant)
    if (auto size =
            getByteSize(static_cast<oaml::rt::DType>(tensor.dtype()), shape);
        !size)
      return fail(size.getStatus().getMessage());

  size_t numResults = getSize(entry->results());
  if (tensor.donated() != -1 &&
      (!isArgument || tensor.donated() < 0 ||
       static_cast<size_t>(tensor.donated()) >= numResults))
    return fail("donated to result " + std::to_string(tensor.donated()) +
                " of " + std::to_string(numResults));
  if (tensor.hidden() != artifact::Hidden::None) {
    if (!isArgument || tensor.donated() != -1)
      return fail("only an argument that is not donated may be hidden");
    if (tensor.dtype() != artifact::DType::I32 || rank != 0)
      return fail("the hidden seed must be of type i32");
  }
  return true;
}

bool Verifier::checkSignature() {
  std::string base = context;
  std::unordered_set<std::string> names;
  std::unordered_set<int> donated;
  for (size_t i = 0; i < getSize(entry->arguments()); ++i) {
    const auto &tensor = *entry->arguments()->Get(static_cast<uint32_t>(i));
    context = base + ", argument " + std::to_string(i);
    if (!checkTensor(tensor, /*isArgument=*/true))
      return false;
    if (!names.insert(tensor.name()->str()).second)
      return fail("a second argument " + quote(tensor.name()));
    if (tensor.donated() == -1)
      continue;
    if (!donated.insert(tensor.donated()).second)
      return fail("result " + std::to_string(tensor.donated()) +
                  " is given two arguments' memory");
    if (entry->results()
            ->Get(static_cast<uint32_t>(tensor.donated()))
            ->dtype() != tensor.dtype())
      return fail("donated to a result of another dtype");
  }
  names.clear();
  for (size_t i = 0; i < getSize(entry->results()); ++i) {
    const auto &tensor = *entry->results()->Get(static_cast<uint32_t>(i));
    context = base + ", result " + std::to_string(i);
    if (!checkTensor(tensor, /*isArgument=*/false))
      return false;
    if (!names.insert(tensor.name()->str()).second)
      return fail("a second result " + quote(tensor.name()));
  }
  for (size_t i = 0; i < numSymbols; ++i) {
    const auto &symbol = *entry->symbols()->Get(static_cast<uint32_t>(i));
    context = base + ", symbol " + std::to_string(i);
    if (!checkName(symbol.name(), "the name"))
      return false;
    if (symbol.argument() >= getSize(entry->arguments()))
      return fail("bound by argument " + std::to_string(symbol.argument()) +
                  " of " + std::to_string(getSize(entry->arguments())));
    const auto &argument = *entry->arguments()->Get(symbol.argument());
    if (symbol.dimension() >= getSize(argument.dims()) ||
        getAsSymbol(*argument.dims()->Get(symbol.dimension())->extent()) != i)
      return fail("dimension " + std::to_string(symbol.dimension()) +
                  " of argument " + std::to_string(symbol.argument()) +
                  " is not this symbol");
  }
  for (size_t i = 0; i < getSize(entry->predicates()); ++i) {
    const auto &predicate = *entry->predicates()->Get(static_cast<uint32_t>(i));
    context = base + ", predicate " + std::to_string(i);
    if (!checkText(predicate.op(), "the op") ||
        !checkText(predicate.rule(), "the rule") ||
        !checkExpr(*predicate.lhs(), "the left side") ||
        !checkExpr(*predicate.rhs(), "the right side") ||
        !checkLocation(predicate.location()))
      return false;
    if (predicate.comparison() > artifact::Comparison::MAX)
      return fail("unknown comparison");
  }
  context = base;
  return true;
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

bool Verifier::checkBuffer(const artifact::BufferRef &ref,
                           artifact::Access access) {
  if (access > artifact::Access::MAX)
    return fail("unknown kind of access");
  bool writes = access != artifact::Access::Read;
  auto checkIndex = [&](size_t count, const char *what) {
    if (ref.index() < count)
      return true;
    return fail(std::string(what) + " " + std::to_string(ref.index()) + " of " +
                std::to_string(count));
  };
  std::optional<int64_t> offset, size, whole;
  switch (ref.space()) {
  case artifact::Space::Arena: {
    if (!checkIndex(getSize(entry->arena_buffers()), "arena buffer"))
      return false;
    const artifact::Expr &expr =
        *entry->arena_buffers()->Get(ref.index())->size();
    if (isConstant(expr))
      whole = *evaluate(expr, {});
    break;
  }
  case artifact::Space::Argument: {
    if (!checkIndex(getSize(entry->arguments()), "argument"))
      return false;
    const auto &argument = *entry->arguments()->Get(ref.index());
    if (writes && argument.donated() == -1)
      return fail("argument " + quote(argument.name()) +
                  " is written but not donated");
    break;
  }
  case artifact::Space::Result:
    if (!checkIndex(getSize(entry->results()), "result"))
      return false;
    break;
  case artifact::Space::Constant:
    if (!checkIndex(getSize(root.constants()), "constant"))
      return false;
    if (writes)
      return fail("constant " + std::to_string(ref.index()) + " is written");
    if (root.constants()->Get(ref.index())->size() > INT64_MAX)
      return fail("constant of impossible size");
    whole = static_cast<int64_t>(root.constants()->Get(ref.index())->size());
    break;
  default:
    return fail("unknown kind of buffer " +
                std::to_string(static_cast<unsigned>(ref.space())));
  }
  if (!checkSize(*ref.offset(), "the offset", &offset) ||
      !checkSize(*ref.size(), "the size", &size))
    return false;
  if (offset && size && whole && (*offset > *whole || *size > *whole - *offset))
    return fail("bytes " + std::to_string(*offset) + " + " +
                std::to_string(*size) + " stick out of a buffer of " +
                std::to_string(*whole));
  return true;
}

bool Verifier::checkLaunch(const artifact::Launch &launch) {
  if (launch.kernel() >= getSize(root.kernels()))
    return fail("kernel " + std::to_string(launch.kernel()) + " of " +
                std::to_string(getSize(root.kernels())));
  const auto &kernel = *root.kernels()->Get(launch.kernel());
  std::string base = context;
  context += " (launch of " + quote(kernel.name()) + ")";
  std::optional<int64_t> grid;
  if (!checkText(launch.label(), "the label") ||
      !checkLocation(launch.location()) ||
      !checkSize(*launch.grid(), "the grid", &grid))
    return false;
  if (grid && *grid > static_cast<int64_t>(UINT32_MAX))
    return fail("a grid of " + std::to_string(*grid) +
                " workgroups does not fit in 32 bits");
  size_t addresses = getSize(launch.addresses());
  size_t values = getSize(launch.values());
  if (addresses != kernel.num_addresses() || values != kernel.num_values())
    return fail("a record of " + std::to_string(addresses) + " addresses and " +
                std::to_string(values) + " values for a kernel that wants " +
                std::to_string(kernel.num_addresses()) + " and " +
                std::to_string(kernel.num_values()));
  std::string inner = context;
  for (size_t i = 0; i < addresses; ++i) {
    const auto &field = *launch.addresses()->Get(static_cast<uint32_t>(i));
    context = inner + ", address " + std::to_string(i);
    if (!checkBuffer(*field.buffer(), field.access()))
      return false;
  }
  for (size_t i = 0; i < values; ++i) {
    const auto &field = *launch.values()->Get(static_cast<uint32_t>(i));
    context = inner + ", value " + std::to_string(i);
    std::optional<int64_t> value;
    if (!checkSize(*field.value(), "the value", &value))
      return false;
    if (value && *value > static_cast<int64_t>(UINT32_MAX))
      return fail(std::to_string(*value) + " does not fit in 32 bits");
  }
  context = base;
  return true;
}

bool Verifier::checkCopy(const artifact::Copy &copy) {
  return checkBuffer(*copy.from(), artifact::Access::Read) &&
         checkBuffer(*copy.to(), artifact::Access::Write) &&
         checkSize(*copy.size(), "the size of a copy") &&
         checkText(copy.label(), "the label") && checkLocation(copy.location());
}

bool Verifier::checkEntry() {
  if (!checkName(entry->name(), "the name"))
    return false;
  context = "entry " + quote(entry->name());
  numSymbols = getSize(entry->symbols());
  if (!checkLocation(entry->location()) || !checkSignature())
    return false;
  std::string base = context;
  std::optional<int64_t> arena;
  if (!checkSize(*entry->arena_size(), "the size of the arena", &arena))
    return false;
  if (entry->arena_lower_bound() &&
      !checkSize(*entry->arena_lower_bound(), "the arena's lower bound"))
    return false;
  for (size_t i = 0; i < getSize(entry->arena_buffers()); ++i) {
    const auto &buffer = *entry->arena_buffers()->Get(static_cast<uint32_t>(i));
    context = base + ", arena buffer " + std::to_string(i);
    std::optional<int64_t> offset, size;
    if (!checkText(buffer.name(), "the name") ||
        !checkLocation(buffer.location()) ||
        !checkSize(*buffer.offset(), "the offset", &offset) ||
        !checkSize(*buffer.size(), "the size", &size))
      return false;
    if (offset && *offset % static_cast<int64_t>(kBufferAlignment) != 0)
      return fail("offset " + std::to_string(*offset) +
                  " is no multiple of 256");
    if (arena && offset && size &&
        (*offset > *arena || *size > *arena - *offset))
      return fail("bytes " + std::to_string(*offset) + " + " +
                  std::to_string(*size) + " stick out of an arena of " +
                  std::to_string(*arena));
  }

  // FlatBuffers' verifier has checked that both vectors have one length, but
  // accepts members of unknown type.
  size_t numCommands = getSize(entry->commands());
  if (numCommands != getSize(entry->commands_type()))
    return fail("commands without their kinds");
  for (size_t i = 0; i < numCommands; ++i) {
    auto index = static_cast<uint32_t>(i);
    const void *command = entry->commands()->Get(index);
    context = base + ", command " + std::to_string(i);
    switch (entry->commands_type()->Get(index)) {
    case artifact::Command::Launch:
      if (!checkLaunch(*static_cast<const artifact::Launch *>(command)))
        return false;
      break;
    case artifact::Command::Barrier:
      break;
    case artifact::Command::Copy:
      if (!checkCopy(*static_cast<const artifact::Copy *>(command)))
        return false;
      break;
    default:
      return fail("unknown kind of command");
    }
  }
  context = base;
  return true;
}

bool Verifier::run(std::vector<FeatureSet> &kernelNeeds) {
  if (!checkText(root.compiler(), "the compiler's version") ||
      !checkText(root.target(), "the target's name"))
    return false;
  if (root.vulkan_version() >> 22 != 1)
    return fail("unknown Vulkan version " +
                std::to_string(root.vulkan_version()));
  for (size_t i = 0; i < getSize(root.locations()); ++i)
    if (!checkText(root.locations()->Get(static_cast<uint32_t>(i)),
                   "a location"))
      return false;
  if (!checkConstants())
    return false;
  for (size_t i = 0; i < getSize(root.kernels()); ++i) {
    context = "kernel " + std::to_string(i);
    kernelNeeds.emplace_back();
    if (!checkKernel(*root.kernels()->Get(static_cast<uint32_t>(i)),
                     kernelNeeds.back()))
      return false;
  }
  std::unordered_set<std::string> names;
  for (size_t i = 0; i < getSize(root.entries()); ++i) {
    context = "entry " + std::to_string(i);
    entry = root.entries()->Get(static_cast<uint32_t>(i));
    if (!checkEntry())
      return false;
    if (!names.insert(entry->name()->str()).second)
      return fail("a second entry of this name");
  }
  return true;
}

Status detail::verifyArtifact(const artifact::Artifact &root, uint64_t flatSize,
                              std::vector<FeatureSet> &kernelNeeds) {
  Verifier verifier(root, flatSize);
  if (verifier.run(kernelNeeds))
    return {};
  return Status::error(ErrorCode::InvalidArtifact,
                       "invalid artifact: " + verifier.error);
}
