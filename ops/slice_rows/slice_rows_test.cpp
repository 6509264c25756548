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
    auto outputs = run_reference("slice_rows", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("slice_rows", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

const Params kTwo = {{"row0", 1.0}, {"count", 2.0}};

TEST_CASE("slice_rows: pinned values") {
    const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(values({{"x", f32_of({4, 2}, x)}}, kTwo) == std::vector<float>{3, 4, 5, 6});
    CHECK(values({{"x", f32_of({4, 2}, x)}}, {{"row0", 0.0}, {"count", 4.0}}) == x);
    CHECK(values({{"x", f32_of({4, 2}, x)}}, {{"row0", 3.0}, {"count", 1.0}}) == std::vector<float>{7, 8});
    CHECK(values({{"x", f32_of({4, 2}, x)}}, {{"row0", 4.0}, {"count", 0.0}}).empty());
}

TEST_CASE("slice_rows: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs = run_reference("slice_rows", Given{{"x", words_of(type, {4, 1}, {1, 2, 3, 4})}}, kTwo);
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) == std::vector<uint32_t>{2, 3});  // as f32 denormals
    }
}

TEST_CASE("slice_rows: errors") {
    const Given x = {{"x", zeros({4, 3})}};
    CHECK(error(x, {{"row0", 3.0}, {"count", 2.0}}) ==
          "range: slice_rows: row0 + count is 5, expected at most 4, the rows of x");
    CHECK(error(x, {{"row0", -1.0}, {"count", 2.0}}) == "range: slice_rows: parameter row0 is -1, expected at least 0");
    CHECK(error(x, {{"row0", 1.0}, {"count", -2.0}}) ==
          "range: slice_rows: parameter count is -2, expected at least 0");
    CHECK(error(x, {{"row0", 2147483647.0}, {"count", 2147483647.0}}).starts_with("range: slice_rows: row0 + count"));
    CHECK(error(x, {{"row0", 1.5}, {"count", 2.0}}).starts_with("type: slice_rows: parameter row0 is 1.5"));
    CHECK(error(x, {{"row0", 1.0}}).starts_with("missing: slice_rows: parameter count"));
    CHECK(error({{"x", zeros({4})}}, kTwo) == "shape: slice_rows: x is f32 [4], expected shape [R, C]");
}
