# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays: from and to other packages, operators, indices, wrong uses."""

import copy
import gc
import pickle

import ml_dtypes
import numpy as np
import pytest

import oaml

TYPES = [("f32", np.float32), ("f16", np.float16), ("i32", np.int32),
         ("i8", np.int8), ("ui8", np.uint8), ("bf16", ml_dtypes.bfloat16)]


@pytest.mark.parametrize("name, dtype", TYPES)
@pytest.mark.parametrize("shape", [(), (1,), (7, 3), (0, 4), (2, 1, 5)])
def test_round_trip(name, dtype, shape):
    values = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    x = oaml.array(values)
    assert (x.dtype, x.shape, x.ndim, x.size) == (name, shape, len(shape),
                                                  values.size)
    assert x.numpy().dtype == values.dtype
    np.testing.assert_array_equal(np.asarray(x), values)


def test_what_array_takes():
    assert oaml.array([[1.5, 2], [3, 4]]).dtype == "f32"
    assert oaml.array([1, 2, 3]).dtype == "i32"
    assert oaml.array(2).dtype == "i32" and oaml.array(2.0).dtype == "f32"
    assert oaml.array(np.int64(5)).item() == 5
    assert oaml.array(np.ones(3), dtype="f32").dtype == "f32"
    assert oaml.array(np.ones(3, np.float32), dtype=np.float16).dtype == "f16"
    x = oaml.array(np.array([2**32 - 1], np.uint32))
    assert x.dtype == "i32" and x.item() == -1
    strided = np.arange(12, dtype=np.float32).reshape(3, 4)[:, ::2]
    np.testing.assert_array_equal(oaml.array(strided), strided)


def test_numpy_view_is_in_place_and_read_only():
    x = oaml.array(np.arange(4, dtype=np.float32))
    view = x.numpy()
    assert not view.flags.writeable
    memory = memoryview(x)
    assert memory.readonly and memory.format == "f" and memory.tolist() == [0, 1, 2, 3]
    with pytest.raises(BufferError):
        memoryview(oaml.array(np.zeros(2, ml_dtypes.bfloat16)))
    del x
    gc.collect()
    assert view[3] == 3


def test_dlpack_both_ways():
    x = oaml.array(np.arange(6, dtype=np.float32).reshape(2, 3))
    np.testing.assert_array_equal(np.from_dlpack(x), x.numpy())
    assert x.__dlpack_device__() == (1, 0)
    values = np.arange(4096, dtype=np.float32)
    y = oaml.from_dlpack(values)
    np.testing.assert_array_equal(y, values)
    if values.ctypes.data % 16 == 0:
        assert y.numpy().ctypes.data == values.ctypes.data  # no copy


def test_operators(rng):
    a = rng.normal(size=(3, 4)).astype(np.float32)
    b = rng.normal(size=(4,)).astype(np.float32)
    x, y = oaml.array(a), oaml.array(b)
    for found, expected in [
            (x + y, a + b), (x - y, a - b), (x * y, a * b), (x / y, a / b),
            (x + 1, a + 1), (1 - x, 1 - a), (2 * x, 2 * a), (2.0 / x, 2 / a),
            (-x, -a), (+x, a), (x + b, a + b), (b + x, b + a),
            (np.float32(2) * x, 2 * a), (x @ x.T, a @ a.T), (x.T, a.T),
            (x.sum(axis=1), a.sum(1, keepdims=True)), (x.reshape(2, 6), a.reshape(2, 6)),
            (x.reshape((-1,)), a.reshape(-1))]:
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    for found, expected in [(x < 0, a < 0), (x >= y, a >= b), (x == x, a == a),
                            (x != 0.0, a != 0)]:
        np.testing.assert_array_equal(found, expected.astype(np.int32))
    assert (x.astype("i32").dtype, x.astype(np.float16).dtype) == ("i32", "f16")
    assert float(oaml.array(2.5)) == 2.5 and int(oaml.array(3)) == 3


def test_indices(rng):
    a = rng.normal(size=(3, 4, 5)).astype(np.float32)
    x = oaml.array(a)
    for key in [0, -1, (1, 2), (1, 2, 3), slice(1, 3), (slice(None), 2),
                (slice(0, 2), slice(-2, None)), (..., 0), (0, ..., slice(1, 4)),
                (None, 1), (slice(None), None)]:
        np.testing.assert_array_equal(x[key], a[key])
    assert len(x) == 3 and [row.shape for row in x] == [(4, 5)] * 3
    for key, error in [(3, "out of range"), ((0, 0, 0, 0), "too many"),
                       (slice(None, None, 2), "steps of 1"), (slice(2, 1), "empty"),
                       ("a", "integers and slices"), (np.array([0]) > 0, "slices")]:
        with pytest.raises(IndexError, match=error):
            x[key]


@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.complex64, np.uint16])
def test_unsupported_types(dtype):
    with pytest.raises(TypeError, match=f"unsupported element type {np.dtype(dtype)}"):
        oaml.array(np.zeros(3, dtype))
    with pytest.raises(TypeError, match="unsupported element type"):
        oaml.add(oaml.array([1.0]), np.zeros(1, dtype))


def test_not_arrays():
    with pytest.raises(TypeError, match="found str"):
        oaml.array("text")
    with pytest.raises(TypeError, match="must be an array or a number, found str"):
        oaml.exp("text")
    with pytest.raises(TypeError, match="unsupported operand"):
        oaml.array([1.0]) + "text"
    with pytest.raises(OverflowError, match="32 bits"):
        oaml.array(2**40)
    with pytest.raises(TypeError, match="length"):
        len(oaml.array(1.0))
    with pytest.raises(TypeError, match="unhashable"):
        hash(oaml.array(1.0))


def test_copies():
    for x in (oaml.array([1.0, 2.0]), oaml.array(np.ones(2, ml_dtypes.bfloat16))):
        for y in (copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
            assert y.dtype == x.dtype and y.tolist() == x.tolist()
            assert y.numpy().ctypes.data != x.numpy().ctypes.data


def test_repr():
    assert f"{oaml.array(1.25):.1f} {oaml.array([1])}" == "1.2 Array([1], dtype=i32)"
    assert repr(oaml.array([1.0, 2.0])) == "Array([1., 2.], dtype=f32)"


def test_devices():
    assert [d.index for d in oaml.devices()] == list(range(len(oaml.devices())))
    assert oaml.default_device().profile == "lavapipe"
    with pytest.raises(oaml.DeviceError, match="no-such-device"):
        oaml.set_default_device("no-such-device")
    with pytest.raises(TypeError, match="expected an oaml.Device"):
        oaml.array([1.0], device=1.5)


def test_closed_device():
    x = oaml.array([1.0])
    device = x.device
    device.close()
    assert device.closed and "closed" in repr(device)
    with pytest.raises(oaml.DeviceError, match="closed"):
        x.numpy()
    with pytest.raises(oaml.DeviceError, match="closed"):
        x + 1
    # The next array opens the device again.
    y = oaml.array([2.0])
    assert (y + 1).item() == 3
    assert (oaml.array([2.0], device="interpreter") + y).item() == 4
