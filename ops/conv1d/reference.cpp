#include "kernels/rounding.hpp"
#include "ops/conv1d/parts.hpp"

namespace xpu {

// In units of 2⁻²⁴ of Σ|terms|: each product rounds once unless it is fused, and the sum of the Cg·K products and the bias
// rounds sum_roundings(Cg·K + 1) times. So far may the argument of the activation be off; `activate` says what becomes of
// that, and how far the activation itself may be off.
void conv1d_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const int64_t batch = args.dim("N"), cin = args.dim("Cin"), length = args.dim("L"), cout = args.dim("Cout");
    const int64_t cg = args.dim("Cg"), taps = args.dim("K"), lout = args.dim("Lout");
    const int64_t stride = args.integer("stride"), dilation = args.integer("dilation");
    const int64_t rows = cout / args.integer("groups"), left = conv1d_pads(args).left;
    const Act act = conv1d_act(args);
    const double unit = (1 + sum_roundings(static_cast<double>(cg * taps + 1))) * 0x1p-24;
    const double* x = inputs[0].values.data();
    const double* weight = inputs[1].values.data();
    const double* bias = args.has("bias") ? inputs[2].values.data() : nullptr;
    for (int64_t n = 0; n < batch; n++)
        for (int64_t o = 0; o < cout; o++)
            for (int64_t l = 0; l < lout; l++) {
                double sum = bias ? bias[o] : 0, size = std::fabs(sum);
                for (int64_t c = 0; c < cg; c++)
                    for (int64_t k = 0; k < taps; k++) {
                        int64_t at = l * stride + k * dilation - left, channel = o / rows * cg + c;
                        double value = at < 0 || at >= length ? 0 : x[(n * cin + channel) * length + at];
                        double term = weight[(o * cg + c) * taps + k] * value;
                        sum += term;
                        size += std::fabs(term);
                    }
                auto result = activate(act, sum, unit * size);
                auto i = static_cast<size_t>((n * cout + o) * lout + l);
                outputs[0].values[i] = result.value;
                outputs[0].magnitude[i] = result.error * 0x1p23;
            }
}

// The magnitudes hold the whole bound already, because an activation's error depends on its argument.
double conv1d_error_factor(const Args&) { return 1; }

}  // namespace xpu
