#pragma once
// The tiles that the kernels of matrix products are compiled with (wgsl/gemm_*.wgsl), and which to try first for a shape. All
// operators that multiply matrices share them: they differ in how their matrices are stored and in what becomes of the sums.
#include "kernels/activations.hpp"
#include "kernels/op_spec.hpp"
#include <algorithm>
#include <array>

namespace xpu::gemm {

/// One choice of kernel and constants (their meaning: the kernel files). The last three describe its speed: what one tile
/// takes, in nanoseconds, fitted to what was measured on an H200 with its 132 multiprocessors.
struct Tile {
    const char* entry;         ///< the kernel file: wgsl/<entry>.wgsl
    uint32_t bm, bn, bk;       ///< of a workgroup: its piece of the output, and its step along K
    uint32_t wm, wn, tm, tn;   ///< of a warp and a thread; 0 where the kernel has none
    uint32_t slices;           ///< groups of threads that share a tile's K
    uint32_t invocations;      ///< of a workgroup
    uint32_t workgroup_bytes;  ///< of workgroup memory
    double alone_ns, busy_ns;  ///< a step of 1 along K: for a tile alone on its multiprocessor, and among many
    double each_ns;            ///< what a tile takes whatever K is
    /// Each operator has its own kernels, and every tile of each is compiled and proven, and is more to measure, on every device. So
    /// operators beside matmul do without tiles that are worth some percent at a few shapes, and on a device made of software, where
    /// none is worth anything, without more than a large and a small one of each kernel.
    enum class Takers : uint8_t { all, hardware, matmul } takers = Takers::all;
};

constexpr Tile spare(Tile tile) {
    tile.takers = Tile::Takers::matmul;
    return tile;
}
constexpr Tile hardware(Tile tile) {
    tile.takers = Tile::Takers::hardware;
    return tile;
}

constexpr Tile register_tile(const char* entry, uint32_t bm, uint32_t bn, uint32_t bk, uint32_t wm, uint32_t wn,
                             uint32_t tm, uint32_t tn, uint32_t slices, double alone_ns, double busy_ns,
                             double each_ns) {
    const uint32_t invocations = bm / wm * (bn / wn) * 32 * slices;
    const uint32_t bytes = 4 * bk * (bm + 4) + 4 * std::max(bk * bn, slices / 2 * bm * bn);
    return {entry, bm, bn, bk, wm, wn, tm, tn, slices, invocations, bytes, alone_ns, busy_ns, each_ns};
}

constexpr Tile narrow_tile(uint32_t bm, uint32_t bn, uint32_t bk, uint32_t slices, double alone_ns, double busy_ns,
                           double each_ns) {
    const uint32_t invocations = bn / 4 * slices, bytes = std::max(16 * bm * invocations / 2, 16u);
    return {"narrow", bm, bn, bk, 0, 0, 0, 0, slices, invocations, bytes, alone_ns, busy_ns, each_ns};
}

// Chosen from some 300 so that at each of 23 shapes the best of these is within 8 % of the best of all, with the aligned
// kernels within 3 %. Where only 256 invocations and 16 KiB are to be had it is within 8 %, 21 % for 4 rows.
inline constexpr std::array tiles = {
    // Large products: the most multiply-adds for a word of workgroup memory that 256 registers a thread allow.
    hardware(register_tile("tiled", 128, 256, 16, 64, 64, 8, 16, 1, 5.51, 179, 4480)),
    // The same in 16 KiB: half the step, 8 % slower.
    spare(register_tile("tiled", 128, 256, 8, 64, 64, 8, 16, 1, 36.4, 197, 4470)),
    // About 1024²: 128 tiles, one for each multiprocessor, with two slices so that it has 8 warps to switch between.
    hardware(register_tile("tiled", 64, 128, 32, 32, 64, 8, 8, 2, 47, 50.8, 2150)),
    // From 1024² on where workgroup memory is short: small workgroups of which many fit.
    register_tile("tiled", 64, 64, 16, 32, 64, 8, 8, 1, 57.4, 24.7, 911),
    // Tall and thin with a short K: what counts is how soon a tile is fetched and stored, so many warps and few sums each.
    spare(register_tile("tiled", 128, 64, 16, 32, 32, 8, 4, 1, 62.5, 55.3, 1040)),
    // About 512², or 64 rows of a long K: too few tiles to fill the device, so a tile has four slices and a deep step.
    hardware(register_tile("tiled", 32, 64, 64, 32, 64, 8, 8, 4, 1.98, 18.6, 1700)),
    // The same in 16 KiB.
    spare(register_tile("tiled", 32, 64, 32, 32, 32, 8, 4, 2, 21.9, 17.2, 478)),
    // About 200 × 512: eight warps sum one tile of 32 × 32, each its own part of K.
    spare(register_tile("tiled", 32, 32, 32, 32, 32, 8, 4, 8, 11.8, 10.3, 650)),
    // The same in 16 KiB, with four.
    spare(register_tile("tiled", 32, 32, 32, 32, 32, 8, 4, 4, 12.9, 10.4, 455)),
    // About 256²: half the tile again.
    register_tile("tiled", 16, 32, 64, 16, 32, 4, 4, 4, 11.9, 8.14, 215),

    // The same roles for rows that do not begin at a multiple of four words. Storing is dearer here: single words.
    hardware(register_tile("ragged", 128, 256, 16, 64, 64, 8, 16, 1, 17.1, 210, 22000)),
    spare(register_tile("ragged", 128, 256, 8, 64, 64, 8, 16, 1, 11.9, 215, 21000)),
    register_tile("ragged", 64, 64, 16, 32, 32, 8, 4, 1, 40, 29.8, 1610),
    spare(register_tile("ragged", 32, 64, 64, 32, 32, 8, 4, 4, 9.88, 20.4, 2530)),
    spare(register_tile("ragged", 32, 64, 32, 32, 32, 8, 4, 2, 24.5, 17.6, 1180)),
    register_tile("ragged", 16, 32, 64, 16, 32, 4, 4, 4, 10.8, 6.87, 1030),
    // A ragged vector times a matrix: the deepest step, for the most bytes on their way.
    hardware(register_tile("ragged", 16, 32, 128, 16, 32, 4, 4, 8, 8.24, 7.99, 1850)),

    // A vector times a matrix: 64 slices with 16 loads on their way in each thread.
    hardware(narrow_tile(1, 32, 1024, 64, 3.09, 2.59, 7.61)),
    // The same with 256 invocations.
    narrow_tile(1, 16, 512, 64, 1.99, 1.91, 13),
    // Up to 8 rows: `b` is still read only once.
    spare(narrow_tile(8, 32, 256, 64, 0.984, 4.76, 1430)),
    // About 16 rows: twice the columns, so that a word of `a` serves twice as many.
    spare(narrow_tile(8, 64, 256, 32, 7.62, 6.95, 1680)),
    // Up to 8 rows in 16 KiB.
    narrow_tile(8, 32, 256, 32, 8.75, 3.68, 621),

    // Every device, every shape, and the fastest of all where everything is small.
    Tile{"kernel", 16, 16, 16, 0, 0, 0, 0, 1, 256, 2048, 26.2, 9.62, 4.3},
};

/// Whether the kernel takes the shape. `narrow` could take any number of rows, but reads `b` once for every BM of them:
/// beyond 64 the others are always faster. A tile of more than 16 times the product's rows or columns is waste on every
/// device.
constexpr bool takes(const Tile& tile, uint32_t m, uint32_t n, uint32_t k) {
    const std::string_view entry = tile.entry;
    if (entry != "kernel" && (tile.bm > 16 * uint64_t{m} || tile.bn > 16 * uint64_t{n})) return false;
    if (entry == "tiled") return n % 4 == 0 && k % 4 == 0;
    return entry != "narrow" || (n % 4 == 0 && m <= 64);
}

/// How many workgroups the product takes.
constexpr uint64_t count(const Tile& tile, uint32_t m, uint32_t n) {
    return (uint64_t{m} + tile.bm - 1) / tile.bm * ((uint64_t{n} + tile.bn - 1) / tile.bn);
}

/// The tiles that fit the device and the shape, as indices of `tiles`, the one expected to be fastest first. The order is
/// an H200's: on another device it is where to begin to measure. Never empty on a device that WebGPU allows.
std::vector<size_t> pick(uint32_t m, uint32_t n, uint32_t k, uint32_t max_invocations, uint32_t max_workgroup_bytes);

/// Whether more becomes of a sum than that it is stored.
enum class Fused { no, yes };

/// What to expand the kernel with.
std::vector<Constant> constants(const Caps& caps, const Tile& tile, Fused fused = Fused::no);

/// `pick` as choices: which of `tiles` is their tile. Without the spare ones, and those that this device has no use for.
std::vector<Choice> choices(const Caps& caps, uint32_t m, uint32_t n, uint32_t k);
std::vector<Choice> choices_with_spare(const Caps& caps, uint32_t m, uint32_t n, uint32_t k);

/// The dispatch of one of them, with the parameters that all kernels have; the operator adds its bindings and constants.
DispatchPlan dispatch(const Caps& caps, const Choice& choice, uint32_t m, uint32_t n, uint32_t k,
                      Fused fused = Fused::no);

/// The `finish` of a kernel that adds a bias, applies an activation and adds a residual: its last parameter.
constexpr uint32_t finish(Act act, bool bias, bool add = false) {
    return static_cast<uint32_t>(act) | (bias ? 256u : 0u) | (add ? 512u : 0u);
}

/// As `choices`, for a second matrix of packed codes, `codes` a word along each of its n rows of k. Few rows of the first
/// matrix are a kernel of their own there: gemm_few.wgsl.
std::vector<Choice> packed_choices(const Caps& caps, uint32_t codes, uint32_t m, uint32_t n, uint32_t k);

DispatchPlan packed_dispatch(const Caps& caps, const Choice& choice, uint32_t m, uint32_t n, uint32_t k);

}  // namespace xpu::gemm
