#include "kernels/row_tiles.hpp"
#include <algorithm>
#include <bit>

namespace xpu {

uint32_t row_lanes(uint32_t d) {
    // Four elements a thread pay for its share of the tree.
    return static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil((uint64_t{d} + 3) / 4), 1, 256));
}

std::vector<RowTile> vector_tiles(uint64_t vectors_of_row) {
    std::vector<RowTile> tiles;
    // Four vectors a thread keep enough loads in flight to cover memory latency; fewer are for rows that have no more.
    for (uint32_t vectors : {4u, 2u, 1u, 8u}) {
        uint64_t lanes = std::bit_ceil((vectors_of_row + vectors - 1) / vectors);
        bool idle = lanes == 1 && vectors_of_row < vectors;
        if (vectors_of_row > 0 && lanes <= 256 && !idle) tiles.push_back({static_cast<uint32_t>(lanes), vectors});
    }
    return tiles;
}

std::vector<RowTile> subgroup_tiles(const Caps& caps, uint32_t d) {
    std::vector<RowTile> tiles;
    // Shorter rows would leave most of the smallest workgroup idle.
    if (!caps.subgroups || d < 128 || d % 4 != 0) return tiles;
    // As for vector_tiles; fewer threads cost less in the reduction, so the smallest count that holds the row wins.
    for (uint32_t vectors : {4u, 2u, 1u, 8u})
        for (uint32_t threads = 64; threads <= caps.max_invocations && threads <= 1024; threads *= 2) {
            if (uint64_t{threads} * vectors * 4 < d) continue;
            // Beyond twice the row most threads would idle.
            if (uint64_t{threads} * vectors * 4 < 2 * uint64_t{d} || vectors == 1) tiles.push_back({threads, vectors});
            break;
        }
    return tiles;
}

std::vector<Choice> row_choices(const Caps& caps, uint32_t d) {
    std::vector<Choice> all;
    if (d % 4 == 0)
        for (auto tile : vector_tiles(d / 4)) all.push_back({"vector", tile_index(tile), tile.label()});
    // Where a row fills a workgroup, subgroups save the tree's barriers.
    std::vector<Choice> by_subgroup;
    for (auto tile : subgroup_tiles(caps, d)) by_subgroup.push_back({"subgroup", tile_index(tile), tile.label()});
    constexpr uint32_t kShort = 512;
    all.insert(d <= kShort ? all.end() : all.begin(), by_subgroup.begin(), by_subgroup.end());
    uint32_t lanes = row_lanes(d);
    all.push_back({"kernel", tile_index({lanes, 0}), std::to_string(lanes)});
    return all;
}

DispatchPlan row_dispatch(const Choice& choice, uint64_t rows) {
    auto tile = row_tile(choice.tile);
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    if (choice.entry == "subgroup") {
        dispatch.workgroups = rows;
        dispatch.subgroups = true;
        dispatch.constants = {{"THREADS", tile.threads}, {"VECTORS", tile.vectors}};
        return dispatch;
    }
    uint32_t per_group = 256 / tile.threads;
    dispatch.workgroups = (rows + per_group - 1) / per_group;
    dispatch.constants = {{"LANES", tile.threads}};
    if (tile.vectors > 0) dispatch.constants.push_back({"VECTORS", tile.vectors});
    return dispatch;
}

}  // namespace xpu
