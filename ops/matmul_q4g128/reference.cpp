#include "kernels/rounding.hpp"
#include "ops/matmul_q4g128/parts.hpp"

namespace xpu {

void matmul_q4g128_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), m = args.dim("M"), k = args.dim("K"), words = (k + 7) / 8, groups = (k + 127) / 128;
    std::vector<double> row(k);  // of weights
    for (size_t j = 0; j < m; j++) {
        for (size_t l = 0; l < k; l++) {
            auto word = static_cast<uint32_t>(inputs[1].values[j * words + l / 8]);
            int32_t code = static_cast<int32_t>(word << (28 - 4 * (l % 8))) >> 28;
            row[l] = static_cast<float>(code * inputs[2].values[j * groups + l / 128]);
        }
        for (size_t i = 0; i < n; i++) {
            double sum = 0, magnitude = 0;
            for (size_t l = 0; l < k; l++) {
                double term = inputs[0].values[i * k + l] * row[l];
                sum += term;
                magnitude += std::fabs(term);
            }
            outputs[0].values[i * m + j] = sum;
            outputs[0].magnitude[i * m + j] = magnitude;
        }
    }
}

// In units of 2⁻²⁴: a weight is rounded as the reference's is; each product rounds once unless it is fused, and the sum rounds
// sum_roundings(K) times.
double matmul_q4g128_error_factor(const Args& args) { return (1 + sum_roundings(args.dim("K"))) / 2; }

}  // namespace xpu
