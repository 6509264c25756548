#include "kernels/gguf.hpp"
#include <algorithm>

namespace xpu::gguf {

namespace {

using simd::BlockType;

constexpr Format kFormats[] = {
    {4, 32, 8, 1, 34}, {8, 32, 4, 2, 20}, {8, 32, 4, 1, 18}, {8, 256, 35, 2, 144}, {8, 256, 52, 1, 210}};
static_assert(std::size(kFormats) == kTypes.size() && kTypes[uint32_t(BlockType::q6_k)] == "q6_k");

BlockType type_of(const Args& args) { return static_cast<BlockType>(args.choice("type")); }

uint64_t words(const Format& format, uint64_t k) { return blocks(format, k) * format.words; }
uint64_t halves(const Format& format, uint64_t k) { return blocks(format, k) * format.halves; }

Status check(const Args& args, size_t at, std::string_view what, uint64_t expected) {
    auto& type = args.inputs[at];
    if (type.shape[1] == expected) return {};
    return fail(Code::shape, std::string(what) + " is " + to_string(type) + ", expected " + std::to_string(expected) +
                                 " a row: " + std::to_string(args.dim("K")) + " weights are " +
                                 std::to_string(blocks(format_of(args), args.dim("K"))) + " blocks");
}

/// A row's planes in f64, and what number `i` of so many bits is, from word `at` on.
struct Row {
    const double *codes, *scale;
    uint32_t number(size_t at, size_t bits, size_t i) const {
        const auto word = static_cast<uint32_t>(codes[at + i * bits / 32]);
        return word >> i * bits % 32 & ((1U << bits) - 1);
    }
    double byte(size_t at, size_t i) const { return static_cast<int8_t>(number(at, 8, i)); }
};

// The products are exact in f64, and all but their sums are in f32.
double weight_of(BlockType type, const Row& row, size_t of_row, size_t k) {
    const double nibble = row.number(0, 4, k);
    switch (type) {
    case BlockType::q8_0: return row.byte(0, k) * row.scale[k / 32];
    case BlockType::q4_1: return nibble * row.scale[k / 32 * 2] + row.scale[k / 32 * 2 + 1];
    case BlockType::q4_0: return (nibble - 8) * row.scale[k / 32];
    case BlockType::q4_k: {
        const size_t b = k / 256, at = of_row * 32 + b * 3, part = k / 32 % 8;
        const uint32_t both = row.number(at, 8, part), high = row.number(at + 2, 4, part);
        const double scale = both & 63, least = both >> 6 | high << 2;
        return row.scale[2 * b] * scale * nibble - row.scale[2 * b + 1] * least;
    }
    case BlockType::q6_k: {
        const double code = nibble + 16.0 * row.number(of_row * 32, 2, k) - 32;
        return row.scale[k / 256] * row.byte(of_row * 48, k / 16) * code;
    }
    }
    return 0;
}

}  // namespace

const Format& format_of(std::string_view type) {
    return kFormats[std::find(kTypes.begin(), kTypes.end(), type) - kTypes.begin()];
}
const Format& format_of(const Args& args) { return kFormats[args.choice("type")]; }

Status check_planes(const Args& args, size_t first) {
    auto& format = format_of(args);
    if (auto ok = check(args, first, "codes", words(format, args.dim("K"))); !ok) return ok;
    return check(args, first + 1, "scale", halves(format, args.dim("K")));
}

std::vector<double> row_of(const Args& args, const RefTensor& codes, const RefTensor& scale, size_t n) {
    auto& format = format_of(args);
    const size_t k = args.dim("K");
    const Row row = {codes.values.data() + n * words(format, k), scale.values.data() + n * halves(format, k)};
    std::vector<double> weights(k);
    for (size_t i = 0; i < k; i++) weights[i] = static_cast<float>(weight_of(type_of(args), row, blocks(format, k), i));
    return weights;
}

void dots(const CpuCall& call, const uint32_t* codes, const float* scale, size_t rows, const float* x, float* y) {
    auto& format = format_of(call.args);
    const size_t k = call.args.dim("K");
    call.simd.block_dots(type_of(call.args), codes, words(format, k), scale, halves(format, k), rows, x, k, y);
}

void pack(const void* planes, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to) {
    auto& from = *static_cast<const Planes*>(planes);
    auto& format = format_of(from.call.args);
    const size_t k = from.call.args.dim("K"), row_words = words(format, k), row_halves = halves(format, k);
    for (size_t n = 0; n < nn; n++)
        from.call.simd.block_weights(type_of(from.call.args), from.codes + (n0 + n) * row_words, row_words,
                                     from.scale + (n0 + n) * row_halves, k0, kn, to + n, width);
}

std::vector<CaseInput> case_planes(std::string_view type, uint64_t n, uint64_t k, Fill scale) {
    auto& format = format_of(type);
    return {{"codes", {DType::u32, {n, words(format, k)}}, Fill::words},
            {"scale", {DType::f16, {n, halves(format, k)}}, scale}};
}

double extreme_word(std::string_view type) { return type == "q8_0" || type == "q6_k" ? 0x80808080 : 0xffffffff; }

}  // namespace xpu::gguf
