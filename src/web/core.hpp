#pragma once
// What the exports of the WebAssembly module share: the one core, text that goes out, calls that settle later.
#include "device/browser/host.hpp"
#include "xpu/context.hpp"
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#define XPU_EXPORT(name) __attribute__((export_name(#name))) name

namespace xpu::web {

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
inline Core& core() {
    static Core* one = new Core;
    return *one;
}

// --- text

inline std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

inline std::string error_text(const Error& error) {
    return dump({{"code", name(error.code)}, {"message", error.message}});
}

inline const uint32_t* give(std::string text) {
    Core& c = core();
    c.text = std::move(text);
    c.returned[0] = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(c.text.data()));
    c.returned[1] = static_cast<uint32_t>(c.text.size());
    return c.returned;
}

inline json parse(const char* text, uint32_t length) {
    json value = json::parse(text, text + length, nullptr, false);
    return value.is_object() ? value : json::object();
}

inline std::string string_of(const json& object, const char* key) {
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

inline json shape_json(const Shape& shape) {
    json list = json::array();
    for (uint64_t n : shape) list.push_back(n);
    return list;
}

// --- handles

inline uint32_t hold(Tensor tensor) {
    Core& c = core();
    c.tensors.emplace(++c.last_handle, std::move(tensor));
    return c.last_handle;
}

inline uint32_t refuse(const Error& error) {
    core().error = error_text(error);
    return 0;
}

inline Error no_device() { return {Code::missing, "the core has no device yet"}; }

inline Result<TensorType> type_of(uint32_t dtype, const uint32_t* shape, uint32_t rank) {
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

inline void sweep() {
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

/// The callback that tells the page how far a call has come.
inline auto report_progress(uint32_t call) {
    return [call](uint64_t done, uint64_t total, const std::string& what) {
        std::string text = dump({{"done", done}, {"total", total}, {"what", what}});
        xpu_host_progress(call, text.data(), static_cast<uint32_t>(text.size()));
    };
}

}  // namespace xpu::web
