#include "kernels/activations.hpp"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace xpu {

namespace {

constexpr double kSqrtHalf = std::numbers::sqrt2 / 2;
constexpr double kSqrt2OverPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;

// ½·(1 + tanh(u)) = 1 / (1 + e^(−2u)), which does not cancel where x is far below 0.
double two_u(double x) { return 2 * kSqrt2OverPi * (x + 0.044715 * x * x * x); }

double value_of(Act act, double x, double alpha) {
    switch (act) {
    case Act::none: break;
    case Act::relu: return x < 0 ? 0 : x;
    case Act::relu2: return x < 0 ? 0 : x * x;
    case Act::silu: return x / (1 + std::exp(-x));
    case Act::elu: return x > 0 ? x : alpha * std::expm1(x);
    case Act::tanh: return std::tanh(x);
    case Act::gelu: return 0.5 * x * std::erfc(-x * kSqrtHalf);
    case Act::gelu_tanh: return x / (1 + std::exp(-two_u(x)));
    }
    return x;
}

// |d/dx x / (1 + e^−y)|, where y grows at the rate `dy`.
double sigmoid_slope(double x, double y, double dy) {
    double s = 1 / (1 + std::exp(-y)), rest = 1 / (1 + std::exp(y));
    return s > 0 && rest > 0 ? std::fabs(s + x * s * rest * dy) : s;
}

double smooth_slope(Act act, double x) {
    if (act == Act::silu) return sigmoid_slope(x, x, 1);
    if (act == Act::gelu_tanh) return sigmoid_slope(x, two_u(x), 2 * kSqrt2OverPi * (1 + 3 * 0.044715 * x * x));
    return std::fabs(0.5 * std::erfc(-x * kSqrtHalf) + x * std::exp(-0.5 * x * x) * 0.5 * kSqrt2OverPi);
}

// No less than any |slope| within `off` of x.
double steepest(Act act, double x, double off, double alpha) {
    double low = x - off, high = x + off;
    double nearest = std::clamp(0.0, low, high);  // to 0, of all that lies within
    switch (act) {
    case Act::none: return 1;
    case Act::relu: return high > 0 ? 1 : 0;
    case Act::relu2: return 2 * std::max(high, 0.0);
    case Act::elu:
        return std::max(high > 0 ? 1.0 : 0.0, low <= 0 ? std::fabs(alpha) * std::exp(std::min(high, 0.0)) : 0.0);
    case Act::tanh: return 1 / (std::cosh(nearest) * std::cosh(nearest));
    default: break;
    }
    // Beyond ±4 the slopes of silu and of both gelus approach 1 and 0 from one side. Elsewhere they change at the rate of the
    // second derivative, which is largest at 0 (silu ½, gelu √(2/π)); and none is above 1.13.
    if (std::fabs(nearest) >= 4) return smooth_slope(act, nearest);
    return std::min(smooth_slope(act, x) + off * kSqrt2OverPi, 1.13);
}

// From here on: relative errors of the functions in wgsl/activations.wgsl, in units of 2⁻²³. WGSL allows e^t 3 + 2·|t| units in
// the last place, and a division 2.5; sums and products round by half a unit. A unit in the last place is at most 2⁻²³ of the
// value. A compiler that contracts a product and a sum leaves a rounding out. Products of errors are left out here: they are below
// a ten-thousandth.

// e^t, where t is off by `units` itself.
double exp_error(double t, double units) { return 3 + (2 + units) * std::fabs(t); }

// e^t − 1 for t ≤ 0. In t + t²·q on [−1, 0] no partial sum of Horner's rule is above its first coefficient, so the roundings of q
// are below the sum of |coefficient·t^k|, 0.72. With those of two products, where q ≤ ½, t²·q is off by 1.22·t², the whole is
// 0.63·|t| at least, and the fit and the last sum add 0.1 and 0.5.
double expm1_error(double t) { return t > -1 ? 0.6 - 2 * t : exp_error(t, 0) * std::exp(t) / -std::expm1(t) + 0.5; }

// v / (1 + e^−y) by h = e^(−|y|/2), where y is off by `units`. Below 0, h is two more factors.
double sigmoid_error(double x, double y, double units) {
    double of_h = exp_error(y / 2, units), square = std::exp(-std::fabs(y));
    double quotient = (2 * of_h + 0.5) * square / (1 + square) + 0.5 + 2.5;
    return x < 0 ? 2 * of_h + 1 + quotient : quotient;
}

// p and q have 4 and 5 steps of Horner's rule without cancellation, each of two roundings; then come the fit and the division.
double gelu_error(double x) {
    double of_tail = 4 + 5 + 0.2 + 2.5 + exp_error(0.5 * x * x, 0.5) + 0.5;
    double tail = 0.5 * std::erfc(std::fabs(x) * kSqrtHalf);
    return x < 0 ? of_tail + 0.5 : of_tail * tail / (1 - tail) + 1;
}

double own_error(Act act, double x) {
    switch (act) {
    case Act::none:
    case Act::relu: return 0;
    case Act::relu2: return 0.5;
    case Act::silu: return sigmoid_error(x, x, 0);
    case Act::elu: return x > 0 ? 0 : expm1_error(x) + 0.5;
    case Act::tanh: {
        double t = -2 * std::fabs(x);  // and −m / (2 + m) doubles the error of m where m is near −1
        return expm1_error(t) * 2 / (2 + std::expm1(t)) + 0.5 + 2.5;
    }
    case Act::gelu: return gelu_error(x);
    // y: one of two constants, two products, a sum, and the product with |v|; no term is negative.
    case Act::gelu_tanh: return sigmoid_error(x, two_u(x), 2.5);
    }
    return 0;
}

}  // namespace

Activated activate(Act act, double x, double off, double alpha) {
    double value = value_of(act, x, alpha);
    if (!std::isfinite(x)) return {value, own_error(act, std::copysign(100.0, x)) * 0x1p-23 * std::fabs(value)};
    off += 0x1p-126;  // a denormal may be taken as 0
    double moved = off * steepest(act, x, off, alpha);
    double own = std::max(own_error(act, x - off), own_error(act, x + off));
    // These are x times two small factors. A compiler may multiply the two first, and what is then below the least normal
    // number may be taken as 0 (seen on an H200).
    bool product = act == Act::silu || act == Act::gelu || act == Act::gelu_tanh;
    double lost = product ? std::min(std::fabs(x) * 0x1p-126, std::fabs(value)) : 0;
    return {value, moved + lost + own * 0x1p-23 * (std::fabs(value) + moved)};
}

}  // namespace xpu
