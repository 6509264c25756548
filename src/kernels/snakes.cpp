#include "kernels/snakes.hpp"
#include "kernels/streams.hpp"
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpu {

std::vector<Choice> snake_choices(const Args& args) {
    // What has to be whole vectors is a channel; then so are all elements.
    return stream_choices(args.dim("L") % 4 == 0 ? args.outputs[0].elements() : 1, "vector", "kernel");
}

DispatchPlan snake_dispatch(const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    // Without elements nothing is dispatched, but the plan is made.
    uint32_t channels = std::max(args.dim("C"), 1u), length = std::max(args.dim("L"), 1u);
    dispatch.params = {static_cast<uint32_t>(n),
                       channels,
                       length,
                       bits(std::numeric_limits<float>::quiet_NaN()),
                       kStreamThreads / length % channels,  // how far an element of a thread is from its next
                       kStreamThreads % length};
    return dispatch;
}

// In units of u = 2⁻²⁴, with the functions of wgsl/snake.wgsl.
// The angle α·x rounds once. Taking k·π off it is nearly exact as it is written; a compiler that gathers the pieces of π rounds π, k·π
// and the difference: together 4 units of the angle at most. An angle that is off by δ moves sin² by up to |sin 2z|·δ + δ²; and beyond
// 2, where nothing is known of it, no further.
// The sine's fit is off by 0.3 units and its last sum by 1; the other term of that sum rounds 4.5 times and is at most 0.57 of the sine:
// 4 units, so 9 for the square. The divisor's sum rounds once, the division by 5 and the product by 1. Then comes the last sum. A
// square below the least normal number may be taken as 0, and so may the angle where a factor is.
void snake_values(const Args& args, const RefTensor& input, const RefTensor& alpha, const RefTensor& divisor,
                  RefTensor& out) {
    constexpr double kUnit = 0x1p-24;
    const double epsilon = 1e-9f;
    size_t channels = args.dim("C"), length = args.dim("L");
    for (size_t i = 0; i < out.values.size(); i++) {
        size_t channel = i / length % channels;
        double x = input.values[i], angle = alpha.values[channel] * x, sine = std::sin(angle);
        double inverse = 1 / (divisor.values[channel] + epsilon), term = inverse * (sine * sine);
        bool flushed = std::min(std::fabs(x), std::fabs(alpha.values[channel])) < 0x1p-126;
        double off = std::min((flushed ? 1 : 4 * kUnit) * std::fabs(angle), 2.0);
        double moved = std::fabs(std::sin(2 * angle)) * off + off * off + 0x1p-126;
        out.values[i] = x + term;
        double error = std::fabs(inverse) * moved + 16 * kUnit * std::fabs(term) + kUnit * std::fabs(x + term);
        out.magnitude[i] = 0x1p23 * error;
    }
}

namespace {

Case one(std::initializer_list<std::string_view> per_channel, std::string name, Shape shape,
         Fill fill = Fill::uniform) {
    Case made{std::move(name), {{"input", {DType::f32, shape}, fill}}, {}};
    for (auto input : per_channel) made.inputs.push_back({input, {DType::f32, {shape[1]}}});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> snake_shapes(std::initializer_list<std::string_view> per_channel) {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    auto shape = [&](std::string name, Shape sizes, Fill fill = Fill::uniform) {
        return one(per_channel, std::move(name), std::move(sizes), fill);
    };
    // α and divisors where formulas break: next to −1e-9, which the divisor's sum cancels, and where the angle is large or its
    // product overflows. Inputs of all magnitudes, and infinities and NaN on both sides.
    auto everywhere = [&](std::string name, uint64_t length) {
        Case made = shape(std::move(name), {2, 13, length}, Fill::not_finite);
        for (double x : {0.0, 1e-44, 1e-30, 1e-10, 1e-4, 0.3, 0.5, 1.0, 1.5707963, 3.1415927, 6.2831855, 20.0, 333.3,
                         1e4, 1e6, 2e7, 3e9, 1e30, 3e38})
            for (double sign : {1.0, -1.0}) made.inputs[0].values.push_back(sign * x);
        for (size_t i = 1; i < made.inputs.size(); i++)
            made.inputs[i].values = {0.0, 1e-9, -2e-9, -0.99999e-9, 1e-4, -0.5, 1, 3, 100, 1e10, kInf, kNan, -kInf};
        if (made.inputs.size() > 2) made.inputs[1].values = {1, 2, 0.5, kInf, 1e-9, 1e30, 1, 0, kNan, 1, -3, 1, 5};
        return made;
    };
    Case exact = shape("the divisor is 0", {1, 2, 100});
    exact.inputs[0].values = {1, -0.5, 3};
    for (size_t i = 1; i < exact.inputs.size(); i++) exact.inputs[i].values = {-1e-9, 0.5};
    return {
        shape("no rows", {0, 3, 64}),
        shape("no columns", {2, 0, 64}),
        shape("no elements", {2, 3, 0}),
        shape("one element", {1, 1, 1}),
        shape("primes", {17, 19, 23}),
        shape("channels of one element", {5, 67, 1}),
        shape("channels of a vector", {5, 67, 4}),
        shape("a channel is one below a step of a thread", {2, 3, 255}),
        shape("a channel is a step of a thread", {2, 3, 256}),
        shape("a channel is one past a step of a thread", {2, 3, 257}),
        shape("one channel, elements", {3, 1, 1023}),
        shape("one channel, vectors", {3, 1, 1028}),
        shape("a channel in several workgroups", {1, 2, 4101}),
        shape("more than 65,535 rows", {65537, 1, 3}),
        folded(shape("vectors", {2, 3, 2736})),
        folded(shape("elements", {3, 41, 37})),
        shape("large magnitudes", {2, 3, 36}, Fill::large),
        shape("not finite", {2, 4, 9}, Fill::not_finite),
        shape("zeros", {2, 3, 20}, Fill::zeros),
        everywhere("everywhere, vectors", 76),
        everywhere("everywhere, elements", 77),
        exact,
    };
}

std::vector<Case> snake_bench_shapes(std::initializer_list<std::string_view> per_channel) {
    auto shape = [&](Shape sizes, bool quick = false) {
        std::string name;
        for (auto size : sizes) name += (name.empty() ? "" : "x") + std::to_string(size);
        Case bench = one(per_channel, std::move(name), std::move(sizes));
        bench.quick = quick;
        return bench;
    };
    return {shape({1, 128, 131072}, true), shape({1, 256, 65535}), shape({8, 512, 4096}), shape({1, 64, 64})};
}

}  // namespace xpu
