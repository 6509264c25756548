#include "ops/activation/parts.hpp"

namespace xpu {

void activation_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    Act act = activation_of(args.choice("kind"));
    double alpha = static_cast<float>(args.real("alpha"));
    for (size_t i = 0; i < outputs[0].values.size(); i++) {
        auto [value, error] = activate(act, inputs[0].values[i], 0, alpha);
        outputs[0].values[i] = value;
        outputs[0].magnitude[i] = error * 0x1p23;
    }
}

// The magnitudes hold the whole bound, which kernels/activations.cpp derives: it depends on the argument.
double activation_error_factor(const Args&) { return 1; }

}  // namespace xpu
