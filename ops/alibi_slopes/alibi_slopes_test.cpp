#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> slopes(double heads) {
    auto outputs = run_reference("alibi_slopes", {}, {{"heads", heads}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Params& params) {
    auto outputs = run_reference("alibi_slopes", {}, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("alibi_slopes: twelve heads") {
    const auto of_twelve = slopes(12);
    REQUIRE(of_twelve.size() == 12);
    for (int h = 0; h < 8; h++) CHECK(of_twelve[static_cast<size_t>(h)] == std::exp2(-1.0f - static_cast<float>(h)));
    for (int t = 0; t < 4; t++)
        CHECK(of_twelve[static_cast<size_t>(8 + t)] == doctest::Approx(std::exp2(-0.5 - t)).epsilon(1e-7));
}

TEST_CASE("alibi_slopes: one head, and a power of two") {
    CHECK(slopes(1) == std::vector<float>{0x1p-8f});
    CHECK(slopes(2) == std::vector<float>{0x1p-4f, 0x1p-8f});
    CHECK(slopes(16)[1] == 0.5f);
    CHECK(slopes(16)[0] == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("alibi_slopes: errors") {
    CHECK(error({{"heads", 0.0}}) == "range: alibi_slopes: parameter heads is 0, expected at least 1");
    CHECK(error({{"heads", -3.0}}) == "range: alibi_slopes: parameter heads is -3, expected at least 1");
    CHECK(error({{"heads", 2.5}}) == "type: alibi_slopes: parameter heads is 2.5, expected an integer");
    CHECK(error({{"heads", 268435457.0}}) == "limit: alibi_slopes: 268435457 heads are more than 2^28");
    CHECK(error({}).starts_with("missing: alibi_slopes: parameter heads is missing"));
}
