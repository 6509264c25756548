// Errors of the graphics library as values.
#include "device/native/replay.hpp"

namespace xpu::native {

namespace {

thread_local std::string uncaptured;

constexpr WGPUErrorFilter kFilters[] = {WGPUErrorFilter_Validation,
                                        WGPUErrorFilter_OutOfMemory};  // wgpu-native panics at Internal

void open_scopes(WGPUDevice device) {
    for (auto filter : kFilters) wgpuDevicePushErrorScope(device, filter);
}

void close_scopes(WGPUDevice device) {
    for (size_t i = 0; i < std::size(kFilters); i++) {
        WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowSpontaneous;
        info.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType type, WGPUStringView message, void*, void*) {
            if (type != WGPUErrorType_NoError && uncaptured.empty()) uncaptured = text(message);
        };
        wgpuDevicePopErrorScope(device, info);
    }
}

}  // namespace

ErrorTrap::ErrorTrap(const Handles& handles) : handles_(handles) {
    uncaptured.clear();
    if (!handles.owned) open_scopes(handles.device);
}

ErrorTrap::~ErrorTrap() {
    if (!handles_.owned) close_scopes(handles_.device);
    uncaptured.clear();
}

std::string ErrorTrap::take() {
    if (!handles_.owned) {
        close_scopes(handles_.device);
        open_scopes(handles_.device);
    }
    return std::exchange(uncaptured, {});
}

void ErrorTrap::on_uncaptured(const WGPUDevice*, WGPUErrorType, WGPUStringView message, void*, void*) {
    if (uncaptured.empty()) uncaptured = text(message);
}

}  // namespace xpu::native
