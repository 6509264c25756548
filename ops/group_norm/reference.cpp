#include "ops/group_norm/parts.hpp"

namespace xpu {

void group_norm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    norm_values(group_norm_spans(args), inputs, outputs[0]);
}

// The magnitudes hold the whole bound, which kernels/span_norms.cpp derives: it depends on the span.
double group_norm_error_factor(const Args&) { return 1; }

}  // namespace xpu
