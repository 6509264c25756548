#include "device/native/wgpu.hpp"
#include "core/log.hpp"
#include "wgpu.h"

namespace xpu::native {

std::string text(WGPUStringView view) {
    if (!view.data) return {};
    return view.length == WGPU_STRLEN ? std::string(view.data) : std::string(view.data, view.length);
}

WGPUInstance create_instance() {
    wgpuSetLogCallback(
        [](WGPULogLevel level, WGPUStringView message, void*) {
            log(level == WGPULogLevel_Error ? LogLevel::error : LogLevel::warning, "wgpu-native: " + text(message));
        },
        nullptr);
    wgpuSetLogLevel(WGPULogLevel_Warn);
    WGPUInstanceExtras extras = {};
    extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
    extras.backends = WGPUInstanceBackend_Primary;  // GL needs a display to say no
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &extras.chain;
    return wgpuCreateInstance(&descriptor);
}

std::vector<WGPUAdapter> enumerate(WGPUInstance instance) {
    std::vector<WGPUAdapter> found(wgpuInstanceEnumerateAdapters(instance, nullptr, nullptr));
    if (!found.empty()) found.resize(wgpuInstanceEnumerateAdapters(instance, nullptr, found.data()));
    return found;
}

WGPUFeatureName subgroup_feature() { return static_cast<WGPUFeatureName>(WGPUNativeFeature_Subgroup); }

bool has_trusted_modules() { return true; }

WGPUShaderModule trusted_module(WGPUDevice device, const WGPUShaderModuleDescriptor& descriptor) {
    return wgpuDeviceCreateShaderModuleTrusted(device, &descriptor, WGPUShaderRuntimeChecks_None);
}

void poll(WGPUInstance instance, WGPUDevice device) {
    wgpuDevicePoll(device, false, nullptr);
    wgpuInstanceProcessEvents(instance);
}

double timestamp_period(WGPUQueue queue) { return wgpuQueueGetTimestampPeriod(queue); }

}  // namespace xpu::native
