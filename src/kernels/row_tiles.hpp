#pragma once
// Kernels that give each row of a matrix to one workgroup, which holds it in registers: how many threads, and how many
// vectors of four each thread holds.
#include "kernels/op_spec.hpp"

namespace xpu {

struct RowTile {
    uint32_t threads, vectors;
    std::string label() const { return std::to_string(threads) + "x" + std::to_string(vectors); }
};

/// The tiles that hold a row of `d` elements on a device of these caps, best first; none when there is no such tile or
/// the row is not a whole number of vectors.
std::vector<RowTile> row_tiles(const Caps& caps, uint32_t d);

/// The tile's index for a Choice and back.
constexpr uint32_t tile_index(RowTile tile) { return tile.threads << 8 | tile.vectors; }
constexpr RowTile row_tile(uint32_t index) { return {index >> 8, index & 255}; }

/// Threads that share a row (or pair of rows) of `d` elements in a portable kernel, a power of two up to 256.
uint32_t row_lanes(uint32_t d);

/// Choices for an operator with a portable entry `kernel` of LANES threads a row, and a `subgroup` entry that holds rows
/// of `d` in registers.
std::vector<Choice> row_choices(const Caps& caps, uint32_t d);

/// The dispatch for such a choice.
DispatchPlan row_dispatch(const Choice& choice, uint64_t rows);

}  // namespace xpu
