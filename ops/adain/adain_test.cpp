#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(Shape shape, std::vector<float> x, std::vector<float> weight,
                                    std::vector<float> bias) {
    return {{"x", HostTensor::f32(std::move(shape), x)},
            {"scale", HostTensor::f32({weight.size()}, weight)},
            {"shift", HostTensor::f32({bias.size()}, bias)}};
}

std::vector<float> values(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("adain", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("adain", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("adain: pinned values") {
    // Mean 2 and variance 1, the biased one; eps stands inside the root: 1 + 3 = 4. The scale is taken as it is.
    CHECK(values(inputs({1, 2}, {1, 3}, {1}, {0}), {{"eps", 3.0}}) == std::vector<float>{-0.5f, 0.5f});
    CHECK(values(inputs({2, 2}, {1, 3, 5, 9}, {0, 4}, {7, 1}), {{"eps", 12.0}}) == std::vector<float>{7, 7, -1, 3});
    CHECK(values(inputs({2, 1}, {4, 1e30f}, {3, 3}, {0.5f, -1}), {}) == std::vector<float>{0.5f, -1});
}

TEST_CASE("adain: eps is 1e-5 where none is given") {
    const auto given = inputs({1, 2}, {0.001f, 0.003f}, {1}, {0});
    CHECK(values(given, {}) == values(given, {{"eps", 1e-5}}));
    CHECK(values(given, {})[1] == doctest::Approx(0.3015113).epsilon(1e-6));  // 0.001 / √(1e-6 + 1e-5)
}

TEST_CASE("adain: empty tensors, NaN and infinities") {
    CHECK(values(inputs({0, 2}, {}, {}, {}), {}).empty());
    CHECK(values(inputs({2, 0}, {}, {1, 1}, {0, 0}), {}).empty());
    for (float x : {NAN, INFINITY, -INFINITY}) {
        auto y = values(inputs({2, 2}, {1, x, 3, 5}, {1, 1}, {0, 0}), {{"eps", 3.0}});
        CHECK(std::isnan(y[0]));
        CHECK(std::isnan(y[1]));
        CHECK(y[2] == -0.5f);  // the next channel is its own
    }
}

TEST_CASE("adain: errors") {
    const auto good = inputs({2, 2}, {1, 2, 3, 4}, {1, 1}, {0, 0});
    for (double eps : {0.0, -1e-5, 1e-50})
        CHECK(error(good, {{"eps", eps}}) == "range: adain: parameter eps is not above 0");
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {1, 1, 1}, {0, 0}), {}) ==
          "shape: adain: scale is f32 [3], expected shape [C=2]");
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {1, 1}, {0}), {}) ==
          "shape: adain: shift is f32 [1], expected shape [C=2]");
    CHECK(error(inputs({1, 2, 2}, {1, 2, 3, 4}, {1}, {0}), {}) ==
          "shape: adain: x is f32 [1, 2, 2], expected shape [C, L]");
}
