#include "kernels/registry.hpp"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;
using Bytes = std::vector<uint8_t>;

HostTensor bytes(Shape shape, const Bytes& values) {
    auto tensor = HostTensor::zeros({DType::u8, std::move(shape)});
    std::copy(values.begin(), values.end(), tensor.as<uint8_t>().begin());
    return tensor;
}

Params params_of(double k, double n) { return {{"bits", 4.0}, {"block_size", 32.0}, {"k", k}, {"n", n}}; }

// a row of a by n rows of codes, all of whose blocks begin with `block` and go on with zero points of 8.
Floats values(const Floats& a, uint64_t n, const Bytes& block, const Floats& scales, const Bytes& zeros = {}) {
    const uint64_t k = a.size(), blocks = (k + 31) / 32;
    Bytes codes;
    for (uint64_t i = 0; i < n * blocks; i++) {
        codes.insert(codes.end(), block.begin(), block.end());
        codes.resize((i + 1) * 16, 0x88);
    }
    std::vector<NamedHostTensor> given = {{"a", HostTensor::f32({1, k}, a)},
                                          {"b", bytes({n, blocks, 16}, codes)},
                                          {"scales", HostTensor::f32({scales.size()}, scales)}};
    if (!zeros.empty()) given.push_back({"zero_points", bytes({zeros.size()}, zeros)});
    auto outputs = run_reference("matmul_nbits", given, params_of(static_cast<double>(k), static_cast<double>(n)));
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape b, Shape scales, Shape zeros, const Params& params) {
    const std::vector<NamedType> given = {{"a", {DType::f32, {2, 40}}},
                                          {"b", {DType::u8, std::move(b)}},
                                          {"scales", {DType::f32, std::move(scales)}},
                                          {"zero_points", {DType::u8, std::move(zeros)}}};
    auto args = check_args(**find_op("matmul_nbits"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matmul_nbits: pinned values") {
    // Codes 1, 15, 0, 8, the low nibble first; without zero points 8 is taken off.
    CHECK(values({1, 10, 100, 1000}, 1, {0xf1, 0x80}, {1}) == Floats{-7 + 70 - 800});
    // What lies past K is not looked at.
    CHECK(values({1, 10, 100}, 1, {0xf1, 0xf0}, {0.5f}) == Floats{(-7 + 70 - 800) / 2.0f});
    // A zero point of 1 for the only block of each row: the high nibble is junk.
    CHECK(values({1, 10, 100, 1000}, 2, {0xf1, 0x80}, {1, 2}, {0xe1, 0xf1}) == Floats{7040, 14080});
}

TEST_CASE("matmul_nbits: scales and zero points of three blocks") {
    Floats a(65, 0);
    a[0] = 1, a[32] = 10, a[64] = 100;
    // Codes 9; zero points 8, 7 and 5 in two bytes.
    CHECK(values(a, 1, {0x89}, {1, 1000, 1e6f}, {0x78, 0xf5}) == Floats{1 + 20000 + 4e8f});
}

TEST_CASE("matmul_nbits: K = 0 gives zeros; infinite and NaN scales stay in their column") {
    CHECK(values({}, 2, {}, {}) == Floats{0, 0});
    auto out = values({1}, 3, {0x89}, {INFINITY, NAN, 1});
    CHECK(out[0] == INFINITY);
    CHECK(std::isnan(out[1]));
    CHECK(out[2] == 1);
}

TEST_CASE("matmul_nbits: errors") {
    const Params right = params_of(40, 3);
    CHECK(error({3, 2, 16}, {6}, {3}, right) == "no error");
    CHECK(error({3, 1, 16}, {6}, {3}, right) ==
          "shape: matmul_nbits: b is u8 [3, 1, 16], expected shape [N=3, K/32=2, 16]");
    CHECK(error({3, 2, 15}, {6}, {3}, right).starts_with("shape: matmul_nbits: b is u8 [3, 2, 15]"));
    CHECK(error({3, 2, 16}, {3}, {3}, right) ==
          "shape: matmul_nbits: scales is f32 [3], expected shape [6]: one for each block of b");
    CHECK(error({3, 2, 16}, {6}, {2}, right) ==
          "shape: matmul_nbits: zero_points is u8 [2], expected shape [3]: half a byte for each block of a row");
    CHECK(error({3, 2, 16}, {6}, {3}, params_of(41, 3)) ==
          "shape: matmul_nbits: parameter k is 41, expected 40, which is K of the tensors");
    CHECK(error({3, 2, 16}, {6}, {3}, params_of(40, 4)) ==
          "shape: matmul_nbits: parameter n is 4, expected 3, which is N of the tensors");
    CHECK(error({3, 2, 16}, {6}, {3}, {{"block_size", 32.0}, {"k", 40.0}, {"n", 3.0}})
              .starts_with("missing: matmul_nbits: parameter bits is missing"));
    CHECK(error({3, 2, 16}, {6}, {3}, {{"bits", 8.0}, {"block_size", 32.0}, {"k", 40.0}, {"n", 3.0}}) ==
          "range: matmul_nbits: parameter bits is 8, expected 4");
    CHECK(error({3, 2, 16}, {6}, {3}, {{"bits", 4.0}, {"block_size", 16.0}, {"k", 40.0}, {"n", 3.0}}) ==
          "range: matmul_nbits: parameter block_size is 16, expected 32");
}
