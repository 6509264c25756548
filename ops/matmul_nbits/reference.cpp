#include "kernels/rounding.hpp"
#include "ops/matmul_nbits/parts.hpp"

namespace xpu {

namespace {

unsigned nibble(double byte, size_t i) { return static_cast<unsigned>(byte) >> 4 * (i % 2) & 15; }

}  // namespace

void matmul_nbits_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t m = args.dim("M"), n = args.dim("N"), k = args.dim("K"), blocks = (k + 31) / 32;
    std::vector<double> row(k);  // of weights
    for (size_t j = 0; j < n; j++) {
        for (size_t l = 0; l < k; l++) {
            size_t block = l / 32;
            double code = nibble(inputs[1].values[(j * blocks + block) * 16 + l % 32 / 2], l);
            double zero =
                args.has("zero_points") ? nibble(inputs[3].values[j * ((blocks + 1) / 2) + block / 2], block) : 8;
            row[l] = (code - zero) * inputs[2].values[j * blocks + block];
        }
        for (size_t i = 0; i < m; i++) {
            double sum = 0, magnitude = 0;
            for (size_t l = 0; l < k; l++) {
                double term = inputs[0].values[i * k + l] * row[l];
                sum += term;
                magnitude += std::fabs(term);
            }
            outputs[0].values[i * n + j] = sum;
            outputs[0].magnitude[i * n + j] = magnitude;
        }
    }
}

// In units of 2⁻²⁴: the difference is exact, the weight rounds once, each product rounds once unless it is fused, and the sum
// rounds sum_roundings(K) times.
double matmul_nbits_error_factor(const Args& args) { return (2 + sum_roundings(args.dim("K"))) / 2; }

}  // namespace xpu
