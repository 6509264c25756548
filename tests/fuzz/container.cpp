// Hostile files: whatever the bytes are, reading them gives tensors or one sentence, and running a case gives a verdict.
// The same bytes are also read as a GGUF file, as an index of several files, and as the JSON of parameters and of a saved
// report.
#include "harness/goldens.hpp"
#include "harness/report.hpp"
#include "xpu/gguf.hpp"
#include "xpu/safetensors.hpp"
#include <cstdlib>

namespace {

void promise(bool kept) {
    if (!kept) std::abort();
}

// A product of nothing, [65536, 0] by [0, 65536], is legal and as large as it says: not what is looked for here.
bool small(const xpu::SafeTensors& content) {
    for (auto& one : content.tensors)
        for (uint64_t extent : one.tensor.type.shape)
            if (extent > 1u << 11) return false;
    return true;
}

void read_container(std::span<const std::byte> bytes) {
    auto content = xpu::parse_safetensors(bytes);
    if (!content) return promise(content.error().code == xpu::Code::format && !content.error().message.empty());
    for (auto& one : content->tensors) promise(one.tensor.data.size() == one.tensor.type.bytes());
    // What was read can be written and read again, and says the same.
    auto again = xpu::parse_safetensors(xpu::write_safetensors(*content));
    promise(again && again->tensors.size() == content->tensors.size() && again->metadata == content->metadata);
    if (!small(*content)) return;
    static xpu::Context context(xpu::make_cpu_device());
    auto task = xpu::check_golden(context, bytes);
    task.start();
    promise(task.done() && task.result());
}

/// A reader of headers, given a growing head as it asks for one, ends in a few rounds with what the whole file gives.
template <class Parse> void read_by_range(std::span<const std::byte> bytes, Parse parse) {
    auto whole = parse(bytes, bytes.size(), nullptr);
    promise(whole || (whole.error().code == xpu::Code::format && !whole.error().message.empty()));
    uint64_t have = 0;
    for (int round = 0;; round++) {
        promise(round < 40);  // of doubling
        const std::vector<std::byte> head(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(have));
        uint64_t needed = 0;
        auto part = parse(head, bytes.size(), &needed);
        promise(part.has_value() == whole.has_value() || needed);
        if (needed) {
            promise(!part && part.error().code == xpu::Code::io && needed > have && needed <= bytes.size());
            have = needed;
            continue;
        }
        return promise(part ? part->tensors.size() == whole->tensors.size()
                            : part.error().message == whole.error().message);
    }
}

void read_gguf(std::span<const std::byte> bytes) {
    read_by_range(bytes, xpu::parse_gguf);
    auto gguf = xpu::parse_gguf(bytes, bytes.size());
    if (!gguf) return;
    for (auto& [key, value] : gguf->metadata) {
        promise(gguf->find(key) == &value);
        (void)gguf->u64(key);
        (void)gguf->f64(key);
        (void)gguf->boolean(key);
        (void)gguf->text(key);
        (void)gguf->f64s(key);
        if (auto whole = gguf->i64s(key)) promise(whole->size() == value.count);
        if (auto strings = gguf->strings(key)) promise(strings->size() == value.count);
    }
    for (auto& tensor : gguf->tensors) {
        promise(gguf->find_tensor(tensor.name) == &tensor);
        promise(tensor.offset >= gguf->data_at && tensor.offset <= bytes.size());
        promise(tensor.bytes <= bytes.size() - tensor.offset);
        (void)gguf->tensor(tensor.name);
    }
}

void read_json(std::string_view text) {
    (void)xpu::params_from_json(text);
    if (auto index = xpu::read_safetensors_index(text))
        for (auto& [tensor, file] : index->tensors) promise(*index->file_of(tensor) == file && !file.contains('/'));
    auto report = xpu::bench_from_json(text);
    if (!report) return;
    const xpu::BenchReport reports[] = {*report, *report};
    promise(xpu::bench_html(reports).ends_with("</html>\n"));
    promise(!xpu::bench_markdown(reports).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    read_container(bytes);
    read_by_range(bytes, xpu::parse_safetensors_header);
    read_gguf(bytes);
    read_json({reinterpret_cast<const char*>(data), size});
    return 0;
}
