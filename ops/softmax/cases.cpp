#include "ops/softmax/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t d, Fill fill = Fill::uniform, DType type = DType::f32) {
    return {std::move(name), {{"input", {type, {n, d}}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> softmax_cases() {
    std::vector<Case> cases;
    for (DType type : {DType::f32, DType::f16}) {
        std::string suffix = type == DType::f16 ? ", f16" : "";
        cases.push_back(one("no rows" + suffix, 0, 7, Fill::uniform, type));
        cases.push_back(one("no columns" + suffix, 7, 0, Fill::uniform, type));
        cases.push_back(one("one element" + suffix, 1, 1, Fill::uniform, type));
        cases.push_back(one("columns of one" + suffix, 3, 1, Fill::logits, type));
        cases.push_back(one("primes" + suffix, 37, 41, Fill::uniform, type));
        cases.push_back(one("rows of 8" + suffix, 25, 8, Fill::logits, type));
        cases.push_back(one("one below the workgroup" + suffix, 3, 255, Fill::uniform, type));
        cases.push_back(one("the workgroup" + suffix, 3, 256, Fill::logits, type));
        cases.push_back(one("one past the workgroup" + suffix, 4, 257, Fill::logits, type));
        cases.push_back(one("one vector past a tile" + suffix, 3, 1028, Fill::uniform, type));
        cases.push_back(one("a row in every tile's registers" + suffix, 2, 4096, Fill::logits, type));
        cases.push_back(one("longer than any tile" + suffix, 3, 33001, Fill::uniform, type));
        cases.push_back(one("more than 65,535 rows" + suffix, 131075, 3, Fill::uniform, type));
        cases.push_back(one("more than 65,535 rows of a vector" + suffix, 65537, 4, Fill::logits, type));
        cases.push_back(folded(one("short rows" + suffix, 2561, 3, Fill::uniform, type)));
        cases.push_back(folded(one("rows" + suffix, 23, 1028, Fill::uniform, type)));
        cases.push_back(one("masked" + suffix, 9, 36, Fill::masked, type));
        cases.push_back(one("not finite" + suffix, 8, 36, Fill::not_finite, type));
        cases.push_back(one("equal" + suffix, 4, 100, Fill::zeros, type));
    }
    cases.push_back(one("large magnitudes", 5, 132, Fill::large));
    return cases;
}

std::vector<Case> softmax_bench_cases() {
    auto shape = [](uint64_t n, uint64_t d, bool quick, DType type = DType::f32) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(d), n, d, Fill::uniform, type);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(512, 2048, true), shape(65536, 128, false), shape(1, 4096, false),
            shape(4096, 4096, false, DType::f16)};
}

}  // namespace xpu
