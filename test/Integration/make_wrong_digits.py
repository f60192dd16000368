"""Directories of images.npy and labels.npy with one thing wrong in each.

usage: make_wrong_digits.py SOURCE TARGET; the directories are there.
"""

import pathlib
import sys

import numpy as np

source, target = map(pathlib.Path, sys.argv[1:])
images = np.load(source / "images.npy")[:5]
labels = np.load(source / "labels.npy")[:5]
ink, label = images.copy(), labels.copy()
ink.flat[3] = 17
label[4] = 10
for name, x, t in (("good", images, labels), ("short", images, labels),
                   ("type", images.astype(np.float32), labels),
                   ("shape", images, labels[:, None]), ("ink", ink, labels),
                   ("label", images, label), ("count", images, labels[:4]),
                   ("tiny", images[:1], labels[:1])):
    np.save(target / name / "images.npy", x)
    np.save(target / name / "labels.npy", t)
short = target / "short" / "images.npy"
short.write_bytes(short.read_bytes()[:-1])
