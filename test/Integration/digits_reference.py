#!/usr/bin/env python3
"""Ten training steps of examples/digits against PyTorch's float64 run.

Runs the program's `step` on the start weights and batches of
examples/digits/reference/digits.npz. Arguments are found by their names (w1 …
b3; their moments m_w1 …, v_w1 …; images, labels, learning rate, step); where an
argument's new value is comes from `oaml.donated`. The bounds are those of
examples/digits/reference/README.md.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

DIGITS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "digits"
NAMES = [f"{kind}{layer}" for layer in (1, 2, 3) for kind in "wb"]
LEARNING_RATE = np.array(0.003, np.float32)


def _list_between(text, start):
    """The text inside the parenthesis that opens at `start`, and its end."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 1:i], i + 1
    sys.exit("the function's signature does not end")


def signature(text, function):
    """Arguments as (name, number of the result that replaces it or None), and
    the names of the results."""
    start = re.search(rf"func\.func @{function}\s*\(", text)
    if not start:
        sys.exit(f"no public function @{function}")
    inside, end = _list_between(text, start.end() - 1)
    arguments = []
    for part in re.split(r",\s*(?=%)", inside):
        name = re.search(r'oaml\.name = "([^"]*)"', part)
        donated = re.search(r"oaml\.donated = (\d+)", part)
        arguments.append((name.group(1) if name else re.match(r"\s*%(\w+)", part)[1],
                          int(donated[1]) if donated else None))
    results, _ = _list_between(text, text.index("(", end))
    return arguments, [re.search(r'oaml\.name = "([^"]*)"', part)[1]
                       if "oaml.name" in part else ""
                       for part in re.split(r",\s*(?=tensor<)", results)]


def role(name):
    """(what, parameter): ("m", "w1") for m_w1, w1_m or m.w1; ("weight", "w1")."""
    if name in NAMES:
        return "weight", name
    moment = (re.fullmatch(r"([mv])[_.]?([wb]\d)", name) or
              re.fullmatch(r"([wb]\d)[_.]?([mv])", name))
    if moment:
        return tuple(sorted(moment.groups(), key=lambda part: part in NAMES))
    for what, names in {"images": ("x", "images", "input"),
                        "labels": ("labels", "targets", "t", "y"),
                        "lr": ("lr", "learning_rate", "rate"),
                        "step": ("step",)}.items():
        if name in names:
            return what, None
    sys.exit(f"@step has an argument {name!r} that is not understood")


def compare_first_step(values, reference):
    """Weights and moments after step 1; a list of complaints."""
    largest = max(np.abs(reference[f"step1/grad/{name}"]).max() for name in NAMES)
    complaints = []
    for (what, name), found in values.items():
        wanted = reference[f"step1/{what}/{name}"].astype(np.float64)
        if what == "weight":
            g = reference[f"step1/grad/{name}"].astype(np.float64)
            moved = LEARNING_RATE * 2e-6 * largest * 1e-8 / (np.abs(g) + 1e-8)**2
            bound = 1e-7 + 2e-7 * np.abs(wanted) + np.minimum(
                2 * LEARNING_RATE, moved)
        else:
            bound = 2e-6 * np.abs(wanted).max()
        excess = (np.abs(found - wanted) / bound).max()
        if not excess <= 1:
            complaints.append(f"after step 1 {what} of {name} is {excess:.3g} times "
                              "its bound away")
    return complaints


def run(line):
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, line))}\nstatus {done.returncode}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--executor", default="vulkan",
                        choices=["interpreter", "vulkan"])
    parser.add_argument("--command", default="oaml-run", type=lambda s: s.split(" "),
                        help="the runner with anything in front of it: oaml-run for the "
                             "interpreter, oaml-steps for a device")
    parser.add_argument("--compiler", default="oaml-compile")
    options = parser.parse_args()

    reference = np.load(DIGITS / "reference" / "digits.npz")
    images = np.load(DIGITS / "data" / "images.npy").reshape(-1, 64)
    images = (images / 16).astype(np.float32)
    labels = np.load(DIGITS / "data" / "labels.npy").astype(np.int32)
    arguments, results = signature(options.program.read_text(), "step")
    roles = [role(name) for name, _ in arguments]
    state = {}
    for what, name in roles:
        if what in ("weight", "m", "v"):
            start = reference[f"start/{name}"]
            state[what, name] = start if what == "weight" else np.zeros_like(start)
    if len(state) != 3 * len(NAMES):
        sys.exit(f"@step has {len(state)} weights and moments, not {3 * len(NAMES)}")

    complaints = []
    with tempfile.TemporaryDirectory(prefix="oaml-digits-") as directory:
        # Argument i before the first step in in<i>.npy, before step k in <k>.in<i>.npy;
        # result r of step k in <k>.out<r>.npy.
        for i, key in enumerate(roles):
            if key in state:
                np.save(f"{directory}/in{i}.npy", state[key])
        for step, rows in enumerate(reference["batches"], 1):
            given = {("images", None): images[rows], ("labels", None): labels[rows],
                     ("lr", None): LEARNING_RATE, ("step", None): np.int32(step)}
            for i, key in enumerate(roles):
                if key in given:
                    np.save(f"{directory}/{step}.in{i}.npy", given[key])
        num_steps = len(reference["batches"])
        if options.executor == "vulkan":
            # One process: on SwiftShader each one compiles for seconds.
            program = f"{directory}/program.oamlx"
            run([options.compiler, options.program, "-o", program])
            run(options.command + [program, "step", directory, str(num_steps)])
        for step in range(1, num_steps + 1):
            if options.executor == "interpreter":
                line = options.command + [options.program, "--function=step",
                                          "--executor=interpreter"]
                for i, key in enumerate(roles):
                    if key in state:
                        np.save(f"{directory}/{step}.in{i}.npy", state[key])
                    line.append(f"--input=@{directory}/{step}.in{i}.npy")
                line += [f"--output=@{directory}/{step}.out{i}.npy"
                         for i in range(len(results))]
                run(line)
            for key, (_, result) in zip(roles, arguments):
                if key in state:
                    state[key] = np.load(f"{directory}/{step}.out{result}.npy")
            loss = float(np.load(
                f"{directory}/{step}.out{results.index('loss')}.npy").item())
            wanted = reference["losses"][step - 1]
            if not abs(loss - wanted) <= 2e-6 * wanted:
                complaints.append(f"step {step}: loss {loss:.9f}, expected {wanted:.9f}")
            if step == 1:
                complaints += compare_first_step(state, reference)
    print(*complaints, sep="\n")
    print(f"ten steps on {options.executor}: {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
