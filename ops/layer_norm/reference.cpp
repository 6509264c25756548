#include "ops/layer_norm/parts.hpp"

namespace xpu {

void layer_norm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    norm_values(layer_norm_spans(args), inputs, outputs[0]);
}

// The magnitudes hold the whole bound, which kernels/span_norms.cpp derives: it depends on the span.
double layer_norm_error_factor(const Args&) { return 1; }

}  // namespace xpu
