#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <numeric>

using namespace xpu;

namespace {

std::vector<float> values(Shape shape, std::vector<float> x) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)}};
    auto outputs = run_reference("softmax", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(std::string_view input, TensorType type, const Params& params = {}) {
    const std::vector<NamedHostTensor> given = {{std::string(input), HostTensor::zeros(std::move(type))}};
    auto outputs = run_reference("softmax", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("softmax: pinned values") {
    const float three = std::log(3.0f);
    CHECK(values({1, 2}, {0, three})[1] == doctest::Approx(0.75f).epsilon(1e-6));
    CHECK(values({1, 4}, {7, 7, 7, 7}) == std::vector<float>{0.25f, 0.25f, 0.25f, 0.25f});
    CHECK(values({3, 1}, {5, -INFINITY, 800})[0] == 1);
    CHECK(values({3, 1}, {5, 1, 800}) == std::vector<float>{1, 1, 1});
    // Rows are independent, and sum to one however large their logits are.
    auto rows = values({2, 3}, {1000, 999, 998, -1000, -999, -998});
    CHECK(rows[0] == rows[5]);
    CHECK(std::accumulate(rows.begin(), rows.begin() + 3, 0.0) == doctest::Approx(1).epsilon(1e-6));
    CHECK(rows[0] == doctest::Approx(0.66524096f).epsilon(1e-6));
}

TEST_CASE("softmax: masks, NaN and infinities as torch has them") {
    const float inf = INFINITY, lowest = -3.4028234663852886e38f;
    CHECK(values({1, 3}, {-inf, 2, -inf}) == std::vector<float>{0, 1, 0});
    for (float v : values({1, 2}, {-inf, -inf})) CHECK(std::isnan(v));
    for (float v : values({1, 2}, {inf, 1})) CHECK(std::isnan(v));
    for (float v : values({1, 3}, {std::nanf(""), 1, -inf})) CHECK(std::isnan(v));
    for (float v : values({1, 3}, {1, std::nanf(""), 2})) CHECK(std::isnan(v));
    CHECK(values({1, 4}, {lowest, lowest, lowest, lowest}) == std::vector<float>{0.25f, 0.25f, 0.25f, 0.25f});
    CHECK(values({0, 4}, {}).empty());
    CHECK(values({4, 0}, {}).empty());
}

TEST_CASE("softmax: halves in, halves out, rounded once") {
    HostTensor x = HostTensor::zeros({DType::f16, {1, 3}});
    const std::vector<NamedHostTensor> given = {{"input", x}};
    auto outputs = run_reference("softmax", given, {});
    REQUIRE(outputs);
    CHECK((*outputs)[0].type == TensorType{DType::f16, {1, 3}});
    for (f16 half : (*outputs)[0].as<f16>()) CHECK(half.bits == f16::from(1.0f / 3).bits);
}

TEST_CASE("softmax: errors") {
    CHECK(error("input", {DType::f32, {4}}) == "shape: softmax: input is f32 [4], expected shape [N, D]");
    CHECK(error("input", {DType::f32, {1, 2, 2}}) == "shape: softmax: input is f32 [1, 2, 2], expected shape [N, D]");
    CHECK(error("input", {DType::i32, {2, 2}}) == "dtype: softmax: input is i32 [2, 2], expected f32 or f16");
    CHECK(error("inptu", {DType::f32, {2, 2}}) ==
          "unknown: softmax: there is no input \"inptu\" (it takes input); did you mean input?");
    CHECK(error("input", {DType::f32, {2, 2}}, {{"dim", -1.0}}) ==
          "unknown: softmax: there is no parameter \"dim\" (it takes none)");
}
