# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batches: order, sizes, prefetching, wrong data."""

import threading

import numpy as np
import pytest

import oaml
from oaml.data import Batches


def numbers(n):
    return np.arange(n, dtype=np.int32)


def epochs(batches, count=1):
    return [[batch.tolist() for batch in batches] for _ in range(count)]


@pytest.mark.parametrize("prefetch", [0, 1, 5])
def test_every_example_once_per_epoch(prefetch):
    batches = Batches(numbers(11), 4, seed=3, prefetch=prefetch)
    first, second = epochs(batches, 2)
    assert [len(batch) for batch in first] == [4, 4, 3] and len(batches) == 3
    for epoch in (first, second):
        assert sorted(sum(epoch, [])) == list(range(11))
    assert first != second
    assert epochs(Batches(numbers(11), 4, seed=3), 2) == [first, second]
    assert epochs(Batches(numbers(11), 4, seed=4)) != [first]
    batches.next_epoch = 1
    assert epochs(batches) == [second]


def test_order_and_containers():
    data = {"x": np.arange(14, dtype=np.float32).reshape(7, 2), "y": [numbers(7)]}
    batches = Batches(data, 3, shuffle=False, drop_last=True)
    assert len(batches) == 2
    found = list(batches)
    assert [batch["y"][0].tolist() for batch in found] == [[0, 1, 2], [3, 4, 5]]
    assert isinstance(found[0]["x"], oaml.Array)
    assert found[1]["x"].tolist() == [[6, 7], [8, 9], [10, 11]]
    assert epochs(Batches(numbers(1), 1)) == [[[0]]]
    assert [b.device.name for b in Batches(numbers(1), 1, device="interpreter")] \
        == [oaml.array(1, device="interpreter").device.name]


def test_leaving_early_ends_the_thread():
    def count():
        return sum(thread.name == "oaml.data" for thread in threading.enumerate())

    for batch in Batches(numbers(100), 1):
        break
    iterator = iter(Batches(numbers(100), 1))
    next(iterator)
    iterator.close()
    assert count() == 0


def test_errors_in_the_thread_are_raised():
    batches = Batches(numbers(8), 2, prefetch=2)
    batches.order = lambda epoch: [0, 1, 99, 3]
    with pytest.raises(IndexError, match="99"):
        list(batches)


def test_wrong_input():
    with pytest.raises(TypeError, match="unsupported element type float64"):
        Batches(np.zeros(3), 1)
    with pytest.raises(ValueError, match=r"one length, found shapes \[\(3,\), \(4,\)\]"):
        Batches((numbers(3), numbers(4)), 1)
    with pytest.raises(ValueError, match=r"one length, found shapes \[\]"):
        Batches((), 1)
    with pytest.raises(ValueError, match="one length"):
        Batches(np.int32(3), 1)
    with pytest.raises(ValueError, match="batch_size of 1 or more"):
        Batches(numbers(3), 0)
    with pytest.raises(ValueError, match="0 examples are less"):
        Batches(numbers(0), 2)
    with pytest.raises(ValueError, match="3 examples are less"):
        Batches(numbers(3), 4, drop_last=True)
