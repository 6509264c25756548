#include "kernels/gguf.hpp"
#include <algorithm>

namespace xpu::gguf {

namespace {

constexpr Format kFormats[] = {{4, 1, 34}, {8, 2, 20}};

uint64_t words(const Format& format, uint64_t k) { return blocks(k) * kBlock / format.codes; }

Status check(const Args& args, size_t at, std::string_view what, uint64_t expected) {
    auto& type = args.inputs[at];
    if (type.shape[1] == expected) return {};
    return fail(Code::shape, std::string(what) + " is " + to_string(type) + ", expected " + std::to_string(expected) +
                                 " a row: " + std::to_string(args.dim("K")) + " weights are " +
                                 std::to_string(blocks(args.dim("K"))) + " blocks");
}

// Of a weight in its block; codes are exact in f32.
float code_of(const Format& format, uint32_t word, size_t i) {
    if (format.codes == 4) return static_cast<float>(static_cast<int32_t>(word << (24 - 8 * (i % 4))) >> 24);
    return static_cast<float>(word >> 4 * (i % 8) & 15);
}

}  // namespace

const Format& format_of(const Args& args) { return kFormats[args.choice("type")]; }

Status check_planes(const Args& args, size_t first) {
    auto& format = format_of(args);
    if (auto ok = check(args, first, "codes", words(format, args.dim("K"))); !ok) return ok;
    return check(args, first + 1, "scale", blocks(args.dim("K")) * format.halves);
}

std::vector<double> row_of(const Args& args, const RefTensor& codes, const RefTensor& scale, size_t n) {
    auto& format = format_of(args);
    const size_t k = args.dim("K"), row_words = words(format, k), row_halves = blocks(k) * format.halves;
    std::vector<double> row(k);
    for (size_t i = 0; i < k; i++) {
        auto word = static_cast<uint32_t>(codes.values[n * row_words + i / format.codes]);
        const double* of_block = scale.values.data() + n * row_halves + i / kBlock * format.halves;
        const double product = double{code_of(format, word, i)} * of_block[0];
        row[i] = static_cast<float>(format.halves == 2 ? product + of_block[1] : product);
    }
    return row;
}

void dots(const CpuCall& call, const uint32_t* codes, const float* scale, size_t rows, const float* x, float* y) {
    auto& format = format_of(call.args);
    const size_t k = call.args.dim("K");
    call.simd.block_dots(format.codes, codes, words(format, k), scale, blocks(k) * format.halves, rows, x, k, y);
}

void pack(const void* planes, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to) {
    auto& from = *static_cast<const Planes*>(planes);
    auto& format = format_of(from.call.args);
    const size_t k = from.call.args.dim("K"), row_words = words(format, k), row_halves = blocks(k) * format.halves;
    for (size_t n = 0; n < nn; n++)
        from.call.simd.block_weights(format.codes, from.codes + (n0 + n) * row_words,
                                     from.scale + (n0 + n) * row_halves, k0, kn, to + n, width);
}

std::vector<CaseInput> case_planes(std::string_view type, uint64_t n, uint64_t k, Fill scale) {
    auto& format = kFormats[std::find(kTypes.begin(), kTypes.end(), type) - kTypes.begin()];
    return {{"codes", {DType::u32, {n, words(format, k)}}, Fill::words},
            {"scale", {DType::f16, {n, blocks(k) * format.halves}}, scale}};
}

}  // namespace xpu::gguf
