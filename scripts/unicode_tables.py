#!/usr/bin/env python3
"""Writes src/text/unicode_tables.inc: what src/text/unicode.cpp needs of the Unicode character database, version 16.0.0.

usage: python3 scripts/unicode_tables.py [OUTPUT]     (needs: pip install unicodedata2==16.0.0)

Python's own unicodedata has the version that its Python was built with (16.0.0 from Python 3.14 on), so the package of that
version is what is read. 16.0.0 is what the regular expressions of PyPI's `tokenizers` go by. The digests at the file's end are
those that tests/unit/unicode.cpp compares with: FNV-1a over every code point's class and normal forms.
"""

import pathlib
import sys

import unicodedata2 as database

VERSION = "16.0.0"
WHITE_SPACE = {*range(0x9, 0xE), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
CLASSES = "OLMNPSW"  # the order of the enum CharClass: other, letter, mark, number, punctuation, symbol, white space
FORMS = ("NFD", "NFC", "NFKD", "NFKC")


def class_of(code):
    if code in WHITE_SPACE:
        return CLASSES.index("W")
    major = database.category(chr(code))[0]
    return CLASSES.index(major) if major in CLASSES[1:] else 0


def runs(value_of):
    """[(first code point, value)] wherever the value changes."""
    result = []
    for code in range(0x110000):
        value = value_of(code)
        if not result or result[-1][1] != value:
            result.append((code, value))
    return result


def mapping_of(code):
    """(is it a compatibility mapping, the code points of one step) or None."""
    text = database.decomposition(chr(code))
    if not text:
        return None
    words = text.split()
    compatible = words[0].startswith("<")
    return compatible, [int(word, 16) for word in words[compatible:]]


def utf16(codes):
    data = "".join(map(chr, codes)).encode("utf-16-le")
    return tuple(data[i] | data[i + 1] << 8 for i in range(0, len(data), 2))


def pooled(strings):
    """One array in which each of the strings lies somewhere, and where."""
    pool, where = "", {}
    for string in sorted(set(strings), key=lambda s: (-len(s), s)):
        text = "".join(map(chr, string))
        at = pool.find(text)
        if at < 0:
            shared = next(n for n in range(len(text) - 1, -1, -1) if pool.endswith(text[:n]))
            at = len(pool) - shared
            pool += text[shared:]
        where[string] = at
    return [ord(c) for c in pool], where


def fnv(data, digest=0xCBF29CE484222325):
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest


def changing(code):
    """Whether a normal form may change something here. main() makes sure that nothing changes elsewhere."""
    return code < 0x20000 and not 0xD800 <= code < 0xE000 or 0x2F800 <= code < 0x30000


def shuffled(mapped, combining):
    """8,000 lines of six code points that decompose, compose or are reordered, in an order that C++ makes too."""
    pool = sorted(set(mapped) | set(combining) | {*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A7, 0x11C3)} |
                  {*range(0xAC00, 0xAC40), *range(0x41, 0x5B), *range(0x61, 0x7B)})
    state = 1
    for _ in range(8000):
        line = []
        for _ in range(6):
            state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            line.append(pool[(state >> 33) % len(pool)])
        yield "".join(map(chr, line))


def array(kind, name, values, form="{}"):
    lines, line = [], ""
    for value in values:
        word = form.format(value) + ","
        if len(line) + len(word) > 118:
            lines.append(line)
            line = ""
        line += word
    return f"constexpr {kind} {name}[] = {{\n" + "\n".join([*lines, line]) + "};\n"


def main():
    if database.unidata_version != VERSION:
        sys.exit(f"unicode_tables: expected Unicode {VERSION}, got {database.unidata_version}")
    for code in range(0x110000):
        assert changing(code) or not database.decomposition(chr(code)) and not database.combining(chr(code))
    classes = runs(class_of)
    combining = runs(lambda code: database.combining(chr(code)))
    mapped = {code: mapping for code in range(0x110000) if (mapping := mapping_of(code))}
    pool, where = pooled([utf16(codes) for _, codes in mapped.values()])
    spans = []  # [first code point, count, index of its first mapping]
    for index, code in enumerate(sorted(mapped)):
        if spans and spans[-1][0] + spans[-1][1] == code and spans[-1][1] < 2047:
            spans[-1][1] += 1
        else:
            spans.append([code, 1, index])
    entries = [(where[utf16(codes)], len(utf16(codes)) | compatible << 7) for _, (compatible, codes) in sorted(mapped.items())]
    pairs = sorted((codes, code) for code, (compatible, codes) in mapped.items()
                   if not compatible and len(codes) == 2 and database.normalize("NFC", chr(code)) == chr(code))

    seconds = sorted({second for (_, second), _ in pairs})

    lines = [
        "// Made by scripts/unicode_tables.py: do not edit.",
        f"// Unicode {VERSION}. Its data files are under the Unicode License v3.",
        "// clang-format off",
        "// Where a class begins: code point << 3 | class.",
        array("uint32_t", "kClasses", (code << 3 | value for code, value in classes)),
        "// Where a canonical combining class begins: code point << 8 | class.",
        array("uint32_t", "kCombining", (code << 8 | value for code, value in combining)),
        "// Neighbours that have a decomposition: first code point << 11 | how many; and the index of the first one's mapping.",
        array("uint32_t", "kMappedSpans", (first << 11 | count for first, count, _ in spans)),
        array("uint16_t", "kMappedFirst", (index for _, _, index in spans)),
        "// A mapping of one step: where it lies in kPool, and its length in UTF-16 units | 128 for a compatibility mapping.",
        array("uint16_t", "kMappingAt", (at for at, _ in entries)),
        array("uint8_t", "kMappingLength", (length for _, length in entries)),
        array("uint16_t", "kPool", pool),
        "// What two code points compose to, sorted by these two.",
        array("uint32_t", "kComposed", (code for _, code in pairs)),
        "// Every second one of such two, sorted: most code points are none, and need not be searched for above.",
        array("uint32_t", "kSeconds", seconds),
        "// clang-format on",
    ]
    size = 4 * (len(classes) + len(combining) + len(spans) + len(pairs) + len(seconds)) + 2 * (len(spans) + len(pool)) + 3 * len(entries)
    root = pathlib.Path(__file__).resolve().parent.parent
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "src/text/unicode_tables.inc"
    output.write_text("\n".join(lines))
    print(f"{output}: {size} bytes of tables")

    print(f"classes {fnv(bytes(class_of(code) for code in range(0x110000))):#018x}")
    every = "\n".join(map(chr, filter(changing, range(0x110000))))
    mixed = "\n".join(shuffled(mapped, [code for code in range(0x110000) if database.combining(chr(code))]))
    for form in FORMS:
        alone, together = (fnv(database.normalize(form, text).encode()) for text in (every, mixed))
        print(f"{form} alone {alone:#018x} together {together:#018x}")


main()
