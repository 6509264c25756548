#pragma once
// The ways to compute a convolution in f32, and which to try first for a shape.
#include "kernels/op_spec.hpp"
#include <algorithm>
#include <string>

namespace xpu::conv_tiles {

/// How many tiles meet samples that are not there, and so test each sample, or gather weights.
enum class Edges { none, few, most };

/// The convolution as a product of matrices: in each part, a group of channels, `rows` × `sum` weights times `sum` ×
/// `columns` samples, with rows Cout / groups, sum Cg·K and columns N·Lout. Where the convolution is transposed, each phase
/// of a group is a part.
struct Problem {
    uint64_t parts, rows, channels, taps, columns;
    Edges edges = Edges::none;
    uint64_t apart = 1;  ///< places from one result of a row to the next
    uint64_t sum() const { return channels * taps; }
};

/// Constants of conv_tiles.wgsl (their meaning is told there), and how fast the tile is on a multiprocessor of an H200.
struct Tile {
    uint32_t bm, bn, bk;      ///< of a workgroup: its piece of the output, and its step along the sum
    uint32_t wm, wn, tm, tn;  ///< of a warp and a thread
    uint32_t slices;          ///< groups of threads that share a tile's sum
    uint32_t abreast;         ///< tiles that a multiprocessor runs at a time: their registers fill it
    double alone_ns,
        busy_ns;  ///< of a step of 1 along the sum: for a tile alone, and for each of as many as run at a time

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

// Few, each with a role of its own. The times were measured on an H200.
inline constexpr std::array tiles = {
    // 64 and more channels and long rows: three such workgroups share a multiprocessor and hide each other's waits.
    Tile{64, 128, 16, 32, 64, 8, 8, 1, 3, 57, 54},
    // Short rows: eight warps sum one tile of 32 x 32, each its own part of the sum.
    Tile{32, 32, 32, 32, 32, 8, 4, 8, 4, 11.8, 14},
    // Up to 32 channels, or a multiple of 32 that is none of 64, and long rows.
    Tile{32, 128, 8, 32, 64, 8, 8, 1, 8, 65, 33},
};

/// Whether the tile is of use: beyond four times the rows or the columns it is mostly waste.
constexpr bool takes(const Tile& tile, const Problem& problem) {
    return tile.bm <= 4 * problem.rows && tile.bn <= 4 * problem.columns;
}

constexpr uint64_t count(const Tile& tile, const Problem& problem) {
    return problem.parts * ((problem.rows + tile.bm - 1) / tile.bm) * ((problem.columns + tile.bn - 1) / tile.bn);
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

/// A way of the tiled entry: the tile, how many workgroups share each, and whether the samples are copied first, with the zeros of
/// their padding, so that no tile has to look for it.
struct Way {
    uint32_t tile, splits = 1;
    bool padded = false;
    constexpr uint32_t index() const { return tile | splits << 8 | uint32_t{padded} << 16; }
    std::string label() const;
};
constexpr Way way_of(uint32_t index) { return {index & 255, index >> 8 & 255, index >> 16 != 0}; }

/// What of the tiled entry a kernel has.
struct Tiled {
    bool allowed = true;  ///< whether it takes the shape at all
    bool splits = true;   ///< whether there is a dispatch that joins
    uint64_t padded = 0;  ///< elements of the padded copy of the samples, or 0: there is none
    std::string_view entry = "tiled";
    bool joined = false;  ///< whether sums are joined even where workgroups do not share them
};

/// Nanoseconds to expect on an H200.
double thread_ns(Thread thread, const Problem& problem);

/// Every way that the device allows, the one expected to be fastest first. The order is an H200's: on another device it is
/// where to begin to measure.
std::vector<Choice> choices(const Caps& caps, const Problem& problem, const Tiled& tiled);
/// The same in no order, each with the nanoseconds to expect, and those of the tiled entry alone.
std::vector<std::pair<double, Choice>> timed_choices(const Caps& caps, const Problem& problem, const Tiled& tiled);
std::vector<std::pair<double, Choice>> tiled_choices(const Caps& caps, const Problem& problem, const Tiled& tiled);

/// The one expected to be fastest first.
std::vector<Choice> in_order(std::vector<std::pair<double, Choice>> all);

/// What joins sums has to know of the results.
struct Results {
    uint64_t count, lout, cout;
    bool bias;
    uint32_t act;
    std::string_view join = "join";
    bool joined = false;  ///< even where workgroups do not share sums
};

/// The dispatch of a tile, where all but constants and workgroups are set.
DispatchPlan tile_dispatch(const Caps& caps, const Problem& problem, Way way, DispatchPlan dispatch);

/// Puts the dispatch of a tile on the plan, where its entry, bindings and parameters (the last is the number of results) are set, and
/// where workgroups share a tile the one that joins their sums.
void add_tiled(Plan& plan, const Caps& caps, const Problem& problem, Way way, DispatchPlan dispatch,
               const Results& results);

}  // namespace xpu::conv_tiles
