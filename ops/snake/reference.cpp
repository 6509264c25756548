#include "kernels/snakes.hpp"
#include "ops/snake/parts.hpp"

namespace xpu {

void snake_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    snake_values(args, inputs[0], inputs[1], inputs[1], outputs[0]);
}

// The magnitudes hold the whole bound, which kernels/snakes.cpp derives: it depends on the angle.
double snake_error_factor(const Args&) { return 1; }

}  // namespace xpu
