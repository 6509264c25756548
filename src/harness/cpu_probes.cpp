// The harness's own kernels as functions of the host: what wgsl/ has for a GPU, on the cpu device.
#include "harness/cpu_probes.hpp"
#include "harness/inputs.hpp"
#include "simd/simd.hpp"
#include <cstring>

namespace xpu {

namespace {

constexpr size_t kUnit = 4;         // floats that copy and read count
constexpr size_t kPiece = 1 << 16;  // elements: a thread's piece, far beyond what waking it costs

uint32_t word_of(uint32_t kind, uint32_t hash, uint32_t below) {
    if (kind == 0) return std::bit_cast<uint32_t>(unit(hash));
    if (kind == 3) return hash % std::max(below, 1u);
    if (kind != 1) return hash;
    auto half = [](uint32_t bits11) {  // exact in a half
        return uint32_t{std::bit_cast<uint16_t>(f16::from(static_cast<float>(bits11) * 0x1p-10f - 1))};
    };
    return half(hash >> 21) | half(hash & 0x7ff) << 16;
}

}  // namespace

std::optional<HostKernel> cpu_probe(const std::string& file, const std::vector<uint32_t>& params, uint32_t groups) {
    const auto& simd = simd::functions(simd::levels()[0]);
    const auto floats = [](std::byte* bytes) { return reinterpret_cast<float*>(bytes); };
    if (file == "fill.wgsl")
        return [=](std::span<std::byte* const> at) {
            const uint32_t key = hash32(params[1] + 1);
            simd::parallel_pieces(params[0], kPiece, [&](size_t begin, size_t end) {
                for (size_t i = begin; i < end; i++) {
                    const uint32_t word = word_of(params[2], hash32(static_cast<uint32_t>(i) ^ key), params[3]);
                    std::memcpy(at[0] + 4 * i, &word, 4);
                }
            });
        };
    if (file == "copy.wgsl")
        return [=, &simd](std::span<std::byte* const> at) {
            simd::parallel_pieces(params[0], kPiece, [&](size_t begin, size_t end) {
                simd.copy(floats(at[0]) + kUnit * begin, floats(at[1]) + kUnit * begin, kUnit * (end - begin));
            });
        };
    if (file == "read.wgsl")
        return [=, &simd](std::span<std::byte* const> at) {
            simd::parallel_pieces(params[0], kPiece, [&](size_t begin, size_t end) {
                const float sum = simd.sum(floats(at[0]) + kUnit * begin, kUnit * (end - begin));
                if (begin == 0) *floats(at[1]) = sum;
            });
        };
    if (file == "fma.wgsl")
        return [=, &simd](std::span<std::byte* const> at) {
            const size_t steps = size_t{params[0]} * groups;
            simd::parallel_pieces(steps, 64, [&](size_t begin, size_t end) {
                const float sum = simd.multiply_adds(end - begin, std::bit_cast<float>(params[1]));
                if (begin == 0) *floats(at[0]) = sum;
            });
        };
    if (file == "step.wgsl") return [](std::span<std::byte* const>) {};
    return std::nullopt;
}

}  // namespace xpu
