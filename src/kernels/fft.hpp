#pragma once
// Fourier transforms of real frames: how the kernels of wgsl/fft.wgsl are cut for a length, and how far from the exact ones their
// results may be.
#include "kernels/op_spec.hpp"

namespace xpu {

/// Transforms of `n` real numbers by complex ones of length `m`: half of n where that is whole.
struct FftShape {
    uint32_t n, m, fives, threes, fours, twos;
    uint32_t lanes;   ///< threads of a frame
    uint32_t frames;  ///< of a workgroup
    uint32_t workgroup_bytes() const { return 16 * m * frames; }
    std::string label() const { return std::to_string(lanes) + "x" + std::to_string(frames); }
};

/// None where the kernels cannot transform it: m = 1, other factors than 2, 3 and 5, or more workgroup memory than there is.
std::optional<FftShape> fft_shape(uint32_t n, uint32_t max_workgroup_bytes);

/// The dispatch for `frames` frames, but for its bindings and parameters.
DispatchPlan fft_dispatch(const FftShape& shape, uint64_t frames);

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
