// Tokenizers against the ids of the originals: tests/tokenizers/make_goldens.py says how they were made. With
// XPU_TOKENIZER_FILES naming the folder it wrote, the vocabularies of packages are compared too.
#include "text/unicode.hpp"
#include "xpu/tokenizer.hpp"
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <sstream>

using namespace xpu;

namespace {

using Ids = std::vector<TokenId>;

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE_MESSAGE(file, path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::istringstream text(contents(path));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

/// \xHH is a byte.
std::string unescaped(std::string_view line) {
    auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::string out;
    for (size_t i = 0; i < line.size(); i++) {
        bool byte = line[i] == '\\' && i + 3 < line.size();
        out += byte ? static_cast<char>(digit(line[i + 2]) * 16 + digit(line[i + 3])) : line[i];
        if (byte) i += 3;
    }
    return out;
}

Ids ids_of(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<TokenId>(words), {}};
}

std::string shown(std::span<const TokenId> ids) {
    std::string out;
    for (TokenId id : ids) out += std::to_string(id) + " ";
    return out;
}

Tokenizer made(TokenizerData data) {
    auto tokenizer = make_tokenizer(std::move(data));
    REQUIRE_MESSAGE(tokenizer, tokenizer.error().message);
    return *tokenizer;
}

TokenizerData json_data(const std::string& path) {
    auto data = parse_tokenizer_json(contents(path));
    REQUIRE_MESSAGE(data, data.error().message);
    return *data;
}

TokenizerData model_data(const std::string& path) {
    auto bytes = std::make_shared<const std::string>(contents(path));
    auto data = parse_sentencepiece(*bytes, bytes);
    REQUIRE_MESSAGE(data, data.error().message);
    return *data;
}

enum class Back { nothing, nfc, same };  // what decoding the ids of a text gives of it

/// Compares all lines' ids, decodes them at once and one by one, and says how many lines there were.
size_t compare(const Tokenizer& tokenizer, const std::string& lines, const std::string& ids, Back back,
               unicode::Repair repair, EncodeOptions options = {}) {
    auto texts = lines_of(lines), expected = lines_of(ids);
    REQUIRE(texts.size() == expected.size());
    size_t wrong = 0;
    for (size_t i = 0; i < texts.size(); i++) {
        std::string text = unescaped(texts[i]);
        auto got = tokenizer.encode(text, options);
        REQUIRE_MESSAGE(got, texts[i], ": ", got.error().message);
        Ids want = ids_of(expected[i]);
        if (*got != want && ++wrong < 6)  // a few say enough
            CHECK_MESSAGE(*got == want, ids, ":", i + 1, " ", texts[i], "\n", shown(*got), "\n", shown(want));
        auto decoded = tokenizer.decode(want, false);
        REQUIRE(decoded);
        CHECK(unicode::is_valid(*decoded));
        std::string valid;
        unicode::append_repaired(valid, text, repair);
        if (back == Back::nfc) valid = unicode::normalize(valid, unicode::Form::nfc);
        // SentencePiece cannot tell U+2581 from a space.
        bool told = repair == unicode::Repair::sequences || text.find("\u2581") == text.npos;
        if (back != Back::nothing && told) CHECK(*decoded == valid);
        StreamDecoder stream(tokenizer, false);
        std::string streamed;
        for (TokenId id : want) {
            auto more = stream.push(id);
            REQUIRE(more);
            CHECK(unicode::is_valid(*more));
            streamed += *more;
        }
        CHECK(streamed + stream.flush() == *decoded);
    }
    CHECK_MESSAGE(wrong == 0, ids, ": ", wrong, " of ", texts.size(), " lines differ");
    return texts.size();
}

const std::string kFolder = XPU_SOURCE_DIR "/tests/tokenizers/";
constexpr auto kSequences = unicode::Repair::sequences, kBytes = unicode::Repair::bytes;

}  // namespace

TEST_CASE("byte-level BPE gives the original's ids with each pre-tokenizer") {
    for (std::string pre : {"smollm", "gpt2", "llama3", "qwen2"}) {
        auto data = json_data(kFolder + "byte_bpe.json");
        CHECK(data.pre == "smollm");
        data.pre = pre;
        if (pre == "qwen2") data.normalizer = Normalizer::nfc;
        auto back = pre == "qwen2" ? Back::nfc : Back::same;
        CHECK(compare(made(data), kFolder + "lines.txt", kFolder + "byte_bpe." + pre + ".ids", back, kSequences) ==
              210);
    }
}

TEST_CASE(
    "byte-level BPE gives the original's ids where words that are pieces are not merged, and with special tokens") {
    auto data = json_data(kFolder + "byte_bpe.json");
    compare(made(data), kFolder + "lines.txt", kFolder + "byte_bpe.special.ids", Back::same, kSequences,
            {.parse_special = true});
    data.ignore_merges = true;
    data.merges.resize(100);
    compare(made(data), kFolder + "lines.txt", kFolder + "byte_bpe.ignore_merges.ids", Back::same, kSequences);
}

TEST_CASE("SentencePiece's BPE gives the original's ids") {
    auto data = model_data(kFolder + "spm_bpe.model");
    CHECK(data.kind == TokenizerKind::spm_bpe);
    compare(made(data), kFolder + "lines.txt", kFolder + "spm_bpe.ids", Back::same, kBytes);
    compare(made(model_data(kFolder + "spm_bpe_rules.model")), kFolder + "lines.txt", kFolder + "spm_bpe_rules.ids",
            Back::nothing, kBytes);
}

TEST_CASE("a unigram model gives the original's ids") {
    auto data = model_data(kFolder + "unigram.model");
    CHECK(data.kind == TokenizerKind::unigram);
    compare(made(data), kFolder + "lines.txt", kFolder + "unigram.ids", Back::same, kBytes);
    compare(made(model_data(kFolder + "unigram_rules.model")), kFolder + "lines.txt", kFolder + "unigram_rules.ids",
            Back::nothing, kBytes);
}

TEST_CASE("T5's unigram gives the original's ids") {
    auto data = json_data(kFolder + "t5.json");
    CHECK(data.kind == TokenizerKind::t5_unigram);
    compare(made(data), kFolder + "lines.txt", kFolder + "t5.ids", Back::nothing, kSequences);
}

TEST_CASE("the vocabularies of packages give the originals' ids") {
    const char* named = std::getenv("XPU_TOKENIZER_FILES");
    if (!named) return;
    std::string folder = std::string(named) + "/";
    auto run = [&](const std::string& name, TokenizerData data, Back back, unicode::Repair repair) {
        size_t lines = compare(made(std::move(data)), folder + "lines.txt", folder + name + ".ids", back, repair);
        MESSAGE(name, ": ", lines, " lines");
    };
    for (std::string name : {"smollm2", "llama3", "qwen3"})
        run(name, json_data(folder + name + ".json"), name == "qwen3" ? Back::nfc : Back::same, kSequences);
    // What llama.cpp gives for SmolLM2, special tokens parsed.
    auto smollm2 = made(json_data(folder + "smollm2.json"));
    auto special = [&](std::string_view text) { return *smollm2.encode(text, {.parse_special = true}); };
    CHECK(special("The capital of France is") == Ids{504, 3575, 282, 4649, 314});
    CHECK(special("<|im_start|>user\nHi<|im_end|>\n") == Ids{1, 4093, 198, 26843, 2, 198});
    run("llama2", model_data(folder + "llama2.model"), Back::same, kBytes);
    for (std::string name : {"botchan_en_bpe_1000", "botchan_en_unigram_1000", "kyoto_ja_unigram_8000"})
        run(name, model_data(folder + name + ".model"), Back::nothing, kBytes);
}
