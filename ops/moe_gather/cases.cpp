#include "ops/moe_gather/parts.hpp"

namespace xpu {

namespace {

struct Sizes {
    uint64_t experts, capacity, d, t, k;
};

Case one(std::string name, Sizes s, Fill fill = Fill::uniform, Fill gates = Fill::uniform) {
    return {std::move(name),
            {{"y", {DType::f32, {s.experts, s.capacity, s.d}}, fill},
             {"expert", {DType::i32, {s.t, s.k}}, Fill::indices, static_cast<uint32_t>(s.experts)},
             {"pos", {DType::i32, {s.t, s.k}}, Fill::indices, static_cast<uint32_t>(s.capacity)},
             {"gate", {DType::f32, {s.t, s.k}}, gates}},
            {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// These experts and seats over and over.
Case with(Case made, std::vector<double> experts, std::vector<double> seats) {
    made.inputs[1].values = std::move(experts);
    made.inputs[2].values = std::move(seats);
    return made;
}

}  // namespace

std::vector<Case> moe_gather_cases() {
    const std::vector<double> experts = {0, 4, -1, 5, 3, 2147483647, -2147483647.0 - 1, 1};
    const std::vector<double> seats = {0, 6, 1, 2, 7, -1, 2147483647};
    return {
        one("no rows", {0, 5, 8, 7, 2}),
        one("no columns", {3, 5, 8, 7, 0}),
        one("no tokens", {3, 5, 8, 0, 2}),
        one("rows of nothing", {3, 5, 0, 7, 2}),
        one("no seats", {3, 0, 9, 7, 2}),
        with(one("one element", {1, 1, 1, 1, 1}), {0}, {0}),
        one("primes", {17, 19, 23, 29, 31}),
        one("eight experts", {8, 12, 64, 40, 2}),
        one("one past a workgroup's share", {4, 9, 41, 25, 3}),
        one("one vector past a workgroup's share", {4, 9, 36, 57, 3}),
        one("one vector", {5, 40, 4, 300, 6}),
        one("long rows", {2, 3, 4099, 3, 2}),
        one("long rows of vectors", {2, 3, 8204, 3, 1}),
        one("more than 65,535 rows", {65537, 1, 3, 300, 2}),
        folded(one("any shape", {5, 30, 35, 130, 2})),
        folded(one("vectors", {5, 30, 68, 250, 3})),
        with(one("the edges of experts and seats", {5, 7, 12, 56, 3}), experts, seats),
        with(one("the edges of experts and seats, any length", {5, 7, 11, 56, 3}), experts, seats),
        one("exact sums", {4, 16, 20, 33, 4}, Fill::sixteenths, Fill::sixteenths),
        one("large magnitudes", {4, 16, 19, 33, 3}, Fill::large, Fill::uniform),
        one("not finite", {3, 4, 19, 33, 3}, Fill::not_finite),
        one("gates that are not finite", {3, 4, 20, 33, 3}, Fill::uniform, Fill::not_finite),
    };
}

std::vector<Case> moe_gather_bench_cases() {
    auto shape = [](Sizes s, bool quick) {
        Case bench = one(std::to_string(s.t) + "x" + std::to_string(s.d) + ", " + std::to_string(s.k) + " of " +
                             std::to_string(s.experts),
                         s);
        bench.quick = quick;
        return bench;
    };
    return {shape({8, 2560, 2048, 8192, 2}, true), shape({64, 512, 1024, 4096, 6}, false),
            shape({8, 2560, 1023, 8192, 2}, false), shape({8, 8, 2048, 16, 2}, false)};
}

}  // namespace xpu
