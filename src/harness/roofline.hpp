#pragma once
// What this device can do at most, measured in this session: no data sheet is consulted.
#include "harness/clock.hpp"

namespace xpu {

struct Roof {
    double read = 0;         ///< bytes/s
    double copy = 0;         ///< bytes/s, read and written
    double fma32 = 0;        ///< FLOP/s
    double fma16 = 0;        ///< FLOP/s; 0 where the device has no f16
    double launch = 0;       ///< seconds of one dependent dispatch
    double probe_bytes = 0;  ///< what the bandwidth was measured over: more than any cache holds, or what time allowed
};

/// A program of multiply-adds that takes some 2 ms at the roof's rate: it shows whether the device still runs at the pace at
/// which its roof was measured.
struct Pace {
    Program program;
    double seconds = 0;  ///< of one run at the roof
};
Task<Result<Pace>> prepare_pace(Context& context, const Roof& roof);

Task<Result<Roof>> measure_roof(Context& context, const Clock& clock, bool quick);

}  // namespace xpu
