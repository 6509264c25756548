#pragma once
// Devices outside a page, over the standard webgpu.h.
#include "xpu/context.hpp"

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

/// Every adapter of the machine, fastest kind first: discrete, integrated, virtual, software.
std::vector<AdapterReport> adapters();

/// Which adapter is preferred where several would do.
enum class PowerPreference : uint8_t {
    high,  ///< speed: discrete, integrated, virtual, software
    low,   ///< energy: integrated, discrete, virtual, software
};

/// Makes a device with all that its adapter allows. `selector`: empty or "webgpu" for the preferred adapter, an index
/// into `adapters()`, or a part of a name, case ignored; of several that have it, the preferred one. Errors: unknown
/// (names what there is), unsupported (no adapter at all), device.
Result<Device> open_device(std::string_view selector = {}, PowerPreference power = PowerPreference::high);

/// A context on such a device that knows what the doctor and the bench have found out about it: its profile. One that is
/// damaged, or was made with other kernels, is ignored with a line in the log. Errors: as open_device.
Result<Context> open_context(std::string_view selector = {}, PowerPreference power = PowerPreference::high);

/// The file that holds the device's profile: $XDG_CACHE_HOME/xpu (or ~/.cache/xpu)/profile-<key>.json. Empty where there
/// is no such folder.
std::string profile_path(const Device& device);
/// Takes over the profile of the context's device, where there is one.
void load_profile(Context& context);
/// Writes the context's findings as its device's profile and returns its path. Errors: io.
Result<std::string> save_profile(const Context& context);
/// Removes it; false where there was none. Errors: io.
Result<bool> forget_profile(const Device& device);

/// Works on a device that the caller has made and goes on owning; the handles must outlive the result. The features
/// and limits that the caller switched on are what there is.
Result<Device> adopt_device(WGPUInstance instance, WGPUAdapter adapter, WGPUDevice device);

/// A caller's buffer as storage for tensors, without a copy; the caller goes on owning it. It needs the usages STORAGE,
/// COPY_SRC and COPY_DST. Errors: device, when it is null.
Result<Buffer> adopt_buffer(Device& device, WGPUBuffer buffer, uint64_t bytes);

}  // namespace xpu
