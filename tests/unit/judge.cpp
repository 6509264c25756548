// What counts as a wrong result, and what it is called.
#include "harness/judge.hpp"
#include "kernels/reference.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace xpu;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kUlp = 0x1p-23;
constexpr uint32_t kSentinel = 0x7fa57fa5;

// Judged with a factor of 2.
constexpr OpSpec kSpec = {.name = "made_up",
                          .summary = "",
                          .source = "",
                          .inputs = {},
                          .params = {},
                          .outputs = {f32("out", "N"), f32("second", "N")},
                          .validate = nullptr,
                          .reference = nullptr,
                          .error_factor = [](const Args&) { return 2.0; },
                          .choices = nullptr,
                          .plan = nullptr,
                          .cases = nullptr,
                          .bench_cases = nullptr,
                          .cost = nullptr};

Args args() {
    Args made;
    made.op = &kSpec;
    return made;
}

RefTensor want(DType type, const std::vector<double>& values, std::vector<double> magnitude) {
    return {{type, {values.size()}}, values, std::move(magnitude)};
}

HostTensor host(DType type, std::vector<double> values) {
    return narrow({{type, {values.size()}}, std::move(values), {}});
}

/// Judges one f32 element: empty, or the kind of the disagreement.
std::string kind(double should, double magnitude, float got) {
    auto wrong = judge(args(), 0, want(DType::f32, {should}, {magnitude}), host(DType::f32, {got}));
    return wrong ? wrong->kind : "";
}
std::string kind16(double should, double magnitude, double got) {
    auto wrong = judge(args(), 0, want(DType::f16, {should}, {magnitude}), host(DType::f16, {got}));
    return wrong ? wrong->kind : "";
}

std::string golden(DType type, double should, double got, double rel = 0, double abs = 0) {
    auto wrong = judge_golden("out", host(type, {should}), host(type, {got}), rel, abs);
    return wrong ? wrong->kind : "";
}

}  // namespace

TEST_CASE("the bound is factor · 2^-23 · magnitude, to the bit") {
    CHECK(kind(1.0, 1.0, 1.0f) == "");
    CHECK(kind(1.0, 1.0, 1.0f + 2 * kUlp) == "");
    CHECK(kind(1.0, 1.0, 1.0f + 3 * kUlp) == "off");
    CHECK(kind(1.0, 1.0, 1.0f - 2 * kUlp) == "");
    CHECK(kind(1.0, 1.0, 1.0f - 2.5 * kUlp) == "off");
    CHECK(kind(0.0, 4.0, 8 * kUlp) == "");  // terms that cancel leave the room that their magnitudes need
    CHECK(kind(0.0, 4.0, 9 * kUlp) == "off");
    CHECK(kind(0.0, 0.0, 0x1p-126f) == "");  // denormals may be flushed
    CHECK(kind(0.0, 0.0, 0x1.8p-126f) == "off");
    CHECK(kind(1e-40, 0.0, 0.0f) == "");
    CHECK(kind(1.0, kNaN, 1.0f) == "off");  // a bound that is no number excuses nothing
}

TEST_CASE("zero has no sign, and everything else has") {
    CHECK(kind(0.0, 0.0, -0.0f) == "");
    CHECK(kind(-0.0, 0.0, 0.0f) == "");
    CHECK(kind(1.0, 1.0, -1.0f) == "off");
}

TEST_CASE("NaN and Inf fail by their names, whichever side they are on") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    CHECK(kind(1.0, 1.0, nan) == "nan");
    CHECK(kind(kNaN, 1.0, 1.0f) == "nan");
    CHECK(kind(kNaN, kNaN, nan) == "");
    CHECK(kind(kInf, 1.0, nan) == "nan");
    CHECK(kind(kNaN, 1.0, inf) == "nan");
    CHECK(kind(1.0, 1.0, inf) == "inf");
    CHECK(kind(1.0, 1.0, -inf) == "inf");
    CHECK(kind(kInf, kInf, 3e38f) == "inf");
    CHECK(kind(kInf, kInf, inf) == "");
    CHECK(kind(-kInf, kInf, -inf) == "");
    CHECK(kind(kInf, kInf, -inf) == "inf");
    CHECK(kind(1.0, 1e9, nan) == "nan");  // no bound excuses a NaN
}

TEST_CASE("an overflow is right on either side only where the bound reaches across it") {
    const double last = 0x1.fffffep127, limit = 0x1.ffffffp127;
    const float inf = std::numeric_limits<float>::infinity();
    CHECK(kind(last, last, inf) == "");
    CHECK(kind(limit * (1 + kUlp), limit, static_cast<float>(last)) == "");
    CHECK(kind(1e300, 1e300, inf) == "");
    CHECK(kind(1e300, 1e38, static_cast<float>(last)) == "inf");
    CHECK(kind(3e38, 3e38, inf) == "inf");
    CHECK(kind(last, last, -inf) == "inf");
    CHECK(kind(-last, last, -inf) == "");
    CHECK(kind16(65504, 65504, 65504) == "");
    CHECK(kind16(65519, 65504, kInf) == "");
    CHECK(kind16(65521, 65504, 65504) == "");
    CHECK(kind16(60000, 60000, kInf) == "inf");
    CHECK(kind16(70000, 65504, 65504) == "inf");
    CHECK(kind16(70000, 65504, kInf) == "");
}

TEST_CASE("f16 results have half a step of storage on top of the bound") {
    CHECK(kind16(1.0, 0.0, 1.0) == "");
    CHECK(kind16(1.0 + 0x1p-11, 0.0, 1.0) == "");  // exactly between two halves: either is right
    CHECK(kind16(1.0 + 0x1p-11, 0.0, 1.0 + 0x1p-10) == "");
    CHECK(kind16(1.0, 0.0, 1.0 + 0x1p-10) == "off");
    CHECK(kind16(0x1p-26, 0.0, 0.0) == "");
    CHECK(kind16(0.0, 0.0, 0x1p-24) == "off");
}

TEST_CASE("an element that still holds the sentinel was never written, whatever was wanted there") {
    const auto untouched = [](DType type, double should) {
        HostTensor got = HostTensor::zeros({type, {3}});
        std::memcpy(got.data.data() + size_of(type), &kSentinel, size_of(type));
        auto wrong = judge(args(), 0, want(type, {0, should, 0}, {0, 0, 0}), got);
        return wrong ? wrong->kind + std::to_string(wrong->index) : "";
    };
    CHECK(untouched(DType::f32, 1.0) == "untouched1");
    CHECK(untouched(DType::f32, kNaN) == "untouched1");
    CHECK(untouched(DType::f16, kNaN) == "untouched1");
    CHECK(untouched(DType::i32, 0) == "untouched1");
    CHECK(untouched(DType::u32, 0) == "untouched1");
}

TEST_CASE("integers are exact") {
    for (DType type : {DType::i32, DType::u32, DType::u8}) {
        CHECK_FALSE(judge(args(), 0, want(type, {7, 200}, {1e9, 1e9}), host(type, {7, 200})));
        auto wrong = judge(args(), 0, want(type, {7, 200}, {1e9, 1e9}), host(type, {7, 201}));
        REQUIRE(wrong);
        CHECK(wrong->kind == "exact");
        CHECK(wrong->index == 1);
    }
    CHECK_FALSE(judge(args(), 0, want(DType::u32, {4294967295.0}, {0}), host(DType::u32, {4294967295.0})));
    CHECK(judge(args(), 0, want(DType::i32, {-2147483648.0}, {0}), host(DType::i32, {2147483647.0})));
}

TEST_CASE("a wrong dtype or shape is found before any element") {
    auto shape = judge(args(), 1, want(DType::f32, {1, 2}, {0, 0}), host(DType::f32, {1, 2, 3}));
    REQUIRE(shape);
    CHECK(shape->kind == "shape");
    CHECK(shape->tensor == "second");
    CHECK(shape->to_string() == "second has a wrong shape");
    auto type = judge(args(), 0, want(DType::f32, {1}, {0}), host(DType::i32, {1}));
    REQUIRE(type);
    CHECK(type->to_string() == "out has a wrong dtype");
    CHECK_FALSE(judge(args(), 0, want(DType::f32, {}, {}), host(DType::f32, {})));
}

TEST_CASE("the report is of the worst element, and counts the others") {
    // Off by 4, 8 and 6 units where 2 are allowed.
    auto wrong = judge(args(), 0, want(DType::f32, {1, 1, 1, 1}, {1, 1, 1, 1}),
                       host(DType::f32, {1 + 4 * kUlp, 1, 1 + 8 * kUlp, 1 - 6 * kUlp}));
    REQUIRE(wrong);
    CHECK(wrong->index == 2);
    CHECK(wrong->count == 3);
    CHECK(wrong->want == 1);
    CHECK(wrong->bound == doctest::Approx(2 * kUlp));
    CHECK(wrong->to_string().starts_with("out[2] is 1"));
    CHECK(wrong->to_string().ends_with("(3 elements are wrong)"));
    // By its excess over its own bound, not by its size.
    wrong = judge(args(), 0, want(DType::f32, {1000, 1}, {1000, 1}), host(DType::f32, {1001, 1.5}));
    CHECK(wrong->index == 1);
    // What has a name beats any number.
    wrong = judge(args(), 0, want(DType::f32, {1, 1, 1}, {1, 1, 1}), host(DType::f32, {1e30, kNaN, 2e30}));
    CHECK(wrong->kind == "nan");
    CHECK(wrong->index == 1);
    CHECK(wrong->count == 3);
    wrong = judge(args(), 0, want(DType::f32, {1}, {1}), host(DType::f32, {2}));
    CHECK(wrong->to_string().ends_with("(1 element is wrong)"));
}

TEST_CASE("each kind reads as a sentence") {
    CHECK(Disagreement{"untouched", "out", 3, 2}.to_string() == "out[3] was never written (2 elements are wrong)");
    CHECK(Disagreement{"band", "out", 9, 1, 0.5}.to_string() ==
          "out[9] lies past the end and was written: 0.5 (1 element is wrong)");
    CHECK(Disagreement{"nan", "out", 0, 1, kNaN, 2}.to_string() == "out[0] is nan, expected 2 (1 element is wrong)");
    CHECK(Disagreement{"off", "out", 0, 1, 1, 2, 0.25}.to_string() ==
          "out[0] is 1, expected 2 within 0.25 (1 element is wrong)");
}

TEST_CASE("golden: equal passes, also Inf and NaN, and zero of either sign") {
    CHECK(golden(DType::f32, 0.0, -0.0) == "");
    CHECK(golden(DType::f32, kInf, kInf) == "");
    CHECK(golden(DType::f32, -kInf, -kInf) == "");
    CHECK(golden(DType::f32, kNaN, kNaN) == "");
    CHECK(golden(DType::f16, kNaN, kNaN) == "");
    CHECK(golden(DType::f16, 1.5, 1.5) == "");
}

TEST_CASE("golden: within abs, or within rel of what is wanted") {
    CHECK(golden(DType::f32, 1, 1 + kUlp) == "off");
    CHECK(golden(DType::f32, 1, 1 + kUlp, 0, kUlp) == "");
    CHECK(golden(DType::f32, 1, 1 + kUlp, kUlp, 0) == "");
    CHECK(golden(DType::f32, 100, 101, 0.01, 0) == "");
    CHECK(golden(DType::f32, 100, 101.5, 0.01, 0) == "off");
    CHECK(golden(DType::f32, 101, 100, 0.0099, 0) == "off");  // of |want|: 1 > 0.0099 · 101
    CHECK(golden(DType::f32, 0, 0.5, 0.9, 0) == "off");
    CHECK(golden(DType::f32, 0, 0.5, 0, 0.5) == "");
    CHECK(golden(DType::f32, 10, 10.6, 0.05, 0.5) == "off");  // the larger of the two, not their sum
    CHECK(golden(DType::f32, -100, -101, 0.01, 0) == "");
}

TEST_CASE("golden: NaN and Inf where they are not wanted fail whatever the tolerance") {
    CHECK(golden(DType::f32, 1, kNaN, 1e9, 1e9) == "nan");
    CHECK(golden(DType::f32, kNaN, 1, 1e9, 1e9) == "nan");
    CHECK(golden(DType::f32, 1, kInf, 1e9, 1e9) == "inf");
    CHECK(golden(DType::f32, kInf, 1, 1e9, 1e9) == "inf");
    CHECK(golden(DType::f32, kInf, -kInf, 1e9, kInf) == "inf");
    CHECK(golden(DType::f32, kInf, kNaN, 1e9, 1e9) == "nan");
}

TEST_CASE("golden: integers are exact whatever the tolerance") {
    CHECK(golden(DType::i32, 5, 6, 1, 10) == "exact");
    CHECK(golden(DType::u32, 5, 4, 1, 10) == "exact");
    CHECK(golden(DType::u8, 5, 6, 1, 10) == "exact");
    CHECK(golden(DType::i32, -5, -5) == "");
}

TEST_CASE("golden: shape and dtype must be equal, and one bad element among many is enough") {
    CHECK(judge_golden("out", host(DType::f32, {1, 2}), host(DType::f32, {1}), 1, 1)->kind == "shape");
    CHECK(judge_golden("out", host(DType::f32, {1}), host(DType::f16, {1}), 1, 1)->kind == "dtype");
    HostTensor flat = host(DType::f32, {1, 2}), column = flat;
    column.type.shape = {2, 1};
    CHECK(judge_golden("out", flat, column, 1, 1)->kind == "shape");
    std::vector<double> values(2000, 1.0);
    HostTensor should = host(DType::f32, values);
    values[1234] = 0;
    auto wrong = judge_golden("out.probs", should, host(DType::f32, values), 1e-3, 1e-3);
    REQUIRE(wrong);
    CHECK(wrong->tensor == "out.probs");
    CHECK(wrong->index == 1234);
    CHECK(wrong->count == 1);
}
