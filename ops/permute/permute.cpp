#include "ops/permute/permute.hpp"
#include "kernels/moves.hpp"
#include "ops/permute/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps&, const Args& args) { return move_choices(args.dim("D") % 4 == 0); }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t d0 = args.dim("d0"), d1 = args.dim("d1");
    DispatchPlan dispatch = move_dispatch(choice, {d1 * d0, args.dim("D")});
    dispatch.bindings = {in(0), out(0)};
    dispatch.params.push_back(args.dim("d0"));
    dispatch.params.push_back(args.dim("d1"));
    return {{dispatch}, {}};
}

// What is moved is read once and written once.
Cost cost(const Args& args) { return {8 * static_cast<double>(args.outputs[0].elements()), 0}; }

}  // namespace

extern const OpSpec permute_spec;
constexpr OpSpec permute_spec = {
    .name = "permute",
    .summary = "Swaps the first two axes of three.",
    .source = "torch.permute(input, (1, 0, 2)).contiguous()",
    .inputs = {words("input", "d0", "d1", "D")},
    .params = {},
    .outputs = {words("out", "d1", "d0", "D")},
    .reference = permute_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = permute_cases,
    .bench_cases = permute_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> permute(Context& context, Tensor input) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    auto outputs = co_await run(context, "permute", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
