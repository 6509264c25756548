#include "kernels/registry.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<uint32_t> packed(Shape shape, const std::vector<int32_t>& codes) {
    auto input = HostTensor::zeros({DType::i32, std::move(shape)});
    std::copy(codes.begin(), codes.end(), input.as<int32_t>().begin());
    const std::vector<NamedHostTensor> given = {{"codes", input}};
    auto outputs = run_reference("pack_q4", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type.shape == Shape{input.type.shape[0], (input.type.shape[1] + 7) / 8});
    auto view = (*outputs)[0].as<uint32_t>();
    return {view.begin(), view.end()};
}

std::string error(TensorType type, const Params& params = {}) {
    auto args = check_args(**find_op("pack_q4"), std::vector<NamedType>{{"codes", std::move(type)}}, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("pack_q4: the first code in the lowest bits, in two's complement, row by row") {
    CHECK(packed({1, 8}, {-1, -7, 7, 0, -2, 2, -6, 6}) == std::vector<uint32_t>{0x6a2e079f});
    CHECK(packed({1, 8}, {1, 2, 3, 4, 5, 6, 7, 0}) == std::vector<uint32_t>{0x07654321});
    // Nine codes take two words a row, and the next row begins with one of its own.
    CHECK(packed({2, 9}, {1, 2, 3, 4, 5, 6, 7, -8, -1, -2, 0, 0, 0, 0, 0, 0, 0, 3}) ==
          std::vector<uint32_t>{0x87654321, 0x0000000f, 0x0000000e, 0x00000003});
    CHECK(packed({3, 0}, {}).empty());
    CHECK(packed({0, 7}, {}).empty());
}

TEST_CASE("pack_q4: codes out of range are wrapped") {
    CHECK(packed({1, 3}, {16, 25, -9}) == std::vector<uint32_t>{0x00000790});
}

TEST_CASE("pack_q4: errors") {
    CHECK(error({DType::i32, {8}}) == "shape: pack_q4: codes is i32 [8], expected shape [N, K]");
    CHECK(error({DType::f32, {2, 8}}) == "dtype: pack_q4: codes is f32 [2, 8], expected i32");
    CHECK(error({DType::i32, {2, 8}}, {{"k", 8.0}}).starts_with("unknown: pack_q4: there is no parameter \"k\""));
}
