#pragma once
#include "xpu/device.hpp"

namespace xpu {

/// Which kernels suit an adapter, from its vendor's name alone and by whole words ("charm" is not arm); the description
/// is never consulted. A fallback adapter and Intel's have no target of their own.
Target detect_target(const AdapterInfo& info);

}  // namespace xpu
