#include "ops/matmul_bias_act/matmul_bias_act.hpp"
#include "kernels/activations.hpp"
#include "kernels/gemm_tiles.hpp"
#include "ops/matmul_bias_act/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return gemm::choices(caps, args.dim("M"), args.dim("N"), args.dim("K"));
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    const bool bias = args.has("bias"), add = args.has("add");
    auto dispatch = gemm::dispatch(caps, choice, args.dim("M"), args.dim("N"), args.dim("K"), gemm::Fused::yes);
    dispatch.params[3] = gemm::finish(fused_act(args.choice("act")), bias, add);
    // What is absent is not read; something has to be bound.
    dispatch.bindings = {in(0), in(1), in(bias ? 2 : 0), in(add ? 3 : 0), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    double added = (args.has("bias") ? n : 0) + (args.has("add") ? m * n : 0);
    return {4 * (m * k + k * n + added + m * n), 2 * m * n * k};
}

}  // namespace

extern const OpSpec matmul_bias_act_spec;
constexpr OpSpec matmul_bias_act_spec = {
    .name = "matmul_bias_act",
    .summary = "The product of two matrices, plus a bias, through an activation, plus a residual.",
    .source = "act(torch.addmm(bias, a, b)) + add",
    .inputs = {f32("a", "M", "K"), f32("b", "K", "N"), optional(f32("bias", "1", "N")), optional(f32("add", "M", "N"))},
    .params = {choice("act", "what is applied to each sum", kFusedActs)},
    .outputs = {f32("out", "M", "N")},
    .reference = matmul_bias_act_reference,
    .error_factor = matmul_bias_act_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_bias_act_cases,
    .bench_cases = matmul_bias_act_bench_cases,
    .cost = cost,
    .cpu = matmul_bias_act_cpu,
};

Task<Result<Tensor>> matmul_bias_act(Context& context, Tensor a, Tensor b, std::string_view act,
                                     std::optional<Tensor> bias, std::optional<Tensor> add) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    if (bias) inputs.push_back({"bias", std::move(*bias)});
    if (add) inputs.push_back({"add", std::move(*add)});
    Params params = {{"act", std::string(act)}};
    auto outputs = co_await run(context, "matmul_bias_act", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
