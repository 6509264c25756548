#include "ops/alibi_slopes/alibi_slopes.hpp"
#include "kernels/alibi_slope.hpp"
#include "ops/alibi_slopes/parts.hpp"

namespace xpu {

namespace {

Status validate(Args& args) {
    int64_t heads = args.integer("heads");
    if (heads < 1) return fail(Code::range, "parameter heads is " + std::to_string(heads) + ", expected at least 1");
    // The kernel has eight times the number in 32 bits.
    if (heads > 1 << 28) return fail(Code::limit, std::to_string(heads) + " heads are more than 2^28");
    args.bind("heads", static_cast<uint64_t>(heads));
    return {};
}

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

std::vector<Choice> choices(const Caps&, const Args&) { return {{"kernel"}}; }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t heads = args.dim("heads");
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}};
    dispatch.workgroups = (heads + kThreads - 1) / kThreads;
    dispatch.bindings = {out(0)};
    dispatch.params = {heads, alibi_log(heads)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) { return {4.0 * args.dim("heads"), 0}; }

}  // namespace

extern const OpSpec alibi_slopes_spec;
constexpr OpSpec alibi_slopes_spec = {
    .name = "alibi_slopes",
    .summary = "The slopes of ALiBi for so many heads.",
    .source = "get_slopes of Press et al. 2022",
    .inputs = {},
    .params = {integer("heads", "attention heads")},
    .outputs = {f32("out", "heads")},
    .validate = validate,
    .reference = alibi_slopes_reference,
    .error_factor = alibi_slopes_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = alibi_slopes_cases,
    .bench_cases = alibi_slopes_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> alibi_slopes(Context& context, uint32_t heads) {
    Params params = {{"heads", static_cast<double>(heads)}};
    auto outputs = co_await run(context, "alibi_slopes", {}, std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
