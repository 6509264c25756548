#include "ops/gather_cols/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
// Each column many times or never, in no order.
Case one(std::string name, uint64_t rows, uint64_t columns, uint64_t picked, DType type = DType::u32,
         Fill fill = Fill::words) {
    Case made = {
        std::move(name), {{"x", {type, {rows, columns}}, fill}, {"idx", {DType::u32, {picked}}, Fill::words}}, {}};
    for (uint64_t i = 0; i < std::max<uint64_t>(picked, 1); i++)
        made.inputs[1].values.push_back(static_cast<double>(i * 7919 % 1000003 % std::max<uint64_t>(columns, 1)));
    return made;
}

// These indices over and over.
Case with(Case made, std::vector<double> indices) {
    made.inputs[1].values = std::move(indices);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> gather_cols_cases() {
    return {
        one("no rows", 0, 7, 12),
        one("no columns", 5, 4, 0),
        one("no columns to pick from", 5, 0, 9),
        one("no columns to pick vectors from", 5, 0, 8),
        one("one element", 1, 1, 1),
        one("primes", 37, 41, 29),
        one("one column, many times", 40, 1, 70),
        one("one column, many times, vectors", 40, 1, 72),
        one("vectors", 40, 67, 68, DType::i32),
        one("rows of one vector", 600, 5, 4),
        one("columns of one", 300, 5, 1),
        one("one below a workgroup's share", 89, 30, 23),
        one("a workgroup's share", 128, 30, 16),
        one("one past a workgroup's share", 683, 7, 3),
        one("vectors past a workgroup's share", 171, 20, 12),
        one("long rows", 3, 500, 4099),
        one("long rows of vectors", 3, 500, 8204),
        one("more than 65,535 rows", 65537, 2, 3),
        one("more than 65,535 rows of vectors", 65537, 2, 4),
        folded(one("any shape", 270, 50, 35)),
        folded(one("vectors", 270, 60, 36)),
        with(one("kernels stay inside the rows", 6, 9, 14), {0, 8, 9, 10, 4294967295.0, 2147483648.0, 8}),
        with(one("kernels of vectors stay inside the rows", 6, 9, 28), {0, 8, 9, 10, 4294967295.0, 2147483648.0, 8}),
        one("floats", 20, 52, 9, DType::f32, Fill::uniform),
        one("large magnitudes", 8, 35, 9, DType::f32, Fill::large),
        one("not finite", 21, 35, 35, DType::f32, Fill::not_finite),
        one("not finite, vectors", 20, 36, 36, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> gather_cols_bench_cases() {
    // As from durations: each column a few times, in order.
    auto shape = [](uint64_t rows, uint64_t columns, uint64_t picked, bool quick) {
        Case bench =
            one(std::to_string(rows) + "x" + std::to_string(columns) + ", " + std::to_string(picked) + " columns", rows,
                columns, picked, DType::f32, Fill::uniform);
        for (uint64_t i = 0; i < picked; i++) bench.inputs[1].values[i] = static_cast<double>(i * columns / picked);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 1024, 4096, true), shape(4096, 1023, 4095, false), shape(65536, 64, 256, false),
            shape(512, 100, 400, false)};
}

}  // namespace xpu
