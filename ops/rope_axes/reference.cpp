#include "kernels/rope_angles.hpp"
#include "ops/rope_axes/parts.hpp"
#include <cmath>

namespace xpu {

std::vector<AxisPair> axis_pairs(const Args& args) {
    auto dims = args.numbers("axis_dims"), bases = args.numbers("theta_base");
    std::vector<AxisPair> pairs;
    for (uint32_t axis = 0; axis < dims.size(); axis++) {
        const RopeScalars scalars{.base = bases.size() == 1 ? bases[0] : bases[axis]};
        auto dim = static_cast<uint32_t>(dims[axis]);
        for (uint32_t i = 0; i < dim / 2; i++) pairs.push_back({axis, rope_frequency(scalars, i, dim)});
    }
    return pairs;
}

void rope_axes_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), heads = args.dim("H"), d = args.dim("D"), axes = args.dim("axes");
    auto pairs = axis_pairs(args);
    for (size_t token = 0; token < n; token++)
        for (size_t pair = 0; pair < d / 2; pair++) {
            double position = inputs[1].values[token * axes + pairs[pair].axis];
            double angle = position * pairs[pair].frequency, cosine = std::cos(angle), sine = std::sin(angle);
            double error = std::isfinite(angle) ? rope_angle_error(position, pairs[pair].frequency) + 2 : 0;
            for (size_t head = 0; head < heads; head++) {
                size_t at = (token * heads + head) * d + 2 * pair;
                double x0 = inputs[0].values[at], x1 = inputs[0].values[at + 1];
                outputs[0].values[at] = x0 * cosine - x1 * sine;
                outputs[0].values[at + 1] = x0 * sine + x1 * cosine;
                outputs[0].magnitude[at] = outputs[0].magnitude[at + 1] = (std::fabs(x0) + std::fabs(x1)) * error;
            }
        }
}

// The magnitudes hold the whole bound, in units of 2⁻²⁴: the error of cosine and sine, and two roundings: of the products with the
// channels, and of the sum.
double rope_axes_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
