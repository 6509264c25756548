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
    auto outputs = run_reference("group_norm", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& params) {
    auto outputs = run_reference("group_norm", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

Params with(double groups, double eps = 3) { return {{"groups", groups}, {"eps", eps}}; }

Plan plan_of(Shape shape, double groups) {
    const OpSpec& op = **find_op("group_norm");
    const TensorType channels{DType::f32, {shape[1]}};
    auto args = check_case(
        op, {"", {{"input", {DType::f32, std::move(shape)}}, {"weight", channels}, {"bias", channels}}, with(groups)});
    REQUIRE(args);
    return op.plan({}, *args, op.choices({}, *args)[0]);
}

}  // namespace

TEST_CASE("group_norm: pinned values") {
    // Two groups of two channels: mean 2 and variance 1, the biased one, and mean 7 and variance 4. eps stands inside the root.
    const std::vector<float> x = {1, 3, 3, 1, 5, 9, 9, 5}, one = {1, 1, 1, 1}, zero = {0, 0, 0, 0};
    const auto two = static_cast<float>(2 / std::sqrt(7.0));
    CHECK(values(inputs({1, 4, 2}, x, one, zero), with(2)) ==
          std::vector<float>{-0.5f, 0.5f, 0.5f, -0.5f, -two, two, two, -two});
    // Weight and bias go with the channel.
    auto y = values(inputs({1, 4, 2}, x, {1, 2, 1, 1}, {0, 10, 0, 0}), with(2));
    CHECK(std::vector<float>(y.begin(), y.begin() + 4) == std::vector<float>{-0.5f, 0.5f, 11, 9});
}

TEST_CASE("group_norm: one group takes a sample as a whole, and as many as channels take each channel") {
    const std::vector<float> x = {1, 3, 5, 9, 1, 3, 2, 2};
    CHECK(values(inputs({2, 2, 2}, x, {1, 1}, {0, 0}), with(2, 12)) ==
          std::vector<float>{-1 / std::sqrt(13.0f), 1 / std::sqrt(13.0f), -0.5f, 0.5f, -1 / std::sqrt(13.0f),
                             1 / std::sqrt(13.0f), 0, 0});
    // 1, 1, 3, 3 have the mean 2 and the variance 1.
    CHECK(values(inputs({1, 2, 2}, {1, 1, 3, 3}, {1, 1}, {0, 0}), with(1)) ==
          std::vector<float>{-0.5f, -0.5f, 0.5f, 0.5f});
    CHECK(values(inputs({2, 1, 1}, {4, 1e30f}, {3}, {0.5f}), with(1)) == std::vector<float>{0.5f, 0.5f});
}

TEST_CASE("group_norm: empty tensors, NaN and infinities") {
    CHECK(values(inputs({0, 2, 2}, {}, {1, 1}, {0, 0}), with(2)).empty());
    CHECK(values(inputs({2, 0, 2}, {}, {}, {}), with(2)).empty());
    CHECK(values(inputs({2, 2, 0}, {}, {1, 1}, {0, 0}), with(2)).empty());
    for (float x : {NAN, INFINITY, -INFINITY}) {
        auto y = values(inputs({1, 4, 1}, {1, x, 3, 5}, {1, 1, 1, 1}, {0, 0, 0, 0}), with(2));
        CHECK(std::isnan(y[0]));
        CHECK(std::isnan(y[1]));
        CHECK(y[2] == -0.5f);  // the next group is its own
    }
}

TEST_CASE("group_norm: errors") {
    const auto good = inputs({1, 4, 1}, {1, 2, 3, 4}, {1, 1, 1, 1}, {0, 0, 0, 0});
    CHECK(error(good, {{"groups", 2.0}}).starts_with("missing: group_norm: parameter eps is missing"));
    CHECK(error(good, {{"eps", 1e-5}}).starts_with("missing: group_norm: parameter groups is missing"));
    for (double groups : {0.0, -2.0})
        CHECK(error(good, with(groups)) == "range: group_norm: parameter groups is " +
                                               std::to_string(static_cast<int>(groups)) + ", expected 1 or more");
    for (double groups : {3.0, 5.0})
        CHECK(error(good, with(groups)) ==
              "divisible: group_norm: input is f32 [1, 4, 1], expected channels that groups = " +
                  std::to_string(static_cast<int>(groups)) + " divides");
    CHECK(error(good, with(1.5)).starts_with("type: group_norm: parameter groups is 1.5"));
    for (double eps : {0.0, -1e-5, 1e-50})
        CHECK(error(good, with(2, eps)) == "range: group_norm: parameter eps is not above 0");
    CHECK(error(inputs({1, 2, 1}, {1, 2}, {1, 1, 1}, {0, 0}), with(1)) ==
          "shape: group_norm: weight is f32 [3], expected shape [C=2]");
    CHECK(error(inputs({1, 2, 1}, {1, 2}, {1, 1}, {0}), with(1)) ==
          "shape: group_norm: bias is f32 [1], expected shape [C=2]");
    CHECK(error(inputs({2, 2}, {1, 2, 3, 4}, {1, 1}, {0, 0}), with(1)) ==
          "shape: group_norm: input is f32 [2, 2], expected shape [N, C, L]");
}

TEST_CASE("group_norm: few long groups are cut into parts, enough of them for a large device") {
    CHECK(plan_of({16, 256, 4096}, 256).dispatches.size() == 1);
    auto few = plan_of({1, 320, 4096}, 32);
    REQUIRE(few.dispatches.size() == 2);
    CHECK(few.dispatches[0].workgroups >= 512);
    auto long_ones = plan_of({1, 128, 262144}, 32);
    REQUIRE(long_ones.dispatches.size() == 3);
    CHECK(long_ones.dispatches[1].workgroups == 32);
    CHECK(long_ones.dispatches[2].workgroups == long_ones.dispatches[0].workgroups);
    CHECK(long_ones.scratch_bytes.size() == 2);
}
