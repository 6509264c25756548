#include "ops/snake/snake.hpp"
#include "kernels/snakes.hpp"
#include "ops/snake/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps&, const Args& args) { return snake_choices(args); }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto dispatch = snake_dispatch(args, choice);
    dispatch.bindings = {in(0), in(1), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements()), c = args.dim("C");
    // Two products, a sine, a square and a sum; the sine counts as one.
    return {4 * (2 * n + c), 5 * n};
}

}  // namespace

extern const OpSpec snake_spec;
constexpr OpSpec snake_spec = {
    .name = "snake",
    .summary = "Adds to each element its squared sine, with a frequency for each channel by which that is divided.",
    .source = "Ziyin et al. 2020: Snake",
    .inputs = {f32("input", "N", "C", "L"), f32("alpha", "C")},
    .params = {},
    .outputs = {f32("out", "N", "C", "L")},
    .reference = snake_reference,
    .error_factor = snake_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = snake_cases,
    .bench_cases = snake_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> snake(Context& context, Tensor input, Tensor alpha) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}, {"alpha", std::move(alpha)}};
    auto outputs = co_await run(context, "snake", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
