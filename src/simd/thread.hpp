#pragma once
#include <functional>
#include <thread>

namespace xpu {

/// A thread at work; or one that is not joinable, where the system has none to give.
std::thread start_thread(std::function<void()> work);

}  // namespace xpu
