#include "kernels/cpu.hpp"
#include "ops/softmax/parts.hpp"

namespace xpu {

void softmax_cpu(const CpuCall& call) {
    const size_t n = call.args.dim("N"), d = call.args.dim("D");
    simd::parallel_pieces(n, std::max<size_t>(1, 8192 / (d + 1)), [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; row++) call.simd.softmax(call.in(0) + row * d, call.out() + row * d, d);
    });
}

}  // namespace xpu
