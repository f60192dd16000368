# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batches of arrays, uploaded while others are computed with.

    batches = oaml.data.Batches((images, labels), 64, seed=1)
    for x, y in batches:  # an epoch, in another order each time
        ...
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._array import array
from ._tree import tree_flatten, tree_unflatten

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Batches"]


class Batches:
    """Cuts arrays along their first axis. Each iteration is one epoch.

    data: arrays of one length, in nested containers; a batch has the same ones.
    shuffle: whether each epoch has an order of its own, which `seed` and the
        epoch's number decide on.
    drop_last: leaves out the batch that would be smaller than the others, so
        that no program for its size is needed.
    prefetch: how many batches a thread uploads ahead; 0: no thread.
    device: where to; by default the default device.
    """

    def __init__(self, data: Any, batch_size: int, *, shuffle: bool = True,
                 seed: int = 0, drop_last: bool = False, prefetch: int = 2,
                 device: Any = None) -> None:
        import numpy as np

        if batch_size < 1 or prefetch < 0 or seed < 0:
            raise ValueError(f"Batches: expected batch_size of 1 or more, "
                             f"prefetch and seed of 0 or more, found "
                             f"{batch_size}, {prefetch} and {seed}")
        leaves, self._structure = tree_flatten(data)
        self._arrays = [np.asarray(leaf) for leaf in leaves]
        shapes = [values.shape for values in self._arrays]
        if not shapes or any(not shape or shape[0] != shapes[0][0]
                             for shape in shapes):
            raise ValueError(f"Batches: expected arrays of one length, found "
                             f"shapes {shapes}")
        #: Number of examples.
        self.num_examples: int = shapes[0][0]
        if self.num_examples < (batch_size if drop_last else 1):
            raise ValueError(f"Batches: {self.num_examples} examples are less "
                             f"than a batch")
        # What no device takes is found here, not in the thread.
        for values in self._arrays:
            array(values[:1], device=device)
        self.batch_size = batch_size
        self.shuffle = shuffle
        self.seed = seed
        self.drop_last = drop_last
        self.prefetch = prefetch
        self.device = device
        #: Number of the next epoch; set it to go back or on.
        self.next_epoch = 0

    def __len__(self) -> int:
        """Number of batches of an epoch."""
        rest = 0 if self.drop_last else self.batch_size - 1
        return (self.num_examples + rest) // self.batch_size

    def order(self, epoch: int) -> np.ndarray[Any, Any]:
        """The order of the examples in an epoch."""
        import numpy as np

        if not self.shuffle:
            return np.arange(self.num_examples)
        return np.random.default_rng((self.seed, epoch)).permutation(
            self.num_examples)

    def __iter__(self) -> Iterator[Any]:
        batches = self._batches(self.next_epoch)
        self.next_epoch += 1
        return _prefetch(batches, self.prefetch) if self.prefetch else batches

    def _batches(self, epoch: int) -> Iterator[Any]:
        order = self.order(epoch)
        for i in range(len(self)):
            rows = order[i * self.batch_size:(i + 1) * self.batch_size]
            yield tree_unflatten(self._structure, [
                array(values[rows], device=self.device)
                for values in self._arrays])


def _prefetch(items: Iterator[Any], ahead: int) -> Iterator[Any]:
    """The same items, made in a thread."""
    made: queue.Queue[tuple[Any, BaseException | None]] = queue.Queue(ahead)
    end = object()
    is_left = threading.Event()

    def work() -> None:
        last: tuple[Any, BaseException | None] = (end, None)
        try:
            for item in items:
                made.put((item, None))
                if is_left.is_set():
                    return
        except BaseException as error:  # the consumer raises it
            last = (end, error)
        made.put(last)

    thread = threading.Thread(target=work, name="oaml.data", daemon=True)
    thread.start()
    try:
        while True:
            item, error = made.get()
            if error is not None:
                raise error
            if item is end:
                return
            yield item
    finally:
        # A thread that waits for room gets it, and sees that it can go.
        is_left.set()
        while thread.is_alive():
            while not made.empty():
                made.get_nowait()
            thread.join(0.001)
