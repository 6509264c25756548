#include "ops/adain/parts.hpp"

namespace xpu {

void adain_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    norm_values(adain_spans(args), inputs, outputs[0]);
}

// The magnitudes hold the whole bound, which kernels/span_norms.cpp derives: it depends on the span.
double adain_error_factor(const Args&) { return 1; }

}  // namespace xpu
