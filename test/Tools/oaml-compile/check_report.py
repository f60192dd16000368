#!/usr/bin/env python3
# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the keys and some numbers of the report of report.mlir."""

import json
import sys

with open(sys.argv[1]) as file:
    report = json.load(file)
assert set(report) == {
    "compiler", "target", "symbol_value", "phases", "kernels", "entries", "artifact_bytes"
}, report.keys()
assert all(phase["milliseconds"] >= 0 for phase in report["phases"])

exp, product = report["kernels"]
for kernel in exp, product:
    assert set(kernel) == {
        "name", "ops", "symbols", "schedules", "subgroup_size", "registers", "spirv_bytes",
        "workgroups", "bytes_read", "bytes_written", "flops", "launches", "unfused"
    }, kernel.keys()
    assert kernel["launches"] == 1 and kernel["symbols"] == ["B"]
    assert kernel["subgroup_size"] == 8 and kernel["registers"] > 0
assert [op["name"] for op in product["ops"]] == ["oaml.contraction", "oaml.add"]
assert product["schedules"][0]["strategy"] == "contraction"
assert len(product["schedules"][0]["tile"]) == 3
# Two per multiply-add, one for the bias.
assert product["flops"] == {"expression": "B * 645", "value": 64 * 645}, product["flops"]
assert product["bytes_read"] == {"expression": "B * 256 + 1300", "value": 64 * 256 + 1300}
assert product["bytes_written"] == {"expression": "B * 20", "value": 64 * 20}
assert len(exp["unfused"]) == 1 and not product["unfused"]

(entry,) = report["entries"]
assert set(entry) == {
    "name", "symbols", "launches", "barriers", "copies", "arena_bytes", "arena_lower_bound"
}, entry.keys()
assert entry["name"] == "main" and entry["symbols"] == ["B"]
assert [launch["kernel"] for launch in entry["launches"]] == ["exp", "contraction_add"]
assert entry["launches"][1]["flops"] == product["flops"]
assert entry["barriers"] == 1 and entry["copies"] == 0
