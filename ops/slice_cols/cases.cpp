#include "ops/slice_cols/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t rows, uint64_t columns, double col0, double width, DType type = DType::u32,
         Fill fill = Fill::words) {
    return {std::move(name), {{"x", {type, {rows, columns}}, fill}}, {{"col0", col0}, {"width", width}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> slice_cols_cases() {
    return {
        one("no rows", 0, 64, 3, 9),
        one("no columns", 5, 0, 0, 0),
        one("none of the columns", 5, 9, 9, 0),
        one("one element", 1, 1, 0, 1),
        one("primes", 37, 41, 11, 23),
        one("all columns", 37, 41, 0, 41),
        one("all vectors", 37, 44, 0, 44, DType::i32),
        one("the first column", 300, 9, 0, 1),
        one("the last column", 300, 9, 8, 1),
        one("the first vector", 600, 12, 0, 4),
        one("the last vector", 600, 12, 8, 4),
        one("vectors that begin in one", 40, 16, 2, 8),
        one("vectors of rows that end in one", 40, 18, 4, 8),
        one("one below a workgroup's share", 89, 30, 3, 23),
        one("a workgroup's share", 128, 30, 3, 16),
        one("one past a workgroup's share", 683, 7, 3, 3),
        one("vectors past a workgroup's share", 171, 20, 4, 12),
        one("long rows", 3, 5000, 7, 4099),
        one("long rows of vectors", 3, 9000, 16, 8204),
        one("more than 65,535 rows", 65537, 3, 1, 2),
        one("more than 65,535 rows of vectors", 65537, 8, 4, 4),
        folded(one("any shape", 270, 50, 9, 35)),
        folded(one("vectors", 270, 60, 12, 36)),
        one("floats", 20, 52, 7, 9, DType::f32, Fill::uniform),
        one("large magnitudes", 8, 35, 2, 5, DType::f32, Fill::large),
        one("not finite", 21, 35, 2, 33, DType::f32, Fill::not_finite),
        one("not finite, vectors", 20, 36, 4, 32, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> slice_cols_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t columns, double col0, double width, bool quick) {
        Case bench = one(std::to_string(rows) + "x" + std::to_string(columns) + ", " +
                             std::to_string(static_cast<uint64_t>(width)) + " columns",
                         rows, columns, col0, width, DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(16384, 3072, 1024, 1024, true), shape(16384, 3071, 1023, 1025, false),
            shape(262144, 192, 64, 64, false), shape(512, 768, 256, 256, false)};
}

}  // namespace xpu
