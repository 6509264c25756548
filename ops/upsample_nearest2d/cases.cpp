#include "ops/upsample_nearest2d/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, Shape shape, double out_h, double out_w, DType type = DType::u32, Fill fill = Fill::words) {
    return {std::move(name), {{"input", {type, std::move(shape)}, fill}}, {{"out_h", out_h}, {"out_w", out_w}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> upsample_nearest2d_cases() {
    return {
        one("no rows", {0, 3, 5, 7}, 9, 9),
        one("no channels", {3, 0, 5, 7}, 9, 9),
        one("one element", {1, 1, 1, 1}, 1, 1),
        one("one pixel many times", {1, 1, 1, 1}, 41, 60),
        one("primes", {17, 3, 5, 23}, 19, 29),
        one("rows whose product is rounded down", {1, 2, 14, 2}, 46, 82),
        one("columns whose product is rounded up", {1, 2, 2, 14}, 50, 46),
        one("every ratio of rows", {1, 1, 64, 1}, 255, 1),
        one("every ratio of columns", {1, 1, 37, 41}, 43, 164, DType::i32),
        one("twice", {2, 3, 16, 16}, 32, 32),
        one("three times", {2, 3, 9, 11}, 27, 33),
        one("the same size", {2, 3, 9, 11}, 9, 11),
        one("the same size in vectors", {2, 3, 9, 12}, 9, 12),
        one("one past a workgroup's share", {1, 1, 3, 100}, 3, 683),
        one("vectors past a workgroup's share", {1, 1, 3, 100}, 3, 684),
        one("long rows", {1, 1, 1, 3000}, 2, 4099),
        one("vectors over the ends of rows", {2, 2, 5, 23}, 19, 29),
        one("vectors over the ends of rows and pictures", {4, 3, 1, 3}, 1, 5),
        one("vectors over the ends of long rows", {1, 4, 1, 300}, 3, 1683, DType::f32, Fill::not_finite),
        folded(one("vectors over the ends of rows", {4, 5, 11, 23}, 23, 37)),
        one("more than 65,535 rows", {65537, 1, 1, 1}, 1, 3),
        one("more than 65,535 rows of vectors", {65537, 1, 1, 1}, 1, 4),
        folded(one("any shape", {3, 5, 11, 23}, 22, 35)),
        folded(one("vectors", {3, 5, 11, 23}, 22, 36)),
        one("floats", {1, 3, 7, 5}, 9, 8, DType::f32, Fill::uniform),
        one("large magnitudes", {1, 3, 7, 5}, 9, 10, DType::f32, Fill::large),
        one("not finite", {1, 3, 7, 5}, 14, 10, DType::f32, Fill::not_finite),
        one("not finite, vectors", {1, 3, 7, 4}, 14, 8, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> upsample_nearest2d_bench_cases() {
    auto shape = [](Shape sizes, uint64_t out_h, uint64_t out_w, bool quick) {
        Case bench = one(to_string(sizes) + " to " + std::to_string(out_h) + "x" + std::to_string(out_w), sizes,
                         static_cast<double>(out_h), static_cast<double>(out_w), DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape({1, 128, 256, 256}, 512, 512, true), shape({1, 128, 255, 255}, 511, 511, false),
            shape({4, 512, 64, 64}, 128, 128, false), shape({1, 512, 8, 8}, 16, 16, false)};
}

}  // namespace xpu
