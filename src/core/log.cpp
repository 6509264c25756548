#include "core/log.hpp"
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>

namespace xpu {

namespace {

using Listener = std::function<void(LogLevel, std::string_view)>;

// Held only while a pointer is copied, so that a listener may log and set another. Not a mutex, which WebAssembly's library lacks.
class Guard {
  public:
    explicit Guard(std::atomic_flag& flag) : flag_(flag) {
        while (flag_.test_and_set(std::memory_order_acquire)) {
        }
    }
    ~Guard() { flag_.clear(std::memory_order_release); }
    Guard(const Guard&) = delete;

  private:
    std::atomic_flag& flag_;
};

struct Log {
    std::atomic_flag busy;
    std::shared_ptr<const Listener> listener;
};

// Never destroyed: a driver's thread may speak while the process ends.
Log& the_log() {
    static Log* one = new Log;
    return *one;
}

}  // namespace

std::string_view name(LogLevel level) {
    switch (level) {
    case LogLevel::error: return "error";
    case LogLevel::warning: return "warning";
    case LogLevel::info: return "info";
    case LogLevel::debug: return "debug";
    }
    return "";
}

void set_log(Listener listener) {
    auto next = listener ? std::make_shared<const Listener>(std::move(listener)) : nullptr;
    Log& log = the_log();
    Guard guard(log.busy);
    log.listener.swap(next);
}

void log(LogLevel level, std::string_view message) {
    std::shared_ptr<const Listener> listener;
    {
        Log& log = the_log();
        Guard guard(log.busy);
        listener = log.listener;
    }
    if (!listener) return;
    std::string line(message);
    std::replace(line.begin(), line.end(), '\n', ' ');
    (*listener)(level, line);
}

}  // namespace xpu
