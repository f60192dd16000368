#!/usr/bin/env python3
"""Times generated kernels beside hand-written ones and compares with the bars.

Compiles benchmarks/kernels/*.mlir with oaml-compile, drives oaml-bench, prints
a table and writes into the output directory:

  results.json   everything measured, each bar with its ratio
  results.md     the table
  results.svg    the picture

Exit status: 0 measured (whatever the ratios are), 1 a result is wrong or a
kernel did not compile or run, 2 wrong usage, 3 the runner failed.
"""

import argparse
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parent / "kernels"

# A ratio is the time of the second variant over that of the first one: how
# much of the speed of the second one the first one reaches. Each bar: variant,
# what it is measured against, least ratio, what the ratio is called.
BARS = [
    ("generated", "twin", 0.85, "generated / hand-written"),
    ("dynamic-mn", "generated", 0.75, "dynamic M, N / static"),
    ("dynamic", "generated", 0.75, "all extents dynamic / static"),
    ("generated", "copy", 0.7, "generated / copy rate"),
    # A hand-written kernel of one pass is worth being compared with if it comes
    # near the rate of a copy.
    ("twin", "copy", 0.7, "hand-written / copy rate"),
]


def find_entries():
    """Public functions of the sources: (source file, name)."""
    for source in sorted(SOURCE.glob("*.mlir")):
        for name in re.findall(r"^func\.func @(\w+)", source.read_text(), re.M):
            yield source, name


def compile_kernels(tools, directory, wanted):
    """Compiles the functions whose names are in `wanted` into `directory`.

    Returns ({name: seconds}, {name: error})."""
    seconds, errors = {}, {}
    for source, name in find_entries():
        output = directory / f"{name}.oamlx"
        output.unlink(missing_ok=True)
        if name not in wanted:
            continue
        begin = time.monotonic()
        result = subprocess.run(
            [tools / "oaml-compile", source, f"--entry={name}", "-o", output],
            capture_output=True,
            text=True,
            check=False,
        )
        seconds[name] = time.monotonic() - begin
        if result.returncode:
            errors[name] = result.stderr.strip()
    return seconds, errors


def get_time(variant, clock):
    """The least time of a variant in ms; None where it did not run, or wrongly."""
    return variant[clock]["min"] if variant.get("correct") else None


def compare(case, clock):
    """The bars of a case as records; `ratio` is None where a side has no time."""
    variants = {v["name"]: v for v in case["variants"]}
    bars = []
    for first, second, least, label in BARS:
        if first not in variants or second not in variants:
            continue
        mine = get_time(variants[first], clock)
        other = get_time(variants[second], clock)
        ratio = other / mine if mine and other else None
        if ratio and second == "copy":
            # By bytes moved in the same time.
            ratio *= case["bytes"] / case["copy_bytes"]
        bars.append(
            {
                "case": case["name"],
                "label": label,
                "ratio": ratio,
                "bar": least,
                "reached": ratio is not None and ratio >= least,
            }
        )
    return bars


def describe_rate(case, variant, clock, workers):
    """GFLOP/s or GB/s as text. Processor time is that of all workers together."""
    milliseconds = variant[clock]["min"]
    if clock == "cpu_ms":
        milliseconds /= workers
    if case["flops"]:
        return f"{case['flops'] / milliseconds / 1e6:.1f} GFLOP/s"
    moved = case["copy_bytes" if variant["kind"] == "copy" else "bytes"]
    return f"{moved / milliseconds / 1e6:.1f} GB/s"


def format_table(results):
    """The Markdown table of all variants, and that of the bars."""
    clock, workers = results["clock"], results["workers"]
    lines = [
        "| case | variant | wall ms, least / median | CPU ms, least / median "
        "| rate | start ms |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for case in results["cases"]:
        for variant in case["variants"]:
            head = f"| {case['name']} | {variant['name']} | "
            if "failure" in variant:
                lines.append(head + variant["failure"].replace("|", "\\|") + " ||||")
                continue
            wall, cpu = variant["wall_ms"], variant["cpu_ms"]
            wrong = "" if variant["correct"] else " **wrong result**"
            lines.append(
                head + f"{wall['min']:.2f} / {wall['median']:.2f} | "
                f"{cpu['min']:.2f} / {cpu['median']:.2f} | "
                f"{describe_rate(case, variant, clock, workers)}{wrong} | "
                f"{variant['start_ms']:.0f} |"
            )
    lines += ["", "| case | ratio of | ratio | bar | |", "| --- | --- | --- | --- | --- |"]
    for bar in results["bars"]:
        ratio = "not measured" if bar["ratio"] is None else f"{bar['ratio']:.2f}"
        word = "reached" if bar["reached"] else "below"
        if bar["ratio"] is None:
            word = ""
        lines.append(
            f"| {bar['case']} | {bar['label']} | {ratio} | {bar['bar']:.2f} | {word} |"
        )
    return "\n".join(lines) + "\n"


def draw(results):
    """An SVG: a bar for each ratio, with a mark at what it must reach."""
    bars = [bar for bar in results["bars"] if bar["ratio"] is not None]
    left, unit, row = 400, 280, 24  # pixels: of labels, of ratio 1, of a bar
    width = left + int(unit * max([1.2] + [bar["ratio"] for bar in bars])) + 60
    height = row * len(bars) + 70
    text = html.escape
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="10" y="22">{text(results["device"]["name"])}: ratios of speeds,'
        " black marks: what they must reach</text>",
    ]
    for i, bar in enumerate(bars):
        y = 36 + row * i
        color = "#2a9d5c" if bar["reached"] else "#d1495b"
        end, mark = left + unit * bar["ratio"], left + unit * bar["bar"]
        label = text(f"{bar['case']}: {bar['label']}")
        lines += [
            f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{label}</text>',
            f'<rect x="{left}" y="{y + 3}" width="{end - left:.1f}" height="{row - 6}"'
            f' fill="{color}"/>',
            f'<rect x="{mark - 1:.1f}" y="{y}" width="2" height="{row}"/>',
            f'<text x="{end + 6:.1f}" y="{y + 15}">{bar["ratio"]:.2f}</text>',
        ]
    return "\n".join(lines + ["</svg>"]) + "\n"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("filter", nargs="?", default="", help="regular expression on case names")
    parser.add_argument("--build-dir", type=pathlib.Path, default="build")
    parser.add_argument("--out", type=pathlib.Path, default="build/bench")
    parser.add_argument(
        "--clock",
        choices=("cpu", "wall"),
        help="what ratios compare (default: processor time on CPU devices, else wall time)",
    )
    parser.add_argument("--seconds", type=float, default=6, help="sampling time of a case")
    arguments = parser.parse_args()
    try:
        re.compile(arguments.filter)
    except re.error as error:
        parser.error(f"filter: {error}")
    return arguments


def main():
    arguments = parse_arguments()
    tools = arguments.build_dir.resolve() / "bin"
    twins = arguments.build_dir.resolve() / "benchmarks" / "twins"
    arguments.out.mkdir(parents=True, exist_ok=True)
    generated = arguments.out / "kernels"
    generated.mkdir(exist_ok=True)

    runner = [tools / "oaml-bench", "--generated", generated, "--twins", twins]
    runner += ["--filter", arguments.filter]
    files = subprocess.run(
        runner + ["--list-files"], capture_output=True, text=True, check=False
    )
    if files.returncode:
        print(files.stderr, file=sys.stderr, end="")
        return 3
    seconds, errors = compile_kernels(tools, generated, files.stdout.split())
    for name, error in errors.items():
        print(f"{name} does not compile:\n{error}", file=sys.stderr)

    raw = arguments.out / "raw.json"
    command = runner + ["--seconds", str(arguments.seconds), "-o", raw]
    if subprocess.run(command, check=False).returncode:
        return 3
    results = json.loads(raw.read_text())
    raw.unlink()
    device = results["device"]
    clock = arguments.clock or ("cpu" if device["cpu"] else "wall")
    results["clock"] = f"{clock}_ms"
    results["workers"] = max(1, device["workgroups_at_once"])
    results["load_average"] = os.getloadavg()[0]
    results["compile_seconds"] = seconds
    results["bars"] = [
        bar for case in results["cases"] for bar in compare(case, results["clock"])
    ]

    table = format_table(results)
    (arguments.out / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    (arguments.out / "results.md").write_text(table)
    print(f"{device['name']}, {device['driver']}, load {results['load_average']:.1f}")
    print(f"ratios compare the least {clock} times\n")
    print(table)
    if not any(twins.glob("*.spv")):
        print("no hand-written kernels: glslangValidator was not found at build time")
    picture = arguments.out / "results.svg"
    picture.write_text(draw(results))
    print(f"picture: {picture}")

    # A twin that this device cannot run is no failure; a generated kernel is.
    variants = [v for case in results["cases"] for v in case["variants"]]
    bad = [v for v in variants if not v.get("correct", v["kind"] != "generated")]
    for variant in bad:
        print(f"WRONG: {variant['file']} ({variant['kind']})", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
