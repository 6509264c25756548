#include "ops/dequant_transpose/dequant_transpose.hpp"
#include "ops/dequant_transpose/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kRows = 64, kWords = 16;  // of the piece of the weight that a workgroup turns

Status validate(Args& args) {
    const int64_t columns = args.integer("in_features");
    if (columns < 0)
        return fail(Code::range, "parameter in_features is " + std::to_string(columns) + ", expected at least 0");
    const auto words = (static_cast<uint64_t>(columns) + 3) / 4;
    if (args.inputs[0].shape[1] != words)
        return fail(Code::shape, "weight is " + to_string(args.inputs[0]) + ", expected shape [out=" +
                                     std::to_string(args.dim("out")) + ", in/4=" + std::to_string(words) + "]");
    args.bind("in", static_cast<uint64_t>(columns));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    if (args.dim("out") % 4 == 0) all.push_back({"vector"});
    all.push_back({"kernel"});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t rows = args.dim("out"), words = args.inputs[0].shape[1];
    const uint64_t across = std::max<uint64_t>((words + kWords - 1) / kWords, 1);
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.workgroups = across * ((rows + kRows - 1) / kRows);
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {args.dim("out"), args.dim("in"), static_cast<uint32_t>(words), static_cast<uint32_t>(across)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    const double results = static_cast<double>(args.outputs[0].elements());
    return {4 * (static_cast<double>(args.inputs[0].elements() + args.inputs[1].elements()) + results), results};
}

}  // namespace

extern const OpSpec dequant_transpose_spec;
constexpr OpSpec dequant_transpose_spec = {
    .name = "dequant_transpose",
    .summary = "A matrix of 8-bit codes with a scale a row, as f32 and transposed.",
    .source = "(codes.float() * scale[:, None]).T.contiguous()",
    .inputs = {tensor(DType::u32, "weight", "out", "in/4"), f32("scale", "out")},
    .params = {size("out_features", "rows of the weight, which are columns of the result", "out"),
               integer("in_features", "codes of a row, which words of four do not show")},
    .outputs = {f32("out", "in", "out")},
    .validate = validate,
    .reference = dequant_transpose_reference,
    .error_factor = dequant_transpose_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = dequant_transpose_cases,
    .bench_cases = dequant_transpose_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> dequant_transpose(Context& context, Tensor weight, Tensor scale, uint32_t in_features) {
    Params params = {{"out_features", weight.type.shape.empty() ? 1 : static_cast<double>(weight.type.shape[0])},
                     {"in_features", static_cast<double>(in_features)}};
    std::vector<NamedTensor> inputs = {{"weight", std::move(weight)}, {"scale", std::move(scale)}};
    auto outputs = co_await run(context, "dequant_transpose", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
