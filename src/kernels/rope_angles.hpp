#pragma once
// The angles of rotary positions: what rope, rope_cache and rope_axes share.
#include "kernels/op_spec.hpp"

namespace xpu {

/// What the frequencies of a call depend on, besides the dimension. Without scaling: the base alone.
struct RopeScalars {
    double base = 0, interp = 1, low = 0, high = 1, att = 1;
    double context = 0;  ///< above 0, low and high count turns in so many positions (llama3), and not pairs (yarn)
    bool operator==(const RopeScalars&) const = default;
};

/// The kinds of scaling, by the names that the configurations of models have for them.
inline constexpr List<std::string_view, 8> kRopeScalings = {"ntk", "yarn", "linear", "llama3"};

/// Those of the parameters theta_base and scaling.* behind a prefix ("", or "cache."), for heads of `dim` channels.
/// Errors: range, missing, conflict.
Result<RopeScalars> rope_scalars(const Args& args, const std::string& prefix, uint32_t dim);

/// Radians a position, of a pair of channels.
double rope_frequency(const RopeScalars& scalars, uint32_t pair, uint32_t dim);

/// Appends what kernels take for a frequency: its fraction of a turn in 64 bits, the high word first.
void push_turns(std::vector<uint32_t>& params, double frequency);

/// How far cosine and sine may be off, in units of 2⁻²⁴.
double rope_angle_error(double position, double frequency);

/// Vectors of four words that are the parameters of one dispatch: 16 KiB hold them, padded, and the rest.
inline constexpr uint32_t kRopeVectors = 992;

/// The sizes that wgsl/rotate.wgsl takes, in its order, and the dispatch: workgroups and the constants HEADS and THREADS.
struct Rotation {
    uint32_t tokens, heads, width, first, columns, head_begin, head_end, heads_a_thread;
};
DispatchPlan rotation_dispatch(std::string_view entry, const Rotation& rotation);

/// Completes the table at the end of the parameters to what the constant TABLE says, of which there are few: so few pipelines serve
/// all sizes.
void pad_rope_table(DispatchPlan& dispatch);

/// Heads a thread takes, best first, of so many tokens, heads and channels.
std::vector<uint32_t> rotation_tiles(uint64_t elements, uint32_t heads);

/// Fails where a position cannot be counted in 32 bits with a sign.
Status check_positions(int64_t first, uint64_t count);

}  // namespace xpu
