#include "ops/adain/adain.hpp"
#include "ops/adain/parts.hpp"

namespace xpu {

SpanNorm adain_spans(const Args& args) {
    uint32_t c = args.dim("C");
    return {c, args.dim("L"), c, 1, args.dim("L"), static_cast<float>(args.real("eps"))};
}

namespace {

Status validate(Args& args) { return check_eps(args); }

std::vector<Choice> choices(const Caps& caps, const Args& args) { return norm_choices(caps, adain_spans(args)); }

Plan plan(const Caps&, const Args& args, const Choice& choice) { return norm_plan(adain_spans(args), choice); }

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.outputs[0].elements());
    double weights = static_cast<double>(args.inputs[1].elements() + args.inputs[2].elements());
    return {4 * (2 * elements + weights), norm_operations(elements)};
}

}  // namespace

extern const OpSpec adain_spec;
constexpr OpSpec adain_spec = {
    .name = "adain",
    .summary = "Gives each channel the mean 0 and the variance 1, and then a scale and a shift of its own.",
    .source = "Huang & Belongie 2017; torch F.instance_norm(x) · scale + shift",
    .inputs = {f32("x", "C", "L"), f32("scale", "C"), f32("shift", "C")},
    .params = {real("eps", "added to the variance, inside the root; above 0", 1e-5)},
    .outputs = {f32("out", "C", "L")},
    .validate = validate,
    .reference = adain_reference,
    .error_factor = adain_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = adain_cases,
    .bench_cases = adain_bench_cases,
    .cost = cost,
    .cpu = adain_cpu,
};

Task<Result<Tensor>> adain(Context& context, Tensor x, Tensor scale, Tensor shift, float eps) {
    std::vector<NamedTensor> inputs = {{"x", std::move(x)}, {"scale", std::move(scale)}, {"shift", std::move(shift)}};
    Params params = {{"eps", double{eps}}};
    auto outputs = co_await run(context, "adain", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
