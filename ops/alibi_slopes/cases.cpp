#include "ops/alibi_slopes/parts.hpp"

namespace xpu {

namespace {

Case one(double heads) { return {std::to_string(static_cast<int>(heads)), {}, {{"heads", heads}}}; }

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> alibi_slopes_cases() {
    std::vector<Case> cases;
    for (double heads : {1.0, 2.0, 3.0, 8.0, 12.0, 31.0, 32.0, 33.0, 255.0, 256.0, 257.0, 70001.0})
        cases.push_back(one(heads));
    cases.push_back(folded(one(1031)));
    return cases;
}

std::vector<Case> alibi_slopes_bench_cases() {
    Case quick = one(32);
    std::vector<Case> cases = {one(128), one(1 << 20)};
    for (Case& slow : cases) slow.quick = false;
    cases.insert(cases.begin(), quick);
    return cases;
}

}  // namespace xpu
