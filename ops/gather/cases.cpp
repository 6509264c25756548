#include "ops/gather/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, uint64_t rows, uint64_t d, uint64_t n, DType type = DType::u32, Fill fill = Fill::words) {
    return {std::move(name),
            {{"table", {type, {rows, d}}, fill},
             {"indices", {DType::i32, {n}}, Fill::indices, static_cast<uint32_t>(rows)}},
            {}};
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

std::vector<Case> gather_cases() {
    return {
        one("no rows", 0, 64, 5),
        one("no rows of any length", 0, 7, 5),
        one("rows of nothing", 5, 0, 3),
        one("no columns", 5, 4, 0),
        one("one element", 1, 1, 1),
        one("primes", 37, 41, 17),
        one("columns of one", 300, 1, 1031),
        one("rows of one vector", 300, 4, 515),
        one("one below a workgroup's share", 9, 33, 31),
        one("a workgroup's share", 9, 128, 8, DType::i32),
        one("one past a workgroup's share", 9, 205, 5),
        one("vectors past every workgroup's share", 9, 68, 241, DType::i32),
        one("long rows", 3, 4099, 4),
        one("long rows of vectors", 5, 8204, 3),
        one("more than 65,535 rows", 65537, 3, 300),
        one("more than 65,535 rows of vectors", 65537, 4, 300),
        one("more than 65,535 results", 7, 3, 65537),
        folded(one("any shape", 50, 35, 257)),
        folded(one("vectors", 50, 132, 257)),
        with(one("the edges of the table", 6, 36, 12), {0, 5, -1, 6, 7, -2147483647.0 - 1, 2147483647, 5}),
        with(one("the edges of the table, any length", 6, 37, 12), {0, 5, -1, 6, 7, -2147483647.0 - 1, 2147483647, 5}),
        with(one("one row, many times", 4, 20, 70), {3}),
        one("floats", 20, 52, 9, DType::f32, Fill::uniform),
        one("large magnitudes", 8, 35, 9, DType::f32, Fill::large),
        with(one("not finite", 21, 35, 21, DType::f32, Fill::not_finite), {4, 10, 20, 0}),
        with(one("not finite, vectors", 20, 36, 20, DType::f32, Fill::not_finite), {4, 10, 19, 0}),
    };
}

std::vector<Case> gather_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t d, uint64_t n, bool quick) {
        Case bench = one(std::to_string(rows) + "x" + std::to_string(d) + ", " + std::to_string(n) + " rows", rows, d,
                         n, DType::f32, Fill::uniform);
        bench.quick = quick;
        return bench;
    };
    return {shape(65536, 1024, 16384, true), shape(32000, 4096, 4096, false), shape(65536, 1023, 16384, false),
            shape(262144, 64, 262144, false), shape(32000, 576, 1, false)};
}

}  // namespace xpu
