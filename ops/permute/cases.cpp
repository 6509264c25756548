#include "ops/permute/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, Shape shape, DType type = DType::u32, Fill fill = Fill::words) {
    return {std::move(name), {{"input", {type, std::move(shape)}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> permute_cases() {
    return {
        one("no rows", {0, 5, 4}),
        one("no rows to swap with", {5, 0, 4}),
        one("no columns", {3, 5, 0}),
        one("one element", {1, 1, 1}),
        one("one vector", {1, 1, 4}),
        one("primes", {37, 41, 17}),
        one("columns of one", {67, 131, 1}),
        one("rows of one vector", {67, 131, 4}, DType::i32),
        one("heads", {35, 12, 64}),
        one("one head", {515, 1, 20}),
        one("one token", {1, 515, 20}),
        one("one below a workgroup's share", {23, 89, 1}),
        one("a workgroup's share", {16, 128, 1}),
        one("one past a workgroup's share", {3, 683, 1}),
        one("vectors past a workgroup's share", {3, 171, 4}),
        one("long rows", {3, 2, 4099}),
        one("long rows of vectors", {2, 3, 8204}),
        one("more than 65,535 rows", {65537, 2, 1}),
        one("more than 65,535 rows of vectors", {65537, 1, 4}),
        folded(one("any shape", {11, 23, 35})),
        folded(one("vectors", {11, 23, 36})),
        one("floats", {5, 9, 44}, DType::f32, Fill::uniform),
        one("large magnitudes", {8, 3, 35}, DType::f32, Fill::large),
        one("not finite", {3, 7, 21}, DType::f32, Fill::not_finite),
        one("not finite, vectors", {3, 7, 20}, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> permute_bench_cases() {
    auto shape = [](uint64_t d0, uint64_t d1, uint64_t d, bool quick) {
        Case bench = one(std::to_string(d0) + "x" + std::to_string(d1) + "x" + std::to_string(d), {d0, d1, d},
                         DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 32, 128, true), shape(32, 4096, 128, false), shape(4096, 64, 63, false),
            shape(65536, 16, 16, false), shape(1, 9, 64, false)};
}

}  // namespace xpu
