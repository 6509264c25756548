#pragma once
// Devices outside a page, over the standard webgpu.h.
#include "xpu/device.hpp"

typedef struct WGPUInstanceImpl* WGPUInstance;
typedef struct WGPUAdapterImpl* WGPUAdapter;
typedef struct WGPUDeviceImpl* WGPUDevice;
typedef struct WGPUBufferImpl* WGPUBuffer;

namespace xpu {

struct AdapterReport {
    AdapterInfo info;
    Caps caps;
    Target target;
};

/// Every adapter of the machine, the preferred one first: discrete, integrated, virtual, software.
std::vector<AdapterReport> adapters();

/// Makes a device with all that its adapter allows. `selector`: empty or "webgpu" for the first adapter, an index into
/// `adapters()`, or a part of a name, case ignored. Errors: unknown (names what there is), unsupported (no adapter at
/// all), device.
Result<Device> open_device(std::string_view selector = {});

/// Works on a device that the caller has made and goes on owning; the handles must outlive the result. The features
/// and limits that the caller switched on are what there is.
Result<Device> adopt_device(WGPUInstance instance, WGPUAdapter adapter, WGPUDevice device);

/// A caller's buffer as storage for tensors, without a copy; the caller goes on owning it. It needs the usages STORAGE,
/// COPY_SRC and COPY_DST. Errors: device, when it is null.
Result<Buffer> adopt_buffer(Device& device, WGPUBuffer buffer, uint64_t bytes);

}  // namespace xpu
