#include "kernels/attention_testing.hpp"

using namespace xpu;
using namespace xpu::sdpa;

namespace {

Floats result(const std::vector<NamedHostTensor>& inputs, const Params& params, size_t output = 1) {
    return result_of("gqa", inputs, params, output);
}

std::string error(Shape q, Shape k, Shape v, const Params& params = {}, std::optional<Shape> mask = {}) {
    return error_of("gqa", std::move(q), std::move(k), std::move(v), params, std::move(mask));
}

}  // namespace

TEST_CASE("gqa: pinned values") {
    close(result(four(1), {{"kv_heads", 1.0}, {"scale", 1.0}}, 0), {0.1f, 0.2f, 0.3f, 0.4f});
    close(result(four(1), {{"kv_heads", 1.0}, {"scale", 1.0}}), {432.1f});  // (1 + 20 + 300 + 4000) / 10
    close(result(four(1), {{"kv_heads", 1.0}}), {432.1f});                  // D is 1
    close(result(four(1), {{"kv_heads", 1.0}, {"scale", 0.0}}), {277.75f});
    // The scale is that of the four columns of q, and not of the one of v.
    auto wide = four(1);
    wide[0] = given("q", {1, 1, 1, 4}, {1, 1, 0, 1});
    wide[1] = given("k", {1, 1, 4, 4},
                    {0, 0, 9, 0, kKeys[1], kKeys[1], 9, 0, kKeys[2], 0, 9, kKeys[2], 0, kKeys[3], 9, kKeys[3]});
    close(result(wide, {{"kv_heads", 1.0}}), {432.1f});
}

TEST_CASE("gqa: a query sees the keys up to its own, later by the offset") {
    close(result(four(3), {{"kv_heads", 1.0}, {"causal", true}}),
          {1, 7, 53.5f});  // 1, (1 + 20) / 3, (1 + 20 + 300) / 6
    close(result(four(3), {{"kv_heads", 1.0}, {"causal", true}, {"query_offset", 2.0}}), {53.5f, 432.1f, 432.1f});
    close(result(four(1), {{"kv_heads", 1.0}, {"causal", true}, {"query_offset", 1e9}}), {432.1f});
    close(result(four(2), {{"kv_heads", 1.0}, {"causal", true}}, 0), {1, 0, 0, 0, 1.0f / 3, 2.0f / 3, 0, 0});
}

TEST_CASE("gqa: masks are added, and a query that sees nothing has zeros") {
    close(result(masked(3, {0, 0, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, -kInf, 5}),
                 {{"kv_heads", 1.0}}),
          {7, 0, 1000});
    // A row of the least finite number is an ordinary one: the scores vanish beside it.
    close(result(masked(1, Floats(4, kLowest)), {{"kv_heads", 1.0}}), {277.75f});
    // ln 12 evens the scores out.
    const float even = std::log(12.0f);
    close(result(masked(1, {even, even - kKeys[1], even - kKeys[2], even - kKeys[3]}), {{"kv_heads", 1.0}}), {277.75f});
    CHECK(result(masked(1, Floats(4, -kInf)), {{"kv_heads", 1.0}}, 0) == Floats{0, 0, 0, 0});
    // Without keys too, and where a value is infinite that nobody sees.
    CHECK(result({given("q", {1, 1, 1, 2}, {1, 2}), given("k", {1, 1, 0, 2}, {}), given("v", {1, 1, 0, 2}, {})},
                 {{"kv_heads", 1.0}}) == Floats{0, 0});
    auto infinite = masked(1, Floats(4, -kInf));
    infinite[2] = given("v", {1, 1, 4, 1}, {kInf, 0, 0, 0});
    CHECK(result(infinite, {{"kv_heads", 1.0}}) == Floats{0});
}

TEST_CASE("gqa: NaN and infinite scores") {
    CHECK(std::isnan(result(masked(1, {0, 0, NAN, 0}), {{"kv_heads", 1.0}})[0]));
    CHECK(std::isnan(result(masked(1, {0, kInf, 0, 0}), {{"kv_heads", 1.0}})[0]));
    auto inputs = four(1);
    inputs[2] = given("v", {1, 1, 4, 1}, {1, 2, -kInf, 3});
    CHECK(result(inputs, {{"kv_heads", 1.0}})[0] == -kInf);
}

TEST_CASE("gqa: errors") {
    const Shape q = {1, 2, 3, 4}, k = {1, 2, 5, 4};
    CHECK(error(q, k, k, {{"kv_heads", 2.0}}) == "no error");
    CHECK(error(q, {1, 2, 5, 3}, k, {{"kv_heads", 2.0}}) ==
          "shape: gqa: k is f32 [1, 2, 5, 3], expected shape [B=1, Hkv, S, D=4]");
    CHECK(error(q, k, {1, 2, 4, 4}, {{"kv_heads", 2.0}}) ==
          "shape: gqa: v is f32 [1, 2, 4, 4], expected shape [B=1, Hkv=2, S=5, Dv]");
    CHECK(error({2, 3, 4}, k, k, {{"kv_heads", 2.0}}) == "shape: gqa: q is f32 [2, 3, 4], expected shape [B, H, L, D]");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}, {"causal", true}}, Shape{1, 1, 3, 5}) ==
          "conflict: gqa: mask was given with causal, expected one of them");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}}, Shape{1, 3, 3, 5}) ==
          "shape: gqa: mask is f32 [1, 3, 3, 5], expected 1 or H=2 as dimension 1");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}}, Shape{2, 1, 3, 5}) ==
          "shape: gqa: mask is f32 [2, 1, 3, 5], expected 1 or B=1 as dimension 0");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}}, Shape{1, 2, 2, 5}) ==
          "shape: gqa: mask is f32 [1, 2, 2, 5], expected 1 or L=3 as dimension 2");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}}, Shape{1, 1, 1, 4}) ==
          "shape: gqa: mask is f32 [1, 1, 1, 4], expected shape [maskB, maskH, maskL, S=5]");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}, {"query_offset", -1.0}}) ==
          "range: gqa: parameter query_offset is -1, expected at least 0");
    CHECK(error(q, k, k, {{"kv_heads", 2.0}, {"scale", 1e300}}) == "range: gqa: parameter scale does not fit f32");
    CHECK(error({65536, 65536, 1, 0}, {65536, 2, 0, 0}, {65536, 2, 0, 0}, {{"kv_heads", 2.0}}) ==
          "limit: gqa: 4294967296 queries, expected at most 2^32 - 1");
}

TEST_CASE("gqa: neighbouring heads of queries share keys and values") {
    const Floats ones(4, 1);
    const std::vector<NamedHostTensor> inputs = {given("q", {1, 4, 1, 1}, ones), given("k", {1, 2, 1, 1}, {0, 0}),
                                                 given("v", {1, 2, 1, 1}, {5, 7})};
    CHECK(result(inputs, {{"kv_heads", 2.0}}) == Floats{5, 5, 7, 7});
}

TEST_CASE("gqa: what lies past s_eff is not read") {
    auto inputs = four(2);
    inputs[1] = given("k", {1, 1, 4, 1}, {0, std::log(2.0f), NAN, kInf});
    inputs[2] = given("v", {1, 1, 4, 1}, {1, 10, kInf, NAN});
    const Params params = {{"kv_heads", 1.0}, {"causal", true}, {"query_offset", 0.0}, {"s_eff", 2.0}};
    close(result(inputs, params), {1, 7});
    close(result(inputs, params, 0), {1, 0, 0, 0, 1.0f / 3, 2.0f / 3, 0, 0});
}

TEST_CASE("gqa: errors of its own") {
    const Shape q = {1, 4, 3, 4}, k = {1, 2, 8, 4};
    const auto given_heads = [&](double heads, Shape kv = {1, 2, 8, 4}) {
        return error(q, kv, kv, {{"kv_heads", heads}});
    };
    CHECK(given_heads(0) == "range: gqa: parameter kv_heads is 0, expected at least 1");
    CHECK(given_heads(-2) == "range: gqa: parameter kv_heads is -2, expected at least 1");
    CHECK(given_heads(1.5) == "type: gqa: parameter kv_heads is 1.5, expected an integer");
    CHECK(given_heads(3, {1, 3, 8, 4}) ==
          "divisible: gqa: parameter kv_heads is 3, expected it to divide the 4 heads of q");
    CHECK(given_heads(1) == "shape: gqa: k is f32 [1, 2, 8, 4], expected 1 heads, which is kv_heads");
    CHECK(error(q, k, k).starts_with("missing: gqa: parameter kv_heads is missing"));
    const auto keys = [&](double s_eff, bool causal, double offset = 0) {
        return error(q, k, k, {{"kv_heads", 2.0}, {"causal", causal}, {"query_offset", offset}, {"s_eff", s_eff}});
    };
    CHECK(keys(0, true) == "range: gqa: parameter s_eff is 0, expected 1 to 8, the keys that k has");
    CHECK(keys(9, true) == "range: gqa: parameter s_eff is 9, expected 1 to 8, the keys that k has");
    CHECK(keys(7, false) == "range: gqa: parameter s_eff is 7, expected 8, all keys of k, where not causal");
    CHECK(keys(5, true, 4) == "range: gqa: parameter s_eff is 5, expected at least the 7 keys that queries see");
    CHECK(keys(7, true, 4) == "no error");
    CHECK(keys(8, true, 100) == "no error");
    CHECK(keys(7, true, 100) == "range: gqa: parameter s_eff is 7, expected at least the 8 keys that queries see");
}
