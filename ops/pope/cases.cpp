#include "ops/pope/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, double n, double d_model, double pos_offset) {
    return {std::move(name), {}, {{"n", n}, {"d_model", d_model}, {"pos_offset", pos_offset}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> pope_cases() {
    return {
        one("no positions", 0, 64, 3),
        one("one element", 1, 1, 0),
        one("one element, at the end", 1, 1, 1001),
        one("primes", 37, 41, 1),
        one("a power of two", 67, 64, 0),
        one("one past a workgroup", 5, 33, 7),
        one("whole steps", 32, 35, 16),
        one("one past a block", 257, 5, 0),
        one("into a block", 300, 37, 250),
        one("far", 2, 47, 4099),
        one("farther", 3, 8, 100000),
        one("many columns", 3, 70001, 2),
        folded(one("columns", 9, 259, 0)),
    };
}

std::vector<Case> pope_bench_cases() {
    std::vector<Case> cases = {one("512x512", 512, 512, 0), one("4096x1024", 4096, 1024, 0),
                               one("1x512 at 512", 1, 512, 512)};
    for (size_t i = 1; i < cases.size(); i++) cases[i].quick = false;
    return cases;
}

}  // namespace xpu
