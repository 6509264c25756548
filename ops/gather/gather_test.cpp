#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor indices_of(std::vector<int32_t> indices) {
    HostTensor tensor = HostTensor::zeros({DType::i32, {indices.size()}});
    std::copy(indices.begin(), indices.end(), tensor.as<int32_t>().begin());
    return tensor;
}

std::vector<float> values(Shape shape, std::vector<float> table, std::vector<int32_t> indices) {
    const std::vector<NamedHostTensor> given = {{"table", HostTensor::f32(std::move(shape), table)},
                                                {"indices", indices_of(std::move(indices))}};
    auto outputs = run_reference("gather", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(TensorType table, TensorType indices) {
    const std::vector<NamedHostTensor> given = {{"table", HostTensor::zeros(std::move(table))},
                                                {"indices", HostTensor::zeros(std::move(indices))}};
    auto outputs = run_reference("gather", given, {});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("gather: pinned values") {
    const std::vector<float> table = {1, 2, 3, 4, 5, 6};
    CHECK(values({3, 2}, table, {2, 0, 2}) == std::vector<float>{5, 6, 1, 2, 5, 6});
    CHECK(values({2, 3}, table, {1}) == std::vector<float>{4, 5, 6});
    CHECK(values({3, 2}, table, {}).empty());
    CHECK(values({3, 0}, {}, {1, 2}).empty());
}

TEST_CASE("gather: an index outside the table gives a row of zeros") {
    const std::vector<float> table = {1, 2, 3, 4, 5, 6};
    CHECK(values({3, 2}, table, {-1, 3, 1, INT32_MIN, INT32_MAX}) == std::vector<float>{0, 0, 0, 0, 3, 4, 0, 0, 0, 0});
    CHECK(values({0, 2}, {}, {0, -1}) == std::vector<float>{0, 0, 0, 0});
    // The zeros are not a row times zero.
    CHECK(values({1, 1}, {std::nanf("")}, {1}) == std::vector<float>{0});
    CHECK(std::isnan(values({1, 1}, {std::nanf("")}, {0})[0]));
}

TEST_CASE("gather: the result has the table's dtype") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        const std::vector<NamedHostTensor> given = {{"table", HostTensor::zeros({type, {4, 3}})},
                                                    {"indices", indices_of({1, 2})}};
        auto outputs = run_reference("gather", given, {});
        REQUIRE(outputs);
        CHECK((*outputs)[0].type == TensorType{type, {2, 3}});
    }
}

TEST_CASE("gather: errors") {
    CHECK(error({DType::f32, {4}}, {DType::i32, {2}}) == "shape: gather: table is f32 [4], expected shape [rows, D]");
    CHECK(error({DType::f32, {4, 3}}, {DType::i32, {2, 1}}) ==
          "shape: gather: indices is i32 [2, 1], expected shape [N]");
    CHECK(error({DType::f32, {4, 3}}, {DType::u32, {2}}) == "dtype: gather: indices is u32 [2], expected i32");
    CHECK(error({DType::f32, {4, 3}}, {DType::f32, {2}}) == "dtype: gather: indices is f32 [2], expected i32");
    CHECK(error({DType::f16, {4, 3}}, {DType::i32, {2}}) ==
          "dtype: gather: table is f16 [4, 3], expected f32 or i32 or u32");
    CHECK(error({DType::f32, {0, 65536}}, {DType::i32, {65536}})
              .starts_with("limit: gather: out would be f32 [65536, 65536]"));
}
