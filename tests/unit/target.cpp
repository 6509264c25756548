// Which family of kernels an adapter gets.
#include "kernels/target.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

Target of(std::string vendor, std::string description = "", bool fallback = false) {
    AdapterInfo info;
    info.vendor = std::move(vendor);
    info.description = std::move(description);
    info.fallback = fallback;
    auto target = detect_target(info);
    CHECK_MESSAGE(!target.why.empty(), info.vendor);
    return target;
}

std::string name(std::string vendor) { return of(std::move(vendor)).name.value_or("none"); }

}  // namespace

TEST_CASE("the vendor's words decide the target") {
    CHECK(name("nvidia") == "nvidia");
    CHECK(name("NVIDIA Corporation") == "nvidia");
    for (auto vendor : {"amd", "AMD", "ati", "ATI Technologies Inc.", "radeon"}) CHECK(name(vendor) == "amd");
    CHECK(name("apple") == "apple");
    CHECK(name("Apple Inc.") == "apple");
    for (auto vendor : {"qualcomm", "adreno", "arm", "ARM", "mali", "imagination", "powervr", "samsung"})
        CHECK(name(vendor) == "soc");
    CHECK(name("Advanced Micro Devices (AMD), Inc.") == "amd");
    CHECK(name("samsung-xclipse") == "soc");
    CHECK(of("NVIDIA Corporation").why.contains("nvidia"));
}

TEST_CASE("words are whole: no vendor's name hides in another's") {
    for (auto vendor : {"charm", "farm", "armada", "pharmacy", "nvidiaish", "xapple", "station", "amdahl", "malice"})
        CHECK_MESSAGE(name(vendor) == "none", vendor);
    CHECK(name("my-arm-chip") == "soc");
    CHECK(name("arm64") == "none");
    CHECK(name("_nvidia_") == "nvidia");
    CHECK(name("n\xc3\xa9nvidia") == "nvidia");  // anything outside a-z and 0-9 parts words
}

TEST_CASE("Intel, unknown vendors and an empty name have no target, each for a reason of its own") {
    CHECK(name("intel") == "none");
    CHECK(name("Intel Corporation") == "none");
    CHECK(of("intel").why.contains("intel"));
    CHECK(name("google") == "none");
    CHECK(of("google").why.contains("google"));
    CHECK(name("") == "none");
    CHECK(of("").why.contains("does not say its vendor"));
    CHECK(name(" - ") == "none");
    CHECK(name("intel nvidia") == "none");  // the first word that is known decides
    CHECK(name("nvidia intel") == "nvidia");
}

TEST_CASE("a fallback adapter has no target, whatever vendor it names") {
    auto target = of("nvidia", "", true);
    CHECK_FALSE(target.name);
    CHECK(target.why.contains("fallback"));
}

TEST_CASE("the description and the other strings are never consulted") {
    AdapterInfo info;
    info.name = "NVIDIA H200";
    info.architecture = "apple";
    info.description = "AMD Radeon";
    info.driver = "mali";
    CHECK_FALSE(detect_target(info).name);
    info.vendor = "qualcomm";
    CHECK(detect_target(info).name == "soc");
}
