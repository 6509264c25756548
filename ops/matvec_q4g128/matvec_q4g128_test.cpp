#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor words(Shape shape, const std::vector<uint32_t>& values) {
    auto tensor = HostTensor::zeros({DType::u32, std::move(shape)});
    std::copy(values.begin(), values.end(), tensor.as<uint32_t>().begin());
    return tensor;
}

std::vector<float> values(Shape weight_shape, const std::vector<uint32_t>& weight, Shape scale_shape,
                          const std::vector<float>& scale, const std::vector<float>& vector) {
    const std::vector<NamedHostTensor> given = {{"weight", words(std::move(weight_shape), weight)},
                                                {"scale", HostTensor::f32(std::move(scale_shape), scale)},
                                                {"vector", HostTensor::f32({vector.size()}, vector)}};
    auto outputs = run_reference("matvec_q4g128", given, {{"k", static_cast<double>(vector.size())}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape weight, Shape scale, uint64_t length, const Params& params) {
    const std::vector<NamedType> types = {{"weight", {DType::u32, std::move(weight)}},
                                          {"scale", {DType::f32, std::move(scale)}},
                                          {"vector", {DType::f32, {length}}}};
    auto args = check_args(**find_op("matvec_q4g128"), types, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matvec_q4g128: codes lie in a word with the lowest nibble first, in two's complement") {
    // 1, -2, 3, -4
    CHECK(values({1, 1}, {0xc3e1}, {1, 1}, {0.5f}, {10, 20, 30, 40}) == std::vector<float>{-50});
    // -1, -7, 7, 0, -2, 2, -6, 6
    const std::vector<float> codes = {-1, -7, 7, 0, -2, 2, -6, 6};
    for (size_t i = 0; i < 8; i++) {
        std::vector<float> vector(8);
        vector[i] = 1;
        CHECK(values({1, 1}, {0x6a2e079f}, {1, 1}, {1}, vector) == std::vector<float>{codes[i]});
    }
}

TEST_CASE("matvec_q4g128: a scale for each 128 columns, and junk behind a row's last code does not matter") {
    const std::vector<uint32_t> ones(32, 0x11111111);
    CHECK(values({1, 32}, ones, {1, 2}, {1, 1000}, std::vector<float>(256, 1)) == std::vector<float>{128 * 1001});
    // A second scale for one column.
    std::vector<uint32_t> two_rows(34, 0x11111111);
    two_rows[16] = 0xdeadbee2;
    two_rows[33] = 0x5555555f;
    CHECK(values({2, 17}, two_rows, {2, 2}, {1, 10, 2, 100}, std::vector<float>(129, 1)) ==
          std::vector<float>{148, 156});
}

TEST_CASE("matvec_q4g128: empty tensors, NaN and Inf") {
    CHECK(values({0, 1}, {}, {0, 1}, {}, {1, 2, 3}).empty());
    CHECK(values({3, 0}, {}, {3, 0}, {}, {}) == std::vector<float>{0, 0, 0});
    auto out = values({4, 1}, {1, 0xf, 0, 1}, {4, 1}, {1, 1, 1, NAN}, {INFINITY});
    CHECK(out[0] == INFINITY);
    CHECK(out[1] == -INFINITY);
    CHECK(std::isnan(out[2]));
    CHECK(std::isnan(out[3]));
}

TEST_CASE("matvec_q4g128: errors") {
    const Params k = {{"k", 129.0}};
    CHECK(error({2, 17}, {2, 1}, 129, k) == "shape: matvec_q4g128: scale is f32 [2, 1], expected shape [N=2, K/128=2]");
    CHECK(error({2, 16}, {2, 2}, 129, k) ==
          "shape: matvec_q4g128: weight is u32 [2, 16], expected shape [N=2, K/8=17]");
    CHECK(error({2, 17}, {3, 2}, 129, k).starts_with("shape: matvec_q4g128: scale is f32 [3, 2], expected shape [N=2"));
    CHECK(error({34}, {2, 2}, 129, k) == "shape: matvec_q4g128: weight is u32 [34], expected shape [N, K/8]");
    CHECK(error({2, 17}, {2, 2}, 129, {}).starts_with("missing: matvec_q4g128: parameter k is missing"));
    CHECK(error({2, 17}, {2, 2}, 129, {{"k", 130.0}}) ==
          "shape: matvec_q4g128: parameter k is 130, expected 129, which is K of the tensors");
}
