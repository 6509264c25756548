// Kernels of the caller's own.
#include "kernels/grammar.hpp"
#include "kernels/prepare.hpp"
#include "kernels/registry.hpp"
#include "xpu/kernel.hpp"
#include <algorithm>
#include <cstring>

namespace xpu {

namespace {

constexpr size_t kMaxParams = 64;  // one slot of the uniform buffer

Status check(const Caps& caps, const KernelCall& call) {
    if (!caps.kernels) return fail(Code::unsupported, "a kernel needs a GPU device; this one runs no WGSL");
    if (call.tensors.empty())
        return fail(Code::missing, "the kernel has no tensors; expected at least one that it writes");
    if (call.tensors.size() > caps.max_storage_buffers)
        return fail(Code::limit, "the kernel has " + std::to_string(call.tensors.size()) +
                                     " tensors; the device allows " + std::to_string(caps.max_storage_buffers));
    if (call.params.size() > kMaxParams)
        return fail(Code::limit, "the kernel has " + std::to_string(call.params.size()) +
                                     " words of parameters, expected at most " + std::to_string(kMaxParams));
    if (call.subgroups && !caps.subgroups)
        return fail(Code::unsupported, "the kernel uses subgroups, which this device does not have");
    for (size_t i = 0; i < call.tensors.size(); i++) {
        auto& one = call.tensors[i];
        if (!one.tensor.buffer)
            return fail(Code::missing, "tensor " + std::to_string(i) + " of the kernel has no buffer");
        for (size_t j = 0; j < call.tensors.size(); j++)
            if (i != j && one.write && one.tensor.buffer == call.tensors[j].tensor.buffer)
                return fail(Code::conflict, "tensors " + std::to_string(std::min(i, j)) + " and " +
                                                std::to_string(std::max(i, j)) +
                                                " of the kernel share a buffer, and one of them is written; expected a "
                                                "buffer of its own for what is written");
    }
    return {};
}

}  // namespace

Task<Result<Program>> prepare_kernel(Context& context, KernelCall call) {
    const Caps caps = context.device.caps();
    if (auto ok = check(caps, call); !ok) co_return forward(ok);
    DispatchCall dispatch;
    dispatch.groups = call.workgroups;
    for (auto& one : call.tensors) {
        dispatch.layout |= Layout{one.write ? 2u : 1u} << (4 * dispatch.bindings.size());
        dispatch.bindings.push_back(bind(one.tensor));
    }
    if (!call.params.empty()) {
        auto uniform = context.device.allocate_uniform(kMaxParams * 4);
        if (!uniform) co_return forward(uniform);
        std::vector<std::byte> words(kMaxParams * 4);
        std::memcpy(words.data(), call.params.data(), call.params.size() * 4);
        CommandList list;
        list.write(*uniform, 0, words);
        auto sent = context.device.submit(std::move(list));
        if (sent.await_ready())
            if (auto outcome = sent.await_resume(); !outcome) co_return forward(outcome);
        dispatch.layout |= Layout{3} << (4 * dispatch.bindings.size());
        dispatch.bindings.push_back({*uniform, 0, kMaxParams * 4});
    }
    std::string text = std::move(call.wgsl);
    if (call.subgroups && caps.enable_lines) text = "enable subgroups; " + text;
    auto pipeline = co_await context.device.compile(std::move(text), dispatch.layout, true);
    if (!pipeline) co_return fail(pipeline.error().code, "the kernel does not compile: " + pipeline.error().message);
    dispatch.pipeline = *pipeline;
    std::vector<DispatchCall> dispatches;
    dispatches.push_back(std::move(dispatch));
    co_return context.device.prepare(std::move(dispatches));
}

Task<Result<bool>> run_kernel(Context& context, KernelCall call) {
    auto program = co_await prepare_kernel(context, std::move(call));
    if (!program) co_return forward(program);
    CommandList list;
    list.run(*program);
    Submission sent = context.device.submit(std::move(list));
    if (sent.await_ready())
        if (auto outcome = sent.await_resume(); !outcome) co_return forward(outcome);
    co_return true;
}

Status override_kernel(Context& context, std::string_view op, std::string_view file, std::string text) {
    auto spec = find_op(op);
    if (!spec) return forward(spec);
    std::vector<std::string_view> files;
    for (auto& kernel : context.kernels)
        if (kernel.op == op) files.push_back(kernel.file);
    if (std::find(files.begin(), files.end(), file) == files.end()) {
        std::string all;
        for (auto one : files) all += (all.empty() ? "" : ", ") + std::string(one);
        return fail(Code::unknown, std::string(op) + ": there is no kernel file \"" + std::string(file) +
                                       "\" to override, expected one of " + all + did_you_mean(file, files));
    }
    std::erase_if(context.overrides, [&](auto& one) { return one.op == op && one.file == file; });
    context.overrides.push_back({std::string(op), std::string(file), std::move(text)});
    return {};
}

const Override* override_of_entry(const Context& context, std::string_view op, std::string_view entry) {
    for (auto& one : context.overrides)
        if (auto name = parse_kernel_name(one.file); one.op == op && name && name->entry == entry) return &one;
    return nullptr;
}

const Override* override_of_file(const Context& context, std::string_view op, std::string_view file) {
    for (auto& one : context.overrides)
        if (one.op == op && one.file == file) return &one;
    return nullptr;
}

}  // namespace xpu
