// A device and buffers that the caller made: used without a copy, and left as they were.
#include "support.hpp"
#include "wgpu.h"
#include "xpu/native.hpp"
#include <chrono>
#include <cstring>
#include <thread>

using namespace xpu;

namespace {

int uncaptured = 0;

/// A caller of WebGPU, by hand, with nothing of the library.
struct Caller {
    WGPUInstance instance = nullptr;
    WGPUAdapter adapter = nullptr;
    WGPUDevice device = nullptr;
    WGPUQueue queue = nullptr;

    Caller() {
        uncaptured = 0;
        instance = wgpuCreateInstance(nullptr);
        WGPURequestAdapterCallbackInfo found = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
        found.mode = WGPUCallbackMode_AllowSpontaneous;
        found.userdata1 = &adapter;
        found.callback = [](WGPURequestAdapterStatus, WGPUAdapter got, WGPUStringView, void* to, void*) {
            *static_cast<WGPUAdapter*>(to) = got;
        };
        wgpuInstanceRequestAdapter(instance, nullptr, found);
        REQUIRE(adapter);
        WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
        descriptor.uncapturedErrorCallbackInfo.callback = [](const WGPUDevice*, WGPUErrorType, WGPUStringView, void*,
                                                             void*) { uncaptured++; };
        WGPURequestDeviceCallbackInfo made = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
        made.mode = WGPUCallbackMode_AllowSpontaneous;
        made.userdata1 = &device;
        made.callback = [](WGPURequestDeviceStatus, WGPUDevice got, WGPUStringView, void* to, void*) {
            *static_cast<WGPUDevice*>(to) = got;
        };
        wgpuAdapterRequestDevice(adapter, &descriptor, made);
        REQUIRE(device);
        queue = wgpuDeviceGetQueue(device);
    }
    ~Caller() {
        if (queue) wgpuQueueRelease(queue);
        if (device) wgpuDeviceRelease(device);
        if (adapter) wgpuAdapterRelease(adapter);
        if (instance) wgpuInstanceRelease(instance);
    }
    Caller(const Caller&) = delete;

    WGPUBuffer buffer(uint64_t bytes, WGPUBufferUsage usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc |
                                                              WGPUBufferUsage_CopyDst) {
        WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
        descriptor.usage = usage;
        descriptor.size = bytes;
        return wgpuDeviceCreateBuffer(device, &descriptor);
    }

    std::vector<float> read(WGPUBuffer source, uint64_t bytes) {
        WGPUBuffer staging = buffer(bytes, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
        WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
        wgpuCommandEncoderCopyBufferToBuffer(encoder, source, 0, staging, 0, bytes);
        WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
        wgpuQueueSubmit(queue, 1, &commands);
        bool done = false;
        WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_AllowSpontaneous;
        info.userdata1 = &done;
        info.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* to, void*) {
            *static_cast<bool*>(to) = status == WGPUMapAsyncStatus_Success;
        };
        wgpuBufferMapAsync(staging, WGPUMapMode_Read, 0, bytes, info);
        // Any device of the library drives the queues of all; a poll of our own would need more than webgpu.h has.
        for (auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
             !done && std::chrono::steady_clock::now() < end;) {
            test::drive(instance, device);
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        REQUIRE(done);
        std::vector<float> values(bytes / 4);
        std::memcpy(values.data(), wgpuBufferGetConstMappedRange(staging, 0, bytes), bytes);
        wgpuBufferUnmap(staging);
        wgpuBufferRelease(staging);
        wgpuCommandBufferRelease(commands);
        wgpuCommandEncoderRelease(encoder);
        return values;
    }
};

std::vector<float> softmax_of(const HostTensor& input) {
    const std::vector<NamedHostTensor> inputs = {{"input", input}};
    auto outputs = VALUE(run_reference("softmax", inputs, {}));
    auto view = outputs[0].as<float>();
    return {view.begin(), view.end()};
}

}  // namespace

TEST_CASE("a caller's device runs operators, in both modes, with the limits that the caller asked for") {
    Caller caller;
    auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
    CHECK(device.caps().max_invocations == 256);  // what a device has when nothing was asked for
    CHECK(device.caps().max_workgroup_bytes == 16384);
    CHECK_FALSE(device.caps().f16);
    CHECK_FALSE(device.caps().subgroups);
    CHECK_FALSE(device.caps().timestamps);
    Context context(device);
    for (bool checked : {false, true}) {
        context.checked = checked;
        CHECK(test::wrong(context, "softmax", {{"input", test::numbers({DType::f32, {37, 41}})}}) == "");
        CHECK(test::wrong(context, "rms_norm", test::rms_norm_inputs(7, 128), test::kEps) == "");
        CHECK(test::wrong(
                  context, "matmul",
                  {{"a", test::numbers({DType::f32, {65, 36}})}, {"b", test::numbers({DType::f32, {36, 68}})}}) == "");
    }
    CHECK(uncaptured == 0);
}

TEST_CASE("a caller's buffer is a tensor without a copy, and stays the caller's") {
    Caller caller;
    const HostTensor input = test::numbers({DType::f32, {16, 16}});
    WGPUBuffer buffer = caller.buffer(4096);
    wgpuQueueWriteBuffer(caller.queue, buffer, 1024, input.data.data(), input.data.size());
    {
        auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
        Context context(device);
        Tensor tensor{VALUE(adopt_buffer(device, buffer, 4096)), 1024, input.type};
        CHECK(device.memory().in_use == 0);  // it is not ours
        std::vector<NamedTensor> inputs = {{"input", tensor}};
        auto outputs = VALUE(wait(device, run(context, "softmax", inputs, {})));
        auto host = VALUE(wait(device, device.read(outputs[0])));
        CHECK(test::judged("softmax", {{"input", input}}, {}, {host}) == "");
        // And back into it, at its beginning.
        CommandList list;
        list.copy(outputs[0].buffer, 0, tensor.buffer, 0, 1024);
        (void)device.submit(std::move(list));
    }
    // Everything of the library is gone; the caller's device and buffer are not.
    const auto want = softmax_of(input), got = caller.read(buffer, 1024);
    REQUIRE(got.size() == want.size());
    for (size_t i = 0; i < got.size(); i++) CHECK(got[i] == doctest::Approx(want[i]).epsilon(1e-5));
    CHECK(uncaptured == 0);
    wgpuBufferRelease(buffer);
}

TEST_CASE("a caller's buffer may be as small as its tensor") {
    Caller caller;
    auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
    Context context(device);
    WGPUBuffer buffer = caller.buffer(4);
    const float one = 3;
    wgpuQueueWriteBuffer(caller.queue, buffer, 0, &one, 4);
    {
        std::vector<NamedTensor> inputs = {
            {"input", {VALUE(adopt_buffer(device, buffer, 4)), 0, {DType::f32, {1, 1}}}}};
        auto outputs = VALUE(wait(device, run(context, "softmax", inputs, {})));
        CHECK(VALUE(wait(device, device.read(outputs[0]))).as<float>()[0] == 1);
    }
    wgpuBufferRelease(buffer);
}

TEST_CASE("our errors stay out of the caller's callback, and the caller's out of ours") {
    Caller caller;
    auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
    Context context(device);
    auto broken = wait(device, device.compile("this is no WGSL", 2, true));
    REQUIRE_FALSE(broken);
    CHECK(broken.error().code == Code::device);
    auto buffer = VALUE(device.allocate(1024));
    CommandList list;
    list.read(buffer, 0, 4096);
    auto sent = device.submit(std::move(list));
    REQUIRE(sent.await_ready());
    CHECK_FALSE(sent.await_resume());
    CHECK(uncaptured == 0);
    WGPUBuffer bad = caller.buffer(64, WGPUBufferUsage_MapRead | WGPUBufferUsage_MapWrite);  // the caller's own mistake
    CHECK(uncaptured == 1);
    if (bad) wgpuBufferRelease(bad);
    CHECK(test::wrong(context, "softmax", {{"input", test::numbers({DType::f32, {5, 7}})}}) == "");
    CHECK(uncaptured == 1);
}

TEST_CASE("a device that the caller destroys gives errors, not an end") {
    Caller caller;
    auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
    Context context(device);
    CHECK(test::wrong(context, "softmax", {{"input", test::numbers({DType::f32, {5, 7}})}}) == "");
    wgpuDeviceDestroy(caller.device);
    auto after = test::call(context, "softmax", {{"input", test::numbers({DType::f32, {5, 7}})}});
    REQUIRE_FALSE(after);
    CHECK((after.error().code == Code::lost || after.error().code == Code::device));
    CHECK_FALSE(after.error().message.empty());
    after = test::call(context, "matmul",
                       {{"a", test::numbers({DType::f32, {5, 7}})}, {"b", test::numbers({DType::f32, {7, 3}})}});
    CHECK_FALSE(after);
}

TEST_CASE("a device that the caller destroys when a read is done but not yet fetched gives an error") {
    Caller caller;
    auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
    auto tensor = VALUE(device.upload(test::numbers({DType::f32, {64, 64}})));
    auto reading = device.read(tensor);
    reading.start();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    wgpuDeviceDestroy(caller.device);
    for (auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
         !reading.done() && std::chrono::steady_clock::now() < end;)
        device.poll();
    REQUIRE(reading.done());
    CHECK_FALSE(reading.result());
}

TEST_CASE("no object of the graphics library is left behind by a call") {
    Caller caller;
    const auto objects = [&] {
        WGPUGlobalReport report = {};
        wgpuGenerateReport(caller.instance, &report);
        std::vector<size_t> counts;
        for (auto* kind :
             {&report.hub.bindGroups, &report.hub.buffers, &report.hub.computePipelines, &report.hub.commandBuffers,
              &report.hub.shaderModules, &report.hub.pipelineLayouts, &report.hub.bindGroupLayouts})
            counts.push_back(kind->numAllocated);
        return counts;
    };
    const auto none = objects();
    {
        auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
        Context context(device);
        const auto call = [&] {
            CHECK(test::wrong(context, "softmax", {{"input", test::numbers({DType::f32, {5, 7}})}}) == "");
            CHECK(test::wrong(context, "rms_norm", test::rms_norm_inputs(3, 41), test::kEps) == "");
            CHECK_FALSE(wait(device, device.compile("this is no WGSL", 2, true)));
        };
        for (int i = 0; i < 5; i++) call();
        const auto few = objects();
        CHECK(few != none);  // it does count them
        for (int i = 0; i < 20; i++) call();
        CHECK(objects() == few);
    }
    CHECK(objects() == none);
}

TEST_CASE("null handles are errors") {
    Caller caller;
    CHECK_FALSE(adopt_device(nullptr, caller.adapter, caller.device));
    CHECK_FALSE(adopt_device(caller.instance, nullptr, caller.device));
    CHECK_FALSE(adopt_device(caller.instance, caller.adapter, nullptr));
    auto device = VALUE(adopt_device(caller.instance, caller.adapter, caller.device));
    CHECK_FALSE(adopt_buffer(device, nullptr, 64));
}
