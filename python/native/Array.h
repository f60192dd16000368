//===- Array.h - Arrays of Python -------------------------------*- C++ -*-===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OAML_PYTHON_NATIVE_ARRAY_H
#define OAML_PYTHON_NATIVE_ARRAY_H

#include "Devices.h"

#include "oaml-rt/Buffer.h"
#include "oaml-rt/Types.h"

#include <atomic>
#include <memory>
#include <vector>

namespace oaml::python {

using Shape = std::vector<int64_t>;

/// Memory of an array, on a device or on the host.
struct Storage {
  /// Null: memory of the host.
  DevicePtr device;
  rt::Buffer buffer;
  /// As the host sees it, or null where it cannot.
  void *data = nullptr;
  uint64_t bytes = 0;
  /// What keeps the host's memory alive.
  std::shared_ptr<void> owner;
  /// Someone else's memory: never to be written.
  bool isImported = false;
  /// Views that others hold.
  std::atomic<int> numExports{0};

  /// DeviceError when the device was closed.
  void checkOpen() const;
  /// Copies everything to the host.
  void read(void *target) const;
};

using StoragePtr = std::shared_ptr<Storage>;

/// `oaml.Array`. What it holds does not change; a donated one holds nothing.
class Array {
public:
  Array(rt::DType dtype, Shape shape, StoragePtr storage)
      : dtype(dtype), shape(std::move(shape)), storage(std::move(storage)) {}
  virtual ~Array();

  /// /// Checks that there is memory: the array is not traced, was not donated,
  /// and its device is open.
  const StoragePtr &getStorage() const;
  virtual bool isTraced() const { return false; }
  /// Takes the memory away: the array was donated to `function`.
  void invalidate(const std::string &function);
  bool isValid() const { return storage || isTraced(); }
  int64_t getNumElements() const;

  rt::DType dtype;
  /// Extents; of tracers those that are not known are -1.
  Shape shape;

private:
  StoragePtr storage;
  std::string donatedTo;
};

/// New memory: on `device`, or on the host where that is null or the
/// interpreter. `data` is copied.
StoragePtr makeStorage(const DevicePtr &device, const void *data,
                       uint64_t bytes);

/// A concrete argument of a program: an array of OAML's, memory of the host or
/// a number.
struct Leaf {
  rt::DType dtype = rt::DType::F32;
  Shape shape;
  /// Of an Array.
  StoragePtr storage;
  Array *array = nullptr;
  /// Memory of another package's array, and what keeps it alive.
  const void *data = nullptr;
  nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu> foreign;
  /// A Python number: its four bytes.
  bool isNumber = false;
  uint32_t number = 0;

  /// Makes an integer a float.
  void setFloat();

  const void *getHostData() const { return isNumber ? &number : data; }
};

/// Makes `leaf` of an Array, a number, or any array that NumPy's, DLPack's or
/// the buffer protocol describes. False for other objects; TypeError for an
/// array whose type OAML does not have. Tracers are not leaves.
bool makeLeaf(nb::handle object, Leaf &leaf);

/// The leaf as an array in memory of its own (on `device`, null: the default
/// device), or the array that it is.
nb::object toArray(const Leaf &leaf, nb::handle object,
                   const DevicePtr &device);

/// "f32" and so on; TypeError for other names. Takes a name, a NumPy dtype or
/// a NumPy scalar type.
rt::DType parseDType(nb::handle name);

/// The array's memory for NumPy: a view where the host sees it, else a copy;
/// bf16 as uint16.
nb::object toNumpy(nb::handle array);

void bindArray(nb::module_ &module);

} // namespace oaml::python

#endif // OAML_PYTHON_NATIVE_ARRAY_H
