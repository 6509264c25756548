// What the graphics library refuses becomes the error of the call that caused it, and everything goes on.
#include "device/state.hpp"
#include "support.hpp"

using namespace xpu;

namespace {

/// A submission's error; empty where there is none.
std::string error_of(Device& device, CommandList&& list) {
    auto sent = device.submit(std::move(list));
    auto outcome =
        wait(device, [](Submission going) -> Task<Result<Outcome>> { co_return co_await going; }(std::move(sent)));
    if (outcome) return "";
    CHECK(outcome.error().code == Code::device);
    CHECK_FALSE(outcome.error().message.empty());
    return outcome.error().message;
}

void still_works(Device device) {
    Context context(std::move(device));
    CHECK(test::wrong(context, "softmax", {{"input", test::numbers({DType::f32, {5, 7}})}}) == "");
}

Result<uint32_t> compiled(Device& device, std::string text, Layout layout = 2) {
    return wait(device, device.compile(std::move(text), layout, true));
}

const std::string kHead = "@group(0) @binding(0) var<storage, read_write> y: array<u32>;\n";

}  // namespace

TEST_CASE("a text that does not compile is an error with the compiler's words, now and the next time") {
    Device device = test::device();
    for (auto text : {std::string("this is no WGSL"), std::string(),
                      kHead + "@compute @workgroup_size(1) fn other() { y[0] = 1u; }",
                      kHead + "@compute @workgroup_size(1) fn main() { y[0] = 1.5; }",
                      kHead + "@compute @workgroup_size(65536) fn main() { y[0] = 1u; }"}) {
        for (int time = 0; time < 2; time++) {
            auto pipeline = compiled(device, text);
            REQUIRE_FALSE_MESSAGE(pipeline, text);
            CHECK(pipeline.error().code == Code::device);
            CHECK_FALSE(pipeline.error().message.empty());
        }
    }
    CHECK(compiled(device, "this is no WGSL").error().message.contains("this is no WGSL"));  // the line that is meant
    // A binding that the layout does not have.
    CHECK_FALSE(compiled(device, "@group(0) @binding(3) var<storage, read_write> y: array<u32>;\n@compute "
                                 "@workgroup_size(1) fn main() { y[0] = 1u; }"));
    CHECK(compiled(device, kHead + "@compute @workgroup_size(1) fn main() { y[0] = 1u; }"));
    still_works(device);
}

// The compiler's own error report would end the process.
TEST_CASE("a text that is not UTF-8 is an error") {
    Device device = test::device();
    CHECK_FALSE(compiled(device, "@compute @workgroup_size(1) fn main() { \xff }"));
    still_works(device);
}

TEST_CASE("many compile errors in flight each reach their own call") {
    Device device = test::device();
    std::vector<Task<Result<uint32_t>>> tasks;
    for (int i = 0; i < 8; i++) {
        const std::string value = i % 2 ? "1u" : "wrong" + std::to_string(i);
        tasks.push_back(device.compile(kHead + "@compute @workgroup_size(1) fn main() { y[" + std::to_string(i) +
                                           "] = " + value + "; }",
                                       2, true));
        tasks.back().start();
    }
    while (device.poll()) {
    }
    for (size_t i = 0; i < tasks.size(); i++) {
        REQUIRE(tasks[i].done());
        CHECK(tasks[i].result().has_value() == (i % 2 == 1));
        if (i % 2 == 0) CHECK(tasks[i].result().error().message.contains("wrong" + std::to_string(i)));
    }
}

TEST_CASE("a buffer above the limit is refused, with both numbers") {
    Device device = test::device();
    const uint64_t most = device.caps().max_buffer_bytes;
    auto buffer = device.allocate(most + 4);
    REQUIRE_FALSE(buffer);
    CHECK(buffer.error().code == Code::limit);
    CHECK(buffer.error().message.contains(std::to_string(most + 4)));
    CHECK(buffer.error().message.contains(std::to_string(most)));
    auto tensor = device.empty({DType::f32, {UINT64_MAX / 8}});
    REQUIRE_FALSE(tensor);
    CHECK(tensor.error().code == Code::limit);
    still_works(device);
}

TEST_CASE("memory that the device does not have is an error, where its limit promises it") {
    Device device = test::open();
    const uint64_t bytes = std::min(device.caps().max_buffer_bytes / 8 * 8, uint64_t{1} << 44);
    if (bytes < uint64_t{1} << 38) return;  // it may well have that
    auto buffer = device.allocate(bytes);
    if (buffer) {
        CommandList list;
        list.clear(*buffer, 0, 64);
        (void)error_of(device, std::move(list));
    }
    buffer = fail(Code::limit, "");
    if (!device.lost()) still_works(device);
}

TEST_CASE("commands outside a buffer, or not on whole words, are errors of their submission") {
    Device device = test::device();
    auto buffer = VALUE(device.allocate(1024)), other = VALUE(device.allocate(1024));
    const uint64_t size = buffer->bytes();
    const std::vector<std::byte> bytes(64);
    const auto list_with = [](auto record) {
        CommandList list;
        record(list);
        return list;
    };
    CHECK(error_of(device, list_with([&](auto& list) { list.read(buffer, 0, size + 4); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.read(buffer, size, 4); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.read(buffer, 2, 4); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.write(buffer, size - 32, bytes); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.write(buffer, 2, bytes); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.write(buffer, 0, std::span(bytes).first(6)); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.clear(buffer, 4, size); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.clear(buffer, 2, 4); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.copy(buffer, 0, other, size - 4, 8); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.copy(buffer, size - 4, other, 0, 8); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.copy(buffer, 0, other, 0, UINT64_MAX - 3); })) != "");
    CHECK(error_of(device, list_with([&](auto& list) { list.copy(buffer, 0, other, 0, 64); })) == "");
    still_works(device);
}

TEST_CASE("a program that the library refuses is an error of the submission that runs it") {
    Device device = test::device();
    auto buffer = VALUE(device.allocate(4096));
    const auto pipeline = VALUE(compiled(device, kHead + "@compute @workgroup_size(1) fn main() { y[0] = 1u; }"));
    const auto error_with = [&](Binding binding, Layout layout = 2) {
        auto program = device.prepare({{pipeline, layout, {1, 1, 1}, {binding}}});
        REQUIRE(program);
        CommandList list;
        list.run(*program);
        return error_of(device, std::move(list));
    };
    CHECK(error_with({buffer, 4, 64}) != "");                   // an offset that is no multiple of 256
    CHECK(error_with({buffer, 0, buffer->bytes() + 4}) != "");  // beyond the buffer
    CHECK(error_with({buffer, 0, 64}, 1) != "");                // the pipeline writes
    CHECK(error_with({VALUE(device.allocate_uniform(256)), 0, 256}) != "");
    CHECK(error_with({buffer, 256, 64}) == "");
    CHECK_FALSE(device.prepare({{pipeline, 2, {1, 1, 1}, {{buffer, 0, 0}}}}));  // a binding is never empty
    auto over = device.prepare({{pipeline, 2, {device.caps().max_workgroups + 1, 1, 1}, {{buffer, 0, 64}}}});
    REQUIRE_FALSE(over);
    CHECK(over.error().code == Code::limit);
    still_works(device);
}

TEST_CASE("one buffer read-only and writable in one dispatch is refused, not run") {
    Device device = test::device();
    auto buffer = VALUE(device.allocate(4096));
    const auto pipeline = VALUE(compiled(device,
                                         "@group(0) @binding(0) var<storage, read> x: array<u32>;\n@group(0) "
                                         "@binding(1) var<storage, read_write> y: array<u32>;\n"
                                         "@compute @workgroup_size(1) fn main() { y[0] = x[0]; }",
                                         0x21));
    auto program = VALUE(device.prepare({{pipeline, 0x21, {1, 1, 1}, {{buffer, 0, 256}, {buffer, 256, 256}}}}));
    CommandList list;
    list.run(program);
    CHECK(error_of(device, std::move(list)) != "");
    still_works(device);
}

TEST_CASE("bad input of a call is refused before anything is done") {
    Context context(test::device());
    const MemoryUse before = context.device.memory();
    for (auto& [op, inputs, params, code] :
         {std::tuple<std::string, test::Hosts, Params, Code>{"sofmax", {}, {}, Code::unknown},
          {"softmax", {{"input", test::numbers({DType::i32, {2, 2}})}}, {}, Code::dtype},
          {"softmax", {{"input", test::numbers({DType::f32, {4}})}}, {}, Code::shape},
          {"matmul", {{"a", test::numbers({DType::f32, {2, 2}})}}, {}, Code::missing},
          {"rms_norm", test::rms_norm_inputs(2, 2), {{"eps", 0.0}}, Code::range},
          {"rms_norm", test::rms_norm_inputs(2, 2), {{"eps", 1e-5}, {"groups", 0.5}}, Code::type}}) {
        auto outputs = test::call(context, op, inputs, params);
        REQUIRE_FALSE(outputs);
        CHECK(outputs.error().code == code);
        CHECK(outputs.error().message.contains(op));
    }
    CHECK(context.device.memory().in_use == before.in_use);
}

TEST_CASE("an unknown device is an error that lists what there is") {
    auto none = open_device("no such device");
    REQUIRE_FALSE(none);
    CHECK(none.error().code == Code::unknown);
    CHECK(none.error().message.contains("no device is called \"no such device\""));
    CHECK(none.error().message.contains("0 \"" + adapters()[0].info.name + "\""));
    CHECK_FALSE(open_device("99"));
    CHECK(open_device("0"));
    CHECK(open_device(adapters()[0].info.name));
}
