#include "ops/transpose/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t rows, uint64_t columns, DType type = DType::u32, Fill fill = Fill::words) {
    return {std::move(name), {{"input", {type, {rows, columns}}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> transpose_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("one vector each way", 4, 4),
        one("primes", 37, 41),
        one("a tile of any shape", 32, 32, DType::i32),
        one("one past a tile of any shape", 33, 65),
        one("one below a tile of any shape", 63, 31, DType::i32),
        one("rows of whole vectors only", 64, 66),
        one("columns of whole vectors only", 63, 64),
        one("the largest tile", 64, 64),
        one("one vector past the largest tile", 68, 132),
        one("one vector below the largest tile", 60, 124, DType::i32),
        one("one row", 1, 2051),
        one("one column", 2051, 1),
        one("two rows", 2, 1030),
        one("seven columns", 515, 7),
        one("four rows", 4, 2056),
        one("four columns", 2056, 4),
        one("eight rows", 8, 516),
        one("twelve columns", 388, 12),
        one("more than 65,535 rows", 65537, 3),
        one("more than 65,535 rows of vectors", 65540, 4),
        folded(one("any shape", 70, 101)),
        folded(one("vectors", 132, 196)),
        one("floats", 36, 52, DType::f32, Fill::uniform),
        one("large magnitudes", 35, 44, DType::f32, Fill::large),
        one("not finite", 21, 36, DType::f32, Fill::not_finite),
        one("not finite, vectors", 20, 36, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> transpose_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t columns, bool quick) {
        Case bench =
            one(std::to_string(rows) + "x" + std::to_string(columns), rows, columns, DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4095, 4095, false),  shape(65537, 128, false),
            shape(512, 512, false),  shape(1, 16777216, false), shape(8388608, 2, false)};
}

}  // namespace xpu
