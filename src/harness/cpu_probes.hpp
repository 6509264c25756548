#pragma once
#include "kernels/op_spec.hpp"

namespace xpu {

/// What the harness's kernel of that name does, on the processor's threads; nothing where there is no such function. Bindings and
/// parameters are the kernel's. A step of fma.wgsl is 65,536 FLOPs a workgroup, as there.
std::optional<HostKernel> cpu_probe(const std::string& file, const std::vector<uint32_t>& params, uint32_t groups);

}  // namespace xpu
