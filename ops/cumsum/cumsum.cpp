#include "ops/cumsum/cumsum.hpp"
#include "ops/cumsum/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

std::vector<Choice> choices(const Caps&, const Args& args) {
    const uint64_t columns = args.dim("C");
    // Threads of a row, of which each takes 16 elements at a time.
    const auto lanes = static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil(quotient(columns, 16)), 1, 256));
    std::vector<Choice> all;
    if (columns % 4 == 0) all.push_back({"vector", lanes, std::to_string(lanes)});
    all.push_back({"kernel", lanes, std::to_string(lanes)});
    return all;
}

// What all three kernels are given; the last is the zero that no compiler can see.
std::vector<uint32_t> params_of(uint64_t rows, uint64_t width, uint64_t chunk, uint64_t chunks) {
    return {static_cast<uint32_t>(rows * chunks), static_cast<uint32_t>(width), static_cast<uint32_t>(chunk),
            static_cast<uint32_t>(chunks), 0};
}

// Elements of the pieces into which rows are cut, or of a whole row. Another dispatch takes as long as a block or two of a
// workgroup, so a row needs three blocks; and 256 rows, two for each core of a large device, need no help. 1,024 workgroups are as
// many as such a device runs at once.
uint64_t chunk_of(uint64_t rows, uint64_t columns) {
    constexpr uint64_t kBlock = 4096, kMany = 256, kGroups = 1024;
    if (columns <= 2 * kBlock || rows >= kMany) return std::max<uint64_t>(columns, 1);
    return quotient(quotient(columns, kGroups / std::max<uint64_t>(rows, 1)), kBlock) * kBlock;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t rows = args.dim("R"), columns = args.dim("C");
    const uint64_t chunk = chunk_of(rows, columns), chunks = std::max<uint64_t>(quotient(columns, chunk), 1);
    DispatchPlan scan;
    scan.entry = choice.entry;
    scan.constants = {{"LANES", choice.tile}};
    scan.workgroups = quotient(rows * chunks, 256 / choice.tile);
    scan.params = params_of(rows, columns, chunk, chunks);
    if (chunks == 1) {
        scan.bindings = {in(0), in(0), out(0)};  // nothing is before a whole row
        return {{scan}, {}};
    }
    DispatchPlan first;
    first.entry = "chunks";
    first.workgroups = rows * chunks;
    first.params = params_of(rows, columns, chunk, chunks);
    first.bindings = {in(0), {BindingRef::Of::scratch, 0, true}};
    scan.bindings = {in(0), {BindingRef::Of::scratch, 0, false}, out(0)};
    return {{first, scan}, {8 * rows * chunks}};
}

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.outputs[0].elements());
    return {8 * elements, elements};
}

}  // namespace

extern const OpSpec cumsum_spec;
constexpr OpSpec cumsum_spec = {
    .name = "cumsum",
    .summary = "The sums of each row's elements up to each of them.",
    .source = "torch.cumsum(input, dim=-1)",
    .inputs = {f32("input", "R", "C")},
    .params = {},
    .outputs = {f32("out", "R", "C")},
    .reference = cumsum_reference,
    .error_factor = cumsum_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = cumsum_cases,
    .bench_cases = cumsum_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> cumsum(Context& context, Tensor input) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    auto outputs = co_await run(context, "cumsum", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
