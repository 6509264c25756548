#include "harness/inputs.hpp"
#include "kernels/registry.hpp"
#include "ops/matvec_gguf/parts.hpp"
#include "xpu/context.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

// Of a block's bytes, as ggml's headers describe them.
double half(const uint8_t* at) { return double{f16{static_cast<uint16_t>(at[0] | at[1] << 8)}.to_float()}; }

double weight(std::string_view type, const uint8_t* block, size_t i) {
    if (type == "q8_0") return half(block) * static_cast<int8_t>(block[2 + i]);
    if (type == "q4_1") return half(block) * (block[4 + i % 16] >> (i < 16 ? 0 : 4) & 15) + half(block + 2);
    if (type == "q4_0") return half(block) * ((block[2 + i % 16] >> (i < 16 ? 0 : 4) & 15) - 8);
    if (type == "q4_k") {
        const uint8_t *scales = block + 4, *codes = block + 16 + i / 64 * 32;
        const size_t part = i / 32;
        const int scale = part < 4 ? scales[part] & 63 : (scales[part + 4] & 15) | (scales[part - 4] >> 6) << 4;
        const int least = part < 4 ? scales[part + 4] & 63 : scales[part + 4] >> 4 | (scales[part] >> 6) << 4;
        return half(block) * scale * (codes[i % 32] >> (part % 2 ? 4 : 0) & 15) - half(block + 2) * least;
    }
    const uint8_t *low = block + i / 128 * 64, *high = block + 128 + i / 128 * 32;
    const size_t quarter = i % 128 / 32, l = i % 32;
    const int code = (low[l + quarter % 2 * 32] >> (quarter < 2 ? 0 : 4) & 15) | (high[l] >> 2 * quarter & 3) << 4;
    return half(block + 208) * static_cast<int8_t>(block[192 + i / 16]) * (code - 32);
}

}  // namespace

TEST_CASE("matvec_gguf: the product of a matrix with one row, and of the bytes of a file") {
    for (std::string_view type : gguf::kTypes) {
        CAPTURE(type);
        constexpr uint64_t kRows = 5, kBlocks = 3;
        const auto& format = gguf::format_of(type);
        const uint64_t k = kBlocks * format.block;
        const Params params = {{"type", std::string(type)}};
        CaseInput file{"blocks", {DType::u8, {kRows, kBlocks * format.block_bytes}}, Fill::words};
        auto blocks = make_input(file, 1), vector = make_input({"vector", {DType::f32, {k}}}, 2);
        // The exponents of the halves away from those of Inf and NaN.
        for (size_t b = 0; b < kRows * kBlocks; b++)
            for (size_t at = 0; at < format.halves; at++)
                blocks.as<uint8_t>()[b * format.block_bytes + (type == "q6_k" ? 208 : 2 * at) + 1] &= 0xbf;
        auto planes = run_reference("repack_gguf", std::vector<NamedHostTensor>{{"blocks", blocks}}, params);
        REQUIRE(planes);
        auto row = vector;
        row.type.shape = {1, k};
        auto product = run_reference(
            "matvec_gguf",
            std::vector<NamedHostTensor>{{"codes", (*planes)[0]}, {"scale", (*planes)[1]}, {"vector", vector}}, params);
        auto same = run_reference(
            "matmul_gguf", std::vector<NamedHostTensor>{{"a", row}, {"codes", (*planes)[0]}, {"scale", (*planes)[1]}},
            params);
        REQUIRE(product);
        REQUIRE(same);
        for (size_t n = 0; n < kRows; n++) {
            double sum = 0;
            for (size_t i = 0; i < k; i++) {
                const size_t b = n * kBlocks + i / format.block;
                const uint8_t* const block = blocks.as<uint8_t>().data() + b * format.block_bytes;
                sum +=
                    double{static_cast<float>(weight(type, block, i % format.block))} * double{vector.as<float>()[i]};
            }
            CHECK((*product)[0].as<float>()[n] == static_cast<float>(sum));
            CHECK((*same)[0].as<float>()[n] == static_cast<float>(sum));
        }
    }
}

TEST_CASE("matvec_gguf: errors") {
    auto error = [](Shape codes, Shape scale, Shape vector, const Params& params) {
        const std::vector<NamedType> given = {{"codes", {DType::u32, std::move(codes)}},
                                              {"scale", {DType::f16, std::move(scale)}},
                                              {"vector", {DType::f32, std::move(vector)}}};
        auto args = check_args(**find_op("matvec_gguf"), given, params);
        return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
    };
    CHECK(error({3, 8}, {3, 2}, {64}, {{"type", "q8_0"}}) ==
          "shape: matvec_gguf: codes is u32 [3, 8], expected 16 a row: 64 weights are 2 blocks");
    CHECK(error({3, 35}, {3, 4}, {257}, {{"type", "q4_k"}}) ==
          "shape: matvec_gguf: codes is u32 [3, 35], expected 70 a row: 257 weights are 2 blocks");
    CHECK(error({3, 104}, {3, 1}, {257}, {{"type", "q6_k"}}) ==
          "shape: matvec_gguf: scale is f16 [3, 1], expected 2 a row: 257 weights are 2 blocks");
    CHECK(error({3, 8}, {3, 4}, {64}, {{"type", "q4_0"}}) ==
          "shape: matvec_gguf: scale is f16 [3, 4], expected 2 a row: 64 weights are 2 blocks");
    CHECK(error({3, 8}, {2, 1}, {32}, {{"type", "q8_0"}}).starts_with("shape: matvec_gguf: scale is f16 [2, 1]"));
    CHECK(error({3, 8}, {3, 1}, {32}, {{"type", "f16"}}).starts_with("kind: matvec_gguf: parameter type"));
    CHECK(error({3, 8}, {3, 1}, {32}, {}).starts_with("missing: matvec_gguf: parameter type is missing"));
}
