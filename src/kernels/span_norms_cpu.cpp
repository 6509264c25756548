#include "kernels/cpu.hpp"
#include "kernels/span_norms.hpp"

namespace xpu {

void norm_cpu(const SpanNorm& norm, const CpuCall& call) {
    const size_t d = norm.d;
    const float *weight = call.in(1), *bias = call.in(2);
    simd::parallel_pieces(norm.spans, std::max<size_t>(1, 16384 / (d + 1)), [&](size_t begin, size_t end) {
        for (size_t span = begin; span < end; span++) {
            const float* const x = call.in(0) + span * d;
            float* const y = call.out() + span * d;
            float mean, inverse;
            call.simd.moments(x, d, norm.eps, mean, inverse);
            if (norm.along) {
                call.simd.normalise(x, y, d, mean, inverse, weight, bias, true);
                continue;
            }
            const size_t first = span % norm.groups * norm.channels;
            for (size_t c = 0; c < norm.channels; c++)
                call.simd.normalise(x + c * norm.length, y + c * norm.length, norm.length, mean, inverse,
                                    weight + first + c, bias + first + c, false);
        }
    });
}

}  // namespace xpu
