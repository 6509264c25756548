// Hostile files: whatever the bytes are, reading them gives tensors or one sentence, and running a case gives a verdict.
// The same bytes are also read as the JSON of parameters and of a saved report.
#include "harness/goldens.hpp"
#include "harness/report.hpp"
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

void read_json(std::string_view text) {
    (void)xpu::params_from_json(text);
    auto report = xpu::bench_from_json(text);
    if (!report) return;
    const xpu::BenchReport reports[] = {*report, *report};
    promise(xpu::bench_html(reports).ends_with("</html>\n"));
    promise(!xpu::bench_markdown(reports).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    read_container(std::as_bytes(std::span(data, size)));
    read_json({reinterpret_cast<const char*>(data), size});
    return 0;
}
