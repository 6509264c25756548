#include "kernels/registry.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Given = std::vector<NamedHostTensor>;

HostTensor f32_of(Shape shape, std::vector<float> x) { return HostTensor::f32(std::move(shape), x); }

HostTensor words_of(DType type, Shape shape, std::vector<uint32_t> x) {
    HostTensor tensor = HostTensor::zeros({type, std::move(shape)});
    std::copy(x.begin(), x.end(), tensor.as<uint32_t>().begin());
    return tensor;
}

std::vector<float> values(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("slice_cols", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("slice_cols", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

const Params kTwo = {{"col0", 1.0}, {"width", 2.0}};

TEST_CASE("slice_cols: pinned values") {
    const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(values({{"x", f32_of({2, 4}, x)}}, kTwo) == std::vector<float>{2, 3, 6, 7});
    CHECK(values({{"x", f32_of({2, 4}, x)}}, {{"col0", 0.0}, {"width", 4.0}}) == x);
    CHECK(values({{"x", f32_of({2, 4}, x)}}, {{"col0", 3.0}, {"width", 1.0}}) == std::vector<float>{4, 8});
    CHECK(values({{"x", f32_of({2, 4}, x)}}, {{"col0", 4.0}, {"width", 0.0}}).empty());
}

TEST_CASE("slice_cols: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs = run_reference("slice_cols", Given{{"x", words_of(type, {1, 4}, {1, 2, 3, 4})}}, kTwo);
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) == std::vector<uint32_t>{2, 3});  // as f32 denormals
    }
}

TEST_CASE("slice_cols: errors") {
    const Given x = {{"x", zeros({3, 5})}};
    CHECK(error(x, {{"col0", 3.0}, {"width", 3.0}}) ==
          "range: slice_cols: col0 + width is 6, expected at most 5, the columns of x");
    CHECK(error(x, {{"col0", -1.0}, {"width", 2.0}}) == "range: slice_cols: parameter col0 is -1, expected at least 0");
    CHECK(error(x, {{"col0", 1.0}, {"width", -2.0}}) ==
          "range: slice_cols: parameter width is -2, expected at least 0");
    CHECK(error(x, {{"width", 2.0}}).starts_with("missing: slice_cols: parameter col0"));
    CHECK(error({{"x", zeros({3, 5, 1})}}, kTwo) == "shape: slice_cols: x is f32 [3, 5, 1], expected shape [R, C]");
}
