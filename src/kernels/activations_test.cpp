#include "kernels/activations.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <vector>

using namespace xpu;

namespace {

constexpr Act kAll[] = {Act::none, Act::relu, Act::relu2, Act::silu, Act::elu, Act::tanh, Act::gelu, Act::gelu_tanh};

std::vector<double> arguments() {
    std::vector<double> all = {0};
    for (double x = 1e-6; x < 200; x *= 1.07)
        for (double sign : {1.0, -1.0}) all.push_back(sign * x);
    return all;
}

}  // namespace

TEST_CASE("an activation's error covers every argument that is as far off as was said") {
    for (Act act : kAll)
        for (double alpha : {1.0, -3.0})
            for (double x : arguments())
                for (double off : {1e-7, 1e-3, 0.5, 10.0}) {
                    auto [value, error] = activate(act, x, off, alpha);
                    for (double share : {-1.0, -0.6, -0.1, 0.3, 1.0}) {
                        double moved = std::fabs(activate(act, x + share * off, 0, alpha).value - value);
                        INFO(static_cast<uint32_t>(act), " of ", x, " off by ", share * off, ", alpha ", alpha);
                        REQUIRE(moved <= error + 1e-13 * (1 + x * x));  // roundings of f64
                    }
                }
}

TEST_CASE("an activation's error is no wider than its slope and the roundings ask for") {
    for (Act act : kAll)
        for (double x : arguments()) {
            INFO(static_cast<uint32_t>(act), " of ", x);
            double value = std::fabs(activate(act, x, 0).value);
            // e^t, which may be off by 2·|t| units, reaches t = −½·x² in gelu and 2·u in gelu_tanh; elsewhere t is x.
            double worst = act == Act::gelu ? 1.3 * x * x : act == Act::gelu_tanh ? 0.4 * std::fabs(x * x * x) : 0;
            CHECK(activate(act, x, 0).error <=
                  0x1p-23 * (20 + worst + 9 * std::fabs(x)) * value + 0x1p-124 * (1 + std::fabs(x)));
            CHECK(activate(act, x, 1e-3).error <= 1e-3 * std::max(1.13, 2 * std::fabs(x) + 0.01) + 1e-4 * value);
        }
    CHECK(activate(Act::relu, -1, 0.5).error == 0);
    CHECK(activate(Act::tanh, 20, 0.5).error < 1e-6);
    CHECK(activate(Act::gelu, -20, 0.5).error < 1e-70);
    CHECK(activate(Act::silu, -50, 0.5).error < 1e-19);
}

TEST_CASE("activations of NaN and infinities, whatever the argument's error is") {
    for (Act act : kAll)
        for (double off : {0.0, double{INFINITY}, double{NAN}}) {
            CHECK(std::isnan(activate(act, NAN, off).value));
            auto top = activate(act, INFINITY, off);
            CHECK(top.value == (act == Act::tanh ? 1 : INFINITY));
        }
    for (double off : {0.0, double{INFINITY}, double{NAN}}) {
        CHECK(activate(Act::tanh, -INFINITY, off).error < 5 * 0x1p-23);
        CHECK(activate(Act::elu, -INFINITY, off, 2).value == -2);
        CHECK(activate(Act::elu, -INFINITY, off, 2).error < 4 * 0x1p-23);
        CHECK(activate(Act::relu, -INFINITY, off).value == 0);
        CHECK(activate(Act::relu, -INFINITY, off).error == 0);
    }
}

TEST_CASE("the names that products and convolutions give to activations") {
    CHECK(fused_act(0) == Act::none);
    for (uint32_t i = 0; i < kFusedActs.size(); i++) {
        double at_one = activate(fused_act(i), 1, 0).value, at_minus_one = activate(fused_act(i), -1, 0).value;
        INFO(kFusedActs[i]);
        if (kFusedActs[i] == "none") CHECK(at_minus_one == -1);
        if (kFusedActs[i] == "gelu_tanh") CHECK(at_one == doctest::Approx(0.8411920).epsilon(1e-6));
        if (kFusedActs[i] == "gelu_erf") CHECK(at_one == doctest::Approx(0.8413447).epsilon(1e-6));
        if (kFusedActs[i] == "tanh") CHECK(at_one == doctest::Approx(std::tanh(1.0)));
        if (kFusedActs[i] == "relu") CHECK((at_one == 1 && at_minus_one == 0));
        if (kFusedActs[i] == "silu") CHECK(at_one == doctest::Approx(0.7310586).epsilon(1e-6));
    }
}
