#include "ops/matmul_f16/matmul_f16.hpp"
#include "kernels/activations.hpp"
#include "kernels/gemm_tiles.hpp"
#include "ops/matmul_f16/parts.hpp"

namespace xpu {

namespace {

// Whether the kernel makes halves itself; the others leave f32 sums to finish.wgsl.
bool direct(const Choice& choice) { return choice.entry == "tiled" || choice.entry == "narrow"; }

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    std::vector<Choice> all, others;
    for (auto& choice : gemm::choices(caps, args.dim("M"), args.dim("N"), args.dim("K")))
        (direct(choice) ? all : others).push_back(std::move(choice));
    // A second dispatch takes longer than what a better tile saves where both kinds serve.
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    const uint32_t m = args.dim("M"), n = args.dim("N");
    const uint64_t count = uint64_t{m} * n;
    auto product =
        gemm::dispatch(caps, choice, m, n, args.dim("K"), direct(choice) ? gemm::Fused::yes : gemm::Fused::no);
    const bool bias = args.has("bias");
    const uint32_t last = gemm::finish(fused_act(args.choice("act")), bias);
    const BindingRef added = in(bias ? 2 : 0);  // what is absent is not read; something has to be bound
    if (direct(choice)) {
        product.storage = DType::f16;
        product.params[3] = last;
        product.bindings = {in(0), in(1), added, out(0)};
        return {{product}, {}};
    }
    product.bindings = {in(0), in(1), {BindingRef::Of::scratch, 0, true}};
    DispatchPlan finish;
    finish.entry = "finish";
    finish.workgroups = (count + 1023) / 1024;  // four results of each of 256 threads
    finish.bindings = {{BindingRef::Of::scratch, 0, false}, added, out(0)};
    finish.params = {static_cast<uint32_t>(count), n, last};
    return {{product, finish}, {4 * count}};
}

Cost cost(const Args& args) {
    double m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    return {2 * (m * k + k * n + (args.has("bias") ? n : 0) + m * n), 2 * m * n * k};
}

}  // namespace

extern const OpSpec matmul_f16_spec;
constexpr OpSpec matmul_f16_spec = {
    .name = "matmul_f16",
    .summary = "The product of two matrices of f16 storage, plus a bias, through an activation.",
    .source = "act(torch.addmm(bias.float(), a.float(), b.float())).half()",
    .inputs = {tensor(DType::f16, "a", "M", "K"), tensor(DType::f16, "b", "K", "N"),
               optional(tensor(DType::f16, "bias", "1", "N"))},
    .params = {choice("act", "what is applied to each sum", kFusedActs)},
    .outputs = {tensor(DType::f16, "out", "M", "N")},
    .reference = matmul_f16_reference,
    .error_factor = matmul_f16_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_f16_cases,
    .bench_cases = matmul_f16_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> matmul_f16(Context& context, Tensor a, Tensor b, std::string_view act,
                                std::optional<Tensor> bias) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    if (bias) inputs.push_back({"bias", std::move(*bias)});
    Params params = {{"act", std::string(act)}};
    auto outputs = co_await run(context, "matmul_f16", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
