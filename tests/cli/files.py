"""Makes the safetensors files, good and bad, that tests/cli/run.sh feeds to the program, and looks into what comes back.

    files.py make FOLDER GOLDENS            write the inputs
    files.py close FILE EXPECTED TOLERANCE  do the `out` tensors of two files agree?
    files.py scale FILE FACTOR RESULT       a saved bench report with all its times multiplied
    files.py csv FILE                       the shapes in a file of comma-separated values
    files.py terminal COMMAND…              what the command writes on a terminal, errors too
"""
import csv
import json
import os
import pathlib
import pty
import struct
import subprocess
import sys

FORMATS = {"F32": "f", "F16": "e", "I32": "i", "U32": "I", "U8": "B"}


def encode(tensors, metadata=None):
    header, payload = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, (dtype, shape, values) in tensors.items():
        data = struct.pack(f"<{len(values)}{FORMATS[dtype]}", *values)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(payload), len(payload) + len(data)]}
        payload += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + payload


def decode(path):
    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            code = FORMATS[entry["dtype"]]
            count = (end - begin) // struct.calcsize(code)
            tensors[name] = (entry["dtype"], entry["shape"], struct.unpack_from(f"<{count}{code}", data, 8 + length + begin))
    return tensors, header.get("__metadata__", {})


def make(folder, goldens):
    folder, goldens = pathlib.Path(folder), pathlib.Path(goldens)
    x = ("F32", [2, 3], [1, 2, 3, 4, 5, 6])
    weight = ("F32", [1, 3], [1, 1, 1])
    good = encode({"input": x})
    files = {
        "x": good,
        "half": encode({"input": ("F16", [2, 3], [0, 0, 0, 1, 2, 3])}),
        "empty": encode({"input": ("F32", [0, 3], [])}),
        "k0": encode({"a": ("F32", [2, 0], []), "b": ("F32", [0, 3], [])}),
        "norm": encode({"input": x, "weight": weight}),
        "rank": encode({"input": ("F32", [6], x[2])}),
        "dtype": encode({"input": ("I32", [2, 3], x[2])}),
        "length": encode({"input": x, "weight": ("F32", [1, 4], [1] * 4)}),
        "inner": encode({"a": x, "b": x}),
        "name": encode({"inptu": x}),
        "lonely": encode({"input": x}),
        "truncated": good[:-3],
        "header_cut": good[:20],
        "tiny": b"abc",
        "nothing": b"",
        "text": b"this is no safetensors file, but it is long enough to have a header",
        "huge": struct.pack("<Q", 2**63) + b"{}",
        "json": struct.pack("<Q", 8) + b'{"a": [ ',
        "f64": struct.pack("<Q", 64) + b'{"input":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}}'.ljust(64) + bytes(8),
        "overflow": struct.pack("<Q", 80) + b'{"input":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}'.ljust(80),
        "negative": struct.pack("<Q", 72) + b'{"input":{"dtype":"F32","shape":[-1,2],"data_offsets":[0,8]}}'.ljust(72) + bytes(8),
        "gap": struct.pack("<Q", 72) + b'{"input":{"dtype":"F32","shape":[1,2],"data_offsets":[4,12]}}'.ljust(72) + bytes(12),
        "wide": struct.pack("<Q", 80) + b'{"input":{"dtype":"F32","shape":[4294967297,0],"data_offsets":[0,0]}}'.ljust(80),
    }
    for name, data in files.items():
        (folder / f"{name}.safetensors").write_bytes(data)
    tensors, metadata = decode(goldens / "softmax.n37_d41.safetensors")
    dtype, shape, values = tensors["out"]
    tensors["out"] = (dtype, shape, values[:700] + (values[700] * 1.5,) + values[701:])
    (folder / "wrong.safetensors").write_bytes(encode(tensors, metadata))


def close(got, expected, tolerance):
    (kind, shape, values), (want_kind, want_shape, want) = decode(got)[0]["out"], decode(expected)[0]["out"]
    if (kind, shape) != (want_kind, want_shape):
        return f"out is {kind} {shape}, expected {want_kind} {want_shape}"
    for i, (a, b) in enumerate(zip(values, want)):
        if not abs(a - b) <= float(tolerance):
            return f"out[{i}] is {a}, expected {b}"
    return ""


def scale(path, factor, result):
    report = json.loads(pathlib.Path(path).read_text())
    for row in report["rows"]:
        for key in ("median_s", "minimum_s"):
            if key in row:
                row[key] *= float(factor)
    pathlib.Path(result).write_text(json.dumps(report))
    return ""


def shapes(path):
    with open(path, newline="", encoding="utf-8") as file:
        print(*(row["shape"] for row in csv.DictReader(file, strict=True)))
    return ""


def terminal(*command):
    # All is read before any of it is written: a reader such as grep -q may be gone by then, and a program whose terminal nobody reads
    # would wait for ever.
    screen, end = pty.openpty()
    seen = b""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=end, stderr=end):
        os.close(end)
        try:
            while text := os.read(screen, 4096):
                seen += text
        except OSError:  # the other end is closed
            pass
    try:
        sys.stdout.buffer.write(seen)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
    return ""


if __name__ == "__main__":
    sys.exit({"make": make, "close": close, "scale": scale, "csv": shapes, "terminal": terminal}[sys.argv[1]](*sys.argv[2:]) or 0)
