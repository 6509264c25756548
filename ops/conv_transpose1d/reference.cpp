#include "kernels/rounding.hpp"
#include "ops/conv_transpose1d/parts.hpp"
#include <numeric>

namespace xpu {

// Each sample times each tap, added where it lands.
void conv_transpose1d_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const int64_t batch = args.dim("N"), cin = args.dim("Cin"), length = args.dim("L"), cout = args.dim("Cout");
    const int64_t og = args.dim("Og"), taps = args.dim("K"), lout = args.dim("Lout");
    const int64_t stride = args.integer("stride"), dilation = args.integer("dilation");
    const int64_t padding = args.integer("padding"), cg = cin / args.integer("groups");
    double* out = outputs[0].values.data();
    double* magnitude = outputs[0].magnitude.data();
    if (args.has("bias"))
        for (int64_t i = 0; i < batch * cout * lout; i++) {
            out[i] = inputs[2].values[static_cast<size_t>(i / lout % cout)];
            magnitude[i] = std::fabs(out[i]);
        }
    for (int64_t n = 0; n < batch; n++)
        for (int64_t c = 0; c < cin; c++)
            for (int64_t o = 0; o < og; o++)
                for (int64_t i = 0; i < length; i++)
                    for (int64_t k = 0; k < taps; k++) {
                        const int64_t l = i * stride + k * dilation - padding;
                        if (l < 0 || l >= lout) continue;
                        const double term = inputs[1].values[static_cast<size_t>((c * og + o) * taps + k)] *
                                            inputs[0].values[static_cast<size_t>((n * cin + c) * length + i)];
                        const int64_t at = (n * cout + c / cg * og + o) * lout + l;
                        out[at] += term;
                        magnitude[at] += std::fabs(term);
                    }
}

// In units of 2⁻²⁴: each product rounds once unless it is fused, and the sum of the products and the bias rounds sum_roundings(of
// so many) times. A result meets every period-th tap, of the period that stride / gcd(stride, dilation) is.
double conv_transpose1d_error_factor(const Args& args) {
    const int64_t stride = args.integer("stride"), period = stride / std::gcd(stride, args.integer("dilation"));
    const double taps = static_cast<double>((args.dim("K") + period - 1) / period);
    const double channels = args.dim("Cin") / static_cast<double>(args.integer("groups"));
    return (1 + sum_roundings(channels * taps + 1)) / 2;  // the caller's unit is 2⁻²³
}

}  // namespace xpu
