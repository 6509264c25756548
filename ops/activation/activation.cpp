#include "ops/activation/activation.hpp"
#include "kernels/streams.hpp"
#include "ops/activation/parts.hpp"
#include <cmath>
#include <limits>

namespace xpu {

namespace {

Act act_of(const Args& args) { return activation_of(args.choice("kind")); }

Status validate(Args& args) {
    if (act_of(args) == Act::elu && std::fabs(args.real("alpha")) > std::numeric_limits<float>::max())
        return fail(Code::range, "parameter alpha does not fit f32");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    return stream_choices(args.outputs[0].elements(), "vector", "kernel");
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    dispatch.constants.push_back({"KIND", static_cast<uint32_t>(act_of(args))});
    dispatch.bindings = {in(0), out(0)};
    float alpha = act_of(args) == Act::elu ? static_cast<float>(args.real("alpha")) : 0;
    dispatch.params = {static_cast<uint32_t>(n), bits(alpha)};
    return {{dispatch}, {}};
}

// Operations of the formula, where an elementary function counts as one.
double operations(Act act) {
    switch (act) {
    case Act::tanh: return 1;
    case Act::relu2: return 2;
    case Act::elu: return 3;
    case Act::silu: return 4;
    case Act::gelu: return 5;
    default: return 9;  // gelu_tanh
    }
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {8 * n, operations(act_of(args)) * n};
}

}  // namespace

extern const OpSpec activation_spec;
constexpr OpSpec activation_spec = {
    .name = "activation",
    .summary = "relu², silu, elu, tanh or gelu of each element.",
    .source = "torch.nn.functional: relu(x)², silu, elu, tanh, gelu",
    .inputs = {f32("input", kAnyShape)},
    .params = {choice("kind", "which function; gelu is the exact one", kActivationKinds),
               real("alpha", "what elu multiplies by; the others ignore it", 1)},
    .outputs = {f32("out", kAnyShape)},
    .validate = validate,
    .reference = activation_reference,
    .error_factor = activation_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = activation_cases,
    .bench_cases = activation_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> activation(Context& context, Tensor input, std::string kind, float alpha) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    Params params = {{"kind", std::move(kind)}, {"alpha", double{alpha}}};
    auto outputs = co_await run(context, "activation", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
