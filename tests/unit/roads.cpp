// The table of what each device that the tests run on can do.
#include "xpu/device.hpp"
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace xpu;

TEST_CASE("the table of roads is whole, and right about the cpu device") {
    std::ifstream file(XPU_SOURCE_DIR "/tests/roads.json");
    auto table = nlohmann::json::parse(file, nullptr, false);
    REQUIRE(table["roads"].is_object());
    for (auto name : {"cpu", "swiftshader", "lavapipe", "h200", "chromium", "firefox"}) {
        INFO(name);
        REQUIRE(table["roads"].contains(name));
        for (auto capability : {"f16", "subgroups", "timestamps"}) CHECK(table["roads"][name][capability].is_boolean());
    }
    const Caps caps = make_cpu_device().caps();
    const auto& cpu = table["roads"]["cpu"];
    CHECK(cpu["f16"] == caps.f16);
    CHECK(cpu["subgroups"] == caps.subgroups);
    CHECK(cpu["timestamps"] == caps.timestamps);
}
