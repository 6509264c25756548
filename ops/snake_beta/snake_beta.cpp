#include "ops/snake_beta/snake_beta.hpp"
#include "kernels/snakes.hpp"
#include "ops/snake_beta/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps&, const Args& args) { return snake_choices(args); }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto dispatch = snake_dispatch(args, choice);
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements()), c = args.dim("C");
    // Two products, a sine, a square and a sum; the sine counts as one.
    return {4 * (2 * n + 2 * c), 5 * n};
}

}  // namespace

extern const OpSpec snake_beta_spec;
constexpr OpSpec snake_beta_spec = {
    .name = "snake_beta",
    .summary = "Adds to each element its squared sine, with a frequency and a divisor for each channel.",
    .source = "Lee et al. 2023 (BigVGAN): SnakeBeta",
    .inputs = {f32("input", "N", "C", "L"), f32("alpha", "C"), f32("beta", "C")},
    .params = {},
    .outputs = {f32("out", "N", "C", "L")},
    .reference = snake_beta_reference,
    .error_factor = snake_beta_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = snake_beta_cases,
    .bench_cases = snake_beta_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> snake_beta(Context& context, Tensor input, Tensor alpha, Tensor beta) {
    std::vector<NamedTensor> inputs = {
        {"input", std::move(input)}, {"alpha", std::move(alpha)}, {"beta", std::move(beta)}};
    auto outputs = co_await run(context, "snake_beta", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
