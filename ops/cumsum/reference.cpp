#include "ops/cumsum/parts.hpp"
#include <cmath>

namespace xpu {

// Kernels keep what their sums lose, so the result is rounded once; half a unit of 2⁻²³ is spare. What is lost is itself rounded: a
// thread adds 16 terms before it settles the pair, and the nth rounds what is lost so far, n·2⁻²⁴ of the terms' magnitudes, by 2⁻²⁴
// of that. For 16 terms that is 2⁻⁴¹, so 2⁻⁴⁵ a term; for more it is less, because sums of settled pairs round by 2⁻⁴⁶ at most.
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
