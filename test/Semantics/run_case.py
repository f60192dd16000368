#!/usr/bin/env python3
"""Runs cases of the semantics suite on one executor and compares the results.

  run_case.py add --executor=lavapipe           all cases of an op
  run_case.py add --case=special --keep=DIR     some cases; program and arrays stay in DIR
  run_case.py add --print-program               only show the program
  run_case.py --list                            ops and their numbers of cases

All cases of an op are one function of one program, so that an op costs one
process; when that program fails as a whole, each case runs by itself and the
broken ones are named. Cases and their expected values come from cases.py,
reference.py and families/; nothing here knows an op. Exit status 0 only when every value is
within its bound.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

import cases

_ELEMENTS = {"float32": "f32", "float64": "f32", "float16": "f16", "int32": "i32",
             "uint8": "ui8", "int8": "i8"}
_FREE = np.inf


def mlir_type(array):
    extents = "".join(f"{n}x" for n in np.shape(array))
    return f"tensor<{extents}{_ELEMENTS[np.asarray(array).dtype.name]}>"


def _function_type(operands, results):
    text = ", ".join(map(mlir_type, results))
    return (f"({', '.join(map(mlir_type, operands))}) -> " +
            (f"({text})" if len(results) != 1 else text))


def _function(name, parameters, body, results, types):
    text = ", ".join(f"{n}: {t}" for n, t in parameters)
    return (f"func.func private @{name}({text}) -> ({', '.join(types)}) {{\n  {body}\n"
            f"  return {', '.join(results)} : {', '.join(types)}\n}}")


def _vjp(function, names, cotangents, wrt):
    return (f"oaml.vjp @{function}({', '.join(names)}) "
            f"cotangents({', '.join(cotangents)}) "
            f"{{wrt = array<i64: {', '.join(map(str, wrt))}>}}")


class Batch:
    """Cases as one program: its text, its arguments, what has to come out."""

    def __init__(self, batch):
        self.arguments, self.expected = [], []  # expected: (case, label, Value)
        self._functions, body, returned = [], [], []
        for number, case in enumerate(batch):
            call, operands, outputs = self._call(number, case)
            names = [f"%arg{len(self.arguments) + i}" for i in range(len(operands))]
            self.arguments += operands
            signature = _function_type(operands, [v.value for _, v in outputs])
            count = f":{len(outputs)}" if len(outputs) > 1 else ""
            body.append(f"  // {case.op}/{case.name}")
            body.append(f"  %{number}{count} = {call(names)} : {signature}")
            for i, (label, value) in enumerate(outputs):
                returned.append(f"%{number}#{i}" if count else f"%{number}")
                self.expected.append((case, label, value))
        parameters = ", ".join(f"%arg{i}: {mlir_type(a)}"
                               for i, a in enumerate(self.arguments))
        types = [mlir_type(value.value) for _, _, value in self.expected]
        self.text = "\n".join(
            self._functions +
            [f"func.func @main({parameters}) -> ({', '.join(types)}) {{"] +
            body + [f"  return {', '.join(returned)} : {', '.join(types)}", "}", ""])

    def _call(self, number, case):
        """Text of a case's call given names, its operands, its (label, Value)s."""
        operands = case.present()
        results = [(f"result {i}", v) for i, v in enumerate(case.expected())]
        if not case.adjoint:
            return (lambda names: case.text.format(*names)), operands, results
        forward = f"case_{number}"
        names = [f"%x{i}" for i in range(len(operands))]
        parameters = list(zip(names, map(mlir_type, operands)))
        signature = _function_type(operands, [v.value for _, v in results])
        values = ["%y"] if len(results) == 1 else [f"%y#{i}" for i in range(len(results))]
        wanted = case.differentiable_results()
        count = f":{len(results)}" if len(results) > 1 else ""
        self._functions.append(_function(
            forward, parameters, f"%y{count} = {case.text.format(*names)} : {signature}",
            [values[i] for i in wanted],
            [mlir_type(results[i][1].value) for i in wanted]))
        results = [results[i] for i in wanted]
        expected = case.expected_adjoints()
        wrt = [i for i, v in enumerate(expected) if v]
        adjoints = [(f"adjoint of operand {i}", expected[i]) for i in wrt]
        cotangents = case.cotangents()
        count = len(cotangents)
        if not case.second_order:
            return ((lambda names: _vjp(forward, names[:-count], names[-count:], wrt)),
                    operands + cotangents, results + adjoints)

        # A function of operands and cotangents whose results are the adjoints.
        values = [v.value for _, v in results + adjoints]
        given = [f"%g{i}" for i in range(count)]
        self._functions.append(_function(
            f"adjoint_{number}", parameters + list(zip(given, map(mlir_type, cotangents))),
            f"%r:{len(values)} = {_vjp(forward, names, given, wrt)} : "
            f"{_function_type(operands + cotangents, values)}",
            [f"%r#{i}" for i in range(len(results), len(values))],
            [mlir_type(v.value) for _, v in adjoints]))
        present = [i for i, a in enumerate(case.operands + cotangents) if a is not None]
        second_wrt = [present.index(i) for i in case.second_wrt()]
        seconds = [(f"second adjoint of operand {i}", value) for i, value in
                   zip(second_wrt, case.expected_second_adjoints())]
        inner = len(adjoints)
        return ((lambda names: _vjp(f"adjoint_{number}", names[:-inner],
                                    names[-inner:], second_wrt)),
                operands + cotangents + case.second_cotangents(), adjoints + seconds)

    def run(self, command, executor, directory):
        """An error text, or the results as arrays."""
        program = directory / "program.mlir"
        program.write_text(self.text)
        line = command + [str(program), "--function=main",
                          f"--executor={executor}"]
        for i, array in enumerate(self.arguments):
            np.save(directory / f"in{i}.npy", array)
            line.append(f"--input=@{directory}/in{i}.npy")
        outputs = [directory / f"out{i}.npy" for i in range(len(self.expected))]
        line += [f"--output=@{path}" for path in outputs]
        (directory / "command.txt").write_text(" \\\n  ".join(line) + "\n")
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"status {done.returncode}\n{done.stderr[-3000:]}", None
        return None, [np.load(path) for path in outputs]


def difference(expected, found):
    """What is wrong with a result, or None."""
    value = np.asarray(expected.value)
    kind = _ELEMENTS[value.dtype.name]
    if _ELEMENTS.get(found.dtype.name) != kind or found.dtype == np.float64:
        return f"has dtype {found.dtype}, not {kind}"
    if found.shape != value.shape:
        return f"has shape {list(found.shape)}, not {list(value.shape)}"
    if value.dtype.kind != "f":
        wrong = found != value
    else:
        bound = np.broadcast_to(expected.bound, value.shape)
        wide = found.astype(np.float64)
        with np.errstate(invalid="ignore"):
            close = (np.abs(wide - value) <= bound) | (wide == value)
        close |= np.isnan(value) & np.isnan(wide)
        wrong = ~(close | (bound == _FREE))
    if not wrong.any():
        return None
    where = tuple(int(i) for i in np.argwhere(wrong)[0])
    text = (f"differs in {int(wrong.sum())} of {wrong.size} elements; first at "
            f"{list(where)}: {found[where]!r}, expected {value[where]!r}")
    if value.dtype.kind == "f":
        text += f" within {np.broadcast_to(expected.bound, value.shape)[where]:.3g}"
    return text


def check(batch, options, directory):
    """Failures as texts, one per value or per case that did not run."""
    program = Batch(batch)
    error, results = program.run(options.command, options.executor, directory)
    if error and len(batch) > 1:
        print(f"the program of all {len(batch)} cases fails; running each alone\n{error}")
        return [failure for case in batch for failure in check([case], options, directory)]
    if error:
        return [f"{batch[0].op}/{batch[0].name}: {error}"]
    failures = []
    for (case, label, expected), found in zip(program.expected, results):
        text = difference(expected, found)
        if text:
            failures.append(f"{case.op}/{case.name}: {label} {text}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("op", nargs="?", choices=cases.OPS, metavar="OP")
    parser.add_argument("--executor", default="vulkan",
                        choices=["interpreter", "vulkan"])
    parser.add_argument("--case", default="", help="regular expression on case names")
    parser.add_argument("--command", default="oaml-run", type=lambda s: s.split(" "),
                        help="the tool, with anything in front of it")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--print-program", action="store_true")
    options = parser.parse_args()
    if options.list:
        for op in cases.OPS:
            print(f"{len(cases.cases_of(op)):4} {op}")
        return 0
    if not options.op:
        parser.error("an op is needed; --list shows them")
    batch = [case for case in cases.cases_of(options.op)
             if re.search(options.case, case.name)]
    if not batch:
        parser.error(f"{options.op} has no case like {options.case!r}")
    if options.print_program:
        print(Batch(batch).text)
        return 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="oaml-semantics-") as temporary:
        directory = options.keep or pathlib.Path(temporary)
        directory.mkdir(parents=True, exist_ok=True)
        failures = check(batch, options, directory)
    for failure in failures:
        print(failure)
    print(f"{options.op} on {options.executor}: {len(batch)} cases, "
          f"{len(failures)} failures, {time.monotonic() - start:.1f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
