#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;
using Numbers = std::vector<double>;

Floats values(Shape shape, const Floats& x, Shape weight_shape, const Floats& weight, const Params& params = {},
              const Floats& bias = {}) {
    std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)},
                                          {"weight", HostTensor::f32(std::move(weight_shape), weight)}};
    if (!bias.empty()) given.push_back({"bias", HostTensor::f32({bias.size()}, bias)});
    auto outputs = run_reference("conv3d", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape input, Shape weight, const Params& params = {}) {
    std::vector<NamedType> given = {{"input", {DType::f32, std::move(input)}},
                                    {"weight", {DType::f32, std::move(weight)}}};
    auto args = check_args(**find_op("conv3d"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("conv3d: pinned values") {
    // A block of 2 x 2 x 2 and a power of ten for each tap: an axis that is turned round or taken for another shows.
    const Floats block = {1, 2, 3, 4, 5, 6, 7, 8};
    const Shape shape = {1, 1, 2, 2, 2};
    CHECK(values(shape, block, {1, 1, 2, 1, 1}, {1, 10}) == Floats{51, 62, 73, 84});
    CHECK(values(shape, block, {1, 1, 1, 2, 1}, {1, 10}) == Floats{31, 42, 75, 86});
    CHECK(values(shape, block, {1, 1, 1, 1, 2}, {1, 10}) == Floats{21, 43, 65, 87});
    CHECK(values(shape, block, {1, 1, 2, 2, 1}, {1, 10, 100, 1000}) == Floats{7531, 8642});
    CHECK(values(shape, block, {1, 1, 2, 2, 1}, {1, 10, 100, 1000}, {}, {10000}) == Floats{17531, 18642});
    CHECK(values(shape, block, {1, 1, 1, 1, 1}, {1}, {{"stride", Numbers{2, 1, 1}}}) == Floats{1, 2, 3, 4});
    CHECK(values(shape, block, {1, 1, 1, 1, 1}, {1}, {{"stride", Numbers{1, 2, 1}}}) == Floats{1, 2, 5, 6});
    CHECK(values(shape, block, {1, 1, 1, 1, 1}, {1}, {{"stride", 2.0}}) == Floats{1});
    const Shape line = {1, 1, 3, 1, 1};
    CHECK(values(line, {1, 2, 3}, {1, 1, 2, 1, 1}, {1, 10}, {{"dilation", Numbers{2, 1, 1}}}) == Floats{31});
    CHECK(values(line, {1, 2, 3}, {1, 1, 1, 1, 1}, {1}, {{"padding", Numbers{1, 0, 0}}}) == Floats{0, 1, 2, 3, 0});
}

TEST_CASE("conv3d: channels, groups, batches and the activation after the bias") {
    CHECK(values({1, 2, 2, 1, 1}, {1, 2, 3, 4}, {2, 2, 1, 1, 1}, {1, 10, 100, 1000}) == Floats{31, 42, 3100, 4200});
    CHECK(values({1, 2, 2, 1, 1}, {1, 2, 3, 4}, {4, 1, 1, 1, 1}, {1, 10, 100, 1000}, {{"groups", 2.0}}) ==
          Floats{1, 2, 10, 20, 300, 400, 3000, 4000});
    CHECK(values({2, 1, 2, 1, 1}, {1, 2, 3, 4}, {1, 1, 2, 1, 1}, {1, 10}) == Floats{21, 43});
    CHECK(values({1, 0, 1, 1, 3}, {}, {2, 0, 1, 1, 2}, {}, {}, {5, 7}) == Floats{5, 5, 7, 7});
    CHECK(values({1, 1, 1, 1, 2}, {1, -3}, {1, 1, 1, 1, 1}, {1}, {{"act", std::string("relu")}}, {1}) == Floats{2, 0});
}

TEST_CASE("conv3d: NaN and Inf, also against the zeros of the padding") {
    auto out = values({1, 1, 2, 1, 2}, {1, NAN, 3, 4}, {1, 1, 1, 1, 2}, {1, 1});
    CHECK(std::isnan(out[0]));
    CHECK(out[1] == 7);
    CHECK(std::isnan(values({1, 1, 1, 1, 1}, {1}, {1, 1, 2, 1, 1}, {INFINITY, 1}, {{"padding", Numbers{1, 0, 0}}})[0]));
}

TEST_CASE("conv3d: errors") {
    const Shape x = {1, 4, 4, 6, 5}, w = {2, 4, 3, 3, 3};
    CHECK(error(x, {3, 2, 3, 3, 3}, {{"groups", 2.0}}) ==
          "divisible: conv3d: parameter groups is 2, expected it to divide the 3 channels of weight");
    CHECK(error({1, 5, 4, 6, 5}, {2, 2, 3, 3, 3}, {{"groups", 2.0}}) ==
          "divisible: conv3d: parameter groups is 2, expected it to divide the 5 channels of input");
    CHECK(error(x, {2, 3, 3, 3, 3}) ==
          "shape: conv3d: weight is f32 [2, 3, 3, 3, 3], expected 4 channels a group: Cin / groups is 4 / 1");
    CHECK(error({1, 4, 6, 5}, w) == "shape: conv3d: input is f32 [1, 4, 6, 5], expected shape [N, Cin, D, H, W]");
    CHECK(error(x, {2, 4, 0, 3, 3}) ==
          "range: conv3d: weight is f32 [2, 4, 0, 3, 3], expected at least one tap along each axis");
    CHECK(error(x, w, {{"stride", Numbers{1, 1, 0}}}) == "range: conv3d: parameter stride is 0, expected at least 1");
    for (auto& list : {Numbers{1}, Numbers{1, 1}, Numbers{1, 1, 1, 1}})
        CHECK(error(x, w, {{"padding", list}}) == "type: conv3d: parameter padding is a list of " +
                                                      std::to_string(list.size()) +
                                                      ", expected an integer or a list of 3");
    CHECK(error(x, w, {{"padding", std::string("same")}}) ==
          "type: conv3d: parameter padding is \"same\", expected an integer or a list of integers");
    CHECK(
        error(x, {2, 4, 5, 1, 1}) ==
        "range: conv3d: the kernel reaches over 5 samples of the depth, and the input with its padding has 4: expected "
        "at least one result");
}
