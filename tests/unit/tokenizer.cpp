// Tokenizers of a few made-up pieces: what is added, what streams, and what every kind of bad data is told.
#include "xpu/tokenizer.hpp"
#include <algorithm>
#include <bit>
#include <chrono>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Ids = std::vector<TokenId>;

/// Keeps the strings that the views of a TokenizerData look at.
struct Strings {
    std::vector<std::unique_ptr<std::string>> kept;
    std::string_view add(std::string text) {
        return *kept.emplace_back(std::make_unique<std::string>(std::move(text)));
    }
};

std::string utf8(uint32_t code) {
    return code < 0x80 ? std::string(1, static_cast<char>(code))
                       : std::string{static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
}

/// The byte alphabet as ids 0 to 255, by byte, then these pieces.
TokenizerData bytes_and(std::vector<std::string> more, std::vector<std::string> merges = {}) {
    auto strings = std::make_shared<Strings>();
    TokenizerData data;
    uint32_t other = 0x100;
    for (uint32_t byte = 0; byte < 256; byte++) {
        bool itself = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        data.pieces.push_back(strings->add(utf8(itself ? byte : other++)));
    }
    for (auto& one : more) data.pieces.push_back(strings->add(one));
    for (auto& one : merges) data.merges.push_back(strings->add(one));
    data.pre = "gpt2";
    data.storage = strings;
    return data;
}

/// A SentencePiece model of these pieces, the unknown one first.
TokenizerData pieces(std::vector<std::pair<std::string, float>> list, bool bytes = false) {
    auto strings = std::make_shared<Strings>();
    TokenizerData data;
    auto add = [&](std::string text, float score, PieceType type) {
        data.pieces.push_back(strings->add(std::move(text)));
        data.scores.push_back(score);
        data.types.push_back(type);
    };
    add("<unk>", 0, PieceType::unknown);
    for (auto& [text, score] : list) add(text, score, PieceType::normal);
    constexpr char kDigits[] = "0123456789ABCDEF";
    for (int byte = 0; bytes && byte < 256; byte++)
        add(std::string("<0x") + kDigits[byte / 16] + kDigits[byte % 16] + ">", 0, PieceType::byte);
    data.unk = 0;
    data.byte_fallback = bytes;
    data.storage = strings;
    return data;
}

Tokenizer made(Result<Tokenizer> tokenizer) {
    REQUIRE_MESSAGE(tokenizer, tokenizer.error().message);
    return *tokenizer;
}

Ids ids(const Tokenizer& tokenizer, std::string_view text, EncodeOptions options = {}) {
    auto result = tokenizer.encode(text, options);
    REQUIRE_MESSAGE(result, result.error().message);
    return *result;
}

std::string error(const Result<Tokenizer>& result, Code code = Code::format) {
    if (result) return "no error";
    CHECK(result.error().code == code);
    return result.error().message;
}

/// All that a stream gives for these ids, with '|' between.
std::string streamed(const Tokenizer& tokenizer, const Ids& list, bool skip_special = true) {
    StreamDecoder stream(tokenizer, skip_special);
    std::string out;
    for (TokenId id : list) out += *stream.push(id) + "|";
    return out + stream.flush();
}

}  // namespace

TEST_CASE("merges go by rank, then from the left") {
    auto tokenizer = made(make_byte_bpe(bytes_and({"ab", "bc", "abc", "aa"}, {"b c", "a b", "a bc", "a a"})));
    CHECK(ids(tokenizer, "abc") == Ids{258});
    CHECK(ids(tokenizer, "ab") == Ids{256});
    CHECK(ids(tokenizer, "aaa") == Ids{259, 'a'});
    CHECK(ids(tokenizer, "aaaaa") == Ids{259, 259, 'a'});
    CHECK(ids(tokenizer, "").empty());
    CHECK(tokenizer.find("abc") == 258);
    CHECK_FALSE(tokenizer.find("abcd"));
    // A piece that is not spelled in the alphabet of bytes stands for itself.
    CHECK(*made(make_byte_bpe(bytes_and({"\u4f60 !"}))).decode(Ids{256, 'a'}) == "\u4f60 !a");
    CHECK(tokenizer.piece(258) == "abc");
    CHECK(tokenizer.piece(9999).empty());
}

TEST_CASE("special tokens in a text are words unless asked for; other added tokens are always tokens") {
    auto data = bytes_and({"<|end|>", "<|end|>x", "<think>"});
    data.added = {{data.pieces[256], 256, true}, {data.pieces[257], 257, true}, {data.pieces[258], 258, false}};
    auto tokenizer = made(make_byte_bpe(data));
    CHECK(ids(tokenizer, "a<|end|>", {.parse_special = true}) == Ids{'a', 256});
    CHECK(ids(tokenizer, "<|end|>x<|end|>", {.parse_special = true}) == Ids{257, 256});  // the longest
    CHECK(ids(tokenizer, "a<|end|>").size() == 8);
    CHECK(ids(tokenizer, "a<think>") == Ids{'a', 258});
    CHECK(tokenizer.is_special(256));
    CHECK_FALSE(tokenizer.is_special(258));
    CHECK_FALSE(tokenizer.is_special(12345));
    CHECK(*tokenizer.decode(Ids{'a', 256, 258, 'b'}) == "a<think>b");
    CHECK(*tokenizer.decode(Ids{'a', 256, 258, 'b'}, false) == "a<|end|><think>b");
    // The same from types alone, as a GGUF file has them.
    auto typed = bytes_and({"<|end|>", "<think>"});
    typed.types.assign(258, PieceType::normal);
    typed.types[256] = PieceType::control, typed.types[257] = PieceType::user_defined;
    auto other = made(make_byte_bpe(typed));
    CHECK(ids(other, "<|end|><think>", {.parse_special = true}) == Ids{256, 257});
    CHECK(ids(other, "<think>") == Ids{257});
}

TEST_CASE("BOS and EOS are added where the model asks and the caller does not refuse") {
    auto data = bytes_and({"<s>", "</s>"});
    data.bos = 256, data.eos = 257, data.add_bos = data.add_eos = true;
    auto tokenizer = made(make_byte_bpe(data));
    CHECK(ids(tokenizer, "a") == Ids{256, 'a', 257});
    CHECK(ids(tokenizer, "") == Ids{256, 257});
    CHECK(ids(tokenizer, "a", {.add_special = false}) == Ids{'a'});
    CHECK(tokenizer.bos() == 256);
    CHECK(tokenizer.eos() == 257);
    data = bytes_and({});
    data.add_space_prefix = true;
    CHECK(ids(made(make_byte_bpe(data)), "a") == Ids{' ', 'a'});
    CHECK(ids(made(make_byte_bpe(data)), " a") == Ids{' ', 'a'});
}

TEST_CASE("a stream gives whole characters only") {
    auto data = bytes_and({"<|end|>"});
    data.added = {{data.pieces[256], 256, true}};
    auto tokenizer = made(make_byte_bpe(data));
    CHECK(streamed(tokenizer, {0xF0, 0x9F, 0x98, 0x80, 'a'}) == "|||\U0001F600|a|");
    CHECK(streamed(tokenizer, {0xE4, 0xBD}) == "||\ufffd");  // unfinished at the end
    CHECK(streamed(tokenizer, {0xE4, 'a'}) == "|\ufffda|");  // proven invalid by what follows
    CHECK(streamed(tokenizer, {0xE4, 0xE4, 0xBD, 0xA0}) == "|\ufffd||\u4f60|");
    CHECK(streamed(tokenizer, {0x80, 0xFF}) == "\ufffd|\ufffd|");         // nothing could make these right
    CHECK(streamed(tokenizer, {0xE4, 256, 0xBD, 0xA0}) == "|||\u4f60|");  // a skipped token is not there
    CHECK(streamed(tokenizer, {0xE4, 256}, false) == "|\ufffd<|end|>|");
    StreamDecoder stream(tokenizer);
    CHECK(*stream.push(0xE4) == "");
    auto unknown = stream.push(257);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == Code::range);
    CHECK(unknown.error().message == "tokenizer: id 257 is not one of the 257 of the vocabulary");
    CHECK(*stream.push(0xBD) == "");
    CHECK(*stream.push(0xA0) == "\u4f60");  // the unknown id changed nothing
    CHECK(stream.flush().empty());
}

TEST_CASE("SentencePiece's models stream, drop the first space, and show unknown pieces") {
    auto data = pieces({{"\u2581a", -1}, {"\u2581", -2}, {"a", -3}, {"b", -4}}, true);
    data.add_space_prefix = true;
    auto tokenizer = made(make_unigram(data));
    TokenId byte = 5;
    CHECK(ids(tokenizer, "a b") == Ids{1, 2, 4});
    CHECK(ids(tokenizer, "\n") == Ids{2, byte + 10});
    CHECK(streamed(tokenizer, {1, 1, 2, byte + 0xE4, byte + 0xBD, byte + 0xA0, 4}) == "a| a| |||\u4f60|b|");
    CHECK(streamed(tokenizer, {1, byte + 0xE4, byte + 0xBD, 4}) == "a|||\ufffd\ufffdb|");
    CHECK(*tokenizer.decode(Ids{1, 0}) == "a \u2047 ");
    StreamDecoder stream(tokenizer);
    CHECK(*stream.push(1) == "a");
    stream.flush();
    CHECK(*stream.push(1) == "a");  // as new
}

TEST_CASE("what no piece covers is bytes, one unknown token, or an error") {
    CHECK(ids(made(make_spm_bpe(pieces({{"a", -1}}))), "axya") == Ids{1, 0, 1});
    CHECK(ids(made(make_unigram(pieces({{"a", -1}}))), "axya") == Ids{1, 0, 1});
    CHECK(ids(made(make_unigram(pieces({{"a", -1}}, true))), "a\u00e9") == Ids{1, 2 + 0xC3, 2 + 0xA9});
    CHECK(ids(made(make_spm_bpe(pieces({{"a", -1}}, true))), "\xff") == Ids{2 + 0xEF, 2 + 0xBF, 2 + 0xBD});
    auto data = pieces({{"a", -1}});
    data.unk = {};
    auto failed = made(make_unigram(data)).encode("ab");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == Code::missing);
    CHECK(failed.error().message == "tokenizer: no piece covers \"b\", and the vocabulary has no unknown token");
    auto few = bytes_and({});
    few.pieces[0x0A] = {};
    failed = made(make_byte_bpe(few)).encode("a\n");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message == "tokenizer: the text has byte 10, for which the vocabulary has no piece");
}

TEST_CASE("a sum of scores is kept in f32, and on a tie the longer piece stays") {
    // 30 of one character in pieces of 8 and 6, as sentencepiece has it; with sums in f64 the 6 comes first.
    auto data = pieces({{"a", -9}, {"aaaaaa", -6.74f}, {"aaaaaaaa", -7.45f}});
    CHECK(ids(made(make_unigram(data)), std::string(30, 'a')) == Ids{3, 3, 3, 2});
    CHECK(ids(made(make_unigram(pieces({{"a", -1}, {"b", -1}, {"ab", -2}}))), "ab") == Ids{3});
}

TEST_CASE("T5's spaces") {
    auto data = pieces({{"\u2581", -2}, {"\u2581a", -1}, {"</s>", -9}, {"1", -3}, {"\n", -4}});
    data.types[3] = PieceType::control;
    data.eos = 3;
    auto tokenizer = made(make_t5_unigram(data));
    CHECK(ids(tokenizer, "") == Ids{3});
    CHECK(ids(tokenizer, " \n ") == Ids{3});
    CHECK(ids(tokenizer, "a") == Ids{2, 3});
    CHECK(ids(tokenizer, "  a   a \t") == Ids{2, 2, 3});
    CHECK(ids(tokenizer, "a\n1") == Ids{2, 5, 4, 3});
    CHECK(ids(tokenizer, "\u2460\u3000\uff41") == Ids{1, 4, 2, 3});  // NFKC: 1, a space, a
    CHECK(*tokenizer.decode(Ids{2, 2, 3}) == "a a");
}

TEST_CASE("a long word takes no time that grows with its square") {
    auto start = std::chrono::steady_clock::now();
    std::string text(1 << 15, 'a');
    auto tokenizer = made(make_byte_bpe(bytes_and({"aa", "aaaa"}, {"a a", "aa aa"})));
    CHECK(ids(tokenizer, text) == Ids(text.size() / 4, 257));
    CHECK(ids(made(make_spm_bpe(pieces({{"a", -3}, {"aa", -1}, {"aaaa", -2}}))), text) == Ids(text.size() / 4, 3));
    CHECK(ids(made(make_unigram(pieces({{"a", -3}, {"aa", -1}}))), text).size() == text.size() / 2);
    CHECK(ids(tokenizer, std::string(text.size(), ' ')).size() == text.size());
    CHECK(ids(tokenizer, std::string(text.size(), '\xe4')).size() == 3 * text.size());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("bad data is told in one sentence") {
    CHECK(error(make_byte_bpe({})) == "tokenizer: there are no pieces");
    CHECK(error(make_byte_bpe(bytes_and({"ab", "ab"}))) == "tokenizer: pieces 256 and 257 are both \"ab\"");
    CHECK(error(make_byte_bpe(bytes_and({"ab"}, {"a b", "a ab"}))) ==
          "tokenizer: merge 1, \"a ab\", needs \"aab\", which is no piece");
    CHECK(error(make_byte_bpe(bytes_and({}, {"ab"}))) ==
          "tokenizer: merge 0 is \"ab\", expected two pieces with a space between them");
    CHECK(error(make_byte_bpe(bytes_and({}, {"a b c"}))).starts_with("tokenizer: merge 0 is "));
    CHECK(error(make_byte_bpe(bytes_and({}, {" a"}))).starts_with("tokenizer: merge 0, "));
    auto data = bytes_and({});
    data.pre = "deepseek-llm";
    CHECK(
        error(make_byte_bpe(data), Code::unsupported) ==
        "tokenizer: pre-tokenizer \"deepseek-llm\" is not known, expected smollm, gpt-2, default, llama-bpe or qwen2");
    data = bytes_and({});
    data.types = {PieceType::normal};
    CHECK(error(make_byte_bpe(data)) == "tokenizer: 256 pieces and 1 types: expected one each");
    data.types.assign(256, static_cast<PieceType>(9));
    CHECK(error(make_byte_bpe(data)) == "tokenizer: piece 0 has type 9, expected 1 to 6");
    data = bytes_and({});
    data.added = {{"x", 256, true}};
    CHECK(error(make_byte_bpe(data)) == "tokenizer: added token \"x\" has id 256 of 256");
    data.added = {{"", 1, true}};
    CHECK(error(make_byte_bpe(data)) == "tokenizer: added token 1 is empty");
    data = bytes_and({});
    data.bos = 999;
    CHECK(error(make_byte_bpe(data)) == "tokenizer: the BOS token's id is 999 of 256");
    data = bytes_and({});
    data.add_eos = true;
    CHECK(error(make_byte_bpe(data)) == "tokenizer: a EOS token is to be added, and none is named");
    data = bytes_and({});
    data.pre = "smollm", data.add_space_prefix = true;
    CHECK(error(make_byte_bpe(data), Code::unsupported) == "tokenizer: pre-tokenizer smollm takes no space prefix");
    data = bytes_and({});
    data.normalizer = Normalizer::charsmap;
    CHECK(error(make_byte_bpe(data), Code::unsupported).starts_with("tokenizer: byte-level BPE takes no charsmap"));

    auto model = pieces({{"a", -1}});
    model.scores[1] = std::bit_cast<float>(0x7FC00000u);
    CHECK(error(make_unigram(model)) == "tokenizer: the score of piece 1 is not finite");
    model = pieces({{"a", -1}});
    model.scores.clear();
    CHECK(error(make_spm_bpe(model)) == "tokenizer: a SentencePiece model needs a score for each piece");
    model = pieces({{"a", -1}});
    model.byte_fallback = true;
    CHECK(error(make_spm_bpe(model)) == "tokenizer: byte fallback needs a piece for byte 0");
    model.types[1] = PieceType::byte;
    CHECK(error(make_spm_bpe(model)) ==
          "tokenizer: piece 1 is of type byte and named \"a\", expected <0x00> to <0xFF>");
    CHECK(error(make_unigram(pieces({}))) == "tokenizer: the unigram model has no normal piece");
    model = pieces({{"a", -1}});
    model.normalizer = Normalizer::nfc;
    CHECK(
        error(make_unigram(model), Code::unsupported).starts_with("tokenizer: a SentencePiece model takes a charsmap"));
    for (std::string_view table : {"abc", "\x08\0\0\0xxxx", "\x04\0\0\0xxxxno zero"}) {
        model = pieces({{"a", -1}});
        model.normalizer = Normalizer::charsmap;
        model.charsmap = table;
        CHECK(error(make_unigram(model)).starts_with("tokenizer: the "));
    }
}
