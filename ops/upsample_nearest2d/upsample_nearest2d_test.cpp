#include "kernels/registry.hpp"
#include <doctest/doctest.h>
#include <numeric>

using namespace xpu;

namespace {

using Given = std::vector<NamedHostTensor>;

HostTensor f32_of(Shape shape, std::vector<float> x) { return HostTensor::f32(std::move(shape), x); }

HostTensor words_of(DType type, Shape shape, std::vector<uint32_t> x) {
    HostTensor tensor = HostTensor::zeros({type, std::move(shape)});
    std::copy(x.begin(), x.end(), tensor.as<uint32_t>().begin());
    return tensor;
}

std::vector<float> values(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("upsample_nearest2d", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("upsample_nearest2d", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

Params to(double out_h, double out_w) { return {{"out_h", out_h}, {"out_w", out_w}}; }

// Which of `size` rows each of `out` rows comes from.
std::vector<float> rows(uint64_t size, uint64_t out) {
    std::vector<float> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    auto down = values({{"input", f32_of({1, 1, size, 1}, numbers)}}, to(static_cast<double>(out), 1));
    auto along = values({{"input", f32_of({1, 1, 1, size}, numbers)}}, to(1, static_cast<double>(out)));
    CHECK(down == along);
    return down;
}

TEST_CASE("upsample_nearest2d: pinned values") {
    CHECK(rows(3, 7) == std::vector<float>{0, 0, 0, 1, 1, 2, 2});
    CHECK(rows(3, 4) == std::vector<float>{0, 0, 1, 2});
    CHECK(rows(5, 5) == std::vector<float>{0, 1, 2, 3, 4});
    // Scale and product are rounded to f32: exact quotients would give 7, and 1 from row 41 on.
    CHECK(rows(14, 46)[23] == 6);
    CHECK(rows(2, 82)[41] == 0);
    CHECK(rows(2, 82)[42] == 1);
    // Only the rounded product reaches 1.
    CHECK(rows(2, 50)[25] == 1);
    CHECK(values({{"input", f32_of({1, 2, 1, 2}, {1, 2, 3, 4})}}, to(2, 4)) ==
          std::vector<float>{1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4});
    CHECK(values({{"input", zeros({0, 2, 1, 2})}}, to(2, 4)).empty());
}

TEST_CASE("upsample_nearest2d: the result has the input's dtype, and its bits") {
    for (DType type : {DType::f32, DType::i32, DType::u32}) {
        auto outputs =
            run_reference("upsample_nearest2d", Given{{"input", words_of(type, {1, 1, 1, 2}, {1, 2})}}, to(1, 3));
        REQUIRE(outputs);
        CHECK((*outputs)[0].type.dtype == type);
        auto moved = (*outputs)[0].as<uint32_t>();
        CHECK(std::vector<uint32_t>(moved.begin(), moved.end()) == std::vector<uint32_t>{1, 1, 2});  // as f32 denormals
    }
}

TEST_CASE("upsample_nearest2d: errors") {
    const Given x = {{"input", zeros({1, 2, 4, 3})}};
    CHECK(error(x, to(3, 6)) == "range: upsample_nearest2d: parameter out_h is 3, expected at least 4, which is H");
    CHECK(error(x, to(4, 2)) == "range: upsample_nearest2d: parameter out_w is 2, expected at least 3, which is W");
    CHECK(error(x, to(0, 3)).starts_with("range: upsample_nearest2d: parameter out_h is 0"));
    CHECK(error(x, to(-4, 3)).starts_with("range: upsample_nearest2d: parameter out_h is -4"));
    CHECK(error(x, to(4.5, 3)) == "type: upsample_nearest2d: parameter out_h is 4.5, expected an integer");
    CHECK(error(x, {{"out_h", 4.0}}).starts_with("missing: upsample_nearest2d: parameter out_w"));
    CHECK(error({{"input", zeros({1, 2, 0, 3})}}, to(4, 3)) ==
          "range: upsample_nearest2d: input is f32 [1, 2, 0, 3], expected H of at least 1");
    CHECK(error({{"input", zeros({2, 4, 3})}}, to(4, 3)) ==
          "shape: upsample_nearest2d: input is f32 [2, 4, 3], expected shape [N, C, H, W]");
}
