// The exports of the WebAssembly module: one core, one device, calls that settle later. web/src/core.ts is the other side.
//
// Text goes out as the address of two words, its own address and length, good until the next call. A function that
// returns a handle returns 0 when it fails, and `xpu_error` says why. None is entered while another runs.
#include "device/browser/browser.hpp"
#include "device/browser/host.hpp"
#include "device/state.hpp"
#include "harness/report.hpp"
#include "kernels/registry.hpp"
#include "kernels/target.hpp"
#include "xpu/context.hpp"
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#define XPU_EXPORT(name) __attribute__((export_name(#name))) name

namespace xpu {

namespace {

using nlohmann::json;

struct Core {
    std::optional<Context> context;
    std::unordered_map<uint32_t, Tensor> tensors;
    uint32_t last_handle = 0;
    std::map<uint32_t, Task<bool>> calls;
    std::vector<uint32_t> over;  // calls that have settled; a coroutine cannot destroy itself
    std::string text, error;
    uint32_t returned[2] = {};
};

// Never destroyed: the module ends with its memory.
Core& core() {
    static Core* one = new Core;
    return *one;
}

// --- text

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string error_text(const Error& error) { return dump({{"code", name(error.code)}, {"message", error.message}}); }

const uint32_t* give(std::string text) {
    Core& c = core();
    c.text = std::move(text);
    c.returned[0] = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(c.text.data()));
    c.returned[1] = static_cast<uint32_t>(c.text.size());
    return c.returned;
}

json parse(const char* text, uint32_t length) {
    json value = json::parse(text, text + length, nullptr, false);
    return value.is_object() ? value : json::object();
}

std::string string_of(const json& object, const char* key) {
    auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class T> void take(const json& object, const char* key, T& target) {
    auto found = object.find(key);
    if (found == object.end()) return;
    if constexpr (std::is_same_v<T, bool>) {
        if (found->is_boolean()) target = found->get<bool>();
    } else {
        if (found->is_number()) target = static_cast<T>(found->get<double>());
    }
}

json shape_json(const Shape& shape) {
    json list = json::array();
    for (uint64_t n : shape) list.push_back(n);
    return list;
}

// --- handles

uint32_t hold(Tensor tensor) {
    Core& c = core();
    c.tensors.emplace(++c.last_handle, std::move(tensor));
    return c.last_handle;
}

uint32_t refuse(const Error& error) {
    core().error = error_text(error);
    return 0;
}

Error no_device() { return {Code::missing, "the core has no device yet"}; }

Result<TensorType> type_of(uint32_t dtype, const uint32_t* shape, uint32_t rank) {
    if (dtype > static_cast<uint32_t>(DType::u8)) return fail(Code::dtype, "an unknown element type was given");
    return TensorType{static_cast<DType>(dtype), Shape(shape, shape + rank)};
}

// --- calls

template <class T> Task<bool> drive(uint32_t call, Task<Result<T>> work) {
    auto result = co_await work;
    if (result) {
        xpu_host_settled(call, 1, result->data(), static_cast<uint32_t>(result->size()));
    } else {
        std::string text = error_text(result.error());
        xpu_host_settled(call, 0, text.data(), static_cast<uint32_t>(text.size()));
    }
    core().over.push_back(call);
    co_return true;
}

void sweep() {
    Core& c = core();
    for (uint32_t call : c.over) c.calls.erase(call);
    c.over.clear();
}

template <class T> void begin(uint32_t call, Task<Result<T>> work) {
    auto [at, added] = core().calls.emplace(call, drive(call, std::move(work)));
    at->second.start();
    sweep();
}

template <class T> Task<Result<T>> failed(Error error) { co_return std::unexpected(std::move(error)); }

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

Task<Result<std::string>> run_op(std::string op, std::vector<NamedTensor> inputs, Params params) {
    auto spec = find_op(op);
    if (!spec) co_return forward(spec);
    auto outputs = co_await run(*core().context, op, std::move(inputs), std::move(params));
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

Task<Result<std::vector<std::byte>>> read_tensor(Tensor tensor) {
    auto host = co_await core().context->device.read(std::move(tensor));
    if (!host) co_return forward(host);
    co_return std::move(host->data);
}

// --- the harness

std::vector<std::string> names_in(const json& request, const char* key) {
    std::vector<std::string> names;
    auto found = request.find(key);
    if (found != request.end() && found->is_array())
        for (auto& one : *found)
            if (one.is_string()) names.push_back(one.get<std::string>());
    return names;
}

auto report_progress(uint32_t call) {
    return [call](uint64_t done, uint64_t total, const std::string& what) {
        std::string text = dump({{"done", done}, {"total", total}, {"what", what}});
        xpu_host_progress(call, text.data(), static_cast<uint32_t>(text.size()));
    };
}

// Both work on a context of their own, so that calls may go on beside them; the doctor's findings then hold for all.
Task<Result<std::string>> run_doctor(DoctorOptions options) {
    Context own = *core().context;
    auto report = co_await doctor(own, std::move(options));
    if (!report) co_return forward(report);
    core().context->disabled = own.disabled;
    co_return dump(to_json(*report));
}

Task<Result<std::string>> run_bench(BenchOptions options) {
    Context own = *core().context;
    auto report = co_await bench(own, std::move(options));
    if (!report) co_return forward(report);
    co_return dump(to_json(*report));
}

}  // namespace

extern "C" {

void* XPU_EXPORT(xpu_alloc)(uint32_t bytes) { return std::malloc(bytes); }
void XPU_EXPORT(xpu_free)(void* address) { std::free(address); }

const uint32_t* XPU_EXPORT(xpu_error)() { return give(core().error); }

const uint32_t* XPU_EXPORT(xpu_ops)() { return give(dump(ops_json())); }

// --- the device

/// {"info": AdapterInfo, "caps": Caps} → {"target", "why"}
const uint32_t* XPU_EXPORT(xpu_init)(const char* text, uint32_t length) {
    json request = parse(text, length);
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

/// {"op", "inputs": {name: handle}, "params": {…}} → {"outputs": [{"name", "handle", "dtype", "shape"}]}
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
    for (auto& [key, value] : request.value("params", json::object()).items()) params.set(key, param_of(value));
    begin(call, run_op(string_of(request, "op"), std::move(inputs), std::move(params)));
}

/// Settles with the tensor's bytes.
void XPU_EXPORT(xpu_read)(uint32_t call, uint32_t handle) {
    using Bytes = std::vector<std::byte>;
    auto found = core().tensors.find(handle);
    if (found == core().tensors.end())
        return begin(call, failed<Bytes>({Code::conflict, "a tensor was read after it had been given back"}));
    begin(call, read_tensor(found->second));
}

/// {"ops": […]} → the doctor's report
void XPU_EXPORT(xpu_doctor)(uint32_t call, const char* text, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    DoctorOptions options;
    options.ops = names_in(parse(text, length), "ops");
    options.progress = report_progress(call);
    begin(call, run_doctor(std::move(options)));
}

/// {"ops": […], "shape", "dtype", "quick", "all_kernels"} → the bench's report
void XPU_EXPORT(xpu_bench)(uint32_t call, const char* text, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    json request = parse(text, length);
    BenchOptions options;
    options.ops = names_in(request, "ops");
    options.shape = string_of(request, "shape");
    if (std::string dtype = string_of(request, "dtype"); !dtype.empty()) {
        options.dtype = dtype_named(dtype);
        if (!options.dtype)
            return begin(call, failed<std::string>({Code::dtype, "there is no element type \"" + dtype + "\""}));
    }
    take(request, "quick", options.quick);
    take(request, "all_kernels", options.all_kernels);
    options.progress = report_progress(call);
    begin(call, run_bench(std::move(options)));
}

/// The roofline of a bench's report, as SVG; 0 when that is none.
const uint32_t* XPU_EXPORT(xpu_svg)(const char* text, uint32_t length) {
    auto report = bench_from_json({text, length});
    if (report) return give(roofline_svg(std::span(&*report, 1)));
    refuse(report.error());
    return nullptr;
}

/// Gives up on a call: it does not settle any more.
void XPU_EXPORT(xpu_cancel)(uint32_t call) { core().calls.erase(call); }
}

}  // namespace xpu
