#include "ops/moe_dispatch/parts.hpp"
#include <cmath>

namespace xpu {

void moe_dispatch_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t t = args.dim("T"), d = args.dim("D"), k = args.dim("k"), experts = args.dim("E"), capacity = args.dim("C");
    std::vector<size_t> taken(experts);
    for (size_t rank = 0; rank < k; rank++)
        for (size_t token = 0; token < t; token++) {
            double expert = inputs[1].values[token * k + rank];
            outputs[1].values[token * k + rank] = -1;
            if (expert < 0 || expert >= static_cast<double>(experts)) continue;
            size_t seat = taken[static_cast<size_t>(expert)]++;
            if (seat >= capacity) continue;
            outputs[1].values[token * k + rank] = static_cast<double>(seat);
            for (size_t c = 0; c < d; c++) {
                double value = inputs[0].values[token * d + c];
                size_t at = (static_cast<size_t>(expert) * capacity + seat) * d + c;
                outputs[0].values[at] = value;
                outputs[0].magnitude[at] = std::fabs(value);
            }
        }
}

// Nothing is computed, so nothing is rounded.
double moe_dispatch_error_factor(const Args&) { return 0; }

}  // namespace xpu
