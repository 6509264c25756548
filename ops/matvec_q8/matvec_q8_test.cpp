#include "kernels/registry.hpp"
#include "tests/unit/made_up_caps.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor words(Shape shape, const std::vector<uint32_t>& values) {
    auto tensor = HostTensor::zeros({DType::u32, std::move(shape)});
    std::copy(values.begin(), values.end(), tensor.as<uint32_t>().begin());
    return tensor;
}

Result<std::vector<HostTensor>> product(Shape weight_shape, const std::vector<uint32_t>& weight,
                                        std::vector<float> scale, std::vector<float> vector, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"weight", words(std::move(weight_shape), weight)},
                                                {"scale", HostTensor::f32({scale.size()}, scale)},
                                                {"vector", HostTensor::f32({vector.size()}, vector)}};
    return run_reference("matvec_q8", given, params);
}

std::vector<float> values(Shape weight_shape, const std::vector<uint32_t>& weight, std::vector<float> scale,
                          std::vector<float> vector) {
    Params params = {{"k", static_cast<double>(vector.size())}};
    auto outputs = product(std::move(weight_shape), weight, std::move(scale), std::move(vector), params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Shape& weight_shape, size_t scales, size_t length, const Params& params) {
    auto outputs = product(weight_shape, std::vector<uint32_t>(element_count(weight_shape)), std::vector<float>(scales),
                           std::vector<float>(length), params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("matvec_q8: codes lie in a word with the lowest byte first, in two's complement") {
    // -1, -127, 127, 1
    CHECK(values({1, 1}, {0x017f81ff}, {1}, {1, 0, 0, 0}) == std::vector<float>{-1});
    CHECK(values({1, 1}, {0x017f81ff}, {1}, {0, 1, 0, 0}) == std::vector<float>{-127});
    CHECK(values({1, 1}, {0x017f81ff}, {1}, {0, 0, 1, 0}) == std::vector<float>{127});
    CHECK(values({1, 1}, {0x017f81ff}, {1}, {0, 0, 0, 1}) == std::vector<float>{1});
    CHECK(values({1, 1}, {0x80}, {0.5f}, {1}) == std::vector<float>{-64});
}

TEST_CASE("matvec_q8: each row has words of its own, and junk behind its last code does not matter") {
    // K = 5 takes two words a row: 1, 2, 3, 4, 5 and -1, -2, -3, -4, -5.
    const std::vector<uint32_t> weight = {0x04030201, 0xdeadbe05, 0xfcfdfeff, 0x123456fb};
    CHECK(values({2, 2}, weight, {1, 2}, {1, 10, 100, 1000, 10000}) == std::vector<float>{54321, -108642});
}

TEST_CASE("matvec_q8: empty tensors, NaN and Inf") {
    CHECK(values({0, 2}, {}, {}, {1, 2, 3, 4, 5}).empty());
    auto out = values({3, 0}, {}, {2, NAN, INFINITY}, {});
    CHECK(out[0] == 0);
    CHECK(std::isnan(out[1]));
    CHECK(std::isnan(out[2]));
    out = values({3, 1}, {1, 0xff, 0}, {1, 1, 1}, {INFINITY});
    CHECK(out[0] == INFINITY);
    CHECK(out[1] == -INFINITY);
    CHECK(std::isnan(out[2]));
}

TEST_CASE("matvec_q8: errors") {
    const Params seven = {{"k", 7.0}};
    CHECK(error({3, 1}, 3, 7, seven) == "shape: matvec_q8: weight is u32 [3, 1], expected shape [N=3, K/4=2]");
    CHECK(error({3, 2}, 2, 7, seven) == "shape: matvec_q8: scale is f32 [2], expected shape [N=3]");
    CHECK(error({6}, 6, 7, seven) == "shape: matvec_q8: weight is u32 [6], expected shape [N, K/4]");
    CHECK(error({3, 2}, 3, 7, {}).starts_with("missing: matvec_q8: parameter k is missing"));
    CHECK(error({3, 2}, 3, 7, {{"k", 8.0}}) ==
          "shape: matvec_q8: parameter k is 8, expected 7, which is K of the tensors");
    CHECK(error({3, 2}, 3, 7, {{"k", 7.5}}).starts_with("type: matvec_q8: parameter k is 7.5"));
}

TEST_CASE("matvec_q8: rows are read 16 codes at a time only where they are whole loads, and words only where they are "
          "whole") {
    const OpSpec& op = **find_op("matvec_q8");
    for (auto& [device, caps] : made_up::all())
        for (uint64_t n : {0u, 1u, 7u, 8u, 4096u, 65535u})
            for (uint64_t k : {0u, 1u, 4u, 5u, 15u, 16u, 36u, 576u, 1028u, 4096u, 65535u, 65536u}) {
                INFO(device, ", ", n, "x", k);
                const std::vector<NamedType> types = {{"weight", {DType::u32, {n, (k + 3) / 4}}},
                                                      {"scale", {DType::f32, {n}}},
                                                      {"vector", {DType::f32, {k}}}};
                auto args = check_args(op, types, {{"k", static_cast<double>(k)}});
                REQUIRE_MESSAGE(args, (args ? "" : args.error().message));
                auto all = op.choices(caps, *args);
                REQUIRE_FALSE(all.empty());
                CHECK(all.back().entry == "kernel");
                for (auto& choice : all) {
                    const uint64_t whole = choice.entry == "kernel" ? 1 : 16;
                    CHECK(k % whole == 0);
                    CHECK((k > 0 || choice.entry == "kernel"));
                }
            }
}
