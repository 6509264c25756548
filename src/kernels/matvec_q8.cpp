#include "kernels/matvec_q8.hpp"
#include "kernels/matvec_tiles.hpp"
#include "kernels/rounding.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr MatvecEntry kEntries[] = {
    // Four or eight rows share what is read of the vector; a few very long rows are read by as many threads as there may be.
    {.name = "subgroup",
     .elements = 16,
     .bytes = 16,
     .subgroups = true,
     .tiles = {{128, 4, 1}, {128, 8, 1}, {64, 8, 1}, {32, 4, 2}, {256, 4, 1}, {1024, 1, 4}}},
    // Without subgroups the same; short rows, on any device, share a subgroup. 576, a small language model's width, is 36
    // loads: three steps of 4 x 3, or most of one of 8 x 5.
    {.name = "vector",
     .elements = 16,
     .bytes = 16,
     .tiles = {{8, 4, 2}, {4, 2, 3}, {64, 8, 1}, {128, 4, 1}, {32, 4, 2}, {256, 1, 4}, {1, 1, 4}}},
    {.name = "kernel",
     .elements = 4,
     .bytes = 4,
     .any_length = true,
     .tiles = {{32, 1, 8}, {64, 4, 4}, {256, 1, 8}, {8, 1, 4}, {1, 1, 4}}},
};

// The same with two matrices, whose rows both count: so a thread has an even number of them.
constexpr MatvecEntry kPairs[] = {
    {.name = "subgroup",
     .elements = 16,
     .bytes = 16,
     .subgroups = true,
     .tiles = {{128, 4, 1}, {128, 8, 1}, {64, 8, 1}, {32, 4, 2}, {256, 4, 1}, {1024, 2, 2}}},
    {.name = "vector",
     .elements = 16,
     .bytes = 16,
     .tiles = {{8, 4, 2}, {4, 2, 3}, {64, 8, 1}, {128, 4, 1}, {32, 4, 2}, {256, 2, 2}, {1, 2, 4}}},
    {.name = "kernel",
     .elements = 4,
     .bytes = 4,
     .any_length = true,
     .tiles = {{32, 2, 4}, {64, 4, 4}, {256, 2, 4}, {8, 2, 4}, {1, 2, 4}}},
};

std::span<const MatvecEntry> entries_of(uint32_t matrices) {
    return matrices == 1 ? std::span<const MatvecEntry>(kEntries) : std::span<const MatvecEntry>(kPairs);
}

// The tile of prefetch.wgsl: of those tried on an H200 (1, 2 and 4 pieces, 1 to 8 rows, 2 to 16 groups) the fastest at
// 14336x4096. More registers leave too few threads to hide what is fetched; fewer groups fetch the vector too often.
constexpr uint32_t kPieces = 2, kRows = 2, kGroups = 8, kTile = kRows * kGroups;

/// Threads that hold a vector of k elements; 0 where the kernel does not serve.
uint32_t prefetch_lanes(const Caps& caps, uint32_t k) {
    const uint32_t loads = k / 16, lanes = ((loads + kPieces - 1) / kPieces + 31) / 32 * 32;
    // A subgroup alone holds too little; and of five threads four should have something to hold.
    const bool suits = lanes >= 64 && lanes <= caps.max_invocations && 4 * lanes * kPieces <= 5 * loads;
    return caps.subgroups && k % 16 == 0 && suits ? lanes : 0;
}

DispatchPlan prefetch(const Caps& caps, uint64_t rows, uint32_t lanes) {
    DispatchPlan dispatch;
    dispatch.entry = "prefetch";
    dispatch.subgroups = true;
    // No subgroup is smaller than 4; fewer places are less to clear before each workgroup.
    dispatch.constants = {{"LANES", lanes},
                          {"PIECES", kPieces},
                          {"ROWS", kRows},
                          {"GROUPS", kGroups},
                          {"SLOTS", lanes / std::clamp(caps.subgroup_min, 4u, 32u)}};
    dispatch.workgroups = (rows + kTile - 1) / kTile;
    return dispatch;
}

}  // namespace

std::vector<Choice> matvec_q8_choices(const Caps& caps, uint32_t n, uint32_t k, uint32_t matrices) {
    const uint64_t rows = uint64_t{matrices} * std::max(n, 1u);
    auto all =
        matvec_choices(caps, entries_of(matrices), static_cast<uint32_t>(std::min<uint64_t>(rows, UINT32_MAX)), k);
    if (uint32_t lanes = prefetch_lanes(caps, k)) {
        // It is first where each of 132 multiprocessors has four workgroups: 4096x14336 has half of that, and took 19.1 µs
        // where subgroup.wgsl took 18.0.
        const bool many = rows >= uint64_t{4} * 132 * kTile;
        all.insert(all.begin() + (many ? 0 : 1), {"prefetch", lanes, std::to_string(lanes)});
    }
    return all;
}

DispatchPlan matvec_q8_dispatch(const Caps& caps, const Choice& choice, uint32_t n, uint32_t k, uint64_t words,
                                uint32_t matrices) {
    const uint64_t rows = uint64_t{matrices} * n;
    auto dispatch = choice.entry == "prefetch" ? prefetch(caps, rows, choice.tile)
                                               : matvec_dispatch(entries_of(matrices), choice, rows);
    dispatch.params = {n, k};
    if (choice.entry == "kernel") dispatch.params.push_back(static_cast<uint32_t>(words));
    return dispatch;
}

MatvecQ8Row matvec_q8_row(size_t row, const RefTensor& weight, const RefTensor& scale, const RefTensor& vector) {
    const size_t k = vector.values.size(), words = (k + 3) / 4;
    double sum = 0, magnitude = 0;
    for (size_t i = 0; i < k; i++) {
        uint32_t word = static_cast<uint32_t>(weight.values[row * words + i / 4]);
        int8_t code = static_cast<int8_t>(word >> 8 * (i % 4) & 255);
        double term = code * vector.values[i];
        sum += term;
        magnitude += std::fabs(term);
    }
    return {sum * scale.values[row], magnitude * std::fabs(scale.values[row])};
}

// In units of 2⁻²⁴: codes are exact, each product rounds once unless it is fused, the sum rounds sum_roundings(K) times, and
// the product with the scale rounds once.
double matvec_q8_roundings(double k) { return (2 + sum_roundings(k)) / 2; }

}  // namespace xpu
