// Finding adapters and making devices on them.
#include "core/log.hpp"
#include "device/native/replay.hpp"
#include "device/native/select.hpp"
#include "kernels/target.hpp"
#include <algorithm>

namespace xpu {

namespace {

using native::Handles;

using native::text;

std::string_view vendor_of(uint32_t id) {
    switch (id) {
    case 0x10de: return "nvidia";
    case 0x1002: return "amd";
    case 0x8086: return "intel";
    case 0x106b: return "apple";
    case 0x13b5: return "arm";
    case 0x5143: return "qualcomm";
    case 0x1010: return "imagination";
    case 0x144d: return "samsung";
    case 0x1ae0: return "google";
    case 0x10005: return "mesa";
    default: return "";
    }
}

int preference(WGPUAdapterType type) {
    switch (type) {
    case WGPUAdapterType_DiscreteGPU: return 0;
    case WGPUAdapterType_IntegratedGPU: return 1;
    case WGPUAdapterType_CPU: return 3;
    default: return 2;
    }
}

std::string_view name_of(WGPUBackendType type) {
    switch (type) {
    case WGPUBackendType_Vulkan: return "vulkan";
    case WGPUBackendType_Metal: return "metal";
    case WGPUBackendType_D3D12: return "d3d12";
    case WGPUBackendType_OpenGL: return "opengl";
    case WGPUBackendType_OpenGLES: return "opengles";
    default: return "unknown";
    }
}

// What a device or an adapter has; both answer the same questions.
template <class Has> Caps caps_of(const WGPULimits& limits, const WGPUAdapterInfo& info, Has has) {
    Caps caps;
    caps.max_buffer_bytes = limits.maxBufferSize;
    caps.max_binding_bytes = limits.maxStorageBufferBindingSize;
    caps.max_storage_buffers = limits.maxStorageBuffersPerShaderStage;
    caps.max_workgroup_bytes = limits.maxComputeWorkgroupStorageSize;
    caps.max_invocations = std::min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
    caps.max_workgroups = limits.maxComputeWorkgroupsPerDimension;
    caps.f16 = has(WGPUFeatureName_ShaderF16);
    caps.subgroups = has(native::subgroup_feature());
    if (caps.subgroups) {
        caps.subgroup_min = info.subgroupMinSize;
        caps.subgroup_max = info.subgroupMaxSize;
    }
    caps.timestamps = has(WGPUFeatureName_TimestampQuery);
    caps.trusted = native::has_trusted_modules();
    caps.software = info.adapterType == WGPUAdapterType_CPU;
    return caps;
}

AdapterReport report_of(WGPUAdapter adapter) {
    WGPUAdapterInfo raw = WGPU_ADAPTER_INFO_INIT;
    wgpuAdapterGetInfo(adapter, &raw);
    WGPULimits limits = WGPU_LIMITS_INIT;
    wgpuAdapterGetLimits(adapter, &limits);
    AdapterReport report;
    constexpr const char* kTypes[] = {"discrete", "integrated", "virtual", "software"};
    int type = preference(raw.adapterType);
    report.info = {text(raw.device),      std::string(vendor_of(raw.vendorID)),  text(raw.architecture), "",
                   text(raw.description), std::string(name_of(raw.backendType)), kTypes[type],           type == 3};
    if (report.info.vendor.empty()) report.info.vendor = text(raw.vendor);
    report.caps = caps_of(limits, raw, [&](WGPUFeatureName f) { return wgpuAdapterHasFeature(adapter, f) != 0; });
    report.target = detect_target(report.info);
    wgpuAdapterInfoFreeMembers(raw);
    return report;
}

struct Found {
    WGPUAdapter adapter;
    AdapterReport report;
};

std::vector<AdapterInfo> infos_of(const std::vector<Found>& found) {
    std::vector<AdapterInfo> infos;
    for (auto& one : found) infos.push_back(one.report.info);
    return infos;
}

std::vector<Found> find_all(WGPUInstance instance) {
    std::vector<Found> found, sorted;
    for (auto adapter : native::enumerate(instance)) found.push_back({adapter, report_of(adapter)});
    for (size_t i : native::by_preference(infos_of(found), PowerPreference::high)) sorted.push_back(found[i]);
    return sorted;
}

Result<Device> open_on(WGPUInstance instance, const Found& chosen) {
    auto& [adapter, report] = chosen;
    std::vector<WGPUFeatureName> features;
    for (auto feature : {WGPUFeatureName_TimestampQuery, WGPUFeatureName_ShaderF16, native::subgroup_feature()})
        if (wgpuAdapterHasFeature(adapter, feature)) features.push_back(feature);
    WGPULimits limits = WGPU_LIMITS_INIT;
    wgpuAdapterGetLimits(adapter, &limits);
    WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    descriptor.requiredFeatureCount = features.size();
    descriptor.requiredFeatures = features.data();
    descriptor.requiredLimits = &limits;
    descriptor.uncapturedErrorCallbackInfo.callback = native::ErrorTrap::on_uncaptured;
    auto loss = std::make_shared<native::Loss>();
    descriptor.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
    descriptor.deviceLostCallbackInfo.userdata1 = new std::shared_ptr<native::Loss>(loss);
    descriptor.deviceLostCallbackInfo.callback = [](const WGPUDevice*, WGPUDeviceLostReason, WGPUStringView why,
                                                    void* held, void*) {
        // Fires once in a device's life; the reference it holds goes with it.
        auto* shared = static_cast<std::shared_ptr<native::Loss>*>(held);
        std::lock_guard lock((*shared)->mutex);
        (*shared)->happened = true;
        (*shared)->why = text(why).empty() ? "destroyed" : text(why);
    };
    struct Answer {
        WGPUDevice device = nullptr;
        std::string why;
    } answer;
    WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowSpontaneous;
    info.userdata1 = &answer;
    info.callback = [](WGPURequestDeviceStatus, WGPUDevice device, WGPUStringView why, void* to, void*) {
        *static_cast<Answer*>(to) = {device, text(why)};
    };
    wgpuAdapterRequestDevice(adapter, &descriptor, info);
    if (!answer.device) return fail(Code::device, "the adapter " + report.info.name + " gave no device: " + answer.why);
    Handles handles{instance, adapter, answer.device, wgpuDeviceGetQueue(answer.device), true};
    wgpuAdapterAddRef(adapter);
    wgpuInstanceAddRef(instance);
    return Device(std::make_unique<native::NativeBackend>(handles, loss, report.caps.timestamps), report.info,
                  report.caps, report.target);
}

}  // namespace

std::vector<AdapterReport> adapters() {
    std::vector<AdapterReport> reports;
    auto instance = native::create_instance();
    if (!instance) return reports;
    for (auto& found : find_all(instance)) {
        reports.push_back(found.report);
        wgpuAdapterRelease(found.adapter);
    }
    wgpuInstanceRelease(instance);
    return reports;
}

Result<Device> open_device(std::string_view selector, PowerPreference power) {
    auto instance = native::create_instance();
    if (!instance) return fail(Code::unsupported, "the WebGPU library gave no instance");
    auto found = find_all(instance);
    auto index = native::select_adapter(infos_of(found), selector, power);
    for (size_t i = 0; i < found.size(); i++) {
        auto& info = found[i].report.info;
        bool chosen = index && i == *index;
        log(chosen ? LogLevel::info : LogLevel::debug,
            (chosen ? "chose adapter " : "passed by adapter ") + std::to_string(i) + ": " + info.name + " (" +
                info.type + ", " + info.backend + (info.driver.empty() ? "" : ", " + info.driver) + ")");
    }
    Result<Device> device = index ? open_on(instance, found[*index]) : Result<Device>(std::unexpected(index.error()));
    for (auto& one : found) wgpuAdapterRelease(one.adapter);
    wgpuInstanceRelease(instance);
    return device;
}

Result<Device> adopt_device(WGPUInstance instance, WGPUAdapter adapter, WGPUDevice device) {
    if (!instance || !adapter || !device)
        return fail(Code::device, "adopting a device needs its instance, adapter and device; one is null");
    AdapterReport report = report_of(adapter);
    WGPULimits limits = WGPU_LIMITS_INIT;
    wgpuDeviceGetLimits(device, &limits);
    WGPUAdapterInfo raw = WGPU_ADAPTER_INFO_INIT;
    wgpuAdapterGetInfo(adapter, &raw);
    Caps caps = caps_of(limits, raw, [&](WGPUFeatureName f) { return wgpuDeviceHasFeature(device, f) != 0; });
    wgpuAdapterInfoFreeMembers(raw);
    Handles handles{instance, adapter, device, wgpuDeviceGetQueue(device), false};
    return Device(std::make_unique<native::NativeBackend>(handles, std::make_shared<native::Loss>(), caps.timestamps),
                  report.info, caps, report.target);
}

Result<Buffer> adopt_buffer(Device& device, WGPUBuffer buffer, uint64_t bytes) {
    auto& state = *device.state();
    if (!buffer) return fail(Code::device, "adopting a buffer: it is null");
    uint32_t id = state.next_id();
    static_cast<native::NativeBackend&>(*state.backend).adopt_buffer(id, buffer);
    return state.adopt_buffer(id, bytes);
}

double host_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void idle(Device& device, Idle& waited) {
    device.poll();
    double now = host_seconds();
    if (uint64_t endings = device.state()->endings(); endings != waited.endings || waited.since == 0)
        waited = {endings, now};
    // Short work ends within the spin, and long work does not burn a core.
    constexpr double kSpinSeconds = 2e-3;
    if (now - waited.since > kSpinSeconds) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

}  // namespace xpu
