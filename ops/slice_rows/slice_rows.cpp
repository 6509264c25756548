#include "ops/slice_rows/slice_rows.hpp"
#include "kernels/moves.hpp"
#include "ops/slice_rows/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    const int64_t row0 = args.integer("row0"), count = args.integer("count");
    if (row0 < 0) return fail(Code::range, "parameter row0 is " + std::to_string(row0) + ", expected at least 0");
    if (count < 0) return fail(Code::range, "parameter count is " + std::to_string(count) + ", expected at least 0");
    if (row0 + count > int64_t{args.dim("R")})
        return fail(Code::range, "row0 + count is " + std::to_string(row0 + count) + ", expected at most " +
                                     std::to_string(args.dim("R")) + ", the rows of x");
    args.bind("count", static_cast<uint64_t>(count));
    return {};
}

struct Span {
    uint64_t first, length;  // words
};

// The rows are neighbours: one piece of x.
Span span_of(const Args& args) {
    const uint64_t columns = args.dim("C");
    return {static_cast<uint64_t>(args.integer("row0")) * columns, uint64_t{args.dim("count")} * columns};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    const Span span = span_of(args);
    return move_choices(span.first % 4 == 0 && span.length % 4 == 0);
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const Span span = span_of(args);
    DispatchPlan dispatch = move_dispatch(choice, {1, span.length});
    dispatch.bindings = {in(0), out(0)};
    dispatch.params.push_back(static_cast<uint32_t>(span.first / move_unit(choice)));
    return {{dispatch}, {}};
}

// What is moved is read once and written once.
Cost cost(const Args& args) { return {8 * static_cast<double>(args.outputs[0].elements()), 0}; }

}  // namespace

extern const OpSpec slice_rows_spec;
constexpr OpSpec slice_rows_spec = {
    .name = "slice_rows",
    .summary = "Neighbouring rows of a matrix.",
    .source = "x[row0 : row0 + count].contiguous()",
    .inputs = {words("x", "R", "C")},
    .params = {integer("row0", "the first row"), integer("count", "how many rows")},
    .outputs = {words("out", "count", "C")},
    .validate = validate,
    .reference = slice_rows_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = slice_rows_cases,
    .bench_cases = slice_rows_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> slice_rows(Context& context, Tensor x, int32_t row0, int32_t count) {
    std::vector<NamedTensor> inputs = {{"x", std::move(x)}};
    Params params = {{"row0", double(row0)}, {"count", double(count)}};
    auto outputs = co_await run(context, "slice_rows", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
