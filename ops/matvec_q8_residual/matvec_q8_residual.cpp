#include "ops/matvec_q8_residual/matvec_q8_residual.hpp"
#include "kernels/matvec_q8.hpp"
#include "ops/matvec_q8_residual/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return matvec_q8_choices(caps, args.dim("N"), args.dim("K"), 1);
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = matvec_q8_dispatch(caps, choice, args.dim("N"), args.dim("K"), args.inputs[0].shape[1], 1);
    dispatch.bindings = {in(0), in(1), in(2), in(3), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), k = args.dim("K"), words = static_cast<double>(args.inputs[0].shape[1]);
    return {4 * (n * words + k + 3 * n), 2 * n * k + n};
}

}  // namespace

extern const OpSpec matvec_q8_residual_spec;
constexpr OpSpec matvec_q8_residual_spec = {
    .name = "matvec_q8_residual",
    .summary = "A vector plus the product of a matrix of 8-bit codes, with a scale a row, and another vector.",
    .source = "residual + torch.mv(codes.float(), vector) * scale",
    .inputs = {tensor(DType::u32, "weight", "N", "K/4"), f32("scale", "N"), f32("vector", "K"), f32("residual", "N")},
    .params = {size("k", "codes of a row, which words of four do not show", "K")},
    .outputs = {f32("out", "N")},
    .reference = matvec_q8_residual_reference,
    .error_factor = matvec_q8_residual_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_q8_residual_cases,
    .bench_cases = matvec_q8_residual_bench_cases,
    .cost = cost,
    .cpu = matvec_q8_residual_cpu,
};

Task<Result<Tensor>> matvec_q8_residual(Context& context, Tensor weight, Tensor scale, Tensor vector, Tensor residual) {
    Params params = {{"k", vector.type.shape.empty() ? 1 : static_cast<double>(vector.type.shape[0])}};
    std::vector<NamedTensor> inputs = {{"weight", std::move(weight)},
                                       {"scale", std::move(scale)},
                                       {"vector", std::move(vector)},
                                       {"residual", std::move(residual)}};
    auto outputs = co_await run(context, "matvec_q8_residual", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
