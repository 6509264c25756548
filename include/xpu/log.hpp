#pragma once
// What the library has to say beside its results: a kernel passed over, a device lost, what the graphics library warns of.
#include <cstdint>
#include <functional>
#include <string_view>

namespace xpu {

enum class LogLevel : uint8_t {
    error,    ///< something is lost: a device
    warning,  ///< it goes on, but not as it should: a kernel that did not compile was passed over
    info,     ///< what was decided, such as which adapter
    debug,    ///< what that was decided from
};

std::string_view name(LogLevel level);

/// Who hears it, for the whole process; nobody, until this is called and after it is called with an empty function.
/// Messages are one line. They may come from any thread, from several at once, and from inside any call; the one who
/// listens may call the library.
void set_log(std::function<void(LogLevel, std::string_view message)> listener);

}  // namespace xpu
