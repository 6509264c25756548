#include "kernels/rounding.hpp"
#include "ops/cumsum/parts.hpp"

namespace xpu {

void cumsum_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t rows = args.dim("R"), columns = args.dim("C");
    for (size_t row = 0; row < rows; row++) {
        double sum = 0, magnitude = 0;
        for (size_t c = 0; c < columns; c++) {
            const double value = inputs[0].values[row * columns + c];
            sum += value;
            magnitude += std::fabs(value);
            outputs[0].values[row * columns + c] = sum;
            outputs[0].magnitude[row * columns + c] = magnitude;
        }
    }
}

// In units of 2⁻²³: an element is a sum of C terms at most, each of whose roundings is half a unit.
double cumsum_error_factor(const Args& args) { return sum_roundings(args.dim("C")) / 2; }

}  // namespace xpu
