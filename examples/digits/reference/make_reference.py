#!/usr/bin/env python3
"""Recreates digits.npz: ten training steps of the digits model in float64.

usage: python3 make_reference.py (needs numpy and PyTorch)

The model: 64 -> 128 relu -> 64 relu -> 10, mean cross entropy, AdamW (0.9, 0.999,
eps 1e-8, decay 0.01 on every parameter, learning rate 0.003), batches of 64
images divided by 16. PyTorch computes all of it in float64, from float32 start
weights, so that a float32 program can be judged against it. README.md describes
the arrays.
"""

import pathlib

import numpy as np
import torch

WIDTHS = (64, 128, 64, 10)
BATCH = 64
STEPS = 10
LEARNING_RATE = float(np.float32(0.003))  # the value that a float32 operand has
NAMES = [f"{kind}{layer}" for layer in (1, 2, 3) for kind in "wb"]


def start_weights():
    """Uniform in [-sqrt(1/in), sqrt(1/in)), biases 0; float32."""
    generator = np.random.default_rng(20260714)
    values = {}
    for layer, (fan_in, fan_out) in enumerate(zip(WIDTHS, WIDTHS[1:]), 1):
        bound = np.sqrt(1 / fan_in)
        values[f"w{layer}"] = generator.uniform(
            -bound, bound, (fan_out, fan_in)).astype(np.float32)
        values[f"b{layer}"] = np.zeros(fan_out, np.float32)
    return values


def main():
    here = pathlib.Path(__file__).resolve().parent
    images = np.load(here.parent / "data" / "images.npy").reshape(-1, 64) / 16
    labels = np.load(here.parent / "data" / "labels.npy").astype(np.int64)
    batches = np.random.default_rng(1).permutation(len(images))
    batches = batches[:STEPS * BATCH].reshape(STEPS, BATCH)

    start = start_weights()
    weights = [torch.tensor(start[name], dtype=torch.float64, requires_grad=True)
               for name in NAMES]
    optimizer = torch.optim.AdamW(weights, lr=LEARNING_RATE, betas=(0.9, 0.999),
                                  eps=1e-8, weight_decay=0.01)
    arrays = {f"start/{name}": value for name, value in start.items()}
    arrays["batches"] = batches.astype(np.int32)
    losses, correct = [], []
    for step, rows in enumerate(batches, 1):
        x, target = torch.tensor(images[rows]), torch.tensor(labels[rows])
        w1, b1, w2, b2, w3, b3 = weights
        hidden = torch.relu(x @ w1.T + b1)
        hidden = torch.relu(hidden @ w2.T + b2)
        logits = hidden @ w3.T + b3
        loss = torch.nn.functional.cross_entropy(logits, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        correct.append(int((logits.argmax(1) == target).sum()))
        if step == 1:
            for name, weight in zip(NAMES, weights):
                state = optimizer.state[weight]
                for field, value in (("grad", weight.grad), ("weight", weight),
                                     ("m", state["exp_avg"]),
                                     ("v", state["exp_avg_sq"])):
                    arrays[f"step1/{field}/{name}"] = (
                        value.detach().numpy().astype(np.float32))
    arrays["losses"] = np.array(losses, np.float64)
    arrays["correct"] = np.array(correct, np.int32)
    np.savez_compressed(here / "digits.npz", **arrays)
    print("losses", *(f"{loss:.9f}" for loss in losses))


if __name__ == "__main__":
    main()
