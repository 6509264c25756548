#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> values(std::vector<double> dims, std::vector<float> positions, std::vector<float> input,
                          std::vector<double> bases = {10000.0}) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32({1, 1, input.size()}, input)},
                                                {"positions", HostTensor::f32({1, positions.size()}, positions)}};
    auto outputs =
        run_reference("rope_axes", given, {{"axis_dims", std::move(dims)}, {"theta_base", std::move(bases)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape input, Shape positions, std::vector<double> dims, ParamValue bases = 10000.0) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::zeros({DType::f32, std::move(input)})},
                                                {"positions", HostTensor::zeros({DType::f32, std::move(positions)})}};
    auto outputs =
        run_reference("rope_axes", given, {{"axis_dims", std::move(dims)}, {"theta_base", std::move(bases)}});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("rope_axes: each axis turns its own channels, by its own dimension") {
    auto out = values({2, 4}, {1, 2}, {1, 0, 1, 0, 0, 1});
    CHECK(out[0] == doctest::Approx(std::cos(1.0)));
    CHECK(out[1] == doctest::Approx(std::sin(1.0)));
    CHECK(out[2] == doctest::Approx(std::cos(2.0)));
    CHECK(out[3] == doctest::Approx(std::sin(2.0)));
    CHECK(out[4] == doctest::Approx(-std::sin(0.02)));
    CHECK(out[5] == doctest::Approx(std::cos(0.02)));
}

TEST_CASE("rope_axes: fractional and negative positions, zero, and a base for each axis") {
    CHECK(values({2}, {-0.5}, {1, 0})[1] == doctest::Approx(std::sin(-0.5)));
    CHECK(values({2, 2}, {0, 0}, {1, 2, 3, 4}) == std::vector<float>{1, 2, 3, 4});
    CHECK(values({4, 4}, {1, 1}, {0, 0, 1, 0, 0, 0, 1, 0}, {100, 10000})[3] == doctest::Approx(std::sin(0.1)));
    CHECK(values({4, 4}, {1, 1}, {0, 0, 1, 0, 0, 0, 1, 0}, {100, 10000})[7] == doctest::Approx(std::sin(0.01)));
    CHECK(std::isnan(values({2}, {INFINITY}, {1, 0})[0]));
}

TEST_CASE("rope_axes: one axis is rope") {
    const std::vector<float> input = {1, 2, 3, 4, 5, 6, 7, 8};
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32({1, 1, 8}, input)}};
    auto outputs = run_reference("rope", given, {{"pos_offset", 41.0}, {"theta_base", 10000.0}});
    REQUIRE(outputs);
    const auto want = (*outputs)[0].as<float>();
    CHECK(values({8}, {41}, input) == std::vector<float>(want.begin(), want.end()));
}

TEST_CASE("rope_axes: errors") {
    CHECK(error({2, 1, 8}, {2, 2}, {4, 4}) == "no error");
    CHECK(error({2, 1, 0}, {2, 0}, {}) == "shape: rope_axes: parameter axis_dims has no axes");
    CHECK(error({2, 1, 8}, {2, 2}, {3, 5}) ==
          "range: rope_axes: parameter axis_dims has 3, expected positive even numbers");
    CHECK(error({2, 1, 8}, {2, 2}, {0, 8}) ==
          "range: rope_axes: parameter axis_dims has 0, expected positive even numbers");
    CHECK(error({2, 1, 8}, {2, 2}, {-2, 10}) ==
          "range: rope_axes: parameter axis_dims has -2, expected positive even numbers");
    CHECK(error({2, 1, 8}, {2, 2}, {2.5, 5.5}).starts_with("type: rope_axes: parameter axis_dims"));
    CHECK(error({2, 1, 8}, {2, 2}, {4, 6}) ==
          "shape: rope_axes: input has 8 channels, expected 10, the sum of axis_dims");
    CHECK(error({2, 1, 8}, {2, 3}, {4, 4}) == "shape: rope_axes: positions has 3 axes, expected 2");
    CHECK(error({2, 1, 8}, {3, 2}, {4, 4}) == "shape: rope_axes: positions is f32 [3, 2], expected shape [N=2, axes]");
    CHECK(error({2, 1, 8}, {2, 2}, {4, 4}, std::vector<double>{1e4, 1e4, 1e4}) ==
          "type: rope_axes: parameter theta_base has 3 numbers, expected 1 or 2");
    CHECK(error({2, 1, 8}, {2, 2}, {4, 4}, 0.5) ==
          "range: rope_axes: parameter theta_base has 0.500000, expected at least 1");
}
