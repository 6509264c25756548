#include "ops/matmul/matmul.hpp"
#include "ops/matmul/parts.hpp"
#include "ops/matmul/tiles.hpp"

namespace xpu {

namespace {

std::string label(const gemm::Tile& tile) {
    std::string text = std::to_string(tile.bm) + "x" + std::to_string(tile.bn) + "x" + std::to_string(tile.bk);
    return tile.slices > 1 ? text + "/" + std::to_string(tile.slices) : text;
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    std::vector<Choice> all;
    for (size_t i :
         gemm::pick(args.dim("M"), args.dim("N"), args.dim("K"), caps.max_invocations, caps.max_workgroup_bytes)) {
        auto& tile = gemm::tiles[i];
        all.push_back({tile.entry, static_cast<uint32_t>(i), label(tile)});
    }
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto& tile = gemm::tiles[choice.tile];
    uint32_t m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = gemm::constants(tile);
    dispatch.workgroups = gemm::count(tile, m, n);
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {m, n, k, 0};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double m = args.dim("M"), n = args.dim("N"), k = args.dim("K");
    return {4 * (m * k + k * n + m * n), 2 * m * n * k};
}

}  // namespace

extern const OpSpec matmul_spec;
constexpr OpSpec matmul_spec = {
    .name = "matmul",
    .summary = "The product of two matrices.",
    .source = "torch.mm(a, b)",
    .inputs = {f32("a", "M", "K"), f32("b", "K", "N")},
    .params = {},
    .outputs = {f32("out", "M", "N")},
    .reference = matmul_reference,
    .error_factor = matmul_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matmul_cases,
    .bench_cases = matmul_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> matmul(Context& context, Tensor a, Tensor b) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    auto outputs = co_await run(context, "matmul", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
