#pragma once
// How far a sum in f32 may be from the exact one.
#include <algorithm>
#include <cmath>

namespace xpu {

/// Roundings, in units of 2⁻²⁴ of the sum of the terms' magnitudes, that a sum of `n` terms may show in any order. The
/// worst case is n − 1 (Higham 2002, section 4.2). Beyond 64 terms roundings that are independent and without bias stay
/// below 8·√n with a probability of 1 − 10⁻¹³ an element (Higham & Mary 2019), and the worst case would be too wide to
/// notice a missing term.
inline double sum_roundings(double n) { return std::min(n, 8 * std::sqrt(n)); }

}  // namespace xpu
