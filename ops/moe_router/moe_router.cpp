#include "ops/moe_router/moe_router.hpp"
#include "kernels/row_tiles.hpp"
#include "ops/moe_router/parts.hpp"
#include <algorithm>
#include <bit>
#include <limits>

namespace xpu {

namespace {

Status validate(Args& args) {
    int64_t k = args.integer("k");
    if (k < 1) return fail(Code::range, "parameter k is " + std::to_string(k) + ", expected at least 1");
    args.bind("k", static_cast<uint64_t>(k));
    return {};
}

// A tile of the entry `threshold`: threads of a workgroup, and how many of them share a token.
struct Tile {
    uint32_t threads, lanes;
};
constexpr uint32_t index_of(Tile tile) { return tile.threads << 8 | tile.lanes; }
constexpr Tile tile_of(uint32_t index) { return {index >> 8, index & 255}; }

std::string label(Tile tile) { return std::to_string(tile.lanes) + " of " + std::to_string(tile.threads); }

// Experts of a thread, and of a token's list; threshold.wgsl says why.
uint32_t each_of(uint32_t e, Tile tile) { return (e + tile.lanes - 1) / tile.lanes; }
uint64_t list_of(uint32_t e, uint64_t k, Tile tile) {
    return k > tile.lanes ? uint64_t{each_of(e, tile)} * tile.lanes : (k - 1) * each_of(e, tile) + 1;
}

// Whether the entry's arrays fit the workgroup memory that every device has. The registers of a thread hold 16 keys.
bool fits(uint32_t e, uint64_t k, Tile tile) {
    const uint64_t rows = tile.threads / tile.lanes;
    return tile.lanes <= tile.threads && each_of(e, tile) <= 16 &&
           12 * tile.threads + rows * (12 + 8 * list_of(e, k, tile) + 8 * k) <= 16384;
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    const uint32_t e = args.dim("E"), k = args.dim("k"), lanes = row_lanes(e);
    std::vector<Choice> all;
    if (e > 0 && e <= 1024) {
        // The fewest threads a token that hold its experts and, as a rule, know a threshold compare least; twice as many have a
        // shorter list, and are better where tokens are too few to fill a device. A token's steps wait for each other, so
        // workgroups are small, and many run at once.
        const uint32_t least = std::bit_ceil(std::max({2u, (e + 15) / 16, std::min(k, e)}));
        for (Tile tile : {Tile{64, least}, Tile{64, 2 * least}})
            if (fits(e, k, tile)) all.push_back({"threshold", index_of(tile), label(tile)});
        constexpr uint64_t kThreads = 200'000;
        if (all.size() == 2 && uint64_t{args.dim("T")} * least < kThreads) std::swap(all[0], all[1]);
    }
    all.push_back({"kernel", lanes, std::to_string(lanes)});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint32_t t = args.dim("T"), e = args.dim("E"), k = args.dim("k");
    const uint32_t normalize = args.flag("normalize") ? 1 : 0, nan = bits(std::numeric_limits<float>::quiet_NaN());
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.bindings = {in(0), out(0), out(1)};
    uint32_t per_group;
    if (choice.entry == "threshold") {
        const Tile tile = tile_of(choice.tile);
        per_group = tile.threads / tile.lanes;
        dispatch.constants = {{"THREADS", tile.threads},
                              {"LANES", tile.lanes},
                              {"EACH", each_of(e, tile)},
                              {"K", k},
                              {"LIST", static_cast<uint32_t>(list_of(e, k, tile))}};
        dispatch.params = {t, e, normalize, nan};
    } else {
        per_group = 256 / choice.tile;
        dispatch.constants = {{"LANES", choice.tile}};
        dispatch.params = {t, e, k, normalize, nan};
    }
    dispatch.workgroups = (uint64_t{t} + per_group - 1) / per_group;
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double t = args.dim("T"), e = args.dim("E"), k = args.dim("k");
    return {4 * (t * e + 2 * t * k), 3 * t * e};
}

}  // namespace

extern const OpSpec moe_router_spec;
constexpr OpSpec moe_router_spec = {
    .name = "moe_router",
    .summary = "The k best experts of each token, with their shares of the softmax.",
    .source = "torch.topk of torch.softmax; Mixtral normalises (norm_topk_prob), Switch Transformer does not",
    .inputs = {f32("logits", "T", "E")},
    .params = {integer("k", "experts of a token"),
               flag("normalize", "whether a token's gates are divided by their sum")},
    .outputs = {tensor(DType::i32, "expert", "T", "k"), f32("gate", "T", "k")},
    .validate = validate,
    .reference = moe_router_reference,
    .error_factor = moe_router_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = moe_router_cases,
    .bench_cases = moe_router_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> moe_router(Context& context, Tensor logits, uint32_t k, bool normalize) {
    std::vector<NamedTensor> inputs = {{"logits", std::move(logits)}};
    Params params = {{"k", static_cast<double>(k)}, {"normalize", normalize}};
    co_return co_await run(context, "moe_router", std::move(inputs), std::move(params));
}

}  // namespace xpu
