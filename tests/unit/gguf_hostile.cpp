// The GGUF reader trusts nothing, and says in one sentence what is wrong.
#include "gguf_file.hpp"
#include <cstring>
#include <functional>

using namespace xpu;
using namespace gguf_file;

namespace {

/// The error of a file with these tensors' entries, and that much data.
std::string tensors_error(uint64_t count, const std::function<void(File&)>& write, size_t data = 0) {
    File all = file(count, 0);
    write(all);
    return error(all.data(data));
}

}  // namespace

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
