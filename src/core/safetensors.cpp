#include "xpu/safetensors.hpp"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace xpu {

namespace {

using nlohmann::json;

struct TypeName {
    DType type;
    std::string_view text;
};
constexpr TypeName kTypes[] = {
    {DType::f32, "F32"}, {DType::f16, "F16"}, {DType::i32, "I32"}, {DType::u32, "U32"}, {DType::u8, "U8"}};

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "safetensors: " + std::move(why)); }

struct Range {
    uint64_t begin, end;
    std::string name;
};

Result<TensorType> type_of(const std::string& name, const json& entry) {
    if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry["dtype"].is_string() ||
        !entry["shape"].is_array())
        return bad("tensor \"" + name + "\" needs a dtype, a shape and data_offsets");
    TensorType type;
    const auto& text = entry["dtype"].get_ref<const std::string&>();
    auto known = std::find_if(std::begin(kTypes), std::end(kTypes), [&](auto& t) { return t.text == text; });
    if (known == std::end(kTypes))
        return bad("tensor \"" + name + "\" is " + text + ", expected F32, F16, I32, U32 or U8");
    type.dtype = known->type;
    for (auto& extent : entry["shape"]) {
        if (!extent.is_number_unsigned()) return bad("tensor \"" + name + "\" has a dimension that is no whole number");
        type.shape.push_back(extent.get<uint64_t>());
    }
    return type;
}

}  // namespace

const std::string* SafeTensors::find_metadata(std::string_view key) const {
    for (auto& [name, value] : metadata)
        if (name == key) return &value;
    return nullptr;
}

Result<SafeTensors> parse_safetensors(std::span<const std::byte> bytes) {
    if (bytes.size() < 8) return bad("the file has " + std::to_string(bytes.size()) + " bytes, expected at least 8");
    uint64_t header = 0;
    std::memcpy(&header, bytes.data(), 8);
    if (header > bytes.size() - 8)
        return bad("the header says it has " + std::to_string(header) + " bytes; only " +
                   std::to_string(bytes.size() - 8) + " follow");
    auto* text = reinterpret_cast<const char*>(bytes.data() + 8);
    json root = json::parse(text, text + header, nullptr, false);
    if (!root.is_object()) return bad("the header is not a JSON object");
    auto payload = bytes.subspan(8 + header);

    SafeTensors content;
    std::vector<Range> ranges;
    for (auto& [name, entry] : root.items()) {
        if (name == "__metadata__") {
            if (!entry.is_object()) return bad("__metadata__ is not an object");
            for (auto& [key, value] : entry.items()) {
                if (!value.is_string()) return bad("__metadata__ \"" + key + "\" is not a string");
                content.metadata.emplace_back(key, value.get<std::string>());
            }
            continue;
        }
        auto type = type_of(name, entry);
        if (!type) return forward(type);
        if (!entry.contains("data_offsets")) return bad("tensor \"" + name + "\" has no data_offsets");
        auto& offsets = entry["data_offsets"];
        if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
            !offsets[1].is_number_unsigned())
            return bad("tensor \"" + name + "\": data_offsets are not two whole numbers");
        uint64_t begin = offsets[0].get<uint64_t>(), end = offsets[1].get<uint64_t>();
        if (begin > end || end > payload.size())
            return bad("tensor \"" + name + "\" lies at " + std::to_string(begin) + " to " + std::to_string(end) +
                       " of " + std::to_string(payload.size()) + " bytes");
        if (end - begin != type->bytes())
            return bad("tensor \"" + name + "\" is " + to_string(*type) + " and needs " +
                       std::to_string(type->bytes()) + " bytes; its offsets give " + std::to_string(end - begin));
        ranges.push_back({begin, end, name});
        auto data = payload.subspan(begin, end - begin);
        content.tensors.push_back({name, {std::move(*type), {data.begin(), data.end()}}});
    }
    std::sort(ranges.begin(), ranges.end(),
              [](auto& a, auto& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    uint64_t at = 0;
    for (auto& range : ranges) {
        if (range.begin != at)
            return bad("tensor \"" + range.name + "\" begins at " + std::to_string(range.begin) + ", expected " +
                       std::to_string(at));
        at = range.end;
    }
    if (at != payload.size())
        return bad("the tensors end at " + std::to_string(at) + " of " + std::to_string(payload.size()) + " bytes");
    return content;
}

std::vector<std::byte> write_safetensors(const SafeTensors& content) {
    std::vector<const NamedHostTensor*> order;
    for (auto& one : content.tensors) order.push_back(&one);
    std::sort(order.begin(), order.end(), [](auto* a, auto* b) {
        return std::pair(size_of(b->tensor.type.dtype), a->name) < std::pair(size_of(a->tensor.type.dtype), b->name);
    });
    json root = json::object();
    for (auto& [key, value] : content.metadata) root["__metadata__"][key] = value;
    uint64_t at = 0;
    for (auto* one : order) {
        auto& type = one->tensor.type;
        auto known = std::find_if(std::begin(kTypes), std::end(kTypes), [&](auto& t) { return t.type == type.dtype; });
        root[one->name] = {
            {"dtype", known->text}, {"shape", type.shape}, {"data_offsets", {at, at + one->tensor.data.size()}}};
        at += one->tensor.data.size();
    }
    std::string header = root.dump(-1, ' ', false, json::error_handler_t::replace);
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::vector<std::byte> bytes(8);
    uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    auto append = [&](std::span<const std::byte> more) { bytes.insert(bytes.end(), more.begin(), more.end()); };
    append(std::as_bytes(std::span(header)));
    for (auto* one : order) append(one->tensor.data);
    return bytes;
}

}  // namespace xpu
