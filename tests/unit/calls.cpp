// A whole call on a device that only records: what is sent, what is said, and what is refused before anything is sent.
#include "fake_device.hpp"
#include "kernels/registry.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

struct Setup {
    fake::FakeDevice fake;
    Context context;
    Setup(Caps caps = {}) : fake(fake::make(caps)), context(fake.device) {}

    Tensor tensor(Shape shape, DType type = DType::f32) {
        auto made = fake.device.empty({type, std::move(shape)});
        REQUIRE(made);
        return *made;
    }
    Result<std::vector<Tensor>> call(std::string op, std::vector<NamedTensor> inputs, Params params = {},
                                     std::vector<KernelUse>* used = nullptr) {
        return wait(fake.device, run(context, std::move(op), std::move(inputs), std::move(params), used));
    }
};

}  // namespace

TEST_CASE("a call is one submission, and says which kernel ran") {
    Setup s;
    std::vector<KernelUse> used;
    auto outputs = s.call("matmul", {{"b", s.tensor({43, 29})}, {"a", s.tensor({37, 43})}}, {}, &used);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    REQUIRE(outputs->size() == 1);
    CHECK((*outputs)[0].type == TensorType{DType::f32, {37, 29}});
    REQUIRE(used.size() == 1);
    CHECK(used[0].rung == "portable");
    CHECK(used[0].fallback.empty());
    CHECK_FALSE(used[0].tried.empty());
    CHECK(s.fake.backend->sent.size() == 1);
    auto sent = fake::records(s.fake.backend->sent[0].words);
    CHECK(sent.back().opcode == Opcode::run);
    auto program =
        std::find_if(sent.begin(), sent.end(), [](auto& one) { return one.opcode == Opcode::create_program; });
    REQUIRE(program != sent.end());
    CHECK(program->wide(6) == 0x3211);        // read, read, write, uniform
    CHECK(program->wide(12) == 37 * 43 * 4);  // `a` first, in the order of the declaration: its bytes
}

TEST_CASE("an empty result sends nothing, and is still a result") {
    Setup s;
    auto outputs = s.call("softmax", {{"input", s.tensor({0, 7})}});
    REQUIRE(outputs);
    CHECK((*outputs)[0].type.shape == Shape{0, 7});
    CHECK(s.fake.backend->sent.empty());
    CHECK(s.fake.backend->compiled.empty());
    REQUIRE(s.call("matmul", {{"a", s.tensor({3, 0})}, {"b", s.tensor({0, 5})}}));  // K = 0 does write its zeros
    CHECK(s.fake.backend->sent.size() == 1);
}

TEST_CASE("bad input is refused before anything is sent") {
    Setup s;
    auto tensor = s.tensor({3, 4});
    for (auto& [op, inputs, params, code] :
         {std::tuple<std::string, std::vector<NamedTensor>, Params, Code>{
              "sofmax", {{"input", tensor}}, {}, Code::unknown},
          {"softmax", {{"x", tensor}}, {}, Code::unknown},
          {"softmax", {}, {}, Code::missing},
          {"softmax", {{"input", s.tensor({3})}}, {}, Code::shape},
          {"softmax", {{"input", s.tensor({3, 4}, DType::i32)}}, {}, Code::dtype},
          {"softmax", {{"input", tensor}}, {{"axis", 1.0}}, Code::unknown},
          {"matmul", {{"a", tensor}, {"b", tensor}}, {}, Code::shape},
          {"rms_norm", {{"input", tensor}, {"weight", s.tensor({1, 4})}}, {}, Code::missing},
          {"rms_norm", {{"input", tensor}, {"weight", s.tensor({1, 4})}}, {{"eps", -1.0}}, Code::range}}) {
        auto outputs = s.call(op, inputs, params);
        REQUIRE_FALSE(outputs);
        CHECK_MESSAGE(outputs.error().code == code, outputs.error().message);
    }
    CHECK(s.fake.backend->sent.empty());
    CHECK(s.fake.backend->compiled.empty());
}

TEST_CASE("a tensor of another device, and one without a buffer, are refused") {
    Setup s, other;
    auto foreign = s.call("softmax", {{"input", other.tensor({3, 4})}});
    REQUIRE_FALSE(foreign);
    CHECK(foreign.error().code == Code::conflict);
    CHECK(foreign.error().message == "softmax: a tensor of another device was given; copy it to this one first");
    auto hollow = s.call("softmax", {{"input", Tensor{{}, 0, {DType::f32, {3, 4}}}}});
    REQUIRE_FALSE(hollow);
    CHECK(hollow.error().message.starts_with("softmax: "));
    CHECK(s.fake.backend->sent.empty());
}

TEST_CASE("a kernel that is off or does not compile is passed over with the reason; a text that is wrong is an error") {
    Caps caps;
    caps.subgroups = true;
    caps.subgroup_min = caps.subgroup_max = 32;
    const OpSpec& op = **find_op("softmax");
    const Case one{"", {{"input", {DType::f32, {8, 1024}}, Fill::uniform}}, {}};
    const auto choices = op.choices(caps, *check_case(op, one));
    const std::string first = std::string(choices[0].entry) + ".wgsl";
    const auto other =
        std::find_if(choices.begin(), choices.end(), [&](auto& choice) { return choice.entry != choices[0].entry; });
    REQUIRE(other != choices.end());
    const std::string next = std::string(other->entry) + ".wgsl";

    Setup off(caps);
    off.context.disabled = {{"softmax", first, "wrong at \"primes\""}};
    std::vector<KernelUse> used;
    REQUIRE(off.call("softmax", {{"input", off.tensor({8, 1024})}}, {}, &used));
    REQUIRE(used.size() == 1);
    CHECK(used[0].file == next);
    CHECK(used[0].fallback.contains(first + " is disabled: wrong at \"primes\""));

    Setup refused(caps);
    refused.fake.backend->compiler_says = "not on this device";
    auto none = refused.call("softmax", {{"input", refused.tensor({8, 1024})}});
    REQUIRE_FALSE(none);
    CHECK(none.error().code == Code::unsupported);
    for (auto& choice : choices)
        CHECK(none.error().message.contains("softmax/" + std::string(choice.entry) + ".wgsl: not on this device"));

    Setup broken(caps);
    std::vector<KernelFile> kernels(embedded_kernels().begin(), embedded_kernels().end());
    for (auto& kernel : kernels)
        if (kernel.op == "softmax" && kernel.file == first) kernel.text = "\n\n//@oops";
    broken.context.kernels = kernels;
    auto mistake = broken.call("softmax", {{"input", broken.tensor({8, 1024})}});
    REQUIRE_FALSE(mistake);
    CHECK(mistake.error().code == Code::format);
    CHECK(mistake.error().message.starts_with("softmax/" + first + ": kernel line 3"));
}

TEST_CASE("parameters reach the uniform buffer") {
    Setup s;
    REQUIRE(s.call("rms_norm", {{"input", s.tensor({6, 5})}, {"weight", s.tensor({2, 5})}},
                   {{"eps", 0.25}, {"groups", 2.0}}));
    auto sent = fake::records(s.fake.backend->sent[0].words);
    auto write = std::find_if(sent.begin(), sent.end(), [](auto& one) { return one.opcode == Opcode::write; });
    REQUIRE(write != sent.end());
    CHECK(write->wide(5) % 256 == 0);
    auto made = std::find_if(sent.begin(), sent.end(), [&](auto& one) {
        return one.opcode == Opcode::create_buffer && one.arguments[0] == write->arguments[0];
    });
    REQUIRE(made != sent.end());
    CHECK(made->arguments[1] == 1);  // a uniform buffer
}

TEST_CASE("the reference runs without a device, with the same errors") {
    const float values[] = {0, 0, 3, 3};
    const std::vector<NamedHostTensor> inputs = {{"input", HostTensor::f32({2, 2}, values)}};
    auto outputs = run_reference("softmax", inputs, {});
    REQUIRE(outputs);
    CHECK((*outputs)[0].as<float>()[1] == 0.5f);
    CHECK(run_reference("sofmax", inputs, {}).error().code == Code::unknown);
    CHECK(run_reference("matmul", inputs, {}).error().code == Code::unknown);
    CHECK(run_reference("softmax", {}, {}).error().code == Code::missing);
}
