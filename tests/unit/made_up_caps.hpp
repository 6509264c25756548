#pragma once
// Devices that plans are tested on without having them.
#include "xpu/device.hpp"
#include <string>
#include <vector>

namespace made_up {

struct Named {
    std::string name;
    xpu::Caps caps;
};

inline xpu::Caps minimum() { return {}; }

inline xpu::Caps large() {
    xpu::Caps caps;
    caps.max_buffer_bytes = uint64_t{1} << 48;
    caps.max_binding_bytes = (uint64_t{1} << 32) - 4;
    caps.max_storage_buffers = 64;
    caps.max_workgroup_bytes = 49'152;
    caps.max_invocations = 1024;
    caps.f16 = caps.subgroups = caps.timestamps = caps.trusted = true;
    caps.subgroup_min = caps.subgroup_max = 32;
    return caps;
}

inline xpu::Caps odd() {
    xpu::Caps caps;
    caps.max_invocations = 512;
    caps.max_workgroups = 7;
    caps.subgroups = caps.enable_lines = true;
    caps.subgroup_min = 4;
    caps.subgroup_max = 64;
    return caps;
}

/// Much workgroup memory and few threads, f16 without subgroups.
inline xpu::Caps lopsided() {
    xpu::Caps caps;
    caps.max_workgroup_bytes = 65'536;
    caps.f16 = true;
    return caps;
}

inline std::vector<Named> all() {
    return {{"WebGPU's minimum", minimum()},
            {"a large device", large()},
            {"an odd device", odd()},
            {"a lopsided device", lopsided()}};
}

}  // namespace made_up
