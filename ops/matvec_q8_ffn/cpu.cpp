#include "kernels/cpu.hpp"
#include "ops/matvec_q8_ffn/parts.hpp"

namespace xpu {

void matvec_q8_ffn_cpu(const CpuCall& call) {
    const size_t rows = call.args.dim("N"), k = call.args.dim("K"), words = (k + 3) / 4;
    simd::parallel_pieces(rows, std::max<size_t>(1, 65536 / (k + 1)), [&](size_t begin, size_t end) {
        constexpr size_t kRows = 64;
        float gate[kRows];
        for (size_t first = begin; first < end; first += kRows) {
            const size_t count = std::min(kRows, end - first);
            float* const up = call.out() + first;
            call.simd.byte_dots(call.words(0) + first * words, words, count, call.in(4), k, gate);
            call.simd.byte_dots(call.words(1) + first * words, words, count, call.in(4), k, up);
            for (size_t i = 0; i < count; i++) gate[i] *= call.in(2)[first + i];
            for (size_t i = 0; i < count; i++) up[i] *= call.in(3)[first + i];
            call.simd.silu_times(gate, up, up, count);
        }
    });
}

}  // namespace xpu
