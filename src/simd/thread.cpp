// The one file that is compiled with exceptions: std::thread has no other way to say that the system refuses, and a process may well
// be at the limit of its container.
#if !defined(__wasm__)

#include "simd/thread.hpp"
#include <system_error>

namespace xpu {

std::thread start_thread(std::function<void()> work) {
    try {
        return std::thread(std::move(work));
    } catch (const std::system_error&) {
        return {};
    }
}

}  // namespace xpu

#endif
