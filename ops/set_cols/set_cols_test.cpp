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
    auto outputs = run_reference("set_cols", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("set_cols", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

const Params kOne = {{"col0", 1.0}};

TEST_CASE("set_cols: pinned values") {
    const std::vector<float> dst = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK(values({{"dst", f32_of({2, 4}, dst)}, {"src", f32_of({2, 2}, {-1, -2, -3, -4})}}, kOne) ==
          std::vector<float>{1, -1, -2, 4, 5, -3, -4, 8});
    CHECK(values({{"dst", f32_of({2, 4}, dst)}, {"src", zeros({2, 0})}}, {{"col0", 4.0}}) == dst);
    CHECK(values({{"dst", zeros({2, 4})}, {"src", f32_of({2, 4}, dst)}}, {{"col0", 0.0}}) == dst);
    CHECK(values({{"dst", zeros({0, 4})}, {"src", zeros({0, 2})}}, kOne).empty());
}

TEST_CASE("set_cols: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs = run_reference(
            "set_cols", Given{{"dst", words_of(type, {1, 4}, {1, 2, 3, 4})}, {"src", words_of(type, {1, 2}, {5, 6})}},
            kOne);
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) ==
              std::vector<uint32_t>{1, 5, 6, 4});  // as f32 denormals
    }
}

TEST_CASE("set_cols: errors") {
    const Given given = {{"dst", zeros({3, 5})}, {"src", zeros({3, 2})}};
    CHECK(error(given, {{"col0", 4.0}}) == "range: set_cols: col0 + W is 6, expected at most 5, the columns of dst");
    CHECK(error(given, {{"col0", -1.0}}) == "range: set_cols: parameter col0 is -1, expected at least 0");
    CHECK(error(given).starts_with("missing: set_cols: parameter col0"));
    CHECK(error({{"dst", zeros({3, 5})}, {"src", zeros({2, 2})}}, kOne) ==
          "shape: set_cols: src is f32 [2, 2], expected shape [R=3, W]");
    CHECK(error({{"dst", zeros({3, 5})}, {"src", zeros({3, 2}, DType::i32)}}, kOne) ==
          "dtype: set_cols: src is i32 [3, 2], expected f32 as dst is");
}
