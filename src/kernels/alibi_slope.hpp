#pragma once
// The slopes of ALiBi in f64, for the operators that make and that use them.
#include <bit>
#include <cmath>
#include <cstdint>

namespace xpu {

/// The logarithm of the largest power of two that is not above `heads`.
inline uint32_t alibi_log(uint32_t heads) { return heads > 0 ? static_cast<uint32_t>(std::bit_width(heads)) - 1 : 0; }

/// The published rule: a geometric series for a power of two, and every other term of the next finer series for the heads beyond.
inline double alibi_slope(uint32_t head, uint32_t heads) {
    double n = std::exp2(alibi_log(heads));
    if (head < n) return std::exp2(-8 * (head + 1.0) / n);
    return std::exp2(-4 * (2 * (head - n) + 1) / n);
}

/// The relative error of a slope in f32, in units of 2⁻²³: WGSL allows exp2 3 + 2·|x| units in the last place, and the fraction of
/// the exponent is below 1, and off by half a unit from 2²⁴ heads on.
inline constexpr double kAlibiSlopeError = 5.5;

}  // namespace xpu
