#include "harness/inputs.hpp"
#include "kernels/registry.hpp"
#include "ops/matvec_gguf/parts.hpp"
#include "xpu/context.hpp"
#include <doctest/doctest.h>

using namespace xpu;

TEST_CASE("matvec_gguf: the product of a matrix with one row, and of the bytes of a file") {
    for (std::string type : {"q8_0", "q4_1"}) {
        CAPTURE(type);
        constexpr uint64_t kRows = 5, kBlocks = 3;
        CaseInput file{"blocks", {DType::u8, {kRows, kBlocks * (type == "q8_0" ? 34 : 20)}}, Fill::words};
        auto blocks = make_input(file, 1), vector = make_input({"vector", {DType::f32, {kBlocks * 32}}}, 2);
        // The exponents of the halves away from those of Inf and NaN.
        for (size_t b = 0; b < kRows * kBlocks; b++)
            for (size_t half = 0; half < (type == "q8_0" ? 1 : 2); half++)
                blocks.as<uint8_t>()[b * (type == "q8_0" ? 34 : 20) + 2 * half + 1] &= 0xbf;
        auto planes = run_reference("repack_gguf", std::vector<NamedHostTensor>{{"blocks", blocks}}, {{"type", type}});
        REQUIRE(planes);
        auto row = vector;
        row.type.shape = {1, kBlocks * 32};
        auto product = run_reference(
            "matvec_gguf",
            std::vector<NamedHostTensor>{{"codes", (*planes)[0]}, {"scale", (*planes)[1]}, {"vector", vector}},
            {{"type", type}});
        auto same = run_reference(
            "matmul_gguf", std::vector<NamedHostTensor>{{"a", row}, {"codes", (*planes)[0]}, {"scale", (*planes)[1]}},
            {{"type", type}});
        REQUIRE(product);
        REQUIRE(same);
        for (size_t n = 0; n < kRows; n++) {
            double sum = 0;  // from the bytes, as ggml's headers describe them
            for (size_t b = 0; b < kBlocks; b++) {
                const size_t bytes = type == "q8_0" ? 34 : 20;
                const uint8_t* block = blocks.as<uint8_t>().data() + (n * kBlocks + b) * bytes;
                auto half = [&](size_t at) {
                    return double{f16{static_cast<uint16_t>(block[at] | block[at + 1] << 8)}.to_float()};
                };
                for (size_t i = 0; i < 32; i++) {
                    const double weight = type == "q8_0"
                                              ? half(0) * static_cast<int8_t>(block[2 + i])
                                              : half(0) * (block[4 + i % 16] >> (i < 16 ? 0 : 4) & 15) + half(2);
                    sum += double{static_cast<float>(weight)} * double{vector.as<float>()[b * 32 + i]};
                }
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
    CHECK(error({3, 8}, {2, 1}, {32}, {{"type", "q8_0"}}).starts_with("shape: matvec_gguf: scale is f16 [2, 1]"));
    CHECK(error({3, 8}, {3, 1}, {32}, {{"type", "f16"}}).starts_with("kind: matvec_gguf: parameter type"));
    CHECK(error({3, 8}, {3, 1}, {32}, {}).starts_with("missing: matvec_gguf: parameter type is missing"));
}
