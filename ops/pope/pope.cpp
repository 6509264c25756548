#include "ops/pope/pope.hpp"
#include "ops/pope/parts.hpp"

namespace xpu {

namespace {

constexpr uint32_t kThreads = 32;

Status validate(Args& args) {
    int64_t n = args.integer("n"), d = args.integer("d_model"), offset = args.integer("pos_offset");
    if (n < 0) return fail(Code::range, "parameter n is " + std::to_string(n) + ", expected at least 0");
    if (d < 1) return fail(Code::range, "parameter d_model is " + std::to_string(d) + ", expected at least 1");
    if (offset < 0)
        return fail(Code::range, "parameter pos_offset is " + std::to_string(offset) + ", expected at least 0");
    // A degree is a step of a loop, of which software devices allow 65,535 iterations, here of 16 steps or of blocks of them.
    if (offset + n > 1 << 18)
        return fail(Code::range, "degrees up to " + std::to_string(offset + n) + " are beyond 2^18");
    if (d > 1 << 24) return fail(Code::limit, std::to_string(d) + " columns are more than 2^24");
    args.bind("n", static_cast<uint64_t>(n));
    args.bind("d_model", static_cast<uint64_t>(d));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args&) { return {{"kernel"}}; }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t d = args.dim("d_model");
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}};
    dispatch.workgroups = (d + kThreads - 1) / kThreads;
    dispatch.bindings = {out(0)};
    dispatch.params = {args.dim("n"), d, static_cast<uint32_t>(args.integer("pos_offset")),
                       bits(static_cast<float>(1.0 / d))};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double d = args.dim("d_model"), n = args.dim("n");
    return {4 * n * d, 5 * (n + static_cast<double>(args.integer("pos_offset"))) * d};
}

}  // namespace

extern const OpSpec pope_spec;
constexpr OpSpec pope_spec = {
    .name = "pope",
    .summary = "Legendre polynomials as positional encoding: the degree is the position.",
    .source = "Aggarwal 2024, PoPE: Legendre orthogonal polynomials based position encoding",
    .inputs = {},
    .params = {integer("n", "positions"), integer("d_model", "channels"),
               integer("pos_offset", "degree of the first position")},
    .outputs = {f32("out", "n", "d_model")},
    .validate = validate,
    .reference = pope_reference,
    .error_factor = pope_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = pope_cases,
    .bench_cases = pope_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> pope(Context& context, uint32_t n, uint32_t d_model, uint32_t pos_offset) {
    Params params = {{"n", static_cast<double>(n)},
                     {"d_model", static_cast<double>(d_model)},
                     {"pos_offset", static_cast<double>(pos_offset)}};
    auto outputs = co_await run(context, "pope", {}, std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
