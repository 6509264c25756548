// The readers of tokenizer.json and of SentencePiece's models trust nothing.
#include "xpu/tokenizer.hpp"
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>

using namespace xpu;

namespace {

std::string contents(const std::string& name) {
    std::ifstream file(XPU_SOURCE_DIR "/tests/tokenizers/" + name, std::ios::binary);
    REQUIRE_MESSAGE(file, name);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What is said of a model file of these bytes, in memory of their size so that a read past the end is seen.
std::string model_error(std::string_view bytes, Code code = Code::format) {
    std::vector<char> exact(bytes.begin(), bytes.end());
    auto data = parse_sentencepiece({exact.data(), exact.size()});
    if (data) {
        auto made = make_tokenizer(*data);
        if (!made) return made.error().message;
        auto ids = made->encode("abab \ufb01 \u304b\u3099\t\xff w\u00f6rld\u3000\U0001F600");
        if (ids) CHECK(made->decode(*ids));
        return "no error";
    }
    CHECK((data.error().code == code || data.error().code == Code::unsupported));
    return data.error().message;
}

std::string json_error(std::string_view text, Code code = Code::format) {
    auto data = parse_tokenizer_json(text);
    if (data) {
        auto made = make_tokenizer(*data);
        return made ? "no error" : made.error().message;
    }
    CHECK(data.error().code == code);
    return data.error().message;
}

std::string field(int number, std::string_view bytes) {  // of fewer than 128 bytes
    return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(bytes.size())} + std::string(bytes);
}
std::string piece(std::string_view text, int type) {
    return field(1, field(1, text) + std::string{0x18, static_cast<char>(type)});
}
const std::string kUnknown = piece("<unk>", 2);

/// A byte-level BPE with this in place of "null" for these keys.
std::string bpe(std::string_view pre_tokenizer, std::string_view normalizer = "null", std::string_view model = "",
                std::string_view added = "") {
    return R"({"added_tokens":[)" + std::string(added) + R"(],"normalizer":)" + std::string(normalizer) +
           R"(,"pre_tokenizer":)" + std::string(pre_tokenizer) +
           R"(,"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":[["a","b"]])" + std::string(model) + "}}";
}
constexpr std::string_view kByteLevel = R"({"type":"ByteLevel","add_prefix_space":false,"use_regex":true})";

}  // namespace

TEST_CASE("a SentencePiece model that is cut off anywhere is told so, or is a smaller model") {
    auto small = kUnknown + piece("a", 1) + field(1, field(1, "b") + std::string("\x15\x00\x00\x80\xbf", 5)) +
                 field(2, "\x18\x02") + field(3, field(1, "identity") + std::string("\x18\x00\x20\x00", 4));
    CHECK(model_error(small) == "no error");
    size_t read = 0;
    for (size_t length = 0; length < small.size(); length++) {
        auto said = model_error(std::string_view(small).substr(0, length));
        read += said == "no error";
        bool told = said.starts_with("SentencePiece model: ") || said == "no error" ||
                    said == "tokenizer: the unigram model has no normal piece";
        CHECK_MESSAGE(told, said);
    }
    CHECK(read == 3);  // behind "a", "b" and the trainer's part the message may end
    for (std::string name : {"unigram_rules.model", "spm_bpe_rules.model"}) {
        auto whole = contents(name);
        CHECK(model_error(whole) == "no error");
        for (size_t length = 1; length < 200; length++)
            CHECK(model_error(std::string_view(whole).substr(0, whole.size() - length))
                      .ends_with("cut off or malformed"));
    }
}

TEST_CASE("a SentencePiece model with any byte changed is read or refused") {
    auto whole = contents("unigram_rules.model");
    // The normaliser's table is near the end, and takes part in every encoding.
    for (size_t at = 0; at<whole.size(); at += at + 700> whole.size() ? 5 : 97) {
        auto changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ (at % 2 ? 0x81 : 0x01));
        (void)model_error(changed);
    }
}

TEST_CASE("what a SentencePiece model lacks or has too much of") {
    using namespace std::string_literals;
    CHECK(model_error("") == "SentencePiece model: there are no pieces");
    CHECK(model_error(piece("a", 1)) == "SentencePiece model: there is no piece of type unknown");
    CHECK(model_error(kUnknown + piece("<u>", 2)) == "SentencePiece model: pieces 0 and 1 are both of type unknown");
    CHECK(model_error(kUnknown + piece("a", 7)) == "SentencePiece model: piece 1 has type 7, expected 1 to 6");
    CHECK(model_error(kUnknown + piece("", 1)) == "SentencePiece model: piece 1 is empty");
    CHECK(model_error(kUnknown + piece("a", 1) + piece("a", 1)) == "tokenizer: pieces 1 and 2 are both \"a\"");
    CHECK(model_error(kUnknown + piece("a", 1)) == "no error");
    CHECK(model_error(kUnknown + field(2, "\x18\x03"), Code::unsupported) ==
          "SentencePiece model: of type WORD, expected UNIGRAM or BPE");
    CHECK(model_error(kUnknown + field(2, "\xc0\x01\x01"), Code::unsupported) ==
          "SentencePiece model: treat_whitespace_as_suffix is not supported");
    // Lengths and numbers that go on past the end, and wire types that do not exist.
    CHECK(model_error(kUnknown + "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s).ends_with("cut off or malformed"));
    CHECK(
        model_error(kUnknown + "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s).ends_with("cut off or malformed"));
    CHECK(model_error(kUnknown + "\x0b"s).ends_with("cut off or malformed"));
    CHECK(model_error(kUnknown + "\x0d\x01"s).ends_with("cut off or malformed"));
    CHECK(model_error(kUnknown + "\x0a\x05\x0a\x09"s).ends_with("cut off or malformed"));
}

TEST_CASE("a tokenizer.json names its pre-tokenizer by its parts or by its expression") {
    auto pre_of = [](std::string_view pre) {
        auto data = parse_tokenizer_json(bpe(pre));
        return data ? data->pre : data.error().message;
    };
    CHECK(pre_of(kByteLevel) == "gpt2");
    CHECK(pre_of(R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},)" +
                 std::string(kByteLevel) + "]}") == "smollm");
    auto split = [](std::string_view pattern) {
        return R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":")" + std::string(pattern) +
               R"("},"behavior":"Isolated","invert":false},{"type":"ByteLevel","add_prefix_space":false,"use_regex":false}]})";
    };
    constexpr std::string_view kQwen2 =
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+)";
    CHECK(json_error(bpe(split(kQwen2))).starts_with("no error"));
    CHECK(json_error(bpe(split("\\\\w+|\\\\s+"))) ==
          "tokenizer: pre-tokenizer \"\\w+|\\s+\" is not known, expected smollm, gpt-2, default, llama-bpe or qwen2");
    CHECK(json_error(bpe("null"), Code::unsupported) ==
          "tokenizer.json: pre-tokenizer \"\" of a BPE model is not supported");
    CHECK(json_error(bpe(R"({"type":"Metaspace"})"), Code::unsupported) ==
          "tokenizer.json: pre-tokenizer \"Metaspace\" of a BPE model is not supported");
}

TEST_CASE("what a tokenizer.json has that is not supported is named") {
    auto refused = [](const std::string& text) { return json_error(text, Code::unsupported); };
    CHECK(json_error(bpe(kByteLevel)) == "no error");
    CHECK(json_error(bpe(kByteLevel, R"({"type":"NFC"})")) == "no error");
    CHECK(refused(bpe(kByteLevel, R"({"type":"Lowercase"})")) ==
          "tokenizer.json: normalizer Lowercase of a byte-level BPE model is not supported");
    CHECK(refused(bpe(kByteLevel, "null", R"(,"byte_fallback":true)")) ==
          "tokenizer.json: a BPE model with byte_fallback is not supported");
    CHECK(refused(bpe(kByteLevel, "null", R"(,"dropout":0.1)")) == "tokenizer.json: dropout is not supported");
    CHECK(refused(bpe(kByteLevel, "null", R"(,"end_of_word_suffix":"</w>")")) ==
          "tokenizer.json: end_of_word_suffix \"</w>\" is not supported");
    CHECK(refused(bpe(kByteLevel, "null", "", R"({"id":3,"content":"<x>","lstrip":true})")) ==
          "tokenizer.json: lstrip of added token \"<x>\" is not supported");
    CHECK(refused(R"({"model":{"type":"WordPiece","vocab":{}}})") ==
          "tokenizer.json: a model of type \"WordPiece\" is not supported");
    CHECK(refused(R"({"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0]]}})") ==
          "tokenizer.json: pre-tokenizer \"\" of a unigram model is not supported");
}

TEST_CASE("what is wrong in a tokenizer.json is told") {
    CHECK(json_error("") == "tokenizer.json: the file is not a JSON object");
    CHECK(json_error("[1]") == "tokenizer.json: the file is not a JSON object");
    CHECK(json_error("{}") == "tokenizer.json: there is no model");
    CHECK(json_error(R"({"model":{"type":"BPE","vocab":[]}})") == "tokenizer.json: the model's vocab is no object");
    CHECK(json_error(R"({"model":{"type":"BPE","vocab":{"a":4000000000}}})") ==
          "tokenizer.json: piece \"a\" has id 4000000000 among 1");
    CHECK(json_error(R"({"model":{"type":"BPE","vocab":{"a":-1}}})") ==
          "tokenizer.json: piece \"a\" has id -1 among 1");
    CHECK(json_error(R"({"model":{"type":"BPE","vocab":{"a":0,"b":0}}})") ==
          "tokenizer.json: id 0 is given to \"a\" and to \"b\"");
    CHECK(json_error(R"({"model":{"type":"BPE","vocab":{"a":0},"merges":[1]}})") ==
          "tokenizer.json: merge 0 is no text and no pair of texts");
    CHECK(json_error(bpe(kByteLevel, "null", "", R"({"id":0,"content":"<x>"})")) ==
          "tokenizer.json: id 0 is given to \"a\" and to \"<x>\"");
    CHECK(json_error(R"({"model":{"type":"Unigram","vocab":[["a"]]}})") ==
          "tokenizer.json: piece 0 is no text with a score");
    CHECK(json_error(R"({"model":{"type":"Unigram","unk_id":7,"vocab":[["a",-1]]}})") ==
          "tokenizer.json: unk_id is no piece's");
    auto whole = contents("t5.json");
    for (size_t length = 0; length < whole.size(); length += 397)
        CHECK(json_error(std::string_view(whole).substr(0, length)) == "tokenizer.json: the file is not a JSON object");
}

TEST_CASE("a template's tokens are BOS and EOS, and added tokens keep their flags") {
    auto text = bpe(kByteLevel, "null", "", R"({"id":3,"content":"<s>","special":true},{"id":4,"content":"<t>"})");
    auto with = [&](std::string_view single) {
        return text.substr(0, text.size() - 1) + R"(,"post_processor":{"type":"TemplateProcessing","single":[)" +
               std::string(single) + R"(],"special_tokens":{"<s>":{"ids":[3]}}}})";
    };
    constexpr std::string_view kToken = R"({"SpecialToken":{"id":"<s>"}})", kText = R"({"Sequence":{"id":"A"}})";
    auto both = with(std::string(kToken) + "," + std::string(kText) + "," + std::string(kToken));
    auto data = parse_tokenizer_json(both);
    REQUIRE(data);
    CHECK(data->add_bos);
    CHECK(data->add_eos);
    auto tokenizer = make_tokenizer(*data);
    REQUIRE(tokenizer);
    CHECK(*tokenizer->encode("ab<t>") == std::vector<TokenId>{3, 2, 4, 3});
    CHECK(*tokenizer->encode("<s>a", {.parse_special = true, .add_special = false}) == std::vector<TokenId>{3, 0});
    CHECK(json_error(with(std::string(kToken) + "," + std::string(kToken)), Code::unsupported) ==
          "tokenizer.json: a template with anything but one token before and one after the text is not supported");
    CHECK(json_error(with(R"({"SpecialToken":{"id":"<none>"}})"), Code::unsupported)
              .starts_with("tokenizer.json: a template"));
}

TEST_CASE("a tokenizer.json that nests without end exhausts no stack") {
    constexpr int kDepth = 20000;
    auto nested = [](std::string_view open, std::string_view inside, std::string_view close) {
        std::string out;
        for (int i = 0; i < kDepth; i++) out += open;
        out += inside;
        for (int i = 0; i < kDepth; i++) out += close;
        return out;
    };
    auto sequence = nested(R"({"type":"Sequence","normalizers":[)", R"({"type":"NFC"})", "]}");
    CHECK(json_error(bpe(kByteLevel, sequence), Code::unsupported) ==
          "tokenizer.json: normalizer Sequence of a byte-level BPE model is not supported");
    CHECK(json_error(bpe(kByteLevel, "null", "", R"({"content":"<x>","id":)" + nested("[", "", "]") + "}")) ==
          "tokenizer.json: piece \"<x>\" has id of another type among 4");
}
