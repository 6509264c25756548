// What a declaration can say beyond plain tensors: any shape, optional inputs, computed sizes, repeated sizes.
#include "kernels/registry.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

Status validate(Args& args) {
    args.bind("Half", args.dim("K") / 2);
    return {};
}

constexpr OpSpec kPacked = {
    .name = "packed",
    .summary = "made up",
    .source = "nowhere",
    .inputs = {tensor(DType::u32, "weight", "N", "K/4"), f32_or_f16("vector", "K"), optional(f32_or_f16("bias", "N")),
               optional(f32("shift", kAnyShape)), f32("like", kAnyShape)},
    .params = {size("k", "the row's length", "K"), optional_integer("pad", "may be absent"),
               real("slope", "with a default", 0.25), choice("kind", "which", {"sum", "max"})},
    .outputs = {f32("out", "N", "Half"), f32("more", "K/8"), f32("same", kAnyShape)},
    .validate = validate,
    .reference = nullptr,
    .error_factor = nullptr,
    .choices = nullptr,
    .plan = nullptr,
    .cases = nullptr,
    .bench_cases = nullptr,
    .cost = nullptr,
};

using Types = std::vector<NamedType>;

Types good() {
    return {{"weight", {DType::u32, {3, 3}}}, {"vector", {DType::f32, {9}}}, {"like", {DType::f32, {2, 1, 5}}}};
}

const Params kGood = {{"k", 9.0}, {"kind", std::string("max")}};

std::string error(const Types& types, const Params& params = kGood) {
    auto args = check_args(kPacked, types, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("sizes of results come from symbols, quotients, validate, and the input of any shape") {
    auto args = check_args(kPacked, good(), kGood);
    REQUIRE(args);
    CHECK(args->outputs[0].shape == Shape{3, 4});
    CHECK(args->outputs[1].shape == Shape{2});
    CHECK(args->outputs[2].shape == Shape{2, 1, 5});
    CHECK(args->choice("kind") == 1);
    CHECK(args->real("slope") == 0.25);
    CHECK_FALSE(args->has("bias"));
    CHECK(args->has("vector"));
    CHECK_FALSE(args->has_param("pad"));
    CHECK(args->inputs.size() == 5);
    CHECK(args->inputs[2].elements() == 0);
}

TEST_CASE("a quotient is compared whichever of the two tensors comes first") {
    Types words = good();
    words[0].type.shape = {3, 2};
    CHECK(error(words) == "shape: packed: weight is u32 [3, 2], expected shape [N=3, K/4=3]");
    Types longer = good();
    longer[1].type.shape = {13};
    CHECK(error(longer, {{"k", 13.0}, {"kind", std::string("sum")}}) ==
          "shape: packed: weight is u32 [3, 3], expected shape [N=3, K/4=4]");
}

TEST_CASE("optional inputs are checked where they are given") {
    Types biased = good();
    biased.push_back({"bias", {DType::f32, {3}}});
    auto args = check_args(kPacked, biased, kGood);
    REQUIRE(args);
    CHECK(args->has("bias"));
    biased.back().type.shape = {4};
    CHECK(error(biased) == "shape: packed: bias is f32 [4], expected shape [N=3]");
}

TEST_CASE("tensors of any shape have the same one") {
    Types shifted = good();
    shifted.push_back({"shift", {DType::f32, {2, 5}}});
    CHECK(error(shifted) == "shape: packed: like is f32 [2, 1, 5], expected the shape of f32 [2, 5]");
    shifted.back().type.shape = {2, 1, 5};
    CHECK(error(shifted) == "no error");
}

TEST_CASE("a size that is a parameter too must be given and agree") {
    CHECK(error(good(), {{"kind", std::string("sum")}}) == "missing: packed: parameter k is missing: the row's length");
    CHECK(error(good(), {{"k", 8.0}, {"kind", std::string("sum")}}) ==
          "shape: packed: parameter k is 8, expected 9, which is K of the tensors");
    CHECK(error(good(), {{"k", 9.0}}).starts_with("missing: packed: parameter kind"));
}
