#!/usr/bin/env python3
"""Makes the golden files of repack_gguf, matvec_gguf and matmul_gguf with the package gguf (0.19.0, llama.cpp's own) and NumPy:
it quantises and dequantises, products are taken in f64. The planes are cut out of its blocks here, byte by byte.

    pip install gguf==0.19.0 numpy safetensors && python tests/goldens/make_gguf.py
"""
import json
import pathlib

import numpy as np
from gguf import GGMLQuantizationType, quants
from safetensors.numpy import save_file

FOLDER = pathlib.Path(__file__).parent
TYPES = {"q8_0": GGMLQuantizationType.Q8_0, "q4_1": GGMLQuantizationType.Q4_1}


def planes(blocks, kind):
    rows = blocks.shape[0]
    if kind == "q8_0":
        each = blocks.reshape(rows, -1, 34)
        return each[:, :, 2:].copy().view(np.uint32).reshape(rows, -1), each[:, :, :2].copy().view(np.float16).reshape(rows, -1)
    each = blocks.reshape(rows, -1, 20)
    nibbles = np.concatenate((each[:, :, 4:] & 15, each[:, :, 4:] >> 4), axis=2)  # 32 in order
    codes = (nibbles[:, :, ::2] | nibbles[:, :, 1::2] << 4).copy().view(np.uint32)
    return codes.reshape(rows, -1), each[:, :, :4].copy().view(np.float16).reshape(rows, -1)


def save(name, op, kind, tensors, tolerance, source):
    metadata = {"op": op, "params": json.dumps({"type": kind}), "tol": json.dumps(tolerance), "source": source}
    save_file({key: np.ascontiguousarray(value) for key, value in tensors.items()}, FOLDER / f"{name}.safetensors", metadata)


def main():
    random = np.random.default_rng(25)
    for kind, quantised in TYPES.items():
        for n, k, m in ((5, 32, 1), (37, 576, 3), (24, 1056, 1), (33, 96, 40)):
            weights = random.standard_normal((n, k), dtype=np.float32) * random.uniform(0.01, 3, (n, 1)).astype(np.float32)
            blocks = quants.quantize(weights, quantised)
            codes, scale = planes(blocks, kind)
            exact = quants.dequantize(blocks, quantised).astype(np.float64)
            shape = f"n{n}_k{k}"
            save(f"repack_gguf.{kind}_{shape}", "repack_gguf", kind, {"blocks": blocks, "out.codes": codes, "out.scale": scale},
                 {"rel": 0.0, "abs": 0.0}, "gguf 0.19.0: quants.quantize")
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
