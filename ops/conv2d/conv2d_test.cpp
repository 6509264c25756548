#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;
using Numbers = std::vector<double>;

const Floats kNine = {1, 2, 3, 4, 5, 6, 7, 8, 9};

Floats values(Shape shape, const Floats& x, Shape weight_shape, const Floats& weight, const Params& params = {},
              const Floats& bias = {}) {
    std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)},
                                          {"weight", HostTensor::f32(std::move(weight_shape), weight)}};
    if (!bias.empty()) given.push_back({"bias", HostTensor::f32({bias.size()}, bias)});
    auto outputs = run_reference("conv2d", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape input, Shape weight, const Params& params = {}, Shape bias = {}) {
    std::vector<NamedType> given = {{"input", {DType::f32, std::move(input)}},
                                    {"weight", {DType::f32, std::move(weight)}}};
    if (!bias.empty()) given.push_back({"bias", {DType::f32, std::move(bias)}});
    auto args = check_args(**find_op("conv2d"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("conv2d: pinned values") {
    const Shape image = {1, 1, 3, 3};
    // Correlation: neither axis is turned round, nor are the two exchanged.
    CHECK(values(image, kNine, {1, 1, 2, 2}, {1, 10, 100, 1000}) == Floats{5421, 6532, 8754, 9865});
    CHECK(values(image, kNine, {1, 1, 2, 2}, {1, 10, 100, 1000}, {}, {50000}) == Floats{55421, 56532, 58754, 59865});
    CHECK(values(image, kNine, {1, 1, 1, 1}, {1}, {{"stride", Numbers{2, 1}}}) == Floats{1, 2, 3, 7, 8, 9});
    CHECK(values(image, kNine, {1, 1, 1, 1}, {1}, {{"stride", 2.0}}) == Floats{1, 3, 7, 9});
    CHECK(values(image, kNine, {1, 1, 1, 2}, {1, 10}, {{"dilation", Numbers{1, 2}}}) == Floats{31, 64, 97});
    CHECK(values(image, kNine, {1, 1, 2, 1}, {1, 10}, {{"dilation", Numbers{2, 1}}}) == Floats{71, 82, 93});
    CHECK(values({1, 1, 1, 2}, {1, 2}, {1, 1, 1, 1}, {1}, {{"padding", Numbers{1, 0}}}) == Floats{0, 0, 1, 2, 0, 0});
    CHECK(values({1, 1, 1, 2}, {1, 2}, {1, 1, 1, 1}, {1}, {{"padding", Numbers{0, 1}}}) == Floats{0, 1, 2, 0});
}

TEST_CASE("conv2d: channels, groups, batches and the activation after the bias") {
    CHECK(values({1, 2, 1, 2}, {1, 2, 3, 4}, {2, 2, 1, 1}, {1, 10, 100, 1000}) == Floats{31, 42, 3100, 4200});
    // Two groups: each half of the results sees its half of the channels.
    CHECK(values({1, 2, 2, 1}, {1, 2, 3, 4}, {4, 1, 1, 1}, {1, 10, 100, 1000}, {{"groups", 2.0}}) ==
          Floats{1, 2, 10, 20, 300, 400, 3000, 4000});
    CHECK(values({2, 1, 2, 1}, {1, 2, 3, 4}, {1, 1, 2, 1}, {1, 10}) == Floats{21, 43});
    CHECK(values({0, 1, 2, 2}, {}, {1, 1, 2, 1}, {1, 10}).empty());
    CHECK(values({1, 0, 1, 3}, {}, {2, 0, 1, 2}, {}, {}, {5, 7}) == Floats{5, 5, 7, 7});
    CHECK(values({1, 1, 1, 2}, {1, -3}, {1, 1, 1, 1}, {1}, {{"act", std::string("relu")}}, {1}) == Floats{2, 0});
}

TEST_CASE("conv2d: NaN and Inf, also against the zeros of the padding") {
    auto out = values({1, 1, 2, 2}, {1, NAN, 3, 4}, {1, 1, 1, 2}, {1, 1});
    CHECK(std::isnan(out[0]));
    CHECK(out[1] == 7);
    out = values({1, 1, 2, 1}, {1, 2}, {1, 1, 2, 1}, {INFINITY, 1}, {{"padding", Numbers{1, 0}}});
    CHECK(std::isnan(out[0]));
    CHECK(out[1] == INFINITY);
}

TEST_CASE("conv2d: errors") {
    const Shape x = {1, 4, 6, 5}, w = {2, 4, 3, 3};
    CHECK(error({1, 5, 6, 5}, {4, 2, 3, 3}, {{"groups", 2.0}}) ==
          "divisible: conv2d: parameter groups is 2, expected it to divide the 5 channels of input");
    CHECK(error(x, {3, 2, 3, 3}, {{"groups", 2.0}}) ==
          "divisible: conv2d: parameter groups is 2, expected it to divide the 3 channels of weight");
    CHECK(error(x, {2, 3, 3, 3}) ==
          "shape: conv2d: weight is f32 [2, 3, 3, 3], expected 4 channels a group: Cin / groups is 4 / 1");
    CHECK(error(x, {2, 4, 0, 3}) ==
          "range: conv2d: weight is f32 [2, 4, 0, 3], expected at least one tap along each axis");
    CHECK(error(x, {2, 4, 3}) == "shape: conv2d: weight is f32 [2, 4, 3], expected shape [Cout, Cg, KH, KW]");
    CHECK(error(x, w, {}, {3}) == "shape: conv2d: bias is f32 [3], expected shape [Cout=2]");
    CHECK(error(x, w, {{"stride", Numbers{1, 0}}}) == "range: conv2d: parameter stride is 0, expected at least 1");
    CHECK(error(x, w, {{"dilation", -2.0}}) == "range: conv2d: parameter dilation is -2, expected at least 1");
    CHECK(error(x, w, {{"padding", Numbers{-1, 0}}}) == "range: conv2d: parameter padding is -1, expected at least 0");
    CHECK(error(x, w, {{"groups", 0.0}}) == "range: conv2d: parameter groups is 0, expected at least 1");
    for (auto& list : {Numbers{}, Numbers{1}, Numbers{1, 1, 1}})
        CHECK(error(x, w, {{"stride", list}}) == "type: conv2d: parameter stride is a list of " +
                                                     std::to_string(list.size()) +
                                                     ", expected an integer or a list of 2");
    CHECK(error(x, w, {{"dilation", Numbers{1}}})
              .starts_with("type: conv2d: parameter dilation is a list of 1, expected"));
    CHECK(error(x, w, {{"padding", Numbers{0.5, 1}}}).starts_with("type: conv2d: parameter padding is a list of 2"));
    CHECK(error(x, w, {{"padding", std::string("same")}}) ==
          "type: conv2d: parameter padding is \"same\", expected an integer or a list of integers");
    CHECK(error(x, w, {{"act", std::string("gelu")}})
              .starts_with("kind: conv2d: parameter act is \"gelu\", expected one"));
    CHECK(
        error({1, 4, 6, 2}, w) ==
        "range: conv2d: the kernel reaches over 3 samples of the width, and the input with its padding has 2: expected "
        "at least one result");
    CHECK(error({1, 4, 6, 5}, {2, 4, 7, 1})
              .starts_with("range: conv2d: the kernel reaches over 7 samples of the height, and the input"));
    CHECK(error({1, 1, 1, 4294967295}, {1, 1, 1, 1}, {{"padding", Numbers{0, 1}}}) ==
          "limit: conv2d: input with its padding has a width of 4294967297, expected at most 2^32 - 1");
    CHECK(error({2, 1, 1, 2147483647}, {2, 1, 1, 1}).starts_with("limit: conv2d: out would be f32"));
    // Sizes whose product is beyond 64 bits, of tensors that are empty.
    CHECK(error({0, 1, 4294967295, 4294967295}, {0, 1, 4294967295, 4294967295}) == "no error");
}
