#include "ops/matmul_nbits/parts.hpp"
#include <limits>

namespace xpu {

namespace {

// Bytes are any bits, so the codes past K in a row's last block, and the last nibble of a row of zero points, are junk.
Case one(std::string name, uint64_t m, uint64_t k, uint64_t n, bool zeros, Fill fill = Fill::uniform,
         Fill scales = Fill::uniform) {
    const uint64_t blocks = (k + 31) / 32;
    Case made{std::move(name),
              {{"a", {DType::f32, {m, k}}, fill},
               {"b", {DType::u8, {n, blocks, 16}}, Fill::words},
               {"scales", {DType::f32, {n * blocks}}, scales}},
              {{"bits", 4.0}, {"block_size", 32.0}, {"k", static_cast<double>(k)}, {"n", static_cast<double>(n)}}};
    if (zeros) made.inputs.push_back({"zero_points", {DType::u8, {n * ((blocks + 1) / 2)}}, Fill::words});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// All results are Inf: a junk code past K must not turn them into NaN.
Case infinite_scales(std::string name, uint64_t m, uint64_t k, uint64_t n) {
    Case made = one(std::move(name), m, k, n, false);
    made.inputs[0].values = {1};
    made.inputs[1].values = {0x99};
    made.inputs[2].values = {std::numeric_limits<double>::infinity()};
    return made;
}

}  // namespace

std::vector<Case> matmul_nbits_cases() {
    return {
        one("no rows", 0, 64, 5, true),
        one("no columns", 3, 5, 0, true),
        one("K = 0", 3, 0, 5, true),
        one("K = 0, whole vectors", 17, 0, 36, false),
        one("one element", 1, 1, 1, true),
        one("primes", 37, 31, 29, true),
        one("primes, two blocks", 37, 43, 29, true),
        one("primes, exact sums", 131, 67, 61, true, Fill::sixteenths, Fill::sixteenths),
        one("a row", 1, 2048, 68, true),
        one("a row, one load past a step", 1, 2080, 37, true),
        one("a row, many loads, no zero points", 1, 4064, 9, false),
        one("two rows, an odd number of blocks", 2, 1056, 41, true),
        one("three rows", 3, 2048, 35, false),
        one("seven rows, an odd number of blocks", 7, 1056, 33, true),
        one("nine rows", 9, 256, 131, true),
        one("33 rows", 33, 256, 68, false),
        one("a row of odd length", 1, 257, 41, true),
        one("a tile", 128, 64, 256, true),
        one("one past every tile, whole vectors", 129, 68, 260, true),
        one("one past every tile", 129, 65, 257, false),
        one("half of a word past a step", 65, 132, 64, true),
        one("K not a multiple of 4", 33, 39, 36, true),
        one("one vector of K", 65, 4, 64, true),
        one("long K", 5, 3001, 8, true),
        folded(one("few rows", 9, 256, 1031, true)),
        folded(one("many tiles", 515, 8, 260, true)),
        folded(one("many ragged tiles", 260, 7, 261, true)),
        one("more than 65,535 rows", 65537, 3, 1, true),
        one("large magnitudes", 19, 36, 24, true, Fill::large, Fill::large),
        one("not finite", 19, 36, 24, true, Fill::not_finite),
        one("not finite, a row", 1, 256, 24, false, Fill::not_finite),
        one("scales not finite", 19, 36, 24, false, Fill::uniform, Fill::not_finite),
        one("scales not finite, few rows", 2, 256, 24, true, Fill::uniform, Fill::not_finite),
        infinite_scales("scales of Inf, a part of a word", 17, 132, 20),
        infinite_scales("scales of Inf, odd rows", 5, 35, 7),
    };
}

std::vector<Case> matmul_nbits_bench_cases() {
    auto shape = [](uint64_t m, uint64_t k, uint64_t n, bool quick) {
        Case bench = one(std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n), m, k, n, true);
        bench.quick = quick;
        return bench;
    };
    return {shape(56, 4352, 1024, true), shape(1, 4352, 1024, true), shape(1, 4096, 32768, false),
            shape(512, 4096, 4096, false), shape(8, 4096, 4096, false)};
}

}  // namespace xpu
