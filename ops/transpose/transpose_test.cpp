#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <numeric>

using namespace xpu;

namespace {

std::vector<float> values(Shape shape, std::vector<float> x) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)}};
    auto outputs = run_reference("transpose", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(std::string_view input, TensorType type) {
    const std::vector<NamedHostTensor> given = {{std::string(input), HostTensor::zeros(std::move(type))}};
    auto outputs = run_reference("transpose", given, {});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("transpose: pinned values") {
    CHECK(values({2, 3}, {1, 2, 3, 4, 5, 6}) == std::vector<float>{1, 4, 2, 5, 3, 6});
    CHECK(values({1, 3}, {1, 2, 3}) == std::vector<float>{1, 2, 3});
    CHECK(values({3, 1}, {1, 2, 3}) == std::vector<float>{1, 2, 3});
    CHECK(values({1, 1}, {-7}) == std::vector<float>{-7});
    CHECK(values({0, 3}, {}).empty());
    CHECK(values({3, 0}, {}).empty());
    auto wild = values({1, 3}, {INFINITY, std::nanf(""), -INFINITY});
    CHECK((wild[0] == INFINITY && std::isnan(wild[1]) && wild[2] == -INFINITY));
}

TEST_CASE("transpose: the result has the other shape and the same dtype") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        HostTensor input = HostTensor::zeros({type, {2, 5}});
        auto words = input.as<uint32_t>();
        std::iota(words.begin(), words.end(), 1u);
        const std::vector<NamedHostTensor> given = {{"input", input}};
        auto outputs = run_reference("transpose", given, {});
        REQUIRE(outputs);
        CHECK((*outputs)[0].type == TensorType{type, {5, 2}});
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) ==
              std::vector<uint32_t>{1, 6, 2, 7, 3, 8, 4, 9, 5, 10});  // as f32 these are denormals
    }
}

TEST_CASE("transpose: errors") {
    CHECK(error("input", {DType::f32, {4}}) == "shape: transpose: input is f32 [4], expected shape [R, C]");
    CHECK(error("input", {DType::f32, {1, 2, 2}}) == "shape: transpose: input is f32 [1, 2, 2], expected shape [R, C]");
    CHECK(error("input", {DType::f16, {2, 2}}) == "dtype: transpose: input is f16 [2, 2], expected f32 or i32 or u32");
    CHECK(error("x", {DType::f32, {2, 2}}).starts_with("unknown: transpose: there is no input \"x\""));
}
