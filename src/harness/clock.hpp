#pragma once
// How a time is taken: on the device where it has timestamps, else by batches long enough to swamp the host.
#include "device/backend.hpp"
#include "kernels/prepare.hpp"

namespace xpu {

/// Where times come from, found once a session.
struct Clock {
    bool device = false;    ///< timestamps around the pass; else the host's clock around the submission
    double resolution = 0;  ///< seconds; browsers round timestamps to 100 µs for their users
    double shortest = 0;    ///< a span below this many seconds would be noise
};

Task<Result<Clock>> find_clock(Context& context);

struct Samples {
    double minimum = 0, median = 0;  ///< seconds of one run
    uint32_t runs = 0;               ///< in all samples together
};

/// Times one run of a ring of programs that do the same on different memory. Warms up for a while and until the medians of
/// two batches agree within 2 %, within `budget` seconds.
Task<Result<Samples>> time_ring(Context& context, const Clock& clock, std::span<const Program> ring, double budget);

/// One of the harness's own kernels as a program; `writes` says which bindings are written.
struct HarnessCall {
    std::string file;
    std::vector<Constant> constants;
    std::vector<Binding> bindings;
    std::vector<bool> writes;
    std::vector<uint32_t> params;  ///< at least one word
    std::array<uint32_t, 3> groups = {1, 1, 1};
};
Task<Result<Program>> harness_program(Context& context, HarnessCall call);

/// Fills a buffer with hashed words: as f32 in [-1, 1), f16 likewise, or as they are for other types; where `below` is not
/// 0, as whole numbers below it.
Task<Result<bool>> fill_random(Context& context, Binding target, DType type, uint32_t seed, uint32_t below = 0);

}  // namespace xpu
