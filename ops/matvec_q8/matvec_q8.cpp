#include "ops/matvec_q8/matvec_q8.hpp"
#include "kernels/matvec_q8.hpp"
#include "ops/matvec_q8/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return matvec_q8_choices(caps, args.dim("N"), args.dim("K"), 1);
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = matvec_q8_dispatch(caps, choice, args.dim("N"), args.dim("K"), args.inputs[0].shape[1], 1);
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), k = args.dim("K"), words = static_cast<double>(args.inputs[0].shape[1]);
    return {4 * (n * words + n + k + n), 2 * n * k};
}

}  // namespace

extern const OpSpec matvec_q8_spec;
constexpr OpSpec matvec_q8_spec = {
    .name = "matvec_q8",
    .summary = "The product of a matrix of 8-bit codes, with a scale a row, and a vector.",
    .source = "torch.mv(codes.float(), vector) * scale",
    .inputs = {tensor(DType::u32, "weight", "N", "K/4"), f32("scale", "N"), f32("vector", "K")},
    .params = {size("k", "codes of a row, which words of four do not show", "K")},
    .outputs = {f32("out", "N")},
    .reference = matvec_q8_reference,
    .error_factor = matvec_q8_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_q8_cases,
    .bench_cases = matvec_q8_bench_cases,
    .cost = cost,
    .cpu = matvec_q8_cpu,
};

Task<Result<Tensor>> matvec_q8(Context& context, Tensor weight, Tensor scale, Tensor vector) {
    Params params = {{"k", vector.type.shape.empty() ? 1 : static_cast<double>(vector.type.shape[0])}};
    std::vector<NamedTensor> inputs = {
        {"weight", std::move(weight)}, {"scale", std::move(scale)}, {"vector", std::move(vector)}};
    auto outputs = co_await run(context, "matvec_q8", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
