#include "ops/matvec_gguf/parts.hpp"

namespace xpu {

void matvec_gguf_cpu(const CpuCall& call) {
    const size_t n = call.args.dim("N"), k = call.args.dim("K");
    const size_t row_words = call.args.inputs[0].shape[1], row_halves = call.args.inputs[1].shape[1];
    simd::parallel_pieces(n, std::max<size_t>(1, 65536 / (k + 1)), [&](size_t begin, size_t end) {
        gguf::dots(call, call.words(0) + begin * row_words, call.in(1) + begin * row_halves, end - begin, call.in(2),
                   call.out() + begin);
    });
}

}  // namespace xpu
