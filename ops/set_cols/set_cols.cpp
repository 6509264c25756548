#include "ops/set_cols/set_cols.hpp"
#include "kernels/moves.hpp"
#include "ops/set_cols/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    const int64_t col0 = args.integer("col0"), end = col0 + args.dim("W");
    if (col0 < 0) return fail(Code::range, "parameter col0 is " + std::to_string(col0) + ", expected at least 0");
    if (end > int64_t{args.dim("C")})
        return fail(Code::range, "col0 + W is " + std::to_string(end) + ", expected at most " +
                                     std::to_string(args.dim("C")) + ", the columns of dst");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    const bool whole = args.dim("W") % 4 == 0 && args.dim("C") % 4 == 0 && args.integer("col0") % 4 == 0;
    return args.inplace ? move_choices(whole, "inplace_vector", "inplace") : move_choices(whole);
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t rows = args.dim("R"), columns = args.dim("C"), window = args.dim("W");
    const auto col0 = static_cast<uint32_t>(args.integer("col0"));
    if (args.inplace) {
        DispatchPlan over = move_dispatch(choice, {rows, window, columns, col0});
        over.bindings = {in(1), out(0)};
        return {{over}, {}};
    }
    DispatchPlan dispatch = move_dispatch(choice, {rows, columns});
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params.push_back(col0 / move_unit(choice));
    dispatch.params.push_back(args.dim("W") / move_unit(choice));
    return {{dispatch}, {}};
}

// Each element of the result comes from one place; in place only the window is moved.
Cost cost(const Args& args) {
    return {8 * static_cast<double>(args.inplace ? args.inputs[1].elements() : args.outputs[0].elements()), 0};
}

}  // namespace

extern const OpSpec set_cols_spec;
constexpr OpSpec set_cols_spec = {
    .name = "set_cols",
    .summary = "Writes a matrix over neighbouring columns of another.",
    .source = "dst[:, col0 : col0 + W] = src",
    .inputs = {words("dst", "R", "C"), words("src", "R", "W")},
    .params = {integer("col0", "the first column that is written")},
    .outputs = {words("out", "R", "C")},
    .inplace = "dst",
    .validate = validate,
    .reference = set_cols_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = set_cols_cases,
    .bench_cases = set_cols_bench_cases,
    .cost = cost,
};

namespace {

Task<Result<Tensor>> set_cols_any(Context& context, Tensor dst, Tensor src, int32_t col0, bool inplace) {
    std::vector<NamedTensor> inputs = {{"dst", std::move(dst)}, {"src", std::move(src)}};
    Params params = {{"col0", double(col0)}};
    auto outputs = inplace ? co_await run_inplace(context, "set_cols", std::move(inputs), std::move(params))
                           : co_await run(context, "set_cols", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace

Task<Result<Tensor>> set_cols(Context& context, Tensor dst, Tensor src, int32_t col0) {
    return set_cols_any(context, std::move(dst), std::move(src), col0, false);
}

Task<Result<Tensor>> set_cols_inplace(Context& context, Tensor dst, Tensor src, int32_t col0) {
    return set_cols_any(context, std::move(dst), std::move(src), col0, true);
}

}  // namespace xpu
