#include "ops/pad/parts.hpp"

namespace xpu {

namespace {

// Any bits as u32, which is compared exactly: NaN of every payload and denormals are among them.
Case one(std::string name, const char* mode, Shape shape, double before, double after, DType type = DType::u32,
         Fill fill = Fill::words, double value = 7) {
    return {std::move(name),
            {{"input", {type, std::move(shape)}, fill}},
            {{"mode", std::string(mode)}, {"before", before}, {"after", after}, {"value", value}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> pad_cases() {
    return {
        one("no rows", "reflect", {0, 5, 4}, 1, 2),
        one("no columns", "replicate", {3, 5, 0}, 1, 2),
        one("an empty axis becomes the constant", "constant", {3, 0, 5}, 2, 1),
        one("an empty axis becomes vectors of the constant", "constant", {3, 0, 4}, 2, 1),
        one("an empty axis stays empty", "replicate", {3, 0, 4}, 0, 0),
        one("one element", "constant", {1, 1, 1}, 0, 0),
        one("one element many times", "replicate", {1, 1, 1}, 300, 41),
        one("primes", "reflect", {37, 41, 29}, 17, 23),
        one("primes, replicate", "replicate", {37, 19, 17}, 47, 53),
        one("primes, constant", "constant", {37, 19, 17}, 47, 53, DType::i32, Fill::words, -2147483648.0),
        one("as far as reflection goes", "reflect", {5, 30, 1}, 29, 29),
        one("as far as reflection goes, vectors", "reflect", {5, 30, 4}, 29, 29),
        one("two elements reflected", "reflect", {300, 2, 1}, 1, 1),
        one("only before", "replicate", {7, 9, 8}, 5, 0),
        one("only after", "reflect", {7, 9, 8}, 0, 5),
        one("nothing", "reflect", {7, 9, 12}, 0, 0),
        one("signals", "reflect", {3, 1000, 1}, 511, 512),
        one("signals in vectors of the constant", "constant", {3, 1000, 1}, 8, 12, DType::u32, Fill::words,
            4294967295.0),
        one("signals whose ends are no vectors", "constant", {3, 1000, 1}, 7, 9),
        one("pictures' rows", "constant", {12, 33, 64}, 1, 1),
        one("one past a workgroup's share", "replicate", {3, 681, 1}, 1, 1),
        one("vectors past a workgroup's share", "replicate", {1, 511, 4}, 1, 1),
        one("more than 65,535 rows", "constant", {65537, 1, 1}, 1, 0),
        one("more than 65,535 rows of vectors", "replicate", {65537, 1, 4}, 0, 1),
        folded(one("any shape", "reflect", {11, 23, 35}, 2, 3)),
        folded(one("vectors", "reflect", {11, 23, 36}, 2, 3)),
        one("floats", "constant", {5, 9, 44}, 1, 2, DType::f32, Fill::uniform, -2.5),
        one("a constant that is rounded", "constant", {5, 9, 3}, 1, 2, DType::f32, Fill::uniform, 0.1),
        one("large magnitudes", "replicate", {8, 3, 35}, 2, 2, DType::f32, Fill::large),
        one("not finite", "reflect", {3, 7, 21}, 6, 6, DType::f32, Fill::not_finite),
        one("not finite, vectors", "replicate", {3, 7, 20}, 4, 4, DType::f32, Fill::not_finite),
        one("not finite, constant", "constant", {3, 7, 20}, 4, 4, DType::f32, Fill::not_finite),
    };
}

std::vector<Case> pad_bench_cases() {
    auto shape = [](const char* mode, Shape sizes, double before, double after, bool quick) {
        Case bench =
            one(std::string(mode) + " " + to_string(sizes) + " by " + std::to_string(static_cast<int>(before)) +
                    " and " + std::to_string(static_cast<int>(after)),
                mode, sizes, before, after, DType::f32, Fill::uniform, 0);
        bench.quick = quick;
        return bench;
    };
    return {shape("constant", {256, 256, 256}, 1, 1, true), shape("reflect", {256, 65536, 1}, 512, 512, false),
            shape("replicate", {1, 65536, 256}, 8, 8, false), shape("constant", {256, 65536, 1}, 4, 4, false),
            shape("reflect", {1, 24000, 1}, 10, 10, false)};
}

}  // namespace xpu
