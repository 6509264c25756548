#include "ops/matmul_gguf/parts.hpp"

namespace xpu {

void matmul_gguf_cpu(const CpuCall& call) {
    const size_t m = call.args.dim("M"), n = call.args.dim("N"), k = call.args.dim("K");
    const gguf::Planes planes{call, call.words(1), call.in(2)};
    constexpr size_t kFew = 16;  // rows that do not pay for unpacking weights into memory
    if (m > kFew) return call.simd.product({m, n, k, call.in(0), k, gguf::pack, &planes, call.out(), n});
    const size_t row_words = call.args.inputs[1].shape[1], row_halves = call.args.inputs[2].shape[1];
    for (size_t i = 0; i < m; i++)
        simd::parallel_pieces(n, std::max<size_t>(1, 65536 / (k + 1)), [&](size_t begin, size_t end) {
            gguf::dots(call, planes.codes + begin * row_words, planes.scale + begin * row_halves, end - begin,
                       call.in(0) + i * k, call.out() + i * n + begin);
        });
}

}  // namespace xpu
