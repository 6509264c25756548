#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(Shape shape, std::vector<float> x, std::vector<float> weight,
                                    std::vector<float> bias) {
    return {{"input", HostTensor::f32(std::move(shape), x)},
            {"weight", HostTensor::f32({weight.size()}, weight)},
            {"bias", HostTensor::f32({bias.size()}, bias)}};
}

std::vector<float> values(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("layer_norm", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("layer_norm", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("layer_norm: pinned values") {
    // Mean 2 and variance 1, the biased one; eps stands inside the root: 1 + 3 = 4.
    CHECK(values(inputs({1, 2}, {1, 3}, {1, 1}, {0, 0}), {{"eps", 3.0}}) == std::vector<float>{-0.5f, 0.5f});
    CHECK(values(inputs({1, 2}, {1, 3}, {10, -2}, {1, 7}), {{"eps", 3.0}}) == std::vector<float>{-4, 6});
    CHECK(values(inputs({2, 2}, {-3, -3, 5, 9}, {1, 1}, {0, 1}), {{"eps", 12.0}}) ==
          std::vector<float>{0, 1, -0.5f, 1.5f});
    CHECK(values(inputs({2, 1}, {4, 1e30f}, {3}, {0.5f}), {{"eps", 1e-5}}) == std::vector<float>{0.5f, 0.5f});
}

TEST_CASE("layer_norm: the variance of a row far from 0") {
    // In one pass in f32 it would be 0 here, or below.
    CHECK(values(inputs({1, 4}, {8190, 8194, 8190, 8194}, {1, 1, 1, 1}, {0, 0, 0, 0}), {{"eps", 1e-12}}) ==
          std::vector<float>{-1, 1, -1, 1});
}

TEST_CASE("layer_norm: empty tensors, NaN and infinities") {
    CHECK(values(inputs({0, 2}, {}, {1, 1}, {0, 0}), {{"eps", 1e-5}}).empty());
    CHECK(values(inputs({2, 0}, {}, {}, {}), {{"eps", 1e-5}}).empty());
    for (float x : {NAN, INFINITY, -INFINITY}) {
        auto y = values(inputs({2, 2}, {1, x, 3, 5}, {1, 1}, {0, 0}), {{"eps", 3.0}});
        CHECK(std::isnan(y[0]));
        CHECK(std::isnan(y[1]));
        CHECK(y[2] == -0.5f);  // the next row is its own
    }
    auto y = values(inputs({1, 2}, {1, 3}, {NAN, 1}, {0, 0}), {{"eps", 3.0}});
    CHECK(std::isnan(y[0]));
    CHECK(y[1] == 0.5f);
}

TEST_CASE("layer_norm: errors") {
    const auto good = inputs({2, 2}, {1, 2, 3, 4}, {1, 1}, {0, 0});
    CHECK(error(good, {}).starts_with("missing: layer_norm: parameter eps is missing"));
    for (double eps : {0.0, -1e-5, 1e-50})
        CHECK(error(good, {{"eps", eps}}) == "range: layer_norm: parameter eps is not above 0");
    CHECK(error(good, {{"eps", 1e-40}}) ==
          "range: layer_norm: parameter eps is a denormal f32, which a device may take as 0");
    CHECK(error(good, {{"eps", 1e39}}) == "range: layer_norm: parameter eps does not fit f32");
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {1, 1, 1}, {0, 0}), {{"eps", 1e-5}}) ==
          "shape: layer_norm: weight is f32 [3], expected shape [D=2]");
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {1, 1}, {0}), {{"eps", 1e-5}}) ==
          "shape: layer_norm: bias is f32 [1], expected shape [D=2]");
    CHECK(error(inputs({4}, {1, 2, 3, 4}, {1, 1}, {0, 0}), {{"eps", 1e-5}}) ==
          "shape: layer_norm: input is f32 [4], expected shape [N, D]");
}
