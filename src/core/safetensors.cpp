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

// Every type of whole bytes that the format has. The others, of 4 and 6 bits, are told apart by nobody here.
struct Width {
    std::string_view text;
    uint32_t bytes;
};
constexpr Width kWidths[] = {{"F64", 8},     {"F32", 4}, {"F16", 2}, {"BF16", 2}, {"F8_E4M3", 1}, {"F8_E5M2", 1},
                             {"F8_E8M0", 1}, {"C64", 8}, {"I64", 8}, {"I32", 4},  {"I16", 2},     {"I8", 1},
                             {"U64", 8},     {"U32", 4}, {"U16", 2}, {"U8", 1},   {"BOOL", 1}};

// The format's own reader refuses a longer header.
constexpr uint64_t kLongestHeader = 100'000'000;

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

/// Checks a tensor's entry against a payload of so many bytes; begin and end are of the payload.
Result<SafeTensorEntry> entry_of(const std::string& name, const json& entry, uint64_t payload) {
    if (!entry.is_object() || !entry.contains("dtype") || !entry.contains("shape") || !entry["dtype"].is_string() ||
        !entry["shape"].is_array())
        return bad("tensor \"" + name + "\" needs a dtype, a shape and data_offsets");
    SafeTensorEntry tensor{name, entry["dtype"].get<std::string>(), {}, 0, 0};
    for (auto& extent : entry["shape"]) {
        if (!extent.is_number_unsigned()) return bad("tensor \"" + name + "\" has a dimension that is no whole number");
        tensor.shape.push_back(extent.get<uint64_t>());
    }
    if (!entry.contains("data_offsets")) return bad("tensor \"" + name + "\" has no data_offsets");
    auto& offsets = entry["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned())
        return bad("tensor \"" + name + "\": data_offsets are not two whole numbers");
    tensor.begin = offsets[0].get<uint64_t>(), tensor.end = offsets[1].get<uint64_t>();
    if (tensor.begin > tensor.end || tensor.end > payload)
        return bad("tensor \"" + name + "\" lies at " + std::to_string(tensor.begin) + " to " +
                   std::to_string(tensor.end) + " of " + std::to_string(payload) + " bytes");
    for (auto& width : kWidths) {
        if (width.text != tensor.dtype) continue;
        uint64_t bytes = 0;
        if (__builtin_mul_overflow(element_count(tensor.shape), uint64_t{width.bytes}, &bytes)) bytes = UINT64_MAX;
        if (tensor.end - tensor.begin != bytes)
            return bad("tensor \"" + name + "\" is " + lower(tensor.dtype) + " " + to_string(tensor.shape) +
                       " and needs " + std::to_string(bytes) + " bytes; its offsets give " +
                       std::to_string(tensor.end - tensor.begin));
    }
    return tensor;
}

/// The tensors must fill the payload without a gap, and none may lie in another.
Status check_places(const std::vector<SafeTensorEntry>& tensors, uint64_t payload) {
    std::vector<const SafeTensorEntry*> order;
    for (auto& one : tensors) order.push_back(&one);
    std::sort(order.begin(), order.end(),
              [](auto* a, auto* b) { return std::pair(a->begin, a->end) < std::pair(b->begin, b->end); });
    uint64_t at = 0;
    for (auto* one : order) {
        if (one->begin != at)
            return bad("tensor \"" + one->name + "\" begins at " + std::to_string(one->begin) + ", expected " +
                       std::to_string(at));
        at = one->end;
    }
    if (at != payload)
        return bad("the tensors end at " + std::to_string(at) + " of " + std::to_string(payload) + " bytes");
    return {};
}

}  // namespace

const SafeTensorEntry* SafeTensorsHeader::find(std::string_view name) const {
    auto found =
        std::lower_bound(tensors.begin(), tensors.end(), name, [](auto& one, auto& n) { return one.name < n; });
    return found == tensors.end() || found->name != name ? nullptr : &*found;
}

const std::string* SafeTensorsIndex::file_of(std::string_view tensor) const {
    auto found =
        std::lower_bound(tensors.begin(), tensors.end(), tensor, [](auto& one, auto& n) { return one.first < n; });
    return found == tensors.end() || found->first != tensor ? nullptr : &found->second;
}

const std::string* SafeTensors::find_metadata(std::string_view key) const {
    for (auto& [name, value] : metadata)
        if (name == key) return &value;
    return nullptr;
}

Result<SafeTensorsHeader> parse_safetensors_header(std::span<const std::byte> head, uint64_t file_bytes,
                                                   uint64_t* needed) {
    if (needed) *needed = 0;
    if (head.size() > file_bytes)
        return fail(Code::range, "safetensors: a head of " + std::to_string(head.size()) +
                                     " bytes is longer than its file of " + std::to_string(file_bytes));
    auto too_short = [&](uint64_t enough) {
        if (needed) *needed = enough;
        return fail(Code::io, "safetensors: the header has " + std::to_string(enough) + " bytes with its length, and " +
                                  std::to_string(head.size()) + " were read");
    };
    if (file_bytes < 8) return bad("the file has " + std::to_string(file_bytes) + " bytes, expected at least 8");
    if (head.size() < 8) return too_short(8);
    uint64_t header = 0;
    std::memcpy(&header, head.data(), 8);
    if (header > file_bytes - 8)
        return bad("the header says it has " + std::to_string(header) + " bytes; only " +
                   std::to_string(file_bytes - 8) + " follow");
    if (header > kLongestHeader)
        return bad("the header says it has " + std::to_string(header) + " bytes; the format allows " +
                   std::to_string(kLongestHeader));
    if (header > head.size() - 8) return too_short(header + 8);
    auto* text = reinterpret_cast<const char*>(head.data() + 8);
    const json root = json::parse(text, text + header, nullptr, false);
    if (!root.is_object()) return bad("the header is not a JSON object");

    SafeTensorsHeader content;
    const uint64_t payload = file_bytes - 8 - header;
    for (auto& [name, entry] : root.items()) {
        if (name == "__metadata__") {
            if (!entry.is_object()) return bad("__metadata__ is not an object");
            for (auto& [key, value] : entry.items()) {
                if (!value.is_string()) return bad("__metadata__ \"" + key + "\" is not a string");
                content.metadata.emplace_back(key, value.get<std::string>());
            }
            continue;
        }
        auto tensor = entry_of(name, entry, payload);
        if (!tensor) return forward(tensor);
        content.tensors.push_back(std::move(*tensor));
    }
    if (auto placed = check_places(content.tensors, payload); !placed) return forward(placed);
    for (auto& one : content.tensors) one.begin += 8 + header, one.end += 8 + header;
    return content;
}

Result<SafeTensorsIndex> read_safetensors_index(std::string_view text) {
    auto wrong = [](std::string why) { return bad("the index " + std::move(why)); };
    const json root = json::parse(text.begin(), text.end(), nullptr, false);
    if (!root.is_object()) return wrong("is not a JSON object");
    if (!root.contains("weight_map") || !root["weight_map"].is_object())
        return wrong("has no weight_map of tensors and their files");
    SafeTensorsIndex index;
    for (auto& [tensor, entry] : root["weight_map"].items()) {
        if (!entry.is_string()) return wrong("gives tensor \"" + tensor + "\" no file's name");
        auto file = entry.get<std::string>();
        // Whoever opens it joins it to the index's folder, and must stay there.
        if (!file.ends_with(".safetensors") || file.find_first_of(std::string_view("/\\:\0", 4)) != file.npos)
            return wrong("has tensor \"" + tensor + "\" in \"" + file +
                         "\", expected the name of a .safetensors file beside it");
        index.files.push_back(file);
        index.tensors.emplace_back(tensor, std::move(file));
    }
    std::sort(index.files.begin(), index.files.end());
    index.files.erase(std::unique(index.files.begin(), index.files.end()), index.files.end());
    return index;
}

Result<SafeTensors> parse_safetensors(std::span<const std::byte> bytes) {
    auto header = parse_safetensors_header(bytes, bytes.size());
    if (!header) return forward(header);
    SafeTensors content{{}, std::move(header->metadata)};
    for (auto& one : header->tensors) {
        auto known = std::find_if(std::begin(kTypes), std::end(kTypes), [&](auto& t) { return t.text == one.dtype; });
        if (known == std::end(kTypes))
            return bad("tensor \"" + one.name + "\" is " + one.dtype + ", expected F32, F16, I32, U32 or U8");
        auto data = bytes.subspan(one.begin, one.end - one.begin);
        content.tensors.push_back(
            {std::move(one.name), {{known->type, std::move(one.shape)}, {data.begin(), data.end()}}});
    }
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
