#include "kernels/cpu.hpp"
#include "kernels/reference.hpp"
#include <algorithm>
#include <cstring>

namespace xpu {

namespace {

std::vector<std::byte> bytes_of(const TensorType& type) { return std::vector<std::byte>(type.elements() * 4); }

constexpr size_t kPiece = 16384;  // halves that a thread takes at a time

// What stays between runs of a program: which address is which tensor's, and room for halves as f32.
struct Kept {
    Args args;
    const simd::Functions* simd;
    std::vector<bool> given;
    std::vector<std::vector<std::byte>> floats;  // of each input and each output that is of halves
    std::vector<std::byte*> inputs, outputs;
};

void run_kernel(Kept& kept, std::span<std::byte* const> addresses) {
    size_t next = 0;
    auto& args = kept.args;
    for (size_t i = 0; i < kept.inputs.size(); i++) {
        kept.inputs[i] = kept.given[i] ? addresses[next++] : nullptr;
        if (!kept.given[i] || args.inputs[i].dtype != DType::f16) continue;
        const auto* halves = reinterpret_cast<const uint16_t*>(kept.inputs[i]);
        auto* floats = reinterpret_cast<float*>(kept.floats[i].data());
        simd::parallel_pieces(args.inputs[i].elements(), kPiece, [&](size_t begin, size_t end) {
            kept.simd->to_floats(halves + begin, floats + begin, end - begin);
        });
        kept.inputs[i] = kept.floats[i].data();
    }
    const size_t first = next;
    for (size_t i = 0; i < kept.outputs.size(); i++) {
        const bool half = args.outputs[i].dtype == DType::f16;
        kept.outputs[i] = half ? kept.floats[kept.inputs.size() + i].data() : addresses[first + i];
    }
    args.op->cpu({args, *kept.simd, kept.inputs, kept.outputs});
    for (size_t i = 0; i < kept.outputs.size(); i++) {
        if (args.outputs[i].dtype != DType::f16) continue;
        const auto* floats = reinterpret_cast<const float*>(kept.outputs[i]);
        auto* halves = reinterpret_cast<uint16_t*>(addresses[first + i]);
        simd::parallel_pieces(args.outputs[i].elements(), kPiece, [&](size_t begin, size_t end) {
            kept.simd->to_halves(floats + begin, halves + begin, end - begin);
        });
    }
}

void run_reference_on(const Args& args, const std::vector<bool>& given, std::span<std::byte* const> addresses) {
    std::vector<RefTensor> wide(args.inputs.size());
    size_t next = 0;
    for (size_t i = 0; i < wide.size(); i++) {
        if (!given[i]) continue;
        const std::byte* from = addresses[next++];
        wide[i] = widen({args.inputs[i], {from, from + args.inputs[i].bytes()}});
    }
    for (auto& result : reference_of(args, wide)) {
        const HostTensor host = narrow(result);
        if (!host.data.empty()) std::memcpy(addresses[next], host.data.data(), host.data.size());
        next++;
    }
}

}  // namespace

std::vector<Choice> choices_on(const Caps& caps, const Args& args) {
    if (caps.kernels) return args.op->choices(caps, args);
    std::vector<Choice> choices;
    if (caps.simd && args.op->cpu)
        for (auto level : simd::levels())
            choices.push_back({kCpuEntry, static_cast<uint32_t>(level), simd::functions(level).name});
    choices.push_back({kReferenceEntry, 0, {}});
    return choices;
}

Result<Prepared> prepare_on_cpu(Context& context, const Args& args, const Choice& choice,
                                const std::vector<Binding>& inputs, const std::vector<Binding>& outputs) {
    std::vector<bool> given;
    DispatchCall call;
    for (auto& input : inputs) {
        given.push_back(input.buffer != nullptr);
        if (input.buffer) call.bindings.push_back(input);
    }
    call.bindings.insert(call.bindings.end(), outputs.begin(), outputs.end());
    Prepared ready;
    if (choice.entry == kReferenceEntry) {
        call.host = std::make_shared<const HostKernel>(
            [args, given](std::span<std::byte* const> addresses) { run_reference_on(args, given, addresses); });
        ready.used = {{std::string(choice.entry), "the f64 reference", {}, "reference", {}, {}}};
    } else {
        const std::string file = "cpu.cpp";
        for (auto& off : context.disabled)
            if (off.op == args.op->name && off.file == file)
                return fail(Code::unsupported, std::string(args.op->name) + ": " + file + " is off: " + off.reason);
        auto kept = std::make_shared<Kept>(args, &simd::functions(static_cast<simd::Level>(choice.tile)), given);
        kept->inputs.resize(args.inputs.size());
        kept->outputs.resize(args.outputs.size());
        for (auto* types : {&args.inputs, &args.outputs})
            for (auto& type : *types)
                kept->floats.push_back(type.dtype == DType::f16 ? bytes_of(type) : std::vector<std::byte>());
        call.host = std::make_shared<const HostKernel>(
            [kept](std::span<std::byte* const> addresses) { run_kernel(*kept, addresses); });
        ready.used = {{std::string(choice.entry), file, choice.label, "cpu", {file}, {}}};
    }
    ready.dispatches.push_back(std::move(call));
    return ready;
}

}  // namespace xpu
