"""The comparison of the semantics suite sees every kind of wrong result."""

import sys

import numpy as np

sys.path.insert(0, sys.argv[1])
import reference
from run_case import difference

nan, inf = np.nan, np.inf


def floats(*values):
    return np.array(values, np.float32)


expected = reference.elementwise(np.array([1.0, nan, inf, -inf, 1000.0]))
right = floats(1, nan, inf, -inf, 1000)
assert difference(expected, right) is None
assert difference(expected, floats(1 + 1e-6, nan, inf, -inf, 1000.001)) is None
for wrong in [floats(1.00001, nan, inf, -inf, 1000), floats(1, 0, inf, -inf, 1000),
              floats(1, nan, -inf, -inf, 1000), floats(1, nan, 3e38, -inf, 1000),
              floats(nan, nan, inf, -inf, 1000), floats(1, nan, inf, -inf, 1000.01),
              right.astype(np.float64), right.astype(np.float16), right[:4],
              right.reshape(5, 1)]:
    assert difference(expected, wrong), wrong

# A sum with a NaN or an infinity in it has to come out as such.
total, = reference.sum(np.array([[1, inf], [nan, 1], [2, 3]], np.float32), 1)
assert difference(total, floats(inf, nan, 5)[:, None]) is None
assert difference(total, floats(7, nan, 5)[:, None])
assert difference(total, floats(inf, 7, 5)[:, None])
assert difference(total, floats(inf, nan, 5.001)[:, None])

# Four ulp, not five; what moves values may not change them.
one = reference.ulps(np.array([1.0]))
assert difference(one, floats(1 + 4 * 2.0**-23)) is None
assert difference(one, floats(1 + 5 * 2.0**-23))
assert difference(reference.exact(floats(1)), floats(1 + 2.0**-23))
assert difference(reference.exact(np.array([7], np.int32)), np.array([8], np.int32))
assert difference(reference.exact(np.array([7], np.int32)), np.array([7], np.uint8))
