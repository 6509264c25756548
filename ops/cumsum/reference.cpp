#include "ops/cumsum/parts.hpp"
#include <cmath>

namespace xpu {

// Kernels keep what their sums lose, so the result is rounded once; what is lost is itself rounded, by 2⁻⁴⁶ of the terms' magnitudes
// in each of C sums at most. The magnitude is what makes both of them one unit of 2⁻²³: half of it is spare.
void cumsum_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t rows = args.dim("R"), columns = args.dim("C");
    const double roundings = static_cast<double>(columns) * 0x1p-22;
    for (size_t row = 0; row < rows; row++) {
        double sum = 0, terms = 0;
        for (size_t c = 0; c < columns; c++) {
            const double value = inputs[0].values[row * columns + c];
            sum += value;
            terms += std::fabs(value);
            outputs[0].values[row * columns + c] = sum;
            outputs[0].magnitude[row * columns + c] = std::fabs(sum) + terms * roundings;
        }
    }
}

double cumsum_error_factor(const Args&) { return 1; }

}  // namespace xpu
