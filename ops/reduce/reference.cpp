#include "kernels/rounding.hpp"
#include "ops/reduce/parts.hpp"

namespace xpu {

void reduce_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t outer = args.dim("outer"), axis = args.dim("axis"), inner = args.dim("inner");
    ReduceKind kind = reduce_kind(args);
    for (size_t o = 0; o < outer; o++)
        for (size_t i = 0; i < inner; i++) {
            const size_t first = o * axis * inner + i;
            double sum = 0, magnitude = 0, most = axis > 0 ? inputs[0].values[first] : 0, least = most;
            bool nan = false;
            for (size_t a = 0; a < axis; a++) {
                double value = inputs[0].values[first + a * inner];
                sum += value;
                magnitude += std::fabs(value);
                most = std::max(most, value);
                least = std::min(least, value);
                nan = nan || std::isnan(value);
            }
            double result = sum;
            if (kind == ReduceKind::mean) {
                result /= static_cast<double>(axis);
                magnitude /= static_cast<double>(axis);
            } else if (kind != ReduceKind::sum) {
                result = nan ? std::nan("") : kind == ReduceKind::max ? most : least;
                magnitude = std::fabs(result);
            }
            outputs[0].values[o * inner + i] = result;
            outputs[0].magnitude[o * inner + i] = magnitude;
        }
}

// In units of 2⁻²³. A maximum or minimum is one of the elements. A sum rounds sum_roundings(axis) times by half a unit. A
// mean divides that by the length: the length as f32 is off by half a unit, and a division by 2.5 units at most.
double reduce_error_factor(const Args& args) {
    double of_sum = sum_roundings(args.dim("axis")) / 2;
    switch (reduce_kind(args)) {
    case ReduceKind::sum: return of_sum;
    case ReduceKind::mean: return of_sum + 3;
    default: return 0;
    }
}

}  // namespace xpu
