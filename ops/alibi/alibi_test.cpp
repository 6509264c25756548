#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> values(Shape shape, double pos_offset, std::vector<float> slopes = {}) {
    std::vector<NamedHostTensor> given = {{"scores", HostTensor::zeros({DType::f32, std::move(shape)})}};
    if (!slopes.empty()) given.push_back({"slopes", HostTensor::f32({slopes.size()}, slopes)});
    auto outputs = run_reference("alibi", given, {{"pos_offset", pos_offset}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape scores, std::optional<Shape> slopes, const Params& params) {
    std::vector<NamedHostTensor> given = {{"scores", HostTensor::zeros({DType::f32, std::move(scores)})}};
    if (slopes) given.push_back({"slopes", HostTensor::zeros({DType::f32, *slopes})});
    auto outputs = run_reference("alibi", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

using Floats = std::vector<float>;

}  // namespace

TEST_CASE("alibi: positive above the diagonal, and counted from the first query's position") {
    CHECK(values({1, 2, 3}, 0, {2}) == Floats{0, 2, 4, -2, 0, 2});
    CHECK(values({1, 1, 3}, 2, {0.5}) == Floats{-1, -0.5, 0});
    CHECK(values({1, 1, 2}, -1, {1}) == Floats{1, 2});
    CHECK(values({2, 1, 2}, 0, {1, 3}) == Floats{0, 1, 0, 3});
}

TEST_CASE("alibi: without slopes, those of so many heads") {
    CHECK(values({2, 1, 2}, 0) == Floats{0, 0x1p-4f, 0, 0x1p-8f});
    CHECK(values({1, 1, 2}, 0) == Floats{0, 0x1p-8f});
    CHECK(values({0, 1, 2}, 0).empty());
}

TEST_CASE("alibi: errors") {
    CHECK(error({3, 2, 2}, Shape{2}, {{"pos_offset", 0.0}}) == "shape: alibi: slopes is f32 [2], expected shape [H=3]");
    CHECK(error({3, 2}, {}, {{"pos_offset", 0.0}}) == "shape: alibi: scores is f32 [3, 2], expected shape [H, M, N]");
    CHECK(error({3, 2, 2}, {}, {}).starts_with("missing: alibi: parameter pos_offset is missing"));
    CHECK(error({3, 2, 2}, {}, {{"pos_offset", 2147483647.0}}) ==
          "range: alibi: positions up to 2147483651 are beyond 2^31 - 1");
    CHECK(error({1 << 29, 0, 2}, {}, {{"pos_offset", 0.0}}) == "limit: alibi: 536870912 heads are more than 2^28");
}
