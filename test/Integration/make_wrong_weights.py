"""Variants of a .safetensors file of the digits model, one thing wrong in each.

usage: make_wrong_weights.py FILE TARGET
"""

import json
import pathlib
import struct
import sys

source, target = map(pathlib.Path, sys.argv[1:])
whole = source.read_bytes()
size = struct.unpack("<Q", whole[:8])[0]
data = whole[8 + size:]


def write(name, change):
    """The file after `change` of its header."""
    header = json.loads(whole[8:8 + size])
    change(header)
    text = json.dumps(header).encode()
    (target / f"{name}.safetensors").write_bytes(
        struct.pack("<Q", len(text)) + text + data)


def rename(header):
    header["bias"] = header.pop("b3")


def count_otherwise(header):
    metadata = header["__metadata__"]
    metadata["held_out_correct"] = str(int(metadata["held_out_correct"]) + 1)


(target / "short.safetensors").write_bytes(whole[:-1])
write("bare", lambda header: header.pop("__metadata__"))
write("word", lambda header: header["__metadata__"].update(split_seed="seven"))
write("missing", rename)
write("shape", lambda header: header["b3"].update(shape=[2, 5]))
write("changed", count_otherwise)
