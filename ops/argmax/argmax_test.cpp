#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Given = std::vector<NamedHostTensor>;

HostTensor f32_of(Shape shape, std::vector<float> x) { return HostTensor::f32(std::move(shape), x); }

std::vector<int32_t> values(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("argmax", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<int32_t>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("argmax", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

TEST_CASE("argmax: pinned values") {
    CHECK(values({{"input", f32_of({2, 3}, {1, 3, 2, -4, -5, -6})}}) == std::vector<int32_t>{1, 0});
    CHECK(values({{"input", f32_of({3, 1}, {1, 2, 3})}}) == std::vector<int32_t>{0, 0, 0});
    // The first of equal ones, and the zeros are equal.
    CHECK(values({{"input", f32_of({1, 4}, {1, 5, 5, 1})}}) == std::vector<int32_t>{1});
    CHECK(values({{"input", f32_of({2, 3}, {-1, -0.0f, 0.0f, -1, 0.0f, -0.0f})}}) == std::vector<int32_t>{1, 1});
    CHECK(values({{"input", f32_of({1, 2}, {-INFINITY, -INFINITY})}}) == std::vector<int32_t>{0});
    CHECK(values({{"input", zeros({0, 3})}}).empty());
}

TEST_CASE("argmax: NaN counts as the largest, and the first of them wins") {
    CHECK(values({{"input", f32_of({1, 5}, {1, INFINITY, NAN, 2, NAN})}}) == std::vector<int32_t>{2});
    CHECK(values({{"input", f32_of({1, 3}, {INFINITY, 1, -NAN})}}) == std::vector<int32_t>{2});
    CHECK(values({{"input", f32_of({1, 2}, {NAN, INFINITY})}}) == std::vector<int32_t>{0});
}

TEST_CASE("argmax: errors") {
    CHECK(error({{"input", zeros({4, 0})}}) ==
          "shape: argmax: input is f32 [4, 0], expected rows of at least 1: an empty one has no maximum");
    CHECK(error({{"input", zeros({0, 0})}}).starts_with("shape: argmax: input is f32 [0, 0]"));
    CHECK(error({{"input", zeros({4})}}) == "shape: argmax: input is f32 [4], expected shape [N, D]");
    CHECK(error({{"input", zeros({4, 2}, DType::i32)}}) == "dtype: argmax: input is i32 [4, 2], expected f32");
}
