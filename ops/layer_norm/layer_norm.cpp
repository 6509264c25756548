#include "ops/layer_norm/layer_norm.hpp"
#include "ops/layer_norm/parts.hpp"

namespace xpu {

SpanNorm layer_norm_spans(const Args& args) {
    uint32_t d = args.dim("D");
    return {args.dim("N"), d, 1, d, 1, static_cast<float>(args.real("eps")), true};
}

namespace {

Status validate(Args& args) { return check_eps(args); }

std::vector<Choice> choices(const Caps& caps, const Args& args) { return norm_choices(caps, layer_norm_spans(args)); }

Plan plan(const Caps&, const Args& args, const Choice& choice) { return norm_plan(layer_norm_spans(args), choice); }

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.outputs[0].elements());
    double weights = static_cast<double>(args.inputs[1].elements() + args.inputs[2].elements());
    return {4 * (2 * elements + weights), norm_operations(elements)};
}

}  // namespace

extern const OpSpec layer_norm_spec;
constexpr OpSpec layer_norm_spec = {
    .name = "layer_norm",
    .summary = "Gives each row the mean 0 and the variance 1, and then a scale and a shift for each column.",
    .source = "Ba et al. 2016; torch F.layer_norm(input, (D,), weight, bias, eps)",
    .inputs = {f32("input", "N", "D"), f32("weight", "D"), f32("bias", "D")},
    .params = {real("eps", "added to the variance, inside the root; above 0")},
    .outputs = {f32("out", "N", "D")},
    .validate = validate,
    .reference = layer_norm_reference,
    .error_factor = layer_norm_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = layer_norm_cases,
    .bench_cases = layer_norm_bench_cases,
    .cost = cost,
    .cpu = layer_norm_cpu,
};

Task<Result<Tensor>> layer_norm(Context& context, Tensor input, Tensor weight, Tensor bias, float eps) {
    std::vector<NamedTensor> inputs = {
        {"input", std::move(input)}, {"weight", std::move(weight)}, {"bias", std::move(bias)}};
    Params params = {{"eps", double{eps}}};
    auto outputs = co_await run(context, "layer_norm", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
