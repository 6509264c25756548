#pragma once
// What the host pays: the time that it takes to hand work over, however fast the device is.
#include "harness/roofline.hpp"

namespace xpu {

struct HostCost {
    uint32_t dispatches = 0;  ///< of the program that is replayed
    double replay = 0;        ///< seconds of the host to submit that program once, recorded beforehand
    double submit = 0;        ///< seconds of it to submit a list that does nothing but write one word
    double readback = 0;      ///< seconds from submitting a read of one word until it is there
    double per_dispatch() const { return dispatches > 0 ? (replay - submit) / dispatches : 0; }
};

/// "a replay of 100 dispatches 182 µs, 1.8 µs a dispatch; a readback of 4 bytes 95 µs".
std::string host_text(const HostCost& cost);

/// Errors: device, lost, timeout.
Task<Result<HostCost>> measure_host(Context& context, const Roof& roof);

}  // namespace xpu
