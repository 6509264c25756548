#!/usr/bin/env python3
"""Makes the GGUF files that the fuzzer starts from, and that the reader is tested with, by the package gguf (0.19.0, llama.cpp's own).

    pip install gguf==0.19.0 numpy && python tests/fuzz/make_gguf.py
"""
import pathlib

import numpy as np
from gguf import GGMLQuantizationType, GGUFEndian, GGUFValueType, GGUFWriter, quants

FOLDER = pathlib.Path(__file__).parent / "corpus"
QUANTISED = (GGMLQuantizationType.Q8_0, GGMLQuantizationType.Q4_0, GGMLQuantizationType.Q4_1, GGMLQuantizationType.BF16)
# Of these the package cannot quantise all: bytes that only have to lie where they should.
BYTES_OF_256 = {GGMLQuantizationType.Q4_K: 144, GGMLQuantizationType.Q6_K: 210, GGMLQuantizationType.IQ2_XXS: 66}


def tokens(writer):
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(["<unk>", "a", "b", "ab", "Ġc", "你好"])
    writer.add_token_scores([0.0, -1.0, -2.5, -3.0, -4.0, -5.0])
    writer.add_token_types([2, 1, 1, 1, 1, 1])
    writer.add_token_merges(["a b"])
    writer.add_bos_token_id(1)
    writer.add_add_bos_token(False)
    writer.add_chat_template("{% for m in messages %}{{ m.content }}{% endfor %}")


def weights(writer, random):
    rows = random.standard_normal((2, 32), dtype=np.float32)
    writer.add_tensor("token_embd.weight", rows)
    writer.add_tensor("output_norm.weight", rows[0, :5].astype(np.float16))
    for kind in QUANTISED:
        writer.add_tensor(f"blk.0.{kind.name.lower()}.weight", quants.quantize(rows, kind), raw_dtype=kind)
    for kind, size in BYTES_OF_256.items():
        writer.add_tensor(f"blk.1.{kind.name.lower()}.weight", random.integers(0, 256, (2, size), dtype=np.uint8), raw_dtype=kind)
    writer.add_tensor("four.weight", np.arange(12, dtype=np.float32).reshape(2, 1, 2, 3))


def finish(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    random = np.random.default_rng(6)
    FOLDER.mkdir(exist_ok=True)

    writer = GGUFWriter(FOLDER / "model.gguf", "llama")
    for kind, value in (("uint8", 200), ("int8", -3), ("uint16", 60000), ("int16", -300), ("uint32", 4000000000), ("int32", -70000),
                        ("float32", 0.5), ("bool", True), ("string", "text"), ("uint64", 2**63 + 1), ("int64", -(2**40)), ("float64", 0.1)):
        getattr(writer, f"add_{kind}")(f"all.{kind}", value)
    writer.add_key_value("all.nested", [[1, 2], [3]], GGUFValueType.ARRAY)
    tokens(writer)
    weights(writer, random)
    finish(writer)

    writer = GGUFWriter(FOLDER / "vocabulary.gguf", "llama")
    tokens(writer)
    finish(writer)

    writer = GGUFWriter(FOLDER / "aligned.gguf", "llama")
    writer.add_custom_alignment(64)
    writer.add_tensor("a", np.ones(3, np.float32))
    writer.add_tensor("b", np.ones((2, 2), np.float32))
    finish(writer)
    # The second version differs in its number only.
    second = bytearray((FOLDER / "aligned.gguf").read_bytes())
    second[4] = 2
    (FOLDER / "second.gguf").write_bytes(second)

    writer = GGUFWriter(FOLDER / "big_endian.gguf", "llama", endianess=GGUFEndian.BIG)
    writer.add_tensor("a", np.ones(3, np.float32))
    finish(writer)


if __name__ == "__main__":
    main()
