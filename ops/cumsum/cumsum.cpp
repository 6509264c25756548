#include "ops/cumsum/cumsum.hpp"
#include "ops/cumsum/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

// Threads of a row, of which each takes four units at a time.
uint32_t lanes_of(uint64_t units) {
    return static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil(quotient(units, 4)), 1, 256));
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    const uint64_t columns = args.dim("C");
    std::vector<Choice> all;
    auto add = [&](std::string_view entry, uint64_t units) {
        const uint32_t lanes = lanes_of(units);
        all.push_back({entry, lanes, std::to_string(lanes)});
    };
    if (columns % 4 == 0) add("vector", columns / 4);
    add("kernel", columns);
    return all;
}

// What all three kernels are given; the last is the zero that no compiler can see.
std::vector<uint32_t> params_of(uint64_t rows, uint64_t width, uint64_t chunk, uint64_t chunks) {
    return {static_cast<uint32_t>(rows * chunks), static_cast<uint32_t>(width), static_cast<uint32_t>(chunk),
            static_cast<uint32_t>(chunks), 0};
}

// Elements of the pieces into which rows are cut, or of a whole row. Another dispatch takes as long as a dozen blocks of a
// workgroup, so a row has to be long; and 256 workgroups, two for each core of a large device, need no help. A workgroup sums the
// chunks before its own with a thread for each, so there are at most 256.
uint64_t chunk_of(uint64_t rows, uint64_t columns) {
    constexpr uint64_t kBlock = 4096, kLong = 16 * kBlock, kMany = 256;
    if (columns < kLong || rows >= kMany) return std::max<uint64_t>(columns, 1);
    return quotient(quotient(columns, kMany / std::max<uint64_t>(rows, 1)), kBlock) * kBlock;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t rows = args.dim("R"), columns = args.dim("C"), unit = choice.entry == "vector" ? 4 : 1;
    const uint64_t chunk = chunk_of(rows, columns), chunks = std::max<uint64_t>(quotient(columns, chunk), 1);
    DispatchPlan scan;
    scan.entry = choice.entry;
    scan.constants = {{"LANES", choice.tile}};
    scan.workgroups = quotient(rows * chunks, 256 / choice.tile);
    scan.params = params_of(rows, columns / unit, std::max<uint64_t>(chunk / unit, 1), chunks);
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
