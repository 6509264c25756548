#include "kernels/gemm_tiles.hpp"

namespace xpu::gemm {

namespace {

// The time to expect: the tiles are spread over the multiprocessors, and each takes as long as one tile alone, or as all
// of its tiles at its full rate, whichever is longer.
double expected_ns(const Tile& tile, uint32_t m, uint32_t n, uint32_t k) {
    constexpr uint64_t multiprocessors = 132;
    constexpr double dispatch_ns = 2000;
    // The times were fitted to inputs that lie in cache. Where they come from memory, as a layer's weights do, a tile alone
    // waits so much longer for each of its steps.
    constexpr double memory_ns = 280;
    const double share = double((count(tile, m, n) + multiprocessors - 1) / multiprocessors);
    return dispatch_ns + share * tile.each_ns + k * std::max(tile.alone_ns + memory_ns / tile.bk, share * tile.busy_ns);
}

std::string label(const Tile& tile) {
    std::string text = std::to_string(tile.bm) + "x" + std::to_string(tile.bn) + "x" + std::to_string(tile.bk);
    return tile.slices > 1 ? text + "/" + std::to_string(tile.slices) : text;
}

// What a workgroup of gemm_few.wgsl holds: LANES threads share `rows` rows of codes, of each of which a thread has `loads` words on
// their way, and sum them with `few` rows of the first matrix.
struct Few {
    uint32_t lanes, rows, few, loads;
    constexpr uint32_t index() const { return loads << 28 | lanes << 16 | rows << 8 | few; }
};
constexpr Few few_of(uint32_t index) { return {index >> 16 & 4095, index >> 8 & 255, index & 255, index >> 28}; }

// All but `few`, which the product decides. A word of each of four rows is enough on its way where threads are many; where a matrix has
// few rows of codes, more threads share one.
constexpr Few kFew[] = {{64, 4, 0, 1}, {128, 4, 0, 2}, {32, 4, 0, 2}, {8, 4, 0, 1}};

std::string label(const Few& tile) {
    return std::to_string(tile.few) + "x" + std::to_string(tile.rows) + "x" + std::to_string(tile.lanes) + "x" +
           std::to_string(tile.loads);
}

}  // namespace

std::vector<size_t> pick(uint32_t m, uint32_t n, uint32_t k, uint32_t max_invocations, uint32_t max_workgroup_bytes) {
    std::vector<size_t> order;
    for (size_t i = 0; i < tiles.size(); ++i)
        if (takes(tiles[i], m, n, k) && tiles[i].invocations <= max_invocations &&
            tiles[i].workgroup_bytes <= max_workgroup_bytes)
            order.push_back(i);
    std::ranges::sort(order, {}, [&](size_t i) { return std::pair(expected_ns(tiles[i], m, n, k), i); });
    return order;
}

std::vector<Constant> constants(const Caps& caps, const Tile& tile, Fused fused) {
    if (std::string_view(tile.entry) == "kernel") return {};
    // Unrolled, a step takes a software device many times as long to compile, and no shorter to run. So would results that are
    // stored one by one, and where each goes through an activation first, on any device.
    const bool rolled = caps.software || fused == Fused::yes;
    const uint32_t bk = caps.software && !tile.wm ? tile.slices : tile.bk;  // a load at a time
    std::vector<Constant> all = {
        {"BM", tile.bm}, {"BN", tile.bn}, {"BK", bk}, {"SLICES", tile.slices}, {"ROLLED", rolled}};
    if (tile.wm) {
        const uint32_t unroll = caps.software ? 1 : tile.bk / tile.slices;
        all.insert(all.end(), {{"WM", tile.wm}, {"WN", tile.wn}, {"TM", tile.tm}, {"TN", tile.tn}, {"UNROLL", unroll}});
    }
    return all;
}

std::vector<Choice> choices_with_spare(const Caps& caps, uint32_t m, uint32_t n, uint32_t k) {
    std::vector<Choice> all;
    for (size_t i : pick(m, n, k, caps.max_invocations, caps.max_workgroup_bytes))
        all.push_back({tiles[i].entry, static_cast<uint32_t>(i), label(tiles[i])});
    return all;
}

std::vector<Choice> choices(const Caps& caps, uint32_t m, uint32_t n, uint32_t k) {
    auto all = choices_with_spare(caps, m, n, k);
    const auto most = caps.software ? Tile::Takers::all : Tile::Takers::hardware;
    std::erase_if(all, [&](auto& choice) { return tiles[choice.tile].takers > most; });
    return all;
}

DispatchPlan dispatch(const Caps& caps, const Choice& choice, uint32_t m, uint32_t n, uint32_t k, Fused fused) {
    auto& tile = tiles[choice.tile];
    DispatchPlan plan;
    plan.entry = choice.entry;
    plan.constants = constants(caps, tile, fused);
    plan.workgroups = count(tile, m, n);
    plan.params = {m, n, k, 0};
    return plan;
}

std::vector<Choice> packed_choices(const Caps& caps, uint32_t codes, uint32_t m, uint32_t n, uint32_t k) {
    std::vector<Choice> all, wasteful;
    // Beyond 32 rows the codes are unpacked so often that a tile in workgroup memory is faster.
    const uint32_t words = k / codes;
    // An H200 has places for some 130,000 threads with so many registers. Where all are taken, idle threads cost; where not, it
    // counts how many share a row.
    const auto fills = [&](uint32_t lanes) { return uint64_t{n} * lanes / 4 >= 130000; };
    if (m <= 32 && words > 0 && words * codes == k) {
        for (const Few& shape : kFew) {
            const Few tile = {shape.lanes, shape.rows, std::bit_ceil(std::clamp(m, 1u, 8u)), shape.loads};
            if (tile.lanes > words) continue;
            // Of five threads four should have something to do, in every step.
            const uint64_t a_step = uint64_t{tile.lanes} * tile.loads, steps = (words + a_step - 1) / a_step;
            const bool busy = 4 * steps * a_step <= 5 * uint64_t{words};
            (busy || !fills(tile.lanes) ? all : wasteful).push_back({"few", tile.index(), label(tile)});
        }
        // A number that was unpacked for few rows is soon used, so two words on their way are better than one.
        if (m <= 2 && all.size() > 1 && few_of(all[1].tile).lanes == 128 && !fills(64)) std::swap(all[0], all[1]);
    }
    all.insert(all.end(), wasteful.begin(), wasteful.end());
    for (auto& choice : choices(caps, m, n, k))
        if (choice.entry == "tiled" || choice.entry == "kernel") all.push_back(std::move(choice));
    return all;
}

DispatchPlan packed_dispatch(const Caps& caps, const Choice& choice, uint32_t m, uint32_t n, uint32_t k) {
    if (choice.entry != "few") return dispatch(caps, choice, m, n, k);
    const Few tile = few_of(choice.tile);
    const uint64_t rows = uint64_t{256 / tile.lanes} * tile.rows;  // of codes, of a workgroup
    DispatchPlan plan;
    plan.entry = choice.entry;
    plan.constants = {{"LANES", tile.lanes}, {"ROWS", tile.rows}, {"FEW", tile.few}, {"LOADS", tile.loads}};
    plan.workgroups = (uint64_t{m} + tile.few - 1) / tile.few * ((n + rows - 1) / rows);
    plan.params = {m, n, k, 0};
    return plan;
}

}  // namespace xpu::gemm
