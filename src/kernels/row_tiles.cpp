#include "kernels/row_tiles.hpp"
#include <algorithm>

namespace xpu {

std::vector<RowTile> row_tiles(const Caps& caps, uint32_t d) {
    std::vector<RowTile> tiles;
    // Shorter rows would leave most of the smallest workgroup idle.
    if (d < 128 || d % 4 != 0) return tiles;
    // Four vectors a thread keep enough loads in flight to cover memory latency and leave the registers for many
    // workgroups a processor; fewer threads cost less in the reduction, so the smallest count that holds the row wins.
    for (uint32_t vectors : {4u, 2u, 1u, 8u})
        for (uint32_t threads = 64; threads <= caps.max_invocations && threads <= 1024; threads *= 2) {
            if (uint64_t{threads} * vectors * 4 < d) continue;
            // Beyond twice the row most threads would idle.
            if (uint64_t{threads} * vectors * 4 < 2 * uint64_t{d} || vectors == 1) tiles.push_back({threads, vectors});
            break;
        }
    return tiles;
}

uint32_t row_lanes(uint32_t d) {
    // Four elements a thread pay for its share of the tree.
    uint32_t lanes = 1;
    while (lanes < 256 && lanes * 4 < d) lanes *= 2;
    return lanes;
}

std::vector<Choice> row_choices(const Caps& caps, uint32_t d) {
    std::vector<Choice> all;
    uint32_t lanes = row_lanes(d);
    if (caps.subgroups)
        for (auto tile : row_tiles(caps, d)) all.push_back({"subgroup", tile_index(tile), tile.label()});
    all.push_back({"kernel", lanes, std::to_string(lanes)});
    // Up to here several rows in a workgroup beat one (measured on an H200 at 65536 x 128).
    if (lanes <= 32) std::rotate(all.begin(), all.end() - 1, all.end());
    return all;
}

DispatchPlan row_dispatch(const Choice& choice, uint64_t rows) {
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    if (choice.entry == "subgroup") {
        auto tile = row_tile(choice.tile);
        dispatch.workgroups = rows;
        dispatch.subgroups = true;
        dispatch.constants = {{"THREADS", tile.threads}, {"VECTORS", tile.vectors}};
    } else {
        uint32_t per_group = 256 / choice.tile;
        dispatch.workgroups = (rows + per_group - 1) / per_group;
        dispatch.constants = {{"LANES", choice.tile}};
    }
    return dispatch;
}

}  // namespace xpu
