#include "kernels/gemm_tiles.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/wgsl.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

Result<std::vector<HostTensor>> product(Shape a_shape, std::vector<float> a, Shape b_shape, std::vector<float> b) {
    const std::vector<NamedHostTensor> given = {{"a", HostTensor::f32(std::move(a_shape), a)},
                                                {"b", HostTensor::f32(std::move(b_shape), b)}};
    return run_reference("matmul", given, {});
}

std::vector<float> values(Shape a_shape, std::vector<float> a, Shape b_shape, std::vector<float> b) {
    auto outputs = product(std::move(a_shape), std::move(a), std::move(b_shape), std::move(b));
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Shape& a_shape, const Shape& b_shape) {
    auto outputs = product(a_shape, std::vector<float>(element_count(a_shape)), b_shape,
                           std::vector<float>(element_count(b_shape)));
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("matmul: pinned values") {
    CHECK(values({2, 3}, {1, 2, 3, 4, 5, 6}, {3, 2}, {1, 10, 100, 1000, 10000, 100000}) ==
          std::vector<float>{30201, 302010, 60504, 605040});
    CHECK(values({1, 1}, {3}, {1, 1}, {-2}) == std::vector<float>{-6});
    // Terms that cancel: the sum is taken in f64, so what is left is exact.
    CHECK(values({1, 3}, {1e8f, 1, -1e8f}, {3, 1}, {1, 1, 1}) == std::vector<float>{1});
}

TEST_CASE("matmul: empty sizes; K = 0 gives zeros") {
    CHECK(values({2, 0}, {}, {0, 3}, {}) == std::vector<float>(6, 0));
    CHECK(values({0, 2}, {}, {2, 3}, {1, 2, 3, 4, 5, 6}).empty());
    CHECK(values({2, 2}, {1, 2, 3, 4}, {2, 0}, {}).empty());
}

TEST_CASE("matmul: NaN and Inf stay in their row of a and their column of b") {
    auto out = values({2, 2}, {1, NAN, 3, 4}, {2, 2}, {1, 0, 0, 1});
    CHECK(std::isnan(out[0]));
    CHECK(std::isnan(out[1]));
    CHECK(out[2] == 3);
    out = values({2, 2}, {1, 2, 3, 4}, {2, 2}, {INFINITY, 1, 1, 1});
    CHECK(out[0] == INFINITY);
    CHECK(out[1] == 3);
    CHECK(std::isnan(values({1, 1}, {0}, {1, 1}, {INFINITY})[0]));
}

TEST_CASE("matmul: errors") {
    CHECK(error({2, 3}, {4, 2}) == "shape: matmul: b is f32 [4, 2], expected shape [K=3, N]");
    CHECK(error({6}, {6, 1}) == "shape: matmul: a is f32 [6], expected shape [M, K]");
    CHECK(error({1, 2, 3}, {3, 1}) == "shape: matmul: a is f32 [1, 2, 3], expected shape [M, K]");
    CHECK(error({65536, 0}, {0, 65536}).starts_with("limit: matmul: out would be f32 [65536, 65536]"));
}

TEST_CASE("matmul: tiles are picked for every shape, never one that the device or the shape cannot take, each once") {
    const uint32_t sizes[] = {0, 1, 2, 4, 16, 17, 63, 64, 200, 1023, 1024, 4096, 65537, 4294967295u};
    for (auto [invocations, bytes] : {std::pair{256u, 16384u}, {256u, 32768u}, {512u, 16384u}, {1024u, 49152u}})
        for (uint32_t m : sizes)
            for (uint32_t n : sizes)
                for (uint32_t k : {0u, 1u, 4u, 65u, 4096u, 4294967292u}) {
                    auto order = gemm::pick(m, n, k, invocations, bytes);
                    REQUIRE_FALSE(order.empty());
                    std::vector<size_t> sorted = order;
                    std::sort(sorted.begin(), sorted.end());
                    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
                    CHECK(sorted.back() == gemm::tiles.size() - 1);  // the portable one is always there
                    for (size_t i : order) {
                        CHECK(gemm::tiles[i].invocations <= invocations);
                        CHECK(gemm::tiles[i].workgroup_bytes <= bytes);
                        CHECK(gemm::takes(gemm::tiles[i], m, n, k));
                    }
                }
    CHECK(std::string_view(gemm::tiles.back().entry) == "kernel");
}

TEST_CASE("matmul: the count of workgroups covers the product and does not overflow") {
    for (auto& tile : gemm::tiles) {
        CHECK(gemm::count(tile, 1, 1) == 1);
        CHECK(gemm::count(tile, tile.bm + 1, tile.bn + 1) == 4);
        CHECK(gemm::count(tile, 4294967295u, 1) * tile.bm >= 4294967295u);
        CHECK(gemm::count(tile, 0, 5) == 0);
    }
}

TEST_CASE("matmul: what a tile is said to take is what its kernel asks for") {
    for (auto& tile : gemm::tiles) {
        const auto constants = gemm::constants({}, tile);
        for (auto& kernel : embedded_kernels()) {
            if (kernel.op != "matmul" || kernel.file != std::string(tile.entry) + ".wgsl") continue;
            INFO(tile.entry, " ", tile.bm, "x", tile.bn, "x", tile.bk);
            auto text = expand(kernel.text, constants);
            REQUIRE(text);
            const auto asks = wgsl::demand(*text);
            REQUIRE_MESSAGE(asks.error.empty(), asks.error);
            CHECK(asks.invocations == tile.invocations);
            CHECK(asks.workgroup_bytes == tile.workgroup_bytes);
        }
    }
}
