#include "kernels/rounding.hpp"
#include "ops/matmul_gguf/parts.hpp"

namespace xpu {

void matmul_gguf_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    for (size_t j = 0; j < n; j++) {
        const auto row = gguf::row_of(args, inputs[1], inputs[2], j);
        for (size_t i = 0; i < m; i++) {
            double sum = 0, magnitude = 0;
            for (size_t l = 0; l < k; l++) {
                const double term = inputs[0].values[i * k + l] * row[l];
                sum += term;
                magnitude += std::fabs(term);
            }
            outputs[0].values[i * n + j] = sum;
            outputs[0].magnitude[i * n + j] = magnitude;
        }
    }
}

// In units of 2⁻²⁴: a weight is rounded as the reference's is; each product rounds once unless it is fused, and the sum rounds
// sum_roundings(K) times.
double matmul_gguf_error_factor(const Args& args) { return (1 + sum_roundings(args.dim("K"))) / 2; }

}  // namespace xpu
