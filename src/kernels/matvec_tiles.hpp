#pragma once
// Kernels that multiply a matrix by a vector. They differ in how a matrix is stored and agree in their tiles: LANES
// neighbouring threads share ROWS rows, and each asks for LOADS pieces of every row before it uses the first. A piece of the
// vector serves ROWS rows. What such a kernel needs is bytes on their way: 4.5 TB/s at a latency of 800 ns are 27 KB for each
// of an H200's 132 multiprocessors, at every moment.
#include "kernels/op_spec.hpp"

namespace xpu {

struct MatvecTile {
    uint32_t lanes, rows, loads;
};

/// A kernel file of an operator, and its tiles: of those that are expected to take the same time, the better first.
struct MatvecEntry {
    std::string_view name;
    uint32_t elements;        ///< of a row, in one load
    uint32_t bytes;           ///< of one load
    bool any_length = false;  ///< takes rows that are no multiple of `elements`
    bool subgroups = false;   ///< a workgroup has LANES threads and adds by subgroup operations; else it has 256
    List<MatvecTile, 10> tiles;
};

/// Every tile that suits a matrix of m rows and k columns, the one expected to be fastest first; those of entries that take
/// any length stand last. A choice's tile is the entry's place in `entries` << 8 | the tile's.
std::vector<Choice> matvec_choices(const Caps& caps, std::span<const MatvecEntry> entries, uint32_t m, uint32_t k);

/// The dispatch for one of them: LANES, ROWS and LOADS, and how many workgroups.
DispatchPlan matvec_dispatch(std::span<const MatvecEntry> entries, const Choice& choice, uint64_t m);

/// The tiles of wgsl/matvec_held.wgsl that suit m rows and k columns, of which a load brings `elements`; none where k is no multiple
/// of that. The entry is called held; its dispatch has LANES and GROUPS, and how many workgroups.
std::vector<Choice> held_choices(uint32_t m, uint32_t k, uint32_t elements);
DispatchPlan held_dispatch(const Choice& choice, uint64_t m);

}  // namespace xpu
