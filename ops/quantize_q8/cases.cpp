#include "kernels/quantizing.hpp"
#include "ops/quantize_q8/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t d, Fill fill = Fill::uniform) {
    return {std::move(name), {{"input", {DType::f32, {n, d}}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Case halves(std::string name, uint32_t n, uint32_t d) {
    Case made = one(std::move(name), n, d);
    made.inputs[0].values = quantize_halves(127, n, d);
    return made;
}

Case of_values(std::string name, uint64_t n, uint64_t d, std::vector<double> values) {
    Case made = one(std::move(name), n, d);
    made.inputs[0].values = std::move(values);
    return made;
}

}  // namespace

std::vector<Case> quantize_q8_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("columns of one", 300, 1),
        one("primes", 37, 41),
        one("rows of a vector", 70, 4),
        one("one below the workgroup", 3, 1023),
        one("the workgroup", 3, 1024),
        one("one vector past a tile", 3, 1028),
        one("a row in every tile's registers", 2, 4096),
        one("longer than any tile", 2, 33004),
        one("more than 65,535 rows", 65537, 3),
        folded(one("short rows", 1037, 36)),
        folded(one("rows", 23, 516)),
        folded(one("rows of any length", 23, 517)),
        halves("halves", 40, 256),
        halves("halves, ragged", 40, 255),
        one("sixteenths", 9, 132, Fill::sixteenths),
        one("zeros", 5, 132, Fill::zeros),
        // The largest is 254 times the first, whose product with an f64 inverse is below a half.
        of_values("an inverse in f64", 3, 4, {0.005327165126800537, -0.005327165126800537, 0, 1.3530999422073364}),
        of_values("the ends of f32", 6, 8,
                  {3.4028234663852886e38, 1.3395e36, -1.34e36, 1e-40, 0x1p-149, -0x1p-149, 0x1p-140, 0x1p-142, 0x1p127,
                   -0x1p126, 1, 0, 0x1p-126, 0x1p-127, -0x1p-130, 0x1p-133}),
        one("large magnitudes", 5, 132, Fill::large),
        one("not finite", 8, 36, Fill::not_finite),
        one("not finite, long rows", 5, 1028, Fill::not_finite),
        one("not finite, ragged", 8, 37, Fill::not_finite),
    };
}

std::vector<Case> quantize_q8_bench_cases() {
    auto shape = [](uint64_t n, uint64_t d, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(d), n, d);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(65536, 256, false), shape(4096, 14336, false), shape(1, 4096, false)};
}

}  // namespace xpu
