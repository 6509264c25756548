// The GGUF reader reads what llama.cpp's own package writes, from any beginning of a file that is long enough.
#include "gguf_file.hpp"
#include <cstring>

using namespace xpu;
using namespace gguf_file;

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
