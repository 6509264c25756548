#include "ops/cumsum/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t rows, uint64_t columns, Fill fill = Fill::uniform) {
    return {std::move(name), {{"input", {DType::f32, {rows, columns}}, fill}}, {}};
}

Case with(Case made, std::vector<double> values) {
    made.inputs[0].values = std::move(values);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Ones, a prime number of zeros apart: sums are exact in any order, and one that is missed or counted twice shows however long the
// row is.
std::vector<double> sparse() {
    std::vector<double> values(211);
    values[0] = values[105] = 1;
    return values;
}

}  // namespace

std::vector<Case> cumsum_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("primes", 37, 41),
        one("rows of one", 300, 1),
        one("rows of one vector", 300, 4),
        one("rows of two vectors", 130, 8),
        one("short rows", 515, 7),
        one("one below a thread's share", 9, 15),
        one("a thread's share", 9, 16),
        one("one past a thread's share", 9, 17),
        one("a thread's share and a vector", 9, 20),
        one("two threads", 131, 31),
        one("four threads of vectors", 67, 64),
        one("eight threads", 33, 116),
        one("eight threads, any length", 33, 115),
        one("16 threads", 17, 256),
        one("one past 16 threads", 17, 257),
        one("64 threads", 9, 1020),
        one("128 threads", 3, 2047),
        one("one below a block", 3, 4095),
        one("one vector below a block", 2, 4092),
        one("a block", 2, 4096),
        one("one past a block", 3, 4097),
        one("one vector past a block", 2, 4100),
        one("two blocks, not cut", 2, 8192),
        one("one past what is not cut", 2, 8193),
        one("one vector past what is not cut", 2, 8196),
        one("blocks", 2, 13001),
        one("blocks of many rows", 257, 8201),
        one("a long row", 1, 65537),
        one("a long row of vectors", 1, 65540),
        one("long rows whose last chunk is short", 3, 69636),
        with(one("more chunks than threads, of two blocks", 1, 4198404), sparse()),
        one("more than 65,535 rows", 65537, 3),
        one("more than 65,535 rows of vectors", 65537, 4),
        folded(one("rows", 11, 2300)),
        folded(one("short rows", 300, 100)),
        folded(one("long rows", 5, 65600)),
        one("exact sums", 7, 1000, Fill::sixteenths),
        one("large magnitudes", 5, 132, Fill::large),
        one("zeros", 4, 100, Fill::zeros),
        one("not finite", 8, 36, Fill::not_finite),
        one("not finite, any length", 3, 2053, Fill::not_finite),
        one("not finite, long", 1, 65600, Fill::not_finite),
        with(one("few terms in rows of vectors", 2, 9004), sparse()),
        with(one("few terms in rows of any length", 2, 9007), sparse()),
        with(one("few terms in a long row", 2, 66004), sparse()),
        with(one("few terms in a long row of any length", 2, 66007), sparse()),
        with(one("the same value throughout", 1, 66004), {0.1f}),
        with(one("the same value throughout, any length", 2, 9007), {0.1f}),
    };
}

std::vector<Case> cumsum_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t columns, bool quick) {
        Case bench = one(std::to_string(rows) + "x" + std::to_string(columns), rows, columns);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4096, 4095, false), shape(65536, 256, false), shape(1, 16777216, false),
            shape(9, 24000, false)};
}

}  // namespace xpu
