#include "ops/ctc_decode/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, uint64_t b, uint64_t t, uint64_t c, Fill fill = Fill::uniform, double blank = 0) {
    return {std::move(name), {{"scores", {DType::f32, {b, t, c}}, fill}}, {{"blank", blank}}};
}

// These scores over and over.
Case with(Case made, std::vector<double> scores) {
    made.inputs[0].values = std::move(scores);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> ctc_decode_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    return {
        one("no rows", 0, 5, 4),
        one("no frames", 3, 0, 7),
        one("no frames of vectors", 300, 0, 8),
        one("one element", 1, 1, 1, Fill::uniform, -1),
        one("one class, which is the blank", 2, 9, 1),
        one("primes", 17, 19, 23),
        one("few classes, long sequences", 2, 4099, 3, Fill::uniform, 2),
        one("a block of the scan", 3, 2048, 2, Fill::uniform, 5),
        one("one past a block of the scan", 3, 2049, 2, Fill::uniform, 5),
        one("chunks", 2, 9001, 3, Fill::uniform, 1),
        one("chunks of two blocks", 1, 131079, 2),
        with(one("chunks of one token", 2, 6001, 2, Fill::uniform, 0), {0, 1}),
        with(one("a token at each frame of chunks", 2, 6001, 2, Fill::uniform, -1), {0, 1, 1, 0}),
        one("whole vectors", 5, 37, 132, Fill::uniform, 131),
        one("one vector", 7, 70, 4),
        one("16 threads a frame", 3, 5, 128),
        one("16 threads a frame, any number", 37, 5, 130),
        one("32 threads a frame", 9, 5, 357),
        one("a thread's loads", 9, 5, 16),
        one("one past a thread's loads", 9, 5, 17),
        one("64 threads a frame", 3, 5, 512),
        one("64 threads a frame, any number", 3, 5, 1023),
        one("128 threads a frame", 3, 5, 1020),
        one("128 threads a frame of many vectors", 3, 5, 4096),
        one("a long row of vectors", 2, 3, 8204),
        one("a long row", 2, 3, 4099),
        one("more than 65,535 rows", 65537, 2, 3),
        folded(one("frames", 40, 130, 5)),
        folded(one("frames of vectors", 520, 9, 36)),
        folded(one("sequences", 300, 65, 36)),
        folded(one("chunks", 3, 5003, 2)),
        one("equal scores", 5, 41, 36, Fill::zeros, 1),
        with(one("ties", 9, 43, 20, Fill::uniform, 3), {0.0, 1, -0.0, 1, 1, 0, -1}),
        with(one("zeros of either sign", 3, 31, 7, Fill::uniform, -1), {-1, -0.0, 0.0, -0.0, -2}),
        with(one("specials", 5, 53, 12), {-kInf, -1, kNan, kInf, 0, -kInf, -kInf, 3e38, -3e38, 1e-40, -1e-40}),
        with(one("minus infinity alone", 2, 9, 5, Fill::uniform, 7), {-kInf}),
        one("masked", 4, 33, 44, Fill::masked),
        one("large magnitudes", 5, 20, 29, Fill::large),
        one("not finite", 5, 20, 28, Fill::not_finite),
    };
}

std::vector<Case> ctc_decode_bench_cases() {
    auto shape = [](uint64_t b, uint64_t t, uint64_t c, bool quick) {
        Case bench = one(std::to_string(b) + "x" + std::to_string(t) + "x" + std::to_string(c), b, t, c);
        bench.quick = quick;
        return bench;
    };
    return {shape(16, 1024, 1024, true), shape(32, 1500, 357, false), shape(8, 16384, 128, false),
            shape(1, 750, 32, false)};
}

}  // namespace xpu
