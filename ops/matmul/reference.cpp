#include "kernels/rounding.hpp"
#include "ops/matmul/parts.hpp"

namespace xpu {

void matmul_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    auto& out = outputs[0];
    // Row by row of b, so that a large product does not crawl through memory; each sum still runs over k in order.
    for (size_t i = 0; i < m; i++)
        for (size_t l = 0; l < k; l++) {
            double a = inputs[0].values[i * k + l];
            const double* b = inputs[1].values.data() + l * n;
            for (size_t j = 0; j < n; j++) {
                out.values[i * n + j] += a * b[j];
                out.magnitude[i * n + j] += std::fabs(a * b[j]);
            }
        }
}

// In units of 2⁻²⁴: each product rounds once unless it is fused, and the sum rounds sum_roundings(K) times.
double matmul_error_factor(const Args& args) { return (1 + sum_roundings(args.dim("K"))) / 2; }

}  // namespace xpu
