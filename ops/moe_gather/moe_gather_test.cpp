#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor ints(Shape shape, std::vector<int32_t> values) {
    HostTensor tensor = HostTensor::zeros({DType::i32, std::move(shape)});
    std::copy(values.begin(), values.end(), tensor.as<int32_t>().begin());
    return tensor;
}

std::vector<float> values(Shape shape, std::vector<float> y, std::vector<int32_t> expert, std::vector<int32_t> pos,
                          std::vector<float> gate) {
    const Shape one_token = {1, gate.size()};
    const std::vector<NamedHostTensor> given = {{"y", HostTensor::f32(std::move(shape), y)},
                                                {"expert", ints(one_token, std::move(expert))},
                                                {"pos", ints(one_token, std::move(pos))},
                                                {"gate", HostTensor::f32(one_token, gate)}};
    auto outputs = run_reference("moe_gather", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape y, Shape expert, Shape pos, Shape gate) {
    const std::vector<NamedHostTensor> given = {{"y", HostTensor::zeros({DType::f32, std::move(y)})},
                                                {"expert", HostTensor::zeros({DType::i32, std::move(expert)})},
                                                {"pos", HostTensor::zeros({DType::i32, std::move(pos)})},
                                                {"gate", HostTensor::zeros({DType::f32, std::move(gate)})}};
    auto outputs = run_reference("moe_gather", given, {});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

using Floats = std::vector<float>;

}  // namespace

TEST_CASE("moe_gather: answers times gates, added up") {
    // Two experts with two seats of two columns.
    const Floats y = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(values({2, 2, 2}, y, {0, 1}, {1, 0}, {0.5, 2}) == Floats{11.5, 14});
    CHECK(values({2, 2, 2}, y, {1}, {1}, {1}) == Floats{7, 8});
    // A gate counts once: twice it would be 4.247.
    CHECK(values({1, 1, 1}, {7}, {0}, {0}, {0.7789f})[0] == doctest::Approx(5.4523));
}

TEST_CASE("moe_gather: what has no expert or no seat is left out") {
    const Floats y = {1, NAN};
    CHECK(values({2, 1, 1}, y, {0, 1}, {0, -1}, {3, 5}) == Floats{3});
    CHECK(values({2, 1, 1}, y, {0, -1}, {0, 0}, {3, NAN}) == Floats{3});
    CHECK(values({2, 1, 1}, y, {2, 0}, {0, 1}, {3, 5}) == Floats{0});
    CHECK(std::isnan(values({2, 1, 1}, y, {1}, {0}, {0})[0]));
    CHECK(values({2, 1, 1}, y, {}, {}, {}) == Floats{0});
}

TEST_CASE("moe_gather: errors") {
    CHECK(error({2, 2, 3}, {3, 2}, {3, 2}, {3, 1}) ==
          "shape: moe_gather: gate is f32 [3, 1], expected shape [T=3, k=2]");
    CHECK(error({2, 2, 3}, {3, 2}, {2, 2}, {3, 2}) ==
          "shape: moe_gather: pos is i32 [2, 2], expected shape [T=3, k=2]");
    CHECK(error({2, 6}, {3, 2}, {3, 2}, {3, 2}) == "shape: moe_gather: y is f32 [2, 6], expected shape [E, C, D]");
}
