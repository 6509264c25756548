#include "kernels/fft.hpp"
#include "kernels/rounding.hpp"
#include <bit>
#include <numbers>

namespace xpu {

namespace {

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

uint32_t take(uint32_t& left, uint32_t factor) {
    uint32_t count = 0;
    for (; left % factor == 0; left /= factor) count++;
    return count;
}

std::optional<FftShape> factors(uint32_t n) {
    FftShape shape{};
    shape.n = n;
    shape.m = n % 2 == 0 ? n / 2 : n;
    if (shape.m <= 1) return {};
    uint32_t left = shape.m;
    shape.fives = take(left, 5);
    shape.threes = take(left, 3);
    uint32_t twos = take(left, 2);
    shape.fours = twos / 2;
    shape.twos = twos % 2;
    return left == 1 ? std::optional(shape) : std::nullopt;
}

// From here on: errors in units of 2⁻²⁴, of first order.

// An angle of cis.wgsl: its argument rounds twice, which is 2 · π/4 where it is largest. In the polynomials each coefficient's
// share rounds with it: sin is off by 0.6 (the fit), and 3 roundings of the whole, of up to 0.71; cos by 0.1, 3.2 roundings of the
// 0.29 that is taken from 1, and one of the whole. Together 1.6 + |(2.2, 2.1)|.
constexpr double kAngle = 5;
// A product of complex numbers is off by √5 of its magnitude (Brent, Percival & Zimmermann 2007).
constexpr double kTimes = 2.24;

// What a pass adds, relative to the sum of the magnitudes of the numbers of a group. Its parts: the powers of the angle, each twice
// the last's error and a product; the product with it; and the butterfly. There, a sum of two rounds once, a product with a
// constant twice, and each rounding counts with the coefficients behind it.
double of_pass(uint32_t radix) {
    constexpr double kSquare = 2 * kAngle + kTimes;
    constexpr double kCube = kSquare + kAngle + kTimes;
    switch (radix) {
    case 2: return kAngle + kTimes + 1;
    case 3: return kSquare + kTimes + 5;                 // ½ + ½ + ½ before, 0.87 · 3 across, and 1.37 at the end
    case 4: return kCube + kTimes + 2;                   // two sums
    default: return 2 * kSquare + kTimes + kTimes + 10;  // 0.81 · 5 along, 0.95 · 4 across, and 1.76 at the end
    }
}

double of_passes(const FftShape& shape) {
    return shape.fives * of_pass(5) + shape.threes * of_pass(3) + shape.fours * of_pass(4) + shape.twos * of_pass(2);
}

// Sums, differences, a product with an angle and a sum again, in which each of two partners has twice its magnitude at most.
constexpr double kPartners = 1 + 1 + (kAngle + kTimes) + 2;

// A term of a direct sum: the angle, and two products.
constexpr double kTerm = kAngle + 2;

}  // namespace

std::optional<FftShape> fft_shape(uint32_t n, uint32_t max_workgroup_bytes) {
    auto shape = factors(n);
    if (!shape) return {};
    // A thread makes one group of four numbers in a pass. 256 threads are the most that every device allows, and then fill the 16 KiB
    // that every device has.
    constexpr uint32_t kThreads = 256;
    shape->lanes = std::min(std::bit_ceil((shape->m + 3) / 4), kThreads);
    shape->frames = kThreads / shape->lanes;
    return uint64_t{16} * shape->m * shape->frames <= max_workgroup_bytes ? shape : std::nullopt;
}

DispatchPlan fft_dispatch(const FftShape& shape, uint64_t frames) {
    DispatchPlan dispatch;
    dispatch.entry = "fft";
    dispatch.constants = {{"N", shape.n},           {"M", shape.m},          {"FIVES", shape.fives},
                          {"THREES", shape.threes}, {"FOURS", shape.fours},  {"TWOS", shape.twos},
                          {"LANES", shape.lanes},   {"FRAMES", shape.frames}};
    dispatch.workgroups = quotient(frames, shape.frames);
    return dispatch;
}

DirectShape direct_shape(uint32_t n, uint32_t results) {
    DirectShape shape{};
    shape.n = n;
    shape.lanes = std::min(std::bit_ceil(results), 256u);
    shape.frames = 256 / shape.lanes;
    shape.tiles = quotient(results, shape.lanes);
    return shape;
}

DispatchPlan direct_dispatch(const DirectShape& shape, uint64_t frames) {
    DispatchPlan dispatch;
    dispatch.entry = "kernel";
    // With 2 KiB for the numbers that are added, a table of so many angles fits into what every device has.
    constexpr uint32_t kTable = (16'384 - 8 * 256) / 8;
    dispatch.constants = {{"N", shape.n}, {"LANES", shape.lanes}, {"TABLE", shape.n <= kTable ? shape.n : 0}};
    dispatch.workgroups = quotient(frames, shape.frames) * shape.tiles;
    return dispatch;
}

// The window's product rounds once. Numbers of the complex frame are no larger than the two real ones in them together, and a number
// of the spectrum takes its error from two of the halved frame's, with coefficients whose squares add to 1: √2 of either.
double forward_roundings(uint32_t n) {
    double direct = sum_roundings(n) + kTerm;
    auto shape = factors(n);
    if (!shape) return 1 + direct;
    return 1 + std::max(direct, std::numbers::sqrt2 * of_passes(*shape) + kPartners);
}

// A number of the halved spectrum is no larger than two partners, twice each. Then 1 / n, which is rounded, and the product.
// Directly, there are two terms a bin, together up to √2 of its magnitude, and their factor 2 is exact.
double inverse_roundings(uint32_t n) {
    double direct = std::numbers::sqrt2 * sum_roundings(n) + kTerm;
    auto shape = factors(n);
    if (!shape) return 2 + direct;
    return 2 + std::max(direct, 2 * of_passes(*shape) + kPartners);
}

}  // namespace xpu
