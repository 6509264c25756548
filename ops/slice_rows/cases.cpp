#include "ops/slice_rows/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t rows, uint64_t columns, double row0, double count, DType type = DType::u32,
         Fill fill = Fill::words) {
    return {std::move(name), {{"x", {type, {rows, columns}}, fill}}, {{"row0", row0}, {"count", count}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> slice_rows_cases() {
    return {
        one("no rows", 0, 64, 0, 0),
        one("none of the rows", 5, 64, 5, 0),
        one("no columns", 5, 0, 1, 2),
        one("one element", 1, 1, 0, 1),
        one("primes", 37, 41, 5, 29),
        one("all rows", 41, 36, 0, 41),
        one("the first row", 41, 36, 0, 1),
        one("the last row", 41, 36, 40, 1, DType::i32),
        one("whole vectors that begin in one", 9, 6, 1, 2),
        one("whole vectors of odd rows", 9, 6, 2, 4),
        one("one below a workgroup's share", 2100, 1, 4, 2047),
        one("a workgroup's share", 2100, 1, 4, 2048),
        one("one past a workgroup's share", 2100, 1, 4, 2049),
        one("vectors past a workgroup's share", 600, 4, 1, 513),
        one("vectors past a large workgroup's share", 1100, 4, 1, 1025),
        one("long rows", 3, 4099, 1, 2),
        one("more than 65,535 rows", 65539, 3, 1, 65537),
        one("more than 65,535 rows of vectors", 65539, 4, 1, 65537),
        folded(one("any shape", 300, 35, 3, 290)),
        folded(one("vectors", 300, 36, 3, 290)),
        one("floats", 20, 52, 7, 9, DType::f32, Fill::uniform),
        one("large magnitudes", 8, 35, 2, 5, DType::f32, Fill::large),
        one("not finite", 21, 35, 2, 19, DType::f32, Fill::not_finite),
        one("not finite, vectors", 20, 36, 3, 17, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> slice_rows_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t columns, double row0, double count, bool quick) {
        Case bench = one(std::to_string(static_cast<uint64_t>(count)) + "x" + std::to_string(columns) + " from " +
                             std::to_string(static_cast<uint64_t>(row0)),
                         rows, columns, row0, count, DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(16384, 1024, 16, 16352, true), shape(16384, 1023, 15, 16353, false), shape(512, 4096, 511, 1, false)};
}

}  // namespace xpu
