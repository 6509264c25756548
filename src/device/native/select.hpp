#pragma once
// Which adapter is meant: pure, so that it is tested on machines that nobody has.
#include "xpu/native.hpp"
#include <span>
#include <vector>

namespace xpu::native {

/// Their places, the preferred one first; among equals the graphics library's own order stays.
std::vector<size_t> by_preference(std::span<const AdapterInfo> adapters, PowerPreference power);

/// The adapter that a selector of `open_device` means. Errors: as there.
Result<size_t> select_adapter(std::span<const AdapterInfo> adapters, std::string_view selector, PowerPreference power);

}  // namespace xpu::native
