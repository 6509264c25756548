#include "ops/matvec_q8/matvec_q8.hpp"
#include "kernels/matvec_tiles.hpp"
#include "ops/matvec_q8/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr MatvecEntry kEntries[] = {
    // Four or eight rows share what is read of the vector; a few very long rows are read by as many threads as there may be.
    {.name = "subgroup",
     .elements = 16,
     .bytes = 16,
     .subgroups = true,
     .tiles = {{128, 4, 1}, {128, 8, 1}, {64, 8, 1}, {32, 4, 2}, {256, 4, 1}, {1024, 1, 4}}},
    // Without subgroups the same; short rows, on any device, share a subgroup. 576, a small language model's width, is 36
    // loads: three steps of 4 x 3, or most of one of 8 x 5.
    {.name = "vector",
     .elements = 16,
     .bytes = 16,
     .tiles = {{8, 4, 2}, {4, 2, 3}, {64, 8, 1}, {128, 4, 1}, {32, 4, 2}, {256, 1, 4}, {1, 1, 4}}},
    {.name = "kernel",
     .elements = 4,
     .bytes = 4,
     .any_length = true,
     .tiles = {{32, 1, 8}, {64, 4, 4}, {256, 1, 8}, {8, 1, 4}, {1, 1, 4}}},
};

// The tile of prefetch.wgsl: of those tried on an H200 (1, 2 and 4 pieces, 1 to 8 rows, 2 to 16 groups) the fastest at
// 14336x4096. More registers leave too few threads to hide what is fetched; fewer groups fetch the vector too often.
constexpr uint32_t kPieces = 2, kRows = 2, kGroups = 8;

/// Threads that hold a vector of k elements; 0 where the kernel does not serve.
uint32_t prefetch_lanes(const Caps& caps, uint32_t k) {
    const uint32_t loads = k / 16, lanes = ((loads + kPieces - 1) / kPieces + 31) / 32 * 32;
    // A subgroup alone holds too little; and of five threads four should have something to hold.
    const bool suits = lanes >= 64 && lanes <= caps.max_invocations && 4 * lanes * kPieces <= 5 * loads;
    return caps.subgroups && k % 16 == 0 && suits ? lanes : 0;
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    auto all = matvec_choices(caps, kEntries, args.dim("N"), args.dim("K"));
    if (uint32_t lanes = prefetch_lanes(caps, args.dim("K"))) {
        // It is first where each of 132 multiprocessors has four workgroups: 4096x14336 has half of that, and took 19.1 µs where
        // subgroup.wgsl took 18.0.
        const bool many = args.dim("N") >= 4 * 132 * kRows * kGroups;
        all.insert(all.begin() + (many ? 0 : 1), {"prefetch", lanes, std::to_string(lanes)});
    }
    return all;
}

DispatchPlan prefetch(const Caps& caps, uint32_t n, uint32_t lanes) {
    DispatchPlan dispatch;
    dispatch.entry = "prefetch";
    dispatch.subgroups = true;
    // No subgroup is smaller than 4; fewer places are less to clear before each workgroup.
    dispatch.constants = {{"LANES", lanes},
                          {"PIECES", kPieces},
                          {"ROWS", kRows},
                          {"GROUPS", kGroups},
                          {"SLOTS", lanes / std::clamp(caps.subgroup_min, 4u, 32u)}};
    dispatch.workgroups = (uint64_t{n} + kRows * kGroups - 1) / (kRows * kGroups);
    return dispatch;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto dispatch = choice.entry == "prefetch" ? prefetch(caps, args.dim("N"), choice.tile)
                                               : matvec_dispatch(kEntries, choice, args.dim("N"));
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    dispatch.params = {args.dim("N"), args.dim("K")};
    if (choice.entry == "kernel") dispatch.params.push_back(static_cast<uint32_t>(args.inputs[0].shape[1]));
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), k = args.dim("K"), words = static_cast<double>(args.inputs[0].shape[1]);
    return {4 * (n * words + n + k + n), 2 * n * k};
}

}  // namespace

extern const OpSpec matvec_q8_spec;
constexpr OpSpec matvec_q8_spec = {
    .name = "matvec_q8",
    .summary = "The product of a matrix of 8-bit codes, with a scale a row, and a vector.",
    .source = "torch.mv(codes.float(), vector) * scale",
    .inputs = {tensor(DType::u32, "weight", "N", "K/4"), f32("scale", "N"), f32("vector", "K")},
    .params = {size("k", "codes of a row, which words of four do not show", "K")},
    .outputs = {f32("out", "N")},
    .reference = matvec_q8_reference,
    .error_factor = matvec_q8_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_q8_cases,
    .bench_cases = matvec_q8_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> matvec_q8(Context& context, Tensor weight, Tensor scale, Tensor vector) {
    Params params = {{"k", vector.type.shape.empty() ? 1 : static_cast<double>(vector.type.shape[0])}};
    std::vector<NamedTensor> inputs = {
        {"weight", std::move(weight)}, {"scale", std::move(scale)}, {"vector", std::move(vector)}};
    auto outputs = co_await run(context, "matvec_q8", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
