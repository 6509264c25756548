#include "ops/gather_cols/gather_cols.hpp"
#include "kernels/moves.hpp"
#include "ops/gather_cols/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps&, const Args& args) { return move_choices(args.dim("F") % 4 == 0); }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    DispatchPlan dispatch = move_dispatch(choice, {args.dim("C"), args.dim("F")});
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params.push_back(args.dim("T"));
    return {{dispatch}, {}};
}

// Each element of the result is read once and written once; how much of x that is depends on the indices.
Cost cost(const Args& args) {
    double c = args.dim("C"), f = args.dim("F");
    return {4 * (2 * c * f + f), 0};
}

}  // namespace

extern const OpSpec gather_cols_spec;
constexpr OpSpec gather_cols_spec = {
    .name = "gather_cols",
    .summary = "Columns of a matrix, picked by their numbers.",
    .source = "torch.index_select(x, 1, idx)",
    .inputs = {words("x", "C", "T"), tensor(DType::u32, "idx", "F")},
    .params = {},
    .outputs = {words("out", "C", "F")},
    .indices = {"idx", "T"},
    .reference = gather_cols_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = gather_cols_cases,
    .bench_cases = gather_cols_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> gather_cols(Context& context, Tensor x, Tensor idx) {
    std::vector<NamedTensor> inputs = {{"x", std::move(x)}, {"idx", std::move(idx)}};
    auto outputs = co_await run(context, "gather_cols", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
