#include "kernels/matvec_tiles.hpp"
#include <algorithm>
#include <bit>
#include <tuple>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup without subgroups: the most that every device allows

uint64_t up(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

// Threads, and groups of four rows that they walk. The longer the walk, the less it counts that the vector is fetched, and the fewer
// workgroups share the work; more threads leave fewer rounds for each.
struct Held {
    uint32_t lanes, groups;
};
constexpr Held kHeld[] = {{128, 4}, {64, 4}, {64, 2}, {32, 4}};

bool takes(const MatvecTile& tile, uint64_t m, uint64_t pieces) {
    // More than half of the threads and a quarter of the loads must have something to do.
    if (tile.rows > m || tile.lanes >= 2 * pieces || uint64_t{tile.lanes} * tile.loads > 4 * pieces) return false;
    // A thread with rows of its own reads far from its neighbours: only where they are so short that the cache makes up.
    return tile.lanes > 1 || pieces <= uint64_t{2} * tile.loads;
}

// The time to expect on an H200: round numbers, chosen so that the order of the tiles is the order that was measured at
// 4096x4096, 1024x4096, 576x1536 and 65536x128. On another device it is where to begin to measure.
double expected_ns(const MatvecEntry& entry, const MatvecTile& tile, uint64_t m, uint64_t pieces) {
    constexpr double multiprocessors = 132, bytes_a_ns = 4500, registers = 65536, most_threads = 2048;
    constexpr double latency_ns = 800;      // of memory that is busy
    constexpr double other_registers = 44;  // sums, addresses and pieces of the vector
    constexpr double barrier_ns = 30;
    // A row's threads wait for one more round of loads; where a load brings many codes, their arithmetic covers that.
    double step_ns = entry.elements > 4 ? 0 : 250;
    constexpr double workgroup_ns = 1.2;  // to start one: 65,536 of 32 threads took 80 µs
    double threads = static_cast<double>(up(m, tile.rows) * tile.lanes);
    double steps = static_cast<double>(up(pieces, uint64_t{tile.lanes} * tile.loads));
    double needs = other_registers + entry.bytes / 4.0 * tile.rows * tile.loads;
    double waves = std::max(1.0, threads / (multiprocessors * std::min(most_threads, registers / needs)));
    double memory = static_cast<double>(m * pieces) * entry.bytes / bytes_a_ns;
    double barriers = entry.subgroups ? 2 : std::bit_width(tile.lanes);
    double groups =
        static_cast<double>(up(m, entry.subgroups ? tile.rows : uint64_t{kThreads} / tile.lanes * tile.rows));
    // Lanes past the end of a row do nothing, and hold a place.
    double idle = steps * tile.lanes * tile.loads / static_cast<double>(pieces) - 1;
    return std::max({memory, waves * steps * latency_ns, groups * workgroup_ns}) + (steps - 1) * step_ns +
           0.3 * idle * memory + barriers * barrier_ns;
}

}  // namespace

std::vector<Choice> matvec_choices(const Caps& caps, std::span<const MatvecEntry> entries, uint32_t m, uint32_t k) {
    struct Ranked {
        bool any_length;
        double ns;
        Choice choice;
    };
    std::vector<Ranked> all;
    for (uint32_t e = 0; e < entries.size(); e++) {
        auto& entry = entries[e];
        if ((entry.subgroups && !caps.subgroups) || (!entry.any_length && (k == 0 || k % entry.elements != 0)))
            continue;
        uint64_t rows = std::max(m, 1u), pieces = std::max<uint64_t>(up(k, entry.elements), 1);
        for (uint32_t t = 0; t < entry.tiles.size(); t++) {
            auto& tile = entry.tiles[t];
            if ((entry.subgroups && tile.lanes > caps.max_invocations) || !takes(tile, rows, pieces)) continue;
            std::string label =
                std::to_string(tile.lanes) + "x" + std::to_string(tile.rows) + "x" + std::to_string(tile.loads);
            all.push_back(
                {entry.any_length, expected_ns(entry, tile, rows, pieces), {entry.name, e << 8 | t, std::move(label)}});
        }
    }
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) {
        return std::tuple(a.any_length, a.ns, a.choice.tile) < std::tuple(b.any_length, b.ns, b.choice.tile);
    });
    std::vector<Choice> choices;
    for (auto& one : all) choices.push_back(std::move(one.choice));
    return choices;
}

DispatchPlan matvec_dispatch(std::span<const MatvecEntry> entries, const Choice& choice, uint64_t m) {
    auto& entry = entries[choice.tile >> 8];
    auto& tile = entry.tiles[choice.tile & 255];
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.subgroups = entry.subgroups;
    dispatch.constants = {{"LANES", tile.lanes}, {"ROWS", tile.rows}, {"LOADS", tile.loads}};
    dispatch.workgroups = up(m, entry.subgroups ? tile.rows : uint64_t{kThreads} / tile.lanes * tile.rows);
    return dispatch;
}

std::vector<Choice> held_choices(uint32_t m, uint32_t k, uint32_t elements) {
    const uint64_t loads = k / elements;
    std::vector<Choice> all;
    for (uint32_t i = 0; i < std::size(kHeld) && k % elements == 0; i++) {
        const auto [lanes, groups] = kHeld[i];
        // Of five threads four should have something to do, in every round.
        if (m >= 4 * groups && 4 * up(loads, lanes) * lanes <= 5 * loads)
            all.push_back({"held", i, std::to_string(lanes) + "x" + std::to_string(4 * groups)});
    }
    // An H200 has places for some 1,500 workgroups of 64 threads: with so many, fewer threads a row are better.
    if (all.size() > 1 && all[0].tile == 0 && m >= 16 * 1500) std::swap(all[0], all[1]);
    return all;
}

DispatchPlan held_dispatch(const Choice& choice, uint64_t m) {
    const auto [lanes, groups] = kHeld[choice.tile];
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"LANES", lanes}, {"GROUPS", groups}};
    dispatch.workgroups = up(m, uint64_t{4} * groups);
    return dispatch;
}

}  // namespace xpu
