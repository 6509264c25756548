#pragma once
// The library's side of the log.
#include "xpu/log.hpp"

namespace xpu {

/// Tells who listens, if anybody does. Line breaks become spaces: a compiler's message may have many.
void log(LogLevel level, std::string_view message);

}  // namespace xpu
