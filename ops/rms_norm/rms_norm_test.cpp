#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(Shape x_shape, std::vector<float> x, Shape w_shape, std::vector<float> w) {
    return {{"input", HostTensor::f32(std::move(x_shape), x)}, {"weight", HostTensor::f32(std::move(w_shape), w)}};
}

std::vector<float> values(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("rms_norm", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("rms_norm", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("rms_norm: pinned values") {
    // The mean square of (1, 7) is 25; eps stands inside the root: 25 + 11 = 36.
    CHECK(values(inputs({1, 2}, {1, 7}, {1, 2}, {5, 10}), {{"eps", 1e-12}}) == std::vector<float>{1, 14});
    CHECK(values(inputs({1, 2}, {1, 7}, {1, 2}, {6, -6}), {{"eps", 11.0}}) == std::vector<float>{1, -7});
    CHECK(values(inputs({1, 3}, {0, 0, 0}, {1, 3}, {1, 2, 3}), {{"eps", 1e-6}}) == std::vector<float>{0, 0, 0});
    CHECK(values(inputs({2, 1}, {-3, 4}, {1, 1}, {2}), {{"eps", 1e-12}}) == std::vector<float>{-2, 2});
}

TEST_CASE("rms_norm: row n takes weight row n mod groups, also where the rows are no multiple of them") {
    const auto given = inputs({5, 1}, {1, 1, 1, 1, 1}, {2, 1}, {10, 20});
    CHECK(values(given, {{"eps", 1e-12}, {"groups", 2.0}}) == std::vector<float>{10, 20, 10, 20, 10});
    const auto one = inputs({2, 1}, {1, 1}, {1, 1}, {7});
    CHECK(values(one, {{"eps", 1e-12}}) == values(one, {{"eps", 1e-12}, {"groups", 0.0}}));
}

TEST_CASE("rms_norm: empty tensors and NaN") {
    CHECK(values(inputs({0, 4}, {}, {1, 4}, {1, 1, 1, 1}), {{"eps", 1e-6}}).empty());
    CHECK(values(inputs({4, 0}, {}, {1, 0}, {}), {{"eps", 1e-6}}).empty());
    auto poisoned = values(inputs({2, 2}, {1, std::nanf(""), 3, 3}, {1, 2}, {1, 1}), {{"eps", 1e-12}});
    CHECK(std::isnan(poisoned[0]));
    CHECK(std::isnan(poisoned[1]));
    CHECK(poisoned[2] == 1);  // the next row is its own
}

TEST_CASE("rms_norm: errors") {
    const auto good = inputs({2, 2}, {1, 2, 3, 4}, {1, 2}, {1, 1});
    CHECK(error(good, {}).starts_with("missing: rms_norm: parameter eps is missing"));
    for (double eps : {0.0, -1e-6})
        CHECK(error(good, {{"eps", eps}}) == "range: rms_norm: parameter eps is not above 0");
    CHECK(error(good, {{"eps", 1e-6}, {"groups", -1.0}}) ==
          "range: rms_norm: parameter groups is -1, expected 0 or more");
    CHECK(error(good, {{"eps", 1e-6}, {"groups", 2.0}}) == "shape: rms_norm: weight has 1 rows, expected groups = 2");
    CHECK(error(good, {{"eps", 1e-6}, {"groups", 1.5}}).starts_with("type: rms_norm: parameter groups"));
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {1, 3}, {1, 1, 1}), {{"eps", 1e-6}}) ==
          "shape: rms_norm: weight is f32 [1, 3], expected shape [G, D=2]");
    CHECK(error(inputs({4}, {1, 2, 3, 4}, {1, 4}, {1, 1, 1, 1}), {{"eps", 1e-6}}) ==
          "shape: rms_norm: input is f32 [4], expected shape [N, D]");
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {0, 2}, {}), {{"eps", 1e-6}, {"groups", 0.0}})
              .starts_with("shape: rms_norm: weight has 0 rows"));
}

TEST_CASE("rms_norm: an eps that is zero in f32 is not above 0 where the kernel sees it") {
    CHECK(error(inputs({1, 1}, {0}, {1, 1}, {1}), {{"eps", 1e-50}}).starts_with("range: rms_norm: parameter eps"));
}

TEST_CASE("rms_norm: an eps that a device may take as 0, or that is none in f32, is refused") {
    const auto zeros = inputs({1, 2}, {0, 0}, {1, 2}, {1, 1});
    CHECK(error(zeros, {{"eps", 1e-40}}) ==
          "range: rms_norm: parameter eps is a denormal f32, which a device may take as 0");
    CHECK(error(zeros, {{"eps", 1e39}}) == "range: rms_norm: parameter eps does not fit f32");
    CHECK(values(zeros, {{"eps", 1.2e-38}}) == std::vector<float>{0, 0});
}

TEST_CASE("rms_norm: groups that are not given are one") {
    CHECK(error(inputs({2, 1}, {1, 1}, {2, 1}, {1, 2}), {{"eps", 1e-6}}) ==
          "shape: rms_norm: weight has 2 rows, expected groups = 1");
}
