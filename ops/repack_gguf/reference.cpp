#include "ops/repack_gguf/parts.hpp"

namespace xpu {

namespace {

double half_at(const double* bytes) { return f16{static_cast<uint16_t>(bytes[0] + 256 * bytes[1])}.to_float(); }

}  // namespace

void repack_gguf_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    auto& format = gguf::format_of(args);
    const size_t blocks = inputs[0].values.size() / format.block_bytes, words = gguf::kBlock / format.codes;
    for (size_t b = 0; b < blocks; b++) {
        const double* const bytes = inputs[0].values.data() + b * format.block_bytes;
        for (size_t h = 0; h < format.halves; h++) outputs[1].values[b * format.halves + h] = half_at(bytes + 2 * h);
        const double* const of_codes = bytes + size_t{2} * format.halves;
        for (size_t w = 0; w < words; w++) {
            uint32_t word = 0;
            for (uint32_t i = 0; i < format.codes; i++) {
                const size_t k = w * format.codes + i;  // of the block
                // A block's nibbles: first the low ones of all its bytes, then the high ones.
                const auto byte = static_cast<uint32_t>(of_codes[format.codes == 8 ? k % 16 : k]);
                word |= (format.codes == 8 ? byte >> 4 * (k / 16) & 15 : byte) << 32 / format.codes * i;
            }
            outputs[0].values[b * words + w] = word;
        }
    }
}

double repack_gguf_error_factor(const Args&) { return 0; }

}  // namespace xpu
