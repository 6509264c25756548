#include "ops/scatter/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t s, uint64_t d, Fill fill = Fill::uniform) {
    return {
        std::move(name),
        {{"src", {DType::f32, {n, s}}, fill}, {"index", {DType::i32, {n, s}}, Fill::indices, static_cast<uint32_t>(d)}},
        {{"d", static_cast<double>(d)}}};
}

// These indices over and over.
Case with(Case made, std::vector<double> indices) {
    made.inputs[1].values = std::move(indices);
    return made;
}

// Each column at most once in a row of so many sources: 389 steps from one to the next, of a prime number of columns.
Case apart(Case made, uint64_t s, uint64_t d) {
    for (uint64_t i = 0; i < s; i++) made.inputs[1].values.push_back(static_cast<double>(i * 389 % d));
    return made;
}

// Four, five, sixteen and seventeen sources at a column, far apart, and the others at columns of their own.
std::vector<double> chains(uint64_t s) {
    std::vector<double> indices;
    for (uint64_t i = 0; i < s; i++) indices.push_back(static_cast<double>(4 + 2 * i));
    uint64_t at = 3;
    uint64_t column = 0;
    for (uint64_t length : {4, 5, 16, 17}) {
        for (uint64_t n = 0; n < length; n++, at = (at + 389) % s) indices[at] = static_cast<double>(column);
        column++;
    }
    return indices;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> scatter_cases() {
    return {
        one("no rows", 0, 64, 5),
        one("no columns", 5, 0, 7),
        one("no columns of a long result", 2, 0, 2050),
        one("no results", 5, 7, 0),
        one("one element", 1, 1, 1),
        one("primes", 37, 41, 29),
        one("few columns", 3, 257, 4),
        one("one column", 5, 300, 1),
        one("rows that share a workgroup", 4099, 3, 5),
        one("rows of which the last share is smaller", 1541, 7, 11),
        one("one below a batch", 1, 1023, 211),
        one("a batch", 1, 1024, 211),
        one("one past a batch", 2, 1025, 211),
        one("one past two batches", 1, 2049, 211),
        one("one column below a window", 3, 900, 1023),
        one("a window of columns", 3, 900, 1024),
        one("one column past a window", 3, 900, 1025),
        one("windows", 2, 3000, 4099),
        one("one source in a long row", 2, 1, 2049),
        one("more than 65,535 rows", 65537, 2, 3),
        folded(one("rows", 11, 70, 35)),
        folded(one("columns", 2, 70, 2500)),
        apart(one("no collisions", 4, 1009, 1009), 1009, 1009),
        apart(one("no collisions in windows", 2, 1500, 2053), 1500, 2053),
        with(one("all at one place", 3, 1100, 70), {3}),
        with(one("runs at one place", 3, 270, 70), {3, 3, 3, 69, 69, 0}),
        with(one("chains of four, five, sixteen and seventeen", 2, 1017, 2039), chains(1017)),
        with(one("all at one place of several batches", 2, 4100, 70, Fill::sixteenths), {3}),
        with(one("the edges of a row", 6, 12, 36), {0, 35, -1, 36, 37, -2147483648.0, 2147483647, 35}),
        with(one("the edges of windows", 6, 12, 1030), {0, 514, 515, 1029, 1030, -1, -515, -2147483648.0, 2147483647}),
        one("exact sums", 7, 1000, 20, Fill::sixteenths),
        one("large magnitudes", 5, 132, 9, Fill::large),
        one("zeros", 4, 100, 9, Fill::zeros),
        one("not finite", 8, 36, 9, Fill::not_finite),
        with(one("infinities that meet", 8, 36, 9, Fill::not_finite), {4}),
    };
}

std::vector<Case> scatter_bench_cases() {
    auto shape = [](uint64_t n, uint64_t s, uint64_t d, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(s) + " to " + std::to_string(d), n, s, d);
        bench.quick = quick;
        return bench;
    };
    return {shape(16384, 1024, 1024, true), shape(131072, 64, 64, false), shape(64, 65536, 4096, false),
            apart(shape(16384, 509, 1009, false), 509, 1009), shape(512, 64, 64, false)};
}

}  // namespace xpu
