#include "ops/slice_cols/slice_cols.hpp"
#include "kernels/moves.hpp"
#include "ops/slice_cols/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    const int64_t col0 = args.integer("col0"), width = args.integer("width");
    if (col0 < 0) return fail(Code::range, "parameter col0 is " + std::to_string(col0) + ", expected at least 0");
    if (width < 0) return fail(Code::range, "parameter width is " + std::to_string(width) + ", expected at least 0");
    if (col0 + width > int64_t{args.dim("C")})
        return fail(Code::range, "col0 + width is " + std::to_string(col0 + width) + ", expected at most " +
                                     std::to_string(args.dim("C")) + ", the columns of x");
    args.bind("width", static_cast<uint64_t>(width));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    return move_choices(args.dim("width") % 4 == 0 && args.dim("C") % 4 == 0 && args.integer("col0") % 4 == 0);
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    DispatchPlan dispatch = move_dispatch(choice, {args.dim("R"), args.dim("width")});
    dispatch.bindings = {in(0), out(0)};
    dispatch.params.push_back(args.dim("C") / move_unit(choice));
    dispatch.params.push_back(static_cast<uint32_t>(args.integer("col0")) / move_unit(choice));
    return {{dispatch}, {}};
}

// What is moved is read once and written once.
Cost cost(const Args& args) { return {8 * static_cast<double>(args.outputs[0].elements()), 0}; }

}  // namespace

extern const OpSpec slice_cols_spec;
constexpr OpSpec slice_cols_spec = {
    .name = "slice_cols",
    .summary = "Neighbouring columns of a matrix.",
    .source = "x[:, col0 : col0 + width].contiguous()",
    .inputs = {words("x", "R", "C")},
    .params = {integer("col0", "the first column"), integer("width", "how many columns")},
    .outputs = {words("out", "R", "width")},
    .validate = validate,
    .reference = slice_cols_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = slice_cols_cases,
    .bench_cases = slice_cols_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> slice_cols(Context& context, Tensor x, int32_t col0, int32_t width) {
    std::vector<NamedTensor> inputs = {{"x", std::move(x)}};
    Params params = {{"col0", double(col0)}, {"width", double(width)}};
    auto outputs = co_await run(context, "slice_cols", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
