#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

struct Decoded {
    std::vector<int32_t> tokens, lengths;
};

Decoded decoded(Shape shape, std::vector<float> scores, double blank = 0) {
    const std::vector<NamedHostTensor> given = {{"scores", HostTensor::f32(std::move(shape), scores)}};
    auto outputs = run_reference("ctc_decode", given, {{"blank", blank}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto tokens = (*outputs)[0].as<int32_t>(), lengths = (*outputs)[1].as<int32_t>();
    return {{tokens.begin(), tokens.end()}, {lengths.begin(), lengths.end()}};
}

std::string error(TensorType scores, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"scores", HostTensor::zeros(std::move(scores))}};
    auto outputs = run_reference("ctc_decode", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

using Ints = std::vector<int32_t>;

}  // namespace

TEST_CASE("ctc_decode: a blank between two equal labels keeps both, and without it they are one") {
    // Classes 1, blank, 1; then 1, 1, 2.
    auto out = decoded({2, 3, 3}, {0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1});
    CHECK(out.tokens == Ints{1, 1, -1, 1, 2, -1});
    CHECK(out.lengths == Ints{2, 2});
}

TEST_CASE("ctc_decode: the first of equal scores wins, and NaN is above all") {
    CHECK(decoded({1, 1, 3}, {5, 5, 5}, 2).tokens == Ints{0});
    CHECK(decoded({1, 1, 3}, {-1, -0.0f, 0}, 0).tokens == Ints{1});
    CHECK(decoded({1, 1, 4}, {0, INFINITY, NAN, NAN}).tokens == Ints{2});
    CHECK(decoded({1, 1, 2}, {-INFINITY, -INFINITY}, 1).tokens == Ints{0});
}

TEST_CASE("ctc_decode: a blank outside the classes is none, and its default is 0") {
    CHECK(decoded({1, 2, 2}, {1, 0, 0, 1}, -1).tokens == Ints{0, 1});
    CHECK(decoded({1, 2, 2}, {1, 0, 0, 1}, 2).tokens == Ints{0, 1});
    CHECK(decoded({1, 2, 2}, {1, 0, 0, 1}, 1).tokens == Ints{0, -1});
    const std::vector<float> scores = {1, 0, 0, 1};
    const std::vector<NamedHostTensor> given = {{"scores", HostTensor::f32({1, 2, 2}, scores)}};
    auto outputs = run_reference("ctc_decode", given, {});
    REQUIRE(outputs);
    CHECK((*outputs)[0].as<int32_t>()[0] == 1);
    CHECK((*outputs)[1].type == TensorType{DType::i32, {1}});
}

TEST_CASE("ctc_decode: nothing to decode") {
    CHECK(decoded({0, 4, 2}, {}).lengths.empty());
    auto out = decoded({2, 0, 2}, {});
    CHECK(out.tokens.empty());
    CHECK(out.lengths == Ints{0, 0});
}

TEST_CASE("ctc_decode: errors") {
    CHECK(error({DType::f32, {2, 3, 0}}, {}) == "shape: ctc_decode: scores has no classes");
    CHECK(error({DType::f32, {2, 3}}, {}) == "shape: ctc_decode: scores is f32 [2, 3], expected shape [B, T, C]");
    CHECK(error({DType::i32, {2, 3, 4}}, {}) == "dtype: ctc_decode: scores is i32 [2, 3, 4], expected f32");
    CHECK(error({DType::f32, {2, 3, 4}}, {{"blank", 0.5}}) ==
          "type: ctc_decode: parameter blank is 0.5, expected an integer");
}
