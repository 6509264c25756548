#include "kernels/quantizing.hpp"
#include "ops/quantize_q4g128/parts.hpp"

namespace xpu {

void quantize_q4g128_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    quantize_reference(args.dim("N"), args.dim("K"), {7, 128}, inputs[0], outputs[0], outputs[1]);
}

double quantize_q4g128_error_factor(const Args&) { return kQuantizeErrorFactor; }

}  // namespace xpu
