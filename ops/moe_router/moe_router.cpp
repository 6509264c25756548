#include "ops/moe_router/moe_router.hpp"
#include "kernels/row_tiles.hpp"
#include "ops/moe_router/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Status validate(Args& args) {
    int64_t k = args.integer("k");
    if (k < 1) return fail(Code::range, "parameter k is " + std::to_string(k) + ", expected at least 1");
    args.bind("k", static_cast<uint64_t>(k));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    uint32_t lanes = row_lanes(args.dim("E"));
    return {{"kernel", lanes, std::to_string(lanes)}};
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t per_group = 256 / choice.tile;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"LANES", choice.tile}};
    dispatch.workgroups = (uint64_t{args.dim("T")} + per_group - 1) / per_group;
    dispatch.bindings = {in(0), out(0), out(1)};
    dispatch.params = {args.dim("T"), args.dim("E"), args.dim("k"), args.flag("normalize") ? 1u : 0u,
                       bits(std::numeric_limits<float>::quiet_NaN())};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double t = args.dim("T"), e = args.dim("E"), k = args.dim("k");
    return {4 * (t * e + 2 * t * k), 3 * t * e};
}

}  // namespace

extern const OpSpec moe_router_spec;
constexpr OpSpec moe_router_spec = {
    .name = "moe_router",
    .summary = "The k best experts of each token, with their shares of the softmax.",
    .source = "torch.topk of torch.softmax; Mixtral normalises (norm_topk_prob), Switch Transformer does not",
    .inputs = {f32("logits", "T", "E")},
    .params = {integer("k", "experts of a token"),
               flag("normalize", "whether a token's gates are divided by their sum")},
    .outputs = {tensor(DType::i32, "expert", "T", "k"), f32("gate", "T", "k")},
    .validate = validate,
    .reference = moe_router_reference,
    .error_factor = moe_router_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = moe_router_cases,
    .bench_cases = moe_router_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> moe_router(Context& context, Tensor logits, uint32_t k, bool normalize) {
    std::vector<NamedTensor> inputs = {{"logits", std::move(logits)}};
    Params params = {{"k", static_cast<double>(k)}, {"normalize", normalize}};
    co_return co_await run(context, "moe_router", std::move(inputs), std::move(params));
}

}  // namespace xpu
