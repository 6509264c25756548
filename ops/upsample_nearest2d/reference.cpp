#include "kernels/moves.hpp"
#include "ops/upsample_nearest2d/parts.hpp"
#include <algorithm>

namespace xpu {

void upsample_nearest2d_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t planes = size_t{args.dim("N")} * args.dim("C");
    const uint32_t high = args.dim("H"), wide = args.dim("W"), out_high = args.dim("out_h"),
                   out_wide = args.dim("out_w");
    // The product is rounded to f32, and only then cut; beyond the last it is the last.
    const auto nearest = [](uint32_t to, uint32_t size, uint32_t out_size) {
        const float product = static_cast<float>(to) * upsample_scale(size, out_size);
        return std::min(static_cast<uint32_t>(product), size - 1);
    };
    size_t at = 0;
    for (size_t plane = 0; plane < planes; plane++)
        for (uint32_t h = 0; h < out_high; h++)
            for (uint32_t w = 0; w < out_wide; w++) {
                const size_t row = plane * high + nearest(h, high, out_high);
                move_value(outputs[0], at++, inputs[0].values[row * wide + nearest(w, wide, out_wide)]);
            }
}

}  // namespace xpu
