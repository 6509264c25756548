#include "device/native/select.hpp"
#include <algorithm>
#include <charconv>

namespace xpu::native {

namespace {

using Order = std::array<std::string_view, 4>;
constexpr Order kHigh = {"discrete", "integrated", "virtual", "software"};
constexpr Order kLow = {"integrated", "discrete", "virtual", "software"};

std::string lower(std::string_view text) {
    std::string low(text);
    for (char& c : low)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return low;
}

}  // namespace

std::vector<size_t> by_preference(std::span<const AdapterInfo> adapters, PowerPreference power) {
    const Order& order = power == PowerPreference::low ? kLow : kHigh;
    auto rank = [&](size_t i) { return std::find(order.begin(), order.end(), adapters[i].type) - order.begin(); };
    std::vector<size_t> places(adapters.size());
    for (size_t i = 0; i < places.size(); i++) places[i] = i;
    std::sort(places.begin(), places.end(),
              [&](size_t a, size_t b) { return std::pair(rank(a), a) < std::pair(rank(b), b); });
    return places;
}

Result<size_t> select_adapter(std::span<const AdapterInfo> adapters, std::string_view selector, PowerPreference power) {
    if (adapters.empty())
        return fail(Code::unsupported, "no WebGPU adapter was found on this machine; `--device cpu` needs none");
    size_t index = 0;
    auto [end, error] = std::from_chars(selector.data(), selector.data() + selector.size(), index);
    if (error == std::errc{} && end == selector.data() + selector.size() && index < adapters.size()) return index;
    bool any = selector.empty() || selector == "webgpu";
    for (size_t i : by_preference(adapters, power))
        if (any || lower(adapters[i].name).find(lower(selector)) != std::string::npos) return i;
    std::string names;
    for (size_t i = 0; i < adapters.size(); i++)
        names += (i ? ", " : "") + std::to_string(i) + " \"" + adapters[i].name + "\"";
    return fail(Code::unknown, "no device is called \"" + std::string(selector) +
                                   "\", expected webgpu, cpu, an index or a part of a name; there are " + names);
}

}  // namespace xpu::native
