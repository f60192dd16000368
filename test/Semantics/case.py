"""What a case of the semantics suite is, and what generators of cases are made of.

A module of `families/` and cases.py say which cases an op has; this file turns
each into expected values: of the op by its reference function, of its adjoints by
`adjoint_NAME` or, without one, by differences of the reference.
"""

import zlib
from dataclasses import dataclass, field

import numpy as np

import reference

# float32 numbers at which functions go wrong.
SPECIAL = np.array(
    [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-8, -1e-8, 1e-20, -1e-20, 0.5, -0.5, 1,
     -1, 1.5, -2, 9, -9, 20, -20, 87, -87, 88.7, -88.7, 88.73, -88.73, 104, -104,
     1e10, -1e10, 3e38, -3e38], np.float32)

SHAPES = [(), (1,), (7,), (9,), (63,), (65,), (1021,), (3, 5), (64, 64), (31, 33),
          (2, 3, 5, 7), (1, 2, 1, 1, 3, 1, 2, 1), (100003,)]
ADJOINT_SHAPES = [(7,), (33, 65)]

# Op -> module with its reference NAME and, where it has one, adjoint_NAME.
_references = {}


def register(op, module):
    """Says where the reference of an op is."""
    assert op not in _references, f"{op} is in two families"
    _references[op] = module


def apply(op, *operands, **values):
    """What the reference of an op gives."""
    return getattr(_references[op], op)(*operands, **values)


@dataclass
class Case:
    """One op on one set of operands.

    text: the op in MLIR with {0}, {1}, … for its present operands, without
    types. reference_attributes: what the reference function gets by name.
    """
    op: str
    name: str
    operands: list
    text: str
    reference_attributes: dict = field(default_factory=dict)
    adjoint: bool = False
    # Also the adjoint of the adjoint.
    second_order: bool = False
    # Float operands (by number, absent ones counted) and float results that no
    # gradient flows through; integers are detached anyway.
    detached: tuple = ()
    detached_results: tuple = ()

    def present(self):
        return [a for a in self.operands if a is not None]

    def apply(self, operands):
        """The reference on other operands."""
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            return apply(self.op, *operands, **self.reference_attributes)

    def expected(self):
        return self.apply(self.operands)

    def differentiable_results(self):
        """Numbers of the results that have a cotangent."""
        return [i for i, v in enumerate(self.expected())
                if v.value.dtype.kind == "f" and i not in self.detached_results]

    def cotangents(self):
        """A fixed cotangent of each differentiable result."""
        values = self.expected()
        return [normal(f"{self.name}cotangent{i or ''}", values[i].value.shape)
                for i in self.differentiable_results()]

    def _is_differentiable(self, number):
        array = self.operands[number]
        return (array is not None and array.dtype.kind == "f" and
                number not in self.detached)

    def _weighted(self, operands, cotangents):
        """The sum of products of differentiable results and cotangents."""
        values = self.apply(operands)
        return sum(float((values[i].value * g).sum())
                   for i, g in zip(self.differentiable_results(), cotangents))

    def expected_adjoints(self, cotangents=None, operands=None):
        """Of the present operands; None where an operand is detached."""
        if cotangents is None:
            cotangents, operands = self.cotangents(), self.operands
        cotangents = [g.astype(np.float64) for g in cotangents]
        rule = getattr(_references[self.op], "adjoint_" + self.op, None)
        if rule:
            values = rule(*cotangents, *operands, **self.reference_attributes)
            return [None if i in self.detached else v for i, (v, a) in
                    enumerate(zip(values, self.operands)) if a is not None]
        point = _wide(operands)
        return [_slopes(point[i], lambda: self._weighted(point, cotangents))
                if self._is_differentiable(i) else None
                for i, a in enumerate(self.operands) if a is not None]

    def has_rule(self):
        return hasattr(_references[self.op], "adjoint_" + self.op)

    def second_cotangents(self):
        """A fixed cotangent of each adjoint."""
        return [normal(f"{self.name}second{i}", v.value.shape)
                for i, v in enumerate(self.expected_adjoints()) if v]

    def expected_second_adjoints(self):
        """Of the differentiable operands and the cotangents, of the sum of
        products of the adjoints with `second_cotangents`; by central
        differences in float64."""
        cotangents = self.cotangents()
        point = _wide(self.operands + cotangents)
        weights = self.second_cotangents()
        count = len(self.operands)

        def total():
            if self.has_rule():
                adjoints = self.expected_adjoints(point[count:], point[:count])
                return sum(float((w * v.value).sum())
                           for w, v in zip(weights, filter(None, adjoints)))
            # The same as the slope along the weights.
            moved = [list(point[:count]), list(point[:count])]
            left = iter(weights)
            step = 1e-4
            for i in range(count):
                if self._is_differentiable(i):
                    direction = step * next(left)
                    moved[0][i] = point[i] + direction
                    moved[1][i] = point[i] - direction
            above, below = (self._weighted(m, point[count:]) for m in moved)
            return (above - below) / (2 * step)

        return [_slopes(point[i], total) for i in self.second_wrt()]

    def second_wrt(self):
        """Numbers of what second adjoints belong to, in operands + cotangents."""
        count = len(self.operands)
        return ([i for i in range(count) if self._is_differentiable(i)] +
                [count + i for i in range(len(self.cotangents()))])


@dataclass
class OperandScalars(Case):
    """A case whose last operands are scalars that its reference gets by name."""
    scalars: tuple = ()

    def apply(self, operands):
        count = len(self.scalars)
        values = [x.item() for x in operands[-count:]]
        return apply(self.op, *operands[:-count], **dict(zip(self.scalars, values)),
                     **self.reference_attributes)


def _wide(arrays):
    """Copies; floats become float64."""
    return [np.array(a, np.float64) if a is not None and a.dtype.kind == "f" else a
            for a in arrays]


def _slopes(array, function):
    """Central differences of `function` in each element of `array`."""
    slopes, flat = np.zeros(array.size), array.reshape(-1)
    for i, middle in enumerate(flat.copy()):
        step = 1e-5 * max(1, abs(middle))
        flat[i] = middle + step
        above = function()
        flat[i] = middle - step
        slopes[i] = (above - function()) / (2 * step)
        flat[i] = middle
    size = max(1, np.abs(slopes).max(initial=0))
    return reference.Value(slopes.reshape(array.shape),
                           np.full(array.shape, 2e-5 * size))


def has_smooth_adjoint(case):
    """Small enough for differences, and no step between the points they use."""
    size = sum(a.size for a in case.present())
    kinked = "ties" in case.name or "bad_" in case.name
    return (case.adjoint and not kinked and case.op != "cast" and
            size <= (200 if case.has_rule() else 100))


# Operands.

def _generator(key):
    return np.random.default_rng(zlib.crc32(key.encode()))


def normal(key, shape, scale=1.0):
    return (_generator(key).standard_normal(shape) * scale).astype(np.float32)


def uniform(key, shape, low, high):
    return _generator(key).uniform(low, high, shape).astype(np.float32)


def integers(key, shape, low, high, dtype=np.int32):
    return _generator(key).integers(low, high, shape).astype(dtype)


def grid(key, shape):
    """Small multiples of 1/8: sums of products are exact in float32."""
    return (integers(key, shape, -16, 17) / 8).astype(np.float32)


def scalar(value):
    return np.array(value, np.int32 if isinstance(value, int) else np.float32)


# Names and text.

def shape_name(*shapes):
    return "_by_".join("x".join(map(str, s)) or "scalar" for s in shapes)


def attributes(**values):
    """A dictionary of attributes; what is no number and no list is its own text."""
    def text(value):
        if isinstance(value, (tuple, list)):
            return "array<i64" + (": " if value else "") + ", ".join(
                map(str, value)) + ">"
        if isinstance(value, float):
            if not np.isfinite(value):
                bits = {np.inf: "0x7FF0", -np.inf: "0xFFF0"}.get(value, "0x7FF8")
                return f"{bits}000000000000 : f64"
            # MLIR wants a point before an exponent.
            mantissa, _, exponent = repr(value).partition("e")
            mantissa += "" if "." in mantissa else ".0"
            return f"{mantissa}e{exponent or 0} : f64"
        if isinstance(value, int):
            return f"{value} : i64"
        return str(value)
    return "{" + ", ".join(f"{k} = {text(v)}" for k, v in values.items()) + "}"


def escape(text):
    """Text that `Case.text` can hold: braces are not places of operands."""
    return text.replace("{", "{{").replace("}", "}}")


def shape_text(shape):
    return "[" + ", ".join(map(str, shape)) + "]"


def simple(op, name, operands, adjoint=False, comparison=None, detached=(),
           detached_results=(), **values):
    """An op whose attributes are a dictionary with the reference's names."""
    present = sum(a is not None for a in operands)
    text = f"oaml.{op} " + (f"{comparison}, " if comparison else "")
    text += ", ".join(f"{{{i}}}" for i in range(present))
    if values:
        text += " " + escape(attributes(**values))
    if comparison:
        values["comparison"] = comparison
    return Case(op, name, operands, text, values, adjoint, detached=detached,
                detached_results=detached_results)
