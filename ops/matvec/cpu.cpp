#include "kernels/cpu.hpp"
#include "ops/matvec/parts.hpp"

namespace xpu {

void matvec_cpu(const CpuCall& call) {
    const size_t m = call.args.dim("M"), k = call.args.dim("K");
    simd::parallel_pieces(m, std::max<size_t>(1, 65536 / (k + 1)), [&](size_t begin, size_t end) {
        call.simd.dots(call.in(0) + begin * k, k, end - begin, call.in(1), k, call.out() + begin);
    });
}

}  // namespace xpu
