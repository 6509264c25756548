#include "ops/elementwise_rows/parts.hpp"
#include <cmath>

namespace xpu {

namespace {

double combine(RowsKind kind, double a, double b) { return kind == RowsKind::multiply ? a * b : a + b; }

// A denormal as 0, which WGSL allows a device to take it for.
double flushed(double x) { return std::fabs(x) < 0x1p-126 ? 0 : x; }

}  // namespace

void elementwise_rows_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    auto kind = static_cast<RowsKind>(args.choice("kind"));
    size_t rows = args.dim("S"), columns = args.dim("D");
    for (size_t s = 0; s < rows; s++)
        for (size_t d = 0; d < columns; d++) {
            size_t i = s * columns + d;
            double a = inputs[0].values[i], b = inputs[1].values[d], exact = combine(kind, a, b);
            outputs[0].values[i] = exact;
            // The factor below takes 2⁻²⁴ of it.
            double lost = std::isfinite(exact) ? std::fabs(exact - combine(kind, flushed(a), flushed(b))) : 0;
            outputs[0].magnitude[i] = std::fabs(exact) + 0x1p24 * lost;
        }
}

// One rounding to the nearest f32 is half a unit of the result.
double elementwise_rows_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
