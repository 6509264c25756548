#include "ops/transpose/transpose.hpp"
#include "ops/transpose/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

/// The piece of the matrix that a workgroup turns: rows and columns of the input, powers of two.
struct Tile {
    uint32_t rows, columns;
    Choice choice(std::string_view entry) const {
        return {entry, rows << 16 | columns, std::to_string(rows) + "x" + std::to_string(columns)};
    }
};

/// As `wanted`, but no longer on a side than a matrix of `rows` by `columns` makes use of; what one side loses, the other
/// gains, so that a thin matrix fills its workgroups too.
Tile fit(Tile wanted, uint32_t rows, uint32_t columns) {
    uint64_t area = uint64_t{wanted.rows} * wanted.columns;
    auto least = [&](uint64_t size) { return static_cast<uint32_t>(std::min(std::bit_ceil(size), area)); };
    uint32_t high = least(rows), wide = least(columns);
    if (wide < wanted.columns) return {static_cast<uint32_t>(area / wide), wide};
    if (high < wanted.rows) return {high, static_cast<uint32_t>(area / high)};
    return wanted;
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    uint32_t rows = std::max(args.dim("R"), 1u), columns = std::max(args.dim("C"), 1u);
    std::vector<Choice> all;
    if (rows % 4 == 0 && columns % 4 == 0) {
        // 64x64 is all the workgroup memory that every device has, and was the best on an H200; 32x32 makes four times as many
        // workgroups.
        Tile large = fit({64, 64}, rows, columns), small = fit({32, 32}, rows, columns);
        all.push_back(large.choice("vector"));
        all.push_back(small.choice("vector"));
    }
    // Eight loads for each of 256 threads. Results that begin anywhere are written in runs of 512 bytes: the ends of a run are
    // parts of what memory takes at once (4095x4095 on an H200: 44 µs, with 64x32 47 and with 32x64 56).
    all.push_back(fit({128, 16}, rows, columns).choice("kernel"));
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    Tile tile{choice.tile >> 16, choice.tile & 0xffff};
    uint64_t rows = args.dim("R"), columns = args.dim("C");
    uint64_t across = (columns + tile.columns - 1) / tile.columns;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"ROWS", tile.rows}, {"COLUMNS", tile.columns}};
    dispatch.workgroups = across * ((rows + tile.rows - 1) / tile.rows);
    dispatch.bindings = {in(0), out(0)};
    dispatch.params = {args.dim("R"), args.dim("C"), static_cast<uint32_t>(across)};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) { return {8 * static_cast<double>(args.inputs[0].elements()), 0}; }

}  // namespace

extern const OpSpec transpose_spec;
constexpr OpSpec transpose_spec = {
    .name = "transpose",
    .summary = "Swaps the rows and columns of a matrix.",
    .source = "torch.transpose(input, 0, 1).contiguous()",
    .inputs = {words("input", "R", "C")},
    .params = {},
    .outputs = {words("out", "C", "R")},
    .reference = transpose_reference,
    .error_factor = transpose_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = transpose_cases,
    .bench_cases = transpose_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> transpose(Context& context, Tensor input) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    auto outputs = co_await run(context, "transpose", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
