#include "kernels/rope_angles.hpp"
#include "ops/rope/parts.hpp"
#include <cmath>

namespace xpu {

void rope_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    uint32_t d = args.dim("D");
    size_t n = args.dim("N"), heads = args.dim("H");
    auto begin = static_cast<size_t>(args.integer("head_offset"));
    size_t end = begin + static_cast<size_t>(args.integer("head_count"));
    auto scalars = rope_scalars(args, "", d);
    const bool half = kRopePairings[args.choice("pairing")] == "half";
    const size_t first = half ? 1 : 2,
                 second = half ? d / 2 : 1;  // of a pair: from one to the next, and to its other channel
    for (size_t token = 0; token < n; token++)
        for (uint32_t pair = 0; pair < d / 2; pair++) {
            double position = static_cast<double>(token) + static_cast<double>(args.integer("pos_offset"));
            double frequency = rope_frequency(*scalars, pair, d), angle = position * frequency;
            double cosine = std::cos(angle) * scalars->att, sine = std::sin(angle) * scalars->att;
            double error = rope_angle_error(position, frequency) + 3;
            for (size_t head = 0; head < heads; head++) {
                size_t at = (token * heads + head) * d + first * pair;
                const double* x = inputs[0].values.data() + at;
                double* y = outputs[0].values.data() + at;
                if (head < begin || head >= end) {
                    y[0] = x[0];
                    y[second] = x[second];
                    continue;
                }
                y[0] = x[0] * cosine - x[second] * sine;
                y[second] = x[0] * sine + x[second] * cosine;
                outputs[0].magnitude[at] = outputs[0].magnitude[at + second] =
                    std::fabs(scalars->att) * (std::fabs(x[0]) + std::fabs(x[second])) * error;
            }
        }
}

// The magnitudes hold the whole bound, in units of 2⁻²⁴: the error of cosine and sine, and three roundings: of their products with
// att, of the products with the channels, and of the sum.
double rope_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
