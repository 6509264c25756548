#pragma once
// Fourier transforms of real frames: how the kernels of wgsl/fft.wgsl are cut for a length, and how far from the exact ones their
// results may be.
#include "kernels/op_spec.hpp"
#include <array>

namespace xpu {

/// Transforms of `n` real numbers by complex ones of length `m`: half of n where that is whole.
struct FftShape {
    static constexpr size_t kMaxPasses = 6;
    uint32_t n, m;
    std::array<uint32_t, kMaxPasses> radices;  ///< the largest first, and 0 after the last
    uint32_t passes;
    uint32_t lanes;                          ///< threads of a frame
    uint32_t frames;                         ///< of a workgroup
    uint32_t pad, stride, table, table_pad;  ///< as wgsl/fft.wgsl says
    uint32_t groups(uint32_t pass) const { return (m / radices[pass] + lanes - 1) / lanes; }
    uint32_t workgroup_bytes() const { return 8 * (stride * frames + table); }
    std::string label() const { return std::to_string(lanes) + "x" + std::to_string(frames); }
    bool operator==(const FftShape&) const = default;
};

/// How the work is shared: how many numbers a thread holds at most, how many threads a workgroup has, about, and the least `m` that it is
/// for: shorter transforms have threads enough with more numbers each.
struct FftTile {
    uint32_t points, threads, least = 0;
};

/// A Choice names one by its place.
inline constexpr FftTile kFftTiles[] = {{24, 256}, {24, 128}, {12, 256}, {8, 256, 768}};

/// None where the kernels cannot transform it: m = 1, other factors than 2, 3 and 5, too many of 3, or more workgroup memory than
/// there is.
std::optional<FftShape> fft_shape(uint32_t n, FftTile tile, uint32_t max_workgroup_bytes);

/// The tiles to be tried for transforms to and from a spectrum, the best first, as places in kFftTiles; each way to cut the work once,
/// and none where there is none. The way back depends on how many frames there are.
std::vector<uint32_t> forward_tiles(uint32_t n, const Caps& caps);
std::vector<uint32_t> inverse_tiles(uint32_t n, uint64_t frames, const Caps& caps);

/// The dispatch of such an entry, but for its workgroups, bindings and parameters.
DispatchPlan fft_dispatch(std::string_view entry, const FftShape& shape);

/// Direct sums of any length: results of a frame that neighbouring threads make, and frames of a workgroup.
struct DirectShape {
    uint32_t n, lanes, frames;
    uint64_t tiles;  ///< of a frame's results
};
DirectShape direct_shape(uint32_t n, uint32_t results);
DispatchPlan direct_dispatch(const DirectShape& shape, uint64_t frames);

/// The most that `n_fft` may be: angles are counted in f32 and 32 bits.
inline constexpr int64_t kMaxFft = 1 << 24;

/// Errors of a result, in units of 2⁻²⁴ of the sum of the magnitudes of what is transformed, by whichever kernel: from a real frame
/// to its spectrum, and back.
double forward_roundings(uint32_t n);
double inverse_roundings(uint32_t n);

}  // namespace xpu
