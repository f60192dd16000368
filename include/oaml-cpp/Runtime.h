//===- Runtime.h - The runtime's C interface with C++ comfort ---*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles with owners over oaml-c/Runtime.h, where the rules of each call
// stand:
//
//   using namespace oaml::embed;
//   Device device = Device::create().value();
//   Program program =
//       Program::create(device, Artifact::load("f.oamlx").value()).value();
//   Invocation call = program.invoke("f").value();
//   call.bind("x", x.data(), {4, 3}).value();
//   call.run().value();
//   std::vector<float> y = call.read<float>(0).value();
//
//===----------------------------------------------------------------------===//

#ifndef OAML_CPP_RUNTIME_H
#define OAML_CPP_RUNTIME_H

#include "oaml-c/Runtime.h"
#include "oaml-cpp/Expected.h"

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace oaml::embed {

using Shape = std::vector<int64_t>;

/// The element type of a C++ type that is one.
template <typename T>
constexpr OamlDType getDType() {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, int32_t> ||
                    std::is_same_v<T, int8_t> || std::is_same_v<T, uint8_t>,
                "no element type of tensors");
  return std::is_same_v<T, float>     ? OAML_F32
         : std::is_same_v<T, int32_t> ? OAML_I32
         : std::is_same_v<T, int8_t>  ? OAML_I8
                                      : OAML_UI8;
}

namespace detail {

/// Takes an error of the C interface over.
inline Error take(OamlError *error) {
  Error result{error->code,     error->message,      error->op,
               error->location, error->vulkanResult, {}};
  oamlErrorDestroy(error);
  return result;
}

inline Expected<void> check(OamlError *error) {
  if (error)
    return take(error);
  return {};
}

/// Owns a handle that `destroy` frees.
template <typename Handle, void (*destroy)(Handle *)>
struct Destroy {
  void operator()(Handle *handle) const { destroy(handle); }
};
template <typename Handle, void (*destroy)(Handle *)>
using Owner = std::unique_ptr<Handle, Destroy<Handle, destroy>>;

/// A wrapper of the handle that `create(&handle)` makes.
template <typename Wrapper, typename Handle, typename Create>
Expected<Wrapper> wrap(Create create) {
  Handle *handle = nullptr;
  if (OamlError *error = create(&handle))
    return take(error);
  return Wrapper(handle);
}

} // namespace detail

/// All devices of this system.
class DeviceList {
public:
  static Expected<DeviceList> create() {
    return detail::wrap<DeviceList, OamlDeviceList>(oamlDeviceListCreate);
  }
  explicit DeviceList(OamlDeviceList *handle) : handle(handle) {}

  size_t size() const { return handle->numDevices; }
  const OamlDeviceInfo &operator[](size_t i) const {
    return *handle->devices[i];
  }

private:
  detail::Owner<OamlDeviceList, oamlDeviceListDestroy> handle;
};

/// An open device.
class Device {
public:
  static Expected<Device> create(const std::string &choice = {},
                                 const OamlDeviceOptions *options = nullptr) {
    return detail::wrap<Device, OamlDevice>([&](OamlDevice **device) {
      return oamlDeviceCreate(choice.c_str(), options, device);
    });
  }
  explicit Device(OamlDevice *handle) : handle(handle) {}

  const OamlDeviceInfo &getInfo() const { return *oamlDeviceGetInfo(get()); }
  Expected<void> waitIdle() const {
    return detail::check(oamlDeviceWaitIdle(get()));
  }
  Expected<void> checkValidation() const {
    return detail::check(oamlDeviceCheckValidation(get()));
  }
  OamlDevice *get() const { return handle.get(); }

private:
  detail::Owner<OamlDevice, oamlDeviceDestroy> handle;
};

/// A compiled program.
class Artifact {
public:
  static Expected<Artifact> load(const std::string &path) {
    return detail::wrap<Artifact, OamlArtifact>([&](OamlArtifact **artifact) {
      return oamlArtifactLoad(path.c_str(), artifact);
    });
  }
  static Expected<Artifact> fromMemory(const void *data, size_t size) {
    return detail::wrap<Artifact, OamlArtifact>([&](OamlArtifact **artifact) {
      return oamlArtifactFromMemory(data, size, artifact);
    });
  }
  explicit Artifact(OamlArtifact *handle) : handle(handle) {}

  const OamlArtifactInfo &getInfo() const {
    return *oamlArtifactGetInfo(get());
  }
  Expected<void> checkDevice(const OamlDeviceInfo &device) const {
    return detail::check(oamlArtifactCheckDevice(get(), &device));
  }
  OamlArtifact *get() const { return handle.get(); }

private:
  detail::Owner<OamlArtifact, oamlArtifactDestroy> handle;
};

/// Device memory.
class Buffer {
public:
  static Expected<Buffer> create(const Device &device, uint64_t size,
                                 const std::string &name = {}) {
    return detail::wrap<Buffer, OamlBuffer>([&](OamlBuffer **buffer) {
      return oamlBufferCreate(device.get(), size, name.c_str(), buffer);
    });
  }
  static Expected<Buffer> importHost(const Device &device, void *data,
                                     uint64_t size,
                                     const std::string &name = {}) {
    return detail::wrap<Buffer, OamlBuffer>([&](OamlBuffer **buffer) {
      return oamlBufferImportHost(device.get(), data, size, name.c_str(),
                                  buffer);
    });
  }
  explicit Buffer(OamlBuffer *handle) : handle(handle) {}

  uint64_t getSize() const { return oamlBufferGetSize(get()); }
  void *map() const { return oamlBufferMap(get()); }
  Expected<void> read(uint64_t offset, void *data, uint64_t size) const {
    return detail::check(oamlBufferRead(get(), offset, data, size));
  }
  Expected<void> write(uint64_t offset, const void *data, uint64_t size) const {
    return detail::check(oamlBufferWrite(get(), offset, data, size));
  }
  OamlBuffer *get() const { return handle.get(); }

private:
  detail::Owner<OamlBuffer, oamlBufferDestroy> handle;
};

/// An argument or a result by its number or its name.
class Which {
public:
  Which(size_t index) : index(index) {}
  Which(int index) : index(static_cast<size_t>(index)) {}
  Which(const char *name) : name(name) {}
  Which(std::string name) : name(std::move(name)) {}

  /// The number; an error where no tensor of the list has the name.
  Expected<size_t> find(const OamlTensorInfo *const *tensors, size_t count,
                        const char *what) const {
    if (name.empty())
      return index;
    Error error;
    error.code = OAML_ERROR_NOT_FOUND;
    error.message = std::string("there is no ") + what + " '" + name + "'";
    for (size_t i = 0; i < count; ++i) {
      if (tensors[i]->name == name)
        return i;
      error.message += (i == 0 ? "; there are '" : ", '") +
                       std::string(tensors[i]->name) + "'";
    }
    return error;
  }

private:
  std::string name;
  size_t index = 0;
};

/// One way to run an entry. One thread at a time.
class Invocation {
public:
  explicit Invocation(OamlInvocation *handle) : handle(handle) {}

  const OamlEntryInfo &getEntry() const {
    return *oamlInvocationGetEntry(get());
  }

  /// Binds a host array.
  template <typename T>
  Expected<void> bind(const Which &argument, const T *data, const Shape &shape,
                      OamlHostAccess access = OAML_HOST_COPY) {
    return bind(argument, {getDType<T>(), shape.size(), shape.data(), data},
                access);
  }
  Expected<void> bind(const Which &argument, const OamlTensor &tensor,
                      OamlHostAccess access = OAML_HOST_COPY) {
    Expected<size_t> index = findArgument(argument);
    if (!index)
      return index.error();
    return detail::check(
        oamlInvocationBindHost(get(), *index, &tensor, access));
  }
  /// Binds device memory.
  Expected<void> bind(const Which &argument, const Buffer &buffer,
                      OamlDType dtype, const Shape &shape,
                      uint64_t offset = 0) {
    Expected<size_t> index = findArgument(argument);
    if (!index)
      return index.error();
    return detail::check(oamlInvocationBindBuffer(get(), *index, buffer.get(),
                                                  offset, dtype, shape.size(),
                                                  shape.data()));
  }
  Expected<void> bindResult(const Which &result, const Buffer &buffer,
                            uint64_t offset = 0) {
    Expected<size_t> index = findResult(result);
    if (!index)
      return index.error();
    return detail::check(
        oamlInvocationBindResult(get(), *index, buffer.get(), offset));
  }

  Expected<void> run() { return detail::check(oamlInvocationRun(get())); }
  Expected<void> submit() { return detail::check(oamlInvocationSubmit(get())); }
  Expected<void> wait() { return detail::check(oamlInvocationWait(get())); }

  Expected<Shape> getShape(const Which &result) {
    Expected<size_t> index = findResult(result);
    if (!index)
      return index.error();
    const OamlEntryInfo &entry = getEntry();
    Shape shape(*index < entry.numResults ? entry.results[*index]->rank : 0);
    // Rank 0 has no extents, but a pointer is wanted.
    int64_t none = 0;
    int64_t *extents = shape.empty() ? &none : shape.data();
    if (OamlError *error = oamlInvocationGetResultShape(get(), *index, extents))
      return detail::take(error);
    return shape;
  }
  /// Copies a result to the host.
  template <typename T>
  Expected<std::vector<T>> read(const Which &result) {
    Expected<size_t> index = findResult(result);
    if (!index)
      return index.error();
    Expected<Shape> shape = getShape(*index);
    if (!shape)
      return shape.error();
    const OamlTensorInfo &info = *getEntry().results[*index];
    if (info.dtype != getDType<T>()) {
      Error error;
      error.code = OAML_ERROR_INVALID_ARGUMENT;
      error.message = "result " + std::to_string(*index) + " '" + info.name +
                      "' is " + info.typeText + ", read as another type";
      return error;
    }
    size_t count = 1;
    for (int64_t extent : *shape)
      count *= static_cast<size_t>(extent);
    std::vector<T> values(count);
    if (OamlError *error = oamlInvocationReadResult(
            get(), *index, values.data(), count * sizeof(T)))
      return detail::take(error);
    return values;
  }
  /// The memory of a result, which the next run overwrites.
  Expected<Buffer> getResult(const Which &result) {
    return getBuffer(result, oamlInvocationGetResult);
  }
  /// The memory of a result; the next run uses other memory.
  Expected<Buffer> takeResult(const Which &result) {
    return getBuffer(result, oamlInvocationTakeResult);
  }

  Expected<void> setProfiling(bool enable) {
    return detail::check(oamlInvocationSetProfiling(get(), enable));
  }
  Expected<std::vector<OamlTiming>> getTimings() const {
    const OamlTiming *timings = nullptr;
    size_t count = 0;
    if (OamlError *error = oamlInvocationGetTimings(get(), &timings, &count))
      return detail::take(error);
    return std::vector<OamlTiming>(timings, timings + count);
  }
  OamlInvocation *get() const { return handle.get(); }

private:
  Expected<size_t> findArgument(const Which &argument) const {
    const OamlEntryInfo &entry = getEntry();
    return argument.find(entry.arguments, entry.numArguments, "argument");
  }
  Expected<size_t> findResult(const Which &result) const {
    const OamlEntryInfo &entry = getEntry();
    return result.find(entry.results, entry.numResults, "result");
  }
  template <typename Get>
  Expected<Buffer> getBuffer(const Which &result, Get get) {
    Expected<size_t> index = findResult(result);
    if (!index)
      return index.error();
    return detail::wrap<Buffer, OamlBuffer>(
        [&](OamlBuffer **buffer) { return get(handle.get(), *index, buffer); });
  }

  detail::Owner<OamlInvocation, oamlInvocationDestroy> handle;
};

/// An artifact on a device.
class Program {
public:
  static Expected<Program> create(const Device &device,
                                  const Artifact &artifact) {
    return detail::wrap<Program, OamlProgram>([&](OamlProgram **program) {
      return oamlProgramCreate(device.get(), artifact.get(), program);
    });
  }
  explicit Program(OamlProgram *handle) : handle(handle) {}

  Expected<void> prepare() const {
    return detail::check(oamlProgramPrepare(get()));
  }
  Expected<void> setSeed(uint64_t seed) const {
    return detail::check(oamlProgramSetSeed(get(), seed));
  }
  /// A runnable instance of an entry; empty: the only one.
  Expected<Invocation> invoke(const std::string &entry = {}) const {
    return detail::wrap<Invocation, OamlInvocation>(
        [&](OamlInvocation **invocation) {
          return oamlInvocationCreate(get(), entry.c_str(), invocation);
        });
  }
  OamlProgram *get() const { return handle.get(); }

private:
  detail::Owner<OamlProgram, oamlProgramDestroy> handle;
};

} // namespace oaml::embed

#endif // OAML_CPP_RUNTIME_H
