#include "kernels/activations.hpp"
#include "kernels/rounding.hpp"
#include "ops/matmul_bias_act/parts.hpp"

namespace xpu {

// In units of 2⁻²⁴ of Σ|terms|: each product rounds once unless it is fused, and the sum of the K products and the bias rounds
// sum_roundings(K + 1) times. So far may the argument of the activation be off; `activate` says what becomes of that, and how
// far the activation itself may be off. The last sum rounds once more.
void matmul_bias_act_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    const Act act = fused_act(args.choice("act"));
    const double unit = (1 + sum_roundings(static_cast<double>(k) + 1)) * 0x1p-24;
    std::vector<double> sums(n), sizes(n);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            sums[j] = args.has("bias") ? inputs[2].values[j] : 0;
            sizes[j] = std::fabs(sums[j]);
        }
        for (size_t l = 0; l < k; l++)
            for (size_t j = 0; j < n; j++) {
                double term = inputs[0].values[i * k + l] * inputs[1].values[l * n + j];
                sums[j] += term;
                sizes[j] += std::fabs(term);
            }
        for (size_t j = 0; j < n; j++) {
            auto [value, error] = activate(act, sums[j], unit * sizes[j]);
            if (args.has("add")) {
                value += inputs[3].values[i * n + j];
                error += (std::fabs(value) + error) * 0x1p-24;
            }
            outputs[0].values[i * n + j] = value;
            outputs[0].magnitude[i * n + j] = error * 0x1p23;
        }
    }
}

// The magnitudes hold the whole bound already, because an activation's error depends on its argument.
double matmul_bias_act_error_factor(const Args&) { return 1; }

}  // namespace xpu
