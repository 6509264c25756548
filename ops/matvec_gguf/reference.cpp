#include "kernels/rounding.hpp"
#include "ops/matvec_gguf/parts.hpp"

namespace xpu {

void matvec_gguf_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    for (size_t n = 0; n < args.dim("N"); n++) {
        const auto row = gguf::row_of(args, inputs[0], inputs[1], n);
        double sum = 0, magnitude = 0;
        for (size_t k = 0; k < row.size(); k++) {
            const double term = row[k] * inputs[2].values[k];
            sum += term;
            magnitude += std::fabs(term);
        }
        outputs[0].values[n] = sum;
        outputs[0].magnitude[n] = magnitude;
    }
}

// In units of 2⁻²⁴: a weight is rounded as the reference's is; each product rounds once unless it is fused, and the sum rounds
// sum_roundings(K) times.
double matvec_gguf_error_factor(const Args& args) { return (1 + sum_roundings(args.dim("K"))) / 2; }

}  // namespace xpu
