# Part of the OAML project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a classifier of handwritten digits, saves it, reloads and tests it."""

import argparse
import pathlib

import numpy as np

import oaml

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--weights", default="digits.safetensors")
parser.add_argument("--plot", help="write a picture of the losses to this file")
options = parser.parse_args()

data = pathlib.Path(__file__).parent / "data"
images = np.load(data / "images.npy").reshape(-1, 64).astype(np.float32) / 16
labels = np.load(data / "labels.npy").astype(np.int32)
order = np.random.default_rng(1).permutation(len(images))
train, held_out = np.split(order, [len(order) * 4 // 5])
batches = oaml.data.Batches((images[train], labels[train]), 64, seed=options.seed,
                            drop_last=True)
tests = oaml.data.Batches((images[held_out], labels[held_out]), 360, shuffle=False)


def loss(model, images, labels):
    return oaml.cross_entropy(model(images), labels)


def metrics(model, images, labels):
    correct = oaml.accuracy_count(model(images), labels)
    return {"held-out accuracy": correct.astype("f32") / images.shape[0]}


schedule = oaml.optim.cosine(0.005, steps=options.epochs * len(batches))
model = oaml.nn.MLP.init([64, 128, 64, 10], seed=options.seed)
result = oaml.fit(loss, model, batches, optimizer=oaml.optim.adamw(schedule),
                  epochs=options.epochs, held_out=tests, metrics=metrics,
                  plot=options.plot)
oaml.save_parameters(options.weights, result.parameters)

model = oaml.load_parameters(options.weights, like=model)
correct = int((model(images[held_out]).numpy().argmax(1) == labels[held_out]).sum())
print(f"held-out accuracy: {100 * correct / len(held_out):.2f} % "
      f"({correct} of {len(held_out)})")
