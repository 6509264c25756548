// The safetensors header by itself, from a file's first bytes, and the index of a model in several files.
#include "xpu/safetensors.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Bytes = std::vector<std::byte>;

/// A file's length and header, without its payload.
Bytes head(std::string_view header) {
    Bytes bytes(8);
    uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    for (char c : header) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

/// One tensor `x` of a type and a shape that takes the whole payload.
std::string one(std::string_view dtype, std::string_view shape, uint64_t bytes) {
    return R"({"x":{"dtype":")" + std::string(dtype) + R"(","shape":)" + std::string(shape) + R"(,"data_offsets":[0,)" +
           std::to_string(bytes) + "]}}";
}

std::string error(std::string_view header, uint64_t payload) {
    const Bytes bytes = head(header);
    uint64_t needed = 1;
    auto content = parse_safetensors_header(bytes, bytes.size() + payload, &needed);
    CHECK(needed == 0);
    return content ? "no error" : content.error().message;
}

std::string index_error(std::string_view text) {
    auto index = read_safetensors_index(text);
    if (index) return "no error";
    CHECK(index.error().code == Code::format);
    return index.error().message;
}

constexpr std::string_view kTwo =
    R"({"__metadata__":{"format":"pt"},"b":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]},"a":{"dtype":"I64","shape":[],"data_offsets":[12,20]}})";

}  // namespace

TEST_CASE("a header names its tensors and where in the file they lie, and needs no payload") {
    const Bytes bytes = head(kTwo);
    auto header = parse_safetensors_header(bytes, bytes.size() + 20);
    REQUIRE_MESSAGE(header, (header ? "" : header.error().message));
    REQUIRE(header->tensors.size() == 2);
    CHECK(header->metadata == std::vector<std::pair<std::string, std::string>>{{"format", "pt"}});
    auto* b = header->find("b");
    REQUIRE(b);
    CHECK(b->dtype == "BF16");
    CHECK(b->shape == Shape{2, 3});
    CHECK(b->begin == bytes.size());
    CHECK(b->end == bytes.size() + 12);
    auto* a = header->find("a");
    REQUIRE(a);
    CHECK(a->shape.empty());
    CHECK(a->end == bytes.size() + 20);
    for (std::string_view name : {"", "aa", "c", "__metadata__"}) CHECK_FALSE(header->find(name));
}

TEST_CASE("a head that is too short says how long a head is enough") {
    const Bytes bytes = head(kTwo);
    for (size_t length = 0; length < bytes.size(); length++) {
        const Bytes part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length));
        uint64_t needed = 0;
        auto header = parse_safetensors_header(part, bytes.size() + 20, &needed);
        REQUIRE_FALSE(header);
        CHECK(header.error().code == Code::io);
        CHECK(needed == (length < 8 ? 8 : bytes.size()));
    }
    CHECK(parse_safetensors_header(bytes, bytes.size() - 1).error().code == Code::range);
    // What a hostile length claims is not asked for.
    Bytes hostile = head("{}");
    uint64_t needed = 1, length = 100'000'001;
    std::memcpy(hostile.data(), &length, 8);
    auto header = parse_safetensors_header(hostile, uint64_t{1} << 40, &needed);
    REQUIRE_FALSE(header);
    CHECK(header.error().message == "safetensors: the header says it has 100000001 bytes; the format allows 100000000");
    CHECK(needed == 0);
}

TEST_CASE("the size of every type of whole bytes is checked; a type that is not known is kept") {
    for (auto& [dtype, bytes] : {std::pair{"F64", 8},
                                 {"F32", 4},
                                 {"F16", 2},
                                 {"BF16", 2},
                                 {"F8_E4M3", 1},
                                 {"F8_E5M2", 1},
                                 {"I64", 8},
                                 {"I32", 4},
                                 {"I16", 2},
                                 {"I8", 1},
                                 {"U64", 8},
                                 {"U32", 4},
                                 {"U16", 2},
                                 {"U8", 1},
                                 {"BOOL", 1},
                                 {"C64", 8},
                                 {"F8_E8M0", 1}}) {
        const auto size = static_cast<uint64_t>(bytes) * 6;
        CHECK(error(one(dtype, "[2,3]", size), size) == "no error");
        CHECK(error(one(dtype, "[2,3]", size + 1), size + 1).contains("and needs " + std::to_string(size) + " bytes"));
    }
    CHECK(error(one("BF16", "[2]", 5), 5) ==
          "safetensors: tensor \"x\" is bf16 [2] and needs 4 bytes; its offsets give 5");
    CHECK(error(one("F4", "[4]", 2), 2) == "no error");
    CHECK(error(one("BF16", "[4294967296,4294967296]", 0), 0).contains("needs 18446744073709551615 bytes"));
    // The reader of whole files says which it can take.
    Bytes file = head(one("BF16", "[2]", 4));
    file.resize(file.size() + 4);
    CHECK(parse_safetensors(file).error().message ==
          "safetensors: tensor \"x\" is BF16, expected F32, F16, I32, U32 or U8");
}

TEST_CASE("an index names the file of each tensor, and each file once") {
    auto index = read_safetensors_index(
        R"({"metadata":{"total_size":9},"weight_map":{"b":"m-2.safetensors","a":"m-1.safetensors","c":"m-1.safetensors"}})");
    REQUIRE_MESSAGE(index, (index ? "" : index.error().message));
    CHECK(index->files == std::vector<std::string>{"m-1.safetensors", "m-2.safetensors"});
    CHECK(index->tensors.size() == 3);
    REQUIRE(index->file_of("b"));
    CHECK(*index->file_of("b") == "m-2.safetensors");
    CHECK(*index->file_of("c") == "m-1.safetensors");
    for (std::string_view name : {"", "aa", "d"}) CHECK_FALSE(index->file_of(name));
    CHECK(index_error(R"({"weight_map":{}})") == "no error");
}

TEST_CASE("an index that is none, or leads out of its folder, is refused") {
    for (std::string_view text : {"", "[]", "3", "{", "{\"weight_map\":{\"a\":}}"})
        CHECK(index_error(text) == "safetensors: the index is not a JSON object");
    for (std::string_view text : {"{}", R"({"weight_map":[]})", R"({"weight_map":"a"})"})
        CHECK(index_error(text) == "safetensors: the index has no weight_map of tensors and their files");
    CHECK(index_error(R"({"weight_map":{"a":3}})") == "safetensors: the index gives tensor \"a\" no file's name");
    for (std::string_view name : {"", "a", "../a.safetensors", "/a.safetensors", "a/b.safetensors",
                                  "..\\\\a.safetensors", "C:a.safetensors", "a\\u0000.safetensors", "a.safetensors/.."})
        CHECK_MESSAGE(index_error(R"({"weight_map":{"a":")" + std::string(name) + "\"}}")
                          .contains("expected the name of a .safetensors file beside it"),
                      name);
}
