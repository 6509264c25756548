#include "ops/dequant_transpose/parts.hpp"
#include <cmath>

namespace xpu {

void dequant_transpose_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t rows = args.dim("out"), columns = args.dim("in"), words = (columns + 3) / 4;
    for (size_t o = 0; o < rows; o++)
        for (size_t i = 0; i < columns; i++) {
            uint32_t word = static_cast<uint32_t>(inputs[0].values[o * words + i / 4]);
            double value = static_cast<int8_t>(word >> 8 * (i % 4) & 255) * inputs[1].values[o];
            outputs[0].values[i * rows + o] = value;
            outputs[0].magnitude[i * rows + o] = std::fabs(value);
        }
}

// A code is exact, and a product is rounded to the nearest f32: half a unit.
double dequant_transpose_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
