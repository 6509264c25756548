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

TEST_CASE("repack_gguf: errors") {
    CHECK(error({2, 33}, {{"type", "q8_0"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 33], expected rows of blocks of 34 bytes");
    CHECK(error({2, 34}, {{"type", "q4_1"}}) ==
          "divisible: repack_gguf: blocks is u8 [2, 34], expected rows of blocks of 20 bytes");
    CHECK(error({2, 34}, {{"type", "q8_1"}}).starts_with("kind: repack_gguf: parameter type is \"q8_1\""));
    CHECK(error({2, 34}, {}).starts_with("missing: repack_gguf: parameter type is missing"));
    CHECK(error({68}, {{"type", "q8_0"}}).starts_with("shape: repack_gguf: blocks is u8 [68]"));
}
