#include "kernels/rounding.hpp"
#include "ops/moe_gather/parts.hpp"

namespace xpu {

void moe_gather_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t t = args.dim("T"), d = args.dim("D"), k = args.dim("k"), experts = args.dim("E"), capacity = args.dim("C");
    for (size_t token = 0; token < t; token++)
        for (size_t r = token * k; r < (token + 1) * k; r++) {
            double expert = inputs[1].values[r], seat = inputs[2].values[r], gate = inputs[3].values[r];
            if (expert < 0 || expert >= static_cast<double>(experts)) continue;
            if (seat < 0 || seat >= static_cast<double>(capacity)) continue;
            const double* row =
                inputs[0].values.data() + (static_cast<size_t>(expert) * capacity + static_cast<size_t>(seat)) * d;
            for (size_t c = 0; c < d; c++) {
                outputs[0].values[token * d + c] += gate * row[c];
                outputs[0].magnitude[token * d + c] += std::fabs(gate * row[c]);
            }
        }
}

// In units of 2⁻²⁴: each product is rounded once, and the sum of k terms sum_roundings(k) times.
double moe_gather_error_factor(const Args& args) { return (sum_roundings(args.dim("k")) + 1) / 2; }

}  // namespace xpu
