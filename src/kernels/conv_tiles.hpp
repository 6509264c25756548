#pragma once
// The ways to compute a convolution in f32, and which to try first for a shape.
#include "kernels/op_spec.hpp"
#include <algorithm>
#include <string>

namespace xpu::conv_tiles {

/// The convolution as a product of matrices: in each part, a group of channels, `rows` × `sum` weights times `sum` ×
/// `columns` samples, with rows Cout / groups, sum Cg·K and columns N·Lout. Where the convolution is transposed, each phase
/// of a group is a part.
struct Problem {
    uint64_t parts, rows, channels, taps, columns;
    uint64_t sum() const { return channels * taps; }
};

/// Constants of conv_tiles.wgsl (their meaning is told there), and how fast the tile is: what a step of 1 along the sum takes,
/// in nanoseconds, on one multiprocessor of an H200.
struct Tile {
    uint32_t bm, bn, bk;       ///< of a workgroup: its piece of the output, and its step along the sum
    uint32_t wm, wn, tm, tn;   ///< of a warp and a thread
    uint32_t slices;           ///< groups of threads that share a tile's sum
    double alone_ns, busy_ns;  ///< for a tile alone on its multiprocessor, and among many

    constexpr uint32_t invocations() const { return bm / wm * (bn / wn) * 32 * slices; }
    constexpr uint32_t workgroup_bytes() const { return 16 * bk * (bm / 4 + 1 + bn / 4); }
    std::vector<Constant> constants(const Caps& caps) const {
        // Unrolled, a step takes a software device many times as long to compile, and no shorter to run.
        const uint32_t unroll = caps.software ? 1 : bk / slices;
        return {{"BM", bm}, {"BN", bn}, {"BK", bk},         {"WM", wm},        {"WN", wn},
                {"TM", tm}, {"TN", tn}, {"SLICES", slices}, {"UNROLL", unroll}};
    }
    std::string label() const {
        std::string text = std::to_string(bm) + "x" + std::to_string(bn) + "x" + std::to_string(bk);
        return slices > 1 ? text + "/" + std::to_string(slices) : text;
    }
};

// Few, each with a role of its own. The times are estimates, from those of the matrix product's tiles of about that size.
inline constexpr std::array tiles = {
    // 64 and more channels and long rows: three such workgroups share a multiprocessor and hide each other's waits.
    Tile{64, 128, 16, 32, 64, 8, 8, 1, 62, 48},
    // About one tile for each of 132 multiprocessors, as 256 x 2048: four slices, so that it has 8 warps to switch between.
    Tile{64, 64, 32, 32, 64, 8, 8, 4, 27, 25},
    // Short rows: eight warps sum one tile of 32 x 32, each its own part of the sum.
    Tile{32, 32, 32, 32, 32, 8, 4, 8, 11.8, 10.3},
    // Up to 32 channels and long rows.
    Tile{32, 128, 8, 32, 64, 8, 8, 1, 40, 27},
};

/// Whether the tile is of use: beyond four times the rows or the columns it is mostly waste.
constexpr bool takes(const Tile& tile, const Problem& problem) {
    return tile.bm <= 4 * problem.rows && tile.bn <= 4 * problem.columns;
}

constexpr uint64_t count(const Tile& tile, const Problem& problem) {
    return problem.parts * ((problem.rows + tile.bm - 1) / tile.bm) * ((problem.columns + tile.bn - 1) / tile.bn);
}

/// The time to expect on an H200: the tiles are spread over the multiprocessors, and each takes as long as one tile alone,
/// or as all of its tiles at its full rate, whichever is longer.
constexpr double expected_ns(const Tile& tile, const Problem& problem) {
    constexpr uint64_t multiprocessors = 132;
    constexpr double each_ns = 1500;   // fetching the first step and storing
    constexpr double memory_ns = 280;  // what a tile alone waits for a step that comes from memory
    const double share = double((count(tile, problem) + multiprocessors - 1) / multiprocessors);
    return share * each_ns +
           double(problem.sum()) * std::max(tile.alone_ns + memory_ns / tile.bk, share * tile.busy_ns);
}

/// What a thread of conv_threads.wgsl holds: 4 columns of so many rows, and in how many parts the channels are summed.
struct Thread {
    uint32_t rows, slices;
    constexpr uint32_t index() const { return slices << 8 | rows; }
    std::string label() const { return std::to_string(rows) + (slices > 1 ? "/" + std::to_string(slices) : ""); }
};
constexpr Thread thread_of(uint32_t index) { return {index & 255, index >> 8}; }

/// Threads that share the columns of a row: as few as hold them, so that short rows waste none, and a warp at most.
constexpr uint32_t lanes(uint64_t quads) {
    return static_cast<uint32_t>(std::bit_ceil(std::clamp<uint64_t>(quads, 1, 32)));
}

constexpr double expected_ns(Thread thread, const Problem& problem) {
    // Estimates: a thread waits so long for the loads of a tap; and all multiprocessors do so many multiply-adds in a
    // nanosecond when there are threads enough, because a thread of one row loads five values for four of them, and one of
    // four rows eight for sixteen.
    constexpr double step_ns = 30;
    const double rate = thread.rows == 1 ? 3000 : 6500;
    const uint64_t rows = (problem.rows + thread.rows - 1) / thread.rows * thread.rows;
    const double products = double(problem.parts * rows * problem.columns) * double(problem.sum());
    const double steps = double((problem.channels + thread.slices - 1) / thread.slices * problem.taps);
    const double handing_ns = thread.slices > 1 ? 300 : 0;  // of sums, from slice to slice
    return std::max(steps * step_ns, products / rate) + handing_ns;
}

/// Every way that the device allows, the one expected to be fastest first. The order is an H200's: on another device it is
/// where to begin to measure.
/// `tiled` is whether the tiled entry can take the shape at all.
inline std::vector<Choice> choices(const Problem& problem, uint32_t max_invocations, uint32_t max_workgroup_bytes,
                                   bool tiled = true) {
    std::vector<Choice> all;
    std::vector<std::pair<double, size_t>> order;  // the time to expect, and which of `all`
    const auto add = [&](double ns, Choice choice) {
        order.emplace_back(ns, all.size());
        all.push_back(std::move(choice));
    };
    // Four rows at a time where there are that many, or one to spare.
    const uint32_t rows = problem.rows > 2 ? 4 : 1;
    for (uint32_t slices : {1u, 8u}) {
        // With fewer channels some slices would have none.
        if (slices > 1 && slices > problem.channels) continue;
        Thread thread{rows, slices};
        add(expected_ns(thread, problem), {"kernel", thread.index(), thread.label()});
    }
    for (size_t i = 0; i < tiles.size(); i++) {
        auto& tile = tiles[i];
        if (tiled && takes(tile, problem) && tile.invocations() <= max_invocations &&
            tile.workgroup_bytes() <= max_workgroup_bytes)
            add(expected_ns(tile, problem), {"tiled", static_cast<uint32_t>(i), tile.label()});
    }
    std::ranges::sort(order);
    std::vector<Choice> sorted;
    for (auto& [ns, i] : order) sorted.push_back(std::move(all[i]));
    return sorted;
}

}  // namespace xpu::conv_tiles
