#include "xpu/gguf.hpp"
#include "core/gguf_text.hpp"
#include <algorithm>
#include <bit>
#include <cstring>

namespace xpu {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are taken from the file as they lie there");

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "GGUF: " + std::move(why)); }

// The metadata of a vocabulary of 262,144 tokens with their merges takes 16 MB. A header of more than this is a damaged
// count or an attack, and a page would fetch all of it.
constexpr uint64_t kLongestHeader = uint64_t{128} << 20;
// The format sets no bound to arrays of arrays, and no known file holds any; the reader calls itself for each level.
constexpr int kDeepestArray = 8;
// The format's own bound on a key, in bytes. Tensors' names are shorter still.
constexpr uint64_t kLongestName = 65535;

constexpr size_t size_of(GgufType type) {  // of what has a fixed size, else 0
    constexpr std::array<uint8_t, 13> sizes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return sizes[static_cast<size_t>(type)];
}

/// The first bytes of a file, read one item after the other. The first failure stays and makes every later read give 0.
struct Cursor {
    std::span<const std::byte> head;
    uint64_t file_bytes;
    uint64_t at = 0;
    uint64_t needed = 0;
    std::string failure = {};

    // What is being read, for messages.
    std::string_view part = {};
    uint64_t index = 0, count = 0;
    std::string_view name = {};

    void enter(std::string_view what, uint64_t i, uint64_t n) { part = what, index = i, count = n, name = {}; }
    std::string where() const {
        if (!name.empty()) return "the " + std::string(part) + " " + quoted(name);
        return std::string(part) + " " + std::to_string(index + 1) + " of " + std::to_string(count);
    }
    bool give_up(std::string why) {
        if (failure.empty()) failure = std::move(why);
        return false;
    }
    bool ok() const { return failure.empty(); }

    /// Whether `bytes` more are there.
    bool need(uint64_t bytes) {
        if (!ok()) return false;
        if (bytes > file_bytes - at)
            return give_up(where() + " needs " + std::to_string(bytes) + " bytes from byte " + std::to_string(at) +
                           " on, and the file has " + std::to_string(file_bytes - at) + " there");
        if (bytes > kLongestHeader - at)
            return give_up(where() + " needs " + std::to_string(bytes) + " bytes from byte " + std::to_string(at) +
                           " on, and a header ends within 128 MiB");
        if (bytes <= head.size() - at) return true;
        needed = std::min({file_bytes, kLongestHeader, std::max<uint64_t>(at + bytes, 2 * uint64_t{head.size()})});
        return give_up("the header goes on beyond the " + std::to_string(head.size()) + " bytes that were read");
    }
    std::span<const std::byte> take(uint64_t bytes) {
        if (!need(bytes)) return {};
        auto taken = head.subspan(static_cast<size_t>(at), static_cast<size_t>(bytes));
        at += bytes;
        return taken;
    }
    template <class T> T read() {
        T value{};
        if (auto bytes = take(sizeof(T)); !bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(T));
        return value;
    }
    /// A key or a tensor's name.
    std::string_view read_name() {
        auto length = read<uint64_t>();
        if (ok() && (length == 0 || length > kLongestName))
            give_up(where() + " has a name of " + std::to_string(length) + " bytes, expected 1 to " +
                    std::to_string(kLongestName));
        auto text = text_of(take(length));
        if (text.contains('\0')) give_up(where() + " has a NUL in its name " + quoted(text));
        return name = text;
    }
    GgufType read_type() {
        auto type = read<uint32_t>();
        if (ok() && type > static_cast<uint32_t>(GgufType::f64))
            give_up(where() + " has the value type " + std::to_string(type) + ", expected 0 to 12");
        return ok() ? static_cast<GgufType>(type) : GgufType::u8;
    }
    std::span<const std::byte> items(GgufType item, uint64_t many, int depth);
    GgufValue read_value();
};

std::span<const std::byte> Cursor::items(GgufType item, uint64_t many, int depth) {
    const uint64_t begin = at;
    // A text is at least its length, an array its type and count: too large a count is found before anything is stepped
    // over.
    uint64_t least = size_of(item) ? size_of(item) : item == GgufType::text ? 8 : 12;
    if (__builtin_mul_overflow(least, many, &least)) least = UINT64_MAX;
    if (!need(least)) return {};
    if (size_of(item)) {
        auto bytes = take(least);
        if (item == GgufType::boolean)
            for (std::byte one : bytes)
                if (static_cast<uint8_t>(one) > 1)
                    give_up(where() + " has a bool of " + std::to_string(static_cast<int>(one)) + ", expected 0 or 1");
        return bytes;
    }
    if (depth > kDeepestArray)
        give_up(where() + " has arrays in arrays, more than " + std::to_string(kDeepestArray) + " deep");
    for (uint64_t i = 0; i < many && ok(); i++) {
        if (item == GgufType::text) {
            take(read<uint64_t>());
        } else {
            GgufType inner = read_type();
            auto inner_count = read<uint64_t>();
            items(inner, inner_count, depth + 1);
        }
    }
    if (!ok()) return {};
    return head.subspan(static_cast<size_t>(begin), static_cast<size_t>(at - begin));
}

GgufValue Cursor::read_value() {
    GgufValue value = {read_type(), GgufType::u8, 0, {}};
    if (value.type == GgufType::text) {
        value.bytes = take(read<uint64_t>());
    } else if (value.type == GgufType::array) {
        value.item = read_type();
        value.count = read<uint64_t>();
        value.bytes = items(value.item, value.count, 1);
    } else {
        value.bytes = items(value.type, 1, 1);
    }
    return value;
}

/// A name that is there twice, or nothing.
template <class T> std::string_view twice(const std::vector<T>& all, std::string_view T::* member) {
    std::vector<std::string_view> names;
    for (auto& one : all) names.push_back(one.*member);
    std::sort(names.begin(), names.end());
    auto found = std::adjacent_find(names.begin(), names.end());
    return found == names.end() ? std::string_view() : *found;
}

/// Checks the extents of what has just been read, and sets its bytes.
bool measure(Cursor& in, GgufTensor& tensor) {
    auto block = block_of(tensor.type);
    uint64_t weights = 1;
    bool too_many = false;
    for (uint64_t extent : tensor.ne) {
        if (extent == 0) return in.give_up(in.where() + " has a dimension of 0");
        too_many |= __builtin_mul_overflow(weights, extent, &weights);
    }
    tensor.bytes = 0;
    if (block && tensor.ne[0] % block->weights)
        return in.give_up(in.where() + " has rows of " + std::to_string(tensor.ne[0]) +
                          " weights, expected a multiple of " + std::to_string(block->weights) + " for " +
                          xpu::name(tensor.type));
    if (block) too_many |= __builtin_mul_overflow(weights / block->weights, block->bytes, &tensor.bytes);
    return !too_many || in.give_up(in.where() + " has more weights than 64 bits can count");
}

GgufTensor read_tensor(Cursor& in) {
    GgufTensor tensor{};
    tensor.name = in.read_name();
    tensor.rank = in.read<uint32_t>();
    if (in.ok() && (tensor.rank == 0 || tensor.rank > tensor.ne.size()))
        in.give_up(in.where() + " has " + std::to_string(tensor.rank) + " dimensions, expected 1 to 4");
    for (uint32_t i = 0; i < tensor.rank && in.ok(); i++) tensor.ne[i] = in.read<uint64_t>();
    tensor.type = static_cast<GgmlType>(in.read<uint32_t>());
    tensor.offset = in.read<uint64_t>();
    if (in.ok()) measure(in, tensor);
    return tensor;
}

/// Makes tensors' offsets those of the file. They must be aligned, inside it, and apart.
Status place(Gguf& gguf, uint64_t file_bytes) {
    for (auto& tensor : gguf.tensors) {
        const std::string which = "the tensor " + quoted(tensor.name);
        if (tensor.offset % gguf.alignment)
            return bad(which + " begins at byte " + std::to_string(tensor.offset) +
                       " of the data, expected a multiple of " + std::to_string(gguf.alignment));
        uint64_t begin = 0, end = 0;
        if (__builtin_add_overflow(gguf.data_at, tensor.offset, &begin) ||
            __builtin_add_overflow(begin, tensor.bytes, &end) || end > file_bytes)
            return bad(which + " has " + std::to_string(tensor.bytes) + " bytes from byte " +
                       std::to_string(tensor.offset) + " of the data on, which begins at byte " +
                       std::to_string(gguf.data_at) + "; the file has " + std::to_string(file_bytes) + " bytes");
        tensor.offset = begin;
    }
    std::vector<const GgufTensor*> order;
    for (auto& tensor : gguf.tensors) order.push_back(&tensor);
    std::sort(order.begin(), order.end(),
              [](auto* a, auto* b) { return std::pair(a->offset, a->bytes) < std::pair(b->offset, b->bytes); });
    for (size_t i = 1; i < order.size(); i++)
        if (order[i - 1]->offset + order[i - 1]->bytes > order[i]->offset)
            return bad("the tensors " + quoted(order[i - 1]->name) + " and " + quoted(order[i]->name) + " overlap");
    return {};
}

}  // namespace

Result<Gguf> parse_gguf(std::span<const std::byte> head, uint64_t file_bytes, uint64_t* needed) {
    if (needed) *needed = 0;
    if (head.size() > file_bytes)
        return fail(Code::range, "GGUF: a head of " + std::to_string(head.size()) +
                                     " bytes is longer than its file of " + std::to_string(file_bytes));
    if (file_bytes < 24) return bad("the file has " + std::to_string(file_bytes) + " bytes, expected at least 24");
    Cursor in{head, file_bytes};
    auto stopped = [&] {
        if (needed) *needed = in.needed;
        return fail(in.needed ? Code::io : Code::format, "GGUF: " + in.failure);
    };
    if (!in.need(24)) return stopped();
    Gguf gguf;
    auto magic = text_of(in.take(4));
    gguf.version = in.read<uint32_t>();
    // A big-endian file has the magic as it is, and numbers the other way round.
    if (magic == "FUGG" || (magic == "GGUF" && gguf.version && gguf.version % 0x10000 == 0))
        return bad("the file is big-endian, expected little-endian");
    if (magic != "GGUF") return bad("the file begins with " + quoted(magic) + ", expected \"GGUF\"");
    if (gguf.version != 2 && gguf.version != 3)
        return bad("the file is of version " + std::to_string(gguf.version) + ", expected 2 or 3");
    const auto tensors = in.read<uint64_t>(), entries = in.read<uint64_t>();

    // Vectors grow with what was read, never by what a count says.
    for (uint64_t i = 0; i < entries && in.ok(); i++) {
        in.enter("metadata", i, entries);
        auto key = in.read_name();
        gguf.metadata.push_back({key, in.read_value()});
    }
    if (!in.ok()) return stopped();
    if (auto key = twice(gguf.metadata, &GgufEntry::key); !key.empty())
        return bad("the metadata " + quoted(key) + " is there twice");
    auto alignment = gguf.u64("general.alignment", gguf.alignment);
    if (!alignment) return fail(Code::format, alignment.error().message);
    gguf.alignment = *alignment;
    if (!std::has_single_bit(gguf.alignment))
        return bad("\"general.alignment\" is " + std::to_string(gguf.alignment) + ", expected a power of two");

    for (uint64_t i = 0; i < tensors && in.ok(); i++) {
        in.enter("tensor", i, tensors);
        gguf.tensors.push_back(read_tensor(in));
    }
    if (!in.ok()) return stopped();
    if (auto name = twice(gguf.tensors, &GgufTensor::name); !name.empty())
        return bad("the tensor " + quoted(name) + " is there twice");
    gguf.data_at = (in.at + gguf.alignment - 1) & ~(gguf.alignment - 1);
    if (auto placed = place(gguf, file_bytes); !placed) return forward(placed);
    return gguf;
}

}  // namespace xpu
