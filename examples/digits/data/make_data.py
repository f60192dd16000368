#!/usr/bin/env python3
"""Recreates images.npy and labels.npy of this directory from scikit-learn.

usage: python3 make_data.py (needs numpy and scikit-learn)

images.npy: uint8 [1797, 8, 8], ink in 0..16. labels.npy: uint8 [1797], 0..9.
Both in scikit-learn's order. Where the data come from: README.md.
"""

import pathlib

import numpy as np
from sklearn.datasets import load_digits


def main():
    here = pathlib.Path(__file__).resolve().parent
    digits = load_digits()
    images = digits.images.astype(np.uint8)
    if not (images == digits.images).all() or images.max() != 16:
        raise SystemExit("scikit-learn's images are no longer integers in 0..16")
    np.save(here / "images.npy", images)
    np.save(here / "labels.npy", digits.target.astype(np.uint8))


if __name__ == "__main__":
    main()
