// The safetensors reader trusts nothing, and the writer gives what the reader takes.
#include "xpu/safetensors.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Bytes = std::vector<std::byte>;

/// A file from its header's text and as many payload bytes 0, 1, 2, …
Bytes file(std::string_view header, size_t payload = 0) {
    Bytes bytes(8);
    uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    for (char c : header) bytes.push_back(static_cast<std::byte>(c));
    for (size_t i = 0; i < payload; i++) bytes.push_back(static_cast<std::byte>(i));
    return bytes;
}

std::string error(const Bytes& bytes) {
    auto content = parse_safetensors(bytes);
    if (content) return "no error";
    CHECK(content.error().code == Code::format);
    CHECK(content.error().message.starts_with("safetensors: "));
    return content.error().message;
}
std::string error(std::string_view header, size_t payload = 0) { return error(file(header, payload)); }

/// One tensor `x` with these offsets and shape.
std::string header_of(std::string_view dtype, std::string_view shape, std::string_view offsets) {
    return R"({"x":{"dtype":)" + std::string(dtype) + R"(,"shape":)" + std::string(shape) + R"(,"data_offsets":)" +
           std::string(offsets) + "}}";
}

constexpr std::string_view kTwo =
    R"({"__metadata__":{"op":"softmax"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[3],"data_offsets":[8,11]}})";

}  // namespace

TEST_CASE("a good file gives its tensors and metadata") {
    auto content = parse_safetensors(file(kTwo, 11));
    REQUIRE(content);
    REQUIRE(content->tensors.size() == 2);
    CHECK(content->tensors[0].name == "a");
    CHECK(content->tensors[0].tensor.type == TensorType{DType::f32, {2}});
    CHECK(content->tensors[1].tensor.type == TensorType{DType::u8, {3}});
    CHECK(content->tensors[1].tensor.data == Bytes{std::byte{8}, std::byte{9}, std::byte{10}});
    REQUIRE(content->find_metadata("op"));
    CHECK(*content->find_metadata("op") == "softmax");
    CHECK_FALSE(content->find_metadata("oq"));
}

TEST_CASE("a scalar, an empty tensor, an empty file and a padded header are good") {
    CHECK(error(header_of(R"("F32")", "[]", "[0,4]"), 4) == "no error");
    CHECK(error(header_of(R"("F32")", "[0,7]", "[0,0]")) == "no error");
    CHECK(error("{}") == "no error");
    CHECK(error("{}      ") == "no error");
    CHECK(error(header_of(R"("F16")", "[3]", "[0,6]"), 6) == "no error");
    CHECK(
        error(
            R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[4,4]},"b":{"dtype":"I32","shape":[1],"data_offsets":[0,4]}})",
            4) == "no error");
}

TEST_CASE("a file that is cut off at any byte is refused") {
    const Bytes whole = file(kTwo, 11);
    for (size_t length = 0; length < whole.size(); length++) {
        // A copy of the exact size, so that a read past its end is seen.
        const Bytes cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
        CHECK_MESSAGE(error(cut) != "no error", length);
    }
    CHECK(error(Bytes{}) == "safetensors: the file has 0 bytes, expected at least 8");
}

TEST_CASE("bytes after the last tensor are refused") {
    CHECK(error(kTwo, 12) == "safetensors: the tensors end at 11 of 12 bytes");
    CHECK(error("{}", 1) == "safetensors: the tensors end at 0 of 1 bytes");
}

TEST_CASE("a header length beyond the file is refused, however large") {
    Bytes bytes = file("{}");
    for (uint64_t length : {uint64_t{3}, uint64_t{1} << 32, uint64_t{1} << 63, UINT64_MAX, UINT64_MAX - 7}) {
        std::memcpy(bytes.data(), &length, 8);
        CHECK(error(bytes) ==
              "safetensors: the header says it has " + std::to_string(length) + " bytes; only 2 follow");
    }
    const uint64_t none = 0;
    std::memcpy(bytes.data(), &none, 8);
    CHECK(error(bytes).contains("not a JSON object"));
}

TEST_CASE("a header that is not a JSON object is refused") {
    for (std::string_view text : {"", " ", "{", "}", "[]", "null", "3", "\"x\"", "{]", "{\"a\":}", "{} {}", "{\"a\"",
                                  "{'a':1}", "\xff\xfe", "{\"\xff\":{}}"})
        CHECK_MESSAGE(error(text).contains("not a JSON object"), text);
    CHECK(error(std::string(200000, '[')).contains("not a JSON object"));
    CHECK(error(std::string(100000, '[') + std::string(100000, ']')).contains("not a JSON object"));
    CHECK(error(R"({"x":1e999})").contains("not a JSON object"));
    std::string deep;
    for (int i = 0; i < 50000; i++) deep += "{\"a\":";
    CHECK(error(deep + "1" + std::string(50000, '}')) != "no error");
}

TEST_CASE("metadata must be strings") {
    CHECK(error(R"({"__metadata__":3})").contains("__metadata__ is not an object"));
    CHECK(error(R"({"__metadata__":{"a":1}})").contains("__metadata__ \"a\" is not a string"));
    CHECK(error(R"({"__metadata__":{}})") == "no error");
}

TEST_CASE("a tensor's entry must be whole") {
    for (std::string_view entry : {"3", "[]", "null", "{}", R"({"dtype":"F32"})", R"({"shape":[]})",
                                   R"({"dtype":3,"shape":[]})", R"({"dtype":"F32","shape":{}})"})
        CHECK(error(R"({"x":)" + std::string(entry) + "}").contains("\"x\" needs a dtype, a shape and data_offsets"));
    CHECK(error(R"({"x":{"dtype":"F32","shape":[]}})").contains("\"x\" has no data_offsets"));
    CHECK(error(header_of(R"("F64")", "[1]", "[0,8]"), 8).contains("\"x\" is F64, expected F32, F16, I32, U32 or U8"));
    CHECK(error(header_of(R"("f32")", "[1]", "[0,4]"), 4).contains("\"x\" is f32"));
    for (std::string_view shape :
         {"[-1]", "[1.5]", "[1.0]", "[\"1\"]", "[null]", "[true]", "[[1]]", "[1e3]", "[18446744073709551616]"})
        CHECK_MESSAGE(error(header_of(R"("F32")", shape, "[0,4]"), 4).contains("a dimension that is no whole number"),
                      shape);
}

TEST_CASE("offsets must be two whole numbers inside the payload") {
    for (std::string_view offsets : {"[]", "[0]", "[0,4,8]", "[-1,4]", "[0,-4]", "[0.0,4.0]", "[\"0\",\"4\"]", "{}",
                                     "4", "null", "[0,18446744073709551616]"})
        CHECK_MESSAGE(
            error(header_of(R"("F32")", "[1]", offsets), 4).contains("data_offsets are not two whole numbers"),
            offsets);
    CHECK(error(header_of(R"("F32")", "[1]", "[4,0]"), 4).contains("lies at 4 to 0 of 4 bytes"));
    CHECK(error(header_of(R"("F32")", "[1]", "[4,8]"), 4).contains("lies at 4 to 8 of 4 bytes"));
    CHECK(error(header_of(R"("F32")", "[1]", "[0,18446744073709551615]"), 4).contains("of 4 bytes"));
    CHECK(error(header_of(R"("F32")", "[1]", "[18446744073709551612,0]"), 4).contains("of 4 bytes"));
}

TEST_CASE("sizes must fit the shape, also where the shape's product overflows") {
    CHECK(error(header_of(R"("F32")", "[2]", "[0,4]"), 4)
              .contains("\"x\" is f32 [2] and needs 8 bytes; its offsets give 4"));
    CHECK(error(header_of(R"("U8")", "[4]", "[0,3]"), 3).contains("needs 4 bytes"));
    CHECK(error(header_of(R"("F32")", "[]", "[0,0]")).contains("needs 4 bytes"));
    // 2^32 · 2^32 wraps to 0, and 2^62 floats to 0 bytes.
    CHECK(
        error(header_of(R"("F32")", "[4294967296,4294967296]", "[0,0]")).contains("needs 18446744073709551615 bytes"));
    CHECK(error(header_of(R"("F32")", "[4611686018427387904]", "[0,0]")).contains("needs 18446744073709551615 bytes"));
    CHECK(
        error(header_of(R"("F32")", "[4611686018427387905]", "[0,4]"), 4).contains("needs 18446744073709551615 bytes"));
}

TEST_CASE("tensors must not overlap and must leave no gap") {
    const auto two = [](std::string_view a, std::string_view b) {
        return R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)" + std::string(a) +
               R"(},"b":{"dtype":"F32","shape":[2],"data_offsets":)" + std::string(b) + "}}";
    };
    CHECK(error(two("[0,8]", "[8,16]"), 16) == "no error");
    CHECK(error(two("[8,16]", "[0,8]"), 16) == "no error");
    CHECK(error(two("[0,8]", "[4,12]"), 12).contains("\"b\" begins at 4, expected 8"));
    CHECK(error(two("[0,8]", "[0,8]"), 8).contains("begins at 0, expected 8"));
    CHECK(error(two("[0,8]", "[12,20]"), 20).contains("\"b\" begins at 12, expected 8"));
    CHECK(error(two("[4,12]", "[12,20]"), 20).contains("\"a\" begins at 4, expected 0"));
}

TEST_CASE("no change of a byte, and no byte left out, gets through to memory that is not there") {
    const Bytes whole = file(kTwo, 11);
    for (size_t at = 0; at < whole.size(); at++)
        for (char value : std::string_view("\0\1\",09[]{}-\x7f\xff", 13)) {
            Bytes changed = whole;
            changed[at] = static_cast<std::byte>(value);
            if (auto content = parse_safetensors(changed))
                for (auto& one : content->tensors) CHECK(one.tensor.data.size() == one.tensor.type.bytes());
            changed.erase(changed.begin() + static_cast<ptrdiff_t>(at));
            (void)parse_safetensors(changed);  // the sanitizers judge
        }
}

TEST_CASE("what is written comes back, wider types first, with a header of whole words") {
    SafeTensors content;
    content.metadata = {{"op", "matmul"}, {"params", R"({"eps": 1e-5, "name": "quote \" and ü"})"}};
    for (const auto& [name, type] : {std::pair{"bytes", TensorType{DType::u8, {5}}},
                                     {"half", {DType::f16, {3, 1}}},
                                     {"a", {DType::f32, {2, 2}}},
                                     {"empty", {DType::f32, {0, 9}}},
                                     {"scalar", {DType::i32, {}}},
                                     {"words", {DType::u32, {1}}}}) {
        HostTensor tensor = HostTensor::zeros(type);
        for (size_t i = 0; i < tensor.data.size(); i++)
            tensor.data[i] = static_cast<std::byte>(i * 37 + type.shape.size());
        content.tensors.push_back({name, tensor});
    }
    const Bytes bytes = write_safetensors(content);
    uint64_t header = 0;
    std::memcpy(&header, bytes.data(), 8);
    CHECK(header % 8 == 0);
    auto back = parse_safetensors(bytes);
    REQUIRE_MESSAGE(back, (back ? "" : back.error().message));
    CHECK(back->metadata == content.metadata);
    REQUIRE(back->tensors.size() == content.tensors.size());
    for (auto& want : content.tensors) {
        auto found =
            std::find_if(back->tensors.begin(), back->tensors.end(), [&](auto& one) { return one.name == want.name; });
        REQUIRE(found != back->tensors.end());
        CHECK(found->tensor.type == want.tensor.type);
        CHECK(found->tensor.data == want.tensor.data);
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8, header);
    CHECK(text.contains(R"("half":{"data_offsets":[24,30])"));  // after 24 bytes of words, before the bytes
    CHECK(text.contains(R"("bytes":{"data_offsets":[30,35])"));
    CHECK(parse_safetensors(write_safetensors({}))->tensors.empty());
}

TEST_CASE("names that are not UTF-8 are written as something that can be read") {
    SafeTensors content;
    content.metadata = {{"note", "caf\xe9"}};
    CHECK(parse_safetensors(write_safetensors(content)));
}
