#include "xpu/profile.hpp"
#include "kernels/prepare.hpp"
#include "kernels/registry.hpp"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace xpu {

namespace {

using nlohmann::json;

constexpr const char* kFormat = "xpu profile 1";

// FNV-1a of 64 bits. A profile is no secret and has no enemy; it must only notice a change.
class Hash {
  public:
    Hash& add(std::string_view text) {
        for (unsigned char c : text) step(c);
        step(0x1ff);  // so that "ab", "c" and "a", "bc" differ
        return *this;
    }
    Hash& add(uint64_t number) { return add(std::to_string(number)); }
    std::string digits() const {
        std::string text(16, '0');
        for (size_t i = 0; i < 16; i++) text[15 - i] = "0123456789abcdef"[value_ >> (4 * i) & 15];
        return text;
    }

  private:
    void step(uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3u; }
    uint64_t value_ = 0xcbf29ce484222325u;
};

std::optional<std::string> text_in(const json& from, const char* key) {
    auto found = from.find(key);
    if (found == from.end() || !found->is_string()) return {};
    return found->get<std::string>();
}

std::unexpected<Error> damaged(std::string_view what) {
    return fail(Code::format, "the device profile is damaged: " + std::string(what));
}

struct Findings {
    std::vector<Disabled> disabled;
    std::vector<Preferred> preferred;
};

Result<Findings> findings_of(const std::string& op, const json& kept) {
    Findings found;
    for (auto& one : kept.value("disabled", json::array())) {
        if (!one.is_object()) return damaged("what is disabled of " + op + " is no object");
        auto file = text_in(one, "file"), reason = text_in(one, "reason");
        if (!file || !reason) return damaged("a disabled kernel of " + op + " has no file or reason");
        found.disabled.push_back({op, *file, *reason});
    }
    for (auto& one : kept.value("fastest", json::array())) {
        if (!one.is_object()) return damaged("what is fastest of " + op + " is no object");
        auto shapes = text_in(one, "shapes"), entry = text_in(one, "entry");
        auto tile = one.find("tile");
        if (!shapes || !entry || tile == one.end() || !tile->is_number_unsigned())
            return damaged("a fastest kernel of " + op + " has no shapes, entry or tile");
        found.preferred.push_back({op, *shapes, *entry, tile->get<uint32_t>()});
    }
    return found;
}

}  // namespace

std::string profile_key(const Device& device) {
    const AdapterInfo& info = device.info();
    const Caps& caps = device.caps();
    Hash hash;
    hash.add(info.name).add(info.vendor).add(info.architecture).add(info.description).add(info.driver);
    hash.add(info.backend).add(info.type);
    hash.add(caps.max_binding_bytes).add(caps.max_storage_buffers).add(caps.max_workgroup_bytes);
    hash.add(caps.max_invocations).add(caps.f16).add(caps.subgroups).add(caps.subgroup_min).add(caps.subgroup_max);
    return hash.add(caps.trusted).digits();
}

std::string kernel_hash(const Context& context, std::string_view op) {
    Hash hash;
    hash.add(op_fingerprint(op));
    for (auto& kernel : context.kernels)
        if (kernel.op == op) hash.add(kernel.file).add(kernel.text);
    return hash.digits();
}

std::string write_profile(const Context& context) {
    json ops = json::object();
    auto of = [&](const std::string& op) -> json& {
        auto& one = ops[op];
        if (one.is_null())
            one = {{"kernels", kernel_hash(context, op)}, {"disabled", json::array()}, {"fastest", json::array()}};
        return one;
    };
    for (auto& off : context.disabled) of(off.op)["disabled"].push_back({{"file", off.file}, {"reason", off.reason}});
    for (auto& best : context.preferred)
        of(best.op)["fastest"].push_back({{"shapes", best.shapes}, {"entry", best.entry}, {"tile", best.tile}});
    const AdapterInfo& info = context.device.info();
    json root = {{"format", kFormat}, {"device", info.name}, {"driver", info.driver}, {"ops", std::move(ops)}};
    return root.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<std::vector<std::string>> read_profile(Context& context, std::string_view text) {
    json root = json::parse(text, nullptr, false);
    if (!root.is_object() || text_in(root, "format") != kFormat) return damaged("it is not what this version writes");
    json ops = root.value("ops", json());
    if (!ops.is_object()) return damaged("it has no operators");
    Findings all;
    std::vector<std::string> stale;
    for (auto& [op, kept] : ops.items()) {
        if (!kept.is_object()) return damaged(op + " is no object");
        auto found = findings_of(op, kept);
        if (!found) return forward(found);
        if (text_in(kept, "kernels") != kernel_hash(context, op)) {
            stale.push_back(op);
            continue;
        }
        std::ranges::move(found->disabled, std::back_inserter(all.disabled));
        std::ranges::move(found->preferred, std::back_inserter(all.preferred));
    }
    std::ranges::move(all.disabled, std::back_inserter(context.disabled));
    std::ranges::move(all.preferred, std::back_inserter(context.preferred));
    return stale;
}

}  // namespace xpu
