#include "kernels/cpu.hpp"
#include "ops/matvec_q4g128/parts.hpp"
#include "simd/buffer.hpp"
#include <cmath>

namespace xpu {

namespace {

// One after the other: in vectors a scale that is not finite also meets the zeros beyond the end of a row.
float plain_row(const uint32_t* codes, const float* scales, const float* x, size_t k) {
    float sum = 0;
    for (size_t first = 0; first < k; first += 128) {
        float group = 0;
        for (size_t i = first; i < std::min(first + 128, k); i++) {
            const int code = static_cast<int>(codes[i / 8] >> 4 * (i % 8) & 15);
            group += static_cast<float>(code < 8 ? code : code - 16) * x[i];
        }
        sum += group * scales[first / 128];
    }
    return sum;
}

}  // namespace

void matvec_q4g128_cpu(const CpuCall& call) {
    static thread_local simd::Buffer memory;
    const size_t rows = call.args.dim("N"), k = call.args.dim("K"), words = (k + 7) / 8, groups = (k + 127) / 128;
    float* const spread = memory.floats(call.simd.spread_size(k));
    call.simd.spread(call.in(2), k, spread);
    simd::parallel_pieces(rows, std::max<size_t>(1, 65536 / (k + 1)), [&](size_t begin, size_t end) {
        const uint32_t* const codes = call.words(0) + begin * words;
        const float* const scales = call.in(1) + begin * groups;
        float* const out = call.out() + begin;
        call.simd.nibble_dots(codes, words, scales, groups, end - begin, spread, out);
        for (size_t n = 0; n < end - begin; n++)
            if (!std::isfinite(out[n])) out[n] = plain_row(codes + n * words, scales + n * groups, call.in(2), k);
    });
}

}  // namespace xpu
