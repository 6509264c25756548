#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// Rotary positions of several axes: each axis turns the pairs of a block of channels of its own
/// input f32 [N,H,D], positions f32 [N,axes] → f32 [N,H,D], D = the sum of `axis_dims`, which are even. The angle of pair i of
/// axis a is positions[t,a] · base^(−2i/axis_dims[a]), with one base for all axes or one for each (at least 1). Positions may be
/// negative and fractional; 0 changes nothing, exactly. With one axis and whole positions it is rope, bit for bit. A position that is
/// not finite makes its channels NaN.
/// Errors: shape (no axes too), dtype, range, type (as many bases as neither one nor axes), limit, device, lost. Source: Z-Image's
/// RopeEmbedder and apply_rotary_emb.
Task<Result<Tensor>> rope_axes(Context& context, Tensor input, Tensor positions, std::vector<uint32_t> axis_dims,
                               std::vector<double> theta_base);

}  // namespace xpu
