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

// Columns of a window, at most. So many, with a sum and marks each, are 8 KiB of workgroup memory, and 28 such workgroups run on a
// core of a large NVIDIA device; the many are nearly all that every device has, and spare wide rows some reading.
constexpr uint32_t kCells = 1024, kManyCells = 2016;

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all = {{"kernel", kCells, std::to_string(kCells)}};
    if (args.dim("D") > kCells) all.push_back({"kernel", kManyCells, std::to_string(kManyCells)});
    return all;
}

constexpr uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

// Sources of the pieces into which rows are cut, or of whole rows. As long as 3,072 workgroups, which a large device runs at once,
// have more than 1,024 sources each, cutting pays for the sums' way through memory and another dispatch. Tiles of a shape cut alike.
uint64_t chunk_of(uint64_t s, uint64_t groups) {
    constexpr uint64_t kGroups = 3072, kSources = 1024;
    const uint64_t chunks = std::min(kGroups / std::max<uint64_t>(groups, 1), s / kSources);
    return chunks < 2 ? std::max<uint64_t>(s, 1) : quotient(s, chunks);
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint32_t n = args.dim("N"), s = args.dim("S"), d = std::max(args.dim("D"), 1u);
    const uint32_t windows = (d - 1) / choice.tile + 1, window = (d - 1) / windows + 1;
    // Short rows share a workgroup, as long as there are eight workgroups for each core of a large device, and 128 steps a workgroup.
    const uint32_t rows = std::max(std::min({kCells / window, n / 1024, 4096 / std::max(s, 1u)}), 1u);
    const uint64_t groups = windows * quotient(n, rows), chunk = chunk_of(s, quotient(d, kCells) * quotient(n, rows));
    const uint64_t chunks = std::max<uint64_t>(quotient(s, chunk), 1), elements = uint64_t{n} * d;
    DispatchPlan add;
    add.entry = choice.entry;
    // Not the exact number, so that fewer pipelines are made.
    add.constants = {{"CELLS", static_cast<uint32_t>(quotient(rows * window, 32) * 32)}};
    add.workgroups = groups * chunks;
    add.params = {n, s, d, rows, window, windows, static_cast<uint32_t>(chunk), static_cast<uint32_t>(chunks)};
    if (chunks == 1) {
        add.bindings = {in(0), in(1), out(0)};
        return {{add}, {}};
    }
    DispatchPlan join;
    join.entry = "join";
    join.workgroups = quotient(elements, 256);
    join.params = {static_cast<uint32_t>(elements), d, static_cast<uint32_t>(chunks)};
    join.bindings = {{BindingRef::Of::scratch, 0, false}, out(0)};
    add.bindings = {in(0), in(1), {BindingRef::Of::scratch, 0, true}};
    return {{add, join}, {4 * elements * chunks}};
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
