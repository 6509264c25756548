#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(std::vector<float> a, std::vector<float> b) {
    return {{"a", HostTensor::f32({a.size()}, a)}, {"b", HostTensor::f32({b.size()}, b)}};
}

std::vector<float> values(std::string_view kind, std::vector<float> a, std::vector<float> b) {
    auto outputs = run_reference("elementwise", inputs(std::move(a), std::move(b)), {{"kind", std::string(kind)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("elementwise", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("elementwise: sums and products, rounded once") {
    CHECK(values("add", {1, 2, 3}, {10, -20, 30}) == std::vector<float>{11, -18, 33});
    CHECK(values("multiply", {1, 2, 3}, {10, -20, 30}) == std::vector<float>{10, -40, 90});
    CHECK(values("add", {0.1f, 1}, {0.2f, 0x1p-24f}) == std::vector<float>{0.1f + 0.2f, 1});
    CHECK(values("multiply", {0.1f}, {0.2f}) == std::vector<float>{0.1f * 0.2f});
    CHECK(values("add", {}, {}).empty());
}

TEST_CASE("elementwise: NaN, infinities and overflow") {
    for (auto kind : {"add", "multiply"}) {
        CHECK(std::isnan(values(kind, {NAN}, {1})[0]));
        CHECK(std::isnan(values(kind, {0}, {NAN})[0]));
        CHECK(values(kind, {-INFINITY}, {2})[0] == -INFINITY);
    }
    CHECK(std::isnan(values("add", {INFINITY}, {-INFINITY})[0]));
    CHECK(std::isnan(values("multiply", {INFINITY}, {0})[0]));
    CHECK(values("add", {3e38f, -0.0f}, {3e38f, 5}) == std::vector<float>{INFINITY, 5});
    CHECK(values("multiply", {3e38f, 3e38f}, {-2, 0}) == std::vector<float>{-INFINITY, 0});
    CHECK(values("multiply", {1e-38f}, {1e-38f})[0] == 0);
}

TEST_CASE("elementwise: errors") {
    const auto good = inputs({1, 2}, {3, 4});
    CHECK(error(inputs({1, 1, 1, 1}, {1, 1, 1, 1, 1}), {{"kind", std::string("add")}}) ==
          "shape: elementwise: b is f32 [5], expected the shape of f32 [4]");
    CHECK(error(inputs({1, 2}, {1}), {{"kind", std::string("multiply")}}) ==
          "shape: elementwise: b is f32 [1], expected the shape of f32 [2]");
    CHECK(error(good, {{"kind", std::string("sub")}}) ==
          "kind: elementwise: parameter kind is \"sub\", expected one of add, multiply");
    CHECK(error(good, {}).starts_with("missing: elementwise: parameter kind is missing"));
    CHECK(error(good, {{"kind", 1.0}}) == "type: elementwise: parameter kind is 1, expected a name");
    const std::vector<NamedHostTensor> halves = {good[0], {"b", HostTensor::zeros({DType::f16, {2}})}};
    CHECK(error(halves, {{"kind", std::string("add")}}) == "dtype: elementwise: b is f16 [2], expected f32");
}
