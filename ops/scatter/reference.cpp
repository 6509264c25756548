#include "kernels/rounding.hpp"
#include "ops/scatter/parts.hpp"

namespace xpu {

void scatter_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t n = args.dim("N"), s = args.dim("S"), d = args.dim("D");
    for (size_t row = 0; row < n; row++)
        for (size_t i = 0; i < s; i++) {
            const double index = inputs[1].values[row * s + i], value = inputs[0].values[row * s + i];
            if (index < 0 || index >= static_cast<double>(d)) continue;  // outputs come in zeroed
            const size_t at = row * d + static_cast<size_t>(index);
            outputs[0].values[at] += value;
            outputs[0].magnitude[at] += std::fabs(value);
        }
}

// In units of 2⁻²³: an element is a sum of S terms at most, each of whose roundings is half a unit.
double scatter_error_factor(const Args& args) { return sum_roundings(args.dim("S")) / 2; }

}  // namespace xpu
