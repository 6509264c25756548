#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> table(double n, double d_model, double pos_offset) {
    auto outputs = run_reference("pope", {}, {{"n", n}, {"d_model", d_model}, {"pos_offset", pos_offset}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(double n, double d_model, double pos_offset) {
    auto outputs = run_reference("pope", {}, {{"n", n}, {"d_model", d_model}, {"pos_offset", pos_offset}});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

using Floats = std::vector<float>;

}  // namespace

TEST_CASE("pope: the first polynomials at four places, of which 1 is none") {
    CHECK(table(1, 4, 0) == Floats{1, 1, 1, 1});
    CHECK(table(2, 4, 1) == Floats{-1, -0.5, 0, 0.5, 1, -0.125, -0.5, -0.125});
    // P3 = (5x³ − 3x) / 2.
    CHECK(table(1, 4, 3) == Floats{-1, 0.4375, 0, -0.4375});
}

TEST_CASE("pope: at -1 the sign changes with each degree, and the middle is 0 for odd ones") {
    CHECK(table(2, 2, 1000) == Floats{1, table(1, 2, 1000)[1], -1, 0});
    CHECK(table(0, 4, 5).empty());
}

TEST_CASE("pope: errors") {
    CHECK(error(-1, 4, 0) == "range: pope: parameter n is -1, expected at least 0");
    CHECK(error(1, 0, 0) == "range: pope: parameter d_model is 0, expected at least 1");
    CHECK(error(1, 4, -1) == "range: pope: parameter pos_offset is -1, expected at least 0");
    CHECK(error(1, 4, 1 << 18) == "range: pope: degrees up to 262145 are beyond 2^18");
    CHECK(error(0, (1 << 24) + 1, 0) == "limit: pope: 16777217 columns are more than 2^24");
    auto outputs = run_reference("pope", {}, {{"n", 1.0}, {"d_model", 4.0}});
    REQUIRE(!outputs);
    CHECK(outputs.error().code == Code::missing);
}
