#include "kernels/rope_angles.hpp"
#include "ops/rope_cache/parts.hpp"
#include <cmath>

namespace xpu {

void rope_cache_reference(const Args& args, std::span<const RefTensor>, std::span<RefTensor> outputs) {
    uint32_t pairs = args.dim("pairs");
    auto scalars = rope_scalars(args, "", 2 * pairs);
    for (size_t position = 0; position < args.dim("positions"); position++)
        for (uint32_t pair = 0; pair < pairs; pair++) {
            size_t at = (position * pairs + pair) * 2;
            double frequency = rope_frequency(*scalars, pair, 2 * pairs),
                   angle = static_cast<double>(position) * frequency;
            outputs[0].values[at] = scalars->att * std::cos(angle);
            outputs[0].values[at + 1] = scalars->att * std::sin(angle);
            outputs[0].magnitude[at] = outputs[0].magnitude[at + 1] =
                std::fabs(scalars->att) * (rope_angle_error(static_cast<double>(position), frequency) + 2);
        }
}

// The magnitudes hold the whole bound, in units of 2⁻²⁴: the error of cosine and sine, and the roundings of att and of the product.
double rope_cache_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
