// Tokenizers out of GGUF's metadata: each family, what llama.cpp takes for what is not said, and what is wrong in one sentence.
#include "xpu/tokenizer.hpp"
#include <cstring>
#include <deque>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

/// Metadata, made by hand; the bytes of values stay where they are.
struct Metadata {
    Gguf file = {};
    std::deque<std::string> bytes = {};

    Metadata& put(std::string_view key, GgufType type, std::string value, GgufType item = {}, uint64_t count = 0) {
        bytes.push_back(std::move(value));
        std::erase_if(file.metadata, [&](auto& one) { return one.key == key; });
        file.metadata.push_back({key, {type, item, count, std::as_bytes(std::span(bytes.back()))}});
        return *this;
    }
    template <class T> static std::string raw(T value) {
        std::string text(sizeof value, '\0');
        std::memcpy(text.data(), &value, sizeof value);
        return text;
    }
    Metadata& text(std::string_view key, std::string_view value) {
        return put(key, GgufType::text, std::string(value));
    }
    Metadata& id(std::string_view key, uint32_t value) { return put(key, GgufType::u32, raw(value)); }
    Metadata& flag(std::string_view key, bool value) { return put(key, GgufType::boolean, raw(uint8_t{value})); }
    Metadata& texts(std::string_view key, std::vector<std::string_view> values) {
        std::string all;
        for (auto one : values) all += raw(uint64_t{one.size()}) + std::string(one);
        return put(key, GgufType::array, all, GgufType::text, values.size());
    }
    template <class T> Metadata& numbers(std::string_view key, GgufType item, std::vector<T> values) {
        std::string all;
        for (T one : values) all += raw(one);
        return put(key, GgufType::array, all, item, values.size());
    }
};

// The 256 bytes as a byte-level BPE spells them, of which only these letters are asked for; "Ġ" is the space.
Metadata bpe() {
    return std::move(Metadata()
                         .text("tokenizer.ggml.model", "gpt2")
                         .text("tokenizer.ggml.pre", "smollm")
                         .texts("tokenizer.ggml.tokens", {"<|begin|>", "<|end|>", "a", "b", "Ġ", "ab", "Ġab", "1", "2"})
                         .numbers<int32_t>("tokenizer.ggml.token_type", GgufType::i32, {3, 3, 1, 1, 1, 1, 1, 1, 1})
                         .texts("tokenizer.ggml.merges", {"a b", "Ġ ab"})
                         .id("tokenizer.ggml.bos_token_id", 0)
                         .id("tokenizer.ggml.eos_token_id", 1));
}

Metadata spm() {
    return std::move(Metadata()
                         .text("tokenizer.ggml.model", "llama")
                         .texts("tokenizer.ggml.tokens", {"<unk>", "<s>", "</s>", "a", "b", "\u2581", "ab", "\u2581ab"})
                         .numbers<float>("tokenizer.ggml.scores", GgufType::f32, {0, 0, 0, -5, -6, -7, -1, -2})
                         .numbers<int32_t>("tokenizer.ggml.token_type", GgufType::i32, {2, 3, 3, 1, 1, 1, 1, 1})
                         .id("tokenizer.ggml.unknown_token_id", 0)
                         .id("tokenizer.ggml.bos_token_id", 1)
                         .id("tokenizer.ggml.eos_token_id", 2));
}

std::vector<TokenId> encoded(const Metadata& of, std::string_view text, EncodeOptions options = {}) {
    auto data = tokenizer_of_gguf(of.file);
    REQUIRE_MESSAGE(data, (data ? "" : data.error().message));
    auto tokenizer = make_tokenizer(std::move(*data));
    REQUIRE_MESSAGE(tokenizer, (tokenizer ? "" : tokenizer.error().message));
    auto ids = tokenizer->encode(text, options);
    REQUIRE_MESSAGE(ids, (ids ? "" : ids.error().message));
    return *ids;
}

std::string error(const Metadata& of) {
    auto data = tokenizer_of_gguf(of.file);
    return data ? "no error" : data.error().message;
}

using Ids = std::vector<TokenId>;

}  // namespace

TEST_CASE("a GGUF file's byte-level BPE has its pre-tokenizer, and nothing added that is not asked for") {
    CHECK(encoded(bpe(), "ab ab12") == Ids{5, 6, 7, 8});
    CHECK(encoded(bpe(), "<|begin|>ab", {.parse_special = true}) == Ids{0, 5});
    CHECK(encoded(std::move(bpe().flag("tokenizer.ggml.add_bos_token", true)), "ab") == Ids{0, 5});
    CHECK(encoded(std::move(bpe().flag("tokenizer.ggml.add_eos_token", true)), "ab") == Ids{5, 1});
    CHECK(encoded(std::move(bpe().text("tokenizer.ggml.pre", "gpt-2").flag("tokenizer.ggml.add_space_prefix", true)),
                  "ab") == Ids{6});
    // The name of Llama 3's says more than how words are split.
    auto llama3 = bpe();
    llama3.text("tokenizer.ggml.pre", "llama-bpe").texts("tokenizer.ggml.merges", {"a b"});
    CHECK(encoded(llama3, " ab") == Ids{0, 6});
    CHECK(encoded(std::move(llama3.flag("tokenizer.ggml.add_bos_token", false)), " ab") == Ids{6});
}

TEST_CASE("a GGUF file's SentencePiece BPE begins with BOS and a space, unless it says otherwise") {
    CHECK(encoded(spm(), "ab") == Ids{1, 7});
    CHECK(encoded(std::move(spm().flag("tokenizer.ggml.add_space_prefix", false)), "ab") == Ids{1, 6});
    CHECK(encoded(std::move(spm().flag("tokenizer.ggml.add_bos_token", false)), "ab") == Ids{7});
    CHECK(encoded(spm(), "ab", {.add_special = false}) == Ids{7});
    CHECK(encoded(spm(), "x") == Ids{1, 5, 0});
}

TEST_CASE("a GGUF file's T5 ends with EOS") {
    auto t5 = spm();
    t5.text("tokenizer.ggml.model", "t5")
        .texts("tokenizer.ggml.tokens", {"<unk>", "<pad>", "</s>", "a", "b", "\u2581", "ab", "\u2581ab"});
    CHECK(encoded(t5, "ab") == Ids{7, 2});
}

TEST_CASE("what is wrong with a GGUF file's tokenizer is one sentence") {
    CHECK(error(bpe()) == "no error");
    CHECK(error({}).contains("tokenizer.ggml.model"));
    CHECK(error(std::move(bpe().text("tokenizer.ggml.model", "bert"))) ==
          "GGUF: tokenizer.ggml.model is \"bert\", expected gpt2 (byte-level BPE), llama (SentencePiece BPE) or t5");
    CHECK(error(std::move(bpe().id("tokenizer.ggml.bos_token_id", 9))) ==
          "GGUF: tokenizer.ggml.bos_token_id is 9, expected one of the 9 tokens");
    CHECK(error(std::move(bpe().numbers<int32_t>("tokenizer.ggml.token_type", GgufType::i32, {7}))) ==
          "GGUF: tokenizer.ggml.token_type has a 7, expected 1 to 6");
    CHECK(error(std::move(bpe().id("tokenizer.ggml.add_bos_token", 1))).contains("tokenizer.ggml.add_bos_token"));
    CHECK(error(std::move(spm().text("tokenizer.ggml.precompiled_charsmap", "x"))) ==
          "GGUF: tokenizer.ggml.precompiled_charsmap is no array of bytes");
    auto without = spm();
    std::erase_if(without.file.metadata, [](auto& one) { return one.key == "tokenizer.ggml.scores"; });
    CHECK(error(without).contains("tokenizer.ggml.scores"));
    auto merges = bpe();
    merges.texts("tokenizer.ggml.merges", {"a c"});
    auto data = tokenizer_of_gguf(merges.file);
    REQUIRE(data);
    CHECK_FALSE(make_tokenizer(std::move(*data)));
    auto short_types = bpe();
    short_types.numbers<int32_t>("tokenizer.ggml.token_type", GgufType::i32, {3, 3});
    data = tokenizer_of_gguf(short_types.file);
    REQUIRE(data);
    CHECK_FALSE(make_tokenizer(std::move(*data)));
}
