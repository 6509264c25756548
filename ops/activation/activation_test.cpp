#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> values(std::string_view kind, std::vector<float> x, double alpha = 1) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32({x.size()}, x)}};
    auto outputs = run_reference("activation", given, {{"kind", std::string(kind)}, {"alpha", alpha}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

float value(std::string_view kind, float x, double alpha = 1) { return values(kind, {x}, alpha)[0]; }

std::string error(TensorType type, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::zeros(std::move(type))}};
    auto outputs = run_reference("activation", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

doctest::Approx about(double value) { return doctest::Approx(value).epsilon(1e-6); }

}  // namespace

TEST_CASE("activation: pinned values") {
    CHECK(values("relu2", {-2, -0.5f, 0, 0.5f, 20}) == std::vector<float>{0, 0, 0, 0.25f, 400});
    CHECK(value("silu", 1) == about(0.7310585786));
    CHECK(value("silu", -1) == about(-0.2689414214));
    CHECK(value("elu", 3) == 3);
    CHECK(value("elu", -1) == about(-0.6321205588));
    CHECK(value("elu", -1, 0.7) == about(-0.7 * 0.6321205588));
    CHECK(value("elu", 3, 0.7) == 3);
    CHECK(value("elu", -1, -2) == about(2 * 0.6321205588));
    CHECK(value("tanh", 0.5f) == about(0.4621171573));
    CHECK(value("tanh", -20) == -1);
}

TEST_CASE("activation: the two gelus") {
    CHECK(value("gelu", 1) == about(0.8413447461));
    CHECK(value("gelu", -1) == about(-0.1586552539));
    CHECK(value("gelu_tanh", 1) == about(0.8411919906));
    CHECK(value("gelu_tanh", -1) == about(-0.1588080094));
    CHECK(value("gelu_tanh", 2.699f) - value("gelu", 2.699f) == doctest::Approx(4.732e-4).epsilon(1e-3));
    CHECK(value("gelu", 20) == 20);
    CHECK(value("gelu_tanh", 20) == 20);
}

TEST_CASE("activation: small results keep their relative accuracy") {
    CHECK(value("gelu", -8) == about(-4.976768e-15));
    CHECK(value("gelu", -12) == about(-2.1317785e-32));
    // There 1 + tanh(u) is 0 in f64.
    CHECK(value("gelu_tanh", -8) == about(-3.054105e-21));
    CHECK(value("silu", -20) == about(-4.122307e-8));
    CHECK(value("silu", -88) == about(-5.328e-37).epsilon(1e-3));
    CHECK(value("elu", -1e-4f) == about(-9.9995e-5));
    CHECK(value("tanh", 1e-4f) == about(1e-4));
    CHECK(value("tanh", 1e-20f) == 1e-20f);
}

TEST_CASE("activation: NaN and infinities") {
    for (auto kind : {"relu2", "silu", "elu", "tanh", "gelu", "gelu_tanh"}) {
        INFO(kind);
        CHECK(std::isnan(value(kind, NAN)));
        CHECK(std::isnan(value(kind, -NAN)));
        CHECK(value(kind, INFINITY) == (kind == std::string_view("tanh") ? 1 : INFINITY));
        CHECK(value(kind, 0) == 0);
    }
    CHECK(value("relu2", -INFINITY) == 0);
    CHECK(value("elu", -INFINITY, 0.75) == -0.75f);
    CHECK(value("tanh", -INFINITY) == -1);
    for (auto kind : {"silu", "gelu", "gelu_tanh"}) {
        CHECK(std::isnan(value(kind, -INFINITY)));
        CHECK(value(kind, -1e4f) == 0);
        CHECK(value(kind, -3e38f) == 0);
    }
    CHECK(value("relu2", 1e20f) == INFINITY);
    CHECK(values("gelu", {}).empty());
}

TEST_CASE("activation: only elu reads alpha") {
    CHECK(values("silu", {-1, 2}, 0.5) == values("silu", {-1, 2}, 3));
    CHECK(value("elu", -1, 0.5) != value("elu", -1, 3));
    CHECK(error({DType::f32, {2}}, {{"kind", std::string("gelu")}, {"alpha", 1e300}}) == "no error");
    CHECK(error({DType::f32, {2}}, {{"kind", std::string("elu")}, {"alpha", -1e300}}) ==
          "range: activation: parameter alpha does not fit f32");
}

TEST_CASE("activation: errors") {
    CHECK(error({DType::f32, {3}}, {{"kind", std::string("swishy")}}) ==
          "kind: activation: parameter kind is \"swishy\", expected one of relu2, silu, elu, tanh, gelu, gelu_tanh");
    CHECK(error({DType::f32, {3}}, {{"kind", std::string("gelu_tan")}}).ends_with("; did you mean gelu_tanh?"));
    CHECK(error({DType::f32, {3}}, {}).starts_with("missing: activation: parameter kind is missing"));
    CHECK(error({DType::f16, {3}}, {{"kind", std::string("silu")}}) ==
          "dtype: activation: input is f16 [3], expected f32");
    CHECK(error({DType::f32, {3}}, {{"kind", std::string("elu")}, {"alpha", true}}) ==
          "type: activation: parameter alpha is true, expected a number");
}
