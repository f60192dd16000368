# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures of all tests of the Python package."""

import numpy as np
import pytest

import oaml


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture(params=["vulkan", "interpreter"])
def executor(request):
    return request.param


@pytest.fixture
def interpreter():
    """Everything without a device of its own runs on the interpreter."""
    oaml.set_default_device("interpreter")
    yield
    oaml.set_default_device(None)
