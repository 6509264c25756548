#include "kernels/packed_cases.hpp"
#include <limits>

namespace xpu {

namespace {

struct Packed {
    uint32_t codes, group;

    // Words are any bits, so the codes past K in a row's last word are junk.
    Case one(std::string name, uint64_t n, uint64_t k, uint64_t m, Fill fill = Fill::uniform,
             Fill scale = Fill::uniform) const {
        const Shape scales = group > 0 ? Shape{m, (k + group - 1) / group} : Shape{m};
        return {std::move(name),
                {{"a", {DType::f32, {n, k}}, fill},
                 {"weight", {DType::u32, {m, (k + codes - 1) / codes}}, Fill::words},
                 {"scale", {DType::f32, scales}, scale}},
                {{"k", static_cast<double>(k)}}};
    }

    // All results are Inf: a junk code past K must not turn them into NaN.
    Case infinite_scales(std::string name, uint64_t n, uint64_t k, uint64_t m) const {
        Case made = one(std::move(name), n, k, m);
        made.inputs[0].values = {1};
        made.inputs[1].values = {double{0x11111111}};
        made.inputs[2].values = {std::numeric_limits<double>::infinity()};
        return made;
    }

    // Of 36 words a row, which are no whole number of loads.
    Case least_codes(uint64_t n) const {
        Case made = one("the least code everywhere, rows: " + std::to_string(n), n, uint64_t{36} * codes, 20,
                        Fill::sixteenths, Fill::sixteenths);
        made.inputs[1].values = {codes == 4 ? double{0x80808080} : double{0x88888888}};
        return made;
    }
};

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> packed_cases(uint32_t codes, uint32_t group) {
    const Packed packed{codes, group};
    const auto one = [&](auto... arguments) { return packed.one(arguments...); };
    const uint64_t load = uint64_t{4} * codes;  // of four words
    return {
        one("no rows", 0, 64, 5),
        one("no columns", 3, 5, 0),
        one("K = 0", 3, 0, 5),
        one("K = 0, whole vectors", 17, 0, 36),
        one("one element", 1, 1, 1),
        one("primes", 37, 43, 29),
        one("primes, exact sums", 131, 67, 61, Fill::sixteenths, Fill::sixteenths),
        one("a row", 1, 64 * load, 68),
        one("a row, one load past a step", 1, 65 * load, 37),
        one("a row, many loads", 1, 127 * load, 9),
        one("two rows", 2, 33 * load, 41),
        one("three rows", 3, 64 * load, 35),
        one("seven rows", 7, 33 * load, 33),
        one("nine rows", 9, 8 * load, 131),
        one("33 rows", 33, 8 * load, 68),
        one("a row of odd length", 1, 257, 41),
        one("a tile", 128, 64, 256),
        one("one past every tile, whole vectors", 129, 68, 260),
        one("one past every tile", 129, 65, 257),
        one("half of a word past a step", 65, 132, 64),
        one("K not a multiple of 4", 33, 39, 36),
        one("one vector of K", 65, 4, 64),
        one("long K", 5, 3001, 8),
        folded(one("few rows", 9, 8 * load, 1031)),
        folded(one("many tiles", 515, 8, 260)),
        folded(one("many ragged tiles", 260, 7, 261)),
        one("more than 65,535 rows", 65537, 3, 1),
        packed.least_codes(1),
        packed.least_codes(19),
        one("large magnitudes", 19, 36, 24, Fill::large, Fill::large),
        one("not finite", 19, 36, 24, Fill::not_finite),
        one("not finite, a row", 1, 8 * load, 24, Fill::not_finite),
        one("scales not finite", 19, 36, 24, Fill::uniform, Fill::not_finite),
        one("scales not finite, few rows", 2, 8 * load, 24, Fill::uniform, Fill::not_finite),
        packed.infinite_scales("scales of Inf, a part of a word", 17, 132, 20),
        packed.infinite_scales("scales of Inf, odd rows", 5, 35, 7),
    };
}

std::vector<Case> packed_bench_cases(uint32_t codes, uint32_t group) {
    auto shape = [&](uint64_t n, uint64_t k, uint64_t m, bool quick) {
        auto name = std::to_string(n) + "x" + std::to_string(k) + "x" + std::to_string(m);
        Case bench = Packed{codes, group}.one(std::move(name), n, k, m);
        bench.quick = quick;
        return bench;
    };
    return {shape(512, 4096, 4096, true), shape(1, 4096, 14336, true), shape(8, 4096, 4096, false),
            shape(2048, 4096, 14336, false), shape(37, 576, 1536, false)};
}

}  // namespace xpu
