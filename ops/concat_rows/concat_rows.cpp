#include "ops/concat_rows/concat_rows.hpp"
#include "kernels/moves.hpp"
#include "ops/concat_rows/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    args.bind("R", uint64_t{args.dim("Ra")} + args.dim("Rb"));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    return move_choices(args.inputs[0].elements() % 4 == 0 && args.inputs[1].elements() % 4 == 0);
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    DispatchPlan dispatch = move_dispatch(choice, {1, args.outputs[0].elements()});
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params.push_back(static_cast<uint32_t>(args.inputs[0].elements() / move_unit(choice)));
    return {{dispatch}, {}};
}

// What is moved is read once and written once.
Cost cost(const Args& args) { return {8 * static_cast<double>(args.outputs[0].elements()), 0}; }

}  // namespace

extern const OpSpec concat_rows_spec;
constexpr OpSpec concat_rows_spec = {
    .name = "concat_rows",
    .summary = "The rows of one matrix after those of another.",
    .source = "torch.cat((a, b), dim=0)",
    .inputs = {words("a", "Ra", "C"), words("b", "Rb", "C")},
    .params = {},
    .outputs = {words("out", "R", "C")},
    .validate = validate,
    .reference = concat_rows_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = concat_rows_cases,
    .bench_cases = concat_rows_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> concat_rows(Context& context, Tensor a, Tensor b) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    auto outputs = co_await run(context, "concat_rows", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
