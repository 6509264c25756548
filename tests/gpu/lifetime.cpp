// Losing a device, several devices, and memory over many calls.
#include "support.hpp"
#include <chrono>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace xpu;

namespace {

uint64_t resident_bytes() {
    std::ifstream in("/proc/self/statm");
    uint64_t total = 0, resident = 0;
    in >> total >> resident;
    return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

test::Hosts softmax_input(uint64_t n, uint64_t d) { return {{"input", test::numbers({DType::f32, {n, d}})}}; }

}  // namespace

TEST_CASE("a device that is destroyed ends what is in flight and refuses what comes, and a new one works") {
    Context context(test::open());
    auto tensor = VALUE(context.device.upload(test::numbers({DType::f32, {64, 64}})));
    auto reading = context.device.read(tensor);
    auto compiling = context.device.compile("@compute @workgroup_size(1) fn main() {}", 0, true);
    reading.start();
    compiling.start();
    context.device.destroy();
    CHECK(context.device.lost());
    REQUIRE(reading.done());
    REQUIRE_FALSE(reading.result());
    CHECK(reading.result().error().code == Code::lost);
    CHECK(reading.result().error().message.contains("make a new one"));
    REQUIRE(compiling.done());
    CHECK(compiling.result().error().code == Code::lost);

    CHECK(wait(context.device, context.device.read(tensor)).error().code == Code::lost);
    CHECK(context.device.allocate(64).error().code == Code::lost);
    CHECK(context.device.upload(test::numbers({DType::f32, {4}})).error().code == Code::lost);
    CHECK(test::call(context, "softmax", softmax_input(3, 4)).error().code == Code::lost);
    CommandList list;
    list.clear(tensor.buffer, 0, 64);
    auto sent = context.device.submit(std::move(list));
    REQUIRE(sent.await_ready());
    CHECK(sent.await_resume().error().code == Code::lost);
    context.device.destroy();  // again
    context.device.poll();

    Context fresh(test::open());
    CHECK(test::wrong(fresh, "softmax", softmax_input(37, 41)) == "");
}

TEST_CASE("a device that is destroyed when its work is done but not yet fetched does not end the process") {
    Device device = test::open();
    auto tensor = VALUE(device.upload(test::numbers({DType::f32, {64, 64}})));
    auto reading = device.read(tensor);
    reading.start();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the device is done, and nobody has polled
    device.destroy();
    for (int i = 0; i < 3; i++) device.poll();
    REQUIRE(reading.done());
    CHECK(reading.result().error().code == Code::lost);
}

TEST_CASE("a device may go while work is in flight and while tensors are held") {
    Tensor held;
    {
        Context context(test::open());
        held = VALUE(context.device.upload(test::numbers({DType::f32, {512, 512}})));
        auto compiling = context.device.compile("@compute @workgroup_size(1) fn main() {}", 0, true);
        compiling.start();
        auto reading = context.device.read(held);
        reading.start();
    }
    held = {};
    Context fresh(test::open());
    CHECK(test::wrong(fresh, "softmax", softmax_input(5, 8)) == "");
}

TEST_CASE("two devices work side by side, and refuse each other's tensors") {
    Context one(test::device()), two(test::open());
    auto mine = VALUE(one.device.upload(test::numbers({DType::f32, {8, 8}})));
    auto theirs = VALUE(two.device.upload(test::numbers({DType::f32, {8, 8}})));
    CHECK(test::wrong(one, "softmax", softmax_input(37, 41)) == "");
    CHECK(test::wrong(two, "softmax", softmax_input(37, 41)) == "");
    std::vector<NamedTensor> inputs = {{"a", mine}, {"b", theirs}};
    auto mixed = wait(one.device, run(one, "matmul", inputs, {}));
    REQUIRE_FALSE(mixed);
    CHECK(mixed.error().code == Code::conflict);
    CHECK(mixed.error().message.starts_with("matmul: a tensor of another device"));
    auto read = wait(one.device, one.device.read(theirs));  // its number means another buffer here
    REQUIRE_FALSE(read);
    CHECK(read.error().code == Code::conflict);
    CHECK(test::wrong(one, "softmax", softmax_input(3, 4)) == "");
    CHECK(test::wrong(two, "softmax", softmax_input(3, 4)) == "");
}

TEST_CASE("memory is the same after many calls as after a few") {
    Context context(test::device());
    const auto calls = [&](int count) {
        for (int i = 0; i < count; i++) {
            REQUIRE(test::call(context, "softmax", softmax_input(31 + static_cast<uint64_t>(i % 3), 128)));
            REQUIRE(test::call(context, "rms_norm", test::rms_norm_inputs(16, 132), test::kEps));
        }
    };
    calls(10);
    const MemoryUse before = context.device.memory();
    const uint64_t resident = resident_bytes();
    calls(200);
    const MemoryUse after = context.device.memory();
    CHECK(after.in_use == before.in_use);
    CHECK(after.pooled == before.pooled);
    CHECK(after.peak == before.peak);
    if (resident > 0)
        CHECK_MESSAGE(resident_bytes() < resident + (uint64_t{8} << 20), "grew by ",
                      (resident_bytes() - resident) >> 10, " KiB");
    context.device.trim();
    CHECK(context.device.memory().pooled == 0);
    CHECK(test::wrong(context, "softmax", softmax_input(3, 4)) == "");
}

TEST_CASE("a pooled buffer that is used again keeps what was asked of it before") {
    Context context(test::device());
    // The first result's buffer goes back to the pool, and into the second result, before anything was waited for.
    auto ones = VALUE(context.device.upload(test::numbers({DType::f32, {64, 64}})));
    std::vector<NamedTensor> inputs = {{"input", ones}};
    auto first = VALUE(wait(context.device, run(context, "softmax", inputs, {})));
    auto reading = context.device.read(first[0]);
    reading.start();
    const HostTensor expected = VALUE(test::call(context, "softmax", softmax_input(64, 64)))[0];
    first.clear();
    for (int i = 0; i < 3; i++) {
        auto empty = VALUE(context.device.empty({DType::f32, {64, 64}}));
        CommandList list;
        list.clear(empty.buffer, 0, uint64_t{64} * 64 * 4);
        (void)context.device.submit(std::move(list));
    }
    while (context.device.poll()) {
    }
    REQUIRE(reading.done());
    REQUIRE(reading.result());
    CHECK(reading.result()->data == expected.data);
}
