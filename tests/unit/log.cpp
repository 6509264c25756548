// The log: nobody hears it by default, one listener hears all of it, and the library says what it should.
#include "core/log.hpp"
#include "fake_device.hpp"
#include "xpu/context.hpp"
#include <atomic>
#include <doctest/doctest.h>
#include <thread>

using namespace xpu;

namespace {

/// Keeps what is said while it lives.
struct Ear {
    std::vector<std::pair<LogLevel, std::string>> heard;
    Ear() {
        set_log([this](LogLevel level, std::string_view message) { heard.emplace_back(level, message); });
    }
    ~Ear() { set_log({}); }
};

}  // namespace

TEST_CASE("a message reaches the one who listens, as one line, and nobody else") {
    log(LogLevel::error, "to nobody");
    Ear first;
    log(LogLevel::warning, "two\nlines");
    {
        Ear second;
        log(LogLevel::debug, "only the second");
    }
    log(LogLevel::error, "to nobody");
    CHECK(first.heard == decltype(first.heard){{LogLevel::warning, "two lines"}});
    CHECK(name(LogLevel::error) == "error");
    CHECK(name(LogLevel::debug) == "debug");
}

TEST_CASE("a listener may log, and may hand over") {
    static int heard;
    heard = 0;
    set_log([](LogLevel level, std::string_view) {
        heard++;
        if (level != LogLevel::error) return;
        log(LogLevel::info, "from inside");
        set_log({});
        log(LogLevel::info, "to nobody");
    });
    log(LogLevel::error, "begin");
    log(LogLevel::error, "to nobody");
    CHECK(heard == 2);
}

TEST_CASE("threads may log while the listener changes") {
    std::atomic<int> heard = 0;
    std::vector<std::thread> threads;
    set_log([&](LogLevel, std::string_view) { heard++; });
    for (int i = 0; i < 4; i++)
        threads.emplace_back([] {
            for (int n = 0; n < 1000; n++) log(LogLevel::debug, "x");
        });
    for (int n = 0; n < 1000; n++) set_log([&](LogLevel, std::string_view) { heard++; });
    for (auto& thread : threads) thread.join();
    set_log({});
    CHECK(heard == 4000);
}

TEST_CASE("a kernel file that does not compile is passed over with a warning that names it") {
    auto [backend, device] = fake::make();
    backend->compiler_says = "expected an identifier";
    Context context(device);
    auto input = device.empty({DType::f32, {2, 3}});
    REQUIRE(input);
    Ear ear;
    auto done = wait(device, run(context, "softmax", {{"input", *input}}, {}));
    CHECK_FALSE(done);
    REQUIRE_FALSE(ear.heard.empty());
    CHECK(ear.heard[0] ==
          std::pair(LogLevel::warning, std::string("softmax/kernel.wgsl: expected an identifier; it is passed over")));
}

TEST_CASE("a lost device is an error, once; one that was destroyed is not") {
    auto broken = fake::make();
    auto done = fake::make();
    Ear ear;
    broken.device.state()->lose(Ending::lost, "it was unplugged");
    broken.device.state()->lose(Ending::lost, "again");
    done.device.destroy();
    REQUIRE(ear.heard.size() == 2);
    CHECK(ear.heard[0] ==
          std::pair(LogLevel::error, std::string("the device made up is lost (it was unplugged); make a new one")));
    CHECK(ear.heard[1].first == LogLevel::info);
}
