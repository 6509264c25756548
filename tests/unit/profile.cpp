// What is remembered of a device: it comes back as it went, and nothing damaged or out of date is believed.
#include "xpu/profile.hpp"
#include "fake_device.hpp"
#include "kernels/prepare.hpp"
#include "made_up_caps.hpp"
#include "xpu/log.hpp"
#include "xpu/native.hpp"
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <unistd.h>

using namespace xpu;

namespace {

Context with_findings() {
    Context context(make_cpu_device());
    context.disabled = {{"softmax", "vector.wgsl", "out[3] is 1, expected \"2\"\nwithin 1e-7"}};
    context.preferred = {{"matmul", "f32 M~512 K~512 N~512", "tiled", 3}, {"softmax", "f32 N~1 D~64", "kernel", 4096}};
    return context;
}

std::string damage(std::string text, std::string_view what, std::string_view with) {
    size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

// A cache folder of the test's own, and what the log says meanwhile.
struct Cache {
    std::filesystem::path folder;
    std::vector<std::string> lines;
    Cache() {
        folder = std::filesystem::temp_directory_path() / ("xpu-profile-" + std::to_string(getpid()));
        std::filesystem::remove_all(folder);
        setenv("XDG_CACHE_HOME", folder.c_str(), 1);
        set_log([this](LogLevel, std::string_view line) { lines.emplace_back(line); });
    }
    ~Cache() {
        set_log({});
        unsetenv("XDG_CACHE_HOME");
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
};

}  // namespace

TEST_CASE("a profile comes back as it went") {
    Context before = with_findings(), after(make_cpu_device());
    auto stale = read_profile(after, write_profile(before));
    REQUIRE(stale);
    CHECK(stale->empty());
    REQUIRE(after.disabled.size() == 1);
    CHECK(after.disabled[0].reason == before.disabled[0].reason);
    REQUIRE(after.preferred.size() == 2);
    CHECK(after.preferred[0].shapes == "f32 M~512 K~512 N~512");
    CHECK(after.preferred[1].tile == 4096);
}

TEST_CASE("findings about other kernels are left out, by operator") {
    std::string text = write_profile(with_findings());
    Context context(make_cpu_device());
    std::string hash = kernel_hash(context, "softmax");
    auto stale = read_profile(context, damage(text, hash, "0123456789abcdef"));
    REQUIRE(stale);
    CHECK(*stale == std::vector<std::string>{"softmax"});
    CHECK(context.disabled.empty());
    REQUIRE(context.preferred.size() == 1);
    CHECK(context.preferred[0].op == "matmul");
    CHECK(hash != kernel_hash(context, "matmul"));
}

TEST_CASE("a damaged profile is refused whole") {
    std::string text = write_profile(with_findings());
    for (auto& bad :
         {std::string(), std::string("{"), std::string("[]"), text.substr(0, text.size() / 2),
          damage(text, "xpu profile 1", "xpu profile 9"), damage(text, "\"ops\": {", "\"ops\": 7, \"x\": {"),
          damage(text, "\"tile\": 3", "\"tile\": -3"), damage(text, "\"tile\": 3", "\"tile\": \"3\""),
          damage(text, "\"entry\"", "\"entyr\""), damage(text, "\"reason\"", "\"raeson\"")}) {
        Context context(make_cpu_device());
        auto stale = read_profile(context, bad);
        REQUIRE_FALSE(stale);
        CHECK(stale.error().code == Code::format);
        CHECK(stale.error().message.starts_with("the device profile is damaged: "));
        CHECK(context.disabled.empty());
        CHECK(context.preferred.empty());
    }
}

TEST_CASE("a device of another driver or with other features has another profile") {
    auto key = [](const char* driver, bool f16) {
        AdapterInfo info;
        info.name = "made up";
        info.driver = driver;
        Caps caps;
        caps.f16 = f16;
        return profile_key(Device(std::make_unique<fake::Recorder>(), info, caps, {}));
    };
    CHECK(key("1.0", false) == key("1.0", false));
    CHECK(key("1.0", false) != key("1.1", false));
    CHECK(key("1.0", false) != key("1.0", true));
}

TEST_CASE("calls of one class of shapes take what was fastest for one of them") {
    auto fake = fake::make(made_up::all()[0].caps);
    Context context(fake.device);
    const OpSpec& op = **find_op("softmax");
    auto args_of = [&](uint64_t n, uint64_t d) {
        NamedType input{"input", {DType::f32, {n, d}}};
        return *check_args(op, std::span(&input, 1), {});
    };
    Args args = args_of(100, 1000);
    auto choices = ranked_choices(context, args);
    REQUIRE(choices.size() >= 2);
    CHECK(shape_class(args) == "f32 N~128 D~1024");
    CHECK(shape_class(args_of(0, 1)) == "f32 N~0 D~1");
    CHECK(shape_class(args_of(96, 97)) == "f32 N~64 D~128");
    const Choice& last = choices.back();
    context.preferred = {{"softmax", shape_class(args), std::string(last.entry), last.tile}};
    CHECK(ranked_choices(context, args)[0].entry == last.entry);
    CHECK(ranked_choices(context, args_of(120, 900))[0].entry == last.entry);
    CHECK(ranked_choices(context, args_of(100, 4000))[0].entry != last.entry);
    CHECK(ranked_choices(context, args).size() == choices.size());
    context.preferred[0].entry = "gone";
    CHECK(ranked_choices(context, args)[0].entry == choices[0].entry);
}

TEST_CASE("the cache folder keeps a profile, and --forget removes it") {
    Cache cache;
    Context before = with_findings();
    CHECK(profile_path(before.device).starts_with((cache.folder / "xpu" / "profile-").string()));
    auto path = save_profile(before);
    REQUIRE_MESSAGE(path, (path ? "" : path.error().message));
    Context after(make_cpu_device());
    load_profile(after);
    CHECK(after.preferred.size() == 2);
    CHECK(cache.lines.empty());
    for (auto& entry : std::filesystem::directory_iterator(cache.folder / "xpu"))
        CHECK(entry.path().string() == *path);  // nothing half-written beside it
    CHECK(*forget_profile(before.device));
    CHECK_FALSE(*forget_profile(before.device));
    Context again(make_cpu_device());
    load_profile(again);
    CHECK(again.preferred.empty());
}

TEST_CASE("a damaged and an old profile in the cache are ignored with a line that says so") {
    Cache cache;
    Context before = with_findings();
    auto path = save_profile(before);
    REQUIRE(path);
    std::string text = write_profile(before);
    std::ofstream(*path) << text.substr(0, 40);
    Context damaged(make_cpu_device());
    load_profile(damaged);
    CHECK(damaged.preferred.empty());
    REQUIRE(cache.lines.size() == 1);
    CHECK(cache.lines[0].starts_with("the device profile is damaged: "));
    CHECK(cache.lines[0].ends_with(" is ignored, and `xpu doctor` writes a new one"));
    std::ofstream(*path) << damage(text, kernel_hash(before, "matmul"), "0");
    Context old(make_cpu_device());
    load_profile(old);
    CHECK(old.preferred.size() == 1);
    REQUIRE(cache.lines.size() == 2);
    CHECK(cache.lines[1] ==
          "the device profile was made with other kernels of matmul and is ignored there; `xpu doctor` makes it anew");
}

TEST_CASE("where no profile can be kept, saving says why") {
    Cache cache;
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    auto refused = save_profile(with_findings());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::io);
    CHECK(refused.error().message.starts_with("cannot make a folder for the device profile /dev/null/xpu/profile-"));
}
