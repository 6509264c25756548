#include "ops/matmul/matmul.hpp"
#include "kernels/gemm_tiles.hpp"
#include "ops/matmul/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return gemm::choices_with_spare(caps, args.dim("M"), args.dim("N"), args.dim("K"));
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = gemm::dispatch(caps, choice, args.dim("M"), args.dim("N"), args.dim("K"));
    dispatch.bindings = {in(0), in(1), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    return {4 * (m * k + k * n + m * n), 2 * m * n * k};
}

}  // namespace

extern const OpSpec matmul_spec;
constexpr OpSpec matmul_spec = {
    .name = "matmul",
    .summary = "The product of two matrices.",
    .source = "torch.mm(a, b)",
    .inputs = {f32("a", "M", "K"), f32("b", "K", "N")},
    .params = {},
    .outputs = {f32("out", "M", "N")},
    .reference = matmul_reference,
    .error_factor = matmul_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_cases,
    .bench_cases = matmul_bench_cases,
    .cost = cost,
    .cpu = matmul_cpu,
};

Task<Result<Tensor>> matmul(Context& context, Tensor a, Tensor b) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    auto outputs = co_await run(context, "matmul", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
