// Which adapter is meant, on machines that nobody has.
#include "device/native/select.hpp"
#include <doctest/doctest.h>

using namespace xpu;
using native::by_preference;
using native::select_adapter;

namespace {

AdapterInfo adapter(std::string name, std::string type) {
    AdapterInfo info;
    info.name = std::move(name);
    info.type = std::move(type);
    return info;
}

// In the order in which a graphics library may list them.
const std::vector<AdapterInfo> kLaptop = {adapter("llvmpipe", "software"), adapter("Radeon 780M", "integrated"),
                                          adapter("GeForce RTX 4070", "discrete"),
                                          adapter("Radeon RX 7600", "discrete")};

size_t chosen(std::span<const AdapterInfo> adapters, std::string_view selector, PowerPreference power) {
    auto found = select_adapter(adapters, selector, power);
    REQUIRE_MESSAGE(found, (found ? "" : found.error().message));
    return *found;
}

std::string refused(std::span<const AdapterInfo> adapters, std::string_view selector, Code code) {
    auto found = select_adapter(adapters, selector, PowerPreference::high);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == code);
    return found.error().message;
}

}  // namespace

TEST_CASE("high power prefers the discrete adapter, low power the integrated one, and both a software one last") {
    using Places = std::vector<size_t>;
    CHECK(by_preference(kLaptop, PowerPreference::high) == Places{2, 3, 1, 0});
    CHECK(by_preference(kLaptop, PowerPreference::low) == Places{1, 2, 3, 0});
    const std::vector<AdapterInfo> odd = {adapter("?", "unknown"), adapter("s", "software"), adapter("v", "virtual")};
    CHECK(by_preference(odd, PowerPreference::high) == Places{2, 1, 0});
    CHECK(by_preference(odd, PowerPreference::low) == Places{2, 1, 0});
    CHECK(by_preference({}, PowerPreference::low).empty());
}

TEST_CASE("without a name the preference decides") {
    for (auto selector : {"", "webgpu"}) {
        CHECK(chosen(kLaptop, selector, PowerPreference::high) == 2);
        CHECK(chosen(kLaptop, selector, PowerPreference::low) == 1);
    }
    // A machine with one kind only has nothing to prefer.
    CHECK(chosen(std::span(kLaptop).first(1), "", PowerPreference::low) == 0);
    CHECK(chosen(std::span(kLaptop).subspan(2), "", PowerPreference::low) == 0);
}

TEST_CASE("an index is that adapter; a part of a name is the preferred one of those that have it") {
    for (auto power : {PowerPreference::high, PowerPreference::low}) {
        for (size_t i = 0; i < kLaptop.size(); i++) CHECK(chosen(kLaptop, std::to_string(i), power) == i);
        CHECK(chosen(kLaptop, "geforce", power) == 2);
        CHECK(chosen(kLaptop, "LLVM", power) == 0);
        CHECK(chosen(kLaptop, "4070", power) == 2);  // no index, so a name
    }
    CHECK(chosen(kLaptop, "radeon", PowerPreference::high) == 3);
    CHECK(chosen(kLaptop, "radeon", PowerPreference::low) == 1);
}

TEST_CASE("what names no adapter is refused with what there is") {
    CHECK(refused({}, "", Code::unsupported).contains("no WebGPU adapter"));
    const std::string message = refused(kLaptop, "warp", Code::unknown);
    CHECK(message.contains("\"warp\""));
    CHECK(message.contains("0 \"llvmpipe\", 1 \"Radeon 780M\""));
    refused(kLaptop, "5", Code::unknown);
    refused(kLaptop, "-1", Code::unknown);
}
