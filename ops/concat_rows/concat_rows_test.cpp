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
    auto outputs = run_reference("concat_rows", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("concat_rows", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

TEST_CASE("concat_rows: pinned values") {
    CHECK(values({{"a", f32_of({1, 2}, {1, 2})}, {"b", f32_of({2, 2}, {3, 4, 5, 6})}}) ==
          std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(values({{"a", zeros({0, 2})}, {"b", f32_of({1, 2}, {3, 4})}}) == std::vector<float>{3, 4});
    CHECK(values({{"a", f32_of({1, 2}, {3, 4})}, {"b", zeros({0, 2})}}) == std::vector<float>{3, 4});
    CHECK(values({{"a", zeros({3, 0})}, {"b", zeros({2, 0})}}).empty());
}

TEST_CASE("concat_rows: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs = run_reference(
            "concat_rows", Given{{"a", words_of(type, {1, 1}, {1})}, {"b", words_of(type, {2, 1}, {2, 3})}}, {});
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) == std::vector<uint32_t>{1, 2, 3});  // as f32 denormals
    }
}

TEST_CASE("concat_rows: errors") {
    CHECK(error({{"a", zeros({2, 3})}, {"b", zeros({2, 4})}}) ==
          "shape: concat_rows: b is f32 [2, 4], expected shape [Rb, C=3]");
    CHECK(error({{"a", zeros({2, 3})}, {"b", zeros({2, 3}, DType::u32)}}) ==
          "dtype: concat_rows: b is u32 [2, 3], expected f32 as a is");
    CHECK(error({{"a", zeros({2})}, {"b", zeros({2, 3})}}) ==
          "shape: concat_rows: a is f32 [2], expected shape [Ra, C]");
    CHECK(error({{"a", zeros({2, 3})}}).starts_with("missing: concat_rows: input b is missing"));
}
