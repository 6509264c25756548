#include "ops/scatter/scatter.hpp"
#include "ops/scatter/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

Status validate(Args& args) {
    const int64_t d = args.integer("d");
    if (d < 0) return fail(Code::range, "parameter d is " + std::to_string(d) + ", expected at least 0");
    args.bind("D", static_cast<uint64_t>(d));
    return {};
}

// Four sums a thread; with a batch of as many sources these are 12 KiB of workgroup memory, of the 16 that every device has.
constexpr uint32_t kCells = 1024;

std::vector<Choice> choices(const Caps&, const Args&) { return {{"kernel", kCells, {}}}; }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint32_t n = args.dim("N"), s = args.dim("S"), d = std::max(args.dim("D"), 1u);
    const uint32_t windows = (d - 1) / choice.tile + 1, window = (d - 1) / windows + 1;
    // Short rows share a workgroup, as long as there are some workgroups for each core of a large device and four batches of
    // sources a workgroup.
    const uint32_t rows = std::max(std::min({choice.tile / window, n / 512, 4096 / std::max(s, 1u)}), 1u);
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"CELLS", choice.tile}};
    dispatch.workgroups = uint64_t{windows} * ((uint64_t{n} + rows - 1) / rows);
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {n, s, d, rows, window, windows};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double sources = static_cast<double>(args.inputs[0].elements());
    return {4 * (2 * sources + static_cast<double>(args.outputs[0].elements())), sources};
}

}  // namespace

extern const OpSpec scatter_spec;
constexpr OpSpec scatter_spec = {
    .name = "scatter",
    .summary = "Adds the elements of each row at the columns that their indices name.",
    .source = "torch.zeros(N, d).scatter_add_(1, index, src)",
    .inputs = {f32("src", "N", "S"), tensor(DType::i32, "index", "N", "S")},
    .params = {integer("d", "columns of the result")},
    .outputs = {f32("out", "N", "D")},
    .validate = validate,
    .reference = scatter_reference,
    .error_factor = scatter_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = scatter_cases,
    .bench_cases = scatter_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> scatter(Context& context, Tensor src, Tensor index, int32_t d) {
    std::vector<NamedTensor> inputs = {{"src", std::move(src)}, {"index", std::move(index)}};
    Params params = {{"d", double(d)}};
    auto outputs = co_await run(context, "scatter", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
