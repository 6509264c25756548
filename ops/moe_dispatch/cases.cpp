#include "ops/moe_dispatch/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t t, uint64_t d, uint64_t k, uint32_t experts, double capacity,
         DType type = DType::u32, Fill fill = Fill::words) {
    return {std::move(name),
            {{"x", {type, {t, d}}, fill}, {"expert", {DType::i32, {t, k}}, Fill::indices, experts}},
            {{"experts", static_cast<double>(experts)}, {"capacity", capacity}}};
}

// These experts over and over.
Case with(Case made, std::vector<double> experts) {
    made.inputs[1].values = std::move(experts);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> moe_dispatch_cases() {
    return {
        one("no rows", 0, 12, 2, 3, 2),
        one("no rows and no choices", 0, 5, 0, 3, 2),
        one("no columns", 5, 4, 0, 3, 2),
        one("rows of nothing", 37, 0, 2, 3, 5),
        one("no seats", 37, 5, 2, 3, 0),
        one("one element", 1, 1, 1, 1, 1),
        one("primes", 37, 41, 17, 5, 101),
        one("eight experts", 70, 16, 2, 8, 12),
        one("far more seats than tokens", 9, 7, 2, 4, 300),
        one("a chunk", 1024, 3, 2, 5, 450),
        one("one past a chunk", 683, 3, 3, 5, 450),
        one("several chunks", 2051, 4, 3, 7, 1000),
        one("several chunks, few seats", 4099, 3, 2, 3, 10),
        one("long rows", 5, 4099, 1, 2, 3),
        one("long rows of vectors", 5, 8204, 1, 2, 3),
        one("more experts than tokens", 3, 4, 2, 70, 2),
        one("more than 65,535 rows", 65537, 2, 1, 2, 5),
        folded(one("any shape", 97, 35, 3, 4, 70)),
        folded(one("vectors", 97, 36, 3, 4, 80)),
        with(one("one expert for all", 700, 4, 3, 3, 1900), {1}),
        with(one("experts that do not exist", 50, 5, 2, 3, 20), {0, 3, -1, 2, 2147483647, -2147483647.0 - 1, 1}),
        with(one("nobody's expert exists", 20, 8, 2, 3, 20), {-1}),
        one("floats", 20, 52, 2, 3, 9, DType::f32, Fill::uniform),
        one("whole numbers", 20, 9, 2, 3, 9, DType::i32),
        one("large magnitudes", 20, 9, 2, 3, 9, DType::f32, Fill::large),
        one("not finite", 20, 9, 2, 3, 9, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> moe_dispatch_bench_cases() {
    auto shape = [](uint64_t t, uint64_t d, uint64_t k, uint32_t experts, double capacity, bool quick) {
        Case bench = one(std::to_string(t) + "x" + std::to_string(d) + ", " + std::to_string(k) + " of " +
                             std::to_string(experts),
                         t, d, k, experts, capacity, DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(8192, 2048, 2, 8, 2560, true), shape(4096, 1024, 6, 64, 512, false),
            shape(8192, 1023, 2, 8, 2560, false), shape(16, 2048, 2, 8, 8, false)};
}

}  // namespace xpu
