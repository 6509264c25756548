#pragma once
// Kernels that work on the rows of a matrix: how many threads share a row, and how many vectors each of them holds. Three
// entries share these choices: `kernel` (any row, LANES threads), `vector` (rows of whole vectors in the registers of LANES
// threads, several rows a workgroup) and `subgroup` (a row in the registers of a workgroup of THREADS, which add by
// subgroup operations).
#include "kernels/op_spec.hpp"

namespace xpu {

struct RowTile {
    uint32_t threads, vectors;
    std::string label() const { return std::to_string(threads) + "x" + std::to_string(vectors); }
};

/// The tile's index for a Choice and back.
constexpr uint32_t tile_index(RowTile tile) { return tile.threads << 8 | tile.vectors; }
constexpr RowTile row_tile(uint32_t index) { return {index >> 8, index & 255}; }

/// Threads that share a row (or pair of rows) of `d` elements in a portable kernel, a power of two up to 256.
uint32_t row_lanes(uint32_t d);

/// Tiles of `vector` kernels that hold `vectors_of_row` vectors, best first; none where the row is too long.
std::vector<RowTile> vector_tiles(uint64_t vectors_of_row);

/// Tiles of the `subgroup` entry for rows of `d` elements, best first.
std::vector<RowTile> subgroup_tiles(const Caps& caps, uint32_t d);

/// Choices for an operator with the three entries.
std::vector<Choice> row_choices(const Caps& caps, uint32_t d);

/// The dispatch for a choice of one of the entries, or of one that has LANES (and VECTORS) as they have.
DispatchPlan row_dispatch(const Choice& choice, uint64_t rows);

}  // namespace xpu
