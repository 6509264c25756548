// The exports of the WebAssembly module: one core, one device, calls that settle later. web/src/core.ts is the other side.
//
// Text goes out as the address of two words, its own address and length, good until the next call. A function that
// returns a handle returns 0 when it fails, and `xpu_error` says why. None is entered while another runs.
// What examines and times is in exports_harness.cpp.
#include "device/browser/browser.hpp"
#include "device/state.hpp"
#include "harness/report.hpp"
#include "kernels/registry.hpp"
#include "kernels/target.hpp"
#include "web/core.hpp"
#include "xpu/kernel.hpp"
#include "xpu/log.hpp"
#include <algorithm>
#include <cstdlib>

namespace xpu {

using namespace web;

namespace {

ParamValue param_of(const json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number()) return value.get<double>();
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return std::monostate();
    std::vector<double> list;
    for (auto& one : value) {
        if (!one.is_number()) return std::monostate();
        list.push_back(one.get<double>());
    }
    return list;
}

// Members of an object become parameters of their own: {"scaling": {"factor": 2}} is "scaling.factor". An object in an object in an
// object is a value that no operator takes.
void add_params(const json& object, const std::string& prefix, Params& params) {
    for (auto& [key, value] : object.items())
        if (value.is_object() && !value.empty() && std::count(prefix.begin(), prefix.end(), '.') < 2)
            add_params(value, prefix + key + ".", params);
        else
            params.set(prefix + key, param_of(value));
}

Task<Result<std::string>> run_op(std::string op, std::vector<NamedTensor> inputs, Params params, bool inplace) {
    auto spec = find_op(op);
    if (!spec) co_return forward(spec);
    Context& context = *core().context;
    auto outputs = inplace ? co_await run_inplace(context, op, std::move(inputs), std::move(params))
                           : co_await run(context, op, std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    json list = json::array();
    for (size_t i = 0; i < outputs->size(); i++) {
        const TensorType& type = (*outputs)[i].type;
        json one = {{"name", (*spec)->outputs[i].name}, {"dtype", name(type.dtype)}, {"shape", shape_json(type.shape)}};
        one["handle"] = hold(std::move((*outputs)[i]));
        list.push_back(std::move(one));
    }
    co_return dump({{"outputs", std::move(list)}});
}

Task<Result<std::string>> run_own(KernelCall kernel) {
    auto done = co_await run_kernel(*core().context, std::move(kernel));
    if (!done) co_return forward(done);
    co_return std::string("{}");
}

json facts(const Device& device) {
    const AdapterInfo& info = device.info();
    const Caps& caps = device.caps();
    return {{"target", nullptr},
            {"why", device.target().why},
            {"info",
             {{"name", info.name},
              {"vendor", info.vendor},
              {"architecture", info.architecture},
              {"description", info.description},
              {"driver", info.driver},
              {"backend", info.backend},
              {"type", info.type},
              {"fallback", info.fallback}}},
            {"caps",
             {{"max_buffer_bytes", caps.max_buffer_bytes},
              {"max_binding_bytes", caps.max_binding_bytes},
              {"max_storage_buffers", caps.max_storage_buffers},
              {"max_workgroup_bytes", caps.max_workgroup_bytes},
              {"max_invocations", caps.max_invocations},
              {"max_workgroups", caps.max_workgroups},
              {"f16", caps.f16},
              {"subgroups", caps.subgroups},
              {"subgroup_min", caps.subgroup_min},
              {"subgroup_max", caps.subgroup_max},
              {"timestamps", caps.timestamps}}}};
}

Task<Result<std::vector<std::byte>>> read_tensor(Tensor tensor) {
    auto host = co_await core().context->device.read(std::move(tensor));
    if (!host) co_return forward(host);
    co_return std::move(host->data);
}

}  // namespace

extern "C" {

void* XPU_EXPORT(xpu_alloc)(uint32_t bytes) { return std::malloc(bytes); }
void XPU_EXPORT(xpu_free)(void* address) { std::free(address); }

const uint32_t* XPU_EXPORT(xpu_error)() { return give(core().error); }

const uint32_t* XPU_EXPORT(xpu_ops)() { return give(dump(ops_json())); }

// --- the device

/// {"info": AdapterInfo, "caps": Caps} → {"target", "why"}, or with {"cpu": true, "reference"} → {"target", "why", "info", "caps"}
const uint32_t* XPU_EXPORT(xpu_init)(const char* text, uint32_t length) {
    json request = parse(text, length);
    set_log([](LogLevel level, std::string_view message) {
        xpu_host_log(static_cast<uint32_t>(level), message.data(), static_cast<uint32_t>(message.size()));
    });
    bool cpu = false, reference = false;
    take(request, "cpu", cpu);
    take(request, "reference", reference);
    if (cpu) {
        core().context.emplace(reference ? make_reference_device() : make_cpu_device());
        return give(dump(facts(core().context->device)));
    }
    json given_info = request.value("info", json::object()), given_caps = request.value("caps", json::object());
    AdapterInfo info;
    info.name = string_of(given_info, "name");
    info.vendor = string_of(given_info, "vendor");
    info.architecture = string_of(given_info, "architecture");
    info.description = string_of(given_info, "description");
    info.driver = string_of(given_info, "driver");
    info.backend = string_of(given_info, "backend");
    info.type = string_of(given_info, "type");
    take(given_info, "fallback", info.fallback);
    Caps caps;
    take(given_caps, "max_buffer_bytes", caps.max_buffer_bytes);
    take(given_caps, "max_binding_bytes", caps.max_binding_bytes);
    take(given_caps, "max_storage_buffers", caps.max_storage_buffers);
    take(given_caps, "max_workgroup_bytes", caps.max_workgroup_bytes);
    take(given_caps, "max_invocations", caps.max_invocations);
    take(given_caps, "max_workgroups", caps.max_workgroups);
    take(given_caps, "f16", caps.f16);
    take(given_caps, "subgroups", caps.subgroups);
    take(given_caps, "subgroup_min", caps.subgroup_min);
    take(given_caps, "subgroup_max", caps.subgroup_max);
    take(given_caps, "timestamps", caps.timestamps);
    caps.software = info.type == "software";
    caps.enable_lines = true;
    Target target = detect_target(info);
    core().context.emplace(Device(browser::make_backend(), std::move(info), caps, target));
    return give(dump({{"target", target.name ? json(*target.name) : json(nullptr)}, {"why", target.why}}));
}

void XPU_EXPORT(xpu_destroy)() {
    if (core().context) core().context->device.destroy();
    sweep();
}

/// Returns whether somebody was waiting for the ticket.
uint32_t XPU_EXPORT(xpu_end)(uint32_t ticket, uint32_t ending, const char* message, uint32_t length) {
    if (!core().context) return 0;
    auto state = core().context->device.state();
    std::string_view text(message, length);
    auto how = static_cast<Ending>(ending);
    bool heard = true;
    if (how == Ending::lost || how == Ending::timeout) {
        state->lose(how, text);
    } else {
        auto* held = state->ticket(ticket);
        heard = held && !held->detached;
        state->end(ticket, how, text);
    }
    state->drain();
    sweep();
    return heard;
}

const uint32_t* XPU_EXPORT(xpu_memory)() {
    MemoryUse use = core().context ? core().context->device.memory() : MemoryUse();
    return give(dump({{"in_use", use.in_use}, {"pooled", use.pooled}, {"peak", use.peak}}));
}

// --- tensors

/// A tensor with undefined contents, on a buffer that exists when this returns; the page writes into it.
uint32_t XPU_EXPORT(xpu_empty)(uint32_t dtype, const uint32_t* shape, uint32_t rank) {
    if (!core().context) return refuse(no_device());
    auto type = type_of(dtype, shape, rank);
    if (!type) return refuse(type.error());
    Device& device = core().context->device;
    auto tensor = device.empty(*type);
    if (!tensor) return refuse(tensor.error());
    // Creations wait for a submission; this one's errors are told to the next who waits.
    (void)device.submit(CommandList());
    return hold(std::move(*tensor));
}

uint32_t XPU_EXPORT(xpu_new_id)() { return core().context ? core().context->device.state()->next_id() : 0; }

/// Writes host bytes (a multiple of 4) into a tensor, for the device whose memory the page cannot reach.
uint32_t XPU_EXPORT(xpu_write)(uint32_t handle, const std::byte* bytes, uint32_t length) {
    auto found = core().tensors.find(handle);
    if (found == core().tensors.end())
        return refuse({Code::conflict, "a tensor was written after it had been given back"});
    CommandList list;
    list.write(found->second.buffer, found->second.offset, {bytes, length});
    (void)core().context->device.submit(std::move(list));
    return 1;
}

/// A tensor on a buffer of the caller's own, which the page knows by `id`.
uint32_t XPU_EXPORT(xpu_adopt)(uint32_t id, uint32_t dtype, const uint32_t* shape, uint32_t rank, double bytes) {
    if (!core().context) return refuse(no_device());
    auto type = type_of(dtype, shape, rank);
    if (!type) return refuse(type.error());
    auto& state = core().context->device.state();
    if (state->lost) return refuse(lost_error(*state));
    return hold(Tensor{state->adopt_buffer(id, static_cast<uint64_t>(bytes)), 0, std::move(*type)});
}

/// {"dtype", "shape", "buffer", "offset"}
const uint32_t* XPU_EXPORT(xpu_type)(uint32_t handle) {
    auto found = core().tensors.find(handle);
    if (found == core().tensors.end()) return give("null");
    auto& [buffer, offset, type] = found->second;
    return give(dump({{"dtype", name(type.dtype)},
                      {"shape", shape_json(type.shape)},
                      {"buffer", buffer->id()},
                      {"offset", offset}}));
}

void XPU_EXPORT(xpu_release)(uint32_t handle) { core().tensors.erase(handle); }

// --- calls that settle later

/// {"op", "inputs": {name: handle}, "params": {…}, "inplace"} → {"outputs": [{"name", "handle", "dtype", "shape"}]}
void XPU_EXPORT(xpu_run)(uint32_t call, const char* text, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    json request = parse(text, length);
    std::vector<NamedTensor> inputs;
    for (auto& [key, handle] : request.value("inputs", json::object()).items()) {
        auto found = handle.is_number() ? core().tensors.find(handle.get<uint32_t>()) : core().tensors.end();
        if (found == core().tensors.end())
            return begin(call, failed<std::string>({Code::conflict, key + " is not a tensor of this device"}));
        inputs.push_back({key, found->second});
    }
    Params params;
    add_params(request.value("params", json::object()), "", params);
    bool inplace = false;
    take(request, "inplace", inplace);
    begin(call, run_op(string_of(request, "op"), std::move(inputs), std::move(params), inplace));
}

/// {"wgsl", "tensors": [{"handle", "write"}], "params": [words], "workgroups": [x, y, z], "subgroups"} → {}
void XPU_EXPORT(xpu_kernel)(uint32_t call, const char* text, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    json request = parse(text, length);
    KernelCall kernel;
    kernel.wgsl = string_of(request, "wgsl");
    for (auto& one : request.value("tensors", json::array())) {
        uint32_t handle = 0;
        bool write = false;
        take(one, "handle", handle);
        take(one, "write", write);
        auto found = core().tensors.find(handle);
        if (found == core().tensors.end())
            return begin(call, failed<std::string>({Code::conflict, "a tensor was used after it had been given back"}));
        kernel.tensors.push_back({found->second, write});
    }
    for (auto& word : request.value("params", json::array()))
        kernel.params.push_back(word.is_number() ? word.get<uint32_t>() : 0);
    auto groups = request.value("workgroups", json::array());
    for (size_t i = 0; i < groups.size() && i < 3; i++)
        if (groups[i].is_number()) kernel.workgroups[i] = groups[i].get<uint32_t>();
    take(request, "subgroups", kernel.subgroups);
    begin(call, run_own(std::move(kernel)));
}

/// Puts a kernel of the page's own, or one of the library's, before all others of an operator's entry; 0 on failure.
uint32_t XPU_EXPORT(xpu_override)(const char* text, uint32_t length) {
    if (!core().context) return refuse(no_device());
    json request = parse(text, length);
    auto done = override_kernel(*core().context, string_of(request, "op"), string_of(request, "file"),
                                string_of(request, "wgsl"));
    return done ? 1 : refuse(done.error());
}

/// Settles with the tensor's bytes.
void XPU_EXPORT(xpu_read)(uint32_t call, uint32_t handle) {
    using Bytes = std::vector<std::byte>;
    auto found = core().tensors.find(handle);
    if (found == core().tensors.end())
        return begin(call, failed<Bytes>({Code::conflict, "a tensor was read after it had been given back"}));
    begin(call, read_tensor(found->second));
}

/// Gives up on a call: it does not settle any more.
void XPU_EXPORT(xpu_cancel)(uint32_t call) { core().calls.erase(call); }
}

}  // namespace xpu
