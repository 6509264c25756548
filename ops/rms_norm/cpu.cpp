#include "kernels/cpu.hpp"
#include "ops/rms_norm/parts.hpp"

namespace xpu {

void rms_norm_cpu(const CpuCall& call) {
    const size_t n = call.args.dim("N"), d = call.args.dim("D"), g = call.args.dim("G");
    const auto eps = static_cast<float>(call.args.real("eps"));
    simd::parallel_pieces(n, std::max<size_t>(1, 16384 / (d + 1)), [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; row++)
            call.simd.rms_norm(call.in(0) + row * d, call.in(1) + row % g * d, call.out() + row * d, d, eps);
    });
}

}  // namespace xpu
