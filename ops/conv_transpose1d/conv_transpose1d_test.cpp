#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;

Floats values(Shape shape, const Floats& x, Shape weight_shape, const Floats& weight, const Params& params = {},
              const Floats& bias = {}) {
    std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)},
                                          {"weight", HostTensor::f32(std::move(weight_shape), weight)}};
    if (!bias.empty()) given.push_back({"bias", HostTensor::f32({bias.size()}, bias)});
    auto outputs = run_reference("conv_transpose1d", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape input, Shape weight, const Params& params = {}, Shape bias = {}) {
    std::vector<NamedType> given = {{"input", {DType::f32, std::move(input)}},
                                    {"weight", {DType::f32, std::move(weight)}}};
    if (!bias.empty()) given.push_back({"bias", {DType::f32, std::move(bias)}});
    auto args = check_args(**find_op("conv_transpose1d"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

// The word of the parameters that undoes a multiplication by dilation / gcd, modulo stride / gcd.
uint64_t inverse(double stride, double dilation) {
    auto& op = **find_op("conv_transpose1d");
    std::vector<NamedType> given = {{"input", {DType::f32, {1, 1, 4}}}, {"weight", {DType::f32, {1, 1, 2}}}};
    auto args = check_args(op, given, {{"stride", stride}, {"dilation", dilation}});
    REQUIRE(args);
    return op.plan({}, *args, {"kernel", 1 << 8 | 1}).dispatches[0].params[15];
}

}  // namespace

TEST_CASE("conv_transpose1d: pinned values") {
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 3}, {1, 10, 100}) == Floats{1, 12, 120, 200});
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 3}, {1, 10, 100}, {{"stride", 2.0}, {"output_padding", 1.0}}) ==
          Floats{1, 10, 102, 20, 200, 0});
    CHECK(values({1, 1, 3}, {1, 2, 3}, {1, 1, 3}, {1, 0, 0}, {{"padding", 1.0}}) == Floats{2, 3, 0});
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 2}, {1, 10}, {{"dilation", 3.0}}) == Floats{1, 2, 0, 10, 20});
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 2}, {1, 10}, {{"stride", 3.0}}, {5}) == Floats{6, 15, 5, 7, 25});
    // The last result exists for output_padding's sake, and has a term of its own: 2 · 10⁴ lands on 3 + 4 − 2 = 5.
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 6}, {1, 10, 100, 1000, 10000, 100000},
                 {{"stride", 3.0}, {"padding", 2.0}, {"output_padding", 1.0}},
                 {7}) == Floats{107, 1009, 10027, 100207, 2007, 20007});
}

TEST_CASE("conv_transpose1d: channels, groups and batches") {
    CHECK(values({1, 2, 2}, {1, 2, 3, 4}, {2, 2, 1}, {1, 10, 100, 1000}) == Floats{301, 402, 3010, 4020});
    // Two groups: each half of the results comes from its half of the channels.
    CHECK(values({1, 2, 2}, {1, 2, 3, 4}, {2, 2, 1}, {1, 10, 100, 1000}, {{"groups", 2.0}}) ==
          Floats{1, 2, 10, 20, 300, 400, 3000, 4000});
    CHECK(values({2, 1, 1}, {1, 2}, {1, 1, 2}, {1, 10}) == Floats{1, 10, 2, 20});
    CHECK(values({0, 1, 2}, {}, {1, 1, 2}, {1, 10}).empty());
    CHECK(values({1, 0, 2}, {}, {0, 2, 1}, {}, {}, {5, 7}) == Floats{5, 5, 7, 7});
    CHECK(values({1, 1, 0}, {}, {1, 1, 3}, {1, 2, 3}, {}, {5}) == Floats{5, 5});
}

TEST_CASE("conv_transpose1d: NaN and Inf stay where they land") {
    auto out = values({1, 1, 3}, {1, NAN, 3}, {1, 1, 1}, {1}, {{"stride", 2.0}});
    CHECK(out[0] == 1);
    CHECK(out[1] == 0);
    CHECK(std::isnan(out[2]));
    CHECK(out[4] == 3);
    // The first result has no sample for the second tap, and the last none for the first.
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 2}, {1, INFINITY}) == Floats{1, INFINITY, INFINITY});
    CHECK(values({1, 1, 2}, {1, 2}, {1, 1, 2}, {-INFINITY, 1}) == Floats{-INFINITY, -INFINITY, 2});
}

TEST_CASE("conv_transpose1d: errors") {
    const Shape x = {1, 4, 5}, w = {4, 2, 3};
    CHECK(error(x, w, {{"groups", 3.0}}) ==
          "divisible: conv_transpose1d: parameter groups is 3, expected it to divide the 4 channels of input");
    CHECK(error(x, {3, 2, 3}) == "shape: conv_transpose1d: weight is f32 [3, 2, 3], expected shape [Cin=4, Og, K]");
    CHECK(error(x, w, {{"groups", 2.0}}, {2}) ==
          "shape: conv_transpose1d: bias is f32 [2], expected shape [4]: Cout is 2 channels of weight times 2 groups");
    CHECK(error(x, w, {{"groups", 2.0}}, {4}) == "no error");
    CHECK(error(x, {4, 2, 0}) == "range: conv_transpose1d: weight is f32 [4, 2, 0], expected K of at least 1");
    CHECK(error(x, w, {{"stride", 0.0}}) == "range: conv_transpose1d: parameter stride is 0, expected at least 1");
    CHECK(error(x, w, {{"dilation", 0.0}}) == "range: conv_transpose1d: parameter dilation is 0, expected at least 1");
    CHECK(error(x, w, {{"groups", 0.0}}) == "range: conv_transpose1d: parameter groups is 0, expected at least 1");
    CHECK(error(x, w, {{"padding", -1.0}}) == "range: conv_transpose1d: parameter padding is -1, expected at least 0");
    CHECK(error(x, w, {{"stride", 2.0}, {"output_padding", -1.0}}) ==
          "range: conv_transpose1d: parameter output_padding is -1, expected at least 0");
    CHECK(
        error(x, w, {{"output_padding", 1.0}}) ==
        "range: conv_transpose1d: parameter output_padding is 1, expected it to be below the stride or the dilation, 1 "
        "and 1");
    CHECK(error(x, w, {{"output_padding", 1.0}, {"dilation", 2.0}}) == "no error");
    CHECK(error(x, w, {{"padding", 0.5}}) == "type: conv_transpose1d: parameter padding is 0.5, expected an integer");
    CHECK(error(x, w, {{"padding", 4.0}}) == "range: conv_transpose1d: out would have rows of -1, expected at least 1");
    CHECK(error({1, 1, 5}, {1, 1, 3}, {{"stride", 2147483647.0}}) ==
          "limit: conv_transpose1d: the samples land on 10737418238 places, expected at most 2^32 - 1");
}

TEST_CASE("conv_transpose1d: the first tap of a phase is found by an inverse") {
    CHECK(inverse(5, 3) == 2);  // 2 · 3 = 5 + 1
    CHECK(inverse(4, 6) == 1);  // of 3 modulo 2
    CHECK(inverse(7, 1) == 1);
    CHECK(inverse(7, 12) == 3);  // of 5: 15 = 2 · 7 + 1
    CHECK(inverse(1000003, 999983) * 999983 % 1000003 == 1);
}
