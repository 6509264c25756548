#!/usr/bin/env python3
"""Makes the golden files of repack_gguf, matvec_gguf and matmul_gguf with the package gguf (0.19.0, llama.cpp's own) and NumPy:
it quantises and dequantises, products are taken in f64. The planes are cut out of its blocks here, byte by byte. It cannot quantise
to Q4_K and Q6_K: their blocks are random bytes with ordinary halves.

    pip install gguf==0.19.0 numpy safetensors && python tests/goldens/make_gguf.py
"""
import json
import pathlib

import numpy as np
from gguf import GGMLQuantizationType, quants
from safetensors.numpy import save_file

FOLDER = pathlib.Path(__file__).parent
TYPES = {"q8_0": GGMLQuantizationType.Q8_0, "q4_1": GGMLQuantizationType.Q4_1, "q4_0": GGMLQuantizationType.Q4_0,
         "q4_k": GGMLQuantizationType.Q4_K, "q6_k": GGMLQuantizationType.Q6_K}
BLOCK_BYTES = {"q8_0": 34, "q4_1": 20, "q4_0": 18, "q4_k": 144, "q6_k": 210}


def nibbles_of(codes):
    """Words of eight codes in order."""
    return (codes[..., ::2] | codes[..., 1::2] << 4).copy().view(np.uint32).reshape(len(codes), -1)


def q4_k_planes(each):
    head = each[:, :, 4:16].astype(np.uint32)
    low, high, both = head[:, :, :4], head[:, :, 4:8], head[:, :, 8:]
    scale = np.concatenate((low & 63, both & 15 | low >> 6 << 4), axis=2)
    least = np.concatenate((high & 63, both >> 4 | high >> 6 << 4), axis=2)
    bits = each[:, :, 16:].reshape(*each.shape[:2], 4, 1, 32)
    codes = np.concatenate((bits & 15, bits >> 4), axis=3)  # of each 64 two times 32
    scales = (scale | (least & 3) << 6).astype(np.uint8).view(np.uint32)
    leasts = np.sum(least >> 2 << 4 * np.arange(8, dtype=np.uint32), axis=2, keepdims=True).astype(np.uint32)
    parts = np.concatenate((scales, leasts), axis=2)
    return np.concatenate((nibbles_of(codes), parts.reshape(len(each), -1)), axis=1), each[:, :, :4]


def q6_k_planes(each):
    shape = each.shape[:2]
    bits = each[:, :, :128].reshape(*shape, 2, 1, 64)
    lower = np.concatenate((bits & 15, bits >> 4), axis=3)  # of each 128 two times 64
    upper = each[:, :, 128:192].reshape(*shape, 2, 1, 32) >> np.array([0, 2, 4, 6], dtype=np.uint8).reshape(4, 1) & 3
    upper = upper.reshape(*shape, 64, 4)  # in order
    pairs = np.bitwise_or.reduce(upper << np.array([0, 2, 4, 6], dtype=np.uint8), axis=3).astype(np.uint8)
    rest = [plane.copy().view(np.uint32).reshape(len(each), -1) for plane in (pairs, each[:, :, 192:208])]
    return np.concatenate((nibbles_of(lower), *rest), axis=1), each[:, :, 208:]


def planes(blocks, kind):
    rows = blocks.shape[0]
    each = blocks.reshape(rows, -1, BLOCK_BYTES[kind])
    if kind == "q4_k":
        codes, halves = q4_k_planes(each)
    elif kind == "q6_k":
        codes, halves = q6_k_planes(each)
    elif kind == "q8_0":
        codes, halves = each[:, :, 2:].copy().view(np.uint32).reshape(rows, -1), each[:, :, :2]
    else:
        head = 4 if kind == "q4_1" else 2
        codes, halves = nibbles_of(np.concatenate((each[:, :, head:] & 15, each[:, :, head:] >> 4), axis=2)), each[:, :, :head]
    return codes, halves.copy().view(np.float16).reshape(rows, -1)


def save(name, op, kind, tensors, tolerance, source):
    metadata = {"op": op, "params": json.dumps({"type": kind}), "tol": json.dumps(tolerance), "source": source}
    save_file({key: np.ascontiguousarray(value) for key, value in tensors.items()}, FOLDER / f"{name}.safetensors", metadata)


def random_blocks(random, kind, n, k):
    blocks = random.integers(0, 256, (n, k // 256, BLOCK_BYTES[kind]), dtype=np.uint8)
    halves = random.uniform(0.001, 0.05, (n, k // 256, 2)).astype(np.float16).view(np.uint8)
    if kind == "q4_k":
        blocks[:, :, :4] = halves
    else:
        blocks[:, :, 208:] = halves[:, :, :2]
    return blocks.reshape(n, -1)


def main():
    random = np.random.default_rng(25)
    for kind, quantised in TYPES.items():
        large = kind in ("q4_k", "q6_k")
        shapes = ((5, 256, 1), (9, 768, 3), (7, 1280, 1), (17, 512, 20)) if large else ((5, 32, 1), (37, 576, 3), (24, 1056, 1), (33, 96, 40))
        for n, k, m in shapes:
            if large:
                blocks = random_blocks(random, kind, n, k)
            else:
                weights = random.standard_normal((n, k), dtype=np.float32) * random.uniform(0.01, 3, (n, 1)).astype(np.float32)
                blocks = quants.quantize(weights, quantised)
            codes, scale = planes(blocks, kind)
            exact = quants.dequantize(blocks, quantised).astype(np.float64)
            shape = f"n{n}_k{k}"
            save(f"repack_gguf.{kind}_{shape}", "repack_gguf", kind, {"blocks": blocks, "out.codes": codes, "out.scale": scale},
                 {"rel": 0.0, "abs": 0.0}, "random blocks" if large else "gguf 0.19.0: quants.quantize")
            a = random.standard_normal((m, k), dtype=np.float32)
            out = a.astype(np.float64) @ exact.T
            size = float((np.abs(a).astype(np.float64) @ np.abs(exact).T).max())
            tolerance = {"rel": 1e-5, "abs": 2e-6 * size}
            source = "gguf 0.19.0: a @ quants.dequantize(blocks).T in f64"
            op = "matvec_gguf" if m == 1 else "matmul_gguf"
            given = {"vector": a[0]} if m == 1 else {"a": a}
            save(f"{op}.{kind}_{shape}", op, kind, given | {"codes": codes, "scale": scale, "out": (out[0] if m == 1 else out).astype(np.float32)},
                 tolerance, source)


if __name__ == "__main__":
    main()
