#include "ops/group_norm/group_norm.hpp"
#include "ops/group_norm/parts.hpp"

namespace xpu {

SpanNorm group_norm_spans(const Args& args) {
    auto groups = static_cast<uint32_t>(args.integer("groups"));
    uint32_t channels = args.dim("C") / groups, length = args.dim("L");
    auto eps = static_cast<float>(args.real("eps"));
    return {uint64_t{args.dim("N")} * groups, channels * length, groups, channels, length, eps};
}

namespace {

Status validate(Args& args) {
    int64_t groups = args.integer("groups");
    if (groups < 1) return fail(Code::range, "parameter groups is " + std::to_string(groups) + ", expected 1 or more");
    if (args.dim("C") % groups != 0)
        return fail(Code::divisible, "input is " + to_string(args.inputs[0]) +
                                         ", expected channels that groups = " + std::to_string(groups) + " divides");
    return check_eps(args);
}

std::vector<Choice> choices(const Caps& caps, const Args& args) { return norm_choices(caps, group_norm_spans(args)); }

Plan plan(const Caps&, const Args& args, const Choice& choice) { return norm_plan(group_norm_spans(args), choice); }

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.outputs[0].elements());
    double weights = static_cast<double>(args.inputs[1].elements() + args.inputs[2].elements());
    return {4 * (2 * elements + weights), norm_operations(elements)};
}

}  // namespace

extern const OpSpec group_norm_spec;
constexpr OpSpec group_norm_spec = {
    .name = "group_norm",
    .summary = "Gives each group of channels of a sample the mean 0 and the variance 1, and then a scale and a shift "
               "for each channel.",
    .source = "Wu & He 2018; torch F.group_norm(input, groups, weight, bias, eps)",
    .inputs = {f32("input", "N", "C", "L"), f32("weight", "C"), f32("bias", "C")},
    .params = {integer("groups", "into how many groups the channels are divided; at least 1"),
               real("eps", "added to the variance, inside the root; above 0")},
    .outputs = {f32("out", "N", "C", "L")},
    .validate = validate,
    .reference = group_norm_reference,
    .error_factor = group_norm_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = group_norm_cases,
    .bench_cases = group_norm_bench_cases,
    .cost = cost,
    .cpu = group_norm_cpu,
};

Task<Result<Tensor>> group_norm(Context& context, Tensor input, Tensor weight, Tensor bias, uint32_t groups,
                                float eps) {
    std::vector<NamedTensor> inputs = {
        {"input", std::move(input)}, {"weight", std::move(weight)}, {"bias", std::move(bias)}};
    Params params = {{"groups", static_cast<double>(groups)}, {"eps", double{eps}}};
    auto outputs = co_await run(context, "group_norm", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
