#include "kernels/registry.hpp"
#include "xpu/context.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;

Floats values(std::string type, Shape a_shape, const Floats& a, Shape codes_shape, const std::vector<uint32_t>& words,
              Shape scale_shape, const Floats& scale) {
    HostTensor codes = HostTensor::zeros({DType::u32, std::move(codes_shape)});
    std::copy(words.begin(), words.end(), codes.as<uint32_t>().begin());
    HostTensor halves = HostTensor::zeros({DType::f16, std::move(scale_shape)});
    for (size_t i = 0; i < scale.size(); i++) halves.as<f16>()[i] = f16::from(scale[i]);
    const std::vector<NamedHostTensor> given = {
        {"a", HostTensor::f32(std::move(a_shape), a)}, {"codes", std::move(codes)}, {"scale", std::move(halves)}};
    auto outputs = run_reference("matmul_gguf", given, {{"type", std::move(type)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape a, Shape codes, Shape scale, const Params& params) {
    const std::vector<NamedType> given = {{"a", {DType::f32, std::move(a)}},
                                          {"codes", {DType::u32, std::move(codes)}},
                                          {"scale", {DType::f16, std::move(scale)}}};
    auto args = check_args(**find_op("matmul_gguf"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matmul_gguf: pinned values") {
    // Codes 1, -1, 127, -128, and what lies beyond K = 4 is not looked at.
    std::vector<uint32_t> bytes = {0x807fff01, 0x7f7f7f7f, 0, 0, 0, 0, 0, 0};
    CHECK(values("q8_0", {2, 4}, {1, 2, 3, 4, 1, 0, 0, 0}, {1, 8}, bytes, {1, 1}, {0.5f}) == Floats{-66, 0.5f});
    // Codes 1, 15, 0 with d = 2 and m = -3: weights -1, 27, -3.
    std::vector<uint32_t> nibbles = {0xfffff0f1, 0xffffffff, 0xffffffff, 0xffffffff};
    CHECK(values("q4_1", {1, 3}, {1, 10, 100}, {1, 4}, nibbles, {1, 2}, {2, -3}) == Floats{-31});
    // The same codes with d = 2: weights -14, 14, -16.
    CHECK(values("q4_0", {1, 3}, {1, 10, 100}, {1, 4}, nibbles, {1, 1}, {2}) == Floats{-1474});
    // Of Q4_K d = 2 and dmin = 3, the first part has scale 5 and least weight 0b101101: weights 10 · code − 135.
    std::vector<uint32_t> parts(35, 0xffffffff);
    parts[0] = nibbles[0], parts[32] = 0xffffff45, parts[34] = 0xfffffffb;
    CHECK(values("q4_k", {1, 3}, {1, 10, 100}, {1, 35}, parts, {1, 2}, {2, 3}) == Floats{-125 + 150 - 13500});
    // Of Q6_K d = 0.5, the first scale is -3: codes 0x31, 0x0f and 0x20 are weights -1.5 · 17, -1.5 · -17 and 0.
    std::vector<uint32_t> pairs(52, 0xffffffff);
    pairs[0] = nibbles[0], pairs[32] = 0xffffffe3, pairs[48] = 0xfffffffd;
    CHECK(values("q6_k", {1, 3}, {1, 10, 100}, {1, 52}, pairs, {1, 1}, {0.5f}) == Floats{-25.5f + 255});
}

TEST_CASE("matmul_gguf: each block has scales of its own; what is not finite stays in its column") {
    std::vector<uint32_t> bytes(32, 0x01010101);
    auto out = values("q8_0", {1, 33}, Floats(33, 1), {2, 16}, bytes, {2, 2}, {1, 100, INFINITY, 1});
    CHECK(out[0] == 132);
    CHECK(out[1] == INFINITY);
    CHECK(values("q4_1", {3, 0}, {}, {2, 0}, {}, {2, 0}, {}) == Floats(6, 0));
}

TEST_CASE("matmul_gguf: errors") {
    CHECK(error({2, 33}, {3, 8}, {3, 2}, {{"type", "q8_0"}}) ==
          "shape: matmul_gguf: codes is u32 [3, 8], expected 16 a row: 33 weights are 2 blocks");
    CHECK(error({2, 33}, {3, 16}, {3, 1}, {{"type", "q8_0"}}) ==
          "shape: matmul_gguf: scale is f16 [3, 1], expected 2 a row: 33 weights are 2 blocks");
    CHECK(error({2, 33}, {3, 8}, {3, 2}, {{"type", "q4_1"}}) ==
          "shape: matmul_gguf: scale is f16 [3, 2], expected 4 a row: 33 weights are 2 blocks");
    CHECK(error({2, 257}, {3, 70}, {3, 2}, {{"type", "q4_k"}}) ==
          "shape: matmul_gguf: scale is f16 [3, 2], expected 4 a row: 257 weights are 2 blocks");
    CHECK(error({2, 256}, {3, 32}, {3, 1}, {{"type", "q6_k"}}) ==
          "shape: matmul_gguf: codes is u32 [3, 32], expected 52 a row: 256 weights are 1 blocks");
    CHECK(error({2, 32}, {3, 8}, {2, 1}, {{"type", "q8_0"}}).starts_with("shape: matmul_gguf: scale is f16 [2, 1]"));
    CHECK(error({2, 32}, {3, 8}, {3, 1}, {}).starts_with("missing: matmul_gguf: parameter type is missing"));
    CHECK(error({2, 32}, {3, 8}, {3, 1}, {{"type", "q5_0"}}).starts_with("kind: matmul_gguf: parameter type"));
}
