#include "kernels/cpu.hpp"
#include "ops/matmul/parts.hpp"

namespace xpu {

void matmul_cpu(const CpuCall& call) {
    const size_t m = call.args.dim("M"), k = call.args.dim("K"), n = call.args.dim("N");
    const simd::Matrix b{call.in(1), n};
    // A few rows would not pay for packing b, which is read but once for each.
    constexpr size_t kFew = 4;
    if (m > kFew) return call.simd.product({m, n, k, call.in(0), k, simd::pack_rows, &b, call.out(), n});
    for (size_t row = 0; row < m; row++) call.simd.vector_product(call.in(0) + row * k, b, k, n, call.out() + row * n);
}

}  // namespace xpu
