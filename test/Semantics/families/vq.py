"""Vector quantization, in NumPy and float64."""

import numpy as np

from case import attributes, escape, grid, integers, normal, scalar, shape_name, simple, Case
from reference import elementwise, exact, f64, reduction


def vq_assign(latent, codebook):
    difference = f64(latent)[0][:, None] - f64(codebook)[0][None]
    with np.errstate(over="ignore"):
        distance = (difference**2).sum(2)
    never = np.isnan(distance) | (distance >= np.finfo(np.float32).max)
    indices = np.where(never, np.inf, distance).argmin(1)
    return [exact(indices.astype(np.int32)), exact(codebook[indices])]


def vq_lookup(codebook, indices):
    live = (indices >= 0) & (indices < codebook.shape[0])
    return [exact(np.where(live[:, None], codebook[np.where(live, indices, 0)], 0))]


def _revival_row(code, seed, rows):
    mask = 0xFFFFFFFF
    h = ((code + 1) * 2654435761) & mask
    h ^= (seed * 2246822519) & mask
    h ^= seed >> 15
    h ^= h >> 13
    h = (h * 3266489917) & mask
    return (h ^ h >> 16) % rows


def vq_revival_row(code, seed, rows):
    return [exact(np.array([_revival_row(int(k), int(seed) & 0xFFFFFFFF, int(rows))
                            for k in code], np.int32))]


def vq_ema_update(latent, indices, embed_sum, cluster_size, codebook, decay, epsilon,
                  dead_threshold, seed, normalize):
    latent, sums, sizes = f64(latent, embed_sum, cluster_size)
    codes = codebook.shape[0]
    member = (indices[None] == np.arange(codes)[:, None]).astype(np.float64)
    size = decay * sizes + (1 - decay) * member.sum(1)
    total = decay * sums + (1 - decay) * (member @ latent)
    terms = decay * np.abs(sums) + (1 - decay) * (member @ np.abs(latent))
    code = total / np.maximum(size, epsilon)[:, None]
    code_terms = terms / np.maximum(size, epsilon)[:, None]
    if normalize in (True, "true"):
        root = np.sqrt((code**2).mean(1, keepdims=True))
        scale = np.where(root > epsilon, root, 1)
        code, code_terms = code / scale, 2 * code_terms / scale
    for k in np.nonzero(size < dead_threshold)[0]:
        row = latent[_revival_row(int(k), seed, latent.shape[0])]
        code[k], total[k], size[k] = row, row, 1
        code_terms[k] = terms[k] = 0
    return [reduction(total, terms), elementwise(size), reduction(code, code_terms)]


def _assign_cases():
    for rows, codes, width in [(1, 1, 1), (5, 3, 2), (7, 9, 5), (33, 65, 31), (64, 256, 64)]:
        yield simple("vq_assign", shape_name((rows, codes, width)),
                     [normal("x", (rows, width)), normal("c", (codes, width))])
    # Sums of squares that are exact.
    codebook = grid("t", (4, 3))
    yield simple("vq_assign", "ties",
                 [grid("x", (9, 3)), np.concatenate([codebook, codebook])])
    special = np.array([[np.nan, 1], [np.inf, 0], [1, 1], [3e38, -3e38]], np.float32)
    codes = np.array([[np.nan, 0], [np.inf, 0], [1, 2], [0, 0]], np.float32)
    yield simple("vq_assign", "special", [special, codes])
    yield simple("vq_assign", "none_wins", [special[:2].copy(), codes[:2].copy()])


def _lookup_cases():
    for rows, codes, width in [(1, 1, 1), (7, 5, 3), (65, 33, 64)]:
        yield simple("vq_lookup", shape_name((rows, codes, width)),
                     [normal("c", (codes, width)), integers("i", (rows,), 0, codes)])
    yield simple("vq_lookup", "bad_index",
                 [normal("c", (3, 2)), np.array([0, -1, 3, 2, -2**31, 2**31 - 1], np.int32)])


def _revival_cases():
    for rows, seed in ((16, 0), (16, 7), (1000, 123456789), (1, 3), (7, 2**32 - 1)):
        seed_array = np.array(seed, np.uint32).view(np.int32)
        yield simple("vq_revival_row", f"{rows}_{seed}",
                     [np.arange(6, dtype=np.int32), seed_array, scalar(rows)])


def _update_cases():
    for rows, codes, width, normalize, threshold in [
            (1, 1, 1, "false", 0.0), (7, 5, 3, "false", 0.9), (9, 4, 2, "true", 0.0),
            (33, 65, 17, "true", 1.0), (300, 64, 64, "false", 0.5)]:
        operands = [normal("x", (rows, width)), integers("i", (rows,), -1, codes + 1),
                    normal("s", (codes, width)), np.abs(normal("n", (codes,))),
                    normal("c", (codes, width))]
        values = dict(decay=0.9, epsilon=1e-5, dead_threshold=threshold, seed=7,
                      normalize=normalize)
        yield simple("vq_ema_update", shape_name((rows, codes, width)), operands, **values)


CASES = {"vq_assign": _assign_cases, "vq_lookup": _lookup_cases,
         "vq_revival_row": _revival_cases, "vq_ema_update": _update_cases}
