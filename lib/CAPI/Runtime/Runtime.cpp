//===- Runtime.cpp - The C interface of the runtime -----------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace oaml::rt;
using namespace oaml::rt::capi;

// The C enums are the C++ ones.
static_assert(static_cast<int>(DType::UI8) == OAML_UI8);
static_assert(static_cast<int>(ErrorCode::GuardViolation) == OAML_ERROR_GUARD);
static_assert(static_cast<int>(DeviceKind::Cpu) == OAML_DEVICE_CPU);
static_assert(static_cast<int>(CommandInfo::Kind::Copy) == OAML_COMMAND_COPY);

uint32_t oamlRuntimeGetVersion(void) { return OAML_C_VERSION; }

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

namespace {

/// What an OamlError is the first part of.
struct ErrorBox {
  OamlError error;
  Status status;
};

} // namespace

/// Null for success.
static OamlError *toError(Status status) {
  if (status.isOk())
    return nullptr;
  auto *box = new ErrorBox{{}, std::move(status)};
  box->error = {static_cast<OamlErrorCode>(box->status.getCode()),
                box->status.getMessage().c_str(), box->status.getOp().c_str(),
                box->status.getLocation().c_str(),
                box->status.getVulkanResult().c_str()};
  return &box->error;
}

void oamlErrorDestroy(OamlError *error) {
  delete reinterpret_cast<ErrorBox *>(error);
}

static OamlError *invalid(const std::string &message) {
  return toError(Status::error(ErrorCode::InvalidArgument, message));
}

/// An error where one of the pointers is null; `names` separates what they are
/// by ", ".
static OamlError *
requirePointers(const char *function, const char *names,
                std::initializer_list<const void *> pointers) {
  std::string rest = names;
  for (const void *pointer : pointers) {
    size_t comma = rest.find(", ");
    if (!pointer)
      return invalid(std::string(function) + ": '" + rest.substr(0, comma) +
                     "' is null");
    rest = comma == std::string::npos ? "" : rest.substr(comma + 2);
  }
  return nullptr;
}

#define REQUIRE_POINTERS(names, ...)                                           \
  if (OamlError *error = requirePointers(__func__, names, {__VA_ARGS__}))      \
  return error

static std::string toString(const char *text) { return text ? text : ""; }

/// An error where `dtype` is none of a tensor or `rank` is too large.
static OamlError *checkType(OamlDType dtype, size_t rank,
                            const int64_t *shape) {
  if (dtype < OAML_F32 || dtype > OAML_UI8)
    return invalid("there is no element type number " +
                   std::to_string(static_cast<int>(dtype)));
  if (rank > OAML_MAX_RANK)
    return invalid("a rank of " + std::to_string(rank) + ", at most " +
                   std::to_string(OAML_MAX_RANK) + " is allowed");
  if (rank > 0 && !shape)
    return invalid("'shape' is null");
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

namespace {

/// What an OamlDeviceList is the first part of.
struct DeviceListBox {
  OamlDeviceList list;
  std::vector<std::unique_ptr<DeviceText>> texts;
  std::vector<const OamlDeviceInfo *> infos;
};

} // namespace

OamlError *oamlDeviceListCreate(OamlDeviceList **list) {
  REQUIRE_POINTERS("list", list);
  auto devices = Device::enumerate();
  if (!devices)
    return toError(devices.getStatus());
  auto *box = new DeviceListBox{};
  for (const DeviceInfo &device : *devices) {
    box->texts.push_back(std::make_unique<DeviceText>(device));
    box->infos.push_back(&box->texts.back()->info);
  }
  box->list = {box->infos.size(), box->infos.data()};
  *list = &box->list;
  return nullptr;
}

void oamlDeviceListDestroy(OamlDeviceList *list) {
  delete reinterpret_cast<DeviceListBox *>(list);
}

OamlError *oamlDeviceCreate(const char *choice,
                            const OamlDeviceOptions *options,
                            OamlDevice **device) {
  REQUIRE_POINTERS("device", device);
  DeviceOptions wanted;
  wanted.device = toString(choice);
  if (options) {
    // Members that a caller of an older version does not have count as zero.
    OamlDeviceOptions known{};
    if (options->structSize == 0 || options->structSize > sizeof(known))
      return invalid("oamlDeviceCreate: structSize of the options is " +
                     std::to_string(options->structSize) + ", at most " +
                     std::to_string(sizeof(known)) + " is known");
    memcpy(&known, options, options->structSize);
    wanted.validate = known.validate != 0;
    wanted.guardBands = known.guardBands != 0;
    if (known.cacheDirectory)
      wanted.cacheDirectory = known.cacheDirectory;
  }
  auto opened = Device::create(wanted);
  if (!opened)
    return toError(opened.getStatus());
  *device = new OamlDevice{*opened, DeviceText(opened->getInfo())};
  return nullptr;
}

void oamlDeviceDestroy(OamlDevice *device) { delete device; }

const OamlDeviceInfo *oamlDeviceGetInfo(const OamlDevice *device) {
  return device ? &device->text.info : nullptr;
}

OamlError *oamlDeviceWaitIdle(const OamlDevice *device) {
  REQUIRE_POINTERS("device", device);
  return toError(device->device.waitIdle());
}

OamlError *oamlDeviceCheckValidation(const OamlDevice *device) {
  REQUIRE_POINTERS("device", device);
  std::string text;
  for (const std::string &message : device->device.getValidationMessages())
    text += (text.empty() ? "" : "\n") + message;
  if (text.empty())
    return nullptr;
  return toError(Status::error(ErrorCode::DeviceError, text));
}

//===----------------------------------------------------------------------===//
// Artifacts
//===----------------------------------------------------------------------===//

static OamlError *makeArtifact(Expected<Artifact> loaded,
                               OamlArtifact **artifact) {
  if (!loaded)
    return toError(loaded.getStatus());
  *artifact = new OamlArtifact{std::make_shared<const ArtifactText>(*loaded)};
  return nullptr;
}

OamlError *oamlArtifactLoad(const char *path, OamlArtifact **artifact) {
  REQUIRE_POINTERS("path, artifact", path, artifact);
  return makeArtifact(Artifact::load(path), artifact);
}

OamlError *oamlArtifactFromMemory(const void *data, size_t size,
                                  OamlArtifact **artifact) {
  REQUIRE_POINTERS("data, artifact", data, artifact);
  return makeArtifact(Artifact::fromMemory(data, size), artifact);
}

void oamlArtifactDestroy(OamlArtifact *artifact) { delete artifact; }

const OamlArtifactInfo *oamlArtifactGetInfo(const OamlArtifact *artifact) {
  return artifact ? &artifact->text->info : nullptr;
}

OamlError *oamlArtifactCheckDevice(const OamlArtifact *artifact,
                                   const OamlDeviceInfo *device) {
  REQUIRE_POINTERS("artifact, device", artifact, device);
  // Every OamlDeviceInfo that callers can have is a member of a DeviceText.
  const auto *text = reinterpret_cast<const DeviceText *>(device);
  return toError(artifact->text->artifact.checkNeeds(text->source));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

OamlError *oamlProgramCreate(const OamlDevice *device,
                             const OamlArtifact *artifact,
                             OamlProgram **program) {
  REQUIRE_POINTERS("device, artifact, program", device, artifact, program);
  auto created = Program::create(device->device, artifact->text->artifact);
  if (!created)
    return toError(created.getStatus());
  *program = new OamlProgram{*created, artifact->text};
  return nullptr;
}

void oamlProgramDestroy(OamlProgram *program) { delete program; }

OamlError *oamlProgramPrepare(const OamlProgram *program) {
  REQUIRE_POINTERS("program", program);
  return toError(program->program.prepare());
}

OamlError *oamlProgramSetSeed(const OamlProgram *program, uint64_t seed) {
  REQUIRE_POINTERS("program", program);
  program->program.setSeed(seed);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static OamlError *makeBuffer(Expected<Buffer> created, OamlBuffer **buffer) {
  if (!created)
    return toError(created.getStatus());
  *buffer = new OamlBuffer{*created};
  return nullptr;
}

OamlError *oamlBufferCreate(const OamlDevice *device, uint64_t size,
                            const char *name, OamlBuffer **buffer) {
  REQUIRE_POINTERS("device, buffer", device, buffer);
  return makeBuffer(Buffer::create(device->device, size, toString(name)),
                    buffer);
}

OamlError *oamlBufferImportHost(const OamlDevice *device, void *data,
                                uint64_t size, const char *name,
                                OamlBuffer **buffer) {
  REQUIRE_POINTERS("device, data, buffer", device, data, buffer);
  return makeBuffer(
      Buffer::importHost(device->device, data, size, toString(name)), buffer);
}

void oamlBufferDestroy(OamlBuffer *buffer) { delete buffer; }

uint64_t oamlBufferGetSize(const OamlBuffer *buffer) {
  return buffer ? buffer->buffer.getSize() : 0;
}

void *oamlBufferMap(const OamlBuffer *buffer) {
  return buffer ? buffer->buffer.map() : nullptr;
}

OamlError *oamlBufferRead(const OamlBuffer *buffer, uint64_t offset, void *data,
                          uint64_t size) {
  REQUIRE_POINTERS("buffer", buffer);
  if (size > 0)
    REQUIRE_POINTERS("data", data);
  return toError(buffer->buffer.read(offset, data, size));
}

OamlError *oamlBufferWrite(const OamlBuffer *buffer, uint64_t offset,
                           const void *data, uint64_t size) {
  REQUIRE_POINTERS("buffer", buffer);
  if (size > 0)
    REQUIRE_POINTERS("data", data);
  return toError(buffer->buffer.write(offset, data, size));
}

//===----------------------------------------------------------------------===//
// Invocations
//===----------------------------------------------------------------------===//

OamlError *oamlInvocationCreate(const OamlProgram *program, const char *entry,
                                OamlInvocation **invocation) {
  REQUIRE_POINTERS("program, invocation", program, invocation);
  auto created = program->program.createInvocation(toString(entry));
  if (!created)
    return toError(created.getStatus());
  auto *handle =
      new OamlInvocation{std::move(*created), program->text, nullptr, {}};
  const OamlArtifactInfo &info = handle->text->info;
  handle->entry = info.entries[oamlFindEntry(
      &info, handle->invocation.getEntry().name.c_str())];
  *invocation = handle;
  return nullptr;
}

void oamlInvocationDestroy(OamlInvocation *invocation) { delete invocation; }

const OamlEntryInfo *oamlInvocationGetEntry(const OamlInvocation *invocation) {
  return invocation ? invocation->entry : nullptr;
}

OamlError *oamlInvocationBindHost(OamlInvocation *invocation, size_t argument,
                                  const OamlTensor *tensor,
                                  OamlHostAccess access) {
  REQUIRE_POINTERS("invocation, tensor", invocation, tensor);
  if (OamlError *error = checkType(tensor->dtype, tensor->rank, tensor->shape))
    return error;
  HostTensor host{static_cast<DType>(tensor->dtype),
                  {tensor->shape, tensor->shape + tensor->rank},
                  tensor->data};
  return toError(invocation->invocation.bindHost(
      argument, host,
      access == OAML_HOST_BORROW ? HostAccess::Borrow : HostAccess::Copy));
}

OamlError *oamlInvocationBindBuffer(OamlInvocation *invocation, size_t argument,
                                    const OamlBuffer *buffer, uint64_t offset,
                                    OamlDType dtype, size_t rank,
                                    const int64_t *shape) {
  REQUIRE_POINTERS("invocation, buffer", invocation, buffer);
  if (OamlError *error = checkType(dtype, rank, shape))
    return error;
  return toError(invocation->invocation.bindArgument(
      argument, buffer->buffer, static_cast<DType>(dtype),
      {shape, shape + rank}, offset));
}

OamlError *oamlInvocationBindResult(OamlInvocation *invocation, size_t result,
                                    const OamlBuffer *buffer, uint64_t offset) {
  REQUIRE_POINTERS("invocation", invocation);
  return toError(invocation->invocation.bindResult(
      result, buffer ? buffer->buffer : Buffer(), offset));
}

OamlError *oamlInvocationRun(OamlInvocation *invocation) {
  REQUIRE_POINTERS("invocation", invocation);
  return toError(invocation->invocation.run());
}

OamlError *oamlInvocationSubmit(OamlInvocation *invocation) {
  REQUIRE_POINTERS("invocation", invocation);
  return toError(invocation->invocation.submit());
}

OamlError *oamlInvocationWait(OamlInvocation *invocation) {
  REQUIRE_POINTERS("invocation", invocation);
  return toError(invocation->invocation.wait());
}

OamlError *oamlInvocationGetResultShape(OamlInvocation *invocation,
                                        size_t result, int64_t *shape) {
  REQUIRE_POINTERS("invocation, shape", invocation, shape);
  auto extents = invocation->invocation.getResultShape(result);
  if (!extents)
    return toError(extents.getStatus());
  for (size_t i = 0; i < extents->size(); ++i)
    shape[i] = (*extents)[i];
  return nullptr;
}

OamlError *oamlInvocationReadResult(OamlInvocation *invocation, size_t result,
                                    void *data, size_t size) {
  REQUIRE_POINTERS("invocation", invocation);
  if (size > 0)
    REQUIRE_POINTERS("data", data);
  return toError(invocation->invocation.readResult(result, data, size));
}

OamlError *oamlInvocationGetResult(OamlInvocation *invocation, size_t result,
                                   OamlBuffer **buffer) {
  REQUIRE_POINTERS("invocation, buffer", invocation, buffer);
  return makeBuffer(invocation->invocation.getResult(result), buffer);
}

OamlError *oamlInvocationTakeResult(OamlInvocation *invocation, size_t result,
                                    OamlBuffer **buffer) {
  REQUIRE_POINTERS("invocation, buffer", invocation, buffer);
  return makeBuffer(invocation->invocation.takeResult(result), buffer);
}

OamlError *oamlInvocationSetProfiling(OamlInvocation *invocation, int enable) {
  REQUIRE_POINTERS("invocation", invocation);
  return toError(invocation->invocation.setProfiling(enable != 0));
}

OamlError *oamlInvocationGetTimings(const OamlInvocation *invocation,
                                    const OamlTiming **timings, size_t *count) {
  REQUIRE_POINTERS("invocation, timings, count", invocation, timings, count);
  invocation->timings.clear();
  for (const LaunchTiming &timing : invocation->invocation.getTimings())
    invocation->timings.push_back(
        {timing.command, timing.beginNs, timing.endNs});
  *timings = invocation->timings.data();
  *count = invocation->timings.size();
  return nullptr;
}
