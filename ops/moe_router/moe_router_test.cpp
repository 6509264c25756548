#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

struct Routed {
    std::vector<int32_t> expert;
    std::vector<float> gate;
};

Routed routed(Shape shape, std::vector<float> logits, double k, bool normalize) {
    const std::vector<NamedHostTensor> given = {{"logits", HostTensor::f32(std::move(shape), logits)}};
    auto outputs = run_reference("moe_router", given, {{"k", k}, {"normalize", normalize}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto expert = (*outputs)[0].as<int32_t>();
    auto gate = (*outputs)[1].as<float>();
    return {{expert.begin(), expert.end()}, {gate.begin(), gate.end()}};
}

std::string error(TensorType logits, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"logits", HostTensor::zeros(std::move(logits))}};
    auto outputs = run_reference("moe_router", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

using Ints = std::vector<int32_t>;

}  // namespace

TEST_CASE("moe_router: the best first, and of equal logits the first") {
    auto ties = routed({1, 4}, {2, 2, 2, 2}, 3, false);
    CHECK(ties.expert == Ints{0, 1, 2});
    CHECK(ties.gate == std::vector<float>{0.25, 0.25, 0.25});
    auto rising = routed({1, 4}, {0, 1, 2, 3}, 2, false);
    CHECK(rising.expert == Ints{3, 2});
    CHECK(rising.gate[0] == doctest::Approx(0.6439).epsilon(1e-4));
    CHECK(rising.gate[1] == doctest::Approx(0.2369).epsilon(1e-4));
}

TEST_CASE("moe_router: normalised gates add up to one, surplus experts are -1 and count nothing") {
    auto out = routed({1, 2}, {0, 0}, 4, true);
    CHECK(out.expert == Ints{0, 1, -1, -1});
    CHECK(out.gate == std::vector<float>{0.5, 0.5, 0, 0});
    auto two = routed({1, 4}, {0, 1, 2, 3}, 2, true).gate;
    CHECK(two[0] + two[1] == doctest::Approx(1));
    CHECK(two[0] / two[1] == doctest::Approx(std::exp(1.0)));
    CHECK(routed({1, 0}, {}, 2, true).expert == Ints{-1, -1});
    CHECK(routed({0, 3}, {}, 2, true).expert.empty());
}

TEST_CASE("moe_router: what is not finite") {
    auto nan = routed({1, 3}, {1, NAN, 2}, 2, false);
    CHECK(nan.expert == Ints{1, 2});
    CHECK(std::isnan(nan.gate[0]));
    CHECK(std::isnan(nan.gate[1]));
    CHECK(std::isnan(routed({1, 2}, {INFINITY, 0}, 1, true).gate[0]));
    CHECK(std::isnan(routed({1, 2}, {-INFINITY, -INFINITY}, 1, true).gate[0]));
    CHECK(routed({1, 2}, {-INFINITY, 0}, 2, true).gate == std::vector<float>{1, 0});
}

TEST_CASE("moe_router: errors") {
    const TensorType good{DType::f32, {2, 4}};
    CHECK(error(good, {{"k", 0.0}, {"normalize", true}}) == "range: moe_router: parameter k is 0, expected at least 1");
    CHECK(error(good, {{"k", 2.0}}).starts_with("missing: moe_router: parameter normalize is missing"));
    CHECK(error(good, {{"normalize", true}}).starts_with("missing: moe_router: parameter k is missing"));
    CHECK(error(good, {{"k", 1.5}, {"normalize", true}}) ==
          "type: moe_router: parameter k is 1.5, expected an integer");
    CHECK(error({DType::f32, {4}}, {{"k", 1.0}, {"normalize", true}}) ==
          "shape: moe_router: logits is f32 [4], expected shape [T, E]");
}
