#include "ops/set_cols/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t rows, uint64_t columns, uint64_t window, double col0, DType type = DType::u32,
         Fill fill = Fill::words) {
    return {std::move(name),
            {{"dst", {type, {rows, columns}}, fill}, {"src", {type, {rows, window}}, fill}},
            {{"col0", col0}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> set_cols_cases() {
    return {
        one("no rows", 0, 64, 8, 3),
        one("no columns", 5, 9, 0, 4),
        one("no columns at the end of vectors", 5, 12, 0, 12),
        one("no columns at all", 5, 0, 0, 0),
        one("one element", 1, 1, 1, 0),
        one("primes", 37, 41, 23, 11),
        one("all columns", 37, 41, 41, 0),
        one("all vectors", 37, 44, 44, 0, DType::i32),
        one("the first column", 300, 9, 1, 0),
        one("the last column", 300, 9, 1, 8),
        one("the first vector", 600, 12, 4, 0),
        one("the last vector", 600, 12, 4, 8),
        one("vectors that begin in one", 40, 16, 8, 2),
        one("vectors of rows that end in one", 40, 18, 8, 4),
        one("one below a workgroup's share", 89, 30, 23, 3),
        one("a workgroup's share", 128, 16, 8, 3),
        one("one past a workgroup's share", 683, 7, 3, 3),
        one("vectors past a workgroup's share", 171, 20, 12, 4),
        one("long rows", 3, 5000, 4099, 7),
        one("long rows of vectors", 3, 9000, 8204, 16),
        one("more than 65,535 rows", 65537, 3, 2, 1),
        one("more than 65,535 rows of vectors", 65537, 8, 4, 4),
        folded(one("any shape", 270, 50, 35, 9)),
        folded(one("vectors", 270, 60, 36, 12)),
        one("floats", 20, 52, 9, 7, DType::f32, Fill::uniform),
        one("large magnitudes", 8, 35, 5, 2, DType::f32, Fill::large),
        one("not finite", 21, 35, 33, 2, DType::f32, Fill::not_finite),
        one("not finite, vectors", 20, 36, 32, 4, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> set_cols_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t columns, uint64_t window, double col0, bool inplace, bool quick) {
        Case bench = one(std::to_string(rows) + "x" + std::to_string(columns) + ", " + std::to_string(window) +
                             " columns" + (inplace ? ", in place" : ""),
                         rows, columns, window, col0, DType::f32, Fill::uniform);
        bench.quick = quick;
        bench.inplace = inplace;
        return bench;
    };
    return {shape(16384, 1024, 256, 512, false, true), shape(16384, 3072, 1024, 1024, true, true),
            shape(16384, 1023, 255, 511, false, false), shape(512, 1024, 1, 100, true, false)};
}

}  // namespace xpu
