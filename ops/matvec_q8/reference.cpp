#include "kernels/matvec_q8.hpp"
#include "ops/matvec_q8/parts.hpp"

namespace xpu {

void matvec_q8_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    for (size_t row = 0; row < args.dim("N"); row++) {
        auto [value, magnitude] = matvec_q8_row(row, inputs[0], inputs[1], inputs[2]);
        outputs[0].values[row] = value;
        outputs[0].magnitude[row] = magnitude;
    }
}

double matvec_q8_error_factor(const Args& args) { return matvec_q8_roundings(args.dim("K")); }

}  // namespace xpu
