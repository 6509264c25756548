#include "kernels/alibi_slope.hpp"
#include "ops/alibi/parts.hpp"

namespace xpu {

void alibi_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    uint32_t h = args.dim("H");
    size_t m = args.dim("M"), n = args.dim("N"), at = 0;
    auto offset = static_cast<double>(args.integer("pos_offset"));
    bool given = args.has("slopes");
    for (uint32_t head = 0; head < h; head++) {
        double slope = given ? inputs[1].values[head] : alibi_slope(head, h);
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < n; j++, at++) {
                double bias = slope * (static_cast<double>(j) - (static_cast<double>(i) + offset));
                outputs[0].values[at] = inputs[0].values[at] + bias;
                // The sum is rounded once, which is half a unit. The bias has half a unit of the distance, which is a whole number
                // that may not fit f32, half a unit of the product, and the slope's error where it is made here.
                outputs[0].magnitude[at] =
                    std::fabs(outputs[0].values[at]) / 2 + std::fabs(bias) * (1.5 + (given ? 0 : kAlibiSlopeError));
            }
    }
}

// The magnitudes hold the whole bound already.
double alibi_error_factor(const Args&) { return 1; }

}  // namespace xpu
