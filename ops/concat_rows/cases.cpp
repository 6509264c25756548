#include "ops/concat_rows/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t first, uint64_t second, uint64_t columns, DType type = DType::u32,
         Fill fill = Fill::words) {
    return {std::move(name), {{"a", {type, {first, columns}}, fill}, {"b", {type, {second, columns}}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> concat_rows_cases() {
    return {
        one("no rows", 0, 0, 4),
        one("no rows first", 0, 7, 36),
        one("no rows of any length first", 0, 7, 35),
        one("no rows after", 7, 0, 36),
        one("no rows of any length after", 7, 0, 35),
        one("no columns", 5, 3, 0),
        one("one element", 1, 1, 1),
        one("primes", 37, 23, 41),
        one("vectors that end in a row", 2, 4, 6),
        one("vectors that no row ends in", 3, 5, 6, DType::i32),
        one("one below a workgroup's share", 1000, 1047, 1),
        one("a workgroup's share", 1000, 1048, 1),
        one("one past a workgroup's share", 1000, 1049, 1),
        one("vectors past a workgroup's share", 511, 2, 4),
        one("vectors past a large workgroup's share", 511, 514, 4),
        one("long rows", 1, 2, 4099),
        one("more than 65,535 rows", 65537, 2, 3),
        one("more than 65,535 rows of vectors", 65537, 65539, 4),
        folded(one("any shape", 150, 140, 35)),
        folded(one("vectors", 150, 140, 36)),
        one("floats", 20, 9, 52, DType::f32, Fill::uniform),
        one("large magnitudes", 8, 5, 35, DType::f32, Fill::large),
        one("not finite", 21, 3, 35, DType::f32, Fill::not_finite),
        one("not finite, vectors", 3, 20, 36, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> concat_rows_bench_cases() {
    auto shape = [](uint64_t first, uint64_t second, uint64_t columns, bool quick) {
        Case bench = one(std::to_string(first) + "+" + std::to_string(second) + "x" + std::to_string(columns), first,
                         second, columns, DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(8192, 8192, 1024, true), shape(8191, 8193, 1023, false), shape(511, 1, 576, false)};
}

}  // namespace xpu
