#include "kernels/cpu.hpp"
#include "ops/matvec_q8/parts.hpp"

namespace xpu {

void matvec_q8_cpu(const CpuCall& call) {
    const size_t rows = call.args.dim("N"), k = call.args.dim("K"), words = (k + 3) / 4;
    simd::parallel_pieces(rows, std::max<size_t>(1, 65536 / (k + 1)), [&](size_t begin, size_t end) {
        call.simd.byte_dots(call.words(0) + begin * words, words, end - begin, call.in(2), k, call.out() + begin);
        for (size_t n = begin; n < end; n++) call.out()[n] *= call.in(1)[n];
    });
}

}  // namespace xpu
