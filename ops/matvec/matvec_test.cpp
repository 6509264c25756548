#include "kernels/matvec_tiles.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/made_up_caps.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <set>

using namespace xpu;

namespace {

Result<std::vector<HostTensor>> product(Shape matrix_shape, std::vector<float> matrix, std::vector<float> vector) {
    const std::vector<NamedHostTensor> given = {{"matrix", HostTensor::f32(std::move(matrix_shape), matrix)},
                                                {"vector", HostTensor::f32({vector.size()}, vector)}};
    return run_reference("matvec", given, {});
}

std::vector<float> values(Shape matrix_shape, std::vector<float> matrix, std::vector<float> vector) {
    auto outputs = product(std::move(matrix_shape), std::move(matrix), std::move(vector));
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Shape& matrix_shape, size_t length) {
    auto outputs = product(matrix_shape, std::vector<float>(element_count(matrix_shape)), std::vector<float>(length));
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

std::vector<Choice> choices(const Caps& caps, uint64_t m, uint64_t k) {
    const OpSpec& op = **find_op("matvec");
    const std::vector<NamedType> types = {{"matrix", {DType::f32, {m, k}}}, {"vector", {DType::f32, {k}}}};
    auto args = check_args(op, types, {});
    REQUIRE_MESSAGE(args, (args ? "" : args.error().message));
    return op.choices(caps, *args);
}

}  // namespace

TEST_CASE("matvec: pinned values") {
    CHECK(values({2, 3}, {1, 2, 3, 4, 5, 6}, {1, 10, 100}) == std::vector<float>{321, 654});
    CHECK(values({1, 1}, {3}, {-2}) == std::vector<float>{-6});
    CHECK(values({3, 0}, {}, {}) == std::vector<float>{0, 0, 0});
    CHECK(values({0, 3}, {}, {1, 2, 3}).empty());
    // Terms that cancel: the sum is taken in f64, so what is left is exact.
    CHECK(values({1, 3}, {1e8f, 1, -1e8f}, {1, 1, 1}) == std::vector<float>{1});
}

TEST_CASE("matvec: NaN and Inf of the matrix stay in their row, those of the vector reach every row") {
    auto out = values({3, 2}, {1, 2, NAN, 2, INFINITY, 2}, {1, 1});
    CHECK(out[0] == 3);
    CHECK(std::isnan(out[1]));
    CHECK(out[2] == INFINITY);
    out = values({3, 2}, {1, 2, -1, 2, 0, 2}, {INFINITY, 1});
    CHECK(out[0] == INFINITY);
    CHECK(out[1] == -INFINITY);
    CHECK(std::isnan(out[2]));
}

TEST_CASE("matvec: errors") {
    CHECK(error({4, 6}, 7) == "shape: matvec: vector is f32 [7], expected shape [K=6]");
    CHECK(error({6}, 6) == "shape: matvec: matrix is f32 [6], expected shape [M, K]");
    CHECK(error({1, 2, 3}, 3) == "shape: matvec: matrix is f32 [1, 2, 3], expected shape [M, K]");
}

TEST_CASE("matvec: there is a tile for every shape on every device, each once, and the portable ones stand last") {
    for (auto& [device, caps] : made_up::all())
        for (uint64_t m : {0u, 1u, 2u, 3u, 7u, 576u, 4096u, 65535u})
            for (uint64_t k : {0u, 1u, 3u, 4u, 7u, 8u, 9u, 31u, 32u, 33u, 64u, 127u, 260u, 4096u, 65534u, 65536u}) {
                INFO(device, ", ", m, "x", k);
                auto all = choices(caps, m, k);
                REQUIRE_FALSE(all.empty());
                CHECK(all.back().entry == "kernel");
                std::set<uint32_t> tiles;
                bool portable = false;
                for (auto& choice : all) {
                    tiles.insert(choice.tile);
                    CHECK((!portable || choice.entry == "kernel"));
                    portable = choice.entry == "kernel";
                    CHECK((choice.entry == "kernel" || (k % 4 == 0 && k > 0)));
                }
                CHECK(tiles.size() == all.size());
            }
}

TEST_CASE("matvec: few long rows get many threads each, many short ones share a workgroup") {
    const auto first = [](uint64_t m, uint64_t k) {
        const auto best = choices(made_up::large(), m, k)[0];
        return std::string(best.entry) + " " + best.label;
    };
    CHECK(first(1, 65536) == "subgroup 1024x1x8");
    CHECK(first(65536, 128) == "vector 8x2x4");
}

TEST_CASE("matvec: the workgroups of a tile cover the rows, and their count does not overflow") {
    constexpr MatvecEntry entries[] = {
        {.name = "kernel", .elements = 1, .bytes = 4, .any_length = true, .tiles = {{8, 4, 1}}},
        {.name = "subgroup", .elements = 1, .bytes = 4, .any_length = true, .subgroups = true, .tiles = {{32, 2, 1}}}};
    const auto workgroups = [&](uint32_t entry, uint32_t m) {
        return matvec_dispatch(entries, {entries[entry].name, entry << 8, ""}, m).workgroups;
    };
    CHECK(workgroups(0, 0) == 0);
    CHECK(workgroups(0, 1) == 1);
    CHECK(workgroups(0, 128) == 1);
    CHECK(workgroups(0, 129) == 2);
    CHECK(workgroups(0, 4294967295u) == 33554432);
    CHECK(workgroups(1, 2) == 1);
    CHECK(workgroups(1, 3) == 2);
    CHECK(workgroups(1, 4294967295u) == 2147483648u);
}
