// The GGUF reader trusts nothing, says in one sentence what is wrong, and reads what llama.cpp's own package writes.
#include "xpu/gguf.hpp"
#include <cstring>
#include <doctest/doctest.h>
#include <fstream>
#include <functional>
#include <iterator>

using namespace xpu;

namespace {

using Bytes = std::vector<std::byte>;

/// A file, written item by item.
struct File {
    Bytes bytes;

    template <class T> File& put(T value) {
        auto more = std::as_bytes(std::span(&value, 1));
        bytes.insert(bytes.end(), more.begin(), more.end());
        return *this;
    }
    File& u32(uint64_t value) { return put(static_cast<uint32_t>(value)); }
    File& u64(uint64_t value) { return put(value); }
    File& raw(std::string_view text) {
        for (char c : text) bytes.push_back(static_cast<std::byte>(c));
        return *this;
    }
    File& text(std::string_view text) { return u64(text.size()).raw(text); }
    File& key(std::string_view key, GgufType type) { return text(key).u32(static_cast<uint64_t>(type)); }
    File& array(std::string_view name, GgufType item, uint64_t count) {
        return key(name, GgufType::array).u32(static_cast<uint64_t>(item)).u64(count);
    }
    File& tensor(std::string_view name, std::vector<uint64_t> ne, uint64_t type, uint64_t offset) {
        text(name).u32(ne.size());
        for (uint64_t extent : ne) u64(extent);
        return u32(type).u64(offset);
    }
    File& pad(uint64_t alignment = 32) {
        while (bytes.size() % alignment) bytes.push_back({});
        return *this;
    }
    File& data(size_t count) {
        pad();
        bytes.resize(bytes.size() + count);
        return *this;
    }
};

File file(uint64_t tensors, uint64_t entries, uint64_t version = 3) {
    return std::move(File().raw("GGUF").u32(version).u64(tensors).u64(entries));
}

/// A file with one text and a tensor of 8 floats.
File good() {
    return std::move(file(1, 1).key("general.name", GgufType::text).text("x").tensor("t", {4, 2}, 0, 0).data(32));
}

std::string error(const Bytes& bytes) {
    uint64_t needed = 1;
    auto gguf = parse_gguf(bytes, bytes.size(), &needed);
    CHECK(needed == 0);
    if (gguf) return "no error";
    CHECK(gguf.error().code == Code::format);
    CHECK(gguf.error().message.starts_with("GGUF: "));
    return gguf.error().message.substr(6);
}
std::string error(const File& file) { return error(file.bytes); }

/// The error of a file with these tensors' entries, and that much data.
std::string tensors_error(uint64_t count, const std::function<void(File&)>& write, size_t data = 0) {
    File all = file(count, 0);
    write(all);
    return error(all.data(data));
}

template <class T> std::string message(const Result<T>& result) { return result ? "no error" : result.error().message; }

Bytes corpus(const std::string& name) {
    std::ifstream in(XPU_SOURCE_DIR "/tests/fuzz/corpus/" + name, std::ios::binary);
    std::vector<char> chars((std::istreambuf_iterator<char>(in)), {});
    REQUIRE_FALSE(chars.empty());
    auto bytes = std::as_bytes(std::span(chars));
    return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("a file of llama.cpp's package: every type of metadata has its value") {
    const Bytes bytes = corpus("model.gguf");
    auto gguf = parse_gguf(bytes, bytes.size());
    REQUIRE_MESSAGE(gguf, message(gguf));
    CHECK(gguf->version == 3);
    CHECK(gguf->metadata.size() == 22);
    CHECK(gguf->text("general.architecture") == "llama");
    CHECK(gguf->u64("all.uint8") == 200);
    CHECK(gguf->u64("all.uint16") == 60000);
    CHECK(gguf->u64("all.uint32") == 4000000000);
    CHECK(gguf->u64("all.uint64") == (uint64_t{1} << 63) + 1);
    CHECK(gguf->f64("all.int8") == -3);
    CHECK(gguf->f64("all.int16") == -300);
    CHECK(gguf->f64("all.int32") == -70000);
    CHECK(gguf->f64("all.int64") == -0x1p40);
    CHECK(gguf->f64("all.float32") == 0.5);
    CHECK(gguf->f64("all.float64") == 0.1);
    CHECK(gguf->boolean("all.bool") == true);
    CHECK(gguf->boolean("tokenizer.ggml.add_bos_token") == false);
    CHECK(gguf->text("all.string") == "text");
    CHECK(gguf->strings("tokenizer.ggml.tokens") ==
          std::vector<std::string_view>{"<unk>", "a", "b", "ab", "Ġc", "你好"});
    CHECK(gguf->i64s("tokenizer.ggml.token_type") == std::vector<int64_t>{2, 1, 1, 1, 1, 1});
    CHECK(gguf->f64s("tokenizer.ggml.scores") == std::vector<double>{0, -1, -2.5, -3, -4, -5});
    CHECK(gguf->f64s("tokenizer.ggml.token_type")->at(0) == 2);
    auto* nested = gguf->find("all.nested");
    REQUIRE(nested);
    CHECK(nested->item == GgufType::array);
    CHECK(nested->count == 2);
    CHECK(nested->bytes.size() == 2 * 12 + 3 * 4);
}

TEST_CASE("a file of llama.cpp's package: tensors have their types, shapes and places") {
    const Bytes bytes = corpus("model.gguf");
    auto gguf = parse_gguf(bytes, bytes.size());
    REQUIRE_MESSAGE(gguf, message(gguf));
    std::string all;
    for (auto& one : gguf->tensors)
        all += std::string(one.name) + " " + name(one.type) + " " + std::to_string(one.ne[0]) + " " +
               std::to_string(one.ne[1]) + " " + std::to_string(one.bytes) + "\n";
    CHECK(all == "token_embd.weight F32 32 2 256\noutput_norm.weight F16 5 1 10\nblk.0.q8_0.weight Q8_0 32 2 68\n"
                 "blk.0.q4_0.weight Q4_0 32 2 36\nblk.0.q4_1.weight Q4_1 32 2 40\nblk.0.bf16.weight BF16 32 2 128\n"
                 "blk.1.q4_k.weight Q4_K 256 2 288\nblk.1.q6_k.weight Q6_K 256 2 420\n"
                 "blk.1.iq2_xxs.weight IQ2_XXS 256 2 132\nfour.weight F32 3 2 48\n");
    auto four = gguf->tensor("four.weight");
    REQUIRE(four);
    CHECK(four->rank == 4);
    CHECK(four->ne == std::array<uint64_t, 4>{3, 2, 1, 2});
    float last = 0;
    std::memcpy(&last, bytes.data() + four->offset + 44, 4);
    CHECK(last == 11);
    CHECK(gguf->find_tensor("token_embd.weight")->offset == gguf->data_at);
    CHECK_FALSE(gguf->find_tensor("output.weight"));
    CHECK(message(gguf->tensor("output.weight")) == "GGUF: the tensor \"output.weight\" is missing");
    auto unused = gguf->tensor("blk.1.iq2_xxs.weight");
    REQUIRE_FALSE(unused);
    CHECK(unused.error().code == Code::unsupported);
    CHECK(unused.error().message == "GGUF: the tensor \"blk.1.iq2_xxs.weight\" is IQ2_XXS, which is not supported; "
                                    "supported are F32, F16, Q4_0, Q4_1, Q8_0, Q4_K, Q6_K, BF16");
}

TEST_CASE("other files of llama.cpp's package: another alignment, version 2, no tensors, big-endian") {
    for (std::string_view which : {"aligned.gguf", "second.gguf"}) {
        const Bytes bytes = corpus(std::string(which));
        auto gguf = parse_gguf(bytes, bytes.size());
        REQUIRE_MESSAGE(gguf, message(gguf));
        CHECK(gguf->version == (which == "second.gguf" ? 2u : 3u));
        CHECK(gguf->alignment == 64);
        CHECK(gguf->data_at % 64 == 0);
        CHECK(gguf->tensors[1].offset == gguf->data_at + 64);
        float one = 0;
        std::memcpy(&one, bytes.data() + gguf->tensors[1].offset + 12, 4);
        CHECK(one == 1);
    }
    const Bytes vocabulary = corpus("vocabulary.gguf");
    auto gguf = parse_gguf(vocabulary, vocabulary.size());
    REQUIRE_MESSAGE(gguf, message(gguf));
    CHECK(gguf->tensors.empty());
    CHECK(gguf->strings("tokenizer.ggml.merges") == std::vector<std::string_view>{"a b"});
    CHECK(error(corpus("big_endian.gguf")) == "the file is big-endian, expected little-endian");
}

TEST_CASE(
    "a value that is missing or of another type is a sentence with the key, what was expected and what there is") {
    const Bytes bytes = corpus("model.gguf");
    auto gguf = parse_gguf(bytes, bytes.size());
    REQUIRE(gguf);
    CHECK(gguf->u64("llama.block_count").error().code == Code::missing);
    CHECK(message(gguf->u64("llama.block_count")) ==
          "GGUF: the metadata \"llama.block_count\" is missing, expected a whole number from 0 on");
    CHECK(gguf->u64("all.string").error().code == Code::type);
    CHECK(message(gguf->u64("all.string")) ==
          "GGUF: the metadata \"all.string\" is of type string, expected a whole number from 0 on");
    CHECK(message(gguf->u64("all.float32")).contains("is of type float32, expected a whole number"));
    CHECK(message(gguf->u64("all.bool")).contains("is of type bool, expected a whole number"));
    CHECK(gguf->u64("all.int8").error().code == Code::range);
    CHECK(message(gguf->u64("all.int8")) == "GGUF: the metadata \"all.int8\" is -3, expected a whole number from 0 on");
    CHECK(message(gguf->f64("all.string")).contains("is of type string, expected a number"));
    CHECK(message(gguf->text("all.uint8")).contains("is of type uint8, expected a string"));
    CHECK(message(gguf->boolean("all.uint8")).contains("is of type uint8, expected a bool"));
    CHECK(message(gguf->text("tokenizer.ggml.tokens")).contains("is of type array of 6 string, expected a string"));
    CHECK(message(gguf->strings("all.string")).contains("is of type string, expected an array of strings"));
    CHECK(message(gguf->strings("x")).contains("\"x\" is missing, expected an array of strings"));
    CHECK(message(gguf->i64s("tokenizer.ggml.scores"))
              .contains("is of type array of 6 float32, expected an array of whole numbers"));
    CHECK(message(gguf->f64s("tokenizer.ggml.tokens"))
              .contains("is of type array of 6 string, expected an array of numbers"));
    CHECK(message(gguf->f64s("all.nested")).contains("is of type array of 2 array, expected an array of numbers"));
    // What is not there may have a default; what is there and wrong has none.
    CHECK(gguf->u64("x", 7) == 7);
    CHECK(gguf->f64("x", 1e4) == 1e4);
    CHECK(gguf->boolean("x", true) == true);
    CHECK(gguf->text("x", "gpt2") == "gpt2");
    CHECK_FALSE(gguf->u64("all.string", 7));
}

TEST_CASE("numbers beyond what the result can hold are errors") {
    File all = file(0, 1).array("a", GgufType::u64, 2).u64(5).u64(uint64_t{1} << 63);
    auto gguf = parse_gguf(all.bytes, all.bytes.size());
    REQUIRE(gguf);
    CHECK(message(gguf->i64s("a")) ==
          "GGUF: the metadata \"a\" has 9223372036854775808 at place 1, expected whole numbers below 2^63");
    CHECK(gguf->f64s("a")->at(1) == 0x1p63);
    File none = file(0, 2).array("a", GgufType::u32, 0).array("b", GgufType::text, 0);
    gguf = parse_gguf(none.bytes, none.bytes.size());
    REQUIRE(gguf);
    CHECK(gguf->i64s("a")->empty());
    CHECK(gguf->strings("b")->empty());
}

TEST_CASE("an array of bools is read as whole numbers: which layers have a sliding window comes as either") {
    File all = file(0, 1).array("a", GgufType::boolean, 3).put<uint8_t>(1).put<uint8_t>(0).put<uint8_t>(1);
    auto gguf = parse_gguf(all.bytes, all.bytes.size());
    REQUIRE(gguf);
    CHECK(gguf->i64s("a") == std::vector<int64_t>{1, 0, 1});
    CHECK(message(gguf->f64s("a")).contains("is of type array of 3 bool, expected an array of numbers"));
}

TEST_CASE("a file that is cut off at any byte is damaged") {
    for (const Bytes& whole : {good().bytes, corpus("model.gguf")}) {
        auto gguf = parse_gguf(whole, whole.size());
        REQUIRE_MESSAGE(gguf, message(gguf));
        const size_t end = gguf->tensors.back().offset + gguf->tensors.back().bytes;  // what pads it may be missing
        for (size_t length = 0; length <= end; length++) {
            // A copy of the exact size, so that a read past its end is seen.
            const Bytes cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
            CHECK_MESSAGE((error(cut) == "no error") == (length == end), length);
        }
    }
    CHECK(error(Bytes{}) == "the file has 0 bytes, expected at least 24");
}

TEST_CASE("a head that is too short asks for more, and gets there") {
    const Bytes whole = corpus("model.gguf");
    const auto data_at = parse_gguf(whole, whole.size())->data_at;
    for (size_t first = 0; first < data_at; first += 5) {
        size_t length = first;
        for (int rounds = 0;; rounds++) {
            REQUIRE(rounds < 14);  // doubling from 0 or 1 byte
            const Bytes head(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
            uint64_t needed = 1;
            auto gguf = parse_gguf(head, whole.size(), &needed);
            if (gguf) {
                CHECK(needed == 0);
                CHECK(gguf->tensors.size() == 10);
                break;
            }
            CHECK(gguf.error().code == Code::io);
            REQUIRE(needed > length);
            REQUIRE(needed <= whole.size());
            CHECK(needed >= std::min<uint64_t>(2 * length, whole.size()));
            length = needed;
        }
    }
    // The data need not be there.
    const Bytes head(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(data_at));
    CHECK(parse_gguf(head, whole.size()));
    CHECK(message(parse_gguf(Bytes(30), 100)).contains("begins with"));
    CHECK(message(parse_gguf(Bytes(), 100)) == "GGUF: the header goes on beyond the 0 bytes that were read");
    CHECK(parse_gguf(Bytes(30), 29).error().code == Code::range);
    // An array's own size is asked for at once.
    uint64_t needed = 0;
    File all = file(0, 1).array("a", GgufType::f64, 1000000);
    CHECK_FALSE(parse_gguf(all.bytes, 1 << 30, &needed));
    CHECK(needed == all.bytes.size() + 8000000);
    // What a hostile count claims is not asked for.
    all = file(0, 1).array("a", GgufType::f64, 20000000000);
    CHECK(message(parse_gguf(all.bytes, uint64_t{1} << 40, &needed)).contains("a header ends within 128 MiB"));
    CHECK(needed == 0);
}

TEST_CASE("what is no GGUF file, or one of another version, is refused") {
    CHECK(error(File().raw("PK\3\4").data(100)) == "the file begins with \"PK\\x03\\x04\", expected \"GGUF\"");
    CHECK(error(Bytes(64)) == R"(the file begins with "\x00\x00\x00\x00", expected "GGUF")");
    for (uint64_t version : {0u, 1u, 4u, 1000u})
        CHECK(error(file(0, 0, version)) == "the file is of version " + std::to_string(version) + ", expected 2 or 3");
    for (uint64_t version : {0x01000000u, 0x02000000u, 0x03000000u})
        CHECK(error(file(0, 0, version)) == "the file is big-endian, expected little-endian");
    CHECK(error(File().raw("FUGG").u64(0).u64(0).u64(0)) == "the file is big-endian, expected little-endian");
    CHECK(error(file(0, 0)) == "no error");
    CHECK(error(good()) == "no error");
}

TEST_CASE("counts and lengths beyond the file are refused, however large") {
    for (uint64_t count : {uint64_t{2}, uint64_t{5000000000}, uint64_t{1} << 60, UINT64_MAX}) {
        const std::string text = std::to_string(count);
        CHECK(error(file(0, count).key("a", GgufType::u8).put<uint8_t>(1)) ==
              "metadata 2 of " + text + " needs 8 bytes from byte 38 on, and the file has 0 there");
        CHECK(error(file(count, 0).tensor("t", {1}, 0, 0)) ==
              "tensor 2 of " + text + " needs 8 bytes from byte 57 on, and the file has 0 there");
        CHECK(error(file(0, 1).key("a", GgufType::text).u64(count).raw("x")) ==
              "the metadata \"a\" needs " + text + " bytes from byte 45 on, and the file has 1 there");
        CHECK(error(file(0, 1).array("a", GgufType::u8, count).put<uint8_t>(1)).contains("needs " + text + " bytes"));
    }
    for (GgufType item : {GgufType::i16, GgufType::f32, GgufType::f64, GgufType::text, GgufType::array})
        for (uint64_t count : {uint64_t{1} << 61, uint64_t{1} << 62, (uint64_t{1} << 62) + 1, UINT64_MAX / 2})
            CHECK(error(file(0, 1).array("a", item, count).u64(0).u64(0)).contains(", and the file has 16 there"));
    CHECK(error(file(0, 1).array("a", GgufType::text, 2).u64(UINT64_MAX).u64(0))
              .contains("needs 18446744073709551615 bytes"));
    CHECK(error(file(0, 1).u64(UINT64_MAX).raw("a")).contains("a name of 18446744073709551615 bytes"));
    CHECK(error(file(1, 0).u64(uint64_t{1} << 40).raw("a"))
              .contains("a name of 1099511627776 bytes, expected 1 to 65535"));
}

TEST_CASE("metadata must have a name, a known type, and each key once") {
    CHECK(error(file(0, 1).text("").u32(0).put<uint8_t>(1)) ==
          "metadata 1 of 1 has a name of 0 bytes, expected 1 to 65535");
    CHECK(error(file(0, 1).text(std::string(65536, 'a')).u32(0).put<uint8_t>(1)).contains("a name of 65536 bytes"));
    CHECK(error(file(0, 1).text(std::string_view("a\0b", 3)).u32(0).put<uint8_t>(1)) ==
          R"(metadata 1 of 1 has a NUL in its name "a\x00b")");
    CHECK(error(file(0, 1).text("a").u32(13).u64(0)) == "the metadata \"a\" has the value type 13, expected 0 to 12");
    CHECK(error(file(0, 1).text("a").u32(9).u32(0xffffffff).u64(0)).contains("the value type 4294967295"));
    CHECK(error(file(0, 1).key("a", GgufType::boolean).put<uint8_t>(2)) ==
          "the metadata \"a\" has a bool of 2, expected 0 or 1");
    CHECK(error(file(0, 1).array("a", GgufType::boolean, 3).put<uint8_t>(1).put<uint8_t>(0).put<uint8_t>(255)) ==
          "the metadata \"a\" has a bool of 255, expected 0 or 1");
    File twice = file(0, 3);
    for (std::string_view key : {"a", "b", "a"}) twice.key(key, GgufType::u8).put<uint8_t>(1);
    CHECK(error(twice) == "the metadata \"a\" is there twice");
    // A value may be any bytes.
    File odd = file(0, 1).key("a", GgufType::text).text(std::string_view("\0\xff", 2));
    auto gguf = parse_gguf(odd.bytes, odd.bytes.size());
    REQUIRE(gguf);
    CHECK(gguf->text("a") == std::string_view("\0\xff", 2));
    // A name from a hostile file does not reach the terminal as it is, nor at any length.
    CHECK(error(file(0, 1).text("\x1b[2J").u32(13).u64(0)).contains(R"("\x1b[2J")"));
    CHECK(error(file(0, 1).text(std::string(60000, 'a')).u32(13).u64(0)).size() < 200);
}

TEST_CASE("arrays of arrays are read, up to a depth") {
    auto nested = [](int depth) {
        File all = file(0, 1).key("a", GgufType::array);
        for (int i = 1; i < depth; i++) all.u32(static_cast<uint64_t>(GgufType::array)).u64(1);
        return all.u32(static_cast<uint64_t>(GgufType::u8)).u64(1).put<uint8_t>(1);
    };
    CHECK(error(nested(1)) == "no error");
    CHECK(error(nested(9)) == "no error");
    for (int depth : {10, 11, 50000})
        CHECK(error(nested(depth)) == "the metadata \"a\" has arrays in arrays, more than 8 deep");
    // Two arrays in each of which the second is cut off.
    CHECK(error(file(0, 1).array("a", GgufType::array, 2).u32(0).u64(3).raw("xyz").u32(0).u64(UINT64_MAX))
              .contains("needs 18446744073709551615 bytes"));
}

TEST_CASE("an alignment must be a power of two") {
    auto aligned = [](GgufType type, auto value) {
        return error(file(0, 1).key("general.alignment", type).put(value));
    };
    for (uint32_t good : {1u, 8u, 32u, 4096u, 1u << 31}) CHECK(aligned(GgufType::u32, good) == "no error");
    CHECK(aligned(GgufType::u64, uint64_t{1} << 63) == "no error");
    for (uint32_t wrong : {0u, 3u, 33u, 0xffffffffu})
        CHECK(aligned(GgufType::u32, wrong) ==
              "\"general.alignment\" is " + std::to_string(wrong) + ", expected a power of two");
    CHECK(aligned(GgufType::f32, 32.0f) ==
          "the metadata \"general.alignment\" is of type float32, expected a whole number from 0 on");
    CHECK(aligned(GgufType::i32, -32) ==
          "the metadata \"general.alignment\" is -32, expected a whole number from 0 on");
    // Places that overflow with the largest alignment.
    File far = file(1, 1).key("general.alignment", GgufType::u64).u64(uint64_t{1} << 63);
    CHECK(error(far.tensor("t", {1}, 0, uint64_t{1} << 63).data(64)).contains("; the file has"));
}

TEST_CASE("a tensor must have a name of its own, one to four dimensions, none of them 0, and whole blocks") {
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("", {1}, 0, 0); }, 4) ==
          "tensor 1 of 1 has a name of 0 bytes, expected 1 to 65535");
    CHECK(tensors_error(
              1, [](File& all) { all.tensor(std::string_view("t\0", 2), {1}, 0, 0); }, 4) ==
          R"(tensor 1 of 1 has a NUL in its name "t\x00")");
    CHECK(tensors_error(
              2, [](File& all) { all.tensor("t", {1}, 0, 0).tensor("t", {1}, 0, 32); }, 64) ==
          "the tensor \"t\" is there twice");
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {}, 0, 0); }, 4) ==
          "the tensor \"t\" has 0 dimensions, expected 1 to 4");
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {1, 1, 1, 1, 1}, 0, 0); }, 4) ==
          "the tensor \"t\" has 5 dimensions, expected 1 to 4");
    CHECK(tensors_error(
              1, [](File& all) { all.text("t").u32(0xffffffff).u64(1); }, 4)
              .contains("has 4294967295 dimensions"));
    for (const std::vector<uint64_t>& ne : {std::vector<uint64_t>{0}, {4, 0}, {0, 1, 1, 1}, {1ull << 63, 2, 0}})
        CHECK(tensors_error(1, [&](File& all) { all.tensor("t", ne, 0, 0); }) ==
              "the tensor \"t\" has a dimension of 0");
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {48, 2}, 8, 0); }, 200) ==
          "the tensor \"t\" has rows of 48 weights, expected a multiple of 32 for Q8_0");
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {128, 2}, 12, 0); }, 200) ==
          "the tensor \"t\" has rows of 128 weights, expected a multiple of 256 for Q4_K");
    // 2^32 · 2^32 wraps to 0, 2^62 floats to 0 bytes.
    for (const std::vector<uint64_t>& ne :
         {std::vector<uint64_t>{1ull << 32, 1ull << 32}, {1ull << 62}, {4, 1ull << 62}})
        CHECK(tensors_error(1, [&](File& all) { all.tensor("t", ne, 0, 0); }) ==
              "the tensor \"t\" has more weights than 64 bits can count");
}

TEST_CASE("tensors must be aligned, inside the file, and apart") {
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {1}, 0, 4); }, 64) ==
          "the tensor \"t\" begins at byte 4 of the data, expected a multiple of 32");
    CHECK(tensors_error(1, [](File& all) { all.tensor("t", {8}, 0, 0); }, 32) == "no error");
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {8}, 0, 0); }, 31) ==
          "the tensor \"t\" has 32 bytes from byte 0 of the data on, which begins at byte 64; the file has 95 bytes");
    for (uint64_t offset : {uint64_t{32}, uint64_t{1} << 40, uint64_t{1} << 63, UINT64_MAX - 31})
        CHECK(tensors_error(
                  1, [&](File& all) { all.tensor("t", {8}, 0, offset); }, 32)
                  .contains("; the file has 96 bytes"));
    CHECK(tensors_error(
              1, [](File& all) { all.tensor("t", {uint64_t{1} << 61}, 0, 0); }, 32)
              .contains("has 9223372036854775808 bytes"));
    auto two = [](uint64_t a, uint64_t b) {
        return tensors_error(2, [&](File& all) { all.tensor("a", {16}, 0, a).tensor("b", {8}, 0, b); }, 128);
    };
    CHECK(two(0, 64) == "no error");
    CHECK(two(32, 0) == "no error");
    CHECK(two(0, 96) == "no error");  // a gap is nobody's business
    CHECK(two(0, 32) == "the tensors \"a\" and \"b\" overlap");
    CHECK(two(0, 0) == "the tensors \"b\" and \"a\" overlap");
}

TEST_CASE("a type of tensor that nobody knows yet hinders nobody but who uses it") {
    File all = file(2, 0).tensor("new", {7}, 99, 0).tensor("t", {1}, 0, 32).data(64);
    auto gguf = parse_gguf(all.bytes, all.bytes.size());
    REQUIRE_MESSAGE(gguf, message(gguf));
    CHECK(gguf->tensor("t"));
    CHECK(gguf->find_tensor("new")->bytes == 0);
    CHECK(message(gguf->tensor("new")).contains("\"new\" is type 99, which is not supported; supported are F32"));
    CHECK_FALSE(block_of(static_cast<GgmlType>(4)));
    CHECK(block_of(GgmlType::q6_k)->bytes == 210);
    CHECK(block_of(GgmlType::q6_k)->weights == 256);
    CHECK(tensors_error(1, [](File& one) { one.tensor("new", {7}, 99, 64); }, 32).contains("; the file has 96 bytes"));
}

TEST_CASE("no change of a byte gets through to memory that is not there") {
    const Bytes whole = corpus("vocabulary.gguf");
    for (size_t at = 0; at < whole.size(); at++)
        for (char value : std::string_view("\0\1\x09\x7f\xff", 5)) {
            Bytes changed = whole;
            changed[at] = static_cast<std::byte>(value);
            auto gguf = parse_gguf(changed, changed.size());
            if (!gguf) continue;
            for (auto& one : gguf->metadata) {  // the sanitizers judge
                (void)gguf->strings(one.key);
                (void)gguf->f64s(one.key);
            }
        }
}
