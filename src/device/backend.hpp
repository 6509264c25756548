#pragma once
// What a device implementation provides. It replays command lists; completions arrive through `DeviceState`.
#include "xpu/device.hpp"

namespace xpu {

/// How the replaying side ended a ticket.
enum class Ending : uint32_t { ok = 0, refused = 1, lost = 2, timeout = 3 };

/// Calls come from the thread that uses the device. Neither call resumes a ticket before it has returned.
class Backend {
  public:
    virtual ~Backend() = default;
    DeviceState* state = nullptr;  ///< where endings go; set by the Device that owns this
    /// Replays words; ends `ticket` once everything in them is done (reads and times are in place then).
    virtual void submit(std::span<const uint32_t> words, uint32_t ticket) = 0;
    /// Compiles in the background as pipeline number `id`, then ends `ticket`.
    virtual void compile(uint32_t id, const std::string& text, Layout layout, bool checked, uint32_t ticket) = 0;
    /// Makes progress; calls `DeviceState::end` for what is done.
    virtual void poll() = 0;
    virtual void destroy() = 0;
};

/// Seconds on the host's steady clock; each implementation has its own.
double host_seconds();

}  // namespace xpu
