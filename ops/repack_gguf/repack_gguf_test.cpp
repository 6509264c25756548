#include "kernels/registry.hpp"
#include "xpu/context.hpp"
#include <array>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<HostTensor> repacked(Shape shape, const std::vector<uint8_t>& bytes, std::string type) {
    HostTensor blocks = HostTensor::zeros({DType::u8, std::move(shape)});
    std::copy(bytes.begin(), bytes.end(), blocks.as<uint8_t>().begin());
    const std::vector<NamedHostTensor> given = {{"blocks", std::move(blocks)}};
    auto outputs = run_reference("repack_gguf", given, {{"type", std::move(type)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    return *outputs;
}

std::string error(Shape shape, const Params& params) {
    const std::vector<NamedType> given = {{"blocks", {DType::u8, std::move(shape)}}};
    auto args = check_args(**find_op("repack_gguf"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("repack_gguf: a block of Q8_0 is a half and 32 bytes") {
    std::vector<uint8_t> bytes = {0x00, 0x3e};  // 1.5
    for (int i = 0; i < 32; i++) bytes.push_back(static_cast<uint8_t>(i - 16));
    auto planes = repacked({1, 34}, bytes, "q8_0");
    CHECK(planes[0].type.shape == Shape{1, 8});
    CHECK(planes[1].type.shape == Shape{1, 1});
    CHECK(planes[0].as<uint32_t>()[0] == 0xf3f2f1f0);
    CHECK(planes[0].as<uint32_t>()[7] == 0x0f0e0d0c);
    CHECK(planes[1].as<f16>()[0].to_float() == 1.5f);
}

TEST_CASE("repack_gguf: a block of Q4_1 is two halves and 16 bytes, low nibbles first") {
    std::vector<uint8_t> bytes = {0x00, 0x38, 0x00, 0xc0};  // 0.5 and -2
    for (int i = 0; i < 16; i++) bytes.push_back(static_cast<uint8_t>(i | (15 - i) << 4));
    auto planes = repacked({1, 20}, bytes, "q4_1");
    CHECK(planes[0].type.shape == Shape{1, 4});
    CHECK(planes[1].type.shape == Shape{1, 2});
    CHECK(planes[0].as<uint32_t>()[0] == 0x76543210);
    CHECK(planes[0].as<uint32_t>()[1] == 0xfedcba98);
    CHECK(planes[0].as<uint32_t>()[2] == 0x89abcdef);
    CHECK(planes[0].as<uint32_t>()[3] == 0x01234567);
    CHECK(planes[1].as<f16>()[0].to_float() == 0.5f);
    CHECK(planes[1].as<f16>()[1].to_float() == -2.0f);
}

TEST_CASE("repack_gguf: a block of Q4_0 is a half and 16 bytes, low nibbles first") {
    std::vector<uint8_t> bytes;
    for (int b = 0; b < 2; b++) {
        bytes.insert(bytes.end(), {0x00, static_cast<uint8_t>(b ? 0xc0 : 0x38)});  // 0.5, then -2
        for (int i = 0; i < 16; i++) bytes.push_back(static_cast<uint8_t>(b ? 0x5a : i | (15 - i) << 4));
    }
    auto planes = repacked({1, 36}, bytes, "q4_0");
    CHECK(planes[0].type.shape == Shape{1, 8});
    CHECK(planes[1].type.shape == Shape{1, 2});
    constexpr std::array<uint32_t, 8> kExpected = {0x76543210, 0xfedcba98, 0x89abcdef, 0x01234567,
                                                   0xaaaaaaaa, 0xaaaaaaaa, 0x55555555, 0x55555555};
    for (size_t i = 0; i < 8; i++) CHECK(planes[0].as<uint32_t>()[i] == kExpected[i]);
    CHECK(planes[1].as<f16>()[0].to_float() == 0.5f);
    CHECK(planes[1].as<f16>()[1].to_float() == -2.0f);
}

TEST_CASE("repack_gguf: a block of Q4_K has scales and least weights of 6 bits for each 32") {
    std::vector<uint8_t> bytes = {0x00, 0x38, 0x00, 0xc0};  // 0.5 and -2
    // Scales 1, 2, 3, 4, 0x15, 0x26, 0x37, 0x08 and least weights 63, 62, 61, 60, 0x3a, 0x2b, 0x1c, 0x0d.
    bytes.insert(bytes.end(), {0x41, 0x82, 0xc3, 0x04, 0xff, 0xbe, 0x7d, 0x3c, 0xa5, 0xb6, 0xc7, 0xd8});
    for (int i = 0; i < 128; i++) bytes.push_back(static_cast<uint8_t>(i / 32 | i % 16 << 4));
    auto planes = repacked({1, 144}, bytes, "q4_k");
    CHECK(planes[0].type.shape == Shape{1, 35});
    CHECK(planes[1].type.shape == Shape{1, 2});
    auto words = planes[0].as<uint32_t>();
    for (size_t chunk = 0; chunk < 4; chunk++)
        for (size_t i = 0; i < 4; i++) {
            CHECK(words[8 * chunk + i] == 0x11111111 * chunk);
            CHECK(words[8 * chunk + 4 + i] == (i % 2 ? 0xfedcba98 : 0x76543210));
        }
    CHECK(words[32] == 0x044382c1);  // 1 + 64 · 3, 2 + 64 · 2, 3 + 64 · 1, 4 + 64 · 0
    CHECK(words[33] == 0x4837e695);  // 0x15 + 64 · 2, 0x26 + 64 · 3, 0x37 + 64 · 0, 0x08 + 64 · 1
    CHECK(words[34] == 0x37aeffff);
    CHECK(planes[1].as<f16>()[0].to_float() == 0.5f);
    CHECK(planes[1].as<f16>()[1].to_float() == -2.0f);
}

TEST_CASE("repack_gguf: a block of Q6_K is nibbles, pairs, scales and a half") {
    std::vector<uint8_t> bytes(210, 0);
    // Code 5 is 0x3a, code 37 is 0x15, code 69 0x2c and code 101 0x07; code 255 is 63.
    bytes[5] = 0xca, bytes[37] = 0x75, bytes[127] = 0xf0;
    bytes[128 + 5] = 3 | 1 << 2 | 2 << 4, bytes[191] = 3 << 6;
    for (size_t i = 0; i < 16; i++) bytes[192 + i] = static_cast<uint8_t>(i + 248);  // -8 to 7
    bytes[209] = 0x38;                                                               // 0.5
    auto planes = repacked({1, 210}, bytes, "q6_k");
    CHECK(planes[0].type.shape == Shape{1, 52});
    CHECK(planes[1].type.shape == Shape{1, 1});
    std::array<uint32_t, 52> expected = {};
    expected[0] = 0xa00000, expected[4] = 0x500000, expected[8] = 0xc00000, expected[12] = 0x700000;
    expected[31] = 0xf0000000;
    expected[32] = 3 << 10, expected[34] = 1 << 10, expected[36] = 2 << 10, expected[47] = 0xc0000000;
    expected[48] = 0xfbfaf9f8, expected[49] = 0xfffefdfc, expected[50] = 0x03020100, expected[51] = 0x07060504;
    for (size_t i = 0; i < 52; i++) {
        CAPTURE(i);
        CHECK(planes[0].as<uint32_t>()[i] == expected[i]);
    }
    CHECK(planes[1].as<f16>()[0].to_float() == 0.5f);
}

TEST_CASE("repack_gguf: errors") {
    CHECK(error({2, 33}, {{"type", "q8_0"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 33], expected rows of blocks of 34 bytes");
    CHECK(error({2, 34}, {{"type", "q4_1"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 34], expected rows of blocks of 20 bytes");
    CHECK(error({2, 288 + 18}, {{"type", "q4_k"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 306], expected rows of blocks of 144 bytes");
    CHECK(error({2, 209}, {{"type", "q6_k"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 209], expected rows of blocks of 210 bytes");
    CHECK(error({2, 20}, {{"type", "q4_0"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 20], expected rows of blocks of 18 bytes");
    CHECK(error({2, 34}, {{"type", "q8_1"}}).starts_with("kind: repack_gguf: parameter type is \"q8_1\""));
    CHECK(error({2, 34}, {}).starts_with("missing: repack_gguf: parameter type is missing"));
    CHECK(error({68}, {{"type", "q8_0"}}).starts_with("shape: repack_gguf: blocks is u8 [68]"));
}
