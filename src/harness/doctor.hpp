#pragma once
// Is every kernel right on this device? Every operator, entry, variant and tile at every adversarial shape, with and
// without the compiler's checks; what is wrong is switched off with a reason, and what serves instead is said. On a device made
// of software: of tiles whose plans have the same dispatches the first, or the last.
#include "harness/judge.hpp"
#include <functional>

namespace xpu {

struct Finding {
    std::string op, shape, file, tile, mode;  ///< mode: trusted or checked
    std::string what;                         ///< the disagreement, or the error
    bool error = false;                       ///< it could not run at all
};

struct DoctorReport {
    uint64_t passed = 0, failed = 0;
    std::vector<Finding> findings;
    struct Fallback {
        std::string op, file, reason;
        std::string instead;  ///< the file that serves now, and its rung; empty when none is left
    };
    std::vector<Fallback> fallbacks;
    struct Coverage {
        std::string op, file, tile;
        uint64_t cases = 0;
    };
    std::vector<Coverage> coverage;    ///< files that no case reached have 0
    std::vector<std::string> skipped;  ///< what the device cannot run, and why
    MemoryUse memory;                  ///< of the whole device when all is done
    double seconds = 0;
};

struct DoctorOptions {
    std::vector<std::string> ops;  ///< empty: all
    bool trusted = true, checked = true;
    /// Called before each case: how many of how many runs are done, and what comes.
    std::function<void(uint64_t done, uint64_t total, const std::string& what)> progress;
};

/// Leaves what it found in `context.disabled`. Errors: unknown operator, lost, timeout.
Task<Result<DoctorReport>> doctor(Context& context, DoctorOptions options);

/// The files of one entry that the device can run, portable first.
std::vector<std::string> runnable_files(const Context& context, const OpSpec& op, std::string_view entry);

}  // namespace xpu
