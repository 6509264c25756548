#pragma once
// All that is particular to wgpu-native stands behind these few functions, so that another webgpu.h can be linked.
#include "webgpu.h"
#include <string>
#include <vector>

namespace xpu::native {

std::string text(WGPUStringView view);
WGPUInstance create_instance();
/// Adapters of the modern APIs; the caller releases each.
std::vector<WGPUAdapter> enumerate(WGPUInstance instance);
/// The feature's number in this library, whose own numbers stand outside the standard list.
WGPUFeatureName subgroup_feature();
/// Whether modules can be made without bounds checks and loop guards; then `trusted_module` makes one.
bool has_trusted_modules();
WGPUShaderModule trusted_module(WGPUDevice device, const WGPUShaderModuleDescriptor& descriptor);
/// Lets callbacks fire without blocking.
void poll(WGPUInstance instance, WGPUDevice device);
/// Nanoseconds of one timestamp tick.
double timestamp_period(WGPUQueue queue);

}  // namespace xpu::native
