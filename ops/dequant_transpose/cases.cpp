#include "ops/dequant_transpose/parts.hpp"

namespace xpu {

namespace {

// Words are any bits, so the bytes past a row's last code are junk.
Case one(std::string name, uint64_t rows, uint64_t columns, Fill scale = Fill::uniform) {
    return {std::move(name),
            {{"weight", {DType::u32, {rows, (columns + 3) / 4}}, Fill::words}, {"scale", {DType::f32, {rows}}, scale}},
            {{"out_features", static_cast<double>(rows)}, {"in_features", static_cast<double>(columns)}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// A row for each code in each byte of a word.
Case each_code() {
    Case made = one("each code in each byte", 256, 4);
    for (uint32_t code = 0; code < 256; code++)
        made.inputs[0].values.push_back(code | (255 - code) << 8 | (code ^ 0x55) << 16 | (code ^ 0xaa) << 24);
    made.inputs[1].values = {1};
    return made;
}

}  // namespace

std::vector<Case> dequant_transpose_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("one vector, three bytes of junk", 4, 1),
        one("primes", 37, 67),
        one("a tile", 64, 64),
        one("one row past a tile", 65, 62),
        one("one vector past a tile, one column", 68, 65),
        one("one row below a tile", 63, 63),
        one("one word past a tile", 60, 66),
        one("one row", 1, 2051),
        one("one column", 2051, 1),
        one("four rows", 4, 2056),
        one("more than 65,535 rows", 65537, 2),
        one("more than 65,535 rows of vectors", 65540, 2),
        folded(one("vectors", 132, 198)),
        folded(one("any shape", 131, 197)),
        each_code(),
        one("large magnitudes", 36, 44, Fill::large),
        one("not finite", 36, 21, Fill::not_finite),
        one("not finite, any shape", 35, 21, Fill::not_finite),
    };
}

std::vector<Case> dequant_transpose_bench_cases() {
    auto shape = [](uint64_t rows, uint64_t columns, bool quick) {
        Case bench = one(std::to_string(rows) + "x" + std::to_string(columns), rows, columns);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4095, 4095, false), shape(14336, 4096, false), shape(512, 512, false)};
}

}  // namespace xpu
