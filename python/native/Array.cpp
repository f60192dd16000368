//===- Array.cpp - Arrays of Python ---------------------------------------===//
//
// Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"

#include "Trace.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace oaml;
using namespace oaml::python;
using rt::DType;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

void Storage::checkOpen() const {
  if (device && device->isClosed())
    raise("DeviceError", "the array is on device '" + device->getInfo().name +
                             "', which was closed");
}

void Storage::read(void *target) const {
  if (data)
    std::memcpy(target, data, bytes);
  else
    check(buffer.read(0, target, bytes));
}

StoragePtr python::makeStorage(const DevicePtr &device, const void *data,
                               uint64_t bytes) {
  auto storage = std::make_shared<Storage>();
  storage->bytes = bytes;
  if (!device || device->isInterpreter()) {
    // Aligned as the largest vector register wants it.
    storage->owner = std::shared_ptr<void>(
        ::operator new(std::max<uint64_t>(bytes, 1), std::align_val_t(64)),
        [](void *memory) { ::operator delete(memory, std::align_val_t(64)); });
    storage->data = storage->owner.get();
    if (data)
      std::memcpy(storage->data, data, bytes);
    return storage;
  }
  rt::Device &opened = device->get();
  storage->device = device;
  storage->buffer = check(rt::Buffer::create(opened, bytes));
  storage->data = storage->buffer.map();
  if (data && bytes > 0)
    check(storage->buffer.write(0, data, bytes));
  return storage;
}

//===----------------------------------------------------------------------===//
// Array
//===----------------------------------------------------------------------===//

Array::~Array() = default;

const StoragePtr &Array::getStorage() const {
  if (isTraced())
    raise("TracerError",
          "a traced value has no memory before the program runs");
  if (!storage)
    raise("DonatedArrayError",
          "the array was donated to " +
              (donatedTo.empty() ? "a function" : "'" + donatedTo + "'") +
              ", which reuses its memory; use what the function returned");
  storage->checkOpen();
  return storage;
}

void Array::invalidate(const std::string &function) {
  storage = nullptr;
  donatedTo = function;
}

int64_t Array::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static std::optional<DType> findDType(llvm::StringRef name) {
  static const std::pair<llvm::StringRef, DType> names[] = {
      {"f32", DType::F32},   {"float32", DType::F32},
      {"f16", DType::F16},   {"float16", DType::F16},
      {"bf16", DType::BF16}, {"bfloat16", DType::BF16},
      {"i32", DType::I32},   {"int32", DType::I32},
      {"u32", DType::I32},   {"uint32", DType::I32},
      {"i8", DType::I8},     {"int8", DType::I8},
      {"u8", DType::UI8},    {"ui8", DType::UI8},
      {"uint8", DType::UI8}};
  for (const auto &[spelling, dtype] : names)
    if (spelling == name)
      return dtype;
  return std::nullopt;
}

rt::DType python::parseDType(nb::handle object) {
  std::string name;
  if (nb::isinstance<nb::str>(object))
    name = nb::cast<std::string>(object);
  else if (nb::hasattr(object, "name"))
    name = nb::cast<std::string>(nb::str(object.attr("name")));
  else if (nb::hasattr(object, "__name__"))
    name = nb::cast<std::string>(nb::str(object.attr("__name__")));
  if (std::optional<DType> dtype = findDType(name))
    return *dtype;
  raise(PyExc_TypeError,
        "dtype: expected f32, f16, bf16, i32, i8 or ui8, found " +
            (name.empty() ? describeType(object) : "'" + name + "'"));
}

static nb::dlpack::dtype toDLPack(DType dtype) {
  using Code = nb::dlpack::dtype_code;
  auto make = [](Code code, uint8_t bits) {
    return nb::dlpack::dtype{static_cast<uint8_t>(code), bits, 1};
  };
  switch (dtype) {
  case DType::F32:
    return make(Code::Float, 32);
  case DType::F16:
    return make(Code::Float, 16);
  case DType::BF16:
    return make(Code::Bfloat, 16);
  case DType::I32:
    return make(Code::Int, 32);
  case DType::I8:
    return make(Code::Int, 8);
  case DType::UI8:
    return make(Code::UInt, 8);
  }
  llvm_unreachable("no such type");
}

static std::optional<DType> fromDLPack(nb::dlpack::dtype dtype) {
  using Code = nb::dlpack::dtype_code;
  if (dtype.lanes != 1)
    return std::nullopt;
  switch (static_cast<Code>(dtype.code)) {
  case Code::Float:
    if (dtype.bits == 32)
      return DType::F32;
    if (dtype.bits == 16)
      return DType::F16;
    return std::nullopt;
  case Code::Bfloat:
    if (dtype.bits == 16)
      return DType::BF16;
    return std::nullopt;
  case Code::Int:
    if (dtype.bits == 32)
      return DType::I32;
    if (dtype.bits == 8)
      return DType::I8;
    return std::nullopt;
  case Code::UInt: // uint32 as int32 with the same bits
    if (dtype.bits == 32)
      return DType::I32;
    [[fallthrough]];
  case Code::Bool:
    if (dtype.bits == 8)
      return DType::UI8;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static void setInteger(nb::handle object, Leaf &leaf) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (value == -1 && PyErr_Occurred())
    throw nb::python_error();
  if (overflow || value < INT32_MIN || value > UINT32_MAX)
    raise(PyExc_OverflowError, "the integer " +
                                   llvm::Twine(nb::str(object).c_str()) +
                                   " does not fit in 32 bits");
  leaf.dtype = DType::I32;
  leaf.isNumber = true;
  leaf.number = static_cast<uint32_t>(value);
}

void Leaf::setFloat() {
  if (dtype != DType::I32)
    return;
  auto value = static_cast<float>(static_cast<int32_t>(number));
  dtype = DType::F32;
  std::memcpy(&number, &value, sizeof(value));
}

[[noreturn]] static void raiseUnsupported(nb::handle object) {
  std::string found = "this one";
  if (nb::hasattr(object, "dtype"))
    found = nb::str(nb::object(object.attr("dtype"))).c_str();
  raise(PyExc_TypeError,
        "unsupported element type " + found + " of a " + describeType(object) +
            "; there are float32, float16, bfloat16, int32, uint32, int8 and "
            "uint8: convert it, for example oaml.array(x, dtype='f32')");
}

bool python::makeLeaf(nb::handle object, Leaf &leaf) {
  if (nb::isinstance<Array>(object)) {
    if (nb::isinstance<Tracer>(object))
      return false;
    Array &array = *nb::inst_ptr<Array>(object);
    leaf.dtype = array.dtype;
    leaf.shape = array.shape;
    leaf.storage = array.getStorage();
    leaf.array = &array;
    return true;
  }
  if (PyFloat_Check(object.ptr())) {
    float value = static_cast<float>(PyFloat_AS_DOUBLE(object.ptr()));
    leaf.isNumber = true;
    std::memcpy(&leaf.number, &value, sizeof(value));
    return true;
  }
  if (PyLong_Check(object.ptr())) { // bool, too
    setInteger(object, leaf);
    return true;
  }
  if (PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
      PyList_Check(object.ptr()) || PyTuple_Check(object.ptr()) ||
      PyDict_Check(object.ptr()) || object.is_none())
    return false;
  nb::object source = nb::borrow(object);
  bool isBFloat = nb::hasattr(object, "dtype") && nb::hasattr(object, "view") &&
                  nb::hasattr(object.attr("dtype"), "name") &&
                  nb::cast<std::string>(
                      nb::str(object.attr("dtype").attr("name"))) == "bfloat16";
  // NumPy's bfloat16 is ml_dtypes', which no protocol describes.
  if (isBFloat)
    source = object.attr("view")("uint16");
  if (!nb::ndarray_check(source) ||
      !nb::try_cast(source, leaf.foreign, /*convert=*/true)) {
    if (nb::ndarray_check(source) || nb::hasattr(object, "__array_interface__"))
      raiseUnsupported(object);
    return false;
  }
  std::optional<DType> dtype = isBFloat ? std::optional<DType>(DType::BF16)
                                        : fromDLPack(leaf.foreign.dtype());
  if (!dtype) {
    auto code = static_cast<nb::dlpack::dtype_code>(leaf.foreign.dtype().code);
    if (leaf.foreign.ndim() == 0 && code == nb::dlpack::dtype_code::Int) {
      setInteger(nb::int_(object), leaf); // a NumPy scalar
      return true;
    }
    raiseUnsupported(object);
  }
  leaf.dtype = *dtype;
  for (size_t i = 0; i < leaf.foreign.ndim(); ++i)
    leaf.shape.push_back(static_cast<int64_t>(leaf.foreign.shape(i)));
  leaf.data = leaf.foreign.data();
  return true;
}

nb::object python::toArray(const Leaf &leaf, nb::handle object,
                           const DevicePtr &device) {
  if (leaf.array && leaf.storage->device == device)
    return nb::borrow(object);
  uint64_t bytes = check(rt::getByteSize(leaf.dtype, leaf.shape));
  const void *data = leaf.getHostData();
  std::vector<char> copy;
  if (leaf.array) {
    data = leaf.storage->data;
    if (!data) {
      copy.resize(bytes);
      leaf.storage->read(copy.data());
      data = copy.data();
    }
  }
  return nb::cast(
      Array(leaf.dtype, leaf.shape, makeStorage(device, data, bytes)));
}

//===----------------------------------------------------------------------===//
// Exchange with other packages
//===----------------------------------------------------------------------===//

/// Memory that the host can read, kept alive and marked as seen by others.
static std::pair<void *, nb::object> exportMemory(const StoragePtr &storage) {
  if (storage->data) {
    ++storage->numExports;
    auto *holder = new StoragePtr(storage);
    return {storage->data, nb::capsule(holder, [](void *pointer) noexcept {
              auto *holder = static_cast<StoragePtr *>(pointer);
              --(*holder)->numExports;
              delete holder;
            })};
  }
  auto *copy = new std::vector<char>(std::max<uint64_t>(storage->bytes, 1));
  nb::capsule owner(copy, [](void *pointer) noexcept {
    delete static_cast<std::vector<char> *>(pointer);
  });
  storage->read(copy->data());
  return {copy->data(), owner};
}

static const Array &getArray(nb::handle object) {
  if (!nb::isinstance<Array>(object))
    raise(PyExc_TypeError,
          "expected an oaml.Array, found " + describeType(object));
  return *nb::inst_ptr<Array>(object);
}

nb::object python::toNumpy(nb::handle object) {
  const Array &array = getArray(object);
  auto [data, owner] = exportMemory(array.getStorage());
  std::vector<size_t> shape(array.shape.begin(), array.shape.end());
  nb::dlpack::dtype dtype = array.dtype == DType::BF16 ? nb::dtype<uint16_t>()
                                                       : toDLPack(array.dtype);
  return nb::cast(nb::ndarray<nb::numpy, nb::ro>(
                      data, shape.size(), shape.data(), owner, nullptr, dtype),
                  nb::rv_policy::reference);
}

/// A capsule of DLPack.
static nb::object toDLPackCapsule(nb::handle object) {
  const Array &array = getArray(object);
  auto [data, owner] = exportMemory(array.getStorage());
  std::vector<size_t> shape(array.shape.begin(), array.shape.end());
  return nb::cast(nb::ndarray<>(data, shape.size(), shape.data(), owner,
                                nullptr, toDLPack(array.dtype),
                                nb::device::cpu::value),
                  nb::rv_policy::reference);
}

/// An array of `object`'s memory, without a copy where the device can use it.
static nb::object importArray(nb::handle object, nb::handle deviceName) {
  Leaf leaf;
  if (nb::isinstance<Array>(object))
    return nb::borrow(object);
  if (!makeLeaf(object, leaf) || leaf.isNumber)
    raise(PyExc_TypeError, "expected an array with __dlpack__ or the buffer "
                           "protocol, found " +
                               describeType(object));
  DevicePtr device =
      deviceName.is_none() ? getDefaultDevice() : resolveDevice(deviceName);
  uint64_t bytes = check(rt::getByteSize(leaf.dtype, leaf.shape));
  bool onHost = !device || device->isInterpreter();
  auto storage = std::make_shared<Storage>();
  if (!onHost) {
    auto buffer = rt::Buffer::importHost(device->get(),
                                         const_cast<void *>(leaf.data), bytes);
    if (!buffer)
      return toArray(leaf, object, device);
    storage->device = device;
    storage->buffer = *buffer;
  }
  storage->data = const_cast<void *>(leaf.data);
  storage->bytes = bytes;
  storage->isImported = true;
  using Foreign = decltype(leaf.foreign);
  storage->owner =
      std::shared_ptr<Foreign>(new Foreign(leaf.foreign), [](Foreign *foreign) {
        nb::gil_scoped_acquire gil;
        delete foreign;
      });
  return nb::cast(Array(leaf.dtype, leaf.shape, storage));
}

/// An array of its own; `dtype` and lists are Python's part.
static nb::object makeArray(nb::handle object, nb::handle deviceName) {
  Leaf leaf;
  if (!makeLeaf(object, leaf))
    raise(PyExc_TypeError,
          "expected an array or a number, found " + describeType(object));
  if (leaf.array && deviceName.is_none())
    return nb::borrow(object);
  return toArray(leaf, object,
                 deviceName.is_none() ? getDefaultDevice()
                                      : resolveDevice(deviceName));
}

//===----------------------------------------------------------------------===//
// The buffer protocol
//===----------------------------------------------------------------------===//

namespace {
/// What a Py_buffer points to.
struct BufferView {
  std::vector<Py_ssize_t> shape, strides;
  StoragePtr storage;
};
} // namespace

static const char *getFormat(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "f";
  case DType::F16:
    return "e";
  case DType::BF16:
    return nullptr;
  case DType::I32:
    return "i";
  case DType::I8:
    return "b";
  case DType::UI8:
    return "B";
  }
  return nullptr;
}

static int getBuffer(PyObject *object, Py_buffer *view, int flags) {
  view->obj = nullptr;
  auto fail = [](const char *message) {
    PyErr_SetString(PyExc_BufferError, message);
    return -1;
  };
  Array *array = nb::inst_ptr<Array>(object);
  if (nb::isinstance<Tracer>(nb::handle(object)))
    return fail("a traced value has no elements before the program runs");
  try {
    (void)array->getStorage();
  } catch (nb::python_error &error) {
    error.restore();
    return -1;
  }
  const StoragePtr &storage = array->getStorage();
  const char *format = getFormat(array->dtype);
  if (flags & PyBUF_WRITABLE)
    return fail("arrays of OAML cannot be written");
  if (!storage->data || !format)
    return fail("the host cannot see the elements of this array in place");
  auto *info = new BufferView();
  info->shape.assign(array->shape.begin(), array->shape.end());
  info->strides.resize(info->shape.size());
  Py_ssize_t stride = static_cast<Py_ssize_t>(getByteSize(array->dtype));
  view->itemsize = stride;
  for (size_t i = info->shape.size(); i-- > 0;) {
    info->strides[i] = stride;
    stride *= info->shape[i];
  }
  info->storage = storage;
  ++storage->numExports;
  view->buf = storage->data;
  view->len = static_cast<Py_ssize_t>(storage->bytes);
  view->readonly = 1;
  view->ndim = static_cast<int>(info->shape.size());
  view->format = flags & PyBUF_FORMAT ? const_cast<char *>(format) : nullptr;
  view->shape = flags & PyBUF_ND ? info->shape.data() : nullptr;
  view->strides =
      (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? info->strides.data() : nullptr;
  view->suboffsets = nullptr;
  view->internal = info;
  view->obj = object;
  Py_INCREF(object);
  return 0;
}

static void releaseBuffer(PyObject *, Py_buffer *view) {
  auto *info = static_cast<BufferView *>(view->internal);
  --info->storage->numExports;
  delete info;
}

static PyType_Slot arraySlots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void *>(getBuffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void *>(releaseBuffer)},
    {0, nullptr}};

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

static nb::object getShape(nb::handle object) {
  const Array &array = *nb::inst_ptr<Array>(object);
  nb::object shape = nb::steal(PyTuple_New(array.shape.size()));
  for (auto [axis, extent] : llvm::enumerate(array.shape)) {
    nb::object entry = extent >= 0
                           ? nb::object(nb::int_(extent))
                           : nb::cast(Size{nb::borrow(object), int64_t(axis)});
    PyTuple_SET_ITEM(shape.ptr(), axis, entry.release().ptr());
  }
  return shape;
}

void python::bindArray(nb::module_ &module) {
  nb::class_<Array>(
      module, "Array", nb::type_slots(arraySlots), nb::is_weak_referenceable(),
      "A tensor on a device. It cannot be changed; operators and methods make "
      "new ones.")
      .def_prop_ro("shape", &getShape,
                   "Extents; in a traced function those that are only known at "
                   "run time are oaml.Size.")
      .def_prop_ro(
          "dtype", [](const Array &array) { return getName(array.dtype); },
          "Name of the element type: f32, f16, bf16, i32, i8 or ui8.")
      .def_prop_ro("ndim",
                   [](const Array &array) { return array.shape.size(); })
      .def_prop_ro("valid", &Array::isValid,
                   "False after the array was donated.")
      .def_prop_ro("device",
                   [](const Array &array) {
                     const StoragePtr &storage = array.getStorage();
                     return storage->device
                                ? storage->device
                                : resolveDevice(nb::str("interpreter"));
                   })
      .def("_numpy", &toNumpy)
      .def("_dlpack", &toDLPackCapsule);
  module.def("make_array", &makeArray, nb::arg("x"), nb::arg("device").none());
  module.def("import_array", &importArray, nb::arg("x"),
             nb::arg("device").none());
  module.def("parse_dtype",
             [](nb::handle name) { return getName(parseDType(name)); });
}
