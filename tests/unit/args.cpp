// The checks that every call goes through, on a made-up operator that has a bit of everything.
#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace xpu;

namespace {

Status validate(Args& args) {
    if (args.dim("K") % 2 != 0)
        return fail(Code::divisible, "K is " + std::to_string(args.dim("K")) + ", expected an even number");
    return {};
}

constexpr OpSpec kSpec = {
    .name = "blend",
    .summary = "made up",
    .source = "nowhere",
    .inputs = {f32("left", "M", "K"), f32("right", "K", "N"), f32_or_f16("mask", "M"), tensor(DType::u32, "seed", "2")},
    .params = {real("alpha", "how much of left"), integer("groups", "how many", 3), flag("causal", "a flag", true),
               choice("act", "a name", {"none", "relu", "gelu_tanh"}, "relu")},
    .outputs = {f32("out", "M", "N"), f32("sums", "K", "4")},
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
    return {{"left", {DType::f32, {3, 4}}},
            {"right", {DType::f32, {4, 5}}},
            {"mask", {DType::f16, {3}}},
            {"seed", {DType::u32, {2}}}};
}

Types with(size_t i, TensorType type) {
    Types types = good();
    types[i].type = std::move(type);
    return types;
}

const Params kGood = {{"alpha", 0.5}};

Params with(const std::string& name, ParamValue value) {
    Params params = kGood;
    params.set(name, std::move(value));
    return params;
}

/// The error's code and message, as "shape: blend: …".
std::string error(const Types& types, const Params& params = kGood) {
    auto args = check_args(kSpec, types, params);
    if (args) return "no error";
    CHECK(args.error().message.starts_with("blend: "));
    CHECK(args.error().message.find('\n') == std::string::npos);
    return std::string(name(args.error().code)) + ": " + args.error().message;
}
std::string error(const Params& params) { return error(good(), params); }

constexpr uint64_t k2to32 = uint64_t{1} << 32;

}  // namespace

TEST_CASE("a good call gets its dimensions, defaults and output types") {
    auto args = check_args(kSpec, good(), kGood);
    REQUIRE(args);
    CHECK(args->dim("M") == 3);
    CHECK(args->dim("K") == 4);
    CHECK(args->dim("N") == 5);
    CHECK(args->dim("Q") == 0);
    CHECK(args->real("alpha") == 0.5);
    CHECK(args->integer("groups") == 3);
    CHECK(*args->params.find("causal") == ParamValue(true));
    CHECK(*args->params.find("act") == ParamValue(std::string("relu")));
    REQUIRE(args->outputs.size() == 2);
    CHECK(args->outputs[0] == TensorType{DType::f32, {3, 5}});
    CHECK(args->outputs[1] == TensorType{DType::f32, {4, 4}});
    CHECK(args->inputs[2] == TensorType{DType::f16, {3}});
}

TEST_CASE("inputs may come in any order, and an empty axis is no error") {
    Types types = good();
    std::swap(types[0], types[3]);
    std::swap(types[1], types[2]);
    auto args = check_args(kSpec, types, kGood);
    REQUIRE(args);
    CHECK(args->inputs[0] == TensorType{DType::f32, {3, 4}});
    types = {{"left", {DType::f32, {0, 4}}},
             {"right", {DType::f32, {4, 0}}},
             {"mask", {DType::f32, {0}}},
             {"seed", {DType::u32, {2}}}};
    args = check_args(kSpec, types, kGood);
    REQUIRE(args);
    CHECK(args->outputs[0] == TensorType{DType::f32, {0, 0}});
}

TEST_CASE("an unknown input gets the list and a near name, a missing one its expected shape") {
    Types types = good();
    types[2].name = "msak";
    CHECK(error(types) ==
          "unknown: blend: there is no input \"msak\" (it takes left, right, mask, seed); did you mean mask?");
    types[2].name = "temperature";
    CHECK(error(types) == "unknown: blend: there is no input \"temperature\" (it takes left, right, mask, seed)");
    types = good();
    types.pop_back();
    CHECK(error(types) == "missing: blend: input seed is missing (expected shape [2])");
    types = good();
    types.erase(types.begin() + 1);
    CHECK(error(types) == "missing: blend: input right is missing (expected shape [K=4, N])");
    CHECK(error(Types{}).starts_with("missing: blend: input left is missing"));
}

TEST_CASE("an input that is given twice is refused: a call would not know which one to bind") {
    Types types = good();
    types.push_back({"left", {DType::f32, {3, 4}}});
    CHECK(error(types).starts_with("conflict: blend: "));
    CHECK(error(types).contains("left"));
}

TEST_CASE("dtypes, ranks and dimensions are checked against the declaration and each other") {
    CHECK(error(with(0, {DType::f16, {3, 4}})) == "dtype: blend: left is f16 [3, 4], expected f32");
    CHECK(error(with(2, {DType::i32, {3}})) == "dtype: blend: mask is i32 [3], expected f32 or f16");
    CHECK(error(with(0, {DType::f32, {3}})) == "shape: blend: left is f32 [3], expected shape [M, K]");
    CHECK(error(with(0, {DType::f32, {3, 4, 1}})) == "shape: blend: left is f32 [3, 4, 1], expected shape [M, K]");
    CHECK(error(with(0, {DType::f32, {}})) == "shape: blend: left is f32 [], expected shape [M, K]");
    CHECK(error(with(1, {DType::f32, {6, 5}})) == "shape: blend: right is f32 [6, 5], expected shape [K=4, N]");
    CHECK(error(with(2, {DType::f32, {4}})) == "shape: blend: mask is f32 [4], expected shape [M=3]");
    CHECK(error(with(3, {DType::u32, {3}})) == "shape: blend: seed is u32 [3], expected shape [2]");
}

TEST_CASE("more than 2^32 - 1 elements are refused, in inputs and in outputs, however they multiply") {
    CHECK(error(with(0, {DType::f32, {k2to32, 4}})).starts_with("limit: blend: left is f32 [4294967296, 4]"));
    CHECK(error(with(0, {DType::f32, {k2to32, k2to32}})).starts_with("limit: blend: left"));
    CHECK(error(with(0, {DType::f32, {UINT64_MAX, UINT64_MAX}})).starts_with("limit: blend: left"));
    const auto product = [](uint64_t m, uint64_t n) {
        return Types{{"left", {DType::f32, {m, 2}}},
                     {"right", {DType::f32, {2, n}}},
                     {"mask", {DType::f16, {m}}},
                     {"seed", {DType::u32, {2}}}};
    };
    CHECK(error(product(65536, 65536)).starts_with("limit: blend: out would be f32 [65536, 65536]"));
    CHECK(check_args(kSpec, product(65537, 65535), kGood));  // 2^32 - 1
    // K = 0 hides the size of the output from the inputs' own counts.
    Types hollow = {{"left", {DType::f32, {k2to32 - 1, 0}}},
                    {"right", {DType::f32, {0, k2to32 - 1}}},
                    {"mask", {DType::f16, {k2to32 - 1}}},
                    {"seed", {DType::u32, {2}}}};
    CHECK(error(hollow).starts_with("limit: blend: out would be"));
}

TEST_CASE("a dimension that does not fit 32 bits is refused even where its tensor is empty") {
    Types types = {{"left", {DType::f32, {k2to32 + 1, 0}}},
                   {"right", {DType::f32, {0, 0}}},
                   {"mask", {DType::f16, {k2to32 + 1}}},
                   {"seed", {DType::u32, {2}}}};
    CHECK(error(types).starts_with("limit: blend: "));
    // Here no tensor with the dimension has an element.
    constexpr OpSpec hollow = {.name = "hollow",
                               .summary = "",
                               .source = "",
                               .inputs = {f32("x", "N", "D")},
                               .params = {},
                               .outputs = {f32("out", "N", "D")},
                               .validate = nullptr,
                               .reference = nullptr,
                               .error_factor = nullptr,
                               .choices = nullptr,
                               .plan = nullptr,
                               .cases = nullptr,
                               .bench_cases = nullptr,
                               .cost = nullptr};
    Types wide = {{"x", {DType::f32, {k2to32 + 1, 0}}}};
    auto args = check_args(hollow, wide, {});
    REQUIRE_FALSE(args);
    CHECK(args.error().code == Code::limit);
}

TEST_CASE("an unknown parameter gets the list and a near name, a missing one what it means") {
    CHECK(error(with("alhpa", 1.0)) ==
          "unknown: blend: there is no parameter \"alhpa\" (it takes alpha, groups, causal, act); did you mean alpha?");
    CHECK(error(with("zzz", 1.0)) ==
          "unknown: blend: there is no parameter \"zzz\" (it takes alpha, groups, causal, act)");
    CHECK(error(Params{}) == "missing: blend: parameter alpha is missing: how much of left");
}

TEST_CASE("a parameter's kind is checked") {
    CHECK(error(with("alpha", true)) == "type: blend: parameter alpha is true, expected a number");
    CHECK(error(with("alpha", std::string("1"))) == "type: blend: parameter alpha is \"1\", expected a number");
    CHECK(error(with("alpha", std::vector<double>{1, 2})) ==
          "type: blend: parameter alpha is a list of 2, expected a number");
    CHECK(error(with("alpha", std::monostate{})) ==
          "type: blend: parameter alpha is null or an object, expected a number");
    CHECK(error(with("alpha", std::numeric_limits<double>::infinity()))
              .starts_with("range: blend: parameter alpha is inf"));
    CHECK(error(with("alpha", std::nan(""))).starts_with("range: blend: parameter alpha is nan"));
    CHECK(error(with("groups", 2.5)) == "type: blend: parameter groups is 2.5, expected an integer");
    CHECK(error(with("groups", std::string("2"))) == "type: blend: parameter groups is \"2\", expected an integer");
    CHECK(error(with("groups", 4294967296.0))
              .starts_with("range: blend: parameter groups is 4294967296, expected less than 2^31"));
    CHECK(error(with("groups", -1e300)).starts_with("range: blend: parameter groups"));
    CHECK(error(with("groups", std::nan(""))).starts_with("type: blend: parameter groups"));
    CHECK(error(with("groups", 2147483647.0)) == "no error");
    CHECK(error(with("causal", 1.0)) == "type: blend: parameter causal is 1, expected true or false");
    CHECK(error(with("causal", std::string("yes"))).starts_with("type: blend: parameter causal"));
    CHECK(error(with("act", 0.0)) == "type: blend: parameter act is 0, expected a name");
    CHECK(error(with("act", std::string("rleu"))) ==
          "kind: blend: parameter act is \"rleu\", expected one of none, relu, gelu_tanh; did you mean relu?");
    CHECK(error(with("act", std::string(""))).starts_with("kind: blend: parameter act is \"\""));
}

TEST_CASE("the operator's own validation keeps its code and gets its name") {
    Types odd = {{"left", {DType::f32, {3, 5}}},
                 {"right", {DType::f32, {5, 5}}},
                 {"mask", {DType::f16, {3}}},
                 {"seed", {DType::u32, {2}}}};
    CHECK(error(odd) == "divisible: blend: K is 5, expected an even number");
}

TEST_CASE("a near name is one within a third of the letters") {
    const std::vector<std::string_view> names = {"rms_norm", "softmax", "matmul"};
    CHECK(did_you_mean("sofmax", names) == "; did you mean softmax?");
    CHECK(did_you_mean("matmull", names) == "; did you mean matmul?");
    CHECK(did_you_mean("rmsnorm", names) == "; did you mean rms_norm?");
    CHECK(did_you_mean("convolution", names).empty());
    CHECK(did_you_mean("", names).empty());
    CHECK(did_you_mean("x", {}).empty());
}

TEST_CASE("operators are found by their name") {
    REQUIRE(find_op("softmax"));
    CHECK((*find_op("softmax"))->name == "softmax");
    auto near = find_op("sofmax");
    REQUIRE_FALSE(near);
    CHECK(near.error().code == Code::unknown);
    CHECK(near.error().message == "no operator is called \"sofmax\"; did you mean softmax?");
    CHECK_FALSE(find_op(""));
    CHECK_FALSE(find_op("Softmax"));
}

TEST_CASE("a case's inputs go through the same checks") {
    Case one{"made up",
             {{"left", {DType::f32, {3, 4}}},
              {"right", {DType::f32, {4, 5}}},
              {"mask", {DType::f16, {3}}},
              {"seed", {DType::u32, {2}}}},
             kGood};
    CHECK(check_case(kSpec, one));
    one.inputs[1].type.shape = {5, 5};
    CHECK_FALSE(check_case(kSpec, one));
}
