#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(Shape shape, std::vector<float> x, std::vector<float> alpha) {
    return {{"input", HostTensor::f32(std::move(shape), x)}, {"alpha", HostTensor::f32({alpha.size()}, alpha)}};
}

std::vector<float> values(const std::vector<NamedHostTensor>& given) {
    auto outputs = run_reference("snake", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params = {}) {
    auto outputs = run_reference("snake", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("snake: pinned values") {
    // sin(1)² = 0.7080734, sin(2)² = 0.8268218
    auto two = values(inputs({1, 2, 1}, {1, 1}, {1, 2}));
    CHECK(two[0] == doctest::Approx(1.7080734).epsilon(1e-6));
    CHECK(two[1] == doctest::Approx(1 + 0.8268218 / 2).epsilon(1e-6));
    // The sine is squared, and not its argument: the sign of x does not matter to it.
    CHECK(values(inputs({1, 1, 1}, {-1}, {1}))[0] == doctest::Approx(-0.2919266).epsilon(1e-6));
    CHECK(values(inputs({1, 1, 2}, {1.5f, -2}, {0})) == std::vector<float>{1.5f, -2});
}

TEST_CASE("snake: 1e-9 is added to what divides, with its sign") {
    CHECK(values(inputs({1, 1, 1}, {1e6f}, {1e-9f}))[0] == 1000500.0f);
    CHECK(values(inputs({1, 1, 1}, {1}, {-1e-9f}))[0] == INFINITY);
    CHECK(values(inputs({1, 1, 1}, {1}, {-1}))[0] == doctest::Approx(1 - 0.7080734).epsilon(1e-6));
}

TEST_CASE("snake: each channel has its alpha") {
    auto x = values(inputs({2, 2, 2}, {1, 1, 1, 1, 1, 1, 1, 1}, {1, 0}));
    for (size_t i : {0, 1, 4, 5}) CHECK(x[i] == doctest::Approx(1.7080734).epsilon(1e-6));
    for (size_t i : {2, 3, 6, 7}) CHECK(x[i] == 1);
}

TEST_CASE("snake: empty tensors, NaN and infinities") {
    CHECK(values(inputs({0, 1, 4}, {}, {1})).empty());
    CHECK(values(inputs({2, 0, 4}, {}, {})).empty());
    CHECK(values(inputs({2, 1, 0}, {}, {1})).empty());
    for (float x : {NAN, INFINITY, -INFINITY}) {
        CHECK(std::isnan(values(inputs({1, 1, 1}, {x}, {1}))[0]));
        CHECK(std::isnan(values(inputs({1, 1, 1}, {1}, {x}))[0]));
    }
}

TEST_CASE("snake: errors") {
    CHECK(error(inputs({1, 2, 1}, {1, 1}, {1, 2, 3})) == "shape: snake: alpha is f32 [3], expected shape [C=2]");
    CHECK(error(inputs({2, 1}, {1, 1}, {1, 2})) == "shape: snake: input is f32 [2, 1], expected shape [N, C, L]");
    CHECK(error({inputs({1, 1, 1}, {1}, {1})[0]}) == "missing: snake: input alpha is missing (expected shape [C=1])");
    CHECK(error(inputs({1, 1, 1}, {1}, {1}), {{"eps", 1e-9}}) ==
          "unknown: snake: there is no parameter \"eps\" (it takes none)");
}
