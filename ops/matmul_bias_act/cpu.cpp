#include "kernels/cpu.hpp"
#include "kernels/activations.hpp"
#include "ops/matmul_bias_act/parts.hpp"

namespace xpu {

void matmul_bias_act_cpu(const CpuCall& call) {
    const size_t m = call.args.dim("M"), k = call.args.dim("K"), n = call.args.dim("N");
    const simd::Matrix b{call.in(1), n};
    const simd::Finish finish{.column_bias = call.in(2), .act = fused_act(call.args.choice("act")), .add = call.in(3)};
    constexpr size_t kFew = 4;  // as in matmul
    if (m > kFew) return call.simd.product({m, n, k, call.in(0), k, simd::pack_rows, &b, call.out(), n, finish});
    for (size_t row = 0; row < m; row++) {
        float* const to = call.out() + row * n;
        call.simd.vector_product(call.in(0) + row * k, b, k, n, to);
        call.simd.finish(to, n, 0, finish.column_bias, finish.add ? finish.add + row * n : nullptr, finish);
    }
}

}  // namespace xpu
