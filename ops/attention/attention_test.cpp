#include "kernels/attention_testing.hpp"

using namespace xpu;
using namespace xpu::sdpa;

namespace {

Floats result(const std::vector<NamedHostTensor>& inputs, const Params& params, size_t output = 1) {
    return result_of("attention", inputs, params, output);
}

std::string error(Shape q, Shape k, Shape v, const Params& params = {}, std::optional<Shape> mask = {}) {
    return error_of("attention", std::move(q), std::move(k), std::move(v), params, std::move(mask));
}

}  // namespace

TEST_CASE("attention: pinned values") {
    close(result(four(1), {{"scale", 1.0}}, 0), {0.1f, 0.2f, 0.3f, 0.4f});
    close(result(four(1), {{"scale", 1.0}}), {432.1f});  // (1 + 20 + 300 + 4000) / 10
    close(result(four(1), {}), {432.1f});                // D is 1
    close(result(four(1), {{"scale", 0.0}}), {277.75f});
    // The scale is that of the four columns of q, and not of the one of v.
    auto wide = four(1);
    wide[0] = given("q", {1, 1, 1, 4}, {1, 1, 0, 1});
    wide[1] = given("k", {1, 1, 4, 4},
                    {0, 0, 9, 0, kKeys[1], kKeys[1], 9, 0, kKeys[2], 0, 9, kKeys[2], 0, kKeys[3], 9, kKeys[3]});
    close(result(wide, {}), {432.1f});
}

TEST_CASE("attention: a query sees the keys up to its own, later by the offset") {
    close(result(four(3), {{"causal", true}}), {1, 7, 53.5f});  // 1, (1 + 20) / 3, (1 + 20 + 300) / 6
    close(result(four(3), {{"causal", true}, {"query_offset", 2.0}}), {53.5f, 432.1f, 432.1f});
    close(result(four(1), {{"causal", true}, {"query_offset", 1e9}}), {432.1f});
    close(result(four(2), {{"causal", true}}, 0), {1, 0, 0, 0, 1.0f / 3, 2.0f / 3, 0, 0});
}

TEST_CASE("attention: masks are added, and a query that sees nothing has zeros") {
    close(result(masked(3, {0, 0, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, 5}), {}),
          {7, 0, 1000});
    // A row of the least finite number is an ordinary one: the scores vanish beside it.
    close(result(masked(1, Floats(4, kLowest)), {}), {277.75f});
    // ln 12 evens the scores out.
    const float even = std::log(12.0f);
    close(result(masked(1, {even, even - kKeys[1], even - kKeys[2], even - kKeys[3]}), {}), {277.75f});
    CHECK(result(masked(1, Floats(4, -kInf)), {}, 0) == Floats{0, 0, 0, 0});
    // Without keys too, and where a value is infinite that nobody sees.
    CHECK(result({given("q", {1, 1, 1, 2}, {1, 2}), given("k", {1, 1, 0, 2}, {}), given("v", {1, 1, 0, 2}, {})}, {}) ==
          Floats{0, 0});
    auto infinite = masked(1, Floats(4, -kInf));
    infinite[2] = given("v", {1, 1, 4, 1}, {kInf, 0, 0, 0});
    CHECK(result(infinite, {}) == Floats{0});
}

TEST_CASE("attention: NaN and infinite scores") {
    CHECK(std::isnan(result(masked(1, {0, 0, NAN, 0}), {})[0]));
    CHECK(std::isnan(result(masked(1, {0, kInf, 0, 0}), {})[0]));
    auto inputs = four(1);
    inputs[2] = given("v", {1, 1, 4, 1}, {1, 2, -kInf, 3});
    CHECK(result(inputs, {})[0] == -kInf);
}

TEST_CASE("attention: errors") {
    const Shape q = {1, 2, 3, 4}, k = {1, 2, 5, 4};
    CHECK(error(q, k, k, {}) == "no error");
    CHECK(error(q, {1, 2, 5, 3}, k, {}) ==
          "shape: attention: k is f32 [1, 2, 5, 3], expected shape [B=1, H=2, S, D=4]");
    CHECK(error(q, k, {1, 2, 4, 4}, {}) ==
          "shape: attention: v is f32 [1, 2, 4, 4], expected shape [B=1, H=2, S=5, Dv]");
    CHECK(error({2, 3, 4}, k, k, {}) == "shape: attention: q is f32 [2, 3, 4], expected shape [B, H, L, D]");
    CHECK(error(q, k, k, {{"causal", true}}, Shape{1, 1, 3, 5}) ==
          "conflict: attention: mask was given with causal, expected one of them");
    CHECK(error(q, k, k, {}, Shape{1, 3, 3, 5}) ==
          "shape: attention: mask is f32 [1, 3, 3, 5], expected 1 or H=2 as dimension 1");
    CHECK(error(q, k, k, {}, Shape{2, 1, 3, 5}) ==
          "shape: attention: mask is f32 [2, 1, 3, 5], expected 1 or B=1 as dimension 0");
    CHECK(error(q, k, k, {}, Shape{1, 2, 2, 5}) ==
          "shape: attention: mask is f32 [1, 2, 2, 5], expected 1 or L=3 as dimension 2");
    CHECK(error(q, k, k, {}, Shape{1, 1, 1, 4}) ==
          "shape: attention: mask is f32 [1, 1, 1, 4], expected shape [maskB, maskH, maskL, S=5]");
    CHECK(error(q, k, k, {{"query_offset", -1.0}}) ==
          "range: attention: parameter query_offset is -1, expected at least 0");
    CHECK(error(q, k, k, {{"scale", 1e300}}) == "range: attention: parameter scale does not fit f32");
    CHECK(error({65536, 65536, 1, 0}, {65536, 65536, 0, 0}, {65536, 65536, 0, 0}, {}) ==
          "limit: attention: 4294967296 queries, expected at most 2^32 - 1");
}
