// Hostile files: whatever the bytes are, reading them gives tensors or one sentence, and running a case gives a verdict.
#include "harness/goldens.hpp"
#include "xpu/safetensors.hpp"
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    auto bytes = std::as_bytes(std::span(data, size));
    auto content = xpu::parse_safetensors(bytes);
    if (!content) {
        if (content.error().message.empty()) std::abort();
        return 0;
    }
    // What was read can be written and read again, and says the same.
    auto again = xpu::parse_safetensors(xpu::write_safetensors(*content));
    if (!again || again->tensors.size() != content->tensors.size()) std::abort();
    // A product of nothing, [65536, 0] by [0, 65536], is legal and as large as it says: not what is looked for here.
    for (auto& one : content->tensors)
        for (uint64_t extent : one.tensor.type.shape)
            if (extent > 1u << 11) return 0;
    auto task = xpu::check_golden(nullptr, bytes);
    task.start();
    if (!task.done()) std::abort();
    return 0;
}
