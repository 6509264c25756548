#include "xpu/context.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

// One unit, weights of 0 but those named, and biases of the input i, o, f, c for both directions.
struct Unit {
    std::vector<float> x, bias;
    float from_input = 0, from_state = 0;  // weights of the gate c
};

std::vector<float> values(const Unit& unit) {
    auto& b = unit.bias;
    const float in = unit.from_input, state = unit.from_state;
    const std::vector<float> w = {0, 0, 0, in, 0, 0, 0, in}, r = {0, 0, 0, state, 0, 0, 0, state};
    const std::vector<float> biases = {b[0], b[1], b[2], b[3], 0, 0, 0, 0, b[0], b[1], b[2], b[3], 0, 0, 0, 0};
    const std::vector<NamedHostTensor> given = {{"x", HostTensor::f32({unit.x.size(), 1}, unit.x)},
                                                {"w", HostTensor::f32({2, 4, 1}, w)},
                                                {"r", HostTensor::f32({2, 4, 1}, r)},
                                                {"b", HostTensor::f32({2, 8}, biases)}};
    auto outputs = run_reference("lstm", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type == TensorType{DType::f32, {unit.x.size(), 2}});
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape x, Shape w, Shape r, Shape b) {
    const std::vector<NamedHostTensor> given = {{"x", HostTensor::zeros({DType::f32, std::move(x)})},
                                                {"w", HostTensor::zeros({DType::f32, std::move(w)})},
                                                {"r", HostTensor::zeros({DType::f32, std::move(r)})},
                                                {"b", HostTensor::zeros({DType::f32, std::move(b)})}};
    auto outputs = run_reference("lstm", given, {});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

doctest::Approx about(double value) { return doctest::Approx(value).epsilon(1e-6); }

const float kLog3 = std::log(3.0f);  // tanh(ln 3) = 0.8

}  // namespace

TEST_CASE("lstm: half-open gates, two steps, and the backward half at its own time") {
    // c is 0.4, then 0.5 · 0.4 + 0.4; the outputs are half their tanh.
    auto out = values({{0, 0}, {0, 0, 0, kLog3}});
    CHECK(out[0] == about(0.5 * std::tanh(0.4)));
    CHECK(out[2] == about(0.5 * std::tanh(0.6)));
    CHECK(out[1] == out[2]);
    CHECK(out[3] == out[0]);
}

TEST_CASE("lstm: the gates are i, o, f, c") {
    CHECK(values({{0, 0}, {-200, 0, 0, kLog3}})[2] == 0);                            // nothing comes in
    CHECK(values({{0, 0}, {0, -200, 0, kLog3}})[2] == 0);                            // nothing goes out
    CHECK(values({{0, 0}, {0, 0, -100, kLog3}})[2] == about(0.5 * std::tanh(0.4)));  // all is forgotten
    CHECK(values({{0, 0}, {100, 100, 100, kLog3}})[2] == about(std::tanh(1.6)));     // all gates open
}

TEST_CASE("lstm: the input and the last output reach the gates") {
    auto input = values({{kLog3, 0}, {100, 100, -200, 0}, 1});
    CHECK(input[0] == about(std::tanh(0.8)));
    CHECK(input[2] == 0);
    auto state = values({{0, 0}, {100, 100, -100, kLog3}, 0, 2});
    CHECK(state[2] == about(std::tanh(std::tanh(kLog3 + 2 * std::tanh(0.8)))));
}

TEST_CASE("lstm: NaN stays in its direction, from its step on, and infinities saturate") {
    auto out = values({{0, NAN, 0}, {0, 0, 0, 0}, 1, 1});
    CHECK(out[0] == 0);
    CHECK(std::isnan(out[2]));
    CHECK(std::isnan(out[4]));
    CHECK(out[5] == 0);
    CHECK(std::isnan(out[1]));
    CHECK(values({{0}, {INFINITY, INFINITY, 0, INFINITY}})[0] == about(std::tanh(1.0)));
    CHECK(values({{}, {0, 0, 0, 0}}).empty());
}

TEST_CASE("lstm: errors") {
    CHECK(error({3, 2}, {2, 12, 2}, {2, 12, 3}, {2, 24}) == "no error");
    CHECK(error({3, 1}, {2, 12, 2}, {2, 12, 3}, {2, 24}) ==
          "shape: lstm: w is f32 [2, 12, 2], expected shape [2, 4H, I=1]");
    CHECK(error({3, 2}, {2, 11, 2}, {2, 12, 3}, {2, 24}) ==
          "shape: lstm: r is f32 [2, 12, 3], expected shape [2, 4H=11, H]");
    CHECK(error({3, 2}, {2, 11, 2}, {2, 11, 3}, {2, 24}) ==
          "shape: lstm: w is f32 [2, 11, 2] and r f32 [2, 11, 3], expected 4 * 3 rows for H 3");
    CHECK(error({3, 2}, {2, 12, 2}, {2, 12, 3}, {2, 12}) ==
          "shape: lstm: b is f32 [2, 12], expected 8 * 3 columns for H 3");
    CHECK(error({3, 2}, {1, 12, 2}, {1, 12, 3}, {1, 24}) ==
          "shape: lstm: w is f32 [1, 12, 2], expected shape [2, 4H, I=2]");
    CHECK(error({3, 2}, {2, 1028, 2}, {2, 1028, 257}, {2, 2056}) ==
          "range: lstm: r is f32 [2, 1028, 257], expected H of at most 256");
}
