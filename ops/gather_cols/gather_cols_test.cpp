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
    auto outputs = run_reference("gather_cols", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("gather_cols", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

TEST_CASE("gather_cols: pinned values") {
    const HostTensor x = f32_of({2, 3}, {1, 2, 3, 4, 5, 6});
    CHECK(values({{"x", x}, {"idx", words_of(DType::u32, {4}, {2, 0, 2, 1})}}) ==
          std::vector<float>{3, 1, 3, 2, 6, 4, 6, 5});
    CHECK(values({{"x", x}, {"idx", zeros({0}, DType::u32)}}).empty());
    CHECK(values({{"x", zeros({2, 0})}, {"idx", zeros({0}, DType::u32)}}).empty());
}

TEST_CASE("gather_cols: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs = run_reference(
            "gather_cols", Given{{"x", words_of(type, {1, 3}, {1, 2, 3})}, {"idx", words_of(DType::u32, {2}, {2, 2})}},
            {});
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) == std::vector<uint32_t>{3, 3});  // as f32 denormals
    }
}

TEST_CASE("gather_cols: errors") {
    const auto with = [](std::vector<uint32_t> idx, uint64_t columns = 5) {
        return error({{"x", zeros({2, columns})}, {"idx", words_of(DType::u32, {idx.size()}, idx)}});
    };
    CHECK(with({0, 5}) == "range: gather_cols: idx[1] is 5, expected an index below 5, which is T");
    CHECK(with({4294967295u, 5}) == "range: gather_cols: idx[0] is 4294967295, expected an index below 5, which is T");
    CHECK(with({0}, 0) == "range: gather_cols: idx[0] is 0, expected an index below 0, which is T");
    CHECK(with({4, 0}) == "no error");
    CHECK(error({{"x", zeros({2, 5})}, {"idx", zeros({2}, DType::i32)}}) ==
          "dtype: gather_cols: idx is i32 [2], expected u32");
    CHECK(error({{"x", zeros({2, 5})}, {"idx", zeros({2, 1}, DType::u32)}}) ==
          "shape: gather_cols: idx is u32 [2, 1], expected shape [F]");
    CHECK(error({{"x", zeros({5})}, {"idx", zeros({2}, DType::u32)}}) ==
          "shape: gather_cols: x is f32 [5], expected shape [C, T]");
}
