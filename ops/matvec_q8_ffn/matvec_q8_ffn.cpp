#include "ops/matvec_q8_ffn/matvec_q8_ffn.hpp"
#include "kernels/matvec_q8.hpp"
#include "ops/matvec_q8_ffn/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return matvec_q8_choices(caps, args.dim("N"), args.dim("K"), 2);
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = matvec_q8_dispatch(caps, choice, args.dim("N"), args.dim("K"), args.inputs[0].shape[1], 2);
    dispatch.bindings = {in(0), in(1), in(2), in(3), in(4), out(0)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), k = args.dim("K"), words = static_cast<double>(args.inputs[0].shape[1]);
    return {4 * (2 * n * words + k + 3 * n), 4 * n * k + 5 * n};
}

}  // namespace

extern const OpSpec matvec_q8_ffn_spec;
constexpr OpSpec matvec_q8_ffn_spec = {
    .name = "matvec_q8_ffn",
    .summary = "silu of one product of 8-bit codes and a vector, times another: the half of a gated feed-forward layer "
               "that widens.",
    .source = "F.silu(torch.mv(gate.float(), vector) * scale_gate) * (torch.mv(up.float(), vector) * scale_up)",
    .inputs = {tensor(DType::u32, "weight_gate", "N", "K/4"), tensor(DType::u32, "weight_up", "N", "K/4"),
               f32("scale_gate", "N"), f32("scale_up", "N"), f32("vector", "K")},
    .params = {size("k", "codes of a row, which words of four do not show", "K")},
    .outputs = {f32("out", "N")},
    .reference = matvec_q8_ffn_reference,
    .error_factor = matvec_q8_ffn_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_q8_ffn_cases,
    .bench_cases = matvec_q8_ffn_bench_cases,
    .cost = cost,
    .cpu = matvec_q8_ffn_cpu,
};

Task<Result<Tensor>> matvec_q8_ffn(Context& context, Tensor weight_gate, Tensor weight_up, Tensor scale_gate,
                                   Tensor scale_up, Tensor vector) {
    Params params = {{"k", vector.type.shape.empty() ? 1 : static_cast<double>(vector.type.shape[0])}};
    std::vector<NamedTensor> inputs = {{"weight_gate", std::move(weight_gate)},
                                       {"weight_up", std::move(weight_up)},
                                       {"scale_gate", std::move(scale_gate)},
                                       {"scale_up", std::move(scale_up)},
                                       {"vector", std::move(vector)}};
    auto outputs = co_await run(context, "matvec_q8_ffn", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
