// What the graphics library itself has to say.
#include "xpu/log.hpp"
#include "support.hpp"
#include "wgpu.h"
#include <mutex>

using namespace xpu;

TEST_CASE("opening a device says which adapter was chosen, and wgpu-native's own lines come through") {
    std::mutex mutex;
    std::vector<std::pair<LogLevel, std::string>> heard;
    set_log([&](LogLevel level, std::string_view message) {
        std::lock_guard lock(mutex);
        heard.emplace_back(level, message);
    });
    Device device = test::open();
    wgpuSetLogLevel(WGPULogLevel_Trace);  // at warnings it has nothing to say about what is right
    VALUE(wait(device, device.compile("@compute @workgroup_size(1) fn main() {}", 0, true)));
    wgpuSetLogLevel(WGPULogLevel_Warn);
    set_log({});
    std::lock_guard lock(mutex);
    auto said = [&](LogLevel level, std::string_view begin) {
        return std::any_of(heard.begin(), heard.end(),
                           [&](auto& one) { return one.first == level && one.second.starts_with(begin); });
    };
    CHECK(said(LogLevel::info, "chose adapter 0: " + device.info().name));
    CHECK(said(LogLevel::warning, "wgpu-native: "));
}
