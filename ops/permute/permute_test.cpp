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
    auto outputs = run_reference("permute", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("permute", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

TEST_CASE("permute: pinned values") {
    // Two tokens of three heads of two elements: heads come first.
    const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    CHECK(values({{"input", f32_of({2, 3, 2}, x)}}) == std::vector<float>{1, 2, 7, 8, 3, 4, 9, 10, 5, 6, 11, 12});
    // And back.
    CHECK(values({{"input", f32_of({3, 2, 2}, {1, 2, 7, 8, 3, 4, 9, 10, 5, 6, 11, 12})}}) == x);
    CHECK(values({{"input", f32_of({2, 2, 1}, {1, 2, 3, 4})}}) == std::vector<float>{1, 3, 2, 4});
    CHECK(values({{"input", zeros({2, 3, 0})}}).empty());
    CHECK(values({{"input", zeros({0, 3, 2})}}).empty());
}

TEST_CASE("permute: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs = run_reference("permute", Given{{"input", words_of(type, {2, 2, 1}, {1, 2, 3, 4})}}, {});
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) ==
              std::vector<uint32_t>{1, 3, 2, 4});  // as f32 denormals
    }
}

TEST_CASE("permute: errors") {
    CHECK(error({{"input", zeros({4, 3})}}) == "shape: permute: input is f32 [4, 3], expected shape [d0, d1, D]");
    CHECK(error({{"input", zeros({1, 2, 2}, DType::f16)}}) ==
          "dtype: permute: input is f16 [1, 2, 2], expected f32 or i32 or u32");
    CHECK(error({}).starts_with("missing: permute: input input is missing"));
}
