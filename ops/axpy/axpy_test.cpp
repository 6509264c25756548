#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(std::vector<float> x, std::vector<float> y) {
    return {{"x", HostTensor::f32({x.size()}, x)}, {"y", HostTensor::f32({y.size()}, y)}};
}

std::vector<float> values(double a, std::vector<float> x, std::vector<float> y) {
    auto outputs = run_reference("axpy", inputs(std::move(x), std::move(y)), {{"a", a}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("axpy", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("axpy: a single rounding") {
    // Rounded after the product as well it would be 0.
    CHECK(values(0.1f, {3}, {-0.3f}) == std::vector<float>{-7.450580596923828e-09f});
    CHECK(values(2, {1, -2, 3}, {10, 20, 30}) == std::vector<float>{12, 16, 36});
    // The product alone is beyond f32, the sum is not.
    CHECK(values(2, {2e38f}, {-3e38f})[0] == doctest::Approx(1e38));
}

TEST_CASE("axpy: a is rounded to f32 first") {
    const double a = 1 + 0x1p-25;
    CHECK(values(a, {0x1p24f}, {0})[0] == 0x1p24f);
    CHECK(values(a, {0x1p24f}, {-0x1p24f})[0] == 0);
}

TEST_CASE("axpy: zero times infinity, NaN and shapes without elements") {
    auto out = values(0, {INFINITY, NAN, 1, -INFINITY}, {1, 1, 1, 1});
    CHECK(std::isnan(out[0]));
    CHECK(std::isnan(out[1]));
    CHECK(out[2] == 1);
    CHECK(std::isnan(out[3]));
    CHECK(std::isnan(values(1, {INFINITY}, {-INFINITY})[0]));
    CHECK(values(1, {1}, {INFINITY})[0] == INFINITY);
    CHECK(values(1, {}, {}).empty());
}

TEST_CASE("axpy: errors") {
    const auto good = inputs({1, 2}, {3, 4});
    CHECK(error(inputs({1, 1, 1}, {1, 1, 1, 1}), {{"a", 1.0}}) ==
          "shape: axpy: y is f32 [4], expected the shape of f32 [3]");
    const std::vector<NamedHostTensor> turned = {{"x", HostTensor::zeros({DType::f32, {2, 3}})},
                                                 {"y", HostTensor::zeros({DType::f32, {3, 2}})}};
    CHECK(error(turned, {{"a", 1.0}}) == "shape: axpy: y is f32 [3, 2], expected the shape of f32 [2, 3]");
    CHECK(error(good, {{"a", 1e39}}) == "range: axpy: parameter a does not fit f32");
    CHECK(error(good, {{"a", -1e39}}) == "range: axpy: parameter a does not fit f32");
    CHECK(error(good, {{"a", double{INFINITY}}}) == "range: axpy: parameter a is inf, expected a finite number");
    CHECK(error(good, {}).starts_with("missing: axpy: parameter a is missing"));
    CHECK(error({good[0]}, {{"a", 1.0}}).starts_with("missing: axpy: input y is missing"));
    const std::vector<NamedHostTensor> whole = {{"x", HostTensor::zeros({DType::i32, {2}})}, good[1]};
    CHECK(error(whole, {{"a", 1.0}}) == "dtype: axpy: x is i32 [2], expected f32");
}
