#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> values(std::vector<float> x, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32({x.size()}, x)}};
    auto outputs = run_reference("leaky_relu", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(TensorType type, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::zeros(std::move(type))}};
    auto outputs = run_reference("leaky_relu", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("leaky_relu: pinned values") {
    CHECK(values({-2, -0.5f, 0, 0.5f, 20}, {{"slope", 0.5}}) == std::vector<float>{-1, -0.25f, 0, 0.5f, 20});
    CHECK(values({-2, 3}, {{"slope", 0.0}}) == std::vector<float>{0, 3});
    CHECK(values({-2, 3}, {{"slope", -4.0}}) == std::vector<float>{8, 3});
    CHECK(values({}, {}).empty());
}

TEST_CASE("leaky_relu: the slope is 0.2 where none is given, and is rounded to f32") {
    CHECK(values({-10}, {})[0] == 0.2f * -10);
    CHECK(values({-10}, {{"slope", 0.01}})[0] == 0.01f * -10);
}

TEST_CASE("leaky_relu: NaN and infinities") {
    CHECK(std::isnan(values({NAN}, {})[0]));
    CHECK(std::isnan(values({-NAN}, {{"slope", 0.0}})[0]));
    CHECK(values({INFINITY, -INFINITY}, {}) == std::vector<float>{INFINITY, -INFINITY});
    CHECK(values({-INFINITY}, {{"slope", -1.0}})[0] == INFINITY);
    CHECK(std::isnan(values({-INFINITY}, {{"slope", 0.0}})[0]));
}

TEST_CASE("leaky_relu: errors") {
    for (double slope : {1e300, -1e39})
        CHECK(error({DType::f32, {2}}, {{"slope", slope}}) == "range: leaky_relu: parameter slope does not fit f32");
    CHECK(error({DType::f16, {2}}, {}) == "dtype: leaky_relu: input is f16 [2], expected f32");
    CHECK(error({DType::f32, {2}}, {{"slope", std::string("steep")}}) ==
          "type: leaky_relu: parameter slope is \"steep\", expected a number");
    CHECK(error({DType::f32, {2}}, {{"negative_slope", 0.1}})
              .starts_with("unknown: leaky_relu: there is no parameter \"negative_slope\""));
}
